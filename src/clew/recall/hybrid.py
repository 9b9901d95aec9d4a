"""The default recipe: words, vectors and graph over facts, theses and episodes, then one fusion."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from clew.errors import UsageError
from clew.graph.types import Kind
from clew.graph.view import Hit, View
from clew.recall.base import Found, Limits, Query, Scored, finish
from clew.recall.dense import dense_hits
from clew.recall.expand import Expand
from clew.recall.fuse import Fused, min_max_fusion, reciprocal_rank_fusion
from clew.recall.keyword import keyword_hits

__all__ = ["Hybrid"]

_SEEDS = (Kind.FACT, Kind.THESIS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hybrid:
    """Keyword and dense hits of every kind, what the graph holds around them, fused.

    1. `keyword` and `dense` rank each wanted kind by itself; the two rankings are fused.
    2. The best `seeds` facts and theses, and the linked entities, are expanded: channel `graph`.
    3. All channels are fused, named `keyword:fact`, `dense:episode`, `graph:thesis`, ...

    Scores are fused after scaling (`min_max_fusion`), which beat reciprocal ranks on LoCoMo
    (clew.bench.locomo); `rank_fusion=True` takes reciprocal ranks. Without a vector the dense
    channels are empty; the rest stays as it is.
    """

    weights: Mapping[str, float] = field(
        default_factory=lambda: {"keyword": 1.0, "dense": 1.0, "graph": 0.3}
    )
    """By channel; multiplied with `kind_weights`."""
    kind_weights: Mapping[Kind, float] = field(default_factory=dict)
    """By kind, 1.0 where not named."""
    rank_fusion: bool = False
    seeds: int = 10
    expand: Expand | None = field(default_factory=Expand)
    """`None` leaves the graph out."""

    def __post_init__(self) -> None:
        if self.seeds < 0:
            raise UsageError(f"seeds is 0 or more; got {self.seeds!r}")

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best `limits.k` of all wanted kinds; `parts` shows every channel."""
        channels, kinds = self._flat(view, query, limits)
        paths: dict[int, tuple[int, ...]] = {}
        if self.expand is not None:
            seeds = self._seeds(channels, kinds)
            reached = self.expand.search(view, query, seeds)
            for kind in _SEEDS:
                if kind in query.wanted:
                    few = [one for one in reached if one.kind is kind][: limits.candidates]
                    channels[f"graph:{kind}"] = [(one.id, one.score) for one in few]
                    kinds.update((one.id, kind) for one in few)
                    paths.update((one.id, one.path) for one in few)
        found = (
            Found(one.id, kinds[one.id], one.score, _path(one, paths), one.parts)
            for one in self._fuse(channels)
        )
        return finish(view, query, limits, found, "hybrid")

    def _flat(
        self, view: View, query: Query, limits: Limits
    ) -> tuple[dict[str, list[Hit]], dict[int, Kind]]:
        channels: dict[str, list[Hit]] = {}
        kinds: dict[int, Kind] = {}
        words = keyword_hits(view, query, limits.candidates)
        near = dense_hits(view, query, limits.candidates)
        for name, by_kind in (("keyword", words), ("dense", near)):
            for kind, hits in by_kind.items():
                channels[f"{name}:{kind}"] = hits
                kinds.update((id, kind) for id, _ in hits)
        return channels, kinds

    def _seeds(self, channels: Mapping[str, list[Hit]], kinds: Mapping[int, Kind]) -> list[Found]:
        said = [one for one in self._fuse(channels) if kinds[one.id] in _SEEDS][: self.seeds]
        top = max((one.score for one in said), default=0.0)
        return [Found(one.id, kinds[one.id], one.score / top if top > 0 else 1.0) for one in said]

    def _fuse(self, channels: Mapping[str, list[Hit]]) -> list[Fused]:
        weights = {}
        for name in channels:
            channel, _, kind = name.partition(":")
            weights[name] = self.weights.get(channel, 1.0) * self.kind_weights.get(Kind(kind), 1.0)
        if self.rank_fusion:
            return reciprocal_rank_fusion(channels, weights)
        floors = {name: 0.0 for name in channels if not name.startswith("dense:")}
        return min_max_fusion(channels, weights, floors)


def _path(one: Fused, paths: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    """A direct hit is its own path; the graph's path explains what only the graph found."""
    if all(channel.startswith("graph:") for channel, _, _ in one.parts):
        return paths[one.id]
    return (one.id,)
