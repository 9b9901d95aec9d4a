"""Passages about what the best passages name: the second half of a question that needs two.

"Where was the director of Last Rampage born?" is like the passage about the film, and hardly like
the one about its director; but the first names him, and the second is what is most like his name.
Ours; kin to multi-hop dense retrieval (Xiong et al., arXiv 2009.12756), where a language model
words the second query: here the entities of a passage are the second queries, and the vectors of
their names are there already.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from clew.errors import UsageError
from clew.graph.types import Episode, Kind
from clew.graph.view import Hit, View
from clew.recall.base import Found, Limits, Part, Query, Scored, best_first, finish
from clew.recall.bm25 import stem, terms
from clew.recall.fuse import min_max_fusion
from clew.recall.search.dense import dense_hits
from clew.recall.search.keyword import keyword_hits
from clew.text import words

__all__ = ["Bridge"]

_READ = 32
"""Entities whose episodes are read together, until there are enough of few."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bridge:
    """Episodes by words and vectors, then those about the entities that the best of them name.

    1. Words and vectors are fused by scaled scores (`min_max_fusion`), the words at `words`, the
       vectors at the rest of 1.
    2. The words of the question that the best episode lacks are asked again, alone, at `rest`:
       of two things that a question compares, the rarer name would else take all places.
    3. The scores, over the best one, are the ground. Each of the best `sources` episodes hands
       its own score on to the `about` episodes nearest to the vector of each entity it holds,
       times `hop`, times the square of their cosine, times `unlinked` where the graph does not
       join entity and episode. An episode gets the most that any hands it, on top of its ground.

    Entities that the question names lead nowhere new and are not followed, nor are those of
    more than `hub` episodes; `entities` are followed at most, those of the best source first, and
    of one source those that were known first. So a search is two full-text queries and one
    product with `entities` rows, whatever the memory holds.

    A memory without vectors, or a query that skips entities, has only the ground.

    Raises:
        UsageError: a number is out of its range.
    """

    words: float = 0.4
    """Share of the keyword ranking beside the dense one, in [0, 1]."""
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
        """Return the best `limits.k` episodes; none where episodes are not wanted.

        The path of an episode is itself, or the source, the entity and itself where these gave
        it more than its own ground. `parts` show every channel.
        """
        if Kind.EPISODE not in query.wanted:
            return []
        channels, ground = self._ground(view, query, limits.candidates)
        handed: list[Found] = []
        if self.hop:
            handed = self.search(view, query, ground)
        channels["bridge"] = [(one.id, one.score) for one in handed]
        return finish(view, query, limits, _sums(ground, handed, channels), "bridge")

    def _ground(
        self, view: View, query: Query, candidates: int
    ) -> tuple[dict[str, list[Hit]], list[Found]]:
        """Return the flat channels, and the episodes by them, best first, the best at 1."""
        kinds = (Kind.EPISODE,)
        channels = {
            "keyword": keyword_hits(view, query, candidates, kinds)[Kind.EPISODE],
            "dense": dense_hits(view, query, candidates, kinds).get(Kind.EPISODE, []),
        }
        weights = {"keyword": self.words, "dense": 1.0 - self.words, "rest": self.rest}
        floors = {"keyword": 0.0, "rest": 0.0}
        fused = min_max_fusion(channels, weights, floors)
        if self.rest and fused:
            (best,) = view.items([fused[0].id])
            assert isinstance(best, Episode)
            lacking = replace(query, text=_lacking(query.text, best.text))
            channels["rest"] = keyword_hits(view, lacking, candidates, kinds)[Kind.EPISODE]
            fused = min_max_fusion(channels, weights, floors)
        top = fused[0].score if fused else 0.0
        ground = [Found(one.id, Kind.EPISODE, one.score / top) for one in fused if one.score > 0]
        return channels, ground

    def search(self, view: View, query: Query, ground: Sequence[Found]) -> list[Found]:
        """Return the episodes that are handed a score: the most of it and its way, best first.

        Args:
            view: where the graph is.
            query: its linked entities are not followed; with entities skipped none is.
            ground: episodes, best first, the best at 1; the first `sources` hand on.
        """
        sources = ground[: self.sources]
        if not sources or Kind.ENTITY in query.skip:
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
        held = view.links([one.id for one in sources], (Kind.EPISODIC,))
        for source, links in zip(sources, held, strict=True):
            several = {link.other for link in links if link.far is Kind.ENTITY}
            for id in sorted(several - named):
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
        """Yield those of the entities that few episodes hold, in order, with these."""
        for first in range(0, len(ids), _READ):
            some = ids[first : first + _READ]
            linked = zip(some, view.links(some, (Kind.EPISODIC,), self.hub + 1), strict=True)
            for id, links in linked:
                if len(links) <= self.hub:
                    yield id, {link.other for link in links}


class _Entity(NamedTuple):
    """An entity on the way from episodes to episodes."""

    id: int
    sources: list[Found]
    """The sources that hold it, best first."""
    episodes: set[int]
    """All episodes that hold it."""
    near: list[Hit]
    """The episodes nearest to its name, with their cosines."""


def _lacking(question: str, text: str) -> str:
    """Return the words of a question that a text has not, by their stems, in order."""
    there = set(terms(text))
    return " ".join(word for word in words(question) if stem(word) not in there)


def _sums(
    ground: Sequence[Found], handed: Sequence[Found], channels: Mapping[str, Sequence[Hit]]
) -> list[Found]:
    """Return the sums of ground and what was handed, best first, with their channels as parts."""
    parts: dict[int, list[Part]] = {}
    for name in sorted(channels):
        for rank, (id, score) in enumerate(channels[name], 1):
            parts.setdefault(id, []).append((name, rank, score))
    own = {one.id: one.score for one in ground}
    extra = {one.id: one for one in handed}
    found = []
    for id in own.keys() | extra.keys():
        alone, hop = own.get(id, 0.0), extra.get(id)
        score = alone + (hop.score if hop else 0.0)
        path = hop.path if hop and hop.score > alone else (id,)
        found.append(Found(id, Kind.EPISODE, score, path, tuple(parts[id])))
    return best_first(found)
