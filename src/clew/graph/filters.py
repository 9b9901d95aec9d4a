"""Which part of a memory to read: by source, conversation, time, metadata, kind.

A filter is about texts. A fact, a thesis or an entity is in it if one of the texts that tell it is;
what was written directly has no text and is in no filter but that of kinds.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from types import MappingProxyType

from clew.errors import UsageError
from clew.graph.nesting import refuse_deep
from clew.graph.times import Axis, axis_of, to_ticks
from clew.graph.types import TEXT_KINDS, Kind, Time
from clew.text import fits_pattern

__all__ = ["EVERYTHING", "Filter", "fits_metadata", "refuse_other", "text_kinds"]

_NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True, kw_only=True)
class Filter:
    """What to read; all that is given must fit.

    >>> Filter(sources=("mail/*",), metadata={"team": "blue"}).is_everything
    False

    Raises:
        UsageError: an operator or a kind is unknown, the range is empty, or its ends are a datetime
            and a step.
    """

    sources: tuple[str, ...] = ()
    """Sources by name, or by a pattern with `*` or `?`; one of them must fit."""
    conversations: tuple[str, ...] = ()
    """Conversations or documents by id; one of them must be the text's."""
    since: Time | None = None
    until: Time | None = None
    """Half-open: texts said or observed from `since` on and before `until`."""
    metadata: Mapping[str, object] = field(default_factory=lambda: _NOTHING)
    """By key: an equal value, an object whose keys all fit, or operators (`fits_metadata`)."""
    kinds: tuple[Kind, ...] = ()
    """What to return; empty: what is returned without a filter."""

    def __post_init__(self) -> None:
        for name, given in (("sources", self.sources), ("conversations", self.conversations)):
            if isinstance(given, str):
                raise UsageError(f"expected a sequence of {name}, got the text {given!r}")
        object.__setattr__(self, "kinds", text_kinds(self.kinds))
        if self.since is not None and self.until is not None:
            axis = axis_of(self.since)
            if to_ticks(self.since, axis) >= to_ticks(self.until, axis):
                raise UsageError(f"expected `until` after {self.since}, got {self.until}")
        refuse_deep(self.metadata, "metadata")
        _check_operators(self.metadata)

    @property
    def is_everything(self) -> bool:
        """Whether it leaves no text out."""
        given = (self.sources, self.conversations, self.metadata)
        return not any(given) and self.since is None and self.until is None

    def span(self, axis: Axis) -> tuple[int | None, int | None]:
        """Return the range in ticks; raises `AxisError` when the memory has other times."""
        since, until = (
            None if each is None else to_ticks(each, axis) for each in (self.since, self.until)
        )
        return since, until

    def fits_source(self, source: str) -> bool:
        """Return whether a source is one of those wanted."""
        return not self.sources or any(fits_pattern(source, wanted) for wanted in self.sources)


def text_kinds(given: Iterable[Kind | str]) -> tuple[Kind, ...]:
    """Return kinds of items that have a text; they may be given by name.

    >>> text_kinds(["fact"])
    (<Kind.FACT: 'fact'>,)

    Raises:
        UsageError: there is no such kind, or one is given in place of a sequence.
    """
    if isinstance(given, str):
        raise UsageError(f"expected a sequence of kinds, got the text {str(given)!r}")
    kinds = tuple(given)
    if unknown := [kind for kind in kinds if kind not in TEXT_KINDS]:
        known = ", ".join(TEXT_KINDS)
        raise UsageError(f"expected kinds of items ({known}), got {unknown[0]!r}")
    return tuple(map(Kind, kinds))


def refuse_other(where: object) -> None:
    """Refuse what is no filter.

    Raises:
        UsageError: it is something else.
    """
    if not isinstance(where, Filter):
        raise UsageError(f"expected a Filter as where, such as Filter(sources=...), got {where!r}")


def fits_metadata(wanted: Mapping[str, object], held: object) -> bool:
    """Return whether metadata has what is wanted.

    An operator compares one value: `$eq`, `$ne`, `$gt`, `$gte`, `$lt`, `$lte`, `$in` (one of a
    list) and `$has` (a list that has it). Only `$ne` fits a value that is not there. Numbers and
    texts are ordered, each among themselves.

    >>> fits_metadata({"user": "ann", "year": {"$gte": 2020}}, {"user": "ann", "year": 2024})
    True
    >>> fits_metadata({"tags": {"$has": "red"}}, {"tags": ["blue"]})
    False
    """
    if not isinstance(held, Mapping):
        return False
    return all(_fits(value, held.get(key, _MISSING)) for key, value in wanted.items())


_MISSING = object()


def _fits(wanted: object, held: object) -> bool:
    if isinstance(wanted, Mapping):
        if any(str(key).startswith("$") for key in wanted):
            return all(_OPERATORS[key](held, value) for key, value in wanted.items())
        return fits_metadata(wanted, held)
    return _equal(held, wanted)


def _equal(held: object, wanted: object) -> bool:
    """Compare JSON values, whatever is in them: `true` is not 1, and a tuple is a list."""
    if isinstance(held, bool) or isinstance(wanted, bool):
        return held is wanted
    if isinstance(wanted, datetime):
        return held == wanted.isoformat()
    if isinstance(held, list | tuple) and isinstance(wanted, list | tuple):
        return len(held) == len(wanted) and all(map(_equal, held, wanted))
    if isinstance(held, Mapping) and isinstance(wanted, Mapping):
        return held.keys() == wanted.keys() and all(_equal(held[key], wanted[key]) for key in held)
    return held == wanted


def _ordered(compare: Callable[[object, object], bool]) -> Callable[[object, object], bool]:
    def fits(held: object, wanted: object) -> bool:
        numbers = all(
            isinstance(x, int | float) and not isinstance(x, bool) for x in (held, wanted)
        )
        texts = isinstance(held, str) and isinstance(wanted, str)
        return (numbers or texts) and compare(held, wanted)

    return fits


def _among(held: object, wanted: object) -> bool:
    return isinstance(wanted, list | tuple) and any(_equal(held, each) for each in wanted)


_OPERATORS: Mapping[str, Callable[[object, object], bool]] = {
    "$eq": _equal,
    "$ne": lambda held, wanted: not _equal(held, wanted),
    "$gt": _ordered(lambda held, wanted: held > wanted),  # type: ignore[operator]
    "$gte": _ordered(lambda held, wanted: held >= wanted),  # type: ignore[operator]
    "$lt": _ordered(lambda held, wanted: held < wanted),  # type: ignore[operator]
    "$lte": _ordered(lambda held, wanted: held <= wanted),  # type: ignore[operator]
    "$in": _among,
    "$has": lambda held, wanted: isinstance(held, list | tuple) and _among(wanted, held),
}


def _check_operators(wanted: object) -> None:
    """Refuse an unknown operator, which would fit nothing in silence."""
    if not isinstance(wanted, Mapping):
        return
    operators = [key for key in wanted if str(key).startswith("$")]
    if operators and len(operators) < len(wanted):
        raise UsageError(f"expected operators or keys of metadata, got both: {sorted(wanted)}")
    for key, value in wanted.items():
        if key in operators and key not in _OPERATORS:
            raise UsageError(f"expected one of {', '.join(_OPERATORS)}, got {key!r}")
        if key == "$in" and not isinstance(value, list | tuple):
            raise UsageError(f"expected a list after $in, got {value!r}")
        _check_operators(value)


EVERYTHING = Filter()
