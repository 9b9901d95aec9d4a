"""What stands in brackets behind a name: life dates, other names; the rest is passed over."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from clew.graph.types import Time
from clew.minds.english.words.dates import TimeSpan, find_times

__all__ = ["LifeDate", "life_dates", "without_brackets"]

_BRACKET = re.compile(r" ?\(([^()]{0,200})\)|\[[^\[\]]{0,60}\]")
_NAME_BEFORE = re.compile(r"(?:^|[,;] )((?:[^\W\d_][\w'’.-]* ){0,9}[^\W\d_][\w'’.-]*),? ?$")
_BORN = re.compile(r"^\W*(?:born|b\.|né|née)\b", re.IGNORECASE)
_DIED = re.compile(r"^\W*(?:died|d\.|†)", re.IGNORECASE)
_PLACE = re.compile(r"^ ?,? ?in ((?:[A-Z][\w'’.-]*,? ?){1,5})")


@dataclass(frozen=True, slots=True)
class LifeDate:
    """A fact that a bracket states: who, "was born on", what, and its day."""

    name: str
    relation: str
    value: str
    first: str | None


def without_brackets(sentence: str) -> str:
    """Return the sentence without bracketed asides."""
    return _BRACKET.sub("", sentence)


def life_dates(sentence: str, at: Time) -> Iterator[LifeDate]:
    """Yield birth and death: "Ada Holm (3 May 1950 - 1 June 2010)", "(born 1950 in Bonn)"."""
    for found in _BRACKET.finditer(sentence):
        inside = found[1] or ""
        before = _NAME_BEFORE.search(sentence[max(0, found.start() - 90) : found.start()])
        spans, _ = find_times(inside, at)
        if before is None or not spans or not before[1][:1].isupper():
            continue
        name = before[1]
        if _DIED.match(inside):
            yield _dated(name, "died", spans[0], spans[0].value, spans[0].first)
            continue
        closed = spans[0].closed or len(spans) == 2
        if not closed and not _BORN.match(inside):
            continue
        values = (
            re.split(r" ?[-–—] ?", spans[0].value, maxsplit=1)
            if spans[0].closed
            else [spans[0].value]
        )
        yield _dated(name, "was born", spans[0], values[0], spans[0].first)
        if place := _PLACE.match(inside[spans[0].end :]):
            yield LifeDate(name, "was born in", place[1].strip(" ,"), spans[0].first)
        if len(values) == 2 or (closed and not spans[0].closed):
            last = spans[-1]
            value = values[1] if len(values) == 2 else last.value
            end, _ = find_times(f"on {value}", at)
            yield _dated(name, "died", last, value, end[0].first if end else None)


def _dated(name: str, verb: str, span: TimeSpan, value: str, first: str | None) -> LifeDate:
    day = re.search(r"\d{1,2} [A-Z]|[A-Z][a-z]+ \d{1,2},|\d-\d", value)
    return LifeDate(name, f"{verb} {'on' if day else 'in'}", value, first if span.first else None)
