"""Other forms in which models write an answer: renamed keys, facts in one line, labels.

Helpers of `Task.mended`. They rename and regroup, and return unknown forms unchanged, so that
reading the reply (`clew.llm.reply.shapes`, which knows types but no tasks) rejects and counts them.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeGuard

__all__ = ["is_list", "labelled_number", "numbers_in", "renamed", "three_parts"]

_LONGEST = 1000
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_GAP = re.compile(r"[\s\-.]+")
_BULLET = re.compile(r"^\s*(?:\(?\d{1,3}[.)]\s+|[-*•–]\s+)")
_BRACKETS = {"(": ")", "[": "]", "<": ">", "{": "}", '"': '"', "'": "'", "«": "»", "“": "”"}
_EDGE = re.compile(r"^(.+?)\s*[-=]+\s*\[(.+?)\]\s*[-=]+>\s*(.+)$", re.DOTALL)
_SEPARATORS = (
    re.compile(r"\s*\|\s*"),
    re.compile(r"\s*(?:-+>|=+>|→|⟶)\s*"),
    re.compile(r"\s*\t\s*"),
    re.compile(r"\s*;\s*"),
    re.compile(r"\s*[,，、]\s*"),
)
_LABEL = re.compile(
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
        data: any JSON object; keys match regardless of case, spaces and camel case.
        names: for each expected key its synonyms, separated by spaces. The key itself wins, then
            the first synonym present.

    Returns:
        The expected keys that were found, then all others unchanged.
    """
    by_key = {_GAP.sub("_", _CAMEL.sub("_", str(key)).strip().lower()): key for key in data}
    taken: dict[object, str] = {}
    for wanted, others in names.items():
        for name in (wanted, *others.split()):
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
