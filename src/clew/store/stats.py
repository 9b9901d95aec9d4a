"""Counts of what a memory holds, and what models cost for it."""

import json
from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from datetime import UTC

from clew.clock import Clock
from clew.errors import ReadOnlyError
from clew.graph.types import STATEMENT_KINDS, TEXT_KINDS, Kind
from clew.projection.rows import Amounts
from clew.projection.statistics import shape
from clew.store.seals import put_meta, read_meta
from clew.store.sql import Connection
from clew.store.store import Store
from clew.store.values import GraphStats, Lost, Stats

__all__ = ["DayBook", "graph_stats", "stats"]

_SPENT = "spent"
"""The file's setting that holds what was spent on a day."""
_NOTHING: Amounts = (0, 0, 0, 0.0, 0.0)


def stats(store: Store, namespace: str) -> Stats:
    """Return the counts of a namespace."""
    meta = store.meta()
    waiting = store.pending(namespace)
    reports = store.reports(namespace).values()
    with store.projection(namespace) as rows:  # so that damaged reports are told as damage
        losses = Counter(reason for report in reports for reason, _ in json.loads(report)["losses"])
        over = {kind.value: rows.columns[kind].versions.count_over() for kind in STATEMENT_KINDS}
        return Stats(
            namespace=namespace,
            revision=rows.revision,
            axis=rows.axis,
            kinds={kind.value: rows.columns[kind].ids.size for kind in TEXT_KINDS},
            superseded=over,
            merged=len(rows.canonical(rows.revision)),
            pending=len(waiting),
            failures=dict(Counter(error for _, _, error in waiting if error is not None)),
            losses=dict(sorted(losses.items())),
            embedder=meta.get("embedder"),
            dimension=int(meta["dimension"]) if "dimension" in meta else None,
            file_bytes=store.database.size_bytes(),
            residue="residue" in meta,
        )


def graph_stats(store: Store, namespace: str) -> GraphStats:
    """Return the graph statistics of a namespace at its newest revision."""
    waiting = {id: error for id, _, error in store.pending(namespace)}
    with store.projection(namespace) as rows:
        found, revision = shape(rows), rows.revision
    failed = sum(error is not None for error in waiting.values())
    empty = sum(id not in waiting for id in found.untold)
    return GraphStats(
        namespace=namespace,
        revision=revision,
        shape=found,
        lost=Lost(
            pending=len(waiting) - failed,
            failed=failed,
            empty=empty,
            share=(len(waiting) + empty) / max(found.nodes[Kind.EPISODE], 1),
        ),
    )


class DayBook:
    """What was spent on models today, by namespace, kept in the file; yesterday's page is gone.

    Args:
        store: the file.
        clock: whose days (UTC) count.
    """

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock

    def spent(self, who: str) -> tuple[Amounts, Amounts]:
        """Return what was spent today: in all, and by a namespace."""
        return _shown(self._page(self._store.meta()), who)

    def take(self, who: str, allows: Callable[[Amounts, Amounts], int | str]) -> int | str:
        """Write down the calls of a namespace that are allowed, before they are made.

        Raises:
            ReadOnlyError: the file is opened read-only, so nothing can be written down.
        """
        if self._store.database.read_only:
            raise ReadOnlyError(
                f"{self._store.database.name} is opened read-only, and what a day may cost is kept "
                "in the file; open it for writing, or set no `daily` ceiling"
            )
        with self._store.writing() as connection:
            page = self._page(read_meta(connection))
            taken = allows(*_shown(page, who))
            if isinstance(taken, int):
                self._write(connection, page, who, (taken, 0, 0, 0.0, 0.0))
        return taken

    def add(self, who: str, amounts: Amounts) -> None:
        """Write down what a namespace spent besides what was taken."""
        with self._store.writing() as connection:
            self._write(connection, self._page(read_meta(connection)), who, amounts)

    def _write(
        self, connection: Connection, page: dict[str, Amounts], who: str, amounts: Amounts
    ) -> None:
        page[who] = _summed((page.get(who, _NOTHING), amounts))
        text = json.dumps({"day": self.today, "spent": page}, sort_keys=True)
        put_meta(connection, {_SPENT: text})

    @property
    def today(self) -> str:
        """The day (UTC) whose spending is written down now."""
        return self._clock.now().astimezone(UTC).date().isoformat()

    def _page(self, meta: Mapping[str, str]) -> dict[str, Amounts]:
        kept = json.loads(meta.get(_SPENT, "{}"))
        spent = kept["spent"] if kept.get("day") == self.today else {}
        return {who: tuple(amounts) for who, amounts in spent.items()}


def _shown(page: Mapping[str, Amounts], who: str) -> tuple[Amounts, Amounts]:
    return _summed(page.values()), page.get(who, _NOTHING)


def _summed(given: Iterable[Amounts]) -> Amounts:
    calls, sent, got, seconds, cost = map(sum, zip(*given, _NOTHING, strict=True))
    return calls, sent, got, seconds, cost
