"""The in-memory projection of one namespace: the file's rows, laid out for fast reading.

Only `apply` changes it, with rows the store read from the file, so a projection refreshed step by
step equals one built at once. Rows are appended; closing a version or a merge affects only later
revisions, so views of earlier revisions stay correct while the projection grows. After forgetting,
the store makes a new projection of what is left (`clew.projection.erasure`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice

import numpy as np

from clew.graph.times import START, Axis
from clew.graph.types import STATEMENT_KINDS, TEXT_KINDS, Kind
from clew.projection.adjacency import Adjacency
from clew.projection.columns import Column, Grow, Items
from clew.projection.edges import Edges, Facts
from clew.projection.fact_index import StoredFacts
from clew.projection.levels import Levels
from clew.projection.lookup.bm25 import WordRows
from clew.projection.lookup.closures import Closures
from clew.projection.lookup.entity_names import Names
from clew.projection.lookup.same_text import SameText
from clew.projection.lookup.stating import Stating
from clew.projection.nodes import Nodes
from clew.projection.noted import Noted
from clew.projection.rows import (
    EDGE_CODES,
    Blocks,
    Delta,
    EdgeBlock,
    EdgeRow,
    Int32,
    Int64,
    MergeRow,
    NodeRow,
)
from clew.projection.turns import Turns
from clew.projection.vectors import Vectors
from clew.projection.visibility import Visibility
from clew.text import normalise_name

__all__ = ["Projection", "families_of", "roots_of"]


_NODES_AT_ONCE, _VECTORS_AT_ONCE = 4096, 128
_NO_EDGES = np.empty(0, np.int64)
_MOST_KEPT = 1 << 14
"""Most items whose tellers are kept."""


class Projection:
    """Nodes, edges, texts, vectors, versions and merges of one namespace at one revision."""

    def __init__(self, axis: Axis | None) -> None:
        self.axis, self.next_id = axis, 1
        self.revision = self.last_id = 0
        """The last revision, and the largest row id applied."""
        self.latest: int | None = None
        """Latest step (ticks) of an episode, or start of a direct statement."""
        self.nodes = Nodes()
        self.items = Items()
        self.columns = {kind: Column(kind, self.items) for kind in TEXT_KINDS}
        self.words = WordRows(self.items)
        each = self.columns, self.items
        self.visibility, self.vectors = Visibility(*each), Vectors(*each)
        self.edges, self.adjacency = Edges(), Adjacency()
        """In the adjacency, edge 2e is edge e seen from its source, 2e + 1 from its target."""
        self._tellings: dict[int, Int64] = {}
        """The episodic edges that lead to an item, of those asked for at this revision."""
        self._named = Grow(np.bool_)
        """Whether an episodic edge to an item says what it is, by the item's number."""
        self.facts = Facts(self.edges, self.items)
        self.stored_facts = StoredFacts(self.edges, self.items, self.adjacency)
        self.names = Names(self.nodes, self.columns[Kind.ENTITY].ids)
        self.merges, self._merges_of = dict[int, MergeRow](), dict[int, list[int]]()
        self._roots: dict[int, int] | None = None
        """Merged entity -> the entity it stands for, at the newest revision; built on demand. In
        the families are entities with those merged into them."""
        self._families: dict[int, list[int]] | None = None
        self._episodes, self._theses = (
            SameText(self.nodes, self.columns[kind].ids) for kind in (Kind.EPISODE, Kind.THESIS)
        )
        self.theses_of = Stating(self.nodes, self.columns[Kind.THESIS].ids)
        self.beginnings: list[NodeRow] = []
        """Episodes whose text is their own source, oldest first: those that begin runs."""
        self._closures = Closures()
        self.closures_of, self.closures_by = self._closures.of, self._closures.by
        # In `retired` are the statements that a person ever rejected. The facts in `reworded` are
        # told by some episode in words of its own; `undated` has, for each entity, those at it that
        # were told without a start at first.
        self.levels, self.noted, self.retired = Levels(), Noted(), set[int]()
        self.reworded, self.undated = set[int](), dict[int, list[int]]()
        self.turns = Turns()

    def apply(self, delta: Delta) -> None:
        """Apply all rows of a delta; its ids must be larger than all earlier ones."""
        self.visibility.clear()
        self._tellings.clear()
        self._add_nodes(delta.nodes)
        self._add_edges(delta.edges)
        self._add_versions(delta.versions)
        self._close_versions(delta.closed_versions)
        self._add_closures(delta.closures)
        self._closures.close(delta.closed_closures)
        if delta.merges or delta.closed_merges:
            self._roots = self._families = None
        for merge in delta.merges:
            self.merges[merge.id] = merge
            for entity in (merge.loser, merge.winner):
                self._merges_of.setdefault(entity, []).append(merge.id)
            self._saw(merge.id)
        for merge_id, known_to in delta.closed_merges:
            self.merges[merge_id] = self.merges[merge_id]._replace(known_to=known_to)
        for row in delta.trust:
            self.levels.add(row)
            self._saw(row.id)
        for noted in delta.metadata:
            self.noted.add(noted)
            self._saw(noted.id)
        self.turns.add(delta.turns)
        self._add_vectors(delta.vectors)
        self.revision = delta.revision

    def blocks(self) -> Blocks:
        """Return the nodes, edges and versions, for `restore`."""
        every = np.concatenate([self.columns[kind].versions.numbers() for kind in STATEMENT_KINDS])
        arrays = {**self.nodes.arrays(), **self.edges.arrays()}
        arrays["versions"] = every[np.argsort(every[:, 0])]
        words = {"sources": self.nodes.sources(), **self.edges.words()}
        return Blocks(self.revision, self.last_id, arrays, words)

    def restore(self, blocks: Blocks) -> None:
        """Take over the nodes, edges and versions of another projection; there must be none yet.

        What else there was then is still to be applied, and so is what came later.
        """
        self.nodes.restore(blocks.arrays, blocks.words["sources"])
        for kind, ids, known_from in self.nodes.by_kind():
            self._add_items(kind, ids, known_from)
        self.beginnings = self.nodes.named_by_themselves()
        self._reach([self.nodes.latest()])
        self.edges.restore(blocks.arrays, blocks.words)
        self._join_edges(0)
        self._add_versions(blocks.arrays["versions"])
        self.revision, self.last_id = blocks.revision, blocks.last_id

    def told(self, item: int) -> Iterator[EdgeRow]:
        """Yield the episodic edges that lead to an item: which episodes state it, and for when."""
        yield from self.edges.rows(self._telling(item))

    def tellings(self, item: int) -> Iterator[tuple[int, int | None, int | None, int, str]]:
        """Yield the same without rows: the episode, start and end, how exactly, its own words."""
        return self.edges.tellings(self._telling(item))

    def tellers(self, item: int) -> list[int]:
        """Return the episodes that state an item; much faster than `told`."""
        found: list[int] = self.edges.sources(self._telling(item)).tolist()
        return found

    def told_as(self, item: int) -> list[str]:
        """Return what the episodic edges that lead to an item say it is, each once, sorted."""
        number = self.items.find(item)
        named = 0 <= number < self._named.size and self._named.item(number)
        return self.edges.relations(self._telling(item)) if named else []

    def span(self, item: int) -> tuple[int, int] | None:
        """Return the times of the first and the last episode that states an item, if any."""
        times = self.nodes.times(self.edges.sources(self._telling(item)))
        return (int(times.min()), int(times.max())) if len(times) else None

    def _telling(self, item: int) -> Int64:
        found = self._tellings.get(item)
        if found is None:
            if len(self._tellings) >= _MOST_KEPT:
                self._tellings.clear()
            number = self.items.find(item)
            if number < 0:
                return _NO_EDGES
            halves = self.adjacency.row(number)[1]
            edges = halves[halves & 1 == 1].astype(np.int64) >> 1
            told = self.edges.kinds(edges) == EDGE_CODES[Kind.EPISODIC]
            found = self._tellings[item] = edges[told]
        return found

    def telling(self, numbers: Int32) -> tuple[Int64, Int64]:
        """Return the episodic edges that lead to items, given by number, and whose each is."""
        _, halves, lengths = self.adjacency.rows(numbers)
        edges = halves >> 1
        telling = self.edges.kinds(edges) == EDGE_CODES[Kind.EPISODIC]
        telling &= halves & 1 == 1
        return np.repeat(np.arange(len(numbers)), lengths)[telling], edges[telling]

    def kind_of(self, item: int) -> Kind:
        """Return the kind of a node or fact; raises `KeyError` when there is none."""
        return self.items.kind(item)

    def text_of(self, item: int) -> str:
        """Return the text of a node or fact as it is embedded and indexed."""
        fact = self.facts.get(item)
        if fact is None:
            return self.nodes.text(item)
        ends = self.nodes.text(fact.source), self.nodes.text(fact.target)
        return f"{ends[0]} {fact.relation} {ends[1]}"

    def entity_called(self, name: str | int) -> int | None:
        """Return the entity with this own name, the first of several, or with this id."""
        if isinstance(name, str):
            return next(iter(self.names.get(normalise_name(name), ())), None)
        row = self.nodes.get(name)
        return name if row is not None and row.kind is Kind.ENTITY else None

    def spellings(self) -> list[str]:
        """Return the name of every entity."""
        return [self.nodes.text(item) for item in self.columns[Kind.ENTITY].ids.data.tolist()]

    def episode_of(self, source: str, text: str) -> int | None:
        """Return the newest episode with exactly this text and source, if there is one."""
        return max((row.id for row in self.episodes_of(source, text)), default=None)

    def episodes_of(self, source: str, text: str) -> list[NodeRow]:
        """Return all episodes with exactly this text and source."""
        rows = map(self.nodes.__getitem__, self._episodes.get(text))
        return [row for row in rows if (row.source or "", row.text) == (source, text)]

    def theses_called(self, text: str) -> list[int]:
        """Return the theses with this text (`folded`), ascending."""
        return self._theses.get(text)

    def canonical(self, known: int | None = None) -> dict[int, int]:
        """Return, for every entity merged as of a revision (the newest), the entity it stands for.

        Do not change the result: that of the newest revision is cached.
        """
        if known is not None and known != self.revision:
            return roots_of(
                row
                for row in self.merges.values()
                if row.known_from <= known and (row.known_to is None or known < row.known_to)
            )
        if self._roots is None:
            self._roots = roots_of(row for row in self.merges.values() if row.known_to is None)
        return self._roots

    def families(self, known: int | None = None) -> dict[int, list[int]]:
        """Return the entities that others are merged into as of a revision (the newest).

        Each maps to its family: itself first, then the others, ascending. Do not change the
        result: that of the newest revision is cached.
        """
        if known is not None and known != self.revision:
            return families_of(self.canonical(known))
        if self._families is None:
            self._families = families_of(self.canonical())
        return self._families

    def merges_of(self, entity: int) -> list[MergeRow]:
        """Return the merges of an entity into another, or of another into it, ascending."""
        return [self.merges[merge] for merge in self._merges_of.get(entity, ())]

    def _reach(self, moments: Iterable[int | None]) -> None:
        known = [moment for moment in (self.latest, *moments) if moment is not None]
        self.latest = max(known, default=None)

    def _saw(self, row_id: int) -> None:
        self.last_id = max(self.last_id, row_id)

    def _add_items(self, kind: Kind, ids: Int64, known_from: Int64) -> None:
        self.columns[kind].add(ids, self.items.add(kind, ids), known_from)

    def _add_nodes(self, every: Iterable[NodeRow]) -> None:
        each = iter(every)
        while rows := list(islice(each, _NODES_AT_ONCE)):
            self._add_some_nodes(rows)

    def _add_some_nodes(self, rows: Sequence[NodeRow]) -> None:
        self.nodes.extend(rows)
        groups: dict[Kind, list[NodeRow]] = {}
        for row in rows:
            groups.setdefault(row.kind, []).append(row)
        for kind, group in groups.items():
            ids, known_from = ([row.id for row in group], [row.known_from for row in group])
            self._add_items(kind, np.array(ids), np.array(known_from))
        episodes = groups.get(Kind.EPISODE, [])
        self.beginnings += [row for row in episodes if row.text == row.source]
        self._reach(moment for row in rows for moment in (row.at, row.valid_from))
        self._saw(rows[-1].id)

    def _add_edges(self, block: EdgeBlock) -> None:
        if not len(block.numbers):
            return
        first = len(self.edges)
        self.edges.extend(block)
        self._join_edges(first)
        self._saw(int(block.numbers[-1, 0]))

    def _join_edges(self, first: int) -> None:
        self._add_facts(self.edges.of_kind(Kind.FACT, first))
        told = self.edges.reworded(first)
        self.reworded |= {item for item in told if item in self.facts}
        self._named.extend_zeros(self.items.ids.size - self._named.size)
        if told:
            self._named.data[self.items.number_all(np.array([*told]))] = True
        ends = self.items.number_all(self.edges.ends(first))
        self.adjacency.extend(
            ends, _swapped(ends), np.arange(2 * first, 2 * len(self.edges), dtype=np.int32)
        )

    def _add_facts(self, edges: Int64) -> None:
        if not len(edges):
            return
        self._add_items(Kind.FACT, self.edges.ids(edges), self.edges.known_from(edges))
        self.facts.extend(edges)
        self._reach([self.edges.latest_start(edges)])

    def _add_versions(self, rows: Int64) -> None:
        if not len(rows):
            return
        for kind, where, places in self.items.by_kind(self.items.number_all(rows[:, 1])):
            self.columns[kind].versions.extend(rows[where], places)
            if kind is Kind.FACT:
                self._note_undated(rows[where])
        self._saw(int(rows[-1, 0]))

    def _note_undated(self, versions: Int64) -> None:
        for item in versions[versions[:, 2] == START, 1].tolist():
            row = self.facts[item]
            for end in (row.source, row.target):
                known = self.undated.setdefault(end, [])
                if not known or known[-1] != item:
                    known.append(item)

    def _close_versions(self, closed: Sequence[tuple[int, int]]) -> None:
        if not closed:
            return
        ids, known_to = np.array(closed, np.int64).T
        for kind in STATEMENT_KINDS:
            self.columns[kind].versions.close(ids, known_to)

    def _add_closures(self, closures: Int64) -> None:
        if len(closures):
            self._closures.add(closures)
            ids, items, ends = closures[:, :3].T
            self.retired.update(items[ends == START].tolist())
            self._saw(int(ids[-1]))

    def _add_vectors(self, rows: Iterable[tuple[int, str, bytes]]) -> None:
        rows = iter(rows)
        while chunk := list(islice(rows, _VECTORS_AT_ONCE)):
            ids, items, blobs = zip(*chunk, strict=True)
            self._saw(self.vectors.add(ids, items, blobs))


def roots_of(merges: Iterable[MergeRow]) -> dict[int, int]:
    """Return, for every merged entity, the entity it stands for by these merges."""
    winners = {row.loser: row.winner for row in merges}
    roots = {}
    for loser in winners:
        root = loser
        while root in winners:
            root = winners[root]
        roots[loser] = root
    return roots


def families_of(roots: Mapping[int, int]) -> dict[int, list[int]]:
    """Return the entities that others stand for: each first in its family, the rest ascending."""
    families: dict[int, list[int]] = {}
    for loser, root in sorted(roots.items()):
        families.setdefault(root, [root]).append(loser)
    return families


def _swapped(ends: Int32) -> Int32:
    """Return source, target, source, target ... with the two of each pair swapped."""
    return np.ascontiguousarray(ends.reshape(-1, 2)[:, ::-1]).ravel()
