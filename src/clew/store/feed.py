"""What changed in a namespace, revision by revision, read from the file."""

from collections.abc import Iterable, Iterator, Sequence
from time import monotonic, sleep
from typing import Any

from clew.errors import UsageError
from clew.graph.whole_numbers import whole
from clew.store.store import Store
from clew.store.values import Change, What

__all__ = ["changes", "watch"]


_NEW = "known_from > :since AND ns = :ns"
_CHANGES = f"""
    SELECT known_from AS revision, 'added' AS what, kind, id FROM nodes WHERE {_NEW}
    UNION ALL
    SELECT known_from, 'added', kind, id FROM edges WHERE {_NEW} AND kind = 'fact'
    UNION ALL
    SELECT told.known_from, 'confirmed', fact.kind, told.target
    FROM edges AS told JOIN edges AS fact ON fact.ns = told.ns AND fact.id = told.target
    WHERE told.ns = :ns AND told.known_from > :since AND told.kind = 'episodic'
    AND fact.known_from < told.known_from
    UNION ALL
    SELECT versions.known_from, 'changed', coalesce(edges.kind, nodes.kind), versions.item
    FROM versions LEFT JOIN nodes ON nodes.ns = versions.ns AND nodes.id = versions.item
    LEFT JOIN edges ON edges.ns = versions.ns AND edges.id = versions.item
    WHERE versions.ns = :ns AND versions.known_from > :since
    AND coalesce(edges.known_from, nodes.known_from) < versions.known_from
    UNION ALL
    SELECT known_from, 'merged', 'entity', loser FROM merges
    WHERE {_NEW} AND known_to IS NOT known_from
    UNION ALL
    SELECT known_to, 'split', 'entity', loser FROM merges
    WHERE ns = :ns AND known_to > :since AND known_from < known_to
    UNION ALL
    SELECT known_from, 'noted', 'episode', item FROM metadata WHERE {_NEW}
    UNION ALL
    SELECT known_from, 'trusted', '', 0 FROM trust WHERE {_NEW}
    UNION ALL
    SELECT revision, 'forgotten', '', id FROM tombstones WHERE ns = :ns AND revision > :since
    ORDER BY 1, 4, 2 LIMIT :limit
"""


def changes(store: Store, name: str, since: int, limit: int) -> list[Change]:
    """Return what changed after a revision, oldest first; whole revisions, about `limit` changes.

    Raises:
        UsageError: the revision or the limit is out of range.
    """
    since, limit = whole(since, "a revision"), whole(limit, "a limit")
    if since < 0 or limit < 1:
        raise UsageError(f"expected a revision from 0 and a limit from 1, got {since} and {limit}")
    with store.reading(name) as (connection, namespace):
        if namespace is None or since >= namespace.revision:
            return []
        values = {"ns": namespace.ns, "since": since, "limit": limit + 1}
        found = _read(connection.execute(_CHANGES, values))
        if len(found) <= limit:
            return found
        last = found[-1].revision
        earlier = [one for one in found if one.revision < last]
        if earlier:
            return earlier
        rest = _read(connection.execute(_CHANGES, values | {"limit": -1}))
        return [one for one in rest if one.revision == last]


def _read(rows: Iterable[Sequence[Any]]) -> list[Change]:
    return [Change(row[0], What(row[1]), row[2] or "", row[3]) for row in rows]


def watch(
    store: Store, name: str, since: int, *, poll_s: float, quiet_s: float | None
) -> Iterator[Change]:
    """Yield changes after a revision as they are committed, by this process or another.

    It ends when nothing has changed for `quiet_s`; with `None` it goes on for ever.
    """
    until = None if quiet_s is None else monotonic() + quiet_s
    while True:
        found = changes(store, name, since, _AT_ONCE)
        yield from found
        if found:
            since = found[-1].revision
            until = None if quiet_s is None else monotonic() + quiet_s
        elif until is not None and monotonic() >= until:
            return
        else:
            sleep(poll_s)


_AT_ONCE = 1000
