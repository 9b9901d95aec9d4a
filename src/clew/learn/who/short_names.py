"""First names and what their owners are called: "Bill" is William, Wilhelm or nobody known.

Only forms that most readers of the language know, a line for each first name in
`short_names.txt`. One form may belong to several names, and a name to both sexes.
"""

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

__all__ = ["long_forms", "short_forms"]


def short_forms(name: str) -> tuple[str, ...]:
    """Return the familiar forms of a first name, both in small letters.

    >>> short_forms("robert"), short_forms("bob")
    (('bob', 'bobby', 'rob', 'robbie', 'bert'), ())
    """
    return _forms().get(name, ())


def long_forms(name: str) -> tuple[str, ...]:
    """Return the first names that a familiar form may stand for.

    >>> long_forms("sandy")
    ('alexander', 'alexandra')
    """
    return _names().get(name, ())


@cache
def _forms() -> Mapping[str, tuple[str, ...]]:
    lines = (files(__package__) / "short_names.txt").read_text(encoding="utf-8").splitlines()
    pairs = (line.partition(": ") for line in lines)
    return {name: tuple(forms.split()) for name, _, forms in pairs}


@cache
def _names() -> Mapping[str, tuple[str, ...]]:
    found: dict[str, tuple[str, ...]] = {}
    for name, forms in _forms().items():
        for form in forms:
            found[form] = (*found.get(form, ()), name)
    return found
