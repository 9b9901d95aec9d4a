"""Counts of what a memory holds, and what models cost for it."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from clew.graph.types import STATEMENT_KINDS, TEXT_KINDS, Kind
from clew.projection.rows import UsageRow
from clew.projection.statistics import Shape, shape
from clew.store.store import Store
from clew.store.tables import add_usage

__all__ = ["GraphStats", "Lost", "Stats", "graph_stats", "record_usage", "stats", "usage"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """Counts of one namespace; `superseded` as known now, whatever the valid time."""

    namespace: str
    revision: int
    axis: str | None
    """`time` or `step`; `None` before anything was dated."""
    kinds: dict[str, int]
    """Number of nodes by kind, and of facts."""
    superseded: dict[str, int]
    """Number of closed facts, theses and goals, by kind."""
    merged: int
    """Entities merged into another."""
    pending: int
    """Stored episodes that were not learned from yet."""
    failures: dict[str, int]
    """Last error of pending episodes -> how many have it."""
    losses: dict[str, int]
    """Reason -> how many items were dropped for it."""
    embedder: str | None
    dimension: int | None
    file_bytes: int
    residue: bool
    """True while erased bytes may still be in the file; `clew check` removes them."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """Episodes from which nothing was learned; each is stored and can be found by its words."""

    pending: int
    """Not sent to a model yet."""
    failed: int
    """Sent to a model without a usable reply; still pending."""
    empty: int
    """Read, but nothing was found in them."""
    share: float
    """All three as a share of all episodes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphStats:
    """Graph statistics of one namespace and its losses (PersonalAI, tables 1 to 3)."""

    namespace: str
    revision: int
    shape: Shape
    lost: Lost


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


def record_usage(store: Store, namespace: str, rows: Sequence[UsageRow]) -> None:
    """Record the cost of work that changed nothing, such as an answer; creates no revision.

    Does nothing for a namespace that was never written to, or in a file opened read-only.
    """
    if not rows or store.database.read_only:
        return
    with store.reading(namespace) as (_, found):
        if found is None:
            return
    with store.writing() as connection:
        add_usage(connection, found.ns, rows)


def usage(store: Store, namespace: str, *, by_episode: bool = True) -> list[UsageRow]:
    """Return a namespace's costs by episode, task and model, or summed over all episodes."""
    with store.reading(namespace) as (connection, found):
        if found is None:
            return []
        keys = "episode, task, model" if by_episode else "task, model"
        sums = ", ".join(f"sum({name})" for name in UsageRow._fields[3:])
        query = f"SELECT {keys}, {sums} FROM usage WHERE ns = ? GROUP BY {keys} ORDER BY {keys}"
        first = () if by_episode else (0,)
        return [UsageRow(*first, *row) for row in connection.execute(query, (found.ns,))]
