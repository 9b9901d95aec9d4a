"""The metadata of texts: what a user notes about them, by revision."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

from clew.errors import UsageError
from clew.graph.nesting import refuse_deep, shown_value
from clew.projection.rows import MetadataRow

__all__ = ["Noted", "merged", "metadata_json"]

_ENCODER = json.JSONEncoder(ensure_ascii=False, sort_keys=True, allow_nan=False)


class Noted:
    """The rows of metadata by the episode that they are about; the newest of a revision counts."""

    def __init__(self) -> None:
        self._rows: dict[int, list[MetadataRow]] = {}
        self._read: dict[str, Mapping[str, object]] = {}
        """Documents, by their text: many texts share one."""

    def add(self, row: MetadataRow) -> None:
        """Add a row, in the order of ids."""
        self._rows.setdefault(row.item, []).append(row)

    def of(self, item: int, known: int) -> Mapping[str, object]:
        """Return the metadata of an episode as of a revision; do not change it."""
        for row in reversed(self._rows.get(item, ())):
            if row.known_from <= known:
                return self._document(row.document)
        return {}

    def ever(self, item: int) -> Iterator[Mapping[str, object]]:
        """Yield all metadata that an episode has or had."""
        yield from (self._document(row.document) for row in self._rows.get(item, ()))

    def _document(self, text: str) -> Mapping[str, object]:
        found = self._read.get(text)
        if found is None:
            found = self._read[text] = json.loads(text)
        return found


def metadata_json(metadata: object) -> str:
    """Return metadata as they are stored.

    Raises:
        UsageError: they are no JSON object with texts as keys.
    """
    if not isinstance(metadata, Mapping) or not all(isinstance(key, str) for key in metadata):
        raise UsageError(f"expected metadata as a JSON object, got {shown_value(metadata)}")
    refuse_deep(metadata, "metadata")
    try:
        text = _ENCODER.encode(dict(metadata))
        text.encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise UsageError(
            f"expected metadata that JSON can hold, got {shown_value(metadata)}: {error}"
        ) from error
    return text


def merged(document: object, patch: object) -> Any:
    """Return a document after a JSON merge patch (RFC 7396): `None` removes a key.

    >>> merged({"a": 1, "b": {"c": 2, "d": 3}}, {"a": None, "b": {"c": 4}})
    {'b': {'c': 4, 'd': 3}}
    """
    if not isinstance(patch, Mapping):
        return patch
    kept = dict(document) if isinstance(document, Mapping) else {}
    for key, value in patch.items():
        if value is None:
            kept.pop(key, None)
        else:
            kept[key] = merged(kept.get(key), value)
    return kept
