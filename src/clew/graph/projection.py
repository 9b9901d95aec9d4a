"""The in-memory projection of one namespace: what the file says, laid out for reading fast.

It is only ever changed by `apply`, with rows the store read from the file, so a projection that
was refreshed step by step equals one built at once. Rows are appended; closing a version or a
merge touches only what later revisions see, so views of earlier revisions stay right while the
projection grows. Forgetting is the exception: the store then builds a new projection.
"""

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TypeVar

import numpy as np

from clew.graph.columns import Column, Grow
from clew.graph.csr import Adjacency
from clew.graph.fact_index import FactIndex
from clew.graph.rows import ClosureRow, Delta, EdgeRow, MergeRow, NodeRow, VectorRow, VersionRow
from clew.graph.times import Axis
from clew.graph.types import EDGE_KINDS, STATEMENT_KINDS, TEXT_KINDS, Kind
from clew.text import normalise_name

__all__ = ["EDGE_CODES", "EdgeArrays", "Projection", "stated_facts"]

EDGE_CODES = {kind: code for code, kind in enumerate(EDGE_KINDS)}
"""Number of each edge kind in `EdgeArrays.kind`."""
_VECTORS_AT_ONCE = 1024


NameKeys = Callable[[str], Iterable[str]]
"""Keys under which a name is to be found."""


class EdgeArrays:
    """What visibility asks of every edge, in the order of `Projection.edge_rows`."""

    def __init__(self) -> None:
        self.kind = Grow(np.int8)
        """Code of the edge's kind."""
        self.known_from = Grow(np.int64)
        self.fact = Grow(np.int64)
        """Item number of the fact an edge is; -1 for other kinds."""

    def extend(self, rows: Sequence[EdgeRow], index: Mapping[int, int]) -> None:
        """Append edges."""
        self.kind.extend(np.asarray([EDGE_CODES[row.kind] for row in rows], np.int8))
        self.known_from.extend(np.asarray([row.known_from for row in rows], np.int64))
        numbers = [index[row.id] if row.kind is Kind.FACT else -1 for row in rows]
        self.fact.extend(np.asarray(numbers, np.int64))


class Projection:
    """Nodes, edges, texts, vectors, versions and merges of one namespace at one revision."""

    def __init__(self, axis: Axis | None) -> None:
        self.axis = axis
        self.revision = 0
        self.last_id = 0
        """Largest row id taken in."""
        self.next_id = 1
        self.latest: int | None = None
        """When the newest episode was read or observed, or direct statement began."""
        self.nodes: dict[int, NodeRow] = {}
        self.facts: dict[int, EdgeRow] = {}
        self.columns = {kind: Column(timed=kind in STATEMENT_KINDS) for kind in TEXT_KINDS}
        self.index: dict[int, int] = {}
        """Item id -> its number in the adjacency."""
        self.item_ids = Grow(np.int64)
        self.adjacency = Adjacency()
        self.edge_rows: list[EdgeRow] = []
        """Edges in the order they were committed; the adjacency's edge 2e is row e seen from its
        source, 2e + 1 from its target."""
        self.edges = EdgeArrays()
        self.numbers = {kind: Grow(np.int64) for kind in TEXT_KINDS}
        """Item numbers of each kind, in the order of its column."""
        self.names: dict[str, list[int]] = {}
        """Normalised name -> entities with it, ascending."""
        self._by_first_word: dict[str, list[str]] = {}
        self.merges: dict[int, MergeRow] = {}
        self._roots: dict[int, int] | None = None
        """Merged entity -> what it stands for at the newest revision, when it was asked for."""
        self._theses: list[NodeRow] = []
        """Theses that the two indexes of theses have not taken in yet."""
        self._theses_by_text: dict[str, list[int]] = {}
        self._theses_of: dict[int, list[int]] = {}
        self._fact_index: FactIndex | None = None
        self._by_keys: dict[NameKeys, dict[str, list[int]]] = {}
        self.closures_of: dict[int, list[ClosureRow]] = {}
        self.closures_by: dict[int, list[ClosureRow]] = {}
        """Closures by the statement that they close, and by the statement that causes them."""

    def apply(self, delta: Delta) -> None:
        """Take in all rows of a delta; ids in it are larger than all seen before."""
        self._add_nodes(delta.nodes)
        self._add_edges(delta.edges)
        for kind, rows in _grouped(delta.versions, lambda row: self.kind_of(row.item)):
            self.columns[kind].add_versions(rows)
        for version, known_to in delta.closed_versions:
            any(column.close_version(version, known_to) for column in self._timed_columns())
        for closure in delta.closures:
            self.closures_of.setdefault(closure.item, []).append(closure)
            if closure.by is not None:
                self.closures_by.setdefault(closure.by, []).append(closure)
            self._saw(closure.id)
        if delta.merges or delta.closed_merges:
            self._roots = None
        for merge in delta.merges:
            self.merges[merge.id] = merge
            self._saw(merge.id)
        for merge_id, known_to in delta.closed_merges:
            self.merges[merge_id] = self.merges[merge_id]._replace(known_to=known_to)
        self._add_vectors(delta.vectors)
        self._saw(max((row.id for row in delta.versions), default=0))
        self.revision = delta.revision

    def told(self, item: int) -> Iterator[EdgeRow]:
        """Yield the episodic edges that lead to an item: who states it, and for when."""
        number = self.index.get(item)
        if number is None:
            return
        _, edges = self.adjacency.row(number)
        for edge in edges.tolist():
            row = self.edge_rows[edge >> 1]
            if row.kind is Kind.EPISODIC and row.target == item:
                yield row

    def kind_of(self, item: int) -> Kind:
        """Return the kind of a node or fact; `KeyError` when there is none."""
        return Kind.FACT if item in self.facts else self.nodes[item].kind

    def text_of(self, item: int) -> str:
        """Return the text of a node or fact as it is embedded and indexed."""
        fact = self.facts.get(item)
        if fact is None:
            return self.nodes[item].text
        return f"{self.nodes[fact.source].text} {fact.relation} {self.nodes[fact.target].text}"

    def names_beginning(self, word: str) -> list[str]:
        """Return the normalised names whose first word is `word`, in order of arrival."""
        return self._by_first_word.get(word, [])

    def entities_named(self, name: str) -> list[int]:
        """Return the entities with this very name (normalised), ascending."""
        return self.names.get(normalise_name(name), [])

    def spellings(self) -> list[str]:
        """Return the name of every entity."""
        return [row.text for row in self.nodes.values() if row.kind is Kind.ENTITY]

    def theses_called(self, key: str) -> list[int]:
        """Return the theses with this text, spaces and case folded, ascending."""
        self._index_theses()
        return self._theses_by_text.get(key, [])

    @property
    def theses_of(self) -> Mapping[int, list[int]]:
        """Fact -> the theses that state it (`facts` in their attributes)."""
        self._index_theses()
        return self._theses_of

    def _index_theses(self) -> None:
        for row in self._theses:
            self._theses_by_text.setdefault(" ".join(row.text.casefold().split()), []).append(
                row.id
            )
            for fact in stated_facts(row):
                self._theses_of.setdefault(fact, []).append(row.id)
        self._theses.clear()

    def entities_by(self, keys: NameKeys) -> Mapping[str, list[int]]:
        """Return the entities by keys of their names; made when first asked, kept up to date."""
        index = self._by_keys.get(keys)
        if index is None:
            index = self._by_keys[keys] = {}
            entities = (row for row in self.nodes.values() if row.kind is Kind.ENTITY)
            _add_keys(index, keys, entities)
        return index

    def fact_index(self) -> FactIndex:
        """Return the facts by key and end; made when a write first asks, kept up to date after."""
        if self._fact_index is None:
            self._fact_index = FactIndex()
            self._fact_index.add(self.facts.values())
        return self._fact_index

    def canonical(self, known: int) -> dict[int, int]:
        """Return, for every entity merged at a revision, the entity it stands for.

        Do not change it: that of the newest revision is kept.
        """
        if known != self.revision:
            return self._roots_at(known)
        if self._roots is None:
            self._roots = self._roots_at(known)
        return self._roots

    def _roots_at(self, known: int) -> dict[int, int]:
        winners = {
            row.loser: row.winner
            for row in self.merges.values()
            if row.known_from <= known and (row.known_to is None or known < row.known_to)
        }
        roots = {}
        for loser in winners:
            root = loser
            while root in winners:
                root = winners[root]
            roots[loser] = root
        return roots

    def _timed_columns(self) -> Iterable[Column]:
        return (self.columns[kind] for kind in STATEMENT_KINDS)

    def _reach(self, moments: Iterable[int | None]) -> None:
        known = [moment for moment in (self.latest, *moments) if moment is not None]
        self.latest = max(known, default=None)

    def _saw(self, row_id: int) -> None:
        self.last_id = max(self.last_id, row_id)

    def _number(self, ids: Sequence[int]) -> None:
        start = self.item_ids.size
        self.index.update(zip(ids, range(start, start + len(ids)), strict=True))
        self.item_ids.extend(np.asarray(ids, np.int64))

    def _place(self, kind: Kind, ids: Sequence[int]) -> None:
        self.numbers[kind].extend(np.asarray([self.index[i] for i in ids], np.int64))

    def _add_nodes(self, rows: Sequence[NodeRow]) -> None:
        if not rows:
            return
        self.nodes.update((row.id, row) for row in rows)
        self._number([row.id for row in rows])
        for kind, group in _grouped(rows, lambda row: row.kind):
            self.columns[kind].add([row.id for row in group], [row.known_from for row in group])
            self._place(kind, [row.id for row in group])
            if kind is Kind.ENTITY:
                for row in group:
                    self._add_name(row)
                for keys, index in self._by_keys.items():
                    _add_keys(index, keys, group)
            elif kind is Kind.THESIS:
                self._theses += group
            self._reach(row.at for row in group)
            self._reach(row.valid_from for row in group)
        self._saw(rows[-1].id)

    def _add_name(self, row: NodeRow) -> None:
        key = normalise_name(row.text)
        if key not in self.names:
            self._by_first_word.setdefault(key.partition(" ")[0], []).append(key)
        self.names.setdefault(key, []).append(row.id)

    def _add_edges(self, rows: Sequence[EdgeRow]) -> None:
        if not rows:
            return
        facts = [row for row in rows if row.kind is Kind.FACT]
        self.facts.update((row.id, row) for row in facts)
        self._number([row.id for row in facts])
        self._place(Kind.FACT, [row.id for row in facts])
        self.columns[Kind.FACT].add([row.id for row in facts], [row.known_from for row in facts])
        if self._fact_index is not None:
            self._fact_index.add(facts)
        self._reach(row.valid_from for row in facts)
        first = len(self.edge_rows)
        self.edge_rows += rows
        self.edges.extend(rows, self.index)
        number = self.index.__getitem__
        sources = np.fromiter(map(number, [row.source for row in rows]), np.int64, len(rows))
        targets = np.fromiter(map(number, [row.target for row in rows]), np.int64, len(rows))
        edges = 2 * np.arange(first, first + len(rows))
        self.adjacency.extend(
            np.concatenate([sources, targets]),
            np.concatenate([targets, sources]),
            np.concatenate([edges, edges + 1]),
        )
        self._saw(rows[-1].id)

    def _add_vectors(self, rows: Iterable[VectorRow]) -> None:
        rows = iter(rows)
        while chunk := list(islice(rows, _VECTORS_AT_ONCE)):
            items = np.asarray([row.item for row in chunk], np.int64)
            joined = np.frombuffer(b"".join([row.vector for row in chunk]), "<f4")
            vectors = joined.reshape(len(chunk), -1)
            for column in self.columns.values():
                where = column.find(items)
                here = where >= 0
                if here.any():
                    column.set_vectors(where[here], vectors[here])
            self._saw(chunk[-1].id)


def stated_facts(thesis: NodeRow) -> list[int]:
    """Return the facts a thesis states, as recorded when it was learned."""
    return list(json.loads(thesis.attributes).get("facts", [])) if thesis.attributes else []


def _add_keys(index: dict[str, list[int]], keys: NameKeys, entities: Iterable[NodeRow]) -> None:
    for row in entities:
        for key in dict.fromkeys(keys(row.text)):
            index.setdefault(key, []).append(row.id)


Row = TypeVar("Row", NodeRow, VersionRow)


def _grouped(rows: Sequence[Row], kind_of: Callable[[Row], Kind]) -> list[tuple[Kind, list[Row]]]:
    """Return rows by kind, in the order given."""
    groups: dict[Kind, list[Row]] = {}
    for row in rows:
        groups.setdefault(kind_of(row), []).append(row)
    return list(groups.items())
