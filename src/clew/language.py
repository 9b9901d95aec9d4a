"""From settings to language models: one for each role, with the wrappers that were asked for."""

import sys
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from clew.errors import UnknownNameError, UsageError
from clew.learn import tasks as learning
from clew.learn.extract import Separate
from clew.llm.base import Model, Sampling, Task
from clew.llm.budget import Budgeted
from clew.llm.cached import Cached
from clew.llm.cassette import Recorded, Replay
from clew.llm.human import Human
from clew.llm.open import open_model
from clew.llm.retry import Closing
from clew.llm.routed import Routed
from clew.llm.rules import Rules
from clew.llm.traced import Traced
from clew.offline import default_model
from clew.qa import tasks as answering
from clew.settings import ModelSettings, api_key, openai_address
from clew.store.keyvalue import StoreKeyValue
from clew.store.store import Store

__all__ = ["AGENTS_TASKS", "open_models"]

_TASKS: Mapping[str, type[Task[Any]]] = {
    name: value
    for module in (learning, answering)
    for name, value in vars(module).items()
    if isinstance(value, type) and issubclass(value, Task) and value is not Task
}
"""Every type of task that a memory asks, by name."""
AGENTS_TASKS = frozenset({"Choose", "Explore", "Importance", "MakePlan", "Respond", "Summarise"})
"""Names of those that agents ask. Their types are above this layer and come with an agent's rules;
without them a setting for one is good, for the file may serve other commands, and idle."""
_PERSON = "person"
_JUDGED: tuple[type[Task[Any]], ...] = (answering.Judge,)
_LEARNED = tuple(value for value in _TASKS.values() if value.__module__ == learning.__name__)


def open_models(settings: ModelSettings, store: Store | None, connected: list[Closing]) -> Model:
    """Return the models of the roles as one, within its budget, recorded when that is asked.

    Replies that are paid for are kept in the memory's file, if it may be written to. What has
    connections to close is added to `connected`.

    Raises:
        UsageError: an unknown provider, type of task or setting; a key is missing.
        NotInstalledError: the extra of a provider is missing.
        ModelError: a file of weights that cannot be read.
    """
    if settings.replay is not None:
        if settings.record is not None:
            raise UsageError("record and replay exclude each other; leave one of them out")
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
    learner, judge = settings.learner, settings.marker
    if learner == _PERSON:
        raise UsageError("a person answers and judges; rules or a language model learn")
    opened = {
        name: _named(name, settings, store, connected)
        for name in dict.fromkeys((settings.name, learner, judge))
    }
    if len(opened) == 1:
        return opened[settings.name]
    routes = {**dict.fromkeys(_LEARNED, opened[learner]), **dict.fromkeys(_JUDGED, opened[judge])}
    return Routed(opened[settings.name], routes)


def _ask(text: str) -> str:
    """Ask on the terminal; results go to stdout, so questions do not."""
    sys.stderr.write(f"{_safe(text)} ")
    sys.stderr.flush()
    line = sys.stdin.readline()
    if not line:
        raise EOFError
    return line.rstrip("\r\n")


def _show(text: str) -> None:
    sys.stderr.write(f"{_safe(text)}\n")


def _safe(text: str) -> str:
    """Return a text without what would steer the terminal."""
    return "".join(each if each.isprintable() or each == "\n" else "\ufffd" for each in text)


def _named(
    name: str, settings: ModelSettings, store: Store | None, connected: list[Closing]
) -> Model:
    kind, _, rest = name.partition(":")
    if kind == "rules":
        return default_model(rest or "light").extended(settings.rules)
    if name == _PERSON:
        return Human(_ask, _show)
    # One address may be given, for the OpenAI-like server of all roles that are of its kind.
    url = settings.base_url if kind in ("openai", "ollama") else None
    url = url or openai_address(kind)
    line = open_model(
        name,
        base_url=url,
        api_key=api_key(kind, url),
        sampling=_samplings(settings.sampling, settings.rules),
        timeout=settings.timeout,
        workers=settings.workers,
        images=settings.images,
    )
    connected.append(line)
    model: Model = Traced(line) if settings.trace else line
    if settings.cache and store is not None and not store.database.read_only:
        model = Cached(model, StoreKeyValue(store))
    return Separate(model) if settings.extraction == "separate" else model


def _samplings(table: Mapping[str, Any], rules: Rules) -> Mapping[type[Task[Any]], Sampling]:
    """Return the settings of every type of task: a memory's, and those that `rules` answer.

    Raises:
        UnknownNameError: another type of task, or another setting.
        UsageError: a setting that is no number.
    """
    common = {key: value for key, value in table.items() if not isinstance(value, dict)}
    special = {key: value for key, value in table.items() if isinstance(value, dict)}
    types = {**{kind.__name__: kind for kind in rules}, **_TASKS}
    found: dict[type[Task[Any]], Sampling] = {Task: _sampling(common)}
    for name, values in special.items():
        if name not in types and name not in AGENTS_TASKS:
            raise UnknownNameError("type of task", name, sorted({*types, *AGENTS_TASKS}))
        asked = _sampling({**common, **values})
        if name in types:
            found[types[name]] = asked
    return found


def _sampling(values: Mapping[str, Any]) -> Sampling:
    known = {each.name for each in fields(Sampling)}
    for key, value in values.items():
        if key not in known:
            raise UnknownNameError("sampling setting", key, sorted(known))
        if type(value) not in (int, float):
            raise UsageError(f"expected a number for {key!r} in [model.sampling], got {value!r}")
    return Sampling(**values)
