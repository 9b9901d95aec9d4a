"""Open a memory for a command, and parse the times, names and ids a user types.

`import clew` is lazy (clew/__init__): numpy, pydantic and the rules load when a memory is
opened, so `clew --help` and a wrong option do not wait for them.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path

import clew
from clew.cli.options import Minds, Misuse, Place, When, as_time
from clew.cli.output import note
from clew.errors import UnknownNameError, UsageError
from clew.graph.types import AsOf, Item, Time
from clew.settings import ModelSettings, announcement, memory_path, model_settings

__all__ = ["embedder_name", "filling", "look_up", "read_time", "reading", "settings_of", "writing"]

_LOGS = ("-wal", "-shm")
"""What SQLite keeps beside a file, also after closing it on a disk without room."""


def settings_of(minds: Minds, *, judge: str | None = None) -> ModelSettings:
    """Return the model settings: options first, then the environment, then `clew.toml`.

    What a `clew.toml` of the current folder decides about models is announced on stderr.
    """
    given = asdict(minds)
    name, memory = given.pop("model"), given.pop("memory_model")
    settings = model_settings(name=name, memory=memory, judge=judge, **given)
    named = (settings.name, settings.learner, settings.marker)
    if minds.base_url is not None and settings.replay is None and not any(map(_is_served, named)):
        raise Misuse("--base-url names a server, but no model of it; add --model openai:MODEL")
    if said := announcement(settings):
        note(said)
    return settings


def _is_served(model: str) -> bool:
    """Return whether a model is one that a server has."""
    return model.partition(":")[0] not in {"rules", "person", "local"}


@contextmanager
def reading(
    place: Place,
    when: When | None = None,
    *,
    vectors: bool = False,
    models: ModelSettings | None = None,
    any_namespace: bool = False,
) -> Iterator["clew.Memory"]:
    """Yield a memory that must exist, as of the requested time.

    Only with `vectors` is its embedder loaded. It and the models are named on stderr. With
    `any_namespace` the file need not hold the default one.

    A writable file is opened normally, so that SQLite removes its side files and an
    erasure delayed by a reader is finished.

    Raises:
        UsageError: there is no such file.
        UnknownNameError: the file holds no such namespace.
    """
    path = _existing(place)
    read_only = not os.access(path, os.W_OK)
    with clew.Memory.open(
        path,
        namespace=place.namespace,
        model=models,
        embedder="default" if vectors else None,
        read_only=read_only,
    ) as memory:
        if vectors:
            _say_embedder(memory)
        names = memory.store.names()
        missing = names and place.namespace not in names
        if missing and not (any_namespace and place.namespace == Place().namespace):
            raise UnknownNameError("namespace", place.namespace, names)
        if models is not None:
            _say_model(memory)
        if when is None or (when.as_of is None and when.known_at is None):
            yield memory
        else:
            valid = None if when.as_of is None else read_time(memory, when.as_of, "--as-of")
            yield memory.as_of(valid, when.known_at)


@contextmanager
def writing(
    place: Place,
    *,
    embedder: str | None = None,
    models: ModelSettings | None = None,
    create: bool = False,
) -> Iterator["clew.Memory"]:
    """Yield a memory to write to, created only if `create` is true.

    `embedder` is a name, `none`, or `None` for the memory's own. With `models`, which learn, it and
    they are named on stderr.
    """
    if embedder is not None and not embedder.strip():
        raise UsageError(f"expected the name of an embedder, or none, got {embedder!r}")
    path = memory_path(place.memory) if create else _existing(place)
    wanted = None if embedder == "none" else embedder or "default"
    with clew.Memory.open(path, namespace=place.namespace, embedder=wanted, model=models) as memory:
        if models is not None:
            _say_embedder(memory)
            _say_model(memory)
        yield memory


@contextmanager
def filling(
    place: Place,
    is_empty: Callable[["clew.Memory"], bool],
    *,
    embedder: str | None = None,
    models: ModelSettings | None = None,
) -> Iterator["clew.Memory"]:
    """Yield a memory to write to, as `writing`, created if needed.

    A file that was made for it is removed if an error, or an interrupt, leaves it empty.
    """
    path = memory_path(place.memory)
    in_vain = not path.exists()
    try:
        with writing(place, embedder=embedder, models=models, create=True) as memory:
            try:
                yield memory
            finally:
                in_vain = in_vain and is_empty(memory)
    except BaseException:
        if in_vain:
            for name in (path.name, *(path.name + log for log in _LOGS)):
                path.with_name(name).unlink(missing_ok=True)
        raise


def _existing(place: Place) -> Path:
    path = memory_path(place.memory)
    if not path.exists():
        raise UsageError(
            f"no memory at {str(path)!r}; make one with `clew remember FILE`, "
            "or name another with --memory FILE"
        )
    return path


def embedder_name(memory: "clew.Memory") -> str | None:
    """Return the name of the embedder in use, if there is one."""
    return None if memory.embedder is None else memory.embedder.name


def _say_embedder(memory: "clew.Memory") -> None:
    """Say on stderr which embedder is in use, since results depend on it."""
    name = embedder_name(memory)
    note(f"embedder: {name}" if name else "no embedder: keyword and graph recall only")


def _say_model(memory: "clew.Memory") -> None:
    """Say on stderr which model is in use, unless it is the offline rules."""
    if not memory.model.name.startswith("rules"):
        note(f"model: {memory.model.name}")


def read_time(memory: "clew.Memory | None", text: str, option: str) -> Time:
    """Parse the time a user typed, on the memory's axis; on any without a memory."""
    steps = True  # every time of the other axis can be read so, too
    if memory is not None:
        with memory.store.projection(memory.namespace) as projection:
            steps = projection.axis == "step"
    return as_time(text, option, steps=steps)


def look_up(memory: "clew.Memory", ids: Sequence[int], known: int | None = None) -> dict[int, Item]:
    """Return items by id, at whatever time they were true."""
    with memory.store.view(memory.namespace, AsOf(known=known), now=0, any_time=True) as view:
        return dict(zip(ids, view.items(ids), strict=True))
