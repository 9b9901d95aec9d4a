"""A thesis that states facts ends with the last of them, and holds again when one of them does."""

from collections.abc import Iterable, Iterator

from clew.graph.times import END
from clew.learn.draft import Draft
from clew.projection.image import stated_facts
from clew.projection.rows import ClosureRow

__all__ = ["close_theses", "reopen_theses"]


def close_theses(draft: Draft, facts: Iterable[int], episode: int | None) -> list[int]:
    """Close every thesis whose facts are all over; return the closed theses."""
    closed = []
    for thesis, (at, by) in _last_ends(draft, facts):
        known = draft.version(thesis).valid_to
        if at < (END if known is None else known):
            successors = draft.theses_of(by) if by > 0 else []
            draft.close(thesis, at, next(iter(successors), None), episode)
            closed.append(thesis)
    return closed


def reopen_theses(draft: Draft, facts: Iterable[int]) -> None:
    """Undo the end of every thesis that had ended with its facts and of which one holds again."""
    for thesis, (at, _) in _last_ends(draft, facts):
        ended = [row for row in draft.closures_of(thesis) if _follows(draft, row)]
        if at == END and ended:
            draft.release(thesis, ended)


def _follows(draft: Draft, end: ClosureRow) -> bool:
    """Return whether a thesis ended with its facts, and not by a direct write."""
    return end.episode is not None or end.by is None or not draft.node(end.by).direct


def _last_ends(draft: Draft, facts: Iterable[int]) -> Iterator[tuple[int, tuple[int, int]]]:
    """Yield the theses that state some facts, and when the last of its facts ends, and by what.

    It ends at `END` if one still holds, and by 0 if nothing replaced it.
    """
    for thesis in sorted({thesis for fact in facts for thesis in draft.theses_of(fact)}):
        yield thesis, max(_last_end(draft, fact) for fact in stated_facts(draft.node(thesis)))


def _last_end(draft: Draft, fact: int) -> tuple[int, int]:
    """Return when the content of a fact is last true, and what replaced it (0 if unknown)."""
    if draft.version(fact).valid_to is None:
        return END, 0
    row = draft.fact(fact)
    same = map(draft.version, draft.same_facts(row.source, row.relation or "", row.target))
    return max(
        (END if one.valid_to is None else one.valid_to, one.superseded_by or 0) for one in same
    )
