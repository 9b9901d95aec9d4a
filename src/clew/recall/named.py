"""Retrievers and rerankers by name: for the command line, benchmarks and settings."""

from importlib import import_module

from clew.errors import UnknownNameError
from clew.recall.base import Retriever
from clew.recall.bridge import Bridge
from clew.recall.hybrid import Hybrid
from clew.recall.pairs import cross_encoder
from clew.recall.rerank import LineFit, Reranker

__all__ = ["DEFAULT_RETRIEVER", "RERANKERS", "reranker_named", "retriever_named"]

DEFAULT_RETRIEVER = "hybrid+bridge"
_DEFAULT = Hybrid(bridge=Bridge(unlinked=0.0))


def retriever_named(name: str) -> Retriever:
    """Return the retriever of a name (`clew.recall.recipes.RETRIEVERS`).

    Raises:
        UnknownNameError: there is none; the message names the nearest.

    >>> retriever_named("keyword")
    Keyword()
    """
    if name == DEFAULT_RETRIEVER:
        return _DEFAULT
    # All of them take some hundredths of a second to load, which the default need not wait for.
    retrievers = import_module("clew.recall.recipes").RETRIEVERS
    found: Retriever | None = retrievers.get(name)
    if found is None:
        raise UnknownNameError("retriever", name, retrievers)
    return found


RERANKERS = ("fit", "none", "cross-encoder:MODEL")
"""`LineFit`; the retriever's own order; a cross-encoder of sentence-transformers."""


def reranker_named(name: str) -> Reranker | None:
    """Return the reranker of a name (`RERANKERS`); `None` for "none".

    Raises:
        UnknownNameError: there is none of that name.
        NotInstalledError: it needs an extra that is not installed.
        ModelError: its model cannot be loaded.

    >>> reranker_named("fit").name
    'fit'
    """
    head, _, model = name.partition(":")
    if head == "cross-encoder" and model:
        return cross_encoder(model)
    if name not in RERANKERS[:2]:
        raise UnknownNameError("reranker", name, RERANKERS)
    return LineFit() if name == "fit" else None
