"""Whole numbers that stand for words and names, of many names at once: an index's keys.

Two words may have one number, so whoever looks something up compares the words. The numbers of a
hundred thousand names take a twentieth of the time of a look at each (`tests/projection`).
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from clew.projection.rows import Int64
from clew.text import without_accents

__all__ = ["split", "sum_of_name", "sum_of_word", "sums_of", "sums_of_one"]

UInt64: TypeAlias = NDArray[np.uint64]

_BITS = (1 << 64) - 1
_OF_LETTERS, _OF_WORDS, _MIXER = 0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0xBF58476D1CE4E5B9
"""Odd, so that they can be divided by."""
_ARTICLES = ("the", "a", "an")
"""`normalise_name` leaves them out before a name."""
_LOWER = np.frombuffer(bytes(range(256)).lower(), np.uint8).astype(np.uint64)
_IS_WORD = np.array([chr(code).isalnum() and code < 128 for code in range(256)])
_WORD = re.compile(r"[^\W_]+")


@lru_cache(maxsize=1 << 14)
def sum_of_word(word: str) -> int:
    """Return the number of a word, which is casefolded."""
    total, power = 0, 1
    for letter in word.encode("utf-8", "surrogatepass"):
        total += letter * power
        power = power * _OF_LETTERS & _BITS
    return _mixed(total & _BITS)


def sum_of_name(words: Sequence[str]) -> int:
    """Return the number of words in their order."""
    total, power = 0, 1
    for word in words:
        total += sum_of_word(word) * power
        power = power * _OF_WORDS & _BITS
    return _mixed(total & _BITS)


def split(name: str) -> list[str]:
    """Return the words of a normalised name."""
    return _WORD.findall(name)


def sums_of_one(name: bytes) -> list[int]:
    """Return the numbers of everything that a name is found by.

    That is every word; all words together, with an article before them and without it; and words
    of ASCII letters that an accent may have been lost from.
    """
    words = _words(name)
    wholes = [words, words[1:]] if words[:1] and words[0] in _ARTICLES else [words]
    return [*map(sum_of_word, words), *map(sum_of_name, wholes), *_without_accents(words)]


def sums_of(letters: NDArray[np.uint8], begins: Int64) -> tuple[Int64, Int64]:
    """Return the same numbers of many names in ASCII, and for each which name it is.

    Args:
        letters: of the names, a space behind each.
        begins: where each name begins, and where the last one's space ends.
    """
    inside = np.zeros(len(letters) + 1, bool)  # from the place before the first letter on
    inside[1:] = _IS_WORD[letters]
    bounds = np.flatnonzero(inside[1:] != inside[:-1])
    starts, stops = bounds[::2], bounds[1::2]
    sums = np.zeros(len(letters) + 1, np.uint64)
    np.cumsum(_LOWER[letters] * _powers(_OF_LETTERS, len(letters)), out=sums[1:])
    numbers = sums[stops] - sums[starts]
    words = _mixed_all(numbers * _powers(_inverse(_OF_LETTERS), len(letters))[starts])
    firsts = np.searchsorted(starts, begins)  # the first word of each name, and the end
    places = np.repeat(np.arange(len(begins) - 1), np.diff(firsts))
    at = np.arange(len(words)) - firsts[places]
    powers = _powers(_OF_WORDS, int(at.max(initial=0)) + 1)
    totals = np.zeros(len(words) + 1, np.uint64)
    np.cumsum(words.astype(np.uint64) * powers[at], out=totals[1:])
    totals = totals[firsts[1:]] - totals[firsts[:-1]]
    articles = np.flatnonzero(np.isin(words, [sum_of_word(one) for one in _ARTICLES]) & (at == 0))
    named = places[articles]
    shorter = totals[named] - words[articles].astype(np.uint64)
    shorter *= np.uint64(_inverse(_OF_WORDS))
    every = np.concatenate([words, _mixed_all(totals), _mixed_all(shorter)])
    return every, np.concatenate([places, np.arange(len(totals)), named])


def _words(name: bytes) -> list[str]:
    text = name.decode("utf-8", "surrogatepass")
    return split(unicodedata.normalize("NFKC", text).casefold())


def _without_accents(words: Iterable[str]) -> Iterator[int]:
    for word in words:
        if not word.isascii():
            yield from (sum_of_word(one) for one in without_accents(word) if one.isascii())


def _inverse(factor: int) -> int:
    return pow(factor, -1, 1 << 64)


def _powers(factor: int, count: int) -> UInt64:
    return _many_powers(factor, count.bit_length())[:count]


@lru_cache(maxsize=8)
def _many_powers(factor: int, bits: int) -> UInt64:
    each = np.full(1 << bits, factor, np.uint64)
    each[0] = 1
    powers: UInt64 = np.cumprod(each)
    return powers


def _mixed(total: int) -> int:
    total = (total ^ total >> 29) * _MIXER & _BITS
    return (total ^ total >> 32) >> 1  # so that the next number is one, too


def _mixed_all(totals: UInt64) -> Int64:
    totals = (totals ^ totals >> np.uint64(29)) * np.uint64(_MIXER)
    return ((totals ^ totals >> np.uint64(32)) >> np.uint64(1)).astype(np.int64)
