"""Nodes without an object for each: their texts in one run of bytes, their numbers in arrays.

A row is made when somebody asks for it. 100,000 rows as objects take 51 MB, and this a quarter.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from clew.graph.times import END, START
from clew.graph.types import NODE_KINDS, Kind
from clew.projection.columns import Grow
from clew.projection.rows import Int64, NodeRow

__all__ = ["Letters", "Nodes"]

_NUMBERS = 5
"""Of a node: id, at, valid_from, valid_to, known_from."""
_KINDS = {kind: code for code, kind in enumerate(NODE_KINDS)}


class Letters(NamedTuple):
    """Texts in one array, a space behind each."""

    letters: NDArray[np.uint8]
    begins: Int64
    """Where each text begins, and where the last one's space ends."""


class Nodes(Mapping[int, NodeRow]):
    """The nodes of a namespace by id, in the order of ids."""

    def __init__(self) -> None:
        self._numbers = Grow(np.int64, _NUMBERS)
        self._codes = Grow(np.int8)
        """Twice the kind, plus 1 when written directly."""
        self._ends = Grow(np.int64, 2)
        self._ends.extend_zeros(1)
        """Where in the bytes the text ends, and the attributes behind it, where the next begins."""
        self._bytes = bytearray()
        self._sources = Grow(np.int32)
        self._names: list[str | None] = [None]
        self._named: dict[str, int] = {}
        self._after = Grow(np.int32)
        """Place plus 1 by id; 0 for an id that is no node's."""

    def __len__(self) -> int:
        return self._codes.size

    def __iter__(self) -> Iterator[int]:
        return iter(self._numbers.data[:, 0].tolist())

    def __contains__(self, item: object) -> bool:
        return isinstance(item, int) and self._place(item) >= 0

    def __getitem__(self, item: int) -> NodeRow:
        place = self._place(item)
        if place < 0:
            raise KeyError(item)
        return self._row(place)

    def text(self, item: int) -> str:
        """Return the text of a node; raises `KeyError` when there is none."""
        place = self._place(item)
        if place < 0:
            raise KeyError(item)
        return self._text(place)

    def times(self, ids: Int64) -> Int64:
        """Return the times of nodes that have one; all must exist."""
        every = self._numbers.data[self._after.data[ids] - 1, 1]
        times: Int64 = every[every != START]
        return times

    def rows(self, ids: Int64) -> Iterator[NodeRow]:
        """Yield the rows of nodes; all must exist."""
        places = self._after.data[ids] - 1
        numbers = self._numbers.data[places].tolist()
        codes, sources = (column.data[places].tolist() for column in (self._codes, self._sources))
        begins = self._ends.data[places, 1].tolist()
        ends = self._ends.data[places + 1].tolist()
        yield from map(self._made, numbers, codes, sources, begins, ends)

    def texts(self, ids: Int64) -> list[str]:
        """Return the texts of nodes; all must exist."""
        return [text.decode("utf-8", "surrogatepass") for text in self.encoded(ids)]

    def encoded(self, ids: Int64) -> list[bytes]:
        """Return the texts of nodes in UTF-8; all must exist."""
        places = self._after.data[ids] - 1
        starts, stops = self._ends.data[places, 1], self._ends.data[places + 1, 0]
        whole = memoryview(self._bytes)
        return [bytes(whole[a:b]) for a, b in zip(starts.tolist(), stops.tolist(), strict=True)]

    def all_attributes(self, ids: Int64) -> list[str]:
        """Return the attributes of nodes as stored, "" for none; all must exist."""
        return [
            self._bytes[start:end].decode("utf-8", "surrogatepass")
            for start, end in self._ends.data[self._after.data[ids]].tolist()
        ]

    def joined(self, ids: Int64) -> Letters:
        """Return the texts of nodes in UTF-8; all must exist."""
        places = self._after.data[ids] - 1
        return self._join(self._ends.data[places, 1], self._ends.data[places + 1, 0])

    def attributes(self, ids: Int64) -> Letters:
        """Return the attributes of nodes as stored, in UTF-8; empty for none. All must exist."""
        return self._join(*self._ends.data[self._after.data[ids]].T)

    def _join(self, starts: Int64, stops: Int64) -> Letters:
        lengths = stops - starts + 1
        begins = np.concatenate([[0], np.cumsum(lengths)])
        at = np.repeat(starts - begins[:-1], lengths) + np.arange(begins[-1])
        letters = np.frombuffer(self._bytes, np.uint8).take(at, mode="clip")
        letters[begins[1:] - 1] = ord(" ")
        return Letters(letters, begins)

    def extend(self, rows: Sequence[NodeRow]) -> None:
        """Append rows; their ids must be larger than all earlier ones."""
        first, numbers, ends = self._codes.size, [], []
        texts: list[bytes] = []
        end = len(self._bytes)
        for row in rows:
            text, more = _encoded(row.text), _encoded(row.attributes or "")
            texts += (text, more)
            end += len(text) + len(more)
            ends.append((end - len(more), end))
            numbers.append(
                (
                    row.id,
                    START if row.at is None else row.at,
                    START if row.valid_from is None else row.valid_from,
                    END if row.valid_to is None else row.valid_to,
                    row.known_from,
                )
            )
        self._bytes += b"".join(texts)
        self._ends.extend(np.array(ends, np.int64).reshape(-1, 2))
        self._numbers.extend(np.array(numbers, np.int64).reshape(-1, _NUMBERS))
        self._codes.extend(np.array([2 * _KINDS[row.kind] + row.direct for row in rows], np.int8))
        self._sources.extend(np.array([self._source(row.source) for row in rows], np.int32))
        self._number(first)

    def _number(self, first: int) -> None:
        ids = self._numbers.data[first:, 0]
        self._after.extend_zeros(max(0, int(ids.max(initial=-1)) + 1 - self._after.size))
        self._after.data[ids] = np.arange(first + 1, self._codes.size + 1)

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays that `restore` takes."""
        return {
            "nodes": self._numbers.data,
            "node_codes": self._codes.data,
            "node_ends": self._ends.data,
            "node_texts": np.frombuffer(self._bytes, np.uint8),
            "node_sources": self._sources.data,
        }

    def sources(self) -> list[str]:
        """Return the names of sources, in the order in which `arrays` numbers them from 1."""
        return [name for name in self._names if name is not None]

    def restore(self, arrays: Mapping[str, NDArray[Any]], sources: Sequence[str]) -> None:
        """Take the arrays of other nodes; there must be none yet."""
        self._numbers.extend(arrays["nodes"])
        self._codes.extend(arrays["node_codes"])
        self._ends.extend(arrays["node_ends"][1:])
        self._bytes += arrays["node_texts"].data
        self._sources.extend(arrays["node_sources"])
        self._names += sources
        self._named.update(zip(sources, range(1, len(self._names)), strict=True))
        self._number(0)

    def by_kind(self) -> Iterator[tuple[Kind, Int64, Int64]]:
        """Yield, for each kind that occurs, the ids and the revisions that added them."""
        for kind, code in _KINDS.items():
            rows = self._numbers.data[self._codes.data >> 1 == code]
            if len(rows):
                yield kind, rows[:, 0], rows[:, -1]

    def of(self, kind: Kind) -> Iterator[NodeRow]:
        """Yield the nodes of a kind, by id."""
        yield from map(self._row, np.flatnonzero(self._codes.data >> 1 == _KINDS[kind]).tolist())

    def latest(self) -> int | None:
        """Return the latest time of any node, by its own or its text's; `None` without one."""
        found = int(self._numbers.data[:, 1:3].max(initial=START))
        return None if found == START else found

    def named_by_themselves(self) -> list[NodeRow]:
        """Return the episodes whose text is their source, by id."""
        sizes = np.array([len(_encoded(name or "")) for name in self._names])
        lengths = self._ends.data[1:, 0] - self._ends.data[:-1, 1]
        wanted = self._codes.data >> 1 == _KINDS[Kind.EPISODE]
        wanted &= lengths == sizes[self._sources.data]
        rows = map(self._row, np.flatnonzero(wanted).tolist())
        return [row for row in rows if row.text == row.source]

    def _source(self, name: str | None) -> int:
        if name is None:
            return 0
        code = self._named.get(name)
        if code is None:
            code = self._named[name] = len(self._names)
            self._names.append(name)
        return code

    def _place(self, item: int) -> int:
        found: int = self._after.item(item) - 1 if 0 <= item < self._after.size else -1
        return found

    def _text(self, place: int) -> str:
        start, end = self._ends.item(place, 1), self._ends.item(place + 1, 0)
        return self._bytes[start:end].decode("utf-8", "surrogatepass")

    def _row(self, place: int) -> NodeRow:
        return self._made(
            self._numbers.data[place].tolist(),
            self._codes.item(place),
            self._sources.item(place),
            self._ends.item(place, 1),
            self._ends.data[place + 1].tolist(),
        )

    def _made(
        self, numbers: list[int], code: int, source: int, begin: int, ends: list[int]
    ) -> NodeRow:
        id_, at, start, end, known_from = numbers
        first, last = ends
        more = self._bytes[first:last].decode("utf-8", "surrogatepass")
        return NodeRow(
            id_,
            NODE_KINDS[code >> 1],
            self._bytes[begin:first].decode("utf-8", "surrogatepass"),
            None if at == START else at,
            self._names[source],
            more or None,
            code & 1,
            None if start == START else start,
            None if end == END else end,
            known_from,
        )


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "surrogatepass")
