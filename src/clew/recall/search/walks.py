"""Shared by the searches that walk the graph: steps from a node, and similarity to a vector.

The graph is that of PersonalAI: entities, theses and episodes are nodes; facts join entities,
mentions join a thesis to its entities, episodic edges join an episode to its entities and theses.
All edges are walked both ways. An edge states a fact, a thesis or an episode; all edges of one
thesis or episode state the same item.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from clew.errors import UsageError
from clew.graph.types import Kind, Link
from clew.graph.view import Float32, View
from clew.recall.base import Query

__all__ = ["Ground", "Rows", "Step", "linked_groups", "trail"]


# A named tuple: a search creates thousands, and dataclasses take twice as long.
class Step(NamedTuple):
    """One edge, seen from the node it is walked from."""

    node: int
    """The node it leads to: an entity, a thesis or an episode."""
    said: int
    """The item it states: the fact, else the thesis or episode at one of its ends."""
    kind: Kind
    """Kind of the stated item."""
    edge: int


class Ground:
    """The steps that one search may take, read once per node and for many nodes at a time.

    Excluded are kinds in `query.skip`, and all but the newest `max_edges` edges of a node, which
    bounds the cost of hubs. With entities skipped, the `ends`, where the question's paths begin and
    end, can still be reached.
    """

    def __init__(
        self, view: View, query: Query, *, max_edges: int, ends: Iterable[int] = ()
    ) -> None:
        self._view = view
        self._most = max_edges
        self._through_entities = Kind.ENTITY not in query.skip
        self.ends = frozenset() if self._through_entities else frozenset(ends)
        """Entities that may be reached although entities are skipped; empty if they are not."""
        kinds = {Kind.FACT: None, Kind.MENTION: Kind.THESIS, Kind.EPISODIC: Kind.EPISODE}
        self._walked = tuple(kind for kind, node in kinds.items() if node not in query.skip)
        self._through_theses = Kind.THESIS not in query.skip
        self._steps: dict[int, tuple[Step, ...]] = {}

    def steps(self, nodes: Sequence[int]) -> list[tuple[Step, ...]]:
        """Return the steps from each node, ascending by edge id; unknown nodes have none."""
        fresh = sorted({node for node in nodes if node not in self._steps})
        if fresh:
            links = self._view.links(fresh, self._walked, most=self._most)
            for node, seen in zip(fresh, links, strict=True):
                self._steps[node] = tuple(self._taken(node, seen))
        return [self._steps[node] for node in nodes]

    def between(self, nodes: Sequence[int]) -> list[tuple[Step, ...]]:
        """Return the steps of each node that do not lead to entities other than these."""
        links = self._view.links(nodes, self._walked, most=self._most, among=frozenset(nodes))
        return [tuple(self._taken(*one)) for one in zip(nodes, links, strict=True)]

    def known(self, node: int) -> bool:
        """Return whether the steps of a node have been read."""
        return node in self._steps

    def _taken(self, node: int, links: Iterable[Link]) -> Iterator[Step]:
        """Yield the steps from a node to nodes that the search may visit."""
        for edge, kind, other, outgoing, far in links:
            if kind is Kind.FACT:
                if self._through_entities or other in self.ends:
                    yield Step(other, edge, Kind.FACT, edge)
                continue
            stated = Kind.THESIS if kind is Kind.MENTION else Kind.EPISODE
            if not outgoing:  # into a thesis or an episode
                yield Step(other, other, stated, edge)
            elif far is Kind.THESIS:  # edges to facts are skipped: facts are no nodes here
                if self._through_theses:
                    yield Step(other, node, stated, edge)
            elif far is Kind.ENTITY and (self._through_entities or other in self.ends):
                yield Step(other, node, stated, edge)


class Rows:
    """Vectors, each read once per search; an item without a vector has a row of zeros."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._rows: dict[int, Float32] = {}

    def read(self, ids: Iterable[int]) -> None:
        """Read the missing vectors, in one call."""
        fresh = sorted({id for id in ids if id not in self._rows})
        if fresh:
            self._rows.update(zip(fresh, self._view.vectors(fresh), strict=True))

    def row(self, id: int) -> Float32:
        """Return one vector, (dim,); dim is 0 if the memory has no vectors."""
        self.read([id])
        return self._rows[id]

    def products(self, ids: Sequence[int], vector: Float32) -> list[float]:
        """Return the dot product of each with a vector: the cosine, as all are unit rows.

        Summed in float64 row by row, so equal vectors tie exactly, which a matrix product does not
        guarantee. If the memory has no vectors, all are 0.

        Raises:
            UsageError: the vector's dimension is not the memory's.
        """
        if not ids:
            return []
        self.read(ids)
        rows = np.stack([self._rows[id] for id in ids])
        if rows.shape[1] == 0:
            return [0.0] * len(ids)
        if vector.shape != rows.shape[1:]:
            raise UsageError(
                f"expected a vector of shape {rows.shape[1:]}, got {vector.shape}; embed queries "
                "with the memory's own embedder"
            )
        products: list[float] = np.add.reduce(rows * vector, axis=1, dtype=np.float64).tolist()
        return products

    def likeness(self, ids: Sequence[int], vector: Float32 | None, share: float) -> list[float]:
        """Return `share * (1 + cosine) / 2` for each, 0 to `share`; 0 without vector or share.

        Raises:
            UsageError: as in `products`.
        """
        if vector is None or not share:
            return [0.0] * len(ids)
        return [share * (1.0 + cosine) / 2.0 for cosine in self.products(ids, vector)]


def linked_groups(view: View, query: Query) -> list[tuple[int, ...]]:
    """Return the query's entity groups without entities that have no visible edge.

    Merged entities are replaced by the entity they stand for; an id occurs once per group, and
    empty groups are dropped.
    """
    ids = query.linked
    edged = [id for id, links in zip(ids, view.links(ids, most=1), strict=True) if links]
    roots = {id: item.id for id, item in zip(edged, view.items(edged), strict=True)}
    groups = [tuple(dict.fromkeys(roots[id] for id in group if id in roots))
              for group in query.entities]  # fmt: skip
    return [group for group in groups if group]


def trail(start: int, steps: Sequence[Step], last: Step) -> tuple[int, ...]:
    """Return the ids from a node to the item of the last step: nodes, and facts between them."""
    ids = [start]
    for step in steps:
        ids += [id for id in dict.fromkeys((step.said, step.node)) if id != ids[-1]]
    return tuple(ids) if ids[-1] == last.said else (*ids, last.said)
