"""What a memory holds, in numbers."""

import json
from dataclasses import dataclass

from clew.graph.types import STATEMENT_KINDS, TEXT_KINDS
from clew.store.store import Store

__all__ = ["Stats", "stats"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """Counts of one namespace; `current` and `superseded` as known now, whatever the time."""

    namespace: str
    revision: int
    axis: str | None
    """`time` or `step`; `None` before anything was dated."""
    kinds: dict[str, int]
    """Rows of each kind of node, and facts."""
    superseded: dict[str, int]
    """Of facts, theses and goals: those that are over."""
    merged: int
    """Entities that are aliases of another."""
    pending: int
    """Episodes kept but not learned from yet."""
    failures: dict[str, int]
    """Last error of pending episodes, and how many have it."""
    losses: dict[str, int]
    """Reason, and how many items were dropped for it."""
    embedder: str | None
    dimension: int | None
    file_bytes: int
    residue: bool
    """True while erased bytes may still be in the file; `clew check` finishes it."""


def stats(store: Store, namespace: str) -> Stats:
    """Return what a namespace holds."""
    meta = store.meta()
    failures: dict[str, int] = {}
    waiting = store.pending(namespace)
    for _, _, error in waiting:
        if error is not None:
            failures[error] = failures.get(error, 0) + 1
    losses: dict[str, int] = {}
    for report in store.reports(namespace).values():
        for reason, _ in json.loads(report)["losses"]:
            losses[reason] = losses.get(reason, 0) + 1
    with store.projection(namespace) as rows:
        over = {kind.value: rows.columns[kind].versions.count_over() for kind in STATEMENT_KINDS}
        return Stats(
            namespace=namespace,
            revision=rows.revision,
            axis=rows.axis,
            kinds={kind.value: rows.columns[kind].ids.size for kind in TEXT_KINDS},
            superseded=over,
            merged=len(rows.canonical(rows.revision)),
            pending=len(waiting),
            failures=failures,
            losses=dict(sorted(losses.items())),
            embedder=meta.get("embedder"),
            dimension=int(meta["dimension"]) if "dimension" in meta else None,
            file_bytes=store.database.size_bytes(),
            residue="residue" in meta,
        )
