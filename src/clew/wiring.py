"""Builds embedders, minds and language models from names and settings."""

from collections.abc import Mapping
from dataclasses import fields
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from clew.ask import tasks as answering
from clew.ask.sets import tasks as planning
from clew.clock import SystemClock
from clew.embed.base import DEFAULT_EMBEDDER, Embedder
from clew.embed.cached import Cached as CachedEmbedder
from clew.embed.shared import shared_embedder
from clew.errors import UnknownNameError, UsageError
from clew.learn import tasks as learning
from clew.learn.conversation import turn_replies as turns
from clew.learn.extract import Separate
from clew.llm.base import Model, Sampling, Task
from clew.llm.budget import Budgeted, Ceiling
from clew.llm.cached import Cached
from clew.llm.cassette import Recorded, Replay
from clew.llm.human import at_terminal
from clew.llm.local import LocalModel
from clew.llm.open import check_name, open_model
from clew.llm.rationed import Rationed
from clew.llm.retry import Closing, Deferred, Retried
from clew.llm.routed import Routed
from clew.llm.rules import RuleModel, Rules
from clew.llm.traced import Traced
from clew.plugins import MINDS
from clew.settings import ModelSettings, api_key, embedding_server, model_settings, openai_address
from clew.store.database import MEMORY
from clew.store.erase import finish_erasure
from clew.store.keyvalue import StoreKeyValue
from clew.store.stats import DayBook
from clew.store.store import Store

__all__ = [
    "before_file",
    "embedder_for",
    "embedder_named",
    "mind_named",
    "model_for",
    "model_from",
    "parts_for",
]

_TASKS: Mapping[str, type[Task[Any]]] = {
    name: value
    for module in (learning, turns, answering, planning)
    for name, value in vars(module).items()
    if isinstance(value, type) and issubclass(value, Task) and value is not Task
}
"""All task types that a memory asks, by name."""
_PERSON = "person"
_JUDGED: tuple[type[Task[Any]], ...] = (answering.Judge,)
_LEARNED = tuple(
    value for value in _TASKS.values() if value.__module__ in (learning.__name__, turns.__name__)
)
_DEFAULT_MIND = "offline"
_NONE: Mapping[str, Embedder] = MappingProxyType({})


def before_file(
    path: str | Path, model: Model | ModelSettings | str | None, embedder: Embedder | str | None
) -> Mapping[str, Embedder]:
    """Open what may fail before a new file is made; return its embedder by name.

    Of a file that is there, only the names of given models are checked.

    Raises:
        UsageError, NotInstalledError, ModelError: a model or the embedder cannot be opened.
    """
    new = str(path) != MEMORY and not Path(path).exists()
    settings = model_settings(name=model) if isinstance(model, str) else model
    if isinstance(settings, ModelSettings):
        _try(settings, opened=new)
    if not new or not isinstance(embedder, str):
        return {}
    name = DEFAULT_EMBEDDER if embedder == "default" else embedder
    made = _opened_embedder(name)
    assert made.dimension  # which a server is asked for
    return {name: made}


def _try(settings: ModelSettings, *, opened: bool) -> None:
    """Refuse names that are no models'; with `opened` also models that cannot be opened."""
    if settings.replay:
        if opened:
            _open(settings, None, [])
        return
    for name in {settings.name, settings.learner, settings.marker} - {_PERSON}:
        if _is_mind(name):
            _mind(name, settings)
            continue
        check_name(name)
        if opened:
            _line(name, settings).close()


def parts_for(
    store: Store,
    model: Model | ModelSettings | str | None,
    embedder: Embedder | str | None,
    opened: Mapping[str, Embedder] = _NONE,
) -> tuple[Model, Embedder | None]:
    """Return model and embedder for a file, which is closed if they do not fit it.

    What an erasure left in the file is removed first. `opened` are embedders by name.
    """
    try:
        chosen = embedder_for(store, embedder, opened)
        if not store.database.read_only:
            finish_erasure(store)
        return model_for(store, model), chosen
    except BaseException:  # an interrupt, too, must leave no open file
        store.database.close()
        raise


def embedder_for(
    store: Store, wanted: Embedder | str | None, opened: Mapping[str, Embedder] = _NONE
) -> Embedder | None:
    """Return the embedder for a file, after checking that it matches the file's vectors."""
    if wanted == "default":
        wanted = store.meta().get("embedder") or (None if store.names() else DEFAULT_EMBEDDER)
    if wanted is None:
        return None  # also for a file filled without vectors; `reembed` adds them
    embedder = embedder_named(wanted, store, opened) if isinstance(wanted, str) else wanted
    store.claim_embedder(embedder.name, embedder.dimension)
    return embedder


def embedder_named(name: str, store: Store, opened: Mapping[str, Embedder] = _NONE) -> Embedder:
    """Return an embedder by name, loaded once for a process if it runs here.

    Paid results of a server are cached in the memory's file.
    """
    embedder = opened.get(name) or _opened_embedder(name)
    remote = name.startswith("openai:") and not store.database.read_only
    return CachedEmbedder(embedder, StoreKeyValue(store)) if remote else embedder


def _opened_embedder(name: str) -> Embedder:
    base_url, key = embedding_server()
    return shared_embedder(name, base_url=base_url, key=key)


def mind_named(name: str = _DEFAULT_MIND) -> RuleModel:
    """Return a model that answers by a mind's rules, which are loaded with the first task.

    Args:
        name: one of `clew.plugins.MINDS`; by default `offline`, which reads English prose and
            second-person text worlds.

    Raises:
        UnknownNameError: no mind has that name.
    """
    if name not in MINDS and ":" not in name:
        raise UnknownNameError("mind", name, MINDS.names())
    shown = "rules" if name == _DEFAULT_MIND else f"rules:{name}"
    return RuleModel(partial(_rules, name), name=shown)


def _rules(name: str) -> Rules:
    found = MINDS.find(name)
    rules: Rules = found() if callable(found) else found
    return rules


def model_for(store: Store, wanted: Model | ModelSettings | str | None) -> Model:
    """Return the model for a memory's tasks, given itself, its settings or its name.

    `None` reads the settings from the environment and `clew.toml`, with rules as the default.

    Raises:
        UsageError: `clew.toml` cannot be read.
    """
    if wanted is None or isinstance(wanted, str):
        wanted = model_settings(name=wanted)
    return model_from(wanted, store) if isinstance(wanted, ModelSettings) else wanted


def model_from(settings: ModelSettings, store: Store | None = None) -> Model:
    """Return one model that combines those of all roles.

    Minds are available at once. Any other model is opened with its first task, and raises then:
    commands that only read need no model, and loading one takes a while.

    Raises:
        UnknownNameError: no mind has that name.
        UsageError, NotInstalledError, ModelError: later, if a model cannot be opened.
    """
    names = {settings.name, settings.learner, settings.marker}
    (name, *others) = sorted(names)
    if not others and _is_mind(name) and not (settings.replay or settings.record):
        return _mind(name, settings)
    model = Deferred(partial(_open, settings, store))
    if store is None or not (settings.daily or settings.daily_each):
        return model
    return Rationed(
        model,
        DayBook(store, SystemClock()),
        daily=Ceiling(**settings.daily),
        daily_each=Ceiling(**settings.daily_each),
        chunk=settings.workers,
    )


def _is_mind(name: str) -> bool:
    return name.partition(":")[0] == "rules"


def _mind(name: str, settings: ModelSettings) -> RuleModel:
    """Return the mind for `rules` or `rules:NAME`, extended by the agent's mind if there is one."""
    mind = mind_named(name.partition(":")[2] or _DEFAULT_MIND)
    return mind if settings.mind is None else mind.extended(partial(_rules, settings.mind))


def _open(settings: ModelSettings, store: Store | None, connected: list[Closing]) -> Model:
    """Return one model for all roles, with its budget, and recorded if wanted.

    Paid replies are cached in the memory's file unless it is read-only. Models with connections to
    close are added to `connected`.

    Raises:
        UsageError: an unknown provider, task type or setting, or a missing key.
        NotInstalledError: a provider's extra is missing.
        ModelError: a weights file cannot be read.
    """
    if settings.replay is not None:
        if settings.record is not None:
            raise UsageError("record and replay exclude each other; leave one of them out")
        return Replay(
            settings.replay, mind=lambda name: _mind(name, settings) if _is_mind(name) else None
        )
    model = _routed(settings, store, connected)
    limits = (settings.max_calls, settings.max_tokens, settings.max_cost)
    if any(limit is not None for limit in limits):  # nothing may be spent with a limit of 0
        model = Budgeted(
            model,
            calls=settings.max_calls,
            tokens=settings.max_tokens,
            cost=settings.max_cost,
            chunk=settings.workers,
        )
    return model if settings.record is None else Recorded(model, settings.record)


def _routed(settings: ModelSettings, store: Store | None, connected: list[Closing]) -> Model:
    learner, judge = settings.learner, settings.marker
    if learner == _PERSON:
        raise UsageError("a person answers and judges; rules or a language model learn")
    opened = {
        name: _open_one(name, settings, store, connected)
        for name in dict.fromkeys((settings.name, learner, judge))
    }
    if len(opened) == 1:
        return opened[settings.name]
    routes = {**dict.fromkeys(_LEARNED, opened[learner]), **dict.fromkeys(_JUDGED, opened[judge])}
    return Routed(opened[settings.name], routes)


def _open_one(
    name: str, settings: ModelSettings, store: Store | None, connected: list[Closing]
) -> Model:
    if _is_mind(name):
        return _mind(name, settings)
    if name == _PERSON:
        return at_terminal()
    line = _line(name, settings)
    connected.append(line)
    model: Model = Traced(line) if settings.trace else line
    if settings.cache and store is not None and not store.database.read_only:
        model = Cached(model, StoreKeyValue(store))
    return Separate(model) if settings.extraction == "separate" else model


def _line(name: str, settings: ModelSettings) -> Retried | LocalModel:
    """Return a language model, which is to be closed."""
    kind = name.partition(":")[0]
    # The one address in the settings is for the OpenAI-compatible server of all roles.
    url = settings.base_url if kind in ("openai", "ollama") else None
    url = url or openai_address(kind)
    return open_model(
        name,
        base_url=url,
        api_key=api_key(kind, url, found="base_url" in settings.from_folder),
        sampling=_samplings(settings.sampling),
        timeout=settings.timeout,
        workers=settings.workers,
        images=settings.images,
    )


def _samplings(table: Mapping[str, Any]) -> Mapping[type[Task[Any]], Sampling]:
    """Return the sampling settings by task type, of memories and of agents.

    A setting for a task that only agents ask is valid, as the file may serve other commands; it
    has no effect unless an agent plays.

    Raises:
        UnknownNameError: an unknown task type or setting.
        UsageError: a setting is not a number that it can be.
    """
    common = {key: value for key, value in table.items() if not isinstance(value, dict)}
    special = {key: value for key, value in table.items() if isinstance(value, dict)}
    known = dict(_TASKS)
    if not special.keys() <= known.keys():  # tasks that minds answer, those of agents among them
        known |= {kind.__name__: kind for name in MINDS.built_in for kind in _rules(name)}
    found: dict[type[Task[Any]], Sampling] = {Task: _sampling(common)}
    for name, values in special.items():
        if name not in known:
            raise UnknownNameError("type of task", name, sorted(known))
        found[known[name]] = _sampling({**common, **values})
    return found


def _sampling(values: Mapping[str, Any]) -> Sampling:
    known = {each.name for each in fields(Sampling)}
    for key, value in values.items():
        if key not in known:
            raise UnknownNameError("sampling setting", key, sorted(known))
        wanted, kinds, least = _NUMBERS[key]
        if type(value) not in kinds or not value >= least:
            raise UsageError(
                f"expected {wanted} for {key!r} in [model.sampling], {least} or more, got {value!r}"
            )
    return Sampling(**values)


_WHOLE, _ANY = ("a whole number", (int,)), ("a number", (int, float))
_NUMBERS: Mapping[str, tuple[str, tuple[type, ...], int]] = {
    "temperature": (*_ANY, 0),
    "top_p": (*_ANY, 0),
    "top_k": (*_WHOLE, -1),  # which some servers take for "all"
    "seed": (*_WHOLE, -1),  # for "any"
    "max_tokens": (*_WHOLE, 1),
}
"""By sampling setting: what is expected, of which types, and the least value."""
