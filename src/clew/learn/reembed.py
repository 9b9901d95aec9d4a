"""Changes a store's embedder: replaces every vector of every namespace at once.

The vectors are computed first, without a lock, and written in one transaction: a file never holds
vectors of two models, and a crash leaves the old ones. Resuming would need a second set of vectors
in the file, while recomputing costs only time. Items that other processes add meanwhile are
embedded inside that transaction.
"""

from collections.abc import Callable, Collection, Mapping

from clew.embed.base import Embedder
from clew.errors import UsageError
from clew.learn.writer import embedded
from clew.store.base import Storage
from clew.store.watching import watching

__all__ = ["reembed"]


def reembed(
    store: Storage,
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

    def embed(texts: Collection[str]) -> Mapping[str, bytes]:
        missing = [text for text in texts if text not in vectors]
        total = len(vectors) + len(missing)
        for start in range(0, len(missing), batch):
            vectors.update(embedded(embedder, missing[start : start + batch]))
            if progress is not None:
                progress(len(vectors), total)
        return vectors

    with watching(store):
        embed(store.embedded_texts())
    return store.replace_vectors(embedder.name, embedder.dimension, embed)
