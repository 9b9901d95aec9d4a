"""Returns retrievers and rerankers by name, for the command line, benchmarks and settings."""

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
    """Return the retriever with a name (`clew.plugins.RETRIEVERS`).

    Raises:
        UnknownNameError: there is none; the message suggests the closest name.

    >>> retriever_named("keyword")
    Keyword()
    """
    if name == DEFAULT_RETRIEVER:
        return _DEFAULT
    # Loading the registry takes a few hundredths of a second, which the default avoids.
    found = RETRIEVERS.find(name)
    retriever: Retriever = found() if isinstance(found, type) else found
    return retriever


RERANKERS = ("fit", "none", "cross-encoder:MODEL")
"""`LineFit`; the retriever's own order; a cross-encoder from sentence-transformers."""


def reranker_named(name: str) -> Reranker | None:
    """Return the reranker with a name (`RERANKERS`); `None` for "none".

    Raises:
        UnknownNameError: there is no such reranker.
        NotInstalledError: a required extra is not installed.
        ModelError: the model cannot be loaded.

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
