"""Statistics of a memory's graph: sizes, neighbours, growth (PersonalAI, tables 1-3).

All rows are counted, including closed statements and direct writes; a merged entity counts as the
one it was merged into. One pass over the arrays of a projection.
"""

from dataclasses import dataclass

import numpy as np

from clew.graph.types import EDGE_KINDS, NODE_KINDS, Kind
from clew.projection.image import Projection
from clew.projection.rows import EDGE_CODES, Int64, distinct

__all__ = ["Growth", "Neighbours", "Shape", "shape"]

_LEARNED = (Kind.ENTITY, Kind.THESIS, Kind.FACT)
"""The kinds that episodic edges lead to."""
_PARTS = 10


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Number of distinct neighbours of one kind that nodes of another kind have."""

    mean: float
    """Over all nodes of the kind, including those with none."""
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Growth:
    """Average additions per episode; an item is new in the first episode that leads to it."""

    episodes: int
    entities: float
    theses: float
    facts: float
    mentions: float
    """Edges from new theses to their entities."""
    episodic: float
    """Edges to entities and theses, new or not; none to facts, as PersonalAI counts them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Statistics of the graph of one namespace."""

    nodes: dict[str, int]
    """By kind."""
    relations: dict[str, int]
    """Edges by kind; episodic edges by the kind they lead to, as in `episodic:entity`."""
    neighbours: dict[str, Neighbours]
    """`episode:entity` is the entities of an episode. Entities are neighbours through facts; none
    is its own neighbour."""
    total: Growth
    """Over all episodes."""
    growth: tuple[Growth, ...]
    """By tenths of the episodes, by id; fewer parts for fewer than ten episodes. Direct writes
    count in none."""
    untold: tuple[int, ...]
    """Episodes that lead to nothing, ascending, without those written directly."""


def shape(rows: Projection) -> Shape:
    """Return the graph statistics of a namespace at its newest revision."""
    ends = _Ends(rows)
    nodes = {kind.value: rows.columns[kind].ids.size for kind in NODE_KINDS}
    nodes[Kind.ENTITY] -= len(rows.canonical())
    others = [kind for kind in EDGE_KINDS if kind is not Kind.EPISODIC]
    relations = {kind.value: len(ends.of(kind)[0]) for kind in others}
    for kind in _LEARNED:
        relations[f"{Kind.EPISODIC}:{kind}"] = len(ends.told(kind)[0])
    added = _added(rows, ends)
    parts = np.array_split(np.arange(nodes[Kind.EPISODE]), _PARTS)
    ids = rows.columns[Kind.EPISODE].ids.data
    unused = ids[np.bincount(_places(rows, ends.of(Kind.EPISODIC)[0]), minlength=len(ids)) == 0]
    return Shape(
        nodes=nodes,
        relations=relations,
        neighbours=_neighbours(ends, nodes),
        total=_growth(added, np.concatenate(parts)),
        growth=tuple(_growth(added, part) for part in parts if len(part)),
        untold=tuple(id for id in unused.tolist() if not rows.nodes[id].direct),
    )


class _Ends:
    """The edges as pairs of item numbers, with merged entities replaced by their roots."""

    def __init__(self, rows: Projection) -> None:
        self._kinds = rows.edges.kinds(np.arange(len(rows.edges)))
        root = np.arange(rows.items.ids.size)
        for loser, winner in rows.canonical().items():
            root[rows.items.number(loser)] = rows.items.number(winner)
        self._ends = root[rows.items.number_all(rows.edges.ends(0))].reshape(-1, 2)
        self._is = {kind: np.zeros(len(root), np.bool_) for kind in _LEARNED}
        for kind, there in self._is.items():
            there[rows.columns[kind].numbers.data] = True

    def of(self, kind: Kind) -> tuple[Int64, Int64]:
        """Return the sources and the targets of the edges of a kind, in commit order."""
        sources, targets = self._ends[self._kinds == EDGE_CODES[kind]].T
        return sources, targets

    def told(self, kind: Kind) -> tuple[Int64, Int64]:
        """Return the sources and the targets of the episodic edges that lead to a kind."""
        sources, targets = self.of(Kind.EPISODIC)
        where = self._is[kind][targets]
        return sources[where], targets[where]


def _neighbours(ends: _Ends, nodes: dict[str, int]) -> dict[str, Neighbours]:
    """Return, for each pair of kinds, the neighbours of the second that nodes of the first have."""
    one, other = ends.of(Kind.FACT)
    apart = one != other
    both = (np.concatenate([one, other]), np.concatenate([other, one]))
    pairs = {
        (Kind.ENTITY, Kind.ENTITY): (both[0][np.tile(apart, 2)], both[1][np.tile(apart, 2)]),
        (Kind.THESIS, Kind.ENTITY): ends.of(Kind.MENTION),
        (Kind.EPISODE, Kind.ENTITY): ends.told(Kind.ENTITY),
        (Kind.EPISODE, Kind.THESIS): ends.told(Kind.THESIS),
    }
    found = {}
    for (first, second), (sources, targets) in pairs.items():
        found[f"{first}:{second}"] = _distinct(sources, targets, nodes[first])
        found[f"{second}:{first}"] = _distinct(targets, sources, nodes[second])
    return found


def _distinct(sources: Int64, targets: Int64, count: int) -> Neighbours:
    """Return the number of distinct targets of the `count` nodes that may be sources."""
    if not len(sources):
        return Neighbours(0.0, 0)
    pairs = distinct((sources << 32) | targets)
    return Neighbours(len(pairs) / count, int(np.bincount(pairs >> 32).max()))


def _added(rows: Projection, ends: _Ends) -> dict[str, Int64]:
    """Return the numbers of items and edges each episode added, by its place."""
    count = rows.columns[Kind.EPISODE].ids.size
    added = {}
    first = np.full(rows.items.ids.size, -1)
    """Place of the first episode that leads to an item, by item number; -1 without one."""
    told: Int64 = np.zeros(count, np.int64)
    for name, kind in (("entities", Kind.ENTITY), ("theses", Kind.THESIS), ("facts", Kind.FACT)):
        sources, targets = ends.told(kind)
        places = _places(rows, sources)
        new, where = np.unique(targets, return_index=True)
        first[new] = places[where]
        added[name] = np.bincount(first[new], minlength=count)
        if kind is not Kind.FACT:
            told += np.bincount(places, minlength=count)
    stated = first[ends.of(Kind.MENTION)[0]]
    added["mentions"] = np.bincount(stated[stated >= 0], minlength=count)
    added["episodic"] = told
    return added


def _places(rows: Projection, episodes: Int64) -> Int64:
    """Return the place of each episode in its column, by item number."""
    return np.searchsorted(rows.columns[Kind.EPISODE].numbers.data, episodes)


def _growth(added: dict[str, Int64], part: Int64) -> Growth:
    means = {
        name: float(counts[part].mean()) if len(part) else 0.0 for name, counts in added.items()
    }
    return Growth(episodes=len(part), **means)
