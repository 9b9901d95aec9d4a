"""Reshapes plain data to a pydantic type, from other shapes that models use.

Covers keys spelled differently, one item instead of a list, a number instead of text, JSON text
instead of an object, facts in one line, and labels. Nothing is added and nothing validated: data of
the right shape comes back equal, and unknown data unchanged.
"""

import json
import math
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from types import NoneType, UnionType
from typing import Any, NamedTuple, TypeGuard, Union, get_args, get_origin

from pydantic import BaseModel

from clew.regex import Regex

__all__ = [
    "field_of",
    "from_json",
    "is_list",
    "item_type",
    "labelled_number",
    "model_of",
    "numbers_in",
    "plain_type",
    "renamed",
    "shaped",
    "three_parts",
    "too_deep",
    "unpacked",
]

_LONGEST = 1000
_BULLET = Regex(r"^\s*(?:\(?\d{1,3}[.)]\s+|[-*•–]\s+)")
_BRACKETS = {"(": ")", "[": "]", "<": ">", "{": "}", '"': '"', "'": "'", "«": "»", "“": "”"}
_EDGE = Regex(r"^(.+?)\s*[-=]+\s*\[(.+?)\]\s*[-=]+>\s*(.+)$", re.DOTALL)
_SEPARATORS = (
    Regex(r"\s*\|\s*"),
    Regex(r"\s*(?:-+>|=+>|→|⟶)\s*"),
    Regex(r"\s*\t\s*"),
    Regex(r"\s*;\s*"),
    Regex(r"\s*[,，、]\s*"),
)
_LABEL = Regex(
    r"""^[\s\[({<"'#]*(?:(?:old|new|stored|id|no|nr|number|fact|statement|candidate|item)\b"""
    r"""[\s.:=#]*)*(-?\d{1,18})\s*(?:$|["'\])}>:.|,])""",
    re.IGNORECASE,
)


def is_list(value: object) -> TypeGuard[Sequence[object]]:
    """Return whether a value is a JSON list (a text is not)."""
    return isinstance(value, Sequence) and not isinstance(value, str | bytes | bytearray)


def renamed(data: Mapping[Any, object], names: Mapping[str, str]) -> dict[str, object]:
    """Return an object of a reply with its keys renamed to the expected ones.

    Args:
        data: any JSON object; only the letters and digits of a key count, in any case.
        names: for each expected key its synonyms, separated by spaces. The key itself wins, then
            the first synonym present.

    Returns:
        The expected keys that were found, then all others unchanged.
    """
    # A key spelled as expected comes last, so that it wins over another spelling of it.
    by_key = {_folded(str(key)): key for key in sorted(data, key=names.__contains__)}
    taken: dict[object, str] = {}
    for wanted, others in names.items():
        for name in _spellings(wanted, others):
            if name in by_key and by_key[name] not in taken:
                taken[by_key[name]] = wanted
                break
    found = {wanted: data[key] for key, wanted in taken.items()}
    rest = {str(key): value for key, value in data.items() if key not in taken}
    return {**found, **{key: value for key, value in rest.items() if key not in found}}


def three_parts(text: str) -> tuple[str, str, str] | None:
    """Parse a fact in one line: "a | rel | b", "(a, rel, b)", "a -> rel -> b", "1. ...".

    The first separator that gives exactly three parts counts. Returns `None` if there is none, as
    with a comma inside a name, or if the text is longer than a fact may be.

    >>> three_parts('3. ("Ada", "lives in", "Bonn")'), three_parts("Ada -[knows]-> Ben")
    (('Ada', 'lives in', 'Bonn'), ('Ada', 'knows', 'Ben'))
    >>> three_parts("3 apples, on, table"), three_parts("Ada lives in Paris, Texas")
    (('3 apples', 'on', 'table'), None)
    """
    if len(text) > _LONGEST:
        return None
    line = _unwrapped(_BULLET.sub("", text).strip().rstrip(".;"))
    if edge := _EDGE.match(line):
        return (_unwrapped(edge[1]), _unwrapped(edge[2]), _unwrapped(edge[3]))
    for separator in _SEPARATORS:
        parts = [_unwrapped(part) for part in separator.split(line)]
        if len(parts) == 3 and all(parts):
            return (parts[0], parts[1], parts[2])
    return None


def _unwrapped(text: str) -> str:
    """Return a text without the brackets or quotes that enclose all of it."""
    text = text.strip()
    while len(text) > 1 and _BRACKETS.get(text[0]) == text[-1]:
        inner = text[1:-1]
        if text[0] in inner or text[-1] in inner:
            break  # '"a", "b"': the outer quotes are no pair
        text = inner.strip()
    return text


def numbers_in(value: object) -> Iterator[object]:
    """Yield the numbers in a list, a number or a text ("[2], [5]"); other values unchanged."""
    if is_list(value):
        for item in value:
            yield from numbers_in(item)
    elif isinstance(value, str) and (found := re.findall(r"-?\d{1,18}", value)):
        yield from (int(number) for number in found)
    elif value is not None and value != "":
        yield value


def labelled_number(value: object) -> object:
    """Return the number that labels a text ("id 12", "[12]", "old 12: Ada ..."), else the value.

    A quantity at the beginning ("3 apples on the table") is no label.

    >>> labelled_number("old #12: Ada lives in Bonn"), labelled_number("3 apples")
    (12, '3 apples')
    """
    if isinstance(value, str) and (found := _LABEL.match(value)):
        return int(found[1])
    return value


_DEEPEST, _LARGEST = 64, 20_000
_LISTS = (list, tuple, set, frozenset)
_NAMING = ("name", "value")
_NUMBERS = Regex(r"\s*\[?\s*\d+(\s*[,;]\s*\d+)*\s*\]?\s*")
_MARKED = Regex(r"\s*[\[(#]*\s*(-?\d+)\s*[\])]*\s*")


def too_deep(data: object) -> bool:
    """Return whether data is nested more than 64 levels deep or has more than 20,000 values."""
    waiting, seen = [(data, 0)], 0
    while waiting:
        node, depth = waiting.pop()
        inner: list[object] = []
        if isinstance(node, Mapping):
            inner = list(node.values())
        elif isinstance(node, list | tuple):
            inner = list(node)
        seen += len(inner)
        if depth > _DEEPEST or seen > _LARGEST:
            return True
        waiting += [(each, depth + 1) for each in inner if isinstance(each, Mapping | list | tuple)]
    return False


class _Parts(NamedTuple):
    """What an annotation comes to; see `plain_type`, `model_of` and `item_type`."""

    plain: Any
    model: type[BaseModel] | None
    items: object | None


def _parts(annotation: object) -> _Parts:
    """Take an annotation apart, once: each value of a reply is held against some."""
    try:
        return _taken_apart(annotation)
    except TypeError:  # it has no hash: metadata may be anything
        return _taken_apart.__wrapped__(annotation)


@lru_cache(maxsize=1024)
def _taken_apart(annotation: object) -> _Parts:
    kind = _without_none(annotation)
    model = kind if isinstance(kind, type) and issubclass(kind, BaseModel) else None
    return _Parts(kind, model, _items_of(kind))


def model_of(annotation: object) -> type[BaseModel] | None:
    """Return the pydantic model in an annotation, or `None`."""
    return _parts(annotation).model


def item_type(annotation: object) -> object | None:
    """Return the item type of a list of any length, or `None` for other types."""
    return _parts(annotation).items


def _items_of(kind: object) -> object | None:
    origin, arguments = get_origin(kind) or kind, get_args(kind)
    if origin not in _LISTS:
        return None
    if origin is tuple and not (len(arguments) == 2 and arguments[1] is Ellipsis):
        return None
    return arguments[0] if arguments else Any


def field_of(model: type[BaseModel], key: object) -> str | None:
    """Return the field that a key names, ignoring case and punctuation."""
    if isinstance(key, str) and key in model.model_fields:
        return key
    return _folded_fields(model).get(_folded(str(key)[:100]))


def from_json(data: object) -> object:
    """Return the contents of a text that is a JSON object or list, else the data itself."""
    if isinstance(data, str) and data.lstrip()[:1] in ("{", "["):
        try:
            inner: object = json.loads(data)
        except (ValueError, RecursionError):
            return data
        return data if too_deep(inner) else inner
    return data


def unpacked(model: type[BaseModel], data: object) -> object:
    """Return an object with real lists where they came as JSON text or under numeric keys.

    Text fields are left alone; unknown fields are unpacked too.
    """
    if not isinstance(data, Mapping):
        return data
    opened: dict[str, object] = {}
    for key, value in data.items():
        name = field_of(model, key)
        annotation = model.model_fields[name].annotation if name else None
        items = item_type(annotation)
        if name is None or items is not None:
            value = _numbered(from_json(value))
            if isinstance(value, list) and (name is None or model_of(items) is not None):
                value = [from_json(each) for each in value]
        opened[str(key)] = value
    return opened


def _numbered(data: object) -> object:
    """Return an object with numeric keys as a list."""
    if isinstance(data, Mapping) and data and all(_counts(key, each) for key, each in data.items()):
        return list(data.values())
    return data


def _counts(key: object, value: object) -> bool:
    return str(key).strip().isdecimal() and isinstance(value, Mapping | list)


def shaped(annotation: object, data: object) -> object:
    """Return data in the shape of a type, in new lists and dictionaries that may be changed."""
    if isinstance(data, BaseModel):
        return data
    model, items = model_of(annotation), item_type(annotation)
    if model is not None:
        return _as_model(model, data)
    if items is not None:
        return _as_list(items, data)
    return _as_single(plain_type(annotation), data)


def _as_model(model: type[BaseModel], data: object) -> object:
    data = from_json(data)
    if not isinstance(data, Mapping):
        return data
    kept: dict[str, object] = {}
    for key, value in data.items():
        name = field_of(model, key)
        if name is None or (name != key and (name in data or name in kept)):
            kept[str(key)] = value  # unknown, or a second spelling of a present field
            continue
        field = model.model_fields[name]
        if value is None and not field.is_required() and not _nullable(field.annotation):
            continue
        kept[name] = shaped(field.annotation, value)
    return kept


def _as_list(items: object, data: object) -> object:
    data = from_json(data)
    if isinstance(data, Mapping):
        data = _listed(items, data)
    elif isinstance(data, str):
        if not data.strip():
            data = []
        elif plain_type(items) is int and _NUMBERS.fullmatch(data):
            data = re.findall(r"\d+", data)
        else:
            data = [data]
    elif isinstance(data, int | float) and not isinstance(data, bool):
        data = [data]
    if not isinstance(data, list | tuple):
        return data
    return [shaped(items, each) for each in data]


def _listed(items: object, data: Mapping[Any, object]) -> list[object]:
    """Return the only list inside an object, else the object as the only item."""
    model = model_of(items)
    if model is None or not any(field_of(model, key) for key in data):
        lists = [value for value in data.values() if isinstance(value, list | tuple)]
        if len(lists) == 1:
            return list(lists[0])
    return [data]


def _as_single(kind: object, data: object) -> object:
    if kind not in (str, int, float, bool):
        return data
    if isinstance(data, list | tuple) and len(data) == 1:
        data = data[0]
    if kind is str:
        if isinstance(data, str):
            return data.replace("\0", "")  # databases end texts at a NUL
        if isinstance(data, Mapping):
            named = [data[key] for key in _NAMING if isinstance(data.get(key), str)]
            return named[0] if named else data
        if isinstance(data, float) and math.isfinite(data):
            return str(data)
        if isinstance(data, int) and not isinstance(data, bool):
            return _written(data)
    elif kind is int and isinstance(data, str):
        number = _MARKED.fullmatch(data[:100])
        return number[1] if number and len(data) <= 100 else data
    elif kind is float and isinstance(data, float) and not math.isfinite(data):
        return str(data) + " is no number"  # pydantic accepts NaN, JSON does not
    return data


def _written(number: int) -> object:
    try:
        return str(number)
    except ValueError:  # Python prints no integer of more than 4,300 digits
        return number


def plain_type(annotation: Any) -> Any:
    """Return an annotation without `Annotated` and without `None`."""
    return _parts(annotation).plain


def _without_none(annotation: Any) -> Any:
    if hasattr(annotation, "__metadata__"):
        return _without_none(get_args(annotation)[0])
    if get_origin(annotation) in (Union, UnionType):
        kinds = [each for each in get_args(annotation) if each is not NoneType]
        return _without_none(kinds[0]) if len(kinds) == 1 else annotation
    return annotation


def _nullable(annotation: object) -> bool:
    if hasattr(annotation, "__metadata__"):
        return _nullable(get_args(annotation)[0])
    return annotation in (None, NoneType, Any, object) or NoneType in get_args(annotation)


def _folded(key: str) -> str:
    return "".join(each for each in key.casefold() if each.isalnum())


@lru_cache(maxsize=1024)
def _spellings(wanted: str, others: str) -> tuple[str, ...]:
    return tuple(map(_folded, (wanted, *others.split())))


@lru_cache(maxsize=256)
def _folded_fields(model: type[BaseModel]) -> dict[str, str]:
    return {_folded(name): name for name in model.model_fields}
