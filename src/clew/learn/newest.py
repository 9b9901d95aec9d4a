"""Episodes as a draft sees them: those that are stored, then those that it adds."""

from collections.abc import Iterator

import numpy as np

from clew.graph.types import Kind
from clew.learn.draft import Draft
from clew.projection.rows import NodeRow

__all__ = ["episodes_before", "latest"]


def episodes_before(draft: Draft, episode: int, most: int) -> Iterator[NodeRow]:
    """Yield the last `most` episodes before one, the newest first."""
    added = [row for row in draft.changes.nodes if row.kind is Kind.EPISODE and row.id < episode]
    new = added[-most:][::-1] if most else []
    yield from new
    ids = draft.projection.columns[Kind.EPISODE].ids.data
    end = int(np.searchsorted(ids, episode))
    for earlier in ids[max(0, end - most + len(new)) : end][::-1].tolist():
        yield draft.projection.nodes[earlier]


def latest(draft: Draft) -> int | None:
    """Return the latest step of an episode (`Projection.latest`)."""
    known = [draft.projection.latest, *(row.at for row in draft.changes.nodes)]
    return max((moment for moment in known if moment is not None), default=None)
