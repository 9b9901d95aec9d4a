"""The word lists of the English mind, all in one file: `word_lists.txt`."""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

__all__ = ["section", "word_list", "word_table", "words_in_order"]


@cache
def _sections() -> dict[str, str]:
    text = (files(__package__) / "word_lists.txt").read_text(encoding="utf-8")
    blocks = (block.partition("]\n") for block in text.split("\n[")[1:])
    return {name: words for name, _, words in blocks}


def section(name: str) -> str:
    """Return a list as it stands in the file."""
    return _sections()[name]


def word_list(name: str) -> frozenset[str]:
    """Return a list of words, for membership.

    >>> "sister" in word_list("kin")
    True
    """
    return frozenset(words_in_order(name))


def words_in_order(name: str) -> tuple[str, ...]:
    """Return a list of words as it stands in the file."""
    return tuple(_sections()[name].split())


def word_table(name: str) -> Mapping[str, str]:
    """Return entry -> group of a table of lines "group: entry, entry".

    >>> word_table("exclusive_states")["open"]
    'lock'
    """
    lines = (line.partition(": ") for line in _sections()[name].strip().splitlines())
    return {entry: group for group, _, entries in lines for entry in entries.split(", ")}
