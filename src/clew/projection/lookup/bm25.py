"""BM25 over the rows that have each word, which are read from the file once and then kept.

FTS5 counts the rows of every word for every query, looks up how long each row is, and forgets it.
None of this changes but by rows that are added: a text keeps its id and its words. So the rows of a
word are kept as arrays, and after a write only newer ones are read.
"""

import math
from collections import OrderedDict
from collections.abc import Sequence
from typing import NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np
from numpy.typing import NDArray

from clew.graph.types import Kind
from clew.projection.columns import Grow, Items
from clew.projection.rows import Int32, Int64, distinct

__all__ = ["COMMON", "NO_MATCH", "Float64", "Matched", "ReadWords", "Totals", "WordRows"]

COMMON = 500
"""A word in more rows than this is common."""
_EQUALLY = 10_000
"""Words in more rows than this count as equally common."""
_MOST_BYTES = 8 << 20
_EMPTY_BYTES = 500
"""What the rows of a word take besides the arrays."""
_K1, _B = 1.2, 0.75
"""As in FTS5."""
_LEAST_IDF = 1e-6
Float64: TypeAlias = NDArray[np.float64]
_Values = TypeVar("_Values", Int32, Float64)


class Totals(NamedTuple):
    """How many texts of a kind there are, and how many words they have."""

    texts: int
    words: int


class ReadWords(Protocol):
    """Reads a file's text index."""

    def totals(self, kind: Kind) -> Totals:
        """Return how much there is of a kind."""
        ...

    def sizes(self, kind: Kind, ids: Int64) -> Int32:
        """Return how many words each of these texts has."""
        ...

    def rows(self, kind: Kind, word: str) -> tuple[Int64, Int32] | None:
        """Return the texts with a word, ascending, and how often each has it.

        `None` for a word that the index takes for several.
        """
        ...

    def newer(self, kind: Kind, word: str, after: int) -> tuple[Int64, Float64]:
        """Return the texts with a word whose ids are larger, ascending, and their BM25 for it."""
        ...


class Matched(NamedTuple):
    """The texts of one kind that match, ascending."""

    numbers: Int32
    """Of the items."""
    scores: Float64


class _Having(NamedTuple):
    """The texts that have a word as of a revision, ascending."""

    revision: int
    numbers: Int32
    counts: Int32
    """How often each has it."""

    @property
    def size(self) -> int:
        return self.numbers.nbytes + self.counts.nbytes + _EMPTY_BYTES


_NOTHING = np.zeros(0, np.int32)
NO_MATCH = Matched(_NOTHING, np.zeros(0))


class WordRows:
    """The rows of words that somebody asked for; those asked for longest ago go first.

    Args:
        items: all of a namespace; may grow.
        most_bytes: how much memory the rows may take.
    """

    def __init__(self, items: Items, most_bytes: int = _MOST_BYTES) -> None:
        self._items, self._most_bytes = items, most_bytes
        self._held: OrderedDict[tuple[Kind, str], _Having] = OrderedDict()
        self._bytes = 0
        self._sizes = Grow(np.int32)
        """Words of a text plus 1, by item number; 0 where it was not read."""
        self._totals: dict[Kind, tuple[int, Totals]] = {}

    def match(self, kind: Kind, wanted: Sequence[str], revision: int, read: ReadWords) -> Matched:
        """Return the texts of a kind with any of the words, with the scores that FTS5 gives them.

        Common words only add to the scores of texts that a rarer word finds, since scoring every
        text with a common word would take time linear in the memory. (The rarer words then count
        twice.) If all are common, the rarest must match.

        Args:
            kind: which texts.
            wanted: the words, each once.
            revision: the one that the file and the items are at.
            read: reads the file.
        """
        having = [self._having(kind, word, revision, read) for word in wanted]
        leading = _leading(having)
        must = leading or [each for each in having if len(each.numbers)]
        if not must:
            return NO_MATCH
        numbers = must[0].numbers
        if len(must) > 1:
            numbers = distinct(np.concatenate([each.numbers for each in must]))
        lengths = self._lengths(kind, numbers, revision, read)
        texts = self._totals_of(kind, revision, read).texts
        scores = np.zeros(len(numbers))
        for each in (*leading, *having):
            rows, places = _within(each, numbers)
            counts = each.counts[rows].astype(np.float64)
            worth = _idf(texts, len(each.numbers))
            scores[places] += worth * (counts * (_K1 + 1.0) / (counts + lengths[places]))
        return Matched(numbers, scores)

    def _having(self, kind: Kind, word: str, revision: int, read: ReadWords) -> _Having:
        key = (kind, word)
        old = self._held.get(key)
        if old is not None and old.revision == revision:
            self._held.move_to_end(key)
            return old
        found = self._read(kind, word, revision, read, old)
        if old is not None:
            self._bytes -= old.size
        self._held[key] = found
        self._held.move_to_end(key)
        self._bytes += found.size
        while self._bytes > self._most_bytes and len(self._held) > 1:
            self._bytes -= self._held.popitem(last=False)[1].size
        return found

    def _read(
        self, kind: Kind, word: str, revision: int, read: ReadWords, old: _Having | None
    ) -> _Having:
        if old is None or not len(old.numbers):
            every = read.rows(kind, word)
            if every is not None:
                return _Having(revision, *self._known(kind, *every))
            old = _Having(revision, _NOTHING, _NOTHING)
        last = int(self._items.ids.data[old.numbers[-1]]) if len(old.numbers) else 0
        ids, scores = read.newer(kind, word, last)
        numbers, scores = self._known(kind, ids, scores)
        if not len(numbers):
            return old._replace(revision=revision)
        # The score says how often the word is there: FTS5 does not tell it for some rows alone.
        lengths = self._lengths(kind, numbers, revision, read)
        texts = self._totals_of(kind, revision, read).texts
        worth = _idf(texts, len(old.numbers) + len(numbers)) * (_K1 + 1.0)
        counts = np.rint(scores * lengths / (worth - scores)).astype(np.int32)
        return _Having(
            revision, np.concatenate([old.numbers, numbers]), np.concatenate([old.counts, counts])
        )

    def _known(self, kind: Kind, ids: Int64, values: _Values) -> tuple[Int32, _Values]:
        """Return texts by number: without those of a damaged index, which are no such items."""
        numbers = self._items.find_all(ids)
        there = (numbers >= 0) & self._items.are(numbers, kind)
        return (numbers, values) if there.all() else (numbers[there], values[there])

    def _lengths(self, kind: Kind, numbers: Int32, revision: int, read: ReadWords) -> Float64:
        """Return what a text's length adds to the count of a word below the line."""
        self._sizes.extend_zeros(max(0, self._items.ids.size - self._sizes.size))
        sizes = self._sizes.data[numbers]
        if not sizes.all():
            missing = numbers[sizes == 0]
            self._sizes.data[missing] = read.sizes(kind, self._items.ids.data[missing]) + 1
            sizes = self._sizes.data[numbers]
        texts, words = self._totals_of(kind, revision, read)
        mean = words / texts
        lengths: Float64 = _K1 * (1.0 - _B + _B * (sizes - 1).astype(np.float64) / mean)
        return lengths

    def _totals_of(self, kind: Kind, revision: int, read: ReadWords) -> Totals:
        known = self._totals.get(kind)
        if known is None or known[0] != revision:
            known = self._totals[kind] = (revision, read.totals(kind))
        return known[1]


def _leading(having: Sequence[_Having]) -> Sequence[_Having]:
    """Return the words of which a text must have one; none if any word will do."""
    sizes = [min(len(each.numbers), _EQUALLY) for each in having]
    if len(having) < 2 or all(size <= COMMON for size in sizes):
        return []
    if rare := [each for each, size in zip(having, sizes, strict=True) if 0 < size <= COMMON]:
        return rare
    there = [place for place, size in enumerate(sizes) if size]
    return [having[min(there, key=sizes.__getitem__)]]


def _within(having: _Having, numbers: Int32) -> tuple[Int64, Int64]:
    """Return which of the texts with a word are among these, as places in both."""
    if len(having.numbers) <= len(numbers):
        places = np.searchsorted(numbers, having.numbers)
        rows = np.flatnonzero(numbers.take(places, mode="clip") == having.numbers)
        return rows, places[rows]
    rows = np.searchsorted(having.numbers, numbers)
    places = np.flatnonzero(having.numbers.take(rows, mode="clip") == numbers)
    return rows[places], places


def _idf(texts: int, having: int) -> float:
    others = max(0, texts - having)  # fewer than none, says a damaged index
    worth = math.log((others + 0.5) / (having + 0.5))
    return worth if worth > 0 else _LEAST_IDF
