"""The `Embedder` protocol, and opening an embedder by name.

Importing this module loads no weights; `open_embedder` imports only the requested implementation.
"""

from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Protocol

import numpy as np

from clew.errors import ModelError, UnknownNameError, UsageError
from clew.graph.view import Float32
from clew.plugins import EMBEDDERS

__all__ = [
    "DEFAULT_EMBEDDER",
    "Embedder",
    "TextKind",
    "embed_soundly",
    "embed_written",
    "open_embedder",
    "refuse_text",
]

DEFAULT_EMBEDDER = "minilm"
"""Chosen by measurement: `python -m experiments embedders`."""


class TextKind(StrEnum):
    """The role of a text; models trained with two prefixes (E5) embed the two differently."""

    PASSAGE = "passage"
    """A text to be found: an episode, a fact, a thesis, a name."""
    QUERY = "query"
    """A text to search with."""


class Embedder(Protocol):
    """Turns texts into vectors whose dot product measures their similarity.

    Threads may share an implementation. A row depends only on its text and kind (to within 1e-6),
    not on the rest of the batch. Never compare vectors of embedders with different names.
    """

    @property
    def name(self) -> str:
        """Id of the model, recorded with its vectors; `open_embedder` accepts it."""
        ...

    @property
    def dimension(self) -> int:
        """Length of a vector.

        Raises:
            ModelError: it depends on a server, which cannot answer.
        """
        ...

    def embed(self, texts: Sequence[str], *, kind: TextKind) -> Float32:
        """Return (len(texts), dimension) rows of length 1, in the order of the texts.

        Any string is accepted; only the beginning of a long one counts. The row of a blank text
        (empty or white space only) is all zeros. An empty sequence gives shape (0, dimension).

        Raises:
            ModelError: the model, or its server, cannot answer at all.
            UsageError: `texts` is one string instead of a sequence.
        """
        ...


def open_embedder(spec: str, *, base_url: str | None = None, key: str | None = None) -> Embedder:
    """Return the embedder that `spec` names.

    `minilm`, `e5`, `hashing` or `hashing:DIMENSION` (for tests), `sentence-transformers:MODEL`,
    `openai:MODEL`; or the `name` of any embedder, as recorded in a file.

    Args:
        spec: the embedder to open.
        base_url: the server of an `openai:` model, e.g. `http://localhost:11434/v1`; by default
            OpenAI. Other embedders ignore it.
        key: the API key for that server, if it requires one.

    Raises:
        UnknownNameError: no embedder has that name.
        UsageError: the dimension of `hashing:` is not a positive number, or the name of a
            `MODULE:NAME` finds no embedder.
        NotInstalledError: a required extra is not installed.
        ModelError: the weights are missing or damaged.
    """
    head, _, tail = spec.partition(":")
    if head == "hashing" and tail:
        if not tail.isdecimal():
            raise UsageError(f"expected hashing:NUMBER, got {spec!r}")
        return _made("hashing", int(tail))
    if head == "openai" and tail:
        return _made("openai", tail, base_url=base_url, key=key)
    if head == "sentence-transformers" and tail:
        return _made(head, tail)
    if spec in EMBEDDERS and spec not in _FAMILIES:
        return _made(spec)
    if tail and head not in EMBEDDERS.built_in:
        return _found_again(spec, _made(spec))
    known = [name for name in EMBEDDERS if name not in _FAMILIES]
    families = [f"{name}:MODEL" for name in _FAMILIES]
    raise UnknownNameError("embedder", spec, [*known, "hashing:DIMENSION", *families])


_MOST = 1e6
"""Of a number in a vector: products of larger ones may be infinite."""
_FAMILIES = ("openai", "sentence-transformers")
"""Embedders whose name includes a model."""


def _made(name: str, *args: object, **options: object) -> Embedder:
    embedder: Embedder = EMBEDDERS.made(name, *args, **options)
    return embedder


def _found_again(spec: str, embedder: Embedder) -> Embedder:
    """Refuse an embedder whose name finds nothing: the file that records it could not be opened."""
    if embedder.name != spec and embedder.name.partition(":")[0] not in EMBEDDERS:
        raise UsageError(
            f"{spec} calls itself {embedder.name!r}, a name that no embedder is known by, so its "
            f"file could not be opened again; name it {spec!r}, or register it as {embedder.name!r}"
        )
    return embedder


def embed_written(
    texts: Sequence[str], dimension: int, embed: Callable[[list[str]], Float32]
) -> Float32:
    """Return `embed`'s rows scaled to length 1, with a row of zeros for each blank text.

    For implementations of `Embedder`. `embed` gets the non-blank texts in order, if there are any,
    and returns a row for each; rows of zeros stay zero.
    """
    refuse_text(texts)
    written = [i for i, text in enumerate(texts) if text and not text.isspace()]
    rows = np.zeros((len(texts), dimension), dtype=np.float32)
    if written:
        found = embed([texts[i] for i in written])
        lengths = np.linalg.norm(found, axis=1, keepdims=True)
        rows[written] = found / np.where(lengths > 0, lengths, 1)
    return rows


def embed_soundly(embedder: Embedder, texts: Sequence[str], *, kind: TextKind) -> Float32:
    """Return an embedder's rows, if they are what it promises: else no memory could use them.

    Raises:
        ModelError: there is not one row for each text, one has another length, or a number is none.
    """
    wanted = len(texts), embedder.dimension
    given = embedder.embed(texts, kind=kind)
    try:
        rows = np.asarray(given)
        if rows.dtype.kind not in "fiu":
            raise TypeError(f"it holds {rows.dtype}")
    except (TypeError, ValueError) as error:  # rows of several lengths, or of other things
        raise ModelError(
            f"{embedder.name} gave no array of numbers: {error}; expected the shape {wanted}"
        ) from error
    if rows.shape != wanted:
        raise ModelError(f"{embedder.name} gave vectors of shape {rows.shape}, not {wanted}")
    if not (np.abs(rows) <= _MOST).all():
        raise ModelError(
            f"{embedder.name} gave a vector with NaN, infinity or a number above {_MOST:g}; "
            "expected vectors of length 1"
        )
    return rows.astype(np.float32, copy=False)


def refuse_text(texts: Sequence[str]) -> None:
    """Raise UsageError if `texts` is one string, which would count as a sequence of letters."""
    if isinstance(texts, str):
        raise UsageError(f"expected a sequence of texts, got {texts[:40]!r}; put it in a list")
