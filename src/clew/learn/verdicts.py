"""Whether two stored facts exclude each other, asked when they meet only now.

Two facts are compared when the later one is told. If one was over by then, or somebody else's, and
a text is forgotten that made it so, nobody has compared them yet.
"""

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass, field
from functools import partial
from itertools import chain
from typing import Protocol, TypeAlias, TypeVar

from clew.errors import ModelError
from clew.graph.times import to_time
from clew.learn.draft import Draft
from clew.learn.revisions import (
    Answers,
    UnaskedError,
    candidate,
    candidates_for,
    could_replace,
    pairs_of,
    scope_of,
    statements_for_model,
    takes_time,
)
from clew.learn.tasks import Replacements, Revise
from clew.learn.timelines.opposing import oppose, share_ends
from clew.learn.timelines.spans import Statement, closable, interval, line_of
from clew.llm.base import Failure, Model, Result, rule_of
from clew.llm.wrapper import Contained, Metered
from clew.projection.rows import Changes

__all__ = [
    "Asked",
    "Judge",
    "Judging",
    "Linked",
    "Pair",
    "compare_again",
    "compare_joined",
    "compare_parted",
    "compared",
]

_MOST = 200
"""Facts of one entity that are compared when it is joined with another, the newest first."""

Pair: TypeAlias = tuple[int, int]
"""Two stored facts, the one that was told first in front."""


class Judge(Protocol):
    """Says which stored facts exclude each other."""

    def met_by(self, draft: Draft, new: Statement) -> list[int]:
        """Return the facts that might exclude a statement, though nothing ties them to it."""
        ...

    def excluding(self, draft: Draft, pairs: Sequence[Pair], tied: Set[Pair]) -> Set[Pair]:
        """Return the pairs that exclude each other; what stood between those `tied` did so."""
        ...


class Linked:
    """Nobody is asked: facts exclude each other that what once stood between them excluded."""

    def met_by(self, draft: Draft, new: Statement) -> list[int]:  # noqa: ARG002
        """Return nothing."""
        return []

    def excluding(
        self,
        draft: Draft,  # noqa: ARG002
        pairs: Sequence[Pair],  # noqa: ARG002
        tied: Set[Pair],
    ) -> Set[Pair]:
        """Return the tied pairs."""
        return tied


def _nothing(failure: Failure) -> None:
    """Take note of nothing."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A model, or the rules, are asked as when a text is learned."""

    model: Model
    protected: tuple[str, ...] = ()
    """Relations whose facts are never superseded."""
    fails: Callable[[Failure], None] = _nothing
    """Told of a failure; the tied facts then exclude each other."""

    def met_by(self, draft: Draft, new: Statement) -> list[int]:
        """Return what a model would be shown of a new statement."""
        scope = scope_of(self.model)
        if not scope(new.relation):
            return []
        found = candidates_for(draft, [new], protected=self.protected, scope=scope)
        if rule_of(self.model, Revise) is None and not could_replace(draft, [new], found):
            return []
        return [one.id for one in found]

    def excluding(self, draft: Draft, pairs: Sequence[Pair], tied: Set[Pair]) -> Set[Pair]:
        """Ask once about all pairs; without an answer the tied ones exclude each other."""
        scope = scope_of(self.model)
        later = [
            one for one in dict.fromkeys(new for _, new in pairs) if scope(_relation(draft, one))
        ]
        if not later:
            return set()
        shown = statements_for_model(draft, [_statement(draft, one) for one in later])
        stored = [candidate(draft, one) for one in sorted({old for old, _ in pairs})]
        now = max(_latest(draft) or 0, 0)
        asking = Revise(tuple(shown), tuple(stored), to_time(now, draft.axis))
        result: Result[Replacements] = self.model.run([asking])[0]
        if result.value is None:
            assert result.failure is not None
            self.fails(result.failure)
            return tied
        named, _ = pairs_of(result.value.pairs, range(len(later)), stored)
        told = {(old, later[new]) for new, olds in named.items() for old in olds}
        return told & set(pairs)


_Done = TypeVar("_Done")


@dataclass(slots=True)
class Judging:
    """Does what needs verdicts, and asks a language model for them while nothing is held."""

    model: Model
    protected: tuple[str, ...]
    meter: Metered = field(init=False)
    """What that costs."""

    def __post_init__(self) -> None:
        self.meter = Metered(Contained(self.model))

    def do(self, attempt: Callable[[Judge], _Done]) -> _Done:
        """Return what an attempt returns, made again with each reply that it lacks.

        A model that cannot be reached, or fails by a fault of its own, is not asked: nobody else's
        mistake keeps a text from being forgotten.
        """
        if not takes_time(self.model):
            try:
                return attempt(Asked(self.meter, self.protected))
            except ModelError:
                return attempt(Linked())
        answers = Answers(self.meter)
        judge: Judge = Asked(answers, self.protected)
        while True:
            try:
                return attempt(judge)
            except UnaskedError as question:
                try:
                    answers.ask(question.tasks)
                except ModelError:
                    judge = Linked()

    def paid(self, changes: Changes) -> Changes:
        """Return changes with what the verdicts cost."""
        changes.usage += self.meter.rows()
        return changes


def compared(draft: Draft, one: int, other: int, root: Callable[[int], int]) -> bool:
    """Return whether one of two facts began while the other held, so that they were compared.

    A plan ends nothing that has happened, so one that is made meanwhile leaves no trace of whether
    the two exclude each other.

    Args:
        draft: tells when they held.
        one: a fact.
        other: another.
        root: what an entity stood for.
    """
    ends = [{root(row.source), root(row.target)} for row in (draft.fact(one), draft.fact(other))]
    if ends[0].isdisjoint(ends[1]):
        return False
    pair = one, other
    return any(
        closable(draft, fact, said.start)
        for first, second in (pair, pair[::-1])
        if draft.planned(second) or not draft.planned(first)
        for begun, held in [(line_of(draft, first), line_of(draft, second))]
        for said in chain.from_iterable(map(draft.assertions, begun))
        if said.start is not None
        for fact in held
    )


def compare_parted(
    draft: Draft, judge: Judge, opened: Sequence[int], was: Draft, since: int
) -> list[int]:
    """Compare what holds again now that two are apart with what was told while they were one.

    Returns the facts that were ended or ended others.

    Args:
        draft: receives what is learned.
        judge: says what excludes what.
        opened: the facts that hold again.
        was: tells when facts held while they were one.
        since: the revision in which they became one.
    """

    def met_before(one: int, other: int) -> bool:
        if not (_told_since(draft, one, since) or _told_since(draft, other, since)):
            return True
        # What ended the other at one time may have met it again while that was over.
        return compared(was, one, other, draft.root) and not _is_tied(draft, one, other)

    return _compare(draft, judge, opened, met_before)


def compare_again(draft: Draft, judge: Judge, opened: Sequence[int], since: int) -> list[int]:
    """Compare what holds again with what was told while a person had it count as never true.

    Returns the facts that were ended or ended others.

    Args:
        draft: receives what is learned.
        judge: says what excludes what.
        opened: the facts that hold again.
        since: the revision in which the first of them was retired.
    """

    def met_before(one: int, other: int) -> bool:
        told = _told_since(draft, one, since) or _told_since(draft, other, since)
        return not told or _is_tied(draft, one, other)

    return _compare(draft, judge, opened, met_before)


def _told_since(draft: Draft, fact: int, since: int) -> bool:
    """Return whether a text, or a direct write, has told a fact since a revision."""
    first: dict[int | None, int] = {}
    for one in line_of(draft, fact):
        row = draft.fact(one)
        told = [(edge.source, edge.known_from) for edge in draft.projection.told(one)]
        for teller, known in [*told, (None, row.known_from)] if row.direct else told:
            first[teller] = min(known, first.get(teller, known))
    return any(known >= since for known in first.values())


def _compare(
    draft: Draft, judge: Judge, facts: Sequence[int], met_before: Callable[[int, int], bool]
) -> list[int]:
    """Let facts and what they meet only now end each other where they exclude each other.

    Returns the facts that were ended or ended others.

    Args:
        draft: receives what is learned.
        judge: says what excludes what.
        facts: those that may meet others.
        met_before: whether two facts were compared, or need not be.
    """
    met: set[Pair] = set()
    for fact in sorted(facts, reverse=True)[:_MOST]:
        low, high = interval(draft, fact)
        if not closable(draft, fact, low):
            continue
        new = _statement(draft, fact)._replace(start=low, end=None)
        for other in {*judge.met_by(draft, new), *draft.same_facts(*new[:3], None)}:
            first, last = interval(draft, other)
            if max(low, first) < min(high, last) and closable(draft, other, first):
                met.add((min(fact, other), max(fact, other)))
    pairs = [(one, other) for one, other in sorted(met) if other not in draft.same_as(one)]
    # Nobody is asked whether what happens fulfils a plan of it, so nobody was.
    excluding = {pair for pair in pairs if _fulfils(draft, *pair)}
    asked = [pair for pair in pairs if pair not in excluding and not met_before(*pair)]
    if asked:
        tied = {pair for pair in asked if _is_tied(draft, *pair)}
        excluding |= judge.excluding(draft, asked, tied)
    for one, other in sorted(excluding):
        oppose(draft, one, other)
    return sorted({fact for pair in excluding for fact in pair})


def _fulfils(draft: Draft, one: int, other: int) -> bool:
    """Return whether one of two facts is a plan of what the other says to have happened."""
    same = draft.same_facts(*_statement(draft, one)[:3], None)
    return other in same and bool(draft.planned(one)) != bool(draft.planned(other))


def _is_tied(draft: Draft, one: int, other: int) -> bool:
    """Return whether one of two facts has ended the other."""
    lines = line_of(draft, one), line_of(draft, other)
    return any(
        row.by in by
        for ended, by in (lines, lines[::-1])
        for fact in ended
        for row in draft.closures_of(fact)
    )


def compare_joined(draft: Draft, judge: Judge) -> list[int]:
    """Compare what is told of those who became one in this draft.

    Returns the facts that were ended or ended others.

    What is told to be over of the one is over for the other too.
    """
    ended: list[int] = []
    for loser, family in draft.joined:
        own = frozenset(family)

        def root(entity: int, own: Set[int] = own, loser: int = loser) -> int:
            return loser if entity in own else draft.root(entity)

        rows = map(draft.fact, draft.facts_about(loser))
        facts = [row.id for row in rows if row.source in own or row.target in own]
        ended += _compare(draft, judge, facts, partial(compared, draft, root=root))
        ended += share_ends(draft, draft.facts_about(loser))
    draft.joined.clear()
    return ended


def _relation(draft: Draft, fact: int) -> str:
    return draft.fact(fact).relation or ""


def _statement(draft: Draft, fact: int) -> Statement:
    row, version = draft.fact(fact), draft.version(fact)
    times = version.valid_from, version.valid_to
    return Statement(row.source, row.relation or "", row.target, *times)


def _latest(draft: Draft) -> int | None:
    """Return the latest step of an episode, stored or new (`Projection.latest`)."""
    known = [draft.projection.latest, *(row.at for row in draft.changes.nodes)]
    return max((moment for moment in known if moment is not None), default=None)
