"""Revision: which stored facts a new one may replace, and what a model is shown of them.

A model (or the rules) only says which statements exclude each other. Which one is superseded, and
when, follows from valid time (`clew.learn.timelines.place`).

A language model is shown whatever may matter, within a cap (`candidates_for`). Rules know
beforehand what they compare: facts that answer the same question about the same thing.
So a rule for `Revise` may come with a `Scope`, and the write path then looks nothing else up.

No model is asked while the file is held. A draft is made under the store's lock, and what it asks
depends on the newest state. So a draft that needs a reply nobody has yet ends with `UnaskedError`,
the question is asked with nothing held, and the draft is made again with the reply (`Answers`).
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeAlias

from clew.graph.times import END, to_time
from clew.graph.types import PRECISIONS
from clew.learn.draft import Draft
from clew.learn.tasks import Candidate, Extract, NewStatement, Replacement, Replacements, Revise
from clew.learn.timelines.spans import Statement
from clew.llm.base import Failure, Model, Result, Task, rule_of
from clew.llm.wrapper import Wrapper
from clew.text import normalise_relation

__all__ = [
    "Answers",
    "Fills",
    "NotRevisedError",
    "Scope",
    "ScopedRule",
    "UnaskedError",
    "anything",
    "candidate",
    "candidates_for",
    "could_replace",
    "pairs_of",
    "scope_of",
    "statements_for_model",
    "takes_time",
    "tell_of_one",
]

MOST_CANDIDATES = 40
_OWN = {True: (8, 12), False: (4, 6)}
"""Number of facts of the statement's own relation offered, and of the newest facts searched for
them: at the subject (True) and at the object (False), which may be a hub like a town."""
_OTHER = (2, 3)
"""The same for each other relation, at both ends."""
_LATE = 512
"""Facts of one entity and relation that are searched for a late-arriving statement."""


@dataclass(frozen=True, slots=True)
class Fills:
    """The slots a fact with some relation may fill: of its subject, and of its object.

    "lives in" fills the slot "residence" of its subject, "owns" the slot "owner" of its object.
    """

    subject: frozenset[str] = frozenset()
    object: frozenset[str] = frozenset()

    def __bool__(self) -> bool:
        return bool(self.subject or self.object)

    def any_of(self, slots: frozenset[str]) -> bool:
        """Return whether one of these slots may be filled, at either end."""
        return not (slots.isdisjoint(self.subject) and slots.isdisjoint(self.object))


Scope: TypeAlias = Callable[[str], Fills]
"""Relation -> slots. Two facts that exclude each other fill the same slot of one entity."""


_ANY = Fills(frozenset({""}), frozenset({""}))


def anything(relation: str) -> Fills:  # noqa: ARG001
    """The widest scope: any two facts at one entity may exclude each other."""
    return _ANY


@dataclass(frozen=True, slots=True)
class ScopedRule:
    """A rule for `Revise` whose answer depends only on facts in its scope.

    It is not asked about statements that fill no slot.
    """

    answer: Callable[[Revise], Replacements]
    scope: Scope

    def __call__(self, task: Revise) -> Replacements:
        """Answer a task."""
        return self.answer(task)


def scope_of(model: Model) -> Scope:
    """Return the scope of a model's rule for `Revise`; `anything` for a language model."""
    rule = rule_of(model, Revise)
    return rule.scope if isinstance(rule, ScopedRule) else anything


def takes_time(model: Model) -> bool:
    """Tell whether a model must not be asked while a lock is held.

    A language model must not, and neither must rules behind a cache, which writes to the file.
    """
    if isinstance(model, Wrapper) and model.writes:
        return True
    return any(model.sampling(task) is not None for task in (Extract, Revise))


class UnaskedError(Exception):
    """A draft needs replies that have not been fetched yet."""

    def __init__(self, tasks: Sequence[Task[Any]]) -> None:
        super().__init__(f"{len(tasks)} tasks")
        self.tasks = tuple(tasks)


class NotRevisedError(Exception):
    """The model could not say what a text replaces but may later, so its episode must wait."""

    def __init__(self, episode: int, failure: Failure) -> None:
        super().__init__(failure.message)
        self.episode, self.failure = episode, failure


class Answers(Wrapper):
    """A model that returns only replies fetched before with `ask`."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self._known: dict[Task[Any], Result[Any]] = {}

    def ask(self, tasks: Sequence[Task[Any]]) -> None:
        """Ask the model, and keep its replies."""
        self._known.update(zip(tasks, self._model.run(tasks), strict=True))

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Return the known replies, in order; raises `UnaskedError` if one is missing."""
        missing = [task for task in tasks if task not in self._known]
        if missing:
            raise UnaskedError(missing)
        return [self._known[task] for task in tasks]


def candidates_for(
    draft: Draft,
    statements: Sequence[Statement],
    *,
    protected: Iterable[str] = (),
    scope: Scope = anything,
) -> list[Candidate]:
    """Return the facts that the statements might replace, by id.

    A candidate shares an end with a statement and is not over when the statement begins. Facts
    with a `protected` relation (exits, directions between rooms) are never offered; with a
    `scope`, only facts that may fill the same slot as the statement. Facts that share both ends
    come first, then those nearest in time with the statement's own relation (with a `scope`: with
    any), then two of each other relation; at most `MOST_CANDIDATES` per statement. Limit: only the
    newest part of very long histories is searched (`_OWN`, `_OTHER`).
    """
    kept: dict[int, None] = {}
    closed_to = frozenset(protected)
    for statement in statements:
        start = statement.moment
        fills = scope(statement.relation)
        between = draft.facts_between(statement.subject, statement.object)
        own = [
            fact
            for fact in _nearest_live(draft, between, start, *_OWN[True])
            if (relation := draft.fact(fact).relation or "") not in closed_to
            and scope(relation).any_of(fills.subject | fills.object)
        ]
        if scope is anything:  # other words may be told even of what is over
            said = {draft.fact(fact).relation for fact in own} | closed_to | {statement.relation}
            newest = {draft.fact(fact).relation: fact for fact in between}
            own += [fact for relation, fact in newest.items() if relation not in said]
        others: list[int] = []
        for entity, slots in ((statement.subject, fills.subject), (statement.object, fills.object)):
            for relation in draft.relations_at(entity) if slots else ():
                if relation in closed_to or not scope(relation).any_of(slots):
                    continue
                facts = draft.facts_at(entity, relation)
                if relation == statement.relation or scope is not anything:
                    own += _nearest_live(draft, facts, start, *_OWN[entity == statement.subject])
                else:
                    others += _nearest_live(draft, facts, start, *_OTHER)
        kept.update(dict.fromkeys([*own, *sorted(others, reverse=True)][:MOST_CANDIDATES]))
    return [candidate(draft, fact) for fact in sorted(kept)]


def could_replace(
    draft: Draft, statements: Sequence[Statement], candidates: Sequence[Candidate]
) -> bool:
    """Return whether one of the candidates could fill the place of a statement.

    It tells of the same subject, at either end ("table has on it book" when the book is taken), or
    has the same relation to the same object.
    """
    subjects = {draft.root(each.subject) for each in statements}
    places = {(normalise_relation(each.relation), draft.root(each.object)) for each in statements}
    rows = [draft.fact(each.id) for each in candidates]
    return any(
        not subjects.isdisjoint({draft.root(row.source), draft.root(row.target)})
        or (normalise_relation(row.relation or ""), draft.root(row.target)) in places
        for row in rows
    )


def tell_of_one(draft: Draft, statements: Sequence[Statement], turns: Sequence[int]) -> bool:
    """Return whether statements of two texts that are learned together tell of one subject."""
    told: dict[int, int] = {}
    for statement, turn in zip(statements, turns, strict=True):
        for end in (statement.subject, statement.object):
            if told.setdefault(draft.root(end), turn) != turn:
                return True
    return False


def _nearest_live(draft: Draft, facts: Sequence[int], at: int, most: int, among: int) -> list[int]:
    """Return, of ascending facts, those not over at `at` that are nearest to it in time.

    Those that hold at `at` come first, newest first; then those that begin later, soonest first;
    then those only told to be over. At most `most`, searched among the `among` newest; among
    `_LATE` if one of these begins after `at`, so that the statement is late, or if all of these are
    over, as those may be that came late. This is the innermost loop of learning.
    """
    found: list[tuple[int, int]] = []
    left = among
    for fact in islice(reversed(facts), _LATE):
        if left <= 0 and found:
            break
        left -= 1
        version = draft.version(fact)
        end, start = version.valid_to, version.valid_from
        late = start is not None and start > at
        if late:
            left = _LATE
        if end is None or (end > at and (start is None or start < end)):
            only_over = start is None and end is not None and draft.begun(fact) == END
            away = 0 if start is None else max(0, start - at)
            found.append((END if only_over else away, -fact))
    if len(found) > most:
        found.sort()
    return [-fact for _, fact in found[:most]]


def statements_for_model(draft: Draft, statements: Sequence[Statement]) -> list[NewStatement]:
    """Return the statements as a `Revise` task shows them."""
    return [
        NewStatement(
            number,
            f"{draft.name(each.subject)} {each.relation} {draft.name(each.object)}",
            None if each.ended else to_time(each.start, draft.axis),
            to_time(each.end, draft.axis),
            draft.name(draft.root(each.subject)),
            each.relation,
            draft.name(draft.root(each.object)),
            PRECISIONS[each.precision],
        )
        for number, each in enumerate(statements)
    ]


def pairs_of(
    pairs: Iterable[Replacement], numbers: Sequence[int], candidates: Sequence[Candidate]
) -> tuple[dict[int, list[int]], list[str]]:
    """Return the candidates (ids) that each statement is paired with, and the invalid pairs.

    A candidate with a negative id, -(n + 1), is statement n of the same text. Two of these may be
    named either way round. `numbers` has the place in the text of each statement that was shown.
    """
    known = {candidate.id for candidate in candidates if candidate.id > 0}
    paired: dict[int, list[int]] = {}
    wrong = []
    for pair in pairs:
        old, new = pair.old, pair.new
        if old < 0 <= new:
            first, new = sorted((new, -old - 1))
            old = -(first + 1)
        within = old < 0 and -old - 1 < new
        if not 0 <= new < len(numbers) or not (old in known or within):
            wrong.append(f"{pair.old} and statement {pair.new}")
        else:
            found = paired.setdefault(numbers[new], [])
            old = old if old > 0 else -(numbers[-old - 1] + 1)
            found += [old] if old not in found else []
    return paired, wrong


def candidate(draft: Draft, fact: int) -> Candidate:
    """Return a fact as a `Revise` task shows it."""
    version = draft.version(fact)
    shown = draft.shown.get(fact)
    if shown is not None and shown[0] is version:
        return shown[1]
    row = draft.fact(fact)
    candidate = Candidate(
        fact,
        draft.fact_text(fact),
        to_time(version.valid_from, draft.axis),
        to_time(version.valid_to, draft.axis),
        draft.name(draft.root(row.source)),
        row.relation or "",
        draft.name(draft.root(row.target)),
    )
    draft.shown[fact] = (version, candidate)
    return candidate
