"""Which ends count for a statement that were told of the same under another name, or before."""

from collections.abc import Sequence

from clew.learn.draft import Draft
from clew.learn.timelines.spans import End, Statement, ends_asserted, interval, told_ends, weight

__all__ = ["ends_told", "named_so", "others_ends", "told_against"]


def named_so(draft: Draft, fact: int, new: Statement) -> bool:
    """Return whether a fact is about the very entities that a statement names.

    What is told under another name of them gets a row of its own, so that a split parts the two.
    """
    row = draft.fact(fact)
    return (row.source, row.target) == (new.subject, new.object)


def ends_told(draft: Draft, new: Statement, same: Sequence[int]) -> list[tuple[End, int | None]]:
    """Return the ends told after a statement begins, of the same content at earlier times.

    With each comes the fact of which it is told, if that was told under another name.
    """
    found: dict[tuple[End, int | None], None] = {}
    for fact in same:
        if not named_so(draft, fact, new):
            found |= {(end, fact): None for end in ends_asserted(draft, fact)}
        elif interval(draft, fact)[0] < new.moment:
            found |= {(end, None): None for end in told_ends(draft, fact)}
    return [
        (end, by)
        for end, by in found
        if end.at > new.moment and told_against(draft, new, by, end.episode) >= new.level
    ]


def others_ends(
    draft: Draft, fact: int, new: Statement, same: Sequence[int]
) -> list[tuple[End, int]]:
    """Return the ends told under other names that count for a fact of which only the end was told.

    Now that a statement tells when it began, what was told to end after that ends it as well.
    """
    if new.start is None or draft.version(fact).valid_from is not None:
        return []
    high = interval(draft, fact)[1]
    return [(end, by) for end, by in ends_told(draft, new, same) if by and end.at < high]


def told_against(draft: Draft, new: Statement, fact: int | None, teller: int | None) -> int:
    """Return the level that what is told of a fact has against a new statement."""
    told = new._replace(level=draft.level(teller))
    return told.level if fact is None else weight(draft, told, fact)
