"""A store in plain Python: `clew.store.base.Storage`, written to be read and to be right.

Rows are kept by table and id, and each change makes the projection anew from all of them, so
nothing can be out of step. A search counts words in every text.
"""

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from threading import RLock, local
from typing import Any, NamedTuple

import numpy as np

from clew.errors import UsageError
from clew.graph.filters import EVERYTHING, Filter
from clew.graph.times import Axis
from clew.graph.types import TEXT_KINDS, AsOf, Kind
from clew.projection.erasure import FORGOTTEN, Erasure
from clew.projection.image import Projection
from clew.projection.lookup.bm25 import Float64, Matched, Totals
from clew.projection.rows import (
    Changes,
    Int32,
    Int64,
    UsageRow,
    VectorRow,
    each_vector,
    vector_rows,
)
from clew.projection.view_of import Lookups, ProjectionView
from clew.store.base import Asides, MakePlan, VectorsOf
from clew.store.fulltext import query_words, terms_of
from clew.text import words

__all__ = ["PlainStore"]

_TABLES = (
    "nodes", "edges", "versions", "closures", "merges", "trust", "metadata", "turns", "vectors",
)  # fmt: skip
_K1, _B = 1.2, 0.75


class _Space:
    """The rows of one namespace."""

    def __init__(self) -> None:
        self.rows: dict[str, dict[int, Any]] = {table: {} for table in _TABLES}
        self.texts: dict[Kind, dict[int, str]] = {kind: {} for kind in TEXT_KINDS}
        self.pending: dict[int, tuple[int, str | None]] = {}
        """By episode: attempts and the last error."""
        self.reports: dict[int, str] = {}
        self.usage: dict[tuple[int, str, str], tuple[float, ...]] = {}
        self.projection = Projection(None)

    def renew(self, revision: int, next_id: int, axis: Axis | None) -> None:
        """Make the projection of the rows that there are now."""
        every = {name: [rows[one] for one in sorted(rows)] for name, rows in self.rows.items()}
        self.projection = Projection(axis)
        self.projection.apply(Changes(revision, next_id, axis, **every).delta())
        self.projection.next_id = next_id

    def add(self, changes: Changes) -> None:
        """Add the rows of a write, and close what it closes."""
        for name in _TABLES:
            self.rows[name] |= {row.id: row for row in getattr(changes, name)}
        closed = {
            "versions": changes.closed_versions,
            "merges": changes.closed_merges,
            "closures": [row.id for row in changes.closed_closures],
        }
        for name, ids in closed.items():
            for one in ids:
                self.rows[name][one] = self.rows[name][one]._replace(known_to=changes.revision)
        self.index(changes.texts)
        self.pending |= dict.fromkeys(changes.pending, (0, None))
        for episode, report in changes.learned:
            self.pending.pop(episode, None)
            self.reports[episode] = report
        for episode, why in changes.failed:
            if episode in self.pending:
                self.pending[episode] = (self.pending[episode][0] + 1, why)
        self.pay(changes.usage)
        self.renew(changes.revision, changes.next_id, changes.axis)

    def index(self, texts: Sequence[tuple[Kind, int, str]]) -> None:
        for kind, item, text in texts:
            self.texts[kind][item] = text

    def pay(self, rows: Sequence[UsageRow]) -> None:
        for row in rows:
            old = self.usage.get(row[:3], (0, 0, 0, 0.0, 0.0))
            self.usage[row[:3]] = tuple(map(sum, zip(old, row[3:], strict=True)))

    def asides(self, name: str) -> Asides:
        errors = [(one, why) for one, (_, why) in sorted(self.pending.items()) if why is not None]
        labels = {("namespaces", name)}
        labels |= {("trust", row.pattern) for row in self.rows["trust"].values()}
        labels |= {("usage", text) for key in self.usage for text in key[1:]}
        return Asides(sorted(self.reports.items()), errors, sorted(labels))

    def erase(self, plan: Erasure) -> None:
        """Remove what a plan names, and write what it writes."""
        rows, gone = self.rows, plan.items
        removed = {"nodes": gone, "edges": plan.edges, "closures": plan.closures, "turns": gone}
        for name, ids in {**removed, "merges": plan.merges}.items():
            rows[name] = {one: row for one, row in rows[name].items() if one not in set(ids)}
        told_anew = {"versions": {*gone, *plan.refolded}, "metadata": {*gone}}
        for name, items in told_anew.items():
            rows[name] = {one: row for one, row in rows[name].items() if row.item not in items}
        for kind, item, _ in plan.texts:
            del self.texts[kind][item]
        self.index(plan.new_texts)
        self.pending = {one: row for one, row in self.pending.items() if one not in gone}
        self.pending |= {one: (self.pending[one][0], FORGOTTEN) for one in plan.errors}
        self.reports = {one: text for one, text in self.reports.items() if one not in gone}
        self.reports |= dict(plan.reports)
        without = {item for _, item, _ in plan.texts}
        kept = [one for one in each_vector(self.vectors()) if one[1] not in without]
        rows["vectors"] = {row.id: row for row in (*vector_rows(kept), *plan.vectors)}
        for node, attributes in plan.attributes:
            if node in rows["nodes"]:
                rows["nodes"][node] = rows["nodes"][node]._replace(attributes=attributes)
        rows["edges"] |= {row.id: row for row in (*plan.changed_edges, *plan.new_edges)}
        rows["merges"] |= {row.id: row for row in plan.moved_merges}
        rows["closures"] |= {row.id: row for row in plan.new_closures}
        rows["versions"] |= {row.id: row for row in plan.versions}
        known = self.projection
        self.renew(known.revision + 1, plan.next_id, known.axis)

    def vectors(self) -> list[VectorRow]:
        return [self.rows["vectors"][one] for one in sorted(self.rows["vectors"])]

    def embedded(self) -> dict[int, str]:
        """Return the text of every item that needs a vector, by id."""
        every = {item: text for texts in self.texts.values() for item, text in texts.items()}
        return {item: text for item, text in sorted(every.items()) if item not in self.pending}

    def match(self, text: str, kind: Kind) -> Matched:
        rows = self.projection
        index = _Index(self.texts)
        return rows.words.match(kind, query_words(text), rows.revision, index)

    def packed(self, ids: Sequence[int]) -> Mapping[int, bytes]:
        return {one: self.rows["vectors"][one].vectors for one in ids}


class _Index(NamedTuple):
    """The words of texts, as `WordRows` reads them."""

    texts: Mapping[Kind, Mapping[int, str]]

    def totals(self, kind: Kind) -> Totals:
        sizes = [len(_terms(text)) for text in self.texts[kind].values()]
        return Totals(len(sizes), sum(sizes))

    def sizes(self, kind: Kind, ids: Int64) -> Int32:
        return np.array([len(_terms(self.texts[kind][one])) for one in ids.tolist()], np.int32)

    def rows(self, kind: Kind, word: str) -> None:
        """Return nothing: `newer` counts them, too."""

    def newer(self, kind: Kind, word: str, after: int) -> tuple[Int64, Float64]:
        texts = {item: _terms(text) for item, text in sorted(self.texts[kind].items())}
        counts = {item: _count(terms, terms_of(word)) for item, terms in texts.items()}
        having = sum(count > 0 for count in counts.values())
        rarity = math.log((len(texts) - having + 0.5) / (having + 0.5))
        worth = (rarity if rarity > 0 else 1e-6) * (_K1 + 1)
        mean = sum(map(len, texts.values())) / max(1, len(texts))
        found = [(item, count) for item, count in counts.items() if count and item > after]
        scores = [
            worth * count / (count + _K1 * (1 - _B + _B * len(texts[item]) / mean))
            for item, count in found
        ]
        return np.array([item for item, _ in found], np.int64), np.array(scores, np.float64)


def _terms(text: str) -> list[str]:
    """Return the stems of a text, by Porter's rules as SQLite has them."""
    return [term for word in words(text) for term in terms_of(word)]


def _count(terms: Sequence[str], phrase: tuple[str, ...]) -> int:
    """Return how often the words of a phrase follow one another."""
    places = range(len(terms) if phrase else 0)
    return sum(tuple(terms[place : place + len(phrase)]) == phrase for place in places)


@dataclass
class PlainStore:
    """A `Storage` for tests. Nobody else has it open, and no cache is kept in it."""

    cached: bool = False
    _spaces: dict[str, _Space] = field(default_factory=dict)
    _erasures: int = 0
    _turn: Any = field(default_factory=RLock)
    _viewing: local = field(default_factory=local)

    @contextmanager
    def view(
        self,
        name: str,
        as_of: AsOf,
        *,
        now: int,
        any_time: bool = False,
        settled: bool = False,
        where: Filter = EVERYTHING,
    ) -> Iterator[ProjectionView]:
        with self._turn:
            space = self._space(name)
            view = ProjectionView(
                space.projection,
                namespace=name,
                as_of=as_of,
                now=now,
                file=Lookups(space.match, space.packed),
                any_time=any_time,
                settled=settled,
            )
            before = getattr(self._viewing, "views", 0)
            self._viewing.views = before + 1
            try:
                yield view if where.is_everything else view.only(where)
            finally:
                self._viewing.views = before

    def refuse_within_view(self) -> None:
        if getattr(self._viewing, "views", 0):
            raise UsageError("expected a call outside of a view, got one inside it")

    @contextmanager
    def projection(self, name: str, known: int | None = None) -> Iterator[Projection]:
        del known  # the newest one is at hand
        with self._turn:
            yield self._space(name).projection

    def write(self, name: str, make: Callable[[Projection], Changes]) -> Changes:
        with self._turn:
            space = self._space(name)
            changes = make(space.projection)
            if not changes.is_empty():
                assert changes.revision == space.projection.revision + 1
                space.add(changes)
                self._spaces[name] = space
            return changes

    def names(self) -> list[str]:
        return sorted(self._spaces)

    def pending(self, name: str) -> list[tuple[int, int, str | None]]:
        with self._turn:
            return [(one, *row) for one, row in sorted(self._space(name).pending.items())]

    def reports(self, name: str, episodes: Sequence[int] | None = None) -> dict[int, str]:
        with self._turn:
            every = sorted(self._space(name).reports.items())
            return {one: text for one, text in every if episodes is None or one in episodes}

    def erase(
        self, name: str, make_plan: MakePlan, *, dry_run: bool = False
    ) -> tuple[Erasure, bool]:
        with self._turn:
            space = self._space(name)
            plan = make_plan(space.projection, space.asides(name))
            if name in self._spaces and not dry_run and not plan.is_empty():
                space.erase(plan)
                self._erasures += 1
            return plan, True

    def erasures(self) -> int:
        return self._erasures

    def record_usage(self, name: str, rows: Sequence[UsageRow]) -> None:
        with self._turn:
            self._space(name).pay(rows)

    def usage(self, name: str, *, by_episode: bool = True) -> list[UsageRow]:
        found = _Space()
        for (episode, *rest), amounts in sorted(self._space(name).usage.items()):
            found.pay([UsageRow._make((episode if by_episode else 0, *rest, *amounts))])
        return [UsageRow._make((*key, *amounts)) for key, amounts in sorted(found.usage.items())]

    def embedded_texts(self) -> list[str]:
        every = (text for name in self.names() for text in self._space(name).embedded().values())
        return list(dict.fromkeys(every))

    def replace_vectors(self, embedder: str, dimension: int, vectors_of: VectorsOf) -> int:
        del embedder, dimension  # nobody else has it open
        with self._turn:
            vectors, count = vectors_of(self.embedded_texts()), 0
            for space in self._spaces.values():
                known, wanted = space.projection, space.embedded()
                new = [
                    (known.next_id + place, item, vectors[text])
                    for place, (item, text) in enumerate(wanted.items())
                ]
                space.rows["vectors"] = {row.id: row for row in vector_rows(new)}
                space.renew(known.revision + bool(new), known.next_id + len(new), known.axis)
                count += len(new)
            self._erasures += 1
            return count

    def close(self) -> None:
        """Do nothing: there is no file."""

    def _space(self, name: str) -> _Space:
        return self._spaces.get(name) or _Space()
