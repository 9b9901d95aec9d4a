"""The candidates of a search as arrays, which become rows only as far as they are asked for."""

from collections.abc import Callable, Iterator, Sequence

import numpy as np

from clew.graph.types import TEXT_KINDS, Kind
from clew.recall.base import Found, Part
from clew.recall.search.fusion import Ranking

__all__ = ["Candidates"]

_AT_ONCE = 64


class Candidates:
    """A fused ranking of channels named `channel:kind`, to which a last one may be added.

    Iterating gives the candidates best first, ties by ascending id.

    Args:
        ranking: the fused channels.
        path: returns how an item was reached.
    """

    def __init__(self, ranking: Ranking, path: Callable[[int], tuple[int, ...]]) -> None:
        self._ranking, self._path = ranking, path
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
        old = np.flatnonzero((ids[:, None] == wanted).any(axis=1))
        listed = ids[old].tolist()
        scores[old] += [added[id][1].score for id in listed]
        new = np.array(sorted(added.keys() - set(listed)), np.int64)
        every = np.concatenate([ids, new])
        marks = np.concatenate([scores, [0.0 + added[id][1].score for id in new.tolist()]])
        order = np.lexsort((every, -marks))
        for start in range(0, len(order), _AT_ONCE):
            some = order[start : start + _AT_ONCE]
            parts = ranking.parts_of(some[some < len(ids)])
            for place, id, score in zip(
                some.tolist(), every[some].tolist(), marks[some].tolist(), strict=True
            ):
                yield self._found(place, id, score, next(parts) if place < len(ids) else ())

    def _found(self, place: int, id: int, score: float, parts: tuple[Part, ...]) -> Found:
        if id not in self._added:
            return Found(id, TEXT_KINDS[self._kinds[place]], score, self._path(id), parts)
        part, extra = self._added[id]
        if place >= len(self._ranking.ids):
            return Found(id, extra.kind, score, extra.path, (part,))
        more = extra.score > float(self._ranking.scores[place])
        path = extra.path if more else self._path(id)
        return Found(id, TEXT_KINDS[self._kinds[place]], score, path, (part, *parts))


def _kind(name: str) -> Kind:
    return Kind(name.partition(":")[2])
