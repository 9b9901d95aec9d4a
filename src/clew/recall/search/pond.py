"""The circles around the entities of a question, read from a view; used by WaterCircles."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeAlias

from clew.graph.times import axis_of, order_key
from clew.graph.types import Entity, Episode, Fact, Item, Kind, Time
from clew.graph.view import View
from clew.recall.base import Found, Query, idf
from clew.recall.search.flat import dense_hits, keyword_hits
from clew.recall.search.walks import Ground, Rows, Step

__all__ = ["TEXTS", "Near", "Path", "Pond", "Reach"]

Path: TypeAlias = tuple[int, ...]
"""Ids starting at a linked entity; a path to an entity alternates entities and facts."""
Near: TypeAlias = dict[int, tuple[int, Path]]
"""The nearest circles a text is in: group -> (number of the circle, path)."""
TEXTS = (Kind.THESIS, Kind.EPISODE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reach:
    """The settings of `Circles` that bound the circles."""

    depth: int = 1
    """Number of circles: the paper says "iterative" without a number, the code draws one."""
    similarity: float = 1.0
    """0 ignores the question's vector, as in the paper."""
    max_edges: int = 256
    max_width: int = 32
    max_near: int = 100


class Pond:
    """The circles of all groups; used for one search."""

    def __init__(
        self, view: View, query: Query, groups: Sequence[tuple[int, ...]], how: Reach
    ) -> None:
        self.view, self.query, self.how, self.groups = view, query, how, groups
        self.of: dict[int, frozenset[int]] = {}
        """Linked entity -> its groups."""
        for number, group in enumerate(groups):
            for id in group:
                self.of[id] = self.of.get(id, frozenset()) | {number}
        self.ground = Ground(view, query, max_edges=how.max_edges, ends=self.of)
        self.ways: list[dict[int, Path]] = [{id: (id,) for id in group} for group in groups]
        self.met: list[dict[int, tuple[Path, Step]]] = [{} for _ in groups]
        """By group: fact -> the shortest path to it and the step over it."""
        self.texts: dict[Kind, dict[int, Near]] = {kind: {} for kind in TEXTS}
        self._rows = Rows(view)
        self._known: dict[int, float] = {}
        self._total = sum(view.count(kind) for kind in (Kind.FACT, *TEXTS))

    def draw(self) -> None:
        """Draw all circles, one circle of every group at a time."""
        edge = [sorted(ways) for ways in self.ways]
        for step in range(1, self.how.depth + 1):
            self.ground.steps(sorted({id for ids in edge for id in ids}))
            edge = [self._circle(number, step, ids) for number, ids in enumerate(edge)]
        self._mend()

    def _circle(self, group: int, circle: int, edge: Sequence[int]) -> list[int]:
        """Draw one circle of a group; return the entities from which to draw the next."""
        ways, met = self.ways[group], self.met[group]
        reached: dict[int, int] = {}
        for id, steps in zip(edge, self.ground.steps(edge), strict=True):
            for step in steps:
                if step.kind is not Kind.FACT:
                    by_group = self.texts[step.kind].setdefault(step.said, {})
                    by_group.setdefault(group, (circle, (*ways[id], step.said)))
                    continue
                met.setdefault(step.said, (ways[id], step))
                if step.node not in ways:
                    ways[step.node] = (*ways[id], step.said, step.node)
                    reached[step.node] = step.said
        # Entities of other groups are not traversed: they have circles of their own.
        free = [id for id in reached if id not in self.of]
        if circle == self.how.depth:
            return []
        likeness = self.likeness([reached[id] for id in free])
        order = sorted(zip(free, likeness, strict=True), key=lambda one: (-one[1], one[0]))
        return sorted(id for id, _ in order[: self.how.max_width])

    def _mend(self) -> None:
        """Add items of hubs that were missed because only a hub's newest edges are read.

        Searches the items in other circles and those most similar to the question.
        """
        rows = self.ground.steps(list(self.of))
        hubs = {
            id for id, some in zip(self.of, rows, strict=True) if len(some) >= self.how.max_edges
        }
        if not hubs:
            return
        for kind, edge in ((Kind.THESIS, Kind.MENTION), (Kind.EPISODE, Kind.EPISODIC)):
            if kind in self.query.skip:
                continue
            found = self.texts[kind]
            ids = sorted({*found, *self._alike(kind)})
            for text, links in zip(ids, self.view.links(ids, (edge,)), strict=True):
                for id in sorted(hubs & {link.other for link in links}):
                    for group in sorted(self.of[id]):
                        found.setdefault(text, {})[group] = (1, (id, text))
        self._mend_facts(hubs)

    def _mend_facts(self, hubs: set[int]) -> None:
        for fact in self.view.items(self._alike(Kind.FACT)):
            assert isinstance(fact, Fact)
            for id, other in ((fact.subject, fact.object), (fact.object, fact.subject)):
                if id in hubs and (other in self.of or Kind.ENTITY not in self.query.skip):
                    for group in sorted(self.of[id]):
                        step = Step(other, fact.id, Kind.FACT, fact.id)
                        self.met[group].setdefault(fact.id, ((id,), step))
                        self.ways[group].setdefault(other, (id, fact.id, other))

    def _alike(self, kind: Kind) -> list[int]:
        """Return the items of a kind most similar to the question, by vector and by words."""
        most = self.how.max_near
        hits = [*keyword_hits(self.view, self.query, most, (kind,))[kind]]
        if self.how.similarity:
            hits += dense_hits(self.view, self.query, most, (kind,)).get(kind, [])
        return sorted({id for id, _ in hits})

    def rarity(self, group: int) -> float:
        """Return the scaled inverse document frequency of a group's commonest entity, in (0, 1]."""
        return min(map(self._rarity, self.groups[group]))

    def rarity_of(self, entities: Sequence[int]) -> list[float]:
        """Return scaled inverse document frequencies; at most `max_edges` edges count."""
        self.ground.steps(entities)
        return [self._rarity(id) for id in entities]

    def _rarity(self, id: int) -> float:
        if id not in self._known:
            having = len({step.said for step in self.ground.steps([id])[0]})
            self._known[id] = idf(having, self._total) / idf(1, self._total)
        return self._known[id]

    def likeness(self, ids: Sequence[int]) -> list[float]:
        """Return what the similarity to the question's vector adds to each score."""
        return self._rows.likeness(ids, self.query.vector, self.how.similarity)

    def dates(self, ids: Sequence[int]) -> list[int]:
        """Return how many of the question's periods contain each item; reads no rows if none."""
        periods = self.query.periods
        if not periods:
            return [0] * len(ids)
        return [_dates_of(item, periods) for item in self.view.items(ids)]

    def scored(
        self, ids: Sequence[int], kind: Kind, joins: Sequence[float], paths: Sequence[Path]
    ) -> list[Found]:
        """Return items scored by joins, dates and similarity, in input order."""
        parts = zip(ids, joins, self.dates(ids), self.likeness(ids), paths, strict=True)
        return [Found(id, kind, join + date + like, path) for id, join, date, like, path in parts]


def _dates_of(item: Item, periods: Sequence[tuple[Time | None, Time | None]]) -> int:
    """Return the number of periods that contain an episode's time or a statement's start."""
    assert not isinstance(item, Entity), item
    at = item.at if isinstance(item, Episode) else item.valid_from
    if at is None:
        return 0
    return sum(_within(at, first, last) for first, last in periods)


def _within(at: Time, first: Time | None, last: Time | None) -> bool:
    """Return whether a time is in a half-open period; False if the period is on another axis."""
    if any(bound is not None and axis_of(bound) is not axis_of(at) for bound in (first, last)):
        return False
    return order_key(first) <= order_key(at) and (last is None or order_key(at) < order_key(last))
