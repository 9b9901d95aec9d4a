"""Attributes of items, as they are stored: JSON objects."""

import json
from collections.abc import Mapping

from clew.errors import UsageError
from clew.graph.nesting import refuse_deep, shown_value

__all__ = ["as_json", "from_json"]

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, allow_nan=False)


def as_json(attributes: Mapping[str, object] | None) -> str | None:
    """Return attributes as they are stored; `None` if there are none.

    Raises:
        UsageError: JSON cannot hold them.
    """
    if not attributes:
        return None
    refuse_deep(attributes, "attributes")
    try:
        return _ENCODER.encode(dict(attributes))
    except (TypeError, ValueError) as error:
        raise UsageError(
            f"expected attributes that JSON can hold, got {shown_value(attributes)}: {error}"
        ) from error


def from_json(text: str | None) -> dict[str, object]:
    """Return stored attributes."""
    return dict(json.loads(text)) if text else {}
