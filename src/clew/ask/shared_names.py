"""Passages that share a rare name with the question or with the best passages.

A question of several steps is answered by passages that are nothing like it. "Which county borders
the one in which Johnnycake is?" leads to a passage about Johnnycake, which names a county, and on
to the only other passage that names it. So a name that few passages share is itself a reason to
show them, whatever they look like. Retrieval ranks what is like the question or about what the best
passages name (`clew.recall.search.bridge`); the evidence has room for more.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from clew.graph.types import Kind
from clew.graph.view import View
from clew.recall.base import Query, Scored
from clew.recall.linking import find_names

__all__ = ["SharedNames"]

Name: TypeAlias = tuple[int, ...]
"""All entities that one name may mean."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedNames:
    """Raises passages that share a name, and adds those that were not found.

    A passage's score relative to the best is raised by the largest of: `asked`, over the number of
    passages with a name of the question; and, for each name in one of the best `sources` passages,
    `onward` times the score of that passage, over the number of other passages with that name. The
    numbers are taken to the power `spread`. A name within such a name ("Hiran region of Somalia")
    counts `within` times as much. Names in more than `most` passages say nothing; all entities
    that one name may mean count as one.

    Chosen on the even questions of MuSiQue and 2WikiMultihopQA; flat around these values.
    """

    asked: float = 0.5
    onward: float = 0.6
    within: float = 0.5
    spread: float = 0.7
    sources: int = 5
    most: int = 32

    def joined(self, view: View, query: Query, rows: Sequence[Scored]) -> list[Scored]:
        """Return rows with their new scores and the passages added, best first, ties by id.

        Rows that are no episodes keep their scores. Nothing changes where no episode was found, or
        where the query leaves out entities.

        Args:
            view: the view the rows are from.
            query: the question, with its linked entities.
            rows: a result, best first.
        """
        told = [row for row in rows if row.kind is Kind.EPISODE]
        if not told or told[0].score <= 0 or Kind.ENTITY in query.skip:
            return list(rows)
        top = told[0].score
        found = {row.id: row.score / top for row in told}
        raised = self._asked(view, query)
        scores = {id: found.get(id, 0.0) + raised.get(id, 0.0) for id in {*found, *raised}}
        best = sorted(scores, key=lambda id: (-scores[id], id))[: self.sources]
        for id, gain in self._onward(view, query, {id: min(scores[id], 1.0) for id in best}):
            raised[id] = max(gain, raised.get(id, 0.0))
        for id in query.recent:
            raised.pop(id, None)
        out = [replace(row, score=row.score + top * raised.pop(row.id, 0.0)) for row in rows]
        out += [_added(id, top * gain) for id, gain in raised.items()]
        out.sort(key=lambda row: (-row.score, row.id))
        return [replace(row, rank=rank) for rank, row in enumerate(out, 1)]

    def _asked(self, view: View, query: Query) -> dict[int, float]:
        """Return what the names of the question give to the passages with them."""
        gains: dict[int, float] = {}
        for holders in self._holders(view, query.entities).values():
            for id in holders:
                gains[id] = max(self.asked / len(holders) ** self.spread, gains.get(id, 0.0))
        return gains

    def _onward(
        self, view: View, query: Query, sources: Mapping[int, float]
    ) -> Iterator[tuple[int, float]]:
        """Yield what the names in the best passages give to others with them."""
        named = set(query.linked)
        held = view.others(list(sources), (Kind.EPISODIC,), Kind.ENTITY)
        inner = _inner(view, {entity for several in held for entity in several})
        groups = [
            {**{ids: self.within for id in several for ids in inner[id]},
             **dict.fromkeys(((id,) for id in several), 1.0)}
            for several in held
        ]  # fmt: skip
        wanted = {ids for weights in groups for ids in weights if not named.intersection(ids)}
        holders = self._holders(view, sorted(wanted))
        for (source, score), weights in zip(sources.items(), groups, strict=True):
            for ids, weight in weights.items():
                others = holders.get(ids, set()) - {source}
                for id in others:
                    yield id, self.onward * weight * score / len(others) ** self.spread

    def _holders(self, view: View, names: Sequence[Name]) -> dict[Name, set[int]]:
        """Return the passages with each name, of the names in few enough of them."""
        every = sorted({id for ids in names for id in ids})
        linked = view.links(every, (Kind.EPISODIC,), self.most + 2)
        by_id = {id: {one.other for one in links} for id, links in zip(every, linked, strict=True)}
        found = {ids: set[int]().union(*(by_id[id] for id in ids)) for ids in names}
        return {ids: holders for ids, holders in found.items() if len(holders) <= self.most}


def _inner(view: View, entities: set[int]) -> dict[int, set[Name]]:
    """Return, for each entity, what the shorter names within its name may mean."""
    ids = sorted(entities)
    parts = {
        id: (item.text.partition(" ")[2], item.text.rpartition(" ")[0])
        for id, item in zip(ids, view.items(ids), strict=True)
    }
    return {
        id: {found.ids for part in both if part for found in find_names(view, part)}
        for id, both in parts.items()
    }


def _added(id: int, score: float) -> Scored:
    return Scored(
        id=id, kind=Kind.EPISODE, score=score, channel="names", rank=1, path=(id,), episodes=(id,)
    )
