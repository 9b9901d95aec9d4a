"""Images of projections in the file: opening reads a few blocks instead of a million rows.

An image holds the nodes, edges and versions that a projection held at one revision. It is derived:
whoever opens the file adds the rows committed since, and reads all rows where there is no image,
or none that is whole and of this state. Forgetting removes it with the rows; it is made again when
a memory is closed that has grown by enough.
"""

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any
from zlib import compress, decompress

import numpy as np
from numpy.typing import NDArray

from clew.projection.image import Projection
from clew.projection.rows import Blocks
from clew.store.schema import IMAGES, insertion
from clew.store.seals import marked, unmarked
from clew.store.sql import Connection
from clew.store.tables import Namespace

__all__ = ["drop_images", "is_due", "read_image", "unsound_images", "write_image"]

_FORMAT = 2
"""Not 1: of those, what was read back were times rounded to half a millisecond."""
_HEAD = "head"
_SHARE = 8
"""An image is made anew when an eighth of the rows are newer."""
_LEVEL = 6
"""Of compression: with 1 it is an eighth larger, and no quicker to read."""
_SIZES = ("<u1", "<u2", "<u4", "<u8")
_PART = "SELECT data FROM images WHERE ns = ? AND part = ?"


def is_due(
    connection: Connection, namespace: Namespace, forgets: int, projection: Projection, least: int
) -> bool:
    """Return whether a projection is of the file's state, and worth an image.

    Args:
        connection: a transaction.
        namespace: the namespace's row in it.
        forgets: how many erasures the projection has seen.
        projection: the projection.
        least: so many rows need no image.
    """
    if forgets != namespace.forgets or projection.last_id <= least:
        return False
    head = _head(connection, namespace)
    last = 0 if head is None else int(head["last_id"])
    return projection.last_id - last > max(least, last // _SHARE)


def write_image(connection: Connection, namespace: Namespace, projection: Projection) -> None:
    """Keep an image of a projection instead of the last one, in a write transaction."""
    blocks = projection.blocks()
    arrays: dict[str, Any] = {}
    head = {
        "format": _FORMAT,
        "forgets": namespace.forgets,
        "revision": blocks.revision,
        "last_id": blocks.last_id,
        "words": blocks.words,
        "arrays": arrays,
    }
    rows = []
    for name, array in blocks.arrays.items():
        arrays[name], packed = _packed(array)
        rows.append((namespace.ns, name, marked(packed)))
    said = json.dumps(head, separators=(",", ":")).encode()
    rows.append((namespace.ns, _HEAD, marked(compress(said, _LEVEL))))
    connection.execute("DELETE FROM images WHERE ns = ?", (namespace.ns,))
    connection.executemany(insertion(IMAGES), rows)


def read_image(connection: Connection, namespace: Namespace) -> Blocks | None:
    """Return the image of a namespace, or `None` for none that can be used."""
    head = _head(connection, namespace)
    if head is None or head["revision"] > namespace.revision:
        return None
    arrays = {}
    for name, said in head["arrays"].items():
        packed = _whole(connection, namespace.ns, name)
        if packed is None:
            return None
        arrays[name] = _unpacked(packed, said)
    return Blocks(head["revision"], head["last_id"], arrays, head["words"])


def unsound_images(connection: Connection) -> list[str]:
    """Return the namespaces whose image is not as it was written."""
    query = "SELECT name, data FROM images JOIN namespaces USING (ns) ORDER BY name"
    found = (name for name, data in connection.execute(query) if unmarked(data) is None)
    return list(dict.fromkeys(found))


def drop_images(connection: Connection, names: Sequence[str]) -> None:
    """Remove the images of namespaces."""
    query = "DELETE FROM images WHERE ns IN (SELECT ns FROM namespaces WHERE name = ?)"
    connection.executemany(query, [(name,) for name in names])


def _head(connection: Connection, namespace: Namespace) -> dict[str, Any] | None:
    """Return what an image says of itself, if it is of this state."""
    said = _whole(connection, namespace.ns, _HEAD)
    if said is None:
        return None
    head: dict[str, Any] = json.loads(decompress(said))
    fits = (head["format"], head["forgets"]) == (_FORMAT, namespace.forgets)
    return head if fits else None


def _whole(connection: Connection, ns: int, part: str) -> bytes | None:
    row = connection.execute(_PART, (ns, part)).fetchone()
    return None if row is None else unmarked(row[0])


def _packed(array: NDArray[Any]) -> tuple[dict[str, Any], bytes]:
    """Return whole numbers in as few bytes as they need, column by column, and how to read them."""
    columns, parts = [], []
    for column in array.reshape(len(array), math.prod(array.shape[1:])).T.astype(np.int64):
        rises = len(column) > 1 and bool((column[1:] >= column[:-1]).all())
        least = int(column.min(initial=0)) if not rises else int(column[0])
        steps = np.diff(column, prepend=column[:1]) if rises else column - least
        steps = steps.view(np.uint64)  # what the whole range of times is wide has no room in int64
        size = next(s for s in _SIZES if int(steps.max(initial=0)) <= np.iinfo(s).max)
        columns.append((size, least, rises))
        parts.append(steps.astype(size).tobytes())
    said = {"dtype": array.dtype.str, "shape": array.shape, "columns": columns}
    return said, compress(b"".join(parts), _LEVEL)


def _unpacked(packed: bytes, said: Mapping[str, Any]) -> NDArray[Any]:
    shape = said["shape"]
    found = np.empty((shape[0], len(said["columns"])), said["dtype"])
    whole, start = decompress(packed), 0
    for column, (size, least, rises) in zip(found.T, said["columns"], strict=True):
        steps = np.frombuffer(whole, size, shape[0], start)
        start += steps.nbytes
        # In the array's own numbers: in others, as floats, large ones would be rounded.
        column[:] = steps
        if rises:
            np.cumsum(column, out=column)
        column += least
    return found.reshape(shape)
