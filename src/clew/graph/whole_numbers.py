"""Whole numbers as they are given: ids, counts and revisions, of NumPy's types too.

SQLite would keep one of NumPy's as bytes, which no checksum and no comparison takes for a number.
"""

from operator import index

from clew.errors import UsageError

__all__ = ["whole"]


def whole(given: object, what: str = "an id") -> int:
    """Return a whole number as Python's own.

    Raises:
        UsageError: it is none; true and false are none.

    >>> whole(7, "a revision")
    7
    """
    if type(given) is int:
        return given
    try:
        if isinstance(given, bool):
            raise TypeError
        return index(given)  # type: ignore[arg-type]
    except TypeError:
        raise UsageError(f"expected {what}, a whole number, got {given!r}") from None
