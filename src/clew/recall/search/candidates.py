"""The candidates of a search as arrays, which become rows only as far as they are asked for."""

from collections.abc import Iterator, Mapping, Sequence

import numpy as np

from clew.graph.types import TEXT_KINDS, Kind
from clew.recall.base import Found, Part
from clew.recall.search.fusion import Ranking

__all__ = ["Candidates"]


class Candidates:
    """A fused ranking of channels named `channel:kind`, to which a last one may be added.

    Iterating gives the candidates best first, ties by ascending id.

    Args:
        ranking: the fused channels.
        paths: how items were reached; one that is not in it was hit directly.
    """

    def __init__(self, ranking: Ranking, paths: Mapping[int, tuple[int, ...]]) -> None:
        self._ranking, self._paths = ranking, paths
        kinds = np.array([TEXT_KINDS.index(_kind(name)) for name in ranking.names], np.int64)
        first = (ranking.ranks > 0).argmax(axis=1) if len(kinds) else np.zeros(0, np.int64)
        self._kinds = kinds[first]
        self._added: dict[int, tuple[Part, Found]] = {}

    def scaled(self, kind: Kind, most: int) -> list[Found]:
        """Return the best of a kind with a score above 0, over the score of the best."""
        ranking = self._ranking
        places = np.flatnonzero((self._kinds == TEXT_KINDS.index(kind)) & (ranking.scores > 0))
        top = float(ranking.scores[places[0]]) if len(places) else 1.0
        return [
            Found(id, kind, float(ranking.scores[place]) / top, self._path(id))
            for place, id in zip(places[:most], ranking.ids[places[:most]].tolist(), strict=True)
        ]

    def add(self, found: Sequence[Found], kind: Kind, channel: str) -> None:
        """Add scores, relative to the best of a kind so far, as the first part of the items."""
        places = np.flatnonzero(self._kinds == TEXT_KINDS.index(kind))
        top = float(self._ranking.scores[places[0]]) if len(places) else 0.0
        for rank, one in enumerate(found, 1):
            worth = Found(one.id, kind, top * one.score, one.path)
            self._added[one.id] = ((channel, rank, one.score), worth)

    def __iter__(self) -> Iterator[Found]:
        ranking, added = self._ranking, self._added
        ids, scores = ranking.ids, ranking.scores.copy()
        wanted = np.array([*added], np.int64)
        old = np.flatnonzero(np.isin(ids, wanted))
        scores[old] += [added[id][1].score for id in ids[old].tolist()]
        new = np.array(sorted(added.keys() - set(ids[old].tolist())), np.int64)
        every = np.concatenate([ids, new])
        marks = np.concatenate([scores, [0.0 + added[id][1].score for id in new.tolist()]])
        for place in np.lexsort((every, -marks)).tolist():
            yield self._found(place, int(every[place]), float(marks[place]))

    def _found(self, place: int, id: int, score: float) -> Found:
        if place >= len(self._ranking.ids):
            part, extra = self._added[id]
            return Found(id, extra.kind, score, extra.path, (part,))
        kind, parts = TEXT_KINDS[self._kinds[place]], self._ranking.parts(place)
        if id not in self._added:
            return Found(id, kind, score, self._path(id), parts)
        part, extra = self._added[id]
        more = extra.score > float(self._ranking.scores[place])
        return Found(id, kind, score, extra.path if more else self._path(id), (part, *parts))

    def _path(self, id: int) -> tuple[int, ...]:
        return self._paths.get(id, (id,))


def _kind(name: str) -> Kind:
    return Kind(name.partition(":")[2])
