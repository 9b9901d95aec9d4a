"""Regular expressions that are compiled when a text first needs them: rules have hundreds."""

import re
import sys
from collections.abc import Callable, Iterator
from typing import Any, Protocol

__all__ = ["Regex"]

_METHODS = ("findall", "finditer", "fullmatch", "match", "search", "split", "sub", "subn")


class _Finds(Protocol):
    def __call__(
        self, string: str, pos: int = 0, endpos: int = sys.maxsize, /
    ) -> re.Match[str] | None: ...


class _FindsEach(Protocol):
    def __call__(
        self, string: str, pos: int = 0, endpos: int = sys.maxsize, /
    ) -> Iterator[re.Match[str]]: ...


class _Lists(Protocol):
    # What it lists depends on the groups: texts, or tuples of texts.
    def __call__(self, string: str, pos: int = 0, endpos: int = sys.maxsize, /) -> list[Any]: ...


class _Splits(Protocol):
    def __call__(self, string: str, maxsplit: int = 0) -> list[str | Any]: ...


class _Replaces(Protocol):
    def __call__(
        self, repl: str | Callable[[re.Match[str]], str], string: str, count: int = 0
    ) -> str: ...


class _ReplacesAndCounts(Protocol):
    def __call__(
        self, repl: str | Callable[[re.Match[str]], str], string: str, count: int = 0
    ) -> tuple[str, int]: ...


class Regex:
    r"""A pattern of `re` that is compiled at its first use, and from then on as fast as any.

    Two threads that use it first at once may both compile it, to the same.

    Args:
        pattern: the expression, as `re.compile` takes it.
        flags: of `re`, such as `re.IGNORECASE`.

    The first use raises `re.error` where the expression is none.

    >>> year = Regex(r"\b[12]\d{3}\b")
    >>> year.pattern, year.findall("from 1989 to 2001")
    ('\\b[12]\\d{3}\\b', ['1989', '2001'])
    """

    __slots__ = ("flags", "pattern", *_METHODS)
    pattern: str
    flags: int
    search: _Finds
    match: _Finds
    fullmatch: _Finds
    finditer: _FindsEach
    findall: _Lists
    split: _Splits
    sub: _Replaces
    subn: _ReplacesAndCounts

    def __init__(self, pattern: str, flags: int = 0) -> None:
        self.pattern, self.flags = pattern, flags
        self.__class__ = _Uncompiled

    def __repr__(self) -> str:
        return f"Regex({self.pattern!r})"


class _Uncompiled(Regex):
    """A pattern whose slots for methods are empty.

    A class with `__getattr__` looks up all its attributes slowly, so a pattern leaves this one.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> object:
        """Compile the pattern, since somebody wants one of its methods."""
        if name not in _METHODS:
            raise AttributeError(f"a Regex has no {name!r}")
        _compile(self)
        return getattr(self, name)


def _compile(regex: Regex) -> None:
    compiled = re.compile(regex.pattern, regex.flags)
    for method in _METHODS:
        setattr(regex, method, getattr(compiled, method))
    regex.__class__ = Regex
