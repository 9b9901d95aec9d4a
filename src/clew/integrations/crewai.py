"""A memory as the storage of CrewAI: `Memory(storage=ClewStorage(memory), embedder=...)`.

Needs `pip install 'clew[crewai]'`. The interface is the protocol `StorageBackend` of crewai 1.15.
"""

from base64 import b64decode, b64encode
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import numpy as np

from clew.async_memory import AsyncMemory
from clew.errors import NotInstalledError, UsageError
from clew.integrations.kept_values import Group, Record, Records
from clew.memory import Memory

try:
    from crewai.memory.types import MemoryRecord, ScopeInfo
except ImportError as error:
    raise NotInstalledError("crewai", extra="crewai") from error

__all__ = ["ClewStorage"]


class ClewStorage:
    """The records of CrewAI's memory, kept in a memory that also learns from their texts.

    CrewAI gives a search only its vector, so records are found by the cosine of the vectors that
    its own embedder made; all of a scope are compared. What they tell is found by words and facts
    with `memory.ask`, `memory.recall` and the tools of `clew.MemoryTools`. A record whose content
    is updated keeps the content before as history; `delete` and `reset` erase, every byte.

    Args:
        memory: the memory.
    """

    def __init__(self, memory: Memory) -> None:
        self._records, self._async = Records(memory, "crewai"), AsyncMemory(memory)

    def save(self, records: list[MemoryRecord]) -> None:
        """Keep records; one with an id that is there replaces it."""
        for record in records:
            self.update(record)

    def update(self, record: MemoryRecord) -> None:
        """Replace a record; if only what stands beside its content differs, nothing is learned."""
        group, held = _group(record.scope), self._held(record.id)
        fields = record.model_dump(mode="json", exclude={"content", "embedding"})
        if held is not None and held.group != group:
            self._records.delete(held.group, held.key)
            held = None
        if held is not None and held.value["content"] == record.content:
            self._records.mark(group, record.id, {"fields": fields})
            return
        vector = np.array(record.embedding or [], "<f4").tobytes()
        value = {"content": record.content, "vector": b64encode(vector).decode(), "fields": fields}
        learn = bool(record.content.strip())
        self._records.put(group, record.id, value, record.content if learn else "-", learn=learn)

    def search(
        self,
        query_embedding: list[float],
        scope_prefix: str | None = None,
        categories: list[str] | None = None,
        metadata_filter: dict[str, Any] | None = None,
        limit: int = 10,
        min_score: float = 0.0,
    ) -> list[tuple[MemoryRecord, float]]:
        """Return the records of a scope whose vectors are most like one, best first.

        Raises:
            UsageError: the vectors have other dimensions: another embedder made them.
        """
        wanted = np.array(query_embedding, "<f4")
        scored = []
        for record in self._fitting(scope_prefix, categories, metadata_filter):
            vector = np.array(record.embedding or [], "<f4")
            if not vector.size:
                continue
            if vector.shape != wanted.shape:
                raise UsageError(
                    f"expected a vector of {vector.size} numbers, got {wanted.size}: the records "
                    "were made with another embedder"
                )
            size = float(np.linalg.norm(vector) * np.linalg.norm(wanted))
            score = float(vector @ wanted) / size if size else 0.0
            if score >= min_score:
                scored.append((record, score))
        return sorted(scored, key=lambda one: -one[1])[:limit]

    def delete(
        self,
        scope_prefix: str | None = None,
        categories: list[str] | None = None,
        record_ids: list[str] | None = None,
        older_than: datetime | None = None,
        metadata_filter: dict[str, Any] | None = None,
    ) -> int:
        """Erase the records that fit all that is given; return how many."""
        gone = [
            one
            for one in self._fitting(scope_prefix, categories, metadata_filter)
            if (record_ids is None or one.id in record_ids)
            and (older_than is None or _aware(one.created_at) < _aware(older_than))
        ]
        for record in gone:
            self._records.delete(_group(record.scope), record.id)
        return len(gone)

    def get_record(self, record_id: str) -> MemoryRecord | None:
        """Return the record with an id, or `None`."""
        held = self._held(record_id)
        return None if held is None else _record(held)

    def list_records(
        self, scope_prefix: str | None = None, limit: int = 200, offset: int = 0
    ) -> list[MemoryRecord]:
        """Return the records of a scope, the newest first."""
        found = sorted(
            self._fitting(scope_prefix), key=lambda one: _aware(one.created_at), reverse=True
        )
        return list(islice(found, offset, offset + limit))

    def get_scope_info(self, scope: str) -> ScopeInfo:
        """Return what a scope and those below it hold."""
        found = list(self._fitting(scope))
        times = sorted((one.created_at for one in found), key=_aware)
        return ScopeInfo(
            path=scope,
            record_count=len(found),
            categories=sorted({name for one in found for name in one.categories}),
            oldest_record=times[0] if times else None,
            newest_record=times[-1] if times else None,
            child_scopes=self.list_scopes(scope),
        )

    def list_scopes(self, parent: str = "/") -> list[str]:
        """Return the scopes right below one, sorted."""
        above = _group(parent)
        below = {
            group[: len(above) + 1]
            for group in self._records.groups()
            if group[: len(above)] == above and len(group) > len(above)
        }
        return ["/" + "/".join(group) for group in sorted(below)]

    def list_categories(self, scope_prefix: str | None = None) -> dict[str, int]:
        """Return how many records of a scope have each category."""
        return dict(Counter(name for one in self._fitting(scope_prefix) for name in one.categories))

    def count(self, scope_prefix: str | None = None) -> int:
        """Return how many records a scope and those below it have."""
        return len(self._records.keyed(_group(scope_prefix or "/")))

    def reset(self, scope_prefix: str | None = None) -> None:
        """Erase the records of a scope and of those below it."""
        for group, key in self._records.keyed(_group(scope_prefix or "/")):
            self._records.delete(group, key)

    async def asave(self, records: list[MemoryRecord]) -> None:
        """Do as `save`, in a worker thread."""
        await self._async.run(lambda _: self.save(records))

    async def asearch(self, *args: Any, **kwargs: Any) -> list[tuple[MemoryRecord, float]]:
        """Do as `search`, in a worker thread."""
        return await self._async.run(lambda _: self.search(*args, **kwargs))

    async def adelete(self, *args: Any, **kwargs: Any) -> int:
        """Do as `delete`, in a worker thread."""
        return await self._async.run(lambda _: self.delete(*args, **kwargs))

    def _held(self, key: str) -> Record | None:
        groups = [group for group, each in self._records.keyed() if each == key]
        return self._records.get(groups[0], key) if groups else None

    def _fitting(
        self,
        scope: str | None,
        categories: Iterable[str] | None = None,
        metadata: dict[str, Any] | None = None,
    ) -> Iterator[MemoryRecord]:
        wanted = set(categories or ())
        for one in map(_record, self._records.listed(_group(scope or "/"))):
            if wanted and not wanted & set(one.categories):
                continue
            if all(one.metadata.get(key) == each for key, each in (metadata or {}).items()):
                yield one


def _group(scope: str) -> Group:
    return tuple(filter(None, scope.split("/")))


def _record(held: Record) -> MemoryRecord:
    marked = held.marks.get("fields")
    fields = {**held.value["fields"], **(marked if isinstance(marked, dict) else {})}
    vector = np.frombuffer(b64decode(held.value["vector"]), "<f4").tolist()
    return MemoryRecord(content=held.value["content"], embedding=vector or None, **fields)


def _aware(time: datetime) -> datetime:
    return time if time.tzinfo else time.replace(tzinfo=UTC)
