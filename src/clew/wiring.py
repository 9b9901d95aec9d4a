"""From names and settings to parts: the embedder of a file, the models of the roles."""

from clew.embed.base import DEFAULT_EMBEDDER, Embedder, open_embedder
from clew.embed.cached import Cached
from clew.settings import embedding_server
from clew.store.keyvalue import StoreKeyValue
from clew.store.store import Store

__all__ = ["embedder_for", "embedder_named"]


def embedder_for(store: Store, wanted: Embedder | str | None) -> Embedder | None:
    """Return the embedder to use with a file, after checking that it is the file's."""
    if wanted == "default":
        wanted = store.meta().get("embedder") or (None if store.names() else DEFAULT_EMBEDDER)
    if wanted is None:
        return None  # also a file that was filled without vectors: `reembed` gives it some
    embedder = embedder_named(wanted, store) if isinstance(wanted, str) else wanted
    store.claim_embedder(embedder.name, embedder.dimension)
    return embedder


def embedder_named(name: str, store: Store) -> Embedder:
    """Return an embedder by name; what a server is paid for is kept in the memory's file."""
    base_url, key = embedding_server()
    embedder = open_embedder(name, base_url=base_url, key=key)
    remote = name.startswith("openai:") and not store.database.read_only
    return Cached(embedder, StoreKeyValue(store)) if remote else embedder
