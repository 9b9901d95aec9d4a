"""How deep JSON that is given may be nested, so that whatever reads it again has room to."""

from collections.abc import Mapping

from clew.errors import UsageError

__all__ = ["is_too_deep", "refuse_deep", "shown_value"]

_MOST_NESTED = 100
"""Levels. What is nested by thousands can be written, and then no answer with it can be made."""


def refuse_deep(value: object, what: str) -> None:
    """Refuse a JSON value that is nested too deep.

    Raises:
        UsageError: it is.
    """
    if is_too_deep(value):
        raise UsageError(
            f"expected {what} of at most {_MOST_NESTED} levels, got deeper ones; keep the inner "
            "levels as a text"
        )


def is_too_deep(value: object) -> bool:
    """Return whether a JSON value is nested deeper than it may be.

    >>> is_too_deep({"a": [1, {"b": 2}]})
    False
    """
    level = [value]
    for _ in range(_MOST_NESTED):
        inside = [each for one in level for each in _inside(one)]
        level = list({id(each): each for each in inside}.values())  # a value may be in itself
        if not level:
            return False
    return True


def shown_value(value: object) -> str:
    """Return a value for a message."""
    try:
        return repr(value)
    except ValueError:  # a whole number of thousands of digits has no text
        return "a number too long to be written"


def _inside(value: object) -> list[object]:
    if value is None or isinstance(value, str | int | float):
        return []
    if isinstance(value, Mapping):
        return list(value.values())
    return list(value) if isinstance(value, list | tuple) else []
