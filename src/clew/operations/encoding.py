"""Values of a memory as JSON, the same on the command line and over every wire.

The JSON of a value is its fields by name, with `kind` and `text` added to recalled items.
"""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from datetime import datetime

from clew.graph.types import Entity, Episode, Fact, Thesis

__all__ = ["as_fields", "as_object", "encode"]


def encode(value: object) -> object:
    """Convert a value to JSON types: times to ISO 8601 or a step, dataclasses to objects."""
    if isinstance(value, datetime):
        return value.isoformat()
    if isinstance(value, Entity | Episode | Fact | Thesis):
        return as_object(value)
    if is_dataclass(value):
        return as_fields(value)
    if isinstance(value, Mapping):
        return {str(key): encode(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        if all(type(each) is int for each in value):  # such as the ids of thousands of texts
            return list(value)
        return [encode(each) for each in value]
    if value is None or isinstance(value, str | int | float):
        return value
    return str(value)


def as_object(item: Entity | Episode | Fact | Thesis) -> dict[str, object]:
    """Return an item as a JSON object, with its kind and its text first."""
    return {"kind": type(item).__name__.lower(), "text": item.text, **as_fields(item)}


def as_fields(value: object) -> dict[str, object]:
    """Return a dataclass as a JSON object."""
    return {each.name: encode(getattr(value, each.name)) for each in fields(value)}  # type: ignore[arg-type]
