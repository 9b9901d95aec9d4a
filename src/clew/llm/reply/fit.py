"""Fits data to a task's output type: keeps what is valid, records every dropped item as a `Loss`.

The smallest list item with the error is dropped, at any depth; an invalid optional field is dropped
alone, and its item stays. A reply of which nothing is kept does not fit.
"""

from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field, replace
from itertools import product
from typing import Any

from pydantic import BaseModel, ValidationError

from clew.llm.base import Loss, Task
from clew.llm.reply.shapes import (
    field_of,
    from_json,
    item_type,
    model_of,
    shaped,
    too_deep,
    unpacked,
)

__all__ = ["Fit", "IndexOf", "fitted", "short", "wanted_in_words"]

_Path = tuple[str | int, ...]
_ROUNDS = 8  # of validation; each drops something, and the next shows errors it had hidden
_INNER, _WRAPPERS = 8, 4  # values examined per level; levels
_DESCRIBING = frozenset(("$defs", "$schema", "$id", "required", "title", "type", "description"))
_SCHEMA_WORDS = _DESCRIBING | {"additionalProperties", "properties"}
_TYPES = frozenset(("array", "boolean", "integer", "null", "number", "object", "string"))


@dataclass(frozen=True, slots=True)
class IndexOf:
    """Marks (in `Annotated`) a number that is an index into another list of the same reply.

    When items of that list are dropped, the index is adjusted, or removed with its item.
    """

    name: str


@dataclass(frozen=True, slots=True)
class Fit:
    """How data fits a type: a value with losses, or a problem."""

    value: BaseModel | None
    losses: tuple[Loss, ...] = ()
    problem: str = ""
    changed: bool = False
    """The data was reshaped."""
    fields: frozenset[str] = frozenset()
    """The fields of the type that occur in the data."""
    data: Mapping[str, object] = field(default_factory=dict)
    """The kept part, as plain data."""
    hollow: bool = True
    """Every field is empty or missing."""


def fitted(task: type[Task[Any]], data: object) -> Fit:
    """Fit data, or else the first answer wrapped inside it.

    Wrappers are objects without any field of the type (`{"result": ...}`, a tool call, a filled-in
    schema) and lists of answers. An object without any field of the type is no answer, even if the
    type would accept `{}`.
    """
    if too_deep(data):
        return Fit(None, problem="it is nested too deep or too large")
    best: Fit | None = None
    for inner, beside in _inside(data, (), _WRAPPERS):
        fit = _fit(task, inner)
        if fit.value is not None:
            aside = tuple(Loss("it stands beside the answer", short(each)) for each in beside)
            return fit if inner is data else replace(fit, changed=True, losses=fit.losses + aside)
        best = best or fit
    assert best is not None
    return best


def short(value: object) -> str:
    """Return any value in at most 200 printable characters."""
    try:
        text = repr(value)
    except (ValueError, RecursionError):  # an integer of more than 4,300 digits; deep lists
        text = f"<{type(value).__name__}>"
    return text if len(text) <= 200 else text[:197] + "..."


def wanted_in_words(task: type[Task[Any]]) -> str:
    """Describe the expected reply: `an object with the fields facts, theses`."""
    return "an object with the fields " + ", ".join(task.output_type.model_fields)


def _inside(
    data: object, beside: tuple[object, ...], levels: int
) -> Iterator[tuple[object, tuple[object, ...]]]:
    """Yield the data, then the values it wraps, outermost first, each with its siblings.

    Only objects and lists count, and only the objects of a list.
    """
    yield data, beside
    inner: list[object] = []
    if isinstance(data, Mapping):
        inner = [from_json(each) for key, each in data.items() if key not in _DESCRIBING]
    elif isinstance(data, list | tuple):
        inner = [each for each in data if isinstance(each, Mapping)]
    inner = [each for each in inner if isinstance(each, Mapping | list | tuple) and each]
    if levels:
        for i, each in enumerate(inner[:_INNER]):
            yield from _inside(each, (*beside, *inner[:i], *inner[i + 1 :]), levels - 1)


def _fit(task: type[Task[Any]], data: object) -> Fit:
    wanted = task.output_type
    data = from_json(data)
    if isinstance(data, Mapping):
        named = [value for key, value in data.items() if field_of(wanted, key)]
        if named and all(_is_schema(value) for value in named):
            return Fit(None, problem=f"got the schema, not what it describes: {short(data)}")
    mended = shaped(wanted, task.mended(unpacked(wanted, data)))
    if not isinstance(mended, dict):
        came = type(data).__name__
        return Fit(None, problem=f"got {came}: {short(data)}")
    known = frozenset(name for name in wanted.model_fields if name in mended)
    if not known:
        return Fit(None, problem=f"got none of these fields: {short(data)}")
    losses = [*_unknown(wanted, mended)]
    changed = mended != data
    value, problem = _checked(wanted, mended, losses)
    kept = {name: mended[name] for name in known if name in mended}
    hollow = all(each in (None, [], {}, "") for each in kept.values())
    if value is None or (losses and hollow):
        reasons = problem or "; ".join(f"{loss.reason}: {loss.item}" for loss in losses[:3])
        return Fit(None, tuple(losses), f"nothing could be kept: {reasons}")
    return Fit(value, tuple(losses), "", changed, known, kept, hollow)


def _unknown(annotation: object, data: object) -> Iterator[Loss]:
    """Yield a loss for each item under an unknown name that is an object or a list."""
    model, items = model_of(annotation), item_type(annotation)
    if model is not None and isinstance(data, dict):
        for key, value in data.items():
            if key in model.model_fields:
                yield from _unknown(model.model_fields[key].annotation, value)
            elif isinstance(value, dict | list) and value and key not in _SCHEMA_WORDS:
                lost = value if isinstance(value, list) else [value]
                yield from (Loss(f"unknown field {key[:60]}", short(each)) for each in lost)
    elif items is not None and isinstance(data, list):
        for each in data:
            yield from _unknown(items, each)


def _is_schema(value: object) -> bool:
    return (
        isinstance(value, Mapping)
        and ("$ref" in value or "anyOf" in value or str(value.get("type")) in _TYPES)
        and not isinstance(value.get("items"), list)
    )


def _checked(
    wanted: type[BaseModel], data: dict[str, object], losses: list[Loss]
) -> tuple[BaseModel | None, str]:
    """Validate, drop invalid parts (from `data`, adding to `losses`) and validate again."""
    problem = ""
    for _ in range(_ROUNDS):
        try:
            return wanted.model_validate(data), ""
        except ValidationError as error:
            faults = error.errors(include_url=False, include_input=False)
        bad: dict[_Path, str] = {}
        for fault in faults:
            where = ".".join(map(str, fault["loc"]))
            problem = f"{where}: {fault['msg']}" if where else str(fault["msg"])
            path = _smallest(wanted, data, fault["loc"])
            if not path:
                return None, problem
            bad.setdefault(path, fault["msg"])
        # A fault inside another one is dropped with it.
        outer = [p for p in bad if not any(p[:i] in bad for i in range(1, len(p)))]
        losses += _dropped(wanted, data, {path: bad[path] for path in outer})
    return None, problem


def _smallest(wanted: type[BaseModel], data: object, loc: _Path) -> _Path:
    """Return the path of the smallest droppable part that contains a fault; `()` if none."""
    kind: object = wanted
    best: _Path = ()
    for i, part in enumerate(loc):
        model, items = model_of(kind), item_type(kind)
        if model is not None and isinstance(data, dict) and part in data:
            name = field_of(model, part)
            if name is None:
                break
            info = model.model_fields[name]
            kind = info.annotation
            if not info.is_required():
                best = loc[: i + 1]
            data = data[part]
        elif items is not None and isinstance(data, list) and isinstance(part, int):
            if part >= len(data):
                break
            kind, best, data = items, loc[: i + 1], data[part]
        else:
            break  # the name of a union member, or a value regrouped by the type itself
    return best


def _dropped(wanted: type[BaseModel], data: Any, bad: Mapping[_Path, str]) -> Iterator[Loss]:
    """Drop parts of the data, innermost first, and yield them as losses."""
    lists: dict[_Path, set[int]] = {}
    for path, why in bad.items():
        last = path[-1]
        thing = _at(data, path)
        if isinstance(last, int):
            lists.setdefault(path[:-1], set()).add(last)
            yield Loss(why, short(thing))
        else:
            del _at(data, path[:-1])[last]
            yield Loss(f"{last}: {why}", short(thing))
    for where in sorted(lists, key=len, reverse=True):
        items = _at(data, where)
        if len(where) == 1:
            _follow(wanted, data, str(where[0]), _moved(len(items), lists[where]))
        items[:] = [each for i, each in enumerate(items) if i not in lists[where]]


def _at(data: Any, path: _Path) -> Any:
    for part in path:
        data = data[part]
    return data


def _moved(length: int, gone: Set[int]) -> dict[int, int]:
    """Return the new index of each remaining item."""
    return {old: new for new, old in enumerate(i for i in range(length) if i not in gone)}


def _follow(
    wanted: type[BaseModel], data: Mapping[str, object], name: str, moved: Mapping[int, int]
) -> None:
    """Adjust the indexes into a list after items were dropped."""
    for other, info in wanted.model_fields.items():
        model = model_of(item_type(info.annotation))
        items = data.get(other)
        if model is None or not isinstance(items, list):
            continue
        pointers = [
            key for key, each in model.model_fields.items() if IndexOf(name) in each.metadata
        ]
        for pointer, item in product(pointers, items):
            index = item.get(pointer) if isinstance(item, dict) else None
            if isinstance(index, str) and index.strip().isdecimal():
                index = int(index)
            if isinstance(index, int) and index in moved:
                item[pointer] = moved[index]
            elif isinstance(index, int):
                del item[pointer]
