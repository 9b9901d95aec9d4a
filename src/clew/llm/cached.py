"""`Cached`: a wrapper that keeps replies in a `KeyValue` store and asks nothing twice."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from clew.graph.view import KeyValue
from clew.llm.base import Model, Origin, Result, Task, Usage
from clew.llm.keys import key_of, to_json
from clew.llm.saved import restored, saved
from clew.llm.wrapper import Wrapper

__all__ = ["REPLY_SPACE", "Cached"]

REPLY_SPACE = "replies"
"""The store's space for replies."""


class Cached(Wrapper):
    """Looks tasks up by their key (`clew.llm.keys`) and asks the model for the rest in one batch.

    Only answers are kept, with their losses, never failures. A reply from the cache has the origin
    `CACHE` and no usage; `saved` has what it cost. A task that occurs several times in a batch is
    asked once. An unreadable stored reply counts as missing and is replaced. Threads may share one
    if they may share the store; two that miss the same task at the same time both ask.

    The model's name is part of the key. So wrap the models inside a `Routed`, not the `Routed`
    itself; and do not wrap rules, which may change without changing their name.

    The store is written after the model has answered: do not call this inside a transaction of the
    same store. Keys contain no text, values do. In a memory file, every `forget` empties the cache,
    and a reply looked up before a `forget` but obtained after it is not stored.

    Args:
        model: answers tasks that are not in the store.
        store: holds the replies, under `REPLY_SPACE`.
    """

    def __init__(self, model: Model, store: KeyValue) -> None:
        super().__init__(model)
        self._store = store

    @property
    def writes(self) -> bool:
        """Whether answering may write to a store: it does."""
        return True

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order; see `Model`."""
        keys = [key_of(self._model, task) for task in tasks]
        distinct = dict(zip(keys, tasks, strict=True))
        stored = self._store.get_many(REPLY_SPACE, list(distinct)) if distinct else []
        known = {
            key: _read(task, value)
            for (key, task), value in zip(distinct.items(), stored, strict=True)
        }
        missing = [key for key, result in known.items() if result is None]
        fresh: dict[str, Result[Any]] = {}
        if missing:
            answers = self._model.run([distinct[key] for key in missing])
            fresh = dict(zip(missing, answers, strict=True))
        pairs = [
            (key, to_json(saved(each))) for key, each in fresh.items() if each.value is not None
        ]
        if pairs:
            self._store.set_many(REPLY_SPACE, pairs)
        results = []
        for key in keys:
            result = known[key] or fresh[key]
            results.append(result)
            # A repeated task in this batch gets the answer already paid for.
            origin = result.origin if result.value is None else Origin.CACHE
            known[key] = replace(result, origin=origin, usage=Usage(), saved=Usage())
        return results


def _read(task: Task[Any], value: bytes | None) -> Result[Any] | None:
    """Return a stored reply; `None` if there is none or it cannot be read."""
    if value is None:
        return None
    try:
        found = restored(task, json.loads(value), Origin.CACHE)
    except (ValueError, RecursionError):
        return None
    return replace(found, usage=Usage(), saved=found.usage)
