"""What trust lets a statement close, and what stays in dispute, in a draft."""

from collections.abc import Iterable

from clew.graph.times import END, START
from clew.learn.draft import Draft
from clew.learn.timelines.spans import (
    Statement,
    begins,
    disputes_of,
    interval,
    split,
    starts_within,
    told_ends,
)
from clew.projection.levels import Heard, counts, is_rejected, share, support
from clew.projection.rows import ClosureRow, EdgeRow

__all__ = [
    "TrustedDraft",
    "claim",
    "doubt",
    "fits",
    "later_starts",
    "level_of",
    "outranked",
    "parted",
    "reconsider",
    "stands",
]


class TrustedDraft:
    """A draft as trust is decided from it."""

    def __init__(self, draft: Draft) -> None:
        self._draft = draft

    def heard(self, item: int) -> list[Heard]:
        """Return who says that a statement holds, and from when on.

        Who only says that it is over says that it held before.
        """
        told = [(begins(self._draft, one), one) for one in self._draft.assertions(item)]
        return [
            Heard(START if start == END else start, self.level(one.episode)) for start, one in told
        ]

    def level(self, episode: int | None) -> int:
        """Return the level of an episode's source."""
        return level_of(self._draft, episode)

    def root(self, entity: int) -> int:
        """Return the entity this one is merged into, or itself."""
        return self._draft.root(entity)

    def fact(self, item: int) -> EdgeRow:
        """Return a fact."""
        return self._draft.fact(item)


def level_of(draft: Draft, episode: int | None) -> int:
    """Return how far the source of an episode is trusted; `None` is a direct write."""
    return draft.levels.of(None if episode is None else draft.node(episode).source or "")


def outranked(draft: Draft, fact: int, at: int, level: int) -> bool:
    """Return whether a fact is told, by a moment, by a source above a level."""
    if not draft.levels:
        return False
    needed = support(TrustedDraft(draft).heard(fact), at)
    return needed is not None and needed > level


def claim(draft: Draft, item: int, at: int, by: int | None, episode: int | None) -> bool:
    """Let a fact or a text end a fact, or leave that in dispute; return whether it ended."""
    row = ClosureRow(0, item, at, by, episode, draft.changes.revision)
    allowed = not draft.levels or stands(draft, row)
    draft.close(item, at, by, episode, counts=allowed)
    return allowed


def stands(draft: Draft, row: ClosureRow) -> bool:
    """Return whether a closure of a fact should count, by trust and by what the facts are about."""
    rows = TrustedDraft(draft)
    apart = row.by is not None and not share(rows, row.item, row.by)
    if apart or (row.by is not None and is_rejected(draft.version(row.by))):
        return False
    return counts(rows, row)


def later_starts(
    draft: Draft, rivals: Iterable[int], new: Statement
) -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Return the first start told of each rival after a statement begins, and the rival.

    First those that end the statement, then those of sources that are trusted less.
    """
    later, below = [], []
    for rival in rivals:
        for low in starts_within(draft, rival, new.moment):
            if not draft.levels or _told_level(draft, rival, low) >= new.level:
                later.append((low, rival))
                break
            below.append((low, rival))
    return later, below


def _told_level(draft: Draft, fact: int, start: int) -> int:
    """Return the highest level of those who say that a fact begins at a moment."""
    told = [one for one in draft.assertions(fact) if one.start == start]
    return max(level_of(draft, one.episode) for one in told)


def parted(draft: Draft, fact: int, at: int, because: int | None) -> int | None:
    """Split a fact that was stated again after a moment (`split`), and judge the second row."""
    second = split(draft, fact, at, because)
    if second is not None and draft.levels:
        reconsider(draft, second)
    return second


def reconsider(draft: Draft, fact: int) -> None:
    """Let those closures of a fact count that trust allows, and no others.

    What ended a fact that ends it no more may have been ended by a third one since: that one ends
    the fact now.
    """
    for row in draft.closures_of(fact):
        if row.episode is not None and not stands(draft, row):
            draft.release(fact, [row])
            _hand_on(draft, fact, row)
    counted = {(row.at, row.by) for row in draft.closures_of(fact)}
    for row in disputes_of(draft, fact):
        if row.episode is None or (row.at, row.by) in counted or not stands(draft, row):
            continue
        counted.add((row.at, row.by))
        parted(draft, fact, row.at, row.episode)
        draft.close(fact, row.at, row.by, row.episode)


def _hand_on(draft: Draft, fact: int, row: ClosureRow) -> None:
    """Let a fact be ended by what came after the one that ends it no more."""
    if row.by is None:
        return
    known = {(one.at, one.by) for one in draft.closures_of(fact, every=True)}
    told = [row._replace(at=start) for start in starts_within(draft, row.by, row.at)]
    for after in (*told, *draft.closures_of(row.by)):
        if after.by in {None, fact} or (after.at, after.by) in known:
            continue
        assert after.by is not None
        known.add((after.at, after.by))
        if not claim(draft, fact, after.at, after.by, after.episode) and after not in told:
            _hand_on(draft, fact, after)


def fits(draft: Draft, fact: int, new: Statement) -> bool:
    """Return whether a statement of a fact's content may be told of it, as its source is trusted.

    An end told by a less trusted source would bind what a more trusted one says.
    """
    if not draft.levels:
        return True
    high = interval(draft, fact)[1]
    if new.end is not None and new.end <= high:
        return new.end == high or not outranked(draft, fact, new.end, new.level)
    enders = [level_of(draft, one.episode) for one in told_ends(draft, fact) if one.at == high]
    return max(enders, default=new.level) >= new.level


def doubt(draft: Draft, fact: int) -> None:
    """Put a fact in dispute with ends of its content that are told by less trusted sources."""
    low, high = interval(draft, fact)
    row = draft.fact(fact)
    known = {(one.at, one.by) for one in draft.closures_of(fact, every=True)}
    for other in draft.same_facts(row.source, row.relation or "", row.target):
        for end in told_ends(draft, other) if other != fact else ():
            if not low < end.at < high or (end.at, other) in known:
                continue
            if outranked(draft, fact, end.at, level_of(draft, end.episode)):
                known.add((end.at, other))
                draft.close(fact, end.at, other, end.episode, counts=False)
