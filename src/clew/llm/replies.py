"""A reply becomes a value: checked against the task's type, and salvaged item by item.

A reply whose lists hold some bad items keeps the good ones; every item dropped is a `Loss`. What
cannot be saved is a failure with a message that a model can act on.
"""

import json
from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ValidationError

from clew.llm.base import Failure, FailureKind, Loss, Origin, Result, Task, Usage

__all__ = ["read_reply"]


def read_reply(
    task: Task[Any], reply: object, *, usage: Usage | None = None, origin: Origin = Origin.MODEL
) -> Result[Any]:
    """Return the result of a reply: JSON text, plain data, or a value of the output type."""
    spent = Usage() if usage is None else usage
    wanted = type(task).output_type
    if isinstance(reply, wanted):
        return Result(reply, usage=spent, origin=origin)
    data = reply
    if isinstance(reply, str | bytes):
        try:
            data = json.loads(reply)
        except (ValueError, RecursionError) as error:
            return _failed(f"not JSON ({error}): {_short(reply)}", spent, origin)
    try:
        return Result(wanted.model_validate(data), usage=spent, origin=origin)
    except ValidationError as error:
        return _salvaged(wanted, data, error, spent, origin)


def _salvaged(
    wanted: type[BaseModel], data: object, error: ValidationError, usage: Usage, origin: Origin
) -> Result[Any]:
    """Drop the bad items of the reply's lists and check again."""
    if not isinstance(data, Mapping):
        kind = type(data).__name__
        return _failed(f"expected an object, got {kind}: {_short(data)}", usage, origin)
    losses: list[Loss] = []
    bad: dict[str, dict[int, str]] = {}
    for each in error.errors(include_url=False):
        where = each["loc"]
        if len(where) < 2 or not isinstance(where[1], int):
            return _failed(f"{'.'.join(map(str, where))}: {each['msg']}", usage, origin)
        bad.setdefault(str(where[0]), {}).setdefault(where[1], each["msg"])
    kept = dict(data)
    for name, items in bad.items():
        values = list(kept[name])
        losses += [Loss(why, _short(values[i])) for i, why in sorted(items.items())]
        kept[name] = [value for i, value in enumerate(values) if i not in items]
    try:
        value = wanted.model_validate(kept)
    except ValidationError as again:
        return _failed(str(again.errors(include_url=False)[0]["msg"]), usage, origin)
    return Result(value, losses=tuple(losses), usage=usage, origin=origin)


def _failed(message: str, usage: Usage, origin: Origin) -> Result[Any]:
    failure = Failure(FailureKind.BAD_REPLY, message, retry=True)
    return Result(None, failure, usage=usage, origin=origin)


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 200 else text[:197] + "..."
