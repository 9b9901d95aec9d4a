"""Finds JSON values in a text as models write them: in prose, broken, or truncated.

Strict JSON is read as it is. For other values an outline of brackets and strings is made first:
where the value ends or, if it is truncated, where its last complete item ends. A truncated item is
dropped whole, since half a name would be a wrong fact. The rest goes to json-repair (extra `llm`).
It guesses, so only texts that the outline found between quotes are kept from its result. Nothing
is evaluated as code.
"""

import json
import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from clew.errors import NotInstalledError
from clew.llm.base import Loss
from clew.llm.reply.fit import short
from clew.llm.reply.outline import outlined, unescaped
from clew.regex import Regex

__all__ = ["Found", "json_values", "whole_json"]

_LONGEST = 100_000  # characters of a broken value; a reply of 4,096 tokens has about 16,000
_START = Regex(
    r"""\{(?=\s*(?:["'“‘„{}\\/#]|[^\W\d]\w*\s*[:=]|$))"""
    r"""|\[(?=\s*(?:["'“‘„{\[\](\\\d/#-]|(?:true|false|null|none|nan)\b|$))""",
    re.IGNORECASE,
)
_FIELDS = Regex(r"""\s*(?:,\s*)?(?=["'“][^"'“”\n{}\[\]]{1,40}["'”]\s*:\s*["'“{\[\w-])""")
_ESCAPED = Regex(r'[{\[](?:\s|\\n|\[|\{)*\\"')
_KEY = Regex(r"""["'“]?(\w+)["'”]?\s*:""")


@dataclass(frozen=True, slots=True)
class Found:
    """One JSON value of a text, or the reason it could not be read."""

    start: int
    end: int
    value: object = None
    repaired: bool = False
    cut: bool = False
    """The text ends in the middle of the value."""
    losses: tuple[Loss, ...] = ()
    problem: str = ""


class _Unreadable(float):
    """Replaces a text that json-repair guessed; as a NaN it fits no field, and losses show it."""

    guess: str

    def __new__(cls, guess: str) -> "_Unreadable":
        self = super().__new__(cls, "nan")
        self.guess = guess
        return self

    def __repr__(self) -> str:
        return f"unreadable {self.guess!r}"


def whole_json(text: str) -> Found | None:
    """Read a text that is exactly one strict JSON value; `None` if it is not."""
    found = _strict(text, 0)
    return found if found is not None and found.end == len(text) else None


def json_values(text: str) -> Iterator[Found]:
    """Yield the outermost objects and lists of a text, in order.

    Fields outside braces, at the start or after an object that was closed too early, are read as
    an object of their own.
    """
    at = 0
    while True:
        bare = _FIELDS.match(text, at)
        start = _START.search(text, at)
        if bare:
            found, by = _read("{" + text[bare.end() :], 0), bare.end() - 1
            found = replace(found, start=found.start + by, end=found.end + by, repaired=True)
        elif start:
            found = _read(text, start.start())
        else:
            return
        yield found
        at = found.end


def _read(text: str, start: int) -> Found:
    found = _strict(text, start)
    if found is not None:
        return found
    stop = _fence_end(text, start)
    if stop - start > _LONGEST:
        return Found(start, stop, problem=f"over {_LONGEST} characters of broken JSON")
    escaped = _ESCAPED.match(text, start) is not None
    if escaped or text.startswith("{{", start):  # braces are doubled in templates
        inner = text[start:stop]
        inner = unescaped(inner) if escaped else inner.replace("{{", "{").replace("}}", "}")
        found = _strict(inner, 0) or _broken(inner, 0, len(inner))
        # Positions in the inner text do not apply to this one.
        return Found(start, stop, found.value, True, found.cut, found.losses, found.problem)
    return _broken(text, start, stop)


def _fence_end(text: str, start: int) -> int:
    """Return the end of the code fence around a position, or of the text if there is none."""
    if text.count("```", 0, start) % 2:
        end = text.find("```", start)
        return len(text) if end < 0 else end
    return len(text)


def _strict(text: str, start: int) -> Found | None:
    """Read strict JSON, or JSON with unescaped control characters in its strings."""
    for strict in (True, False):
        losses: list[Loss] = []
        repeated: list[str] = []
        united = partial(_united, losses, repeated)
        decoder = json.JSONDecoder(strict=strict, parse_int=_integer, object_pairs_hook=united)
        try:
            value, end = decoder.raw_decode(text, start)
        except (ValueError, RecursionError):
            continue
        return Found(start, end, value, not strict or bool(repeated), losses=tuple(losses))
    return None


def _united(
    losses: list[Loss], repeated: list[str], pairs: list[tuple[str, Any]]
) -> dict[str, Any]:
    """Build an object; for a repeated key, lists are joined, else the first value is kept."""
    kept: dict[str, Any] = {}
    for key, value in pairs:
        if key not in kept:
            kept[key] = value
            continue
        repeated.append(key)
        if kept[key] is None:
            kept[key] = value
        elif isinstance(kept[key], list) and isinstance(value, list):
            kept[key] = kept[key] + value
        elif kept[key] != value:
            losses.append(Loss(f"a second {key!r} in one object; the first is taken", short(value)))
    return kept


def _integer(digits: str) -> int | str:
    return int(digits) if len(digits) < 4300 else digits  # Python's limit for integers


def _broken(text: str, start: int, stop: int) -> Found:
    """Read a value that is not strict JSON: close it if truncated, then repair it."""
    outline = outlined(text, start, stop)
    if outline.problem:
        return Found(start, stop, problem=outline.problem)
    lost = [loss for item in outline.spoiled for loss in _spoiled(item)]
    lost += [Loss("the reply ends in the middle of it", short(outline.lost))] * bool(outline.lost)
    whole = _strict(outline.text, 0)
    if whole is not None:
        losses = (*whole.losses, *lost)
        return Found(start, outline.end, whole.value, True, outline.cut, losses)
    try:
        value = _repaired(outline.text)
    except NotInstalledError as error:
        return Found(start, outline.end, problem=f"it is not strict JSON, and {error}")
    believed = _believed(value, outline.strings)
    dropped = outline.objects - _count(value, Mapping), outline.lists - _count(value, list)
    lost += [Loss("it could not be read", "an object")] * dropped[0]
    lost += [Loss("it could not be read", "a list")] * dropped[1]
    return Found(start, outline.end, believed, True, outline.cut, tuple(lost))


def _spoiled(item: str) -> list[Loss]:
    """Return a loss for a dropped item, and one for each further item merged into it."""
    key = _KEY.search(item)
    again = sum(each[1] == key[1] for each in _KEY.finditer(item)) - 1 if key else 0
    losses = [Loss("its parts cannot be told apart", short(item))]
    return losses + [Loss("it has run into the item before it", "...")] * again


def _repaired(text: str) -> object:
    """Return what json-repair makes of a text, or `None`.

    Raises:
        NotInstalledError: json-repair is missing.
    """
    try:
        import json_repair  # extra
    except ImportError as error:
        raise NotInstalledError("json-repair", extra="llm") from error
    try:
        return json_repair.loads(text, skip_json_loads=True)
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        return None  # a third-party parser on arbitrary text may fail in any of these ways


def _believed(value: object, said: Set[str]) -> object:
    """Return json-repair's value, with texts that are not in `said` marked as unreadable."""
    if isinstance(value, dict):
        return {key: _believed(each, said) for key, each in value.items()}
    if isinstance(value, list):
        return [_believed(each, said) for each in value]
    if isinstance(value, str) and value not in said:
        return _Unreadable(value)
    return value


def _count(value: object, kind: type) -> int:
    inner: list[object] = []
    if isinstance(value, dict):
        inner = list(value.values())
    elif isinstance(value, list):
        inner = value
    return isinstance(value, kind) + sum(_count(each, kind) for each in inner)
