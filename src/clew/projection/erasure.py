"""What forgetting deletes and rewrites: planned by the write path, carried out by the store.

The store also makes the projection of what is left, from the blocks of the one before: reading
100,000 facts from the rows of a file takes five times as long.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clew.graph.types import Kind
from clew.projection.rows import (
    Blocks,
    ClosureRow,
    EdgeRow,
    MergeRow,
    VectorRow,
    VersionRow,
    distinct,
    edge_block,
)

__all__ = ["FORGOTTEN", "Erasure", "remaining"]

Arrays = dict[str, NDArray[Any]]
FORGOTTEN = "erased, for it may have named what was forgotten"
"""Stands for a reason or an error that is erased."""


@dataclass(slots=True)
class Erasure:
    """Rows to delete, by id, and rows to write in their place; new ids start at `next_id`."""

    next_id: int
    items: dict[int, Kind] = field(default_factory=dict)
    """Nodes and facts to delete, by id."""
    texts: list[tuple[Kind, int, str]] = field(default_factory=list)
    """Their indexed texts."""
    edges: list[int] = field(default_factory=list)
    """Edges to delete, facts included."""
    changed_edges: list[EdgeRow] = field(default_factory=list)
    """Edges that stay, with another target, relation, attributes, directness or times."""
    new_edges: list[EdgeRow] = field(default_factory=list)
    """Second facts of a content, and who tells them."""
    new_texts: list[tuple[Kind, int, str]] = field(default_factory=list)
    """The texts of facts that are new, or told in other words only."""
    vectors: list[VectorRow] = field(default_factory=list)
    """The vectors of these."""
    closures: list[int] = field(default_factory=list)
    new_closures: list[ClosureRow] = field(default_factory=list)
    merges: list[int] = field(default_factory=list)
    moved_merges: list[MergeRow] = field(default_factory=list)
    refolded: list[int] = field(default_factory=list)
    """Statements whose version rows are replaced by `versions`."""
    versions: list[VersionRow] = field(default_factory=list)
    attributes: list[tuple[int, str | None]] = field(default_factory=list)
    """New attributes of nodes that stay: theses lose facts, entities what named the forgotten."""
    reports: list[tuple[int, str]] = field(default_factory=list)
    """(episode, report on learning from it), without what was forgotten."""
    errors: list[int] = field(default_factory=list)
    """Pending episodes whose last error is erased."""
    reopened: list[int] = field(default_factory=list)
    """Statements that were closed and are open again."""

    def is_empty(self) -> bool:
        """Return whether carrying it out would change nothing."""
        return not (self.items or self.attributes or self.reports or self.errors or self.refolded)

    def new_id(self) -> int:
        """Return the next id of the namespace's counter."""
        self.next_id += 1
        return self.next_id - 1


def remaining(blocks: Blocks, plan: Erasure) -> Blocks:
    """Return the blocks without what the plan deletes, and with the rows that it changes.

    Rows that the plan adds have larger ids than all of the blocks: they are applied afterwards, as
    those of any write. No word is kept that only erased rows had.
    """
    nodes, sources = _nodes(blocks, plan)
    edges, words = _edges(blocks, plan)
    folded = _without(blocks.arrays["versions"], 1, [*plan.items, *plan.refolded])
    versions = blocks.arrays["versions"][folded]
    arrays = {**nodes, **edges, "versions": versions}
    return Blocks(blocks.revision, blocks.last_id, arrays, {"sources": sources, **words})


def _nodes(blocks: Blocks, plan: Erasure) -> tuple[Arrays, list[str]]:
    numbers, ends = blocks.arrays["nodes"], blocks.arrays["node_ends"]
    left = _without(numbers, 0, [*plan.items])
    changed = {item: more for item, more in plan.attributes if item not in plan.items}
    at = np.searchsorted(numbers[:, 0], np.array([*changed], np.int64)).tolist()
    written = {
        place: (more or "").encode("utf-8", "surrogatepass")
        for place, more in zip(at, changed.values(), strict=True)
    }
    texts = ends[1:, 0] - ends[:-1, 1]
    more = ends[1:, 1] - ends[1:, 0]
    more[[*written]] = [len(each) for each in written.values()]
    stops = np.cumsum((texts + more)[left])
    codes, sources = _renumbered(blocks.arrays["node_sources"][left], blocks.words["sources"])
    arrays = {
        "nodes": numbers[left],
        "node_codes": blocks.arrays["node_codes"][left],
        "node_ends": np.column_stack([stops - more[left], stops]),
        "node_texts": _letters(blocks, np.flatnonzero(~left).tolist(), written),
        "node_sources": codes,
    }
    arrays["node_ends"] = np.concatenate([np.zeros((1, 2), np.int64), arrays["node_ends"]])
    return arrays, sources


def _letters(blocks: Blocks, gone: Sequence[int], written: Mapping[int, bytes]) -> NDArray[Any]:
    """Return the texts and attributes without some nodes, by place, and with new attributes."""
    letters, ends = blocks.arrays["node_texts"], blocks.arrays["node_ends"]
    parts, start = [], 0
    for place in sorted({*gone, *written}):
        begin, (middle, end) = ends[place, 1], ends[place + 1]
        kept = place in written
        parts.append(letters[start : middle if kept else begin])
        parts.append(np.frombuffer(written.get(place, b""), np.uint8))
        start = end
    return np.concatenate([*parts, letters[start:]])


def _edges(blocks: Blocks, plan: Erasure) -> tuple[Arrays, dict[str, Any]]:
    numbers, codes = blocks.arrays["edges"].copy(), blocks.arrays["edge_relations"].copy()
    gone = {*plan.edges}
    changed = edge_block([edge for edge in plan.changed_edges if edge.id not in gone])
    ids = changed.numbers[:, 0]
    at = np.searchsorted(numbers[:, 0], ids)
    numbers[at], codes[at] = changed.numbers, 0
    relations, attributes = [*blocks.words["relations"]], dict(blocks.words["attributes"])
    for item in (*gone, *ids.tolist()):
        attributes.pop(item, None)
    for item, relation, more in changed.words:
        if relation is not None:
            relations.append(relation)
            codes[np.searchsorted(numbers[:, 0], item)] = len(relations)
        if more is not None:
            attributes[item] = more
    left = _without(numbers, 0, plan.edges)
    codes, relations = _renumbered(codes[left], relations)
    words = {"relations": relations, "attributes": sorted(attributes.items())}
    return {"edges": numbers[left], "edge_relations": codes}, words


def _without(numbers: NDArray[Any], column: int, ids: Sequence[int]) -> NDArray[np.bool_]:
    """Return a mask of the rows with none of these ids in a column."""
    return np.isin(numbers[:, column], np.array(ids, np.int64), invert=True)


def _renumbered(codes: NDArray[Any], names: Sequence[str]) -> tuple[NDArray[Any], list[str]]:
    """Return codes of the names that are still used, each once, from 1 on; 0 stays 0."""
    first: dict[str, int] = {}
    new = np.zeros(len(names) + 1, codes.dtype)
    for code in distinct(codes[codes > 0]).tolist():
        new[code] = first.setdefault(names[code - 1], len(first) + 1)
    return new[codes], [*first]
