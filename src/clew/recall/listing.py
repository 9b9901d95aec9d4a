"""Lists of all that a memory holds, page by page, in a stable order."""

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Generic, TypeAlias, TypeVar

from clew.errors import UnknownNameError, UsageError
from clew.graph.times import order_key
from clew.graph.types import Episode, Item, Kind, Time
from clew.graph.view import View
from clew.graph.whole_numbers import whole

__all__ = ["MOST_LISTED", "Listing", "Page", "SourceEntry", "listed"]

MOST_LISTED = 1000
"""Most entries of a page."""
_AT_ONCE = 4096


class Listing(StrEnum):
    """What can be listed."""

    EPISODES = "episodes"
    ENTITIES = "entities"
    FACTS = "facts"
    THESES = "theses"
    SOURCES = "sources"
    CONVERSATIONS = "conversations"


_KINDS = {
    Listing.EPISODES: Kind.EPISODE,
    Listing.ENTITIES: Kind.ENTITY,
    Listing.FACTS: Kind.FACT,
    Listing.THESES: Kind.THESIS,
}


_NAMED = (Listing.SOURCES, Listing.CONVERSATIONS)


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceEntry:
    """A source or a conversation: how many texts it has, and the times of the first and last."""

    name: str
    episodes: int
    first: Time
    last: Time


Entry: TypeAlias = Item | SourceEntry
Key = TypeVar("Key", int, str)


@dataclass(frozen=True, slots=True, kw_only=True)
class Page:
    """Some entries of a list."""

    items: tuple[Entry, ...]
    total: int
    """How many there are on all pages."""
    more: int
    """How many follow."""
    cursor: str | None
    """Gives the next page; `None` on the last one."""


def listed(
    view: View, what: Listing | str, *, limit: int, cursor: str | None = None, newest: bool = False
) -> Page:
    """Return a page of what a view shows.

    Items are in the order of their ids, which is that of arrival, sources and conversations by
    name; so nothing that is written meanwhile moves an entry to another page.

    Args:
        view: what to list, filtered.
        what: the kind of entries.
        limit: most entries, 1 to `MOST_LISTED`.
        cursor: of the page before.
        newest: in the reverse order.

    Raises:
        UnknownNameError: there is no such list.
        UsageError: the limit is out of range, or the cursor is not of this list.
    """
    if what not in set(Listing):
        raise UnknownNameError("list", what, [str(each) for each in Listing])
    limit = whole(limit, "a limit")
    if not 1 <= limit <= MOST_LISTED:
        raise UsageError(f"expected a limit from 1 to {MOST_LISTED}, got {limit!r}")
    if what in _NAMED:
        entries = {entry.name: entry for entry in _named(view, Listing(what))}
        by_name = _Order(str(what), newest, str)
        names, more = by_name.cut(sorted(entries), cursor, limit)
        return by_name.page([entries[name] for name in names], names, len(entries), more)
    every = view.ids(_KINDS[Listing(what)])
    by_id = _Order(str(what), newest, int)
    ids, more = by_id.cut(every, cursor, limit)
    return by_id.page(view.items(ids), ids, len(every), more)


@dataclass(frozen=True, slots=True)
class _Order(Generic[Key]):
    """The order of one list, and its cursors: the list, its order and the last key shown."""

    what: str
    newest: bool
    key: type[Key]

    def cut(self, keys: Sequence[Key], cursor: str | None, limit: int) -> tuple[list[Key], int]:
        """Return the keys of a page, and how many follow; `keys` ascend."""
        after = None if cursor is None else self._read(cursor)
        if self.newest:
            end = len(keys) if after is None else bisect_left(keys, after)
            return list(keys[max(0, end - limit) : end][::-1]), max(0, end - limit)
        start = 0 if after is None else bisect_right(keys, after)
        return list(keys[start : start + limit]), max(0, len(keys) - start - limit)

    def page(self, items: Sequence[Entry], keys: Sequence[Key], total: int, more: int) -> Page:
        """Return a page with the cursor of the next one."""
        cursor = None
        if more:
            text = json.dumps([self.what, self.newest, keys[-1]])
            cursor = urlsafe_b64encode(text.encode()).decode()
        return Page(items=tuple(items), total=total, more=more, cursor=cursor)

    def _read(self, cursor: str) -> Key:
        try:
            what, newest, key = json.loads(urlsafe_b64decode(cursor.encode()))
        except (ValueError, TypeError) as error:
            raise UsageError(f"expected a cursor of a page before, got {cursor!r}") from error
        if (what, newest) != (self.what, self.newest) or not isinstance(key, self.key):
            raise UsageError(
                f"expected a cursor of a list of {self.what} in this order, got one of {what}"
            )
        return key


def _named(view: View, what: Listing) -> list[SourceEntry]:
    """Return the sources or conversations of all visible texts."""
    ids = view.ids(Kind.EPISODE)
    times: dict[str, list[Time]] = {}
    for start in range(0, len(ids), _AT_ONCE):
        for item in view.items(ids[start : start + _AT_ONCE]):
            assert isinstance(item, Episode)
            name = item.source if what is Listing.SOURCES else item.conversation
            if name or what is Listing.SOURCES:
                times.setdefault(name, []).append(item.at)
    return [
        SourceEntry(
            name=name,
            episodes=len(each),
            first=min(each, key=order_key),
            last=max(each, key=order_key),
        )
        for name, each in times.items()
    ]
