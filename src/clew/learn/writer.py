"""Where the write path writes, and how: vectors are made before the write lock is taken."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from clew.embed.base import Embedder, TextKind, embed_soundly
from clew.graph.stored_vectors import pack_vectors
from clew.graph.types import Kind
from clew.learn.domain import PLAIN, Domain
from clew.llm.base import Model
from clew.projection.image import Projection
from clew.projection.rows import Changes, vector_rows
from clew.store.base import Storage

__all__ = [
    "TRIES",
    "LostRaceError",
    "UnembeddedError",
    "Writer",
    "add_vectors",
    "commit",
    "embedded",
    "to_embed",
    "vectors_of",
]


TRIES = 3
"""Drafts that may lose the race for the write lock before one is made inside it."""


@dataclass(frozen=True, slots=True)
class Writer:
    """Where the write path writes, and the model and embedder it uses."""

    store: Storage
    namespace: str
    model: Model
    embedder: Embedder | None
    domain: Domain = PLAIN
    """The kind of text to learn from."""


class LostRaceError(Exception):
    """Somebody committed between the draft and its commit."""


class UnembeddedError(Exception):
    """A write needs vectors that have not been made yet; it is made again with them."""

    def __init__(self, texts: Sequence[str]) -> None:
        super().__init__(f"{len(texts)} texts")
        self.texts = tuple(texts)


def commit(
    writer: Writer, make: Callable[[Projection], Changes], vectors: dict[str, bytes] | None = None
) -> Changes:
    """Commit what `make` builds from the newest state, with vectors for everything it adds.

    Texts are embedded outside the write lock, between two attempts: a model that embeds takes its
    time, and other processes wait for the lock. So `make` is called more than once.
    """
    known: dict[str, bytes] = {} if vectors is None else vectors

    def whole(projection: Projection) -> Changes:
        changes = make(projection)
        if writer.embedder is not None and not changes.vectors:
            wanted = to_embed(projection, changes)
            rows = vectors_of([text for _, _, text in wanted], known)
            changes.vectors += vector_rows(
                (changes.new_id(), item, row)
                for (_, item, _), row in zip(wanted, rows, strict=True)
            )
        return changes

    while True:
        try:
            return writer.store.write(writer.namespace, whole)
        except UnembeddedError as missing:
            add_vectors(writer, missing.texts, known)


def to_embed(projection: Projection, changes: Changes) -> list[tuple[Kind, int, str]]:
    """Return what needs a vector: new texts but pending ones, and episodes learned from."""
    waiting = set(changes.pending)
    new = [text for text in changes.texts if text[1] not in waiting]
    stored = ((one, projection.nodes.get(one)) for one, _ in changes.learned)
    return [*((Kind.EPISODE, one, row.text) for one, row in stored if row is not None), *new]


def vectors_of(texts: Sequence[str], vectors: Mapping[str, bytes]) -> list[bytes]:
    """Return the vectors of texts.

    Raises:
        UnembeddedError: some are not there.
    """
    if missing := [text for text in dict.fromkeys(texts) if text not in vectors]:
        raise UnembeddedError(missing)
    return [vectors[text] for text in texts]


def add_vectors(writer: Writer, texts: Sequence[str], vectors: dict[str, bytes]) -> None:
    """Embed every text that has no vector yet, in one batch."""
    missing = [text for text in dict.fromkeys(texts) if text not in vectors]
    if writer.embedder is not None and missing:
        vectors.update(embedded(writer.embedder, missing))


def embedded(embedder: Embedder, texts: Sequence[str]) -> dict[str, bytes]:
    """Return the vectors of texts as they are stored, by text."""
    rows = embed_soundly(embedder, texts, kind=TextKind.PASSAGE)
    return {text: row.tobytes() for text, row in zip(texts, pack_vectors(rows), strict=True)}
