"""Edges as arrays.

Rows are built on access, since half a million row objects take 200 MB.
"""

import json
from collections.abc import Collection, Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clew.graph.times import END, START
from clew.graph.types import EDGE_KINDS, Kind
from clew.projection.columns import Grow, Items, Narrow
from clew.projection.rows import (
    EDGE_CODES,
    EDGE_WIDTH,
    PRECISION_BITS,
    REVISION_BITS,
    EdgeBlock,
    EdgeRow,
    Int32,
    Int64,
    distinct,
)

__all__ = ["Edges", "Facts"]

_ID, _CODE, _SOURCE, _TARGET, _FROM, _TO = range(EDGE_WIDTH)
_KIND_PART = (1 << PRECISION_BITS) - 2
_PRECISION_PART = (1 << REVISION_BITS - PRECISION_BITS) - 1
_ROWS_AT_ONCE = 4096


class Edges:
    """All edges in commit order; `edges[e]` is the row of edge number e."""

    def __init__(self) -> None:
        self._columns = [Narrow() for _ in range(_FROM)]
        """The first columns of an `EdgeBlock`."""
        self._span_of = Grow(np.int32)
        """Index into `_spans`."""
        self._spans = Grow(np.int64, 2)
        """Starts and ends; the first is that of an edge with neither, which most are."""
        self._spans.extend(np.array([[START, END]]))
        self._relation_codes = Grow(np.int32)
        """Index into `_relations`."""
        self._relations: list[str | None] = [None]
        self._codes: dict[str, int] = {}
        self.attributes: dict[int, str] = {}
        """JSON, by edge id."""
        self.precise = False
        """Whether an edge tells how exactly its times are told; else all are exact."""

    def __len__(self) -> int:
        return self._relation_codes.size

    def __getitem__(self, edge: int) -> EdgeRow:
        numbers = [int(column.data[edge]) for column in self._columns]
        numbers += self._spans.data[self._span_of.item(edge)].tolist()
        return self._row(numbers, self._relation_codes.item(edge))

    def rows(self, edges: Int64 | Int32) -> Iterator[EdgeRow]:
        """Yield the rows of the edges with these numbers."""
        for start in range(0, len(edges), _ROWS_AT_ONCE):
            some = edges[start : start + _ROWS_AT_ONCE]
            numbers = self._numbers(some).tolist()
            relations = self._relation_codes.data[some].tolist()
            yield from map(self._row, numbers, relations)

    def tellings(self, edges: Int64) -> Iterator[tuple[int, int | None, int | None, int, str]]:
        """Yield who tells something, from when to when, how exactly, and in what words."""
        sources, codes = (self._columns[one].data[edges].tolist() for one in (_SOURCE, _CODE))
        spans = self._spans.data[self._span_of.data[edges]].tolist()
        relations = self._relation_codes.data[edges].tolist()
        for by, code, (start, end), words in zip(sources, codes, spans, relations, strict=True):
            exact = code >> PRECISION_BITS & _PRECISION_PART
            known = None if start == START else start, None if end == END else end
            yield by, *known, exact, self._relations[words] or ""

    def triples(self, edges: Int32) -> Iterator[tuple[int, int, str | None, int]]:
        """Yield (id, source, relation, target) of the edges with these numbers."""
        columns = (self._column(edges, column).tolist() for column in (_ID, _SOURCE, _TARGET))
        relations = self._relation_codes.data[edges].tolist()
        for id_, source, target, relation in zip(*columns, relations, strict=True):
            yield id_, source, self._relations[relation], target

    def planned_for(self, edge_id: int) -> str:
        """Return the date of a plan as it was told, "unknown", or "" for what is no plan."""
        text = self.attributes.get(edge_id)
        return str(json.loads(text).get("planned_for", "")) if text else ""

    def extend(self, block: EdgeBlock) -> None:
        """Append edges."""
        ids, found = list[int](), list[int]()
        for id_, relation, attributes in block.words:
            if relation is not None:
                ids.append(id_)
                found.append(self._code(relation))
            if attributes is not None:
                self.attributes[id_] = attributes
        first = len(self)
        self._add(block.numbers)
        self._relation_codes.extend_zeros(len(block.numbers))
        if ids:
            where = block.numbers[:, _ID].searchsorted(np.array(ids)) + first
            self._relation_codes.data[where] = found

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays that `restore` takes."""
        numbers = self._numbers(np.arange(len(self)))
        return {"edges": numbers, "edge_relations": self._relation_codes.data}

    def words(self) -> dict[str, Any]:
        """Return the relations, which `arrays` numbers from 1, and the attributes by id."""
        relations = [name for name in self._relations if name is not None]
        return {"relations": relations, "attributes": list(self.attributes.items())}

    def restore(self, arrays: Mapping[str, NDArray[Any]], words: Mapping[str, Any]) -> None:
        """Take the arrays and words of other edges; there must be none yet."""
        self._add(arrays["edges"])
        self._relation_codes.extend(arrays["edge_relations"])
        self._relations += words["relations"]
        self._codes.update((name, code) for code, name in enumerate(words["relations"], 1))
        self.attributes.update(words["attributes"])

    def ids(self, edges: Int64 | Int32) -> Int64:
        """Return the ids of the edges with these numbers."""
        return self._column(edges, _ID)

    def sources(self, edges: Int64 | Int32) -> Int64:
        """Return the ids of the nodes at which the edges with these numbers begin."""
        return self._column(edges, _SOURCE)

    def kinds(self, edges: Int64 | Int32) -> Int64:
        """Return the kinds, as in `EDGE_CODES`, of the edges with these numbers."""
        return self._column(edges, _CODE) & _KIND_PART

    def known_of(
        self, edges: Int64 | Int32, wanted: NDArray[np.bool_], known: int
    ) -> NDArray[np.bool_]:
        """Return a mask of the edges whose code is wanted and that were known at a revision."""
        codes = self._columns[_CODE].data[edges]
        mask: NDArray[np.bool_] = wanted[codes & _KIND_PART]
        mask &= codes < known + 1 << REVISION_BITS
        return mask

    def relations(self, edges: Int64 | Int32) -> list[str]:
        """Return the relations of the edges with these numbers, each once, sorted."""
        codes = distinct(self._relation_codes.data[edges]).tolist()
        return sorted(found for code in codes if (found := self._relations[code]) is not None)

    def spelled(self, edges: Int64 | Int32) -> list[str]:
        """Return the relation of each of the edges with these numbers, "" for one without."""
        relations = self._relations
        return [relations[code] or "" for code in self._relation_codes.data[edges].tolist()]

    def known_from(self, edges: Int64 | Int32) -> Int64:
        """Return the revisions that added the edges with these numbers."""
        return self._column(edges, _CODE) >> REVISION_BITS

    def of_kind(self, kind: Kind, first: int) -> Int64:
        """Return the numbers of the edges of a kind, from number `first` on."""
        codes = self._columns[_CODE].data[first:]
        return np.flatnonzero(codes & _KIND_PART == EDGE_CODES[kind]) + first

    def both_ends(self, edges: Int64 | Int32) -> Int64:
        """Return the ids (edges, 2) of both ends of the edges with these numbers."""
        return np.stack([self._column(edges, _SOURCE), self._column(edges, _TARGET)], axis=-1)

    def told(self, edges: Int64 | Int32) -> Int64:
        """Return (edges, 3) start, end and precision (a place in `PRECISIONS`), as kept."""
        exact = self._column(edges, _CODE) >> PRECISION_BITS & _PRECISION_PART
        return np.column_stack([self._spans.data[self._span_of.data[edges]], exact])

    def ends(self, first: int) -> Int64:
        """Return the ids source, target, source, target ... from edge number `first` on."""
        pairs = [self._columns[column].data[first:] for column in (_SOURCE, _TARGET)]
        return np.stack(pairs, axis=-1, dtype=np.int64).ravel()

    def latest_start(self, edges: Int64) -> int | None:
        """Return the latest `valid_from` of edges by number; `None` if none has one."""
        latest = int(self._spans.data[self._span_of.data[edges], 0].max(initial=START))
        return None if latest == START else latest

    def reworded(self, first: int) -> set[int]:
        """Return the items that episodes tell in words of their own, from edge `first` on."""
        told = self.of_kind(Kind.EPISODIC, first)
        return {*self._column(told[self._relation_codes.data[told] > 0], _TARGET).tolist()}

    def touching(self, ids: Collection[int]) -> Iterator[EdgeRow]:
        """Yield the edges whose id, source or target is one of these ids."""
        wanted = np.fromiter(ids, np.int64, len(ids))
        columns = [self._columns[column].data for column in (_ID, _SOURCE, _TARGET)]
        found = [np.isin(column, wanted) for column in columns]
        return self.rows(np.flatnonzero(np.logical_or.reduce(found)))

    def _column(self, edges: Int64 | Int32, column: int) -> Int64:
        return self._columns[column].of(edges)

    def _numbers(self, edges: Int64 | Int32) -> Int64:
        """Return edges as in an `EdgeBlock`."""
        found = np.empty((len(edges), EDGE_WIDTH), np.int64)
        for place, column in enumerate(self._columns):
            found[:, place] = column.data[edges]
        found[:, _FROM:] = self._spans.data[self._span_of.data[edges]]
        return found

    def _add(self, numbers: Int64) -> None:
        self.precise |= bool((numbers[:, _CODE] >> PRECISION_BITS & _PRECISION_PART).any())
        for place, column in enumerate(self._columns):
            column.extend(numbers[:, place])
        timed = np.flatnonzero((numbers[:, _FROM] != START) | (numbers[:, _TO] != END))
        spans = np.zeros(len(numbers), np.int32)
        spans[timed] = np.arange(self._spans.size, self._spans.size + len(timed))
        self._span_of.extend(spans)
        self._spans.extend(numbers[timed, _FROM:])

    def _code(self, relation: str) -> int:
        code = self._codes.get(relation)
        if code is None:
            code = self._codes[relation] = len(self._relations)
            self._relations.append(relation)
        return code

    def _row(self, numbers: list[int], relation: int) -> EdgeRow:
        id_, code, source, target, start, end = numbers
        return EdgeRow(
            id_,
            EDGE_KINDS[(code & _KIND_PART) >> 1],
            source,
            target,
            self._relations[relation],
            self.attributes.get(id_),
            code & 1,
            None if start == START else start,
            None if end == END else end,
            code >> PRECISION_BITS & _PRECISION_PART,
            code >> REVISION_BITS,
        )


class Facts:
    """The facts by id; rows are built on access."""

    def __init__(self, edges: Edges, items: Items) -> None:
        self._edges = edges
        self._items = items
        self._edge_of = Grow(np.int32)
        """Edge number, by the fact's place."""

    def __len__(self) -> int:
        return self._edge_of.size

    def __contains__(self, item: int) -> bool:
        return self._items.place(item, Kind.FACT) >= 0

    def __getitem__(self, item: int) -> EdgeRow:
        row = self.get(item)
        if row is None:
            raise KeyError(item)
        return row

    def get(self, item: int) -> EdgeRow | None:
        """Return a fact's row, or `None` when there is no such fact."""
        place = self._items.place(item, Kind.FACT)
        return None if place < 0 else self._edges[self._edge_of.item(place)]

    def edges_of(self, items: Int64) -> Int32:
        """Return the edge numbers of facts."""
        edges: Int32 = self._edge_of.data[self._items.places(items)]
        return edges

    def triples(self, first: int = 0) -> Iterator[tuple[int, int, str | None, int]]:
        """Yield (id, subject, relation, object) in commit order, from place `first` on."""
        return self._edges.triples(self._edge_of.data[first:])

    def extend(self, edges: Int64) -> None:
        """Add facts by edge number; their items must already have been added."""
        self._edge_of.extend(edges)
