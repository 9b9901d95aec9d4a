"""Walking the graph outwards from what was found: facts and theses a few hops from the seeds.

One hop goes from an entity to the statements about it and on to their other entities. Episodes
are not walked through: all that one text mentions is neighbour of all else in it, which is
mostly coincidence. Validity is the view's: an edge that does not hold is not there.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import numpy as np

from clew.errors import UsageError
from clew.graph.types import Fact, Kind, Link, Thesis
from clew.graph.view import View
from clew.recall.base import Found, Limits, Query, Scored, best_first, finish

__all__ = ["Expand"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Expand:
    """Statements within `hops` of the linked entities (`retrieve`) or of any seeds (`search`).

    A statement scores its seed's score, times `decay` for every hop after the first, times
    `1 / (1 + ln(degree))` for every entity on the way, over its best path: what hangs on an
    entity with a thousand edges says little. Where the query has a vector the score is further
    multiplied by `(1 + cosine) / 2`, because all edges of one entity are otherwise equal.

    Bounds, so that the work does not grow with the memory: at most `frontier` entities are
    followed on each hop (the best), at most `fan_out` edges of each (the newest), an entity with
    more than `hub` edges is followed only if the question names it, and the best `reach`
    statements by their place in the graph are compared with the query's vector.
    """

    hops: int = 2
    decay: float = 0.5
    frontier: int = 32
    fan_out: int = 128
    hub: int = 1000
    reach: int = 512

    def __post_init__(self) -> None:
        if min(self.hops, self.frontier, self.fan_out, self.hub, self.reach) < 1:
            raise UsageError(f"hops and all bounds are at least 1; got {self!r}")
        if not 0 < self.decay <= 1:
            raise UsageError(f"decay is in (0, 1]; got {self.decay!r}")

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best statements around `query.entities`; none when nothing is linked."""
        return finish(view, query, limits, self.search(view, query, ()), "graph")

    def search(self, view: View, query: Query, seeds: Sequence[Found]) -> list[Found]:
        """Return every statement reached, best first, ties by ascending id.

        Args:
            view: where the graph is.
            query: `entities` are seeds of score 1; `skip` says what is not walked through
                (skipping entities leaves nothing to walk).
            seeds: facts, theses and entities with scores in [0, 1]; others are ignored. Seeds
                that are reached from another seed, or from their own ends, are returned too.
        """
        kinds = [Kind.FACT] if Kind.THESIS in query.skip else [Kind.FACT, Kind.MENTION]
        frontier = {} if Kind.ENTITY in query.skip else _start(view, query, seeds)
        best: dict[int, Found] = {}
        followed: set[int] = set()
        for hop in range(self.hops):
            chosen = best_first(frontier.values())[: self.frontier]
            followed.update(one.id for one in chosen)
            reached, onward = self._hop(view, query, chosen, kinds)
            for one in reached:
                _keep_best(best, one)
            if hop + 1 < self.hops:
                onward += self._mentioned(view, reached)
                frontier = {}
                for one in onward:
                    if one.id not in followed:
                        _keep_best(frontier, replace(one, score=one.score * self.decay))
        return _by_similarity(view, query, best_first(best.values())[: self.reach])

    def _hop(
        self, view: View, query: Query, chosen: Sequence[Found], kinds: Sequence[Kind]
    ) -> tuple[list[Found], list[Found]]:
        """Return the statements of the chosen entities, and the far ends of the facts."""
        statements: list[Found] = []
        ends: list[Found] = []
        named = set(query.linked)
        for entity, links in zip(chosen, view.links([e.id for e in chosen], kinds), strict=True):
            if len(links) > self.hub and entity.id not in named:
                continue
            score = entity.score / (1.0 + math.log(max(len(links), 1)))
            for link in links[-self.fan_out :]:
                one = _statement(entity, link, score)
                statements.append(one)
                if link.kind is Kind.FACT:
                    ends.append(Found(link.other, Kind.ENTITY, score, (*one.path, link.other)))
        return statements, ends

    def _mentioned(self, view: View, reached: Iterable[Found]) -> list[Found]:
        """Return the entities of the best theses reached: more would not fit the frontier."""
        theses: dict[int, Found] = {}
        for one in reached:
            if one.kind is Kind.THESIS:
                _keep_best(theses, one)
        chosen = best_first(theses.values())[: self.frontier]
        return [
            Found(link.other, Kind.ENTITY, one.score, (*one.path, link.other))
            for one, links in zip(
                chosen, view.links([one.id for one in chosen], (Kind.MENTION,)), strict=True
            )
            for link in links
        ]


def _statement(entity: Found, link: Link, score: float) -> Found:
    is_fact = link.kind is Kind.FACT
    id = link.edge if is_fact else link.other
    return Found(id, Kind.FACT if is_fact else Kind.THESIS, score, (*entity.path, id))


def _start(view: View, query: Query, seeds: Sequence[Found]) -> dict[int, Found]:
    """Return the entities to set out from: those linked, and the ends of the seeds."""
    frontier = {id: Found(id, Kind.ENTITY, 1.0, (id,)) for id in query.linked}
    for seed in seeds:
        if seed.kind is Kind.ENTITY:
            _keep_best(frontier, replace(seed, path=(seed.id,)))
    said = [seed for seed in seeds if seed.kind in {Kind.FACT, Kind.THESIS} - query.skip]
    for seed, item in zip(said, view.items([seed.id for seed in said]), strict=True):
        for end in _ends(item):
            _keep_best(frontier, Found(end, Kind.ENTITY, seed.score, (seed.id, end)))
    return frontier


def _ends(item: object) -> tuple[int, ...]:
    if isinstance(item, Fact):
        return tuple(dict.fromkeys((item.subject, item.object)))
    return item.entities if isinstance(item, Thesis) else ()


def _keep_best(best: dict[int, Found], one: Found) -> None:
    if one.id not in best or one.score > best[one.id].score:
        best[one.id] = one


def _by_similarity(view: View, query: Query, found: list[Found]) -> list[Found]:
    if query.vector is None or not found:
        return found
    cosines = np.asarray(view.vectors([one.id for one in found]) @ query.vector, dtype=np.float64)
    near = ((1.0 + np.clip(cosines, -1.0, 1.0)) / 2.0).tolist()
    return best_first(
        replace(one, score=one.score * share) for one, share in zip(found, near, strict=True)
    )
