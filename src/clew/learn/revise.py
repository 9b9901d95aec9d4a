"""Revision: which stored facts a new one may replace, and what a model is shown of them.

A model (or the rules) only says which statements exclude each other. Which one is superseded, and
when, follows from valid time (`clew.learn.timelines.place`).
"""

from collections.abc import Iterable, Sequence
from itertools import islice

from clew.graph.precision import precisions
from clew.graph.times import to_time
from clew.learn.draft import Draft
from clew.learn.revisions import Scope, anything
from clew.learn.tasks import Candidate, NewStatement, Replacements
from clew.learn.timelines.spans import Statement
from clew.text import normalise_relation

__all__ = ["candidates_for", "could_replace", "pairs_of", "statements_for_model"]

MOST_CANDIDATES = 40
_OWN = {True: (8, 12), False: (4, 6)}
"""Number of facts of the statement's own relation offered, and of the newest facts searched for
them: at the subject (True) and at the object (False), which may be a hub like a town."""
_OTHER = (1, 2)
"""The same for each other relation, at both ends."""
_LATE = 512
"""Facts of one entity and relation that are searched for a late-arriving statement."""


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
    any), then one of each other relation; at most `MOST_CANDIDATES` per statement. Limit: only the
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
        others: list[int] = []
        for entity, slots in (
            (statement.subject, fills.subject),
            (statement.object, fills.object),
        ):
            for relation in draft.relations_at(entity) if slots else ():
                if relation in closed_to or not scope(relation).any_of(slots):
                    continue
                facts = draft.facts_at(entity, relation)
                if relation == statement.relation or scope is not anything:
                    own += _nearest_live(draft, facts, start, *_OWN[entity == statement.subject])
                else:
                    others += _nearest_live(draft, facts, start, *_OTHER)
        kept.update(dict.fromkeys([*own, *sorted(others, reverse=True)][:MOST_CANDIDATES]))
    return [_candidate(draft, fact) for fact in sorted(kept)]


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


def _nearest_live(draft: Draft, facts: Sequence[int], at: int, most: int, among: int) -> list[int]:
    """Return, of ascending facts, those not over at `at` that are nearest to it in time.

    Those that hold at `at` come first, newest first; then those that begin later, soonest
    first. At most `most`, searched among the `among` newest, or among `_LATE` if one of these
    begins after `at`, so that the statement is late. This is the innermost loop of learning.
    """
    found: list[tuple[int, int]] = []
    left = among
    for fact in islice(reversed(facts), _LATE):
        if left <= 0:
            break
        left -= 1
        version = draft.version(fact)
        end, start = version.valid_to, version.valid_from
        late = start is not None and start > at
        if late:
            left = _LATE
        if end is None or (end > at and (start is None or start < end)):
            found.append((start - at if late and start is not None else 0, -fact))
    if len(found) > most:
        found.sort()
    return [-fact for _, fact in found[:most]]


def statements_for_model(draft: Draft, statements: Sequence[Statement]) -> list[NewStatement]:
    """Return the statements as a `Revise` task shows them."""
    return [
        NewStatement(
            number,
            f"{draft.name(each.subject)} {each.relation} {draft.name(each.object)}",
            to_time(each.start, draft.axis),
            to_time(each.end, draft.axis),
            draft.name(draft.root(each.subject)),
            each.relation,
            draft.name(draft.root(each.object)),
            precisions(each.precision),
        )
        for number, each in enumerate(statements)
    ]


def pairs_of(
    reply: Replacements, statements: int, candidates: Sequence[Candidate]
) -> tuple[dict[int, list[int]], list[str]]:
    """Return the rivals (candidate ids) of each statement, and the invalid pairs of the reply.

    A candidate with a negative id, -(n + 1), is statement n of the same text. Two of these may be
    named either way round.
    """
    known = {candidate.id for candidate in candidates if candidate.id > 0}
    rivals: dict[int, list[int]] = {}
    wrong = []
    for pair in reply.pairs:
        old, new = pair.old, pair.new
        if old < 0 <= new:
            first, new = sorted((new, -old - 1))
            old = -(first + 1)
        within = old < 0 and -old - 1 < new
        if not 0 <= new < statements or not (old in known or within):
            wrong.append(f"replacement of {pair.old} by statement {pair.new}")
        elif old not in rivals.setdefault(new, []):
            rivals[new].append(old)
    return rivals, wrong


def _candidate(draft: Draft, fact: int) -> Candidate:
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
        precisions(version.precision),
    )
    draft.shown[fact] = (version, candidate)
    return candidate
