"""Lossless export of a namespace as JSON Lines, and import; same memory, same bytes.

The first line describes the memory; the last holds the SHA-256 of all lines before it, including
line feeds. Between them is one object per row: table by table in the order of
`schema.NAMESPACED`, within a table by id. Vectors are base64 of little-endian float32 numbers.
Everything is ASCII, so neither encodings nor unusual line separators can damage it.
"""

import json
from base64 import b64encode
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import chain, islice
from typing import Any

import numpy as np

from clew.errors import UnknownNameError, UsageError, WrongEmbedderError
from clew.graph.stored_vectors import unpack_vectors
from clew.projection.rows import each_vector, vector_rows
from clew.store import fulltext
from clew.store.constraints import gathered, structure
from clew.store.copies.import_lines import FORMAT, FORMAT_VERSION, Header, Reader, read_rows
from clew.store.refold import mark_said
from clew.store.schema import NAMESPACED, ONE_VECTOR, VECTORS, insertion, quoted
from clew.store.seals import put_meta, read_meta, refuse_damage, seal
from clew.store.sql import Connection, column, value
from clew.store.store import Store
from clew.store.tables import Namespace, create_namespace, find_namespace

__all__ = ["Imported", "export_lines", "import_lines"]

_BATCH = 1000


@dataclass(frozen=True, slots=True)
class Imported:
    """What an import added: rows by table, and the last revision."""

    namespace: str
    revision: int
    rows: Mapping[str, int]


def export_lines(store: Store, name: str) -> Generator[str, None, None]:
    """Yield the lines of a namespace, with line feeds, in constant memory.

    All rows are read in one transaction, so they are of one revision. Exhaust or close the
    generator in the thread that started it. Others may use the store meanwhile, but for ':memory:',
    which has one connection; what they forget stays in the log until then.

    Raises:
        UnknownNameError: there is no such namespace.
        NotAMemoryError: it is damaged; an import would count its checksums anew.
    """
    digest = sha256()
    # It needs no projection, so it holds no namespace: whoever takes the lines may be slow.
    with store.reading("") as (connection, _):
        namespace = find_namespace(connection, name)
        if namespace is None:
            names = column(connection, "SELECT name FROM namespaces")
            raise UnknownNameError("namespace", name, names)
        refuse_damage(connection, store.database.name, name)
        for line in chain([_header(connection, namespace)], _rows(connection, namespace.ns)):
            digest.update(line.encode())
            yield line
    yield _line({"end": FORMAT, "sha256": digest.hexdigest()})


def import_lines(store: Store, name: str, lines: Iterable[str]) -> Imported:
    """Add a namespace from the lines of an export, completely or not at all, in one transaction.

    An empty file takes the export's embedder. An export without an embedder fits every file; its
    texts then have no vectors until `reembed`. `name` may differ from the exported name.

    Raises:
        UsageError: the namespace is not empty; or the lines are no export, are damaged or
            truncated. The message names the line.
        NewerFileError: a later version of clew wrote the lines.
        WrongEmbedderError: the vectors are not of the file's embedder.
    """
    if not name.strip():
        raise UsageError(f"expected a name for the namespace, got {name!r}")
    reader = Reader(lines)
    with store.writing(name) as connection:
        namespace = find_namespace(connection, name)
        if namespace is not None and namespace.revision:
            raise UsageError(
                f"the namespace {name!r} holds a memory already; import into another namespace "
                "or another file"
            )
        header = reader.header()
        _agree_on_embedder(store, connection, header)
        if namespace is None:
            namespace = create_namespace(connection, name)
        _insert_rows(connection, namespace.ns, header, reader)
        reader.end()
        _set_counters(connection, namespace.ns, header)
        if header.version < 3:
            mark_said(connection, namespace.ns)
        seal(connection, namespace.ns)
        _refuse_broken(connection, name, header)
        _index_texts(connection, namespace.ns)
    return Imported(name, header.revision, header.counts)


def _line(value: object) -> str:
    return json.dumps(value, separators=(",", ":"), allow_nan=False) + "\n"


def _header(connection: Connection, namespace: Namespace) -> str:
    meta = read_meta(connection)
    count = "SELECT count(*) FROM {} WHERE ns = ?"
    counts = {
        table.name: value(connection, count.format(table.name), (namespace.ns,))
        for table in NAMESPACED
    }
    named = column(connection, "SELECT items FROM vectors WHERE ns = ?", (namespace.ns,))
    counts[VECTORS.name] = sum(len(items.split()) for items in named)
    return _line(
        {
            "format": FORMAT,
            "version": FORMAT_VERSION,
            "namespace": namespace.name,
            "axis": namespace.axis,
            "revision": namespace.revision,
            "next_id": namespace.next_id,
            "embedder": meta.get("embedder"),
            "dimension": int(meta["dimension"]) if "dimension" in meta else None,
            "counts": counts,
        }
    )


def _rows(connection: Connection, ns: int) -> Iterator[str]:
    for table in NAMESPACED:
        query = f"SELECT {quoted(table.own)} FROM {table.name} WHERE ns = ? ORDER BY id"
        rows: Iterator[tuple[Any, ...]] = connection.execute(query, (ns,))
        names = table.own
        if table is VECTORS:
            names = ONE_VECTOR.own
            rows = ((*rest, _floats(vector)) for *rest, vector in each_vector(rows))
        for values in rows:
            yield _line({"table": table.name, **dict(zip(names, values, strict=True))})


def _floats(vector: bytes) -> str:
    """Return a stored vector as an export has it."""
    floats = unpack_vectors(np.frombuffer(vector, np.uint8)[None, :])
    return b64encode(floats.astype("<f4").tobytes()).decode()


def _agree_on_embedder(store: Store, connection: Connection, header: Header) -> None:
    meta = read_meta(connection)
    found = (meta.get("embedder"), int(meta["dimension"]) if "dimension" in meta else None)
    wanted = (header.embedder, header.dimension)
    used = value(connection, "SELECT max(revision) FROM namespaces")
    if not used:
        dimension = "" if header.dimension is None else str(header.dimension)
        put_meta(connection, {"embedder": header.embedder or "", "dimension": dimension})
    elif header.embedder is not None and wanted != found:
        holds = f"vectors of {found[0]} ({found[1]} numbers)" if found[0] else "no vectors"
        raise WrongEmbedderError(
            f"the export holds vectors of {wanted[0]} ({wanted[1]} numbers), {store.database.name} "
            f"holds {holds}; import into a new file, or change one of the two with: clew reembed"
        )


def _insert_rows(connection: Connection, ns: int, header: Header, reader: Reader) -> None:
    for table in NAMESPACED:
        form = ONE_VECTOR if table is VECTORS else table
        rows: Iterable[Sequence[Any]] = (
            [row[name] for name in form.own] for row in read_rows(reader, form, header)
        )
        if table is VECTORS:
            rows = vector_rows((row, item, vector) for row, item, vector in rows)
        connection.executemany(insertion(table), ((ns, *row) for row in rows))


def _set_counters(connection: Connection, ns: int, header: Header) -> None:
    connection.execute(
        "UPDATE namespaces SET axis = ?, revision = ?, next_id = ? WHERE ns = ?",
        (header.axis, header.revision, header.next_id, ns),
    )


def _index_texts(connection: Connection, ns: int) -> None:
    rows = fulltext.texts_of(connection, ns)
    while batch := list(islice(rows, _BATCH)):
        fulltext.add_texts(connection, ns, batch)


def _refuse_broken(connection: Connection, name: str, header: Header) -> None:
    namespace = find_namespace(connection, name)
    assert namespace is not None
    with gathered(connection, namespace):
        problems = structure(connection, namespace, header.dimension)
    if problems:
        listed = "; ".join(problem.message for problem in problems)
        raise UsageError(
            f"the export contradicts itself, nothing was imported: {listed}; export it again"
        )
