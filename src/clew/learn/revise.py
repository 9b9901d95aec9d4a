"""Revision: which stored facts a new one replaces, and how their valid times change.

A model (or the rules) only says which statements exclude each other. Which one is superseded, and
when, follows from valid time: the statement with the later start wins from its start on; at equal
starts the later arrival wins. So late-arriving old statements are stored already closed, and the
result does not depend on the order of arrival (property-tested).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clew.graph.times import END, START, to_time
from clew.graph.types import Kind
from clew.learn.draft import Draft
from clew.learn.revisions import Scope, anything
from clew.learn.tasks import Candidate, NewStatement, Replacements
from clew.projection.image import stated_facts

__all__ = [
    "Placed",
    "Statement",
    "candidates_for",
    "end_fact",
    "held",
    "pairs_of",
    "place",
    "reopen_theses",
    "statements_for_model",
    "sync_theses",
]

MOST_CANDIDATES = 40
_OWN = {True: (8, 12), False: (4, 6)}
"""Number of facts of the statement's own relation offered, and of the newest facts searched for
them: at the subject (True) and at the object (False), which may be a hub like a town."""
_OTHER = (1, 2)
"""The same for each other relation, at both ends."""


class Statement(NamedTuple):
    """A fact to be placed, with resolved ends and ticks; `end=None` means until replaced."""

    subject: int
    relation: str
    object: int
    start: int | None
    end: int | None
    ended: bool = False


class Placed(NamedTuple):
    """The result of placing a statement: the fact, whether it is new, and what it superseded."""

    fact: int
    is_new: bool
    superseded: tuple[int, ...] = ()


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
        start = START if statement.start is None else statement.start
        fills = scope(statement.relation)
        between = draft.facts_between(statement.subject, statement.object)
        own = [
            fact
            for fact in draft.nearest_live(between, start, *_OWN[True])
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
                    own += draft.nearest_live(facts, start, *_OWN[entity == statement.subject])
                else:
                    others += draft.nearest_live(facts, start, *_OTHER)
        kept.update(dict.fromkeys([*own, *sorted(others, reverse=True)][:MOST_CANDIDATES]))
    return [_candidate(draft, fact) for fact in sorted(kept)]


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
        )
        for number, each in enumerate(statements)
    ]


def pairs_of(
    reply: Replacements, statements: int, candidates: Sequence[Candidate]
) -> tuple[dict[int, list[int]], list[str]]:
    """Return the rivals (candidate ids) of each statement, and the invalid pairs of the reply.

    A candidate with a negative id, -(n + 1), is statement n of the same text.
    """
    known = {candidate.id for candidate in candidates if candidate.id > 0}
    rivals: dict[int, list[int]] = {}
    wrong = []
    for pair in reply.pairs:
        within = -statements <= pair.old < 0 and -pair.old - 1 < pair.new
        if 0 <= pair.new < statements and (pair.old in known or within):
            rivals.setdefault(pair.new, []).append(pair.old)
        elif not (pair.old < 0 and 0 <= pair.new < statements):
            wrong.append(f"replacement of {pair.old} by statement {pair.new}")
    return rivals, wrong


def held(draft: Draft, new: Statement) -> int | None:
    """Return the fact that already states this when it begins, so that placing confirms it.

    Such a statement adds nothing, so no model need be asked what it replaces.
    """
    start = START if new.start is None else new.start
    same = draft.same_facts(new.subject, new.relation, new.object)
    return next((fact for fact in same if _holds(draft, fact, start)), None)


def place(draft: Draft, new: Statement, rivals: Iterable[int], episode: int | None) -> Placed:
    """Add a statement to the timeline: confirm or extend a fact or add one, and close rivals.

    `episode=None` is a direct write.
    """
    start = START if new.start is None else new.start
    same = draft.same_facts(new.subject, new.relation, new.object)
    for fact in same:
        if _holds(draft, fact, start) and (episode is not None or draft.fact(fact).direct):
            _confirm(draft, fact, new, episode)
            return Placed(fact, is_new=False)
    others = sorted(set(rivals) - set(same))
    live = [rival for rival in others if _holds(draft, rival, start) and start > START]
    later = [(low, rival) for rival in others if (low := _interval(draft, rival)[0]) > start]
    splits = [_split(draft, rival, start, episode) for rival in live]
    later += [split for split in splits if split is not None]
    upcoming = min(later, default=None)
    target, is_new = _target(draft, new, same, upcoming, episode)
    if is_new and upcoming is not None and (new.end is None or upcoming[0] < new.end):
        draft.close(target, upcoming[0], upcoming[1], episode)
    for rival in live:
        draft.close(rival, start, target, episode)
    return Placed(target, is_new, tuple(live))


def end_fact(draft: Draft, new: Statement, episode: int | None) -> Placed:
    """Close the fact that a text says is over; an unknown one is stored already closed."""
    at = new.end if new.end is not None else new.start
    assert at is not None
    for fact in draft.same_facts(new.subject, new.relation, new.object):
        if _holds(draft, fact, at):
            draft.close(fact, at, None, episode)
            if episode is not None:
                start = draft.version(fact)
                assert start is not None
                draft.assert_item(episode, fact, start.valid_from, at)
            return Placed(fact, is_new=False, superseded=(fact,))
    before = Statement(new.subject, new.relation, new.object, None, at)
    return place(draft, before, (), episode)


def sync_theses(draft: Draft, facts: Iterable[int], episode: int | None) -> list[int]:
    """Close every thesis whose facts are all over; return the closed theses."""
    closed = []
    for thesis in sorted({thesis for fact in facts for thesis in draft.theses_of(fact)}):
        version = draft.version(thesis)
        over = _over(draft, stated_facts(draft.node(thesis)))
        if over is None or version is None:
            continue
        at, by = over
        if version.valid_to is None or at < version.valid_to:
            successors = draft.theses_of(by) if by > 0 else []
            draft.close(thesis, at, next(iter(successors), None), episode)
            closed.append(thesis)
    return closed


def reopen_theses(draft: Draft, facts: Iterable[int]) -> None:
    """Undo the end of every thesis that had ended with its facts and of which one holds again."""
    for thesis in sorted({thesis for fact in facts for thesis in draft.theses_of(fact)}):
        if _over(draft, stated_facts(draft.node(thesis))) is None:
            ended = [row for row in draft.closures_of(thesis) if row.episode is not None]
            if ended:
                draft.release(thesis, ended)


def _over(draft: Draft, facts: Iterable[int]) -> tuple[int, int] | None:
    """Return when the last of some facts ended, and what replaced it; `None` if one still holds."""
    ends = []
    for fact in facts:
        end = _last_end(draft, fact)
        if end[0] == END:
            return None
        ends.append(end)
    return max(ends, default=None)


def _last_end(draft: Draft, fact: int) -> tuple[int, int]:
    """Return when the content of a fact is last true, and what replaced it (0 if unknown)."""
    version = draft.version(fact)
    if version is not None and version.valid_to is None:
        return END, 0
    row = draft.fact(fact)
    ends = []
    for same in draft.same_facts(row.source, row.relation or "", row.target):
        version = draft.version(same)
        assert version is not None
        end = END if version.valid_to is None else version.valid_to
        ends.append((end, version.superseded_by or 0))
    return max(ends)


def _target(
    draft: Draft,
    new: Statement,
    same: Sequence[int],
    upcoming: tuple[int, int] | None,
    episode: int | None,
) -> tuple[int, bool]:
    """Extend the next fact with this content back to the new start, or add a fact.

    A direct write always adds one, since it must survive whatever is forgotten.
    """
    start = START if new.start is None else new.start
    end = new.end
    nexts = [(low, fact) for fact in same if (low := _interval(draft, fact)[0]) > start]
    if nexts:
        low, fact = min(nexts)
        in_reach = end is None or low <= end
        if episode is None:
            end = low if in_reach else end
        elif in_reach and (upcoming is None or low <= upcoming[0]):
            draft.assert_item(episode, fact, new.start, None)
            return fact, False
    own = (new.start, end) if episode is None else (None, None)
    fact = draft.add_edge(
        Kind.FACT,
        new.subject,
        new.object,
        relation=new.relation,
        direct=episode is None,
        asserts=own,
    )
    draft.assert_item(episode, fact, new.start, end)
    return fact, True


def _split(draft: Draft, rival: int, at: int, episode: int | None) -> tuple[int, int] | None:
    """Create a second row, from then on, for a rival that was stated again after `at`."""
    _, high = _interval(draft, rival)
    again = [start for start in draft.starts_after(rival, at) if start < high]
    if not again:
        return None
    row, later = draft.fact(rival), draft.assertions_after(rival, at)
    own = next(((start, end) for source, start, end in later if source is None), None)
    second = draft.add_edge(
        Kind.FACT,
        row.source,
        row.target,
        relation=row.relation,
        attributes={"split_of": rival, "because_of": episode},
        direct=own is not None,
        asserts=own or (None, None),
    )
    for source, start, end in later:
        draft.assert_item(source, second, start, end)
    for closure in draft.closures_of(rival):
        if closure.at > at:
            draft.close(second, closure.at, closure.by, closure.episode)
    return again[0], second


def _confirm(draft: Draft, fact: int, new: Statement, episode: int | None) -> None:
    """Add a source to a fact; a direct write has no source and adds only an end."""
    if episode is None:
        if new.end is not None:
            draft.close(fact, new.end, None, None)
        return
    draft.assert_item(episode, fact, new.start, new.end)
    _repeat_closures(draft, fact, START if new.start is None else new.start, episode)


def _repeat_closures(draft: Draft, fact: int, start: int, episode: int | None) -> None:
    """Repeat the fact's closures for a new source, so they survive forgetting the first one."""
    mine = {closure.item for closure in draft.closures_by(fact) if closure.episode == episode}
    for closure in draft.closures_by(fact):
        if closure.item not in mine:
            mine.add(closure.item)
            draft.close(closure.item, max(closure.at, start), fact, episode)


def _interval(draft: Draft, fact: int) -> tuple[int, int]:
    version = draft.version(fact)
    assert version is not None
    low = START if version.valid_from is None else version.valid_from
    high = END if version.valid_to is None else version.valid_to
    return low, high


def _holds(draft: Draft, fact: int, at: int) -> bool:
    low, high = _interval(draft, fact)
    return low <= at < high


def _candidate(draft: Draft, fact: int) -> Candidate:
    version = draft.version(fact)
    assert version is not None
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
