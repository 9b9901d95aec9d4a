"""What searches that walk the graph share: one step, all steps from a node, likeness to a vector.

The graph is the papers': entities, theses and episodes are nodes; facts join entities, mentions
join a thesis to its entities, episodic edges join an episode to its entities and theses
(PersonalAI). All edges are walked both ways. What an edge
states is a fact, a thesis or an episode, and all edges of one thesis or episode state the same.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

import numpy as np

from clew.errors import UsageError
from clew.graph.types import Kind, Link
from clew.graph.view import Float32, View
from clew.recall.base import Query
from clew.recall.filters import Filters

__all__ = ["Ground", "Rows", "Step", "linked_groups", "trail"]


# Named tuple: a search makes thousands, and dataclasses take twice as long.
class Step(NamedTuple):
    """One edge, seen from the node it is walked from."""

    node: int
    """Where it leads: an entity, a thesis or an episode."""
    said: int
    """What it states: the fact, else the thesis or episode at one of its ends."""
    kind: Kind
    """Kind of what it states."""
    edge: int


class Ground:
    """The steps that one search may take, each node's read once and many nodes at a time.

    Not walked: kinds in `query.skip`, facts that `filters` do not allow, and all but the newest
    `max_edges` edges of a node, so that a hub does not cost what it weighs. With entities
    skipped, the `ends` can still be reached: they are where the question begins and ends.
    """

    def __init__(
        self,
        view: View,
        query: Query,
        *,
        filters: Filters,
        max_edges: int,
        ends: Iterable[int] = (),
    ) -> None:
        self._view = view
        self._filters = filters
        self._most = max_edges
        self._through_entities = Kind.ENTITY not in query.skip
        self.ends = frozenset() if self._through_entities else frozenset(ends)
        """Entities that may be reached though entities are skipped; empty unless they are."""
        kinds = {Kind.FACT: None, Kind.MENTION: Kind.THESIS, Kind.EPISODIC: Kind.EPISODE}
        self._walked = tuple(kind for kind, node in kinds.items() if node not in query.skip)
        self._through_theses = Kind.THESIS not in query.skip
        self._steps: dict[int, tuple[Step, ...]] = {}

    def steps(self, nodes: Sequence[int]) -> list[tuple[Step, ...]]:
        """Return the steps from each node, ascending by edge; unknown nodes have none."""
        fresh = sorted({node for node in nodes if node not in self._steps})
        if fresh:
            links = self._view.links(fresh, self._walked, most=self._most)
            banned = self._banned(links)
            for node, seen in zip(fresh, links, strict=True):
                allowed = (link for link in seen if link.edge not in banned) if banned else seen
                self._steps[node] = tuple(self._taken(node, allowed))
        return [self._steps[node] for node in nodes]

    def known(self, node: int) -> bool:
        """Tell whether the steps of a node have been read."""
        return node in self._steps

    def _banned(self, links: Sequence[Sequence[Link]]) -> set[int]:
        facts = sorted({link.edge for seen in links for link in seen if link.kind is Kind.FACT})
        allowed = self._filters.allow(self._view, facts)
        return {fact for fact, may in zip(facts, allowed, strict=True) if not may}

    def _taken(self, node: int, links: Iterable[Link]) -> Iterator[Step]:
        """Yield the steps over the edges of a node that lead where the search may go."""
        for edge, kind, other, outgoing, far in links:
            if kind is Kind.FACT:
                if self._through_entities or other in self.ends:
                    yield Step(other, edge, Kind.FACT, edge)
                continue
            stated = Kind.THESIS if kind is Kind.MENTION else Kind.EPISODE
            if not outgoing:  # into a thesis or an episode
                yield Step(other, other, stated, edge)
            elif far is Kind.THESIS:  # an episode tells of facts, too: no nodes
                if self._through_theses:
                    yield Step(other, node, stated, edge)
            elif far is Kind.ENTITY and (self._through_entities or other in self.ends):
                yield Step(other, node, stated, edge)


class Rows:
    """The vectors a search has read, each once; an item without a vector has a row of zeros."""

    def __init__(self, view: View) -> None:
        self._view = view
        self._rows: dict[int, Float32] = {}

    def read(self, ids: Iterable[int]) -> None:
        """Read what is not yet known, in one call."""
        fresh = sorted({id for id in ids if id not in self._rows})
        if fresh:
            self._rows.update(zip(fresh, self._view.vectors(fresh), strict=True))

    def row(self, id: int) -> Float32:
        """Return one vector, (dim,); dim is 0 where the memory has no vectors."""
        self.read([id])
        return self._rows[id]

    def products(self, ids: Sequence[int], vector: Float32) -> list[float]:
        """Return the dot product of each with a vector: the cosine, as all are unit rows.

        Summed in float64 row by row: equal vectors tie exactly, which a matrix product does not
        promise. Where the memory has no vectors, all are 0.

        Raises:
            UsageError: the vector has another dimension than the memory's.
        """
        if not ids:
            return []
        self.read(ids)
        rows = np.stack([self._rows[id] for id in ids])
        if rows.shape[1] == 0:
            return [0.0] * len(ids)
        if vector.shape != rows.shape[1:]:
            raise UsageError(
                f"expected a vector of shape {rows.shape[1:]}, came {vector.shape}; embed queries "
                "with the memory's own embedder"
            )
        products: list[float] = np.add.reduce(rows * vector, axis=1, dtype=np.float64).tolist()
        return products

    def likeness(self, ids: Sequence[int], vector: Float32 | None, share: float) -> list[float]:
        """Return `share` times half of one plus the cosine of each: 0 to `share`; 0 without either.

        Raises:
            UsageError: as `products`.
        """
        if vector is None or not share:
            return [0.0] * len(ids)
        return [share * (1.0 + cosine) / 2.0 for cosine in self.products(ids, vector)]


def linked_groups(view: View, query: Query) -> list[tuple[int, ...]]:
    """Return the query's entity groups as the view has them, without what has no edge there.

    Merged entities are given as the entity they stand for; an id comes once in a group, and
    empty groups are left out.
    """
    ids = query.linked
    edged = [id for id, links in zip(ids, view.links(ids, most=1), strict=True) if links]
    roots = {id: item.id for id, item in zip(edged, view.items(edged), strict=True)}
    groups = [tuple(dict.fromkeys(roots[id] for id in group if id in roots))
              for group in query.entities]  # fmt: skip
    return [group for group in groups if group]


def trail(start: int, steps: Sequence[Step], last: Step) -> tuple[int, ...]:
    """Return the ids met from a node to what a last step states: nodes, and facts between them."""
    ids = [start]
    for step in steps:
        ids += [id for id in dict.fromkeys((step.said, step.node)) if id != ids[-1]]
    return tuple(ids) if ids[-1] == last.said else (*ids, last.said)
