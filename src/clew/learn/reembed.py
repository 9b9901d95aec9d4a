"""Changes a file's embedder: replaces every vector of every namespace at once.

The vectors are computed first, without a lock, and written in one transaction: a file never holds
vectors of two models, and a crash leaves the old ones. Resuming would need a second set of vectors
in the file, while recomputing costs only time. Items that other processes add meanwhile are
embedded inside that transaction.
"""

from collections.abc import Callable

from clew.embed.base import Embedder
from clew.errors import UsageError
from clew.learn.writer import embedded
from clew.projection.rows import OneVector, vector_rows
from clew.store.fulltext import texts_of
from clew.store.schema import VECTORS, insertion
from clew.store.seals import put_meta, refuse_damage, seal
from clew.store.sql import Connection, column
from clew.store.store import Store, watching

__all__ = ["reembed"]

_Item = tuple[int, int]
"""(namespace number, item id)."""


def reembed(
    store: Store,
    embedder: Embedder,
    *,
    batch: int = 256,
    progress: Callable[[int, int], None] | None = None,
) -> int:
    """Replace all vectors of all namespaces by `embedder`'s; return their number.

    In one commit, each namespace's revision grows by one, and every process rebuilds its
    projections. A file without an embedder gets one. Pending episodes get their vectors when they
    are learned from. Other processes get `WrongEmbedderError` until they reopen the memory with the
    new embedder.

    Args:
        store: the file.
        embedder: the new embedder.
        batch: texts embedded per call.
        progress: called after each batch with (texts done, texts found so far).

    Raises:
        UsageError: `batch` is not a positive number.
        ModelError: the embedder cannot answer; the file is unchanged.
        NotAMemoryError: the file is damaged, which new checksums would hide.
    """
    if batch < 1:
        raise UsageError(f"expected a batch of at least one text, got {batch!r}")
    vectors: dict[str, bytes] = {}

    def embed(wanted: dict[_Item, str]) -> None:
        missing = [text for text in dict.fromkeys(wanted.values()) if text not in vectors]
        total = len(vectors) + len(missing)
        for start in range(0, len(missing), batch):
            vectors.update(embedded(embedder, missing[start : start + batch]))
            if progress is not None:
                progress(len(vectors), total)

    with watching(store):
        with store.reading("") as (connection, _):
            found = _wanted(connection)
        embed(found)
    with store.writing() as connection:
        refuse_damage(connection, store.database.name)
        now = _wanted(connection)
        embed(now)
        _replace(connection, {item: vectors[text] for item, text in now.items()})
        put_meta(connection, {"embedder": embedder.name, "dimension": str(embedder.dimension)})
    store.claim_embedder(embedder.name, embedder.dimension)
    return len(now)


def _wanted(connection: Connection) -> dict[_Item, str]:
    """Return the text of every item that needs a vector, by namespace and id."""
    found: dict[_Item, str] = {}
    for ns in column(connection, "SELECT ns FROM namespaces ORDER BY ns"):
        pending = set(column(connection, "SELECT id FROM pending WHERE ns = ?", (ns,)))
        found.update(
            ((ns, item), text) for _, item, text in texts_of(connection, ns) if item not in pending
        )
    return found


def _replace(connection: Connection, vectors: dict[_Item, bytes]) -> None:
    """Replace all vectors by these, under new ids."""
    connection.execute("DELETE FROM vectors")
    rows_of: dict[int, list[OneVector]] = {}
    next_ids: dict[int, int] = dict(connection.execute("SELECT ns, next_id FROM namespaces"))
    for (ns, item), vector in sorted(vectors.items()):
        rows = rows_of.setdefault(ns, [])
        rows.append((next_ids[ns], item, vector))
        next_ids[ns] += 1
    for ns, rows in rows_of.items():
        connection.executemany(insertion(VECTORS), ((ns, *row) for row in vector_rows(rows)))
        connection.execute(
            "UPDATE namespaces SET next_id = ?, revision = revision + 1 WHERE ns = ?",
            (next_ids[ns], ns),
        )
    # This rebuilds projections, which is also when a process notices the new embedder.
    connection.execute("UPDATE namespaces SET forgets = forgets + 1")
    for ns in next_ids:
        seal(connection, ns)
