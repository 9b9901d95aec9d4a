"""Rows as the store keeps them and the projection reads them: ticks and ids, no typed values.

All rows of a namespace, whatever their table, take their ids from one counter. So the rows new
since a revision are those with ids above the last one seen, plus the few that were closed since.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clew.graph.times import END, START, Axis
from clew.graph.types import EDGE_KINDS, Kind

__all__ = [
    "EDGE_CODES",
    "EDGE_WIDTH",
    "PRECISION_BITS",
    "REVISION_BITS",
    "VERSION_WIDTH",
    "Amounts",
    "Blocks",
    "Changes",
    "ClosureRow",
    "Delta",
    "EdgeBlock",
    "EdgeRow",
    "Int32",
    "Int64",
    "MergeRow",
    "MetadataRow",
    "NodeRow",
    "OneVector",
    "Told",
    "TrustRow",
    "TurnRow",
    "UsageRow",
    "VectorRow",
    "VersionRow",
    "closure_numbers",
    "distinct",
    "each_vector",
    "edge_block",
    "vector_rows",
    "version_numbers",
]

Int32: TypeAlias = NDArray[np.int32]
Int64: TypeAlias = NDArray[np.int64]
_IN_A_ROW = 9
"""Vectors of 384 numbers then fill two pages of SQLite and a little, which rows share; alone, four
take a page."""


class NodeRow(NamedTuple):
    """An entity, thesis, episode or goal."""

    id: int
    kind: Kind
    text: str
    at: int | None
    """Episode: when it was read or observed (ticks)."""
    source: str | None
    attributes: str | None
    """JSON object."""
    direct: int
    """1 when written by `Memory.write`: it needs no episode as its source."""
    valid_from: int | None
    valid_to: int | None
    """Of a direct statement: its own assertion."""
    known_from: int


class EdgeRow(NamedTuple):
    """A fact, mention, episodic, sequence or part_of edge."""

    id: int
    kind: Kind
    source: int
    target: int
    relation: str | None
    attributes: str | None
    direct: int
    valid_from: int | None
    valid_to: int | None
    """Episodic edge: what the episode asserts about its target. Direct fact: its own assertion."""
    precision: int
    """Episodic edge: how exactly the episode tells both (`graph.types.PRECISIONS`)."""
    known_from: int


class Told(NamedTuple):
    """What an episode (`None`: a direct write) asserts of a statement: from when to when."""

    episode: int | None
    start: int | None
    end: int | None
    begins: int
    """From when on it surely holds, by the start or the time of telling; `END`: it is over."""
    precision: int = 0
    """How exactly both are told (`graph.types.PRECISIONS`)."""
    words: str = ""
    """How the episode says it, if not in the statement's own words."""


class VersionRow(NamedTuple):
    """What was believed about a statement's validity between two revisions."""

    id: int
    item: int
    valid_from: int | None
    valid_to: int | None
    superseded_by: int | None
    known_from: int
    known_to: int | None


class ClosureRow(NamedTuple):
    """`item` stops being true at `at` because of `by`, learned from `episode`.

    It counts from `known_from` until `known_to`: when the merge was undone that made the two speak
    of one thing, or when sources were trusted anew. If the two are equal it has never counted: who
    told it is trusted less (`clew.projection.levels`).
    """

    id: int
    item: int
    at: int
    by: int | None
    episode: int | None
    known_from: int
    known_to: int | None = None


class MergeRow(NamedTuple):
    """`loser` is the same thing as `winner`, from `known_from` until `known_to`."""

    id: int
    loser: int
    winner: int
    episode: int | None
    known_from: int
    known_to: int | None


class TrustRow(NamedTuple):
    """From `known_from` on, sources that fit `pattern` have a level; `None`: no longer."""

    id: int
    pattern: str
    level: int | None
    known_from: int


class MetadataRow(NamedTuple):
    """From `known_from` on, an episode has this metadata, as a JSON object."""

    id: int
    item: int
    document: str
    known_from: int


class TurnRow(NamedTuple):
    """An episode that is a turn of a conversation; each of its texts may be empty."""

    id: int
    """Its episode's."""
    conversation: str
    role: str
    speaker: str


class VectorRow(NamedTuple):
    """The vectors of a few items' texts, packed (`clew.graph.stored_vectors`), one after another.

    They have the row's id and those that follow it.
    """

    id: int
    items: str
    """Their ids, with spaces between."""
    vectors: bytes


OneVector: TypeAlias = tuple[int, int, bytes]
"""Id, item, and the packed vector of its text."""


def vector_rows(vectors: Iterable[OneVector]) -> Iterator[VectorRow]:
    """Yield rows for vectors in the order of their ids, those of ids in a row together.

    Vectors of a row have one length, so that a damaged one is found in its own row.
    """
    held: list[OneVector] = []
    for one in vectors:
        if held and not (len(held) < _IN_A_ROW and _follows(one, held[-1])):
            yield _together(held)
            held = []
        held.append(one)
    if held:
        yield _together(held)


def _follows(one: OneVector, last: OneVector) -> bool:
    return one[0] == last[0] + 1 and len(one[2]) == len(last[2])


def _together(held: Sequence[OneVector]) -> VectorRow:
    ids, items, vectors = zip(*held, strict=True)
    return VectorRow(ids[0], " ".join(map(str, items)), b"".join(vectors))


def each_vector(rows: Iterable[tuple[int, str, bytes]]) -> Iterator[OneVector]:
    """Yield the vectors of rows, one by one."""
    for row, items, vectors in rows:
        named = items.split()
        size = len(vectors) // len(named)
        for place, item in enumerate(named):
            yield row + place, int(item), vectors[place * size : (place + 1) * size]


Amounts: TypeAlias = tuple[int, int, int, float, float]
"""What models cost: calls, input tokens, output tokens, seconds, US dollars."""


class UsageRow(NamedTuple):
    """What one model cost for one type of task; episode 0 means work for no episode."""

    episode: int
    task: str
    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    seconds: float
    cost: float
    """US dollars."""


EDGE_CODES = {kind: 2 * place for place, kind in enumerate(EDGE_KINDS)}
"""What each kind contributes to an edge's code; a direct edge adds 1."""
PRECISION_BITS, REVISION_BITS = 4, 10
"""An edge's code is (known_from << 10) + (precision << 4) + its kind's code + direct."""
EDGE_WIDTH = 6
VERSION_WIDTH = 7


@dataclass(frozen=True, slots=True, eq=False)
class Blocks:
    """The nodes, edges and versions of a projection at one revision, as arrays of whole numbers."""

    revision: int
    last_id: int
    arrays: Mapping[str, NDArray[Any]]
    words: Mapping[str, Any]
    """What is no number, as JSON has it."""


@dataclass(frozen=True, slots=True, eq=False)
class EdgeBlock:
    """Edges as arrays: half a million of them are too expensive as Python objects."""

    numbers: Int64
    """(edges, 6): id, code, source, target, valid_from or `START`, valid_to or `END`."""
    words: Iterable[tuple[int, str | None, str | None]]
    """(id, relation, attributes) of the edges that have either, ascending; read only once."""


def distinct(numbers: NDArray[Any]) -> NDArray[Any]:
    """Return the different numbers of an array, ascending.

    `np.unique` alone makes NumPy import `numpy.ma`: 15 ms and 3 MB in a process that only reads.

    >>> distinct(np.array([3, 1, 3])).tolist()
    [1, 3]
    """
    found = np.sort(numbers, axis=None)
    is_new = np.ones(len(found), np.bool_)
    np.not_equal(found[1:], found[:-1], out=is_new[1:])
    return found[is_new]


def edge_block(rows: Sequence[EdgeRow]) -> EdgeBlock:
    """Return edges as a block."""
    numbers = [
        (
            row.id,
            (row.known_from << REVISION_BITS)
            + (row.precision << PRECISION_BITS)
            + EDGE_CODES[row.kind]
            + row.direct,
            row.source,
            row.target,
            START if row.valid_from is None else row.valid_from,
            END if row.valid_to is None else row.valid_to,
        )
        for row in rows
    ]
    words = [
        (row.id, row.relation, row.attributes)
        for row in rows
        if row.relation is not None or row.attributes is not None
    ]
    return EdgeBlock(np.array(numbers, np.int64).reshape(-1, EDGE_WIDTH), words)


def version_numbers(rows: Sequence[VersionRow]) -> Int64:
    """Return versions as (versions, 7) numbers, in the order of `VersionRow`'s fields.

    `None` becomes `START` (valid_from), `END` (valid_to, known_to) or 0 (superseded_by).
    """
    return _numbers(rows, (0, 0, START, END, 0, 0, END))


def closure_numbers(rows: Sequence[ClosureRow]) -> Int64:
    """Return closures as numbers, too; `None` becomes 0 (by, episode) or `END` (known_to)."""
    return _numbers(rows, (0, 0, 0, 0, 0, 0, END))


def _numbers(rows: Sequence[tuple[int | None, ...]], instead: Sequence[int]) -> Int64:
    """Return rows as numbers, with those given instead of `None`."""
    numbers = [
        [other if one is None else one for one, other in zip(row, instead, strict=True)]
        for row in rows
    ]
    return np.array(numbers, np.int64).reshape(-1, len(instead))


@dataclass(slots=True)
class Delta:
    """All rows that were added or closed between two revisions of one namespace."""

    revision: int
    nodes: Iterable[NodeRow]
    """Read only once, in order."""
    edges: EdgeBlock
    versions: Int64
    """As returned by `version_numbers`."""
    closures: Int64
    """As returned by `closure_numbers`."""
    merges: Sequence[MergeRow]
    vectors: Iterable[tuple[int, str, bytes]]
    """Fields of `VectorRow`; read only once, in order."""
    closed_versions: Sequence[tuple[int, int]] = ()
    """(version id, known_to)."""
    closed_merges: Sequence[tuple[int, int]] = ()
    trust: Sequence[TrustRow] = ()
    metadata: Sequence[MetadataRow] = ()
    turns: Sequence[TurnRow] = ()
    closed_closures: Sequence[tuple[int, int, int]] = ()
    """(closure id, its item, known_to)."""


@dataclass(slots=True)
class Changes:
    """Everything one committed write adds or closes; new ids start at `next_id`.

    It applies to exactly one state of the namespace: revision `revision - 1`.
    """

    revision: int
    next_id: int
    axis: Axis | None
    nodes: list[NodeRow] = field(default_factory=list)
    edges: list[EdgeRow] = field(default_factory=list)
    versions: list[VersionRow] = field(default_factory=list)
    closures: list[ClosureRow] = field(default_factory=list)
    merges: list[MergeRow] = field(default_factory=list)
    trust: list[TrustRow] = field(default_factory=list)
    metadata: list[MetadataRow] = field(default_factory=list)
    turns: list[TurnRow] = field(default_factory=list)
    vectors: list[VectorRow] = field(default_factory=list)
    closed_versions: list[int] = field(default_factory=list)
    closed_merges: list[int] = field(default_factory=list)
    closed_closures: list[ClosureRow] = field(default_factory=list)
    texts: list[tuple[Kind, int, str]] = field(default_factory=list)
    """Rows of the text index."""
    pending: list[int] = field(default_factory=list)
    """Episodes to learn from later."""
    learned: list[tuple[int, str]] = field(default_factory=list)
    """(episode, report as JSON): no longer pending."""
    failed: list[tuple[int, str]] = field(default_factory=list)
    """(episode, why): still pending after one more attempt."""
    usage: list[UsageRow] = field(default_factory=list)
    """What models cost for these changes."""

    def delta(self) -> Delta:
        """Return the delta that a reader of the file sees once these changes are committed."""
        return Delta(
            revision=self.revision,
            nodes=self.nodes,
            edges=edge_block(self.edges),
            versions=version_numbers(self.versions),
            closures=closure_numbers(self.closures),
            merges=self.merges,
            trust=self.trust,
            metadata=self.metadata,
            turns=self.turns,
            vectors=self.vectors,
            closed_versions=[(row, self.revision) for row in self.closed_versions],
            closed_merges=[(row, self.revision) for row in self.closed_merges],
            closed_closures=[(row.id, row.item, self.revision) for row in self.closed_closures],
        )

    def new_id(self) -> int:
        """Return the next id of the namespace's counter."""
        self.next_id += 1
        return self.next_id - 1

    def is_empty(self) -> bool:
        """Return whether committing would change nothing."""
        return not any(getattr(self, name) for name in self.__slots__ if name not in _STATE)


_STATE = ("revision", "next_id", "axis")
