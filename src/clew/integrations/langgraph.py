"""A memory as the long-term store of LangGraph: `graph.compile(store=ClewStore(memory))`.

Needs `pip install 'clew[langgraph]'`. The interface is `langgraph.store.base.BaseStore` of
langgraph-checkpoint 4.3.
"""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from typing import Any

from clew.async_memory import AsyncMemory
from clew.errors import NotInstalledError, UsageError
from clew.graph.filters import Filter, fits_metadata
from clew.integrations.kept_values import Group, Record, Records
from clew.memory import Memory

try:
    from langgraph.store.base import (
        BaseStore,
        GetOp,
        Item,
        ListNamespacesOp,
        MatchCondition,
        Op,
        PutOp,
        Result,
        SearchItem,
        SearchOp,
        get_text_at_path,
        tokenize_path,
        validate_op_namespace,
    )
except ImportError as error:
    raise NotInstalledError("langgraph", extra="langgraph") from error

__all__ = ["ClewStore"]

_UNNAMED = "an item without a name"
"""The text of an item that has none, under a blank key."""


class ClewStore(BaseStore):
    """The items of LangGraph's store, kept in a memory that learns from their texts.

    `search` with a query finds items by words, vectors and what the memory knows; it returns what
    matches, and no more to fill up the limit. `put` on a key that is there keeps the value before
    as history (`memory.browse`, `memory.ask` see it); `delete` erases all values of the key, every
    byte. Items do not expire: a `ttl` is refused. In one batch reads come before writes, and the
    last write to a key counts, as in LangGraph's own stores.

    Args:
        memory: the memory; its namespace holds all of the store.
        fields: which parts of a value are its text, as paths of LangGraph's `IndexConfig`; by
            default every string in it. `put(..., index=[...])` names others for one item,
            `index=False` keeps it without learning from it.
    """

    supports_ttl = False

    def __init__(self, memory: Memory, *, fields: Sequence[str] | None = None) -> None:
        self._records = Records(memory, "langgraph")
        self._fields = fields
        self._async = AsyncMemory(memory)

    def batch(self, ops: Iterable[Op]) -> list[Result]:
        """Do operations; results in their order.

        Raises:
            InvalidNamespaceError: a label is empty or has a period.
            NotImplementedError: an item is to expire.
            ValueError: an operation or an operator of a filter is unknown.
        """
        given = list(ops)
        for op in given:
            validate_op_namespace(op)
            _refuse_expiry(op)
        results = [self._read(op) for op in given]
        puts = {(op.namespace, op.key): op for op in given if isinstance(op, PutOp)}
        for op in puts.values():
            self._put(op)
        return results

    async def abatch(self, ops: Iterable[Op]) -> list[Result]:
        """Do operations in a worker thread; the event loop does not wait."""
        given = list(ops)
        return await self._async.run(lambda _: self.batch(given))

    def _read(self, op: Op) -> Result:
        if isinstance(op, GetOp):
            record = self._records.get(tuple(op.namespace), op.key)
            return None if record is None else Item(**_fields(record))
        if isinstance(op, SearchOp):
            return self._search(op)
        if isinstance(op, ListNamespacesOp):
            return self._namespaces(op)
        if isinstance(op, PutOp):
            return None
        raise ValueError(f"expected an operation of LangGraph's store, got {op!r}")

    def _search(self, op: SearchOp) -> list[SearchItem]:
        prefix, wanted = tuple(op.namespace_prefix), op.filter or {}
        _check(wanted)
        end = op.offset + op.limit
        fits = partial(fits_metadata, wanted)
        if op.query:
            found = self._records.found(op.query, prefix, end, fits)
            return [SearchItem(**_fields(one), score=score) for one, score in found[op.offset :]]
        every = self._records.listed(prefix)
        fitting = (one for one in every if fits(one.value))
        return [SearchItem(**_fields(one)) for one in islice(fitting, op.offset, end)]

    def _namespaces(self, op: ListNamespacesOp) -> list[tuple[str, ...]]:
        conditions = op.match_conditions or ()
        fitting = (
            group
            for group in self._records.groups()
            if all(_matches(condition, group) for condition in conditions)
        )
        cut = dict.fromkeys(group[: op.max_depth] for group in fitting)
        return list(cut)[op.offset : op.offset + op.limit]

    def _put(self, op: PutOp) -> None:
        group = tuple(op.namespace)
        if op.value is None:
            self._records.delete(group, op.key)
            return
        text = self._text(op.value, op.index)
        learn = op.index is not False and bool(text.strip())
        # A text is never blank, and a key may be.
        shown = text if learn else op.key if op.key.strip() else _UNNAMED
        self._records.put(group, op.key, op.value, shown, learn=learn)

    def _text(self, value: Mapping[str, Any], index: object) -> str:
        fields = self._fields if index is None else index
        if not isinstance(fields, Sequence):
            return "\n".join(_strings(value))
        texts = [text for path in fields for text in get_text_at_path(value, tokenize_path(path))]
        return "\n".join(texts)


def _fields(record: Record) -> dict[str, Any]:
    return {
        "value": record.value,
        "key": record.key,
        "namespace": record.group,
        "created_at": record.created,
        "updated_at": record.updated,
    }


def _refuse_expiry(op: Op) -> None:
    """Refuse a ttl as LangGraph's `put` does for stores that have none; `batch` does not ask it."""
    if isinstance(op, PutOp) and op.ttl is not None:
        raise NotImplementedError(
            f"expected no ttl, got {op.ttl!r} minutes: items of a ClewStore do not expire; "
            "delete them instead"
        )


def _check(wanted: Mapping[str, Any]) -> None:
    """Refuse an unknown operator, as `ValueError`, which LangGraph's stores raise."""
    try:
        Filter(metadata=wanted)
    except UsageError as error:
        raise ValueError(str(error)) from error


def _matches(condition: MatchCondition, group: Group) -> bool:
    path = tuple(condition.path)
    if condition.match_type not in {"prefix", "suffix"}:
        raise ValueError(f"expected a prefix or a suffix, got {condition.match_type!r}")
    part = group[: len(path)] if condition.match_type == "prefix" else group[-len(path) :]
    if not path:
        return True
    return len(part) == len(path) and all(
        wanted in ("*", label) for label, wanted in zip(part, path, strict=True)
    )


def _strings(value: object) -> Iterable[str]:
    """Yield every string in a value, in order."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for each in value.values():
            yield from _strings(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _strings(each)
