"""Two-hop retrieval: adds passages about the entities that the best passages name.

"Where was the director of Last Rampage born?" is similar to the passage about the film and hardly
to the one about its director; but the first names him, and the second is the one most similar to
his name. Our own method, related to multi-hop dense retrieval (Xiong et al., arXiv 2009.12756),
which learns to form the second query: here the entities of a passage are the second queries, and
the vectors of their names are stored already.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from clew.errors import UsageError
from clew.graph.types import Kind
from clew.graph.view import Hit, View
from clew.recall.base import Found, Limits, Query, Scored, best_first, finish
from clew.recall.search.flat import dense_hits, keyword_hits, rest_hits
from clew.recall.search.fusion import min_max_fusion

__all__ = ["Bridge"]

_READ = 32
"""Entities whose episodes are read together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridge:
    """Episodes by words and vectors, then those about entities that the best of them mention.

    1. Words and vectors are fused by scaled scores (`min_max_fusion`), with the weights `words` and
       `1 - words`.
    2. The question's words missing from the best episode that the asker does not have yet are
       searched again, alone, with the weight `rest` (`rest_hits`).
    3. The fused scores over the best one are the base scores ("ground"). Each of the best `sources`
       episodes passes its score to the `about` episodes nearest to the vector of each entity it
       mentions, times `hop`, times the squared cosine, times `unlinked` if the graph does not join
       entity and episode. An episode adds the maximum it receives to its base score.

    Entities named in the question and entities of more than `hub` episodes are not followed. At
    most `entities` are followed, those of the best source first, then by id. So whatever the size
    of the memory, a search is two full-text queries and one product with `entities` rows.

    In a memory without vectors, or for a query that skips entities, only the base scores count.

    Raises:
        UsageError: a number is out of range.
    """

    words: float = 0.4
    """Weight of the keyword ranking, in [0, 1]; the dense one has the rest."""
    rest: float = 0.2
    hop: float = 1.5
    sources: int = 5
    entities: int = 16
    about: int = 2
    unlinked: float = 0.5
    hub: int = 32

    def __post_init__(self) -> None:
        if not 0 <= self.words <= 1 or not 0 <= self.unlinked <= 1:
            raise UsageError(f"words and unlinked are shares, 0 to 1; got {self!r}")
        if not (0 <= self.rest < math.inf and 0 <= self.hop < math.inf):
            raise UsageError(f"rest and hop are finite and 0 or more; got {self!r}")
        if min(self.sources, self.entities, self.about, self.hub) < 1:
            raise UsageError(f"numbers of things are 1 or more; got {self!r}")

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best `limits.k` episodes; none if episodes are not wanted.

        The path of an episode is itself, or (source, entity, itself) if these gave it more than
        its base score. `parts` shows every channel.
        """
        if Kind.EPISODE not in query.wanted:
            return []
        ground = self._ground(view, query, limits.candidates)
        found = [one for one in self.lead(view, query, ground, "bridge") if one.score > 0]
        return finish(view, query, limits, found, "bridge")

    def _ground(self, view: View, query: Query, candidates: int) -> list[Found]:
        """Return the episodes ranked by words and vectors, the best scoring 1."""
        kinds = (Kind.EPISODE,)
        channels = {
            "keyword": keyword_hits(view, query, candidates, kinds)[Kind.EPISODE],
            "dense": dense_hits(view, query, candidates, kinds).get(Kind.EPISODE, []),
        }
        weights = {"keyword": self.words, "dense": 1.0 - self.words, "rest": self.rest}
        floors = {"keyword": 0.0, "rest": 0.0}
        fused = min_max_fusion(channels, weights, floors)
        if self.rest:
            channels["rest"] = rest_hits(view, query, candidates, [one.id for one in fused])
            fused = min_max_fusion(channels, weights, floors)
        top = fused[0].score if fused and fused[0].score > 0 else 1.0
        return [Found(one.id, Kind.EPISODE, one.score / top, (one.id,), one.parts) for one in fused]

    def lead(self, view: View, query: Query, found: Sequence[Found], channel: str) -> list[Found]:
        """Return candidates with the scores that their best episodes pass on, best first.

        Episodes that only receive a score are added. The passed score is a part of the sum, under
        the name of the channel.
        """
        episodes = [one for one in found if one.kind is Kind.EPISODE and one.score > 0]
        if not episodes:
            return list(found)
        top = episodes[0].score
        ground = [replace(one, score=one.score / top) for one in episodes]
        every = {one.id: one for one in found}
        for rank, hop in enumerate(self.search(view, query, ground), 1):
            old = every.get(hop.id, Found(hop.id, Kind.EPISODE, 0.0, hop.path))
            path = hop.path if top * hop.score > old.score else old.path
            parts = ((channel, rank, hop.score), *old.parts)
            every[hop.id] = replace(old, score=old.score + top * hop.score, path=path, parts=parts)
        return best_first(every.values())

    def search(self, view: View, query: Query, ground: Sequence[Found]) -> list[Found]:
        """Return the episodes that receive a score, with its maximum and path, best first.

        Args:
            view: the view to read the graph from.
            query: its linked entities are not followed; with entities skipped none are.
            ground: episodes, best first, the best scoring 1; the first `sources` pass scores on.
        """
        sources = ground[: self.sources]
        if not sources or not self.hop or Kind.ENTITY in query.skip:
            return []
        best: dict[int, Found] = {}
        for entity in self._entities(view, query, sources):
            for source in entity.sources:
                others = (hit for hit in entity.near if hit[0] != source.id)
                for id, cosine in islice(others, self.about):
                    joined = 1.0 if id in entity.episodes else self.unlinked
                    score = self.hop * source.score * joined * max(cosine, 0.0) ** 2
                    if score > (best[id].score if id in best else 0.0):
                        best[id] = Found(id, Kind.EPISODE, score, (source.id, entity.id, id))
        return best_first(best.values())

    def _entities(self, view: View, query: Query, sources: Sequence[Found]) -> list["_Entity"]:
        """Return the entities to follow, those of the best source first, then by id."""
        named = set(query.linked)
        holders: dict[int, list[Found]] = {}
        held = view.others([one.id for one in sources], (Kind.EPISODIC,), Kind.ENTITY)
        for source, several in zip(sources, held, strict=True):
            for id in several:
                if id not in named:
                    holders.setdefault(id, []).append(source)
        chosen = dict(islice(self._few(view, list(holders)), self.entities))
        vectors = view.vectors(list(chosen))
        if not vectors.size:
            return []
        near = view.nearest(vectors, self.about + 1, kind=Kind.EPISODE)
        return [
            _Entity(id, holders[id], episodes, hits)
            for (id, episodes), hits in zip(chosen.items(), near, strict=True)
        ]

    def _few(self, view: View, ids: Sequence[int]) -> Iterator[tuple[int, set[int]]]:
        """Yield, in order, the entities in at most `hub` episodes, with these episodes."""
        for first in range(0, len(ids), _READ):
            some = ids[first : first + _READ]
            told = view.others(some, (Kind.EPISODIC,), Kind.EPISODE, self.hub)
            for id, episodes in zip(some, told, strict=True):
                if len(episodes) <= self.hub:
                    yield id, {*episodes}


class _Entity(NamedTuple):
    """An entity that leads from episodes to other episodes."""

    id: int
    sources: list[Found]
    """The sources that mention it, best first."""
    episodes: set[int]
    """All episodes that mention it."""
    near: list[Hit]
    """The episodes nearest to its name, with their cosines."""
