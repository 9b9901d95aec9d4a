"""Records: JSON values by group and key, as frameworks keep them, learned from.

A record is an episode. Its text is what is learned from and searched; its value is in its metadata,
its group is its source, so that a citation names it and `forget(source=...)` erases it. A value
that is put under a key of the caller's has the key in its source, too; a new value of that key is a
new episode, and the value before stays as history, as a superseded fact does.
"""

import json
import re
from bisect import bisect_right
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from itertools import groupby
from secrets import token_hex
from threading import Lock
from typing import Any, TypeAlias
from urllib.parse import unquote

from clew.errors import AxisError
from clew.graph.filters import Filter
from clew.graph.types import AsOf, Episode, Kind
from clew.learn.conversation.chat_message import Memorable, as_input
from clew.learn.observe import Input
from clew.learn.write import NewNode
from clew.memory import Memory

__all__ = ["Added", "Group", "Record", "Records"]

Group: TypeAlias = tuple[str, ...]
_SPECIAL = re.compile(r"[%/#*?\[\]]")
"""What has a meaning in a source or in a pattern of sources."""
_CHUNK = 1000


@dataclass(frozen=True, slots=True)
class Record:
    """The newest value of a key."""

    group: Group
    key: str
    value: dict[str, Any]
    created: datetime
    updated: datetime
    searched: bool
    """Whether its text was learned from and is found by a search."""
    marks: Mapping[str, object]
    """What is noted beside the value (`mark`)."""


@dataclass(frozen=True, slots=True)
class Added:
    """A value to add to a group."""

    value: Mapping[str, Any]
    said: Memorable
    learn: bool = True
    key: str = ""
    """By default one that nobody has."""


@dataclass(frozen=True, slots=True)
class _Version:
    """One value that a key has had: its episodes (a long text has several) and its number."""

    number: int
    episodes: list[int] = field(default_factory=list)


class Records:
    """The records of one framework in a memory; any thread may use them.

    Args:
        memory: the memory, whose times are datetimes.
        prefix: what the sources of the records begin with.
    """

    def __init__(self, memory: Memory, prefix: str) -> None:
        self.memory, self._prefix = memory, _escaped(prefix)
        self._lock = Lock()
        self._seen, self._revision = 0, -1
        self._keys: dict[int, tuple[Group, str]] = {}
        self._versions: dict[Group, dict[str, list[_Version]]] = {}

    # -- changing --------------------------------------------------------------------------

    def put(
        self,
        group: Group,
        key: str,
        value: Mapping[str, Any],
        said: Memorable,
        *,
        learn: bool = True,
    ) -> None:
        """Keep a value under a key; the value before becomes history.

        Args:
            group: which group of records, by labels.
            key: the key in it.
            value: any JSON object, given back exactly.
            said: its text, to learn from and to search.
            learn: else it is kept only, and no search of records finds it.

        Raises:
            UsageError: the value is no JSON.
            AxisError: the memory counts steps.
        """
        self._refresh()
        versions = self._versions.get(group, {}).get(key)
        number = versions[-1].number + 1 if versions else 1
        source = f"{self._head(group)}#{_escaped(key)}"
        self._keep([self._input(said, source, _noted(value, number))], learn)

    def add(self, group: Group, given: Sequence[Added], *, conversation: str = "") -> None:
        """Keep values in order under keys that nobody has; the group is their common source."""
        source = self._head(group)
        for learn, run in groupby(given, key=lambda one: one.learn):
            inputs = []
            for one in run:
                noted = _noted(one.value, 1) | {"key": one.key or token_hex(8)}
                inputs.append(self._input(one.said, source, noted, conversation))
            self._keep(inputs, learn)

    def delete(self, group: Group, key: str) -> bool:
        """Erase all that was ever kept under a key; return whether there was anything."""
        self._refresh()
        versions = self._versions.get(group, {}).get(key, [])
        episodes = [one for version in versions for one in version.episodes]
        for source in dict.fromkeys(self.memory.episode(one).source for one in episodes):
            if "#" in source:
                self.memory.forget(source=source)
                return True
        for one in episodes:
            self.memory.forget(episode=one)
        return bool(episodes)

    def clear(self, group: Group) -> None:
        """Erase all that was added to a group."""
        self._refresh()
        if group in self._versions:
            self.memory.forget(source=self._head(group))

    def mark(self, group: Group, key: str, patch: Mapping[str, object]) -> None:
        """Note something beside the newest value of a key, as a JSON merge patch."""
        self._refresh()
        for one in self._versions[group][key][-1].episodes:
            self.memory.patch_metadata(one, {"marks": dict(patch)})

    def _input(
        self, said: Memorable, source: str, noted: Mapping[str, Any], conversation: str = ""
    ) -> Input:
        given = as_input(said, at=self.memory.clock.now(), source=source, conversation=conversation)
        return replace(given, metadata=noted)

    def _keep(self, inputs: Sequence[Input], learn: bool) -> None:
        if learn:
            self.memory.remember_many(inputs)
            return
        self.memory.write(
            [
                NewNode(
                    kind=Kind.EPISODE,
                    text=one.text,
                    at=one.at,
                    source=one.source,
                    attributes=one.metadata,
                )
                for one in inputs
            ]
        )

    # -- reading ---------------------------------------------------------------------------

    def get(self, group: Group, key: str) -> Record | None:
        """Return the newest value of a key, or `None`."""
        self._refresh()
        versions = self._versions.get(group, {}).get(key)
        return None if versions is None else self._record(group, key, versions)

    def groups(self) -> list[Group]:
        """Return the groups that hold a record, sorted."""
        self._refresh()
        return sorted(self._versions)

    def keyed(self, prefix: Group = ()) -> list[tuple[Group, str]]:
        """Return the groups that begin with some labels, with each of their keys."""
        self._refresh()
        groups = [group for group in self._versions if group[: len(prefix)] == prefix]
        return [(group, key) for group in groups for key in self._versions[group]]

    def listed(self, prefix: Group = ()) -> Iterator[Record]:
        """Yield the records of the groups that begin with some labels, in the order of arrival."""
        self._refresh()
        found = [
            (versions[0].episodes[0], group, key, versions)
            for group, keys in list(self._versions.items())
            if group[: len(prefix)] == prefix
            for key, versions in list(keys.items())
        ]
        for _, group, key, versions in sorted(found, key=lambda one: one[0]):
            yield self._record(group, key, versions)

    def found(
        self, query: str, prefix: Group, k: int, fits: Callable[[Mapping[str, Any]], bool]
    ) -> list[tuple[Record, float]]:
        """Return the k records that best match a text, best first, with their scores.

        Args:
            query: the text.
            prefix: the labels that their groups begin with.
            k: most records.
            fits: says of a value whether it is wanted.
        """
        self._refresh()
        head = self._head(prefix)
        where = Filter(sources=(head, f"{head}/*", f"{head}#*"))
        best: dict[tuple[Group, str], tuple[Record, float]] = {}
        most = k
        while True:
            hits = self.memory.recall(query, k=most, kinds=[Kind.EPISODE], where=where)
            for hit in hits:
                group, key = self._keys.get(hit.item.id, ((), ""))
                versions = self._versions.get(group, {}).get(key, ())
                if versions and hit.item.id in versions[-1].episodes:
                    record = self._record(group, key, versions)
                    if record.searched and fits(record.value):
                        best.setdefault((group, key), (record, hit.why.score))
            if len(best) >= k or len(hits) < most:
                return list(best.values())[:k]
            most *= 2

    # -- which episodes are records --------------------------------------------------------

    def _refresh(self) -> None:
        """Note the episodes that were added or forgotten since the last look."""
        with self._lock, self.memory.view() as view:
            if view.revision == self._revision:
                return
            ids = view.ids(Kind.EPISODE)
            there = set(ids)
            for gone in [one for one in self._keys if one not in there]:
                self._drop(gone)
            new = ids[bisect_right(ids, self._seen) :]
            for start in range(0, len(new), _CHUNK):
                for item in view.items(new[start : start + _CHUNK]):
                    assert isinstance(item, Episode)
                    self._note(item)
            self._seen = max(self._seen, *ids[-1:], 0)
            self._revision = view.revision

    def _note(self, episode: Episode) -> None:
        kept = _kept(episode)
        head, mark, key = episode.source.partition("#")
        prefix, *labels = head.split("/")
        key = unquote(key) if mark else str(kept.get("key", ""))
        if prefix != self._prefix or not (mark or key):  # a key that is marked may be empty
            return
        group = tuple(map(unquote, labels))
        self._keys[episode.id] = group, key
        number = kept.get("version")
        versions = self._versions.setdefault(group, {}).setdefault(key, [])
        if not versions or versions[-1].number != number or not isinstance(number, int):
            versions.append(_Version(number if isinstance(number, int) else 0))
        versions[-1].episodes.append(episode.id)

    def _drop(self, episode: int) -> None:
        group, key = self._keys.pop(episode)
        keys = self._versions[group]
        for version in keys[key]:
            if episode in version.episodes:
                version.episodes.remove(episode)
        keys[key] = [version for version in keys[key] if version.episodes]
        if not keys[key]:
            del keys[key]
        if not keys:
            del self._versions[group]

    def _record(self, group: Group, key: str, versions: Sequence[_Version]) -> Record:
        ids = [versions[0].episodes[0], versions[-1].episodes[0]]
        with self.memory.view(AsOf()) as view:
            first, last = view.items(ids)
        assert isinstance(first, Episode)
        assert isinstance(last, Episode)
        kept = _kept(last)
        exact = kept.get("exact")
        value = json.loads(exact) if isinstance(exact, str) else kept.get("value")
        created, updated = first.at, last.at
        if not isinstance(created, datetime) or not isinstance(updated, datetime):
            raise AxisError("expected a memory of datetimes for records, got one of steps")
        held = value if isinstance(value, dict) else {}
        marks = last.metadata.get("marks", {})
        assert isinstance(marks, Mapping)
        return Record(group, key, held, created, updated, "value" in last.metadata, marks)

    def _head(self, group: Group) -> str:
        return "/".join((self._prefix, *map(_escaped, group)))


def _escaped(label: str) -> str:
    return _SPECIAL.sub(lambda found: f"%{ord(found[0]):02X}", label)


def _kept(episode: Episode) -> Mapping[str, object]:
    return {**episode.attributes, **episode.metadata}


def _noted(value: Mapping[str, Any], version: int) -> dict[str, Any]:
    noted: dict[str, Any] = {"value": dict(value), "version": version}
    return noted | ({"exact": json.dumps(noted["value"])} if _has_null(value) else {})


def _has_null(value: object) -> bool:
    if isinstance(value, Mapping):
        return any(each is None or _has_null(each) for each in value.values())
    return False
