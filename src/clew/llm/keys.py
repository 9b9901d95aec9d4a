"""Keys of cached and recorded replies: everything a reply depends on, as plain data.

A key covers the model's name and sampling settings, the type of task, its prompt, the schema of
its output, its fields, and the exact messages sent to a language model. So a reply is never
returned for another question, older instructions or a newer output type. The same question has the
same key in every process and on every machine.
"""

import json
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, fields, is_dataclass
from datetime import date
from enum import Enum
from functools import cache
from hashlib import sha256
from math import isfinite
from typing import Any, Protocol, runtime_checkable

from pydantic import BaseModel

from clew.errors import ModelError
from clew.llm.base import Model, Sampling, Task

__all__ = ["Asked", "Plain", "asked", "fields_of", "key_of", "plain", "to_json"]

_SHORT = 12
"""Hexadecimal digits of the digests inside a key: 48 bits are enough for a few hundred texts."""
_EXACT = 2.0**53
"""Below this a float represents every whole number exactly."""


@runtime_checkable
class Plain(Protocol):
    """A value with its own plain form, for large values that need a short one."""

    def plain(self) -> object:
        """Return plain data that differs for different values."""
        ...


@dataclass(frozen=True, slots=True)
class Asked:
    """Everything that determines a reply."""

    task: str
    """Name of the type of task."""
    model: str
    sampling: Sampling | None
    prompt: str
    """`Prompt.key`; empty for a task without a prompt."""
    schema: str
    """Digest of the JSON schema of the output type."""
    words: str
    """Digest of the messages; empty for a task that only rules can answer."""
    fields: Mapping[str, object]
    """The task's fields as plain data."""

    @property
    def key(self) -> str:
        """The key of the reply: 64 hexadecimal digits."""
        return _digest(plain(self))


def asked(task: Task[Any], *, model: str, sampling: Sampling | None) -> Asked:
    """Return what determines the reply to a task of a model with this name and these settings."""
    return Asked(
        task=type(task).__name__,
        model=model,
        sampling=sampling,
        prompt="" if task.prompt is None else task.prompt.key,
        schema=_schema(task.output_type),
        words=_words(task),
        fields=fields_of(task),
    )


def key_of(model: Model, task: Task[Any]) -> str:
    """Return the key of a model's reply to a task: 64 hexadecimal digits."""
    return asked(task, model=model.name, sampling=model.sampling(type(task))).key


def fields_of(value: object) -> dict[str, object]:
    """Return the fields of a dataclass as plain data."""
    assert is_dataclass(value)
    return {each.name: plain(getattr(value, each.name)) for each in fields(value)}


def _digest(value: object) -> str:
    """Return the SHA-256 of plain data, whatever the order of keys in mappings."""
    return sha256(to_json(value, sort_keys=True)).hexdigest()


def plain(value: object) -> object:
    """Return a value as plain JSON data: dataclasses and models by field, times as ISO 8601.

    Sets are sorted by their JSON. Equal numbers get the same form: 1.0 becomes 1. NaN and infinity,
    which JSON lacks, become text; bytes (images) become their digest.

    Raises:
        TypeError: a value without a fixed JSON form.
    """
    if isinstance(value, Enum):
        return plain(value.value)
    if value is None or isinstance(value, bool | int | str):
        return value
    if isinstance(value, bytes):
        return f"sha256:{sha256(value).hexdigest()}"
    if isinstance(value, float):
        if not isfinite(value):
            return str(value)
        return int(value) if value.is_integer() and abs(value) < _EXACT else value
    if isinstance(value, date):  # a datetime is a date
        return value.isoformat()
    if isinstance(value, BaseModel):
        return plain(value.model_dump(mode="json", round_trip=True, by_alias=True))
    if isinstance(value, Plain):
        return plain(value.plain())
    if is_dataclass(value):
        return fields_of(value)
    return _plain_items(value)


def _plain_items(value: object) -> object:
    if isinstance(value, Mapping) and all(isinstance(key, str) for key in value):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, Set):
        return sorted((plain(item) for item in value), key=to_json)
    if isinstance(value, Sequence) and not isinstance(value, bytearray | memoryview):
        return [plain(item) for item in value]
    raise TypeError(f"a {type(value).__name__} in a task has no fixed form as JSON: {value!r}")


def to_json(value: object, *, sort_keys: bool = False) -> bytes:
    """Return plain data as one line of UTF-8 JSON, without escaping other scripts."""
    text = json.dumps(value, sort_keys=sort_keys, separators=(",", ":"), ensure_ascii=False)
    # UTF-8 cannot encode a lone surrogate; Python's escape for it is also JSON's.
    return text.encode("utf-8", "backslashreplace")


def _words(task: Task[Any]) -> str:
    try:
        messages = task.messages()
    except ModelError:
        return ""
    said = [
        {"role": each.role, "text": each.text} | ({"images": each.images} if each.images else {})
        for each in messages
    ]
    return _digest(plain(said))[:_SHORT]


@cache
def _schema(output_type: type[BaseModel]) -> str:
    return _digest(output_type.model_json_schema())[:_SHORT]
