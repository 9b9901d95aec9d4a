"""Merges two entities into one, and splits them again, without losing anything.

While two entities are one, what is told of the one may end a fact of the other. Such a closure
counts for as long as its two facts share an end: a split undoes it, and a merge made again does it
again.
"""

from collections.abc import Sequence
from functools import partial

from clew.errors import UnknownNameError, UsageError
from clew.graph.types import AsOf, Entity
from clew.graph.whole_numbers import whole
from clew.learn.draft import Draft
from clew.learn.timelines.spans import (
    claim,
    concerns,
    ends_asserted,
    interval,
    line_of,
    parted,
    reconsider,
    stands,
)
from clew.learn.timelines.thesis_ends import close_theses, reopen_theses
from clew.learn.verdicts import Judge, Judging, compare_joined, compare_parted
from clew.learn.writer import Writer, commit
from clew.projection.image import Projection
from clew.projection.rows import Changes, ClosureRow, MergeRow

__all__ = ["apart_from", "join", "judge_again", "keep_apart", "merge", "part", "split"]


def merge(writer: Writer, winner: int, loser: int, judging: Judging) -> Entity:
    """Make `loser` an alias of `winner`; of what is told of the two, some may exclude some.

    Raises:
        UnknownNameError: one is not there, or was forgotten since it was looked up.
        UsageError: they are already one entity.
    """

    def make(projection: Projection, judge: Judge) -> Changes:
        draft = Draft(projection)
        for one in (winner, loser):
            if projection.entity_called(one) is None:
                raise UnknownNameError("entity", str(one))
        if not join(draft, loser, winner, None):
            raise UsageError(
                f"{draft.name(winner)!r} and {draft.name(loser)!r} are one entity already"
            )
        close_theses(draft, compare_joined(draft, judge), None)
        return judging.paid(draft.finish())

    judging.do(lambda judge: commit(writer, partial(make, judge=judge)))
    return _entity(writer, winner)


def split(writer: Writer, alias: str | int, judging: Judging) -> Entity:
    """Undo the merge that made a name an alias, and what it closed; return the restored entity.

    Raises:
        UnknownNameError: no entity has this name.
        UsageError: the name is not an alias of another entity.
    """
    alias = alias if isinstance(alias, str) else whole(alias)
    freed: list[int] = []

    def make(projection: Projection, judge: Judge) -> Changes:
        entity = projection.entity_called(alias)
        if entity is None:
            raise UnknownNameError("entity", str(alias), projection.spellings())
        draft = Draft(projection)
        merges = [row for row in draft.merges_of(entity) if row.loser == entity]
        if not merges:
            name = draft.name(entity)
            raise UsageError(f"{name!r} is not merged into another entity; name the alias itself")
        opened = part(draft, merges)
        for row in merges:
            keep_apart(draft, row.loser, row.winner)
        since = min(row.known_from for row in merges)
        ended = compare_parted(draft, judge, opened, Draft(projection), since)
        close_theses(draft, ended, None)
        freed[:] = [entity]
        return judging.paid(draft.finish())

    judging.do(lambda judge: commit(writer, partial(make, judge=judge)))
    return _entity(writer, freed[-1])


def _entity(writer: Writer, item: int) -> Entity:
    with writer.store.view(writer.namespace, AsOf(), now=0) as view:
        found = view.items([item])[0]
    assert isinstance(found, Entity)
    return found


def part(draft: Draft, merges: Sequence[MergeRow]) -> list[int]:
    """Undo merges; facts and theses that ended only through them hold again.

    Returns those facts. One that news of the other had split stays in two rows, and ends as its
    second one does.
    """
    facts = {fact for row in merges for fact in draft.facts_about(row.loser)}
    draft.undo(merges)
    opened = []
    for fact in sorted(facts):
        closures = draft.closures_of(fact)
        loose = [row for row in closures if row.by is not None and not concerns(draft, row)]
        if loose:
            draft.release(fact, loose)
            opened.append(fact)
    for fact in opened:
        _end_as_later_rows(draft, fact)
    judge_again(draft, sorted(facts), None)
    reopen_theses(draft, sorted(facts), min(row.known_from for row in merges))
    close_theses(draft, opened, None)
    return opened


def _end_as_later_rows(draft: Draft, fact: int) -> None:
    """End a fact that holds again when the later rows end into which it reaches."""
    for start, other in sorted((interval(draft, one)[0], one) for one in line_of(draft, fact)):
        ends: list[tuple[int, int | None, int | None]]
        ends = [(end.at, None, end.episode) for end in ends_asserted(draft, other)]
        ends += [(row.at, row.by, row.episode) for row in draft.closures_of(other)]
        for at, by, episode in ends:
            low, high = interval(draft, fact)
            if low < start < at < high:
                claim(draft, fact, at, by, episode)


def join(draft: Draft, loser: int, winner: int, episode: int | None) -> bool:
    """Merge two entities, and end again what had ended before such a merge was undone.

    Returns False if they already are one.
    """
    if not draft.merge(loser, winner, episode):
        return False
    ended: dict[int | None, list[int]] = {}
    for fact in draft.facts_about(winner):
        for row in _released(draft, fact):
            parted(draft, fact, row.at)
            draft.close(fact, row.at, row.by, row.episode)
            ended.setdefault(row.episode, []).extend(one for one in (fact, row.by) if one)
    for teller, facts in ended.items():
        close_theses(draft, facts, teller)
    judge_again(draft, draft.facts_about(winner), episode)
    return True


def judge_again(draft: Draft, facts: Sequence[int], episode: int | None) -> None:
    """Let facts about one thing end each other as far as those are trusted who tell its names.

    Args:
        draft: receives what changes.
        facts: those about it.
        episode: the text that tells its names now.
    """
    if not draft.levels:
        return
    for fact in facts:
        reconsider(draft, fact)
    reopen_theses(draft, facts)
    close_theses(draft, facts, episode)


def keep_apart(draft: Draft, one: int, other: int) -> None:
    """Record that two entities are not one, whatever their names suggest.

    The record is a merge that was never known.
    """
    now = draft.changes.revision
    draft.changes.merges.append(MergeRow(draft.changes.new_id(), one, other, None, now, now))


def apart_from(draft: Draft, entity: int) -> set[int]:
    """Return the entities that one was told apart from."""
    rows = (*draft.projection.merges_of(entity), *draft.changes.merges)
    pairs = [{row.loser, row.winner} for row in rows if row.known_to == row.known_from]
    return {other for pair in pairs if entity in pair for other in pair - {entity}}


def _released(draft: Draft, fact: int) -> list[ClosureRow]:
    """Return the closures of a fact that do not count though its two facts share an end (again).

    What a text told comes before what a person decided of it and took back.
    """
    ended: dict[tuple[int, int], ClosureRow] = {}
    for row in draft.projection.closures_of.get(fact, ()):
        if row.known_to is not None and row.by is not None:
            ended.setdefault((row.at, row.by), row)
    counting = {(row.at, row.by) for row in draft.closures_of(fact)} if ended else ()
    return [row for key, row in ended.items() if key not in counting and stands(draft, row)]
