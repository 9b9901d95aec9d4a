"""How far sources are trusted, and which statements dispute each other because of it.

A source's level is a whole number, 0 if nothing else is set. A closure counts only if what closes
is told by a source at least as trusted as what is closed, and so is, if the two facts use several
names of a thing, that it is one thing. One that does not count keeps its row: that row is the
dispute, and counts as soon as the levels allow it.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from typing import NamedTuple, Protocol

from clew.graph.times import START, Version
from clew.projection.bonds import SURE, Named, bond
from clew.projection.rows import ClosureRow, EdgeRow, TrustRow, VersionRow
from clew.text import fits_pattern, normalise_relation

__all__ = [
    "DEFAULT",
    "Heard",
    "Levels",
    "Rows",
    "counts",
    "denies",
    "force",
    "is_rejected",
    "share",
    "support",
    "tie_of",
    "tied",
]

DEFAULT = 0
"""The level of a source for which nothing is set, and of what was written directly."""


class Levels(dict[str, int]):
    """The levels set in a memory: of a source by its exact name, or of all that fit a pattern.

    They are in the order in which they were set.
    """

    def __init__(self, *given: Mapping[str, int]) -> None:
        super().__init__(*given)
        self.were_set = False
        """Some were set once, so that earlier revisions may have disputes, though none is now."""
        self._known: dict[str, int] = {}

    def add(self, row: TrustRow) -> None:
        """Add a row, in the order of ids; a later one of the same pattern replaces it."""
        self.were_set = True
        self.pop(row.pattern, None)
        if row.level is not None:
            self[row.pattern] = row.level
        self._known.clear()

    def of(self, source: str | None) -> int:
        """Return a source's level: by its exact name, else by the longest pattern that fits.

        Of patterns of one length the one set last counts. `None` is a direct write.
        """
        if source is None:
            return DEFAULT
        if source not in self._known:
            self._known[source] = self[source] if source in self else self._fitting(source)
        return self._known[source]

    def _fitting(self, source: str) -> int:
        fitting = [
            (len(pattern), number, level)
            for number, (pattern, level) in enumerate(self.items())
            if fits_pattern(source, pattern)
        ]
        return max(fitting, default=(0, 0, DEFAULT))[2]


class Heard(NamedTuple):
    """From when on a source of a level says that a statement holds; `START`: it tells no start."""

    begins: int
    level: int


def support(heard: Iterable[Heard], at: int) -> int | None:
    """Return the highest level that says so by a moment; `None` if nobody does."""
    return max((one.level for one in heard if one.begins <= at), default=None)


class Rows(Named, Protocol):
    """What trust is decided from: the projection, or a draft on it."""

    def heard(self, item: int) -> list[Heard]:
        """Return who says that a statement holds, and from when on."""
        ...

    def fact(self, item: int) -> EdgeRow:
        """Return a fact."""
        ...


def counts(rows: Rows, claim: ClosureRow) -> bool:
    """Return whether a closure of a fact is told by a source that is trusted enough.

    What is written directly is told by a person or a program, and always counts.
    """
    if claim.episode is None:
        return True
    needed = support(rows.heard(claim.item), claim.at)
    return needed is None or force(rows, claim) >= needed


def force(rows: Rows, claim: ClosureRow) -> int:
    """Return the level that a closure has: of those who say that what closes begins then.

    Who said so earlier closed nothing then. That something is over is said by the closure's text.
    It has no higher level than that at which the two facts are known to be about one thing.
    """
    if claim.by is None:
        return rows.level(claim.episode)
    return min(_said(rows, claim), tie_of(rows, claim.item, claim.by))


def _said(rows: Rows, claim: ClosureRow) -> int:
    if claim.by is None or denies(rows, claim):
        return rows.level(claim.episode)
    heard = rows.heard(claim.by)
    beginning = [one.level for one in heard if one.begins == claim.at]
    given = max(beginning) if beginning else support(heard, claim.at)
    return DEFAULT if given is None else given


def tied(rows: Named, one: Sequence[int], other: Sequence[int]) -> int:
    """Return the level at which what two facts name, of what is one now, is known to be one.

    Args:
        rows: what is known of names.
        one: the two ends of a fact.
        other: those of another.
    """
    named = ((here, there) for here, there in product(one, other) if here != there)
    same = (pair for pair in named if rows.root(pair[0]) == rows.root(pair[1]))
    return min((bond(rows, *pair) for pair in same), default=SURE)


def tie_of(rows: Rows, one: int, other: int) -> int:
    """Return the same of two facts."""
    first, second = rows.fact(one), rows.fact(other)
    return tied(rows, (first.source, first.target), (second.source, second.target))


def denies(rows: Rows, claim: ClosureRow) -> bool:
    """Return whether both facts of a closure say the same: the one, that the other is over."""
    if claim.by is None:
        return False
    one, other = rows.fact(claim.item), rows.fact(claim.by)
    return (
        normalise_relation(one.relation or "") == normalise_relation(other.relation or "")
        and rows.root(one.source) == rows.root(other.source)
        and rows.root(one.target) == rows.root(other.target)
    )


def share(rows: Rows, one: int, other: int) -> bool:
    """Return whether two facts are about one thing, at least at one end."""
    first, second = (
        {rows.root(row.source), rows.root(row.target)} for row in (rows.fact(one), rows.fact(other))
    )
    return not first.isdisjoint(second)


def is_rejected(version: Version | VersionRow | None) -> bool:
    """Return whether a person has rejected a statement: it ended before all times."""
    return version is not None and version.valid_to == START
