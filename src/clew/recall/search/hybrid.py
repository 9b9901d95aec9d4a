"""The default retriever: fuses words, vectors and graph over facts, theses and episodes."""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from clew.errors import UsageError
from clew.graph.types import Kind
from clew.graph.view import Hit, View
from clew.recall.base import Found, Limits, Query, Scored, best_first, finish, tally
from clew.recall.fuse import Fused, min_max_fusion, reciprocal_rank_fusion
from clew.recall.search.bridge import Bridge
from clew.recall.search.dense import dense_hits
from clew.recall.search.expand import Expand
from clew.recall.search.keyword import keyword_hits

__all__ = ["Hybrid"]

_STATEMENTS = (Kind.FACT, Kind.THESIS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hybrid:
    """Keyword and dense hits of every kind and their neighbourhood in the graph, fused.

    1. `keyword` and `dense` rank each kind separately: the wanted kinds, and always facts and
       theses (unless skipped), because they lead to the wanted items.
    2. The fused statements vote for their source episodes: channel `votes`.
    3. The best `seeds` statements and the linked entities are expanded: channel `graph`.
    4. All channels are fused, named `keyword:fact`, `dense:episode`, `graph:thesis`, ...

    Scores are fused after scaling (`min_max_fusion`, BM25 from 0), which beats reciprocal ranks
    (`rank_fusion=True`) by about seven points of evidence recall@10 on LoCoMo; the votes add two
    to six more (experiments.locomo). Without a vector the dense channels are empty.
    """

    weights: Mapping[str, float] = field(
        default_factory=lambda: {"keyword": 1.0, "dense": 1.0, "votes": 0.7, "graph": 0.3}
    )
    """By channel, 1.0 by default."""
    kind_weights: Mapping[Kind, float] = field(default_factory=dict)
    """By kind, 1.0 by default; multiplied with `weights`."""
    rank_fusion: bool = False
    voters: int = 30
    """Number of statements that vote, best first."""
    seeds: int = 10
    """Number of statements that are expanded, best first."""
    expand: Expand | None = field(default_factory=Expand)
    """`None` disables the graph channel."""
    bridge: Bridge | None = None
    """Passes the scores of the best episodes to episodes about entities they mention
    (`Bridge.search`), as channel `bridge` on top of the fusion; `None` disables it."""

    def __post_init__(self) -> None:
        if self.seeds < 0 or self.voters < 0:
            raise UsageError(f"seeds and voters are 0 or more; got {self.seeds}, {self.voters}")

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best `limits.k` of all wanted kinds; `parts` shows every channel."""
        channels, kinds = _flat(view, query, limits)
        said = self._statements(channels, kinds)
        paths: dict[int, tuple[int, ...]] = {}
        if Kind.EPISODE in query.wanted:
            backed = _votes(view, query, said[: self.voters])[: limits.candidates]
            channels["votes:episode"] = [(one.id, one.score) for one in backed]
            _note(backed, kinds, paths)
        wanted = [kind for kind in _STATEMENTS if kind in query.wanted]
        if self.expand is not None and wanted:
            reached = self.expand.search(view, query, said[: self.seeds])
            for kind in wanted:
                few = [one for one in reached if one.kind is kind][: limits.candidates]
                channels[f"graph:{kind}"] = [(one.id, one.score) for one in few]
                _note(few, kinds, paths)
        found: Iterable[Found] = (
            Found(one.id, kinds[one.id], one.score, _path(one, paths), one.parts)
            for one in self._fuse(channels)
        )
        if self.bridge is not None and Kind.EPISODE in query.wanted:
            found = _bridged(self.bridge, view, query, list(found))
        return finish(view, query, limits, found, "hybrid")

    def _statements(
        self, channels: Mapping[str, list[Hit]], kinds: Mapping[int, Kind]
    ) -> list[Found]:
        """Return the facts and theses of the flat channels that vote or are expanded.

        Best first, with scores in [0, 1].
        """
        stated = {
            name: hits for name, hits in channels.items() if name.endswith((":fact", ":thesis"))
        }
        said = self._fuse(stated)[: max(self.voters, self.seeds)]
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


def _flat(view: View, query: Query, limits: Limits) -> tuple[dict[str, list[Hit]], dict[int, Kind]]:
    """Return the keyword and dense channels, and the kind of every id in them."""
    searched = tuple(dict.fromkeys((*query.wanted, *_STATEMENTS)))
    searched = tuple(kind for kind in searched if kind not in query.skip)
    channels: dict[str, list[Hit]] = {}
    kinds: dict[int, Kind] = {}
    for name, flat in (("keyword", keyword_hits), ("dense", dense_hits)):
        for kind, hits in flat(view, query, limits.candidates, searched).items():
            channels[f"{name}:{kind}"] = hits
            kinds.update((id, kind) for id, _ in hits)
    return channels, kinds


def _votes(view: View, query: Query, said: Sequence[Found]) -> list[Found]:
    """Return the source episodes of statements, best first; the path names the best statement."""
    linked = view.links([one.id for one in said], (Kind.EPISODIC,))
    votes: dict[int, list[float]] = {}
    first: dict[int, int] = {}
    for one, links in zip(said, linked, strict=True):
        episodes = sorted({link.other for link in links})
        for episode in episodes:
            if episode not in query.recent:
                votes.setdefault(episode, []).append(one.score / math.sqrt(len(episodes)))
                first.setdefault(episode, one.id)
    return [Found(id, Kind.EPISODE, score, (first[id], id)) for id, score in tally(votes)]


def _bridged(bridge: Bridge, view: View, query: Query, found: Sequence[Found]) -> list[Found]:
    """Return the candidates with the scores passed on by the bridge, and the episodes it adds."""
    episodes = [one for one in found if one.kind is Kind.EPISODE and one.score > 0]
    if not episodes:
        return list(found)
    top = episodes[0].score
    ground = [replace(one, score=one.score / top) for one in episodes]
    every = {one.id: one for one in found}
    for rank, hop in enumerate(bridge.search(view, query, ground), 1):
        part = ("bridge:episode", rank, hop.score)
        old = every.get(hop.id, Found(hop.id, Kind.EPISODE, 0.0, hop.path))
        path = hop.path if top * hop.score > old.score else old.path
        every[hop.id] = replace(
            old, score=old.score + top * hop.score, path=path, parts=(part, *old.parts)
        )
    return best_first(every.values())


def _note(
    found: Sequence[Found], kinds: dict[int, Kind], paths: dict[int, tuple[int, ...]]
) -> None:
    kinds.update((one.id, one.kind) for one in found)
    paths.update((one.id, one.path) for one in found)


def _path(one: Fused, paths: Mapping[int, tuple[int, ...]]) -> tuple[int, ...]:
    """Return an item's path: itself for a direct hit, else the path from votes or graph."""
    if any(channel.startswith(("keyword:", "dense:")) for channel, _, _ in one.parts):
        return (one.id,)
    return paths[one.id]
