"""From names and settings to parts: the embedder of a file, the models of the roles."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields
from functools import cached_property
from typing import Any

from clew.embed.base import DEFAULT_EMBEDDER, Embedder, open_embedder
from clew.embed.cached import Cached as CachedEmbedder
from clew.errors import UnknownNameError, UsageError
from clew.learn import tasks as learning
from clew.learn.extract import Separate
from clew.llm.base import Model, Result, Sampling, Task
from clew.llm.budget import Budgeted
from clew.llm.cached import Cached
from clew.llm.cassette import Recorded, Replay
from clew.llm.open import open_model
from clew.llm.retry import Closing
from clew.llm.routed import Routed
from clew.llm.traced import Traced
from clew.offline import default_model
from clew.qa import tasks as answering
from clew.settings import ModelSettings, api_key, embedding_server, model_settings
from clew.store.keyvalue import StoreKeyValue
from clew.store.store import Store

__all__ = ["Deferred", "embedder_for", "embedder_named", "model_for", "model_from"]

_TASKS: Mapping[str, type[Task[Any]]] = {
    name: value
    for module in (learning, answering)
    for name, value in vars(module).items()
    if isinstance(value, type) and issubclass(value, Task) and value is not Task
}
"""Every type of task that a memory asks, by name."""
_JUDGED: tuple[type[Task[Any]], ...] = (answering.Judge,)
_LEARNED = tuple(value for value in _TASKS.values() if value.__module__ == learning.__name__)


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


class Deferred:
    """A model that is opened when it is first asked: reading commands need none."""

    def __init__(self, make: Callable[[list[Closing]], Model]) -> None:
        self._make = make
        self._connected: list[Closing] = []

    @cached_property
    def opened(self) -> Model:
        """The model itself."""
        return self._make(self._connected)

    def close(self) -> None:
        """Close the connections that were opened; the next task opens new ones."""
        for each in self._connected:
            each.close()

    @property
    def name(self) -> str:
        """What to show and record."""
        return self.opened.name

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:
        """Return the model's settings."""
        return self.opened.sampling(task)

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        return self.opened.run(tasks)


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
    """Return the models of the roles as one, within its budget, recorded when that is asked.

    Rules are there at once; anything else is opened when it is first asked, and raises then:
    reading commands need no model. Replies that are paid for are kept in the memory's file, if it
    may be written to.

    Raises:
        UsageError, NotInstalledError, ModelError: later, what cannot be opened.
    """
    names = {settings.name, settings.memory or settings.name, settings.judge or settings.name}
    if all(_is_rules(name) for name in names) and not (settings.replay or settings.record):
        return _routed(settings, store, [])
    return Deferred(lambda connected: _opened(settings, store, connected))


def _opened(settings: ModelSettings, store: Store | None, connected: list[Closing]) -> Model:
    if settings.replay is not None:
        return Replay(settings.replay)
    model = _routed(settings, store, connected)
    if any((settings.max_calls, settings.max_tokens, settings.max_cost)):
        model = Budgeted(
            model,
            calls=settings.max_calls,
            tokens=settings.max_tokens,
            cost=settings.max_cost,
            chunk=settings.workers,
        )
    return model if settings.record is None else Recorded(model, settings.record)


def _routed(settings: ModelSettings, store: Store | None, connected: list[Closing]) -> Model:
    learner, judge = settings.memory or settings.name, settings.judge or settings.name
    opened = {
        name: _named(name, settings, store, connected)
        for name in dict.fromkeys((settings.name, learner, judge))
    }
    if len(opened) == 1:
        return opened[settings.name]
    routes = {**dict.fromkeys(_LEARNED, opened[learner]), **dict.fromkeys(_JUDGED, opened[judge])}
    return Routed(opened[settings.name], routes)


def _is_rules(name: str) -> bool:
    return name.partition(":")[0] == "rules"


def _named(
    name: str, settings: ModelSettings, store: Store | None, connected: list[Closing]
) -> Model:
    kind, _, rest = name.partition(":")
    if _is_rules(name):
        return default_model(rest or "light")
    line = open_model(
        name,
        base_url=settings.base_url,
        api_key=api_key(kind, settings.base_url),
        sampling=_samplings(settings.sampling),
        timeout=settings.timeout,
        workers=settings.workers,
    )
    connected.append(line)
    model: Model = Traced(line) if settings.trace else line
    if settings.cache and store is not None and not store.database.read_only:
        model = Cached(model, StoreKeyValue(store))
    return Separate(model) if settings.extraction == "separate" else model


def _samplings(table: Mapping[str, Any]) -> Mapping[type[Task[Any]], Sampling]:
    """Return the settings of every type of task.

    Raises:
        UnknownNameError: another type of task, or another setting.
        UsageError: a setting that is no number.
    """
    common = {key: value for key, value in table.items() if not isinstance(value, dict)}
    special = {key: value for key, value in table.items() if isinstance(value, dict)}
    found = dict.fromkeys(_TASKS.values(), _sampling(common))
    for name, values in special.items():
        if name not in _TASKS:
            raise UnknownNameError("type of task", name, _TASKS)
        found[_TASKS[name]] = _sampling({**common, **values})
    return found


def _sampling(values: Mapping[str, Any]) -> Sampling:
    known = {each.name for each in fields(Sampling)}
    for key, value in values.items():
        if key not in known:
            raise UnknownNameError("sampling setting", key, sorted(known))
        if type(value) not in (int, float):
            raise UsageError(f"expected a number for {key!r} in [model.sampling], got {value!r}")
    return Sampling(**values)
