"""How surely two entities are one: as far as those are trusted who tell that they are.

A text that tells another name of somebody ties the two. So does, for sure, a person who merges
them, and a name that may be short for another's. Of a chain of names the weakest tie counts, and of
several chains the strongest.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from clew.projection.rows import EdgeRow, MergeRow, NodeRow
from clew.text import normalise_name

__all__ = ["CALLED", "SURE", "Named", "bond", "told_names"]

CALLED = "called"
"""The role of another name that a text tells; whose, by id, comes behind it, then any other."""
SURE = 1 << 16
"""Above all levels: no source need be trusted."""
_UNKNOWN = -SURE
_WORD = re.compile(r"[^\W_]+")


class Named(Protocol):
    """What is known of names: by the projection, or by a draft on it."""

    def root(self, entity: int) -> int:
        """Return the entity this one is merged into, or itself."""
        ...

    def family(self, entity: int) -> list[int]:
        """Return all that are one with an entity, itself included."""
        ...

    def merges_of(self, entity: int) -> list[MergeRow]:
        """Return the merges that made an entity another's alias, or another its own."""
        ...

    def names_told(self, entity: int) -> list[tuple[int, int]]:
        """Return whose other name an entity is told to be, each with the episode."""
        ...

    def level(self, episode: int | None) -> int:
        """Return the level of an episode's source."""
        ...

    def node(self, item: int) -> NodeRow:
        """Return a node."""
        ...


class _Tie(NamedTuple):
    level: int
    ends: frozenset[int]


def told_names(edges: Iterable[EdgeRow]) -> list[tuple[int, int]]:
    """Return whose other name the edges to an entity tell it to be, each with the episode."""
    found = ((re.match(rf"{CALLED} (\d+)", edge.relation or ""), edge.source) for edge in edges)
    return [(int(told[1]), episode) for told, episode in found if told]


def bond(rows: Named, one: int, other: int) -> int:
    """Return the level at which two entities are told to be one; they are one entity."""
    reached, level = {one}, SURE
    ties = [] if one == other else [*_ties(rows, rows.family(one))]
    while other not in reached:
        onward = [tie for tie in ties if len(tie.ends & reached) == 1]
        if not onward:
            return _UNKNOWN
        strongest = max(onward, key=lambda tie: tie.level)
        level = min(level, strongest.level)
        reached |= strongest.ends
    return level


def _ties(rows: Named, family: list[int]) -> Iterator[_Tie]:
    for entity in family:
        told = [(whose, by) for whose, by in rows.names_told(entity) if whose in family]
        for whose, by in told:
            yield _Tie(rows.level(by), frozenset((entity, whose)))
        for row in rows.merges_of(entity):
            if row.loser != entity or any(row.episode == by for _, by in told):
                continue
            alike = [] if row.episode is None else _most_alike(rows, entity, family)
            for near in alike or [row.winner]:
                yield _Tie(SURE, frozenset((entity, near)))


def _most_alike(rows: Named, entity: int, family: list[int]) -> list[int]:
    """Return those whose names have most of their words in common with an entity's.

    Names that are alike are merged into whoever has come to stand for the one that is meant.
    """
    words = {one: {*_WORD.findall(normalise_name(rows.node(one).text))} for one in family}
    own = words.pop(entity)
    common = {one: len(own & each) / (len(own | each) or 1) for one, each in words.items()}
    most = max(common.values(), default=0)
    return [one for one, share in common.items() if share == most > 0]
