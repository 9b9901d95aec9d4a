"""Last names of peoples who write them before the first name: "Kovács Dániel", "Chen Meiling".

Of each the most frequent in `last_names.txt`, a line for each language, without those that are
first names elsewhere ("Kim", "Lee").
"""

from functools import cache
from importlib.resources import files

from clew.text import without_accents

__all__ = ["comes_first"]


def comes_first(name: str) -> bool:
    """Return whether a last name, in small letters, is often written before the first.

    >>> comes_first("kovács"), comes_first("kovacs"), comes_first("merton")
    (True, True, False)
    """
    return name in _names()


@cache
def _names() -> frozenset[str]:
    lines = (files(__package__) / "last_names.txt").read_text(encoding="utf-8").splitlines()
    names = [name for line in lines for name in line.partition(": ")[2].split()]
    return frozenset([*names, *(one for name in names for one in without_accents(name))])
