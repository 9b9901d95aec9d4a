"""From names and settings to parts: the embedder of a file, the models of the roles."""

from importlib import import_module

from clew.embed.base import DEFAULT_EMBEDDER, Embedder, open_embedder
from clew.embed.cached import Cached as CachedEmbedder
from clew.llm.base import Model
from clew.llm.deferred import Deferred
from clew.llm.retry import Closing
from clew.offline import default_model
from clew.settings import ModelSettings, embedding_server, model_settings
from clew.store.keyvalue import StoreKeyValue
from clew.store.store import Store

__all__ = ["embedder_for", "embedder_named", "model_for", "model_from"]


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
    return CachedEmbedder(embedder, StoreKeyValue(store)) if remote else embedder


def model_for(store: Store, wanted: Model | ModelSettings | str | None) -> Model:
    """Return who answers a memory's tasks: a model, or one by its settings or its name.

    `None` takes the settings from the environment and `clew.toml`; rules when these say nothing.

    Raises:
        UsageError: `clew.toml` cannot be read.
    """
    if wanted is None or isinstance(wanted, str):
        wanted = model_settings(name=wanted)
    return model_from(wanted, store) if isinstance(wanted, ModelSettings) else wanted


def model_from(settings: ModelSettings, store: Store | None = None) -> Model:
    """Return the models of the roles as one.

    Rules are there at once; anything else is opened when it is first asked, and raises then:
    reading commands need no model, and loading what asks one takes a while.

    Raises:
        UsageError, NotInstalledError, ModelError: later, what cannot be opened.
    """
    names = {settings.name, settings.learner, settings.marker}
    (name, *others) = sorted(names)
    if (
        not others
        and name.partition(":")[0] == "rules"
        and not (settings.replay or settings.record)
    ):
        return default_model(name.partition(":")[2] or "light").extended(settings.rules)

    def opened(connected: list[Closing]) -> Model:
        model: Model = import_module("clew.language").open_models(settings, store, connected)
        return model

    return Deferred(opened)
