"""How deep JSON that is given may be nested, so that whatever reads it again has room to."""

from collections.abc import Mapping

__all__ = ["MOST_NESTED", "is_too_deep"]

MOST_NESTED = 100
"""Levels. What is nested by thousands can be written, and then no answer with it can be made."""


def is_too_deep(value: object) -> bool:
    """Return whether a JSON value is nested deeper than `MOST_NESTED`.

    >>> is_too_deep({"a": [1, {"b": 2}]})
    False
    """
    level = [value]
    for _ in range(MOST_NESTED):
        inside = [each for one in level for each in _inside(one)]
        level = list({id(each): each for each in inside}.values())  # a value may be in itself
        if not level:
            return False
    return True


def _inside(value: object) -> list[object]:
    if isinstance(value, Mapping):
        return list(value.values())
    return list(value) if isinstance(value, list | tuple) else []
