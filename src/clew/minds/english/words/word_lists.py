"""The word lists of the English mind, all in one file: `word_lists.txt`."""

from functools import cache
from importlib.resources import files

__all__ = ["word_list", "words_in_order"]


@cache
def _lists() -> dict[str, tuple[str, ...]]:
    text = (files(__package__) / "word_lists.txt").read_text(encoding="utf-8")
    blocks = (block.partition("]") for block in text.split("\n[")[1:])
    return {name: tuple(words.split()) for name, _, words in blocks}


def word_list(name: str) -> frozenset[str]:
    """Return a list of words, for membership.

    >>> "sister" in word_list("kin")
    True
    """
    return frozenset(_lists()[name])


def words_in_order(name: str) -> tuple[str, ...]:
    """Return a list of words as it stands in the file."""
    return _lists()[name]
