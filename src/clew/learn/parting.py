"""Undoes merges with what only they had made possible, and does it again when they are made again.

While two entities are one, what is told of the one may end a fact of the other. Such a closure
counts for as long as its two facts share an end.
"""

from collections.abc import Sequence

from clew.learn.draft import Draft
from clew.learn.timelines.disputes import TrustedDraft, stands
from clew.learn.timelines.theses import close_theses, reopen_theses
from clew.projection.levels import share
from clew.projection.rows import ClosureRow, MergeRow

__all__ = ["apart_from", "join", "keep_apart", "part"]


def part(draft: Draft, merges: Sequence[MergeRow]) -> None:
    """Undo merges; facts and theses that ended only through them hold again.

    Limit: a text that told under one name what a fact of the other already said confirmed that
    fact, and still does.
    """
    facts = {fact for row in merges for fact in draft.facts_about(row.loser)}
    draft.undo(merges)
    rows, opened = TrustedDraft(draft), []
    for fact in sorted(facts):
        closures = draft.closures_of(fact)
        loose = [row for row in closures if row.by is not None and not share(rows, fact, row.by)]
        if loose:
            draft.release(fact, loose)
            opened.append(fact)
    reopen_theses(draft, opened)


def join(draft: Draft, loser: int, winner: int, episode: int | None) -> bool:
    """Merge two entities, and end again what had ended before such a merge was undone.

    Returns False if they already are one.
    """
    if not draft.merge(loser, winner, episode):
        return False
    for fact in draft.facts_about(winner):
        for row in _released(draft, fact):
            draft.close(fact, row.at, row.by, row.episode)
            close_theses(draft, [fact], row.episode)
    return True


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
