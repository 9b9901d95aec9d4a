"""Retrievers and rerankers by name: for the command line, benchmarks and settings."""

from clew.errors import UnknownNameError
from clew.plugins import RERANKERS as ADDED
from clew.plugins import RETRIEVERS
from clew.recall.base import Retriever
from clew.recall.cross_encoder import cross_encoder
from clew.recall.rerank import Reranker
from clew.recall.search.bridge import Bridge
from clew.recall.search.hybrid import Hybrid

__all__ = ["DEFAULT_RETRIEVER", "RERANKERS", "reranker_named", "retriever_named"]

DEFAULT_RETRIEVER = "hybrid+bridge"
_DEFAULT = Hybrid(bridge=Bridge(unlinked=0.0))


def retriever_named(name: str) -> Retriever:
    """Return the retriever of a name (`clew.plugins.RETRIEVERS`).

    Raises:
        UnknownNameError: there is none; the message names the nearest.

    >>> retriever_named("keyword")
    Keyword()
    """
    if name == DEFAULT_RETRIEVER:
        return _DEFAULT
    # All of them take some hundredths of a second to load, which the default need not wait for.
    found = RETRIEVERS.find(name)
    retriever: Retriever = found() if isinstance(found, type) else found
    return retriever


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
    if name == "none":
        return None
    if name not in ADDED and (head == "cross-encoder" or ":" not in name):
        raise UnknownNameError("reranker", name, (*ADDED, *RERANKERS[1:]))
    found = ADDED.find(name)
    reranker: Reranker = found() if isinstance(found, type) else found
    return reranker
