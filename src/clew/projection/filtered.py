"""Which items of a namespace a filter leaves: texts that fit, and all that one of them tells."""

from collections.abc import Callable
from functools import cache

import numpy as np

from clew.graph.filters import Filter, fits_metadata
from clew.graph.types import Kind
from clew.projection.image import Projection
from clew.projection.rows import EDGE_CODES, Int64, NodeRow, distinct

__all__ = ["kept_by"]


def kept_by(rows: Projection, wanted: Filter, known: int) -> Int64:
    """Return the ids of the items that a filter leaves, ascending; `wanted.kinds` is not applied.

    Besides the texts and what they tell, these are the ends of facts and of theses: one cannot be
    shown without the other.
    """
    fits = _fits(rows, wanted, known)
    ids = rows.columns[Kind.EPISODE].ids.data.tolist()
    episodes = np.array([one for one in ids if fits(rows.nodes[one])], np.int64)
    told = _ends(rows, Kind.EPISODIC, of=episodes)
    mentioned = _ends(rows, Kind.MENTION, of=told)
    facts = rows.edges.of_kind(Kind.FACT, 0)
    facts = facts[np.isin(rows.edges.ids(facts), told)]
    ends = rows.edges.ends(0).reshape(-1, 2)[facts].ravel()
    kept = np.concatenate([episodes, told, mentioned, ends])
    roots = rows.canonical(known)
    stood_for = [roots[one] for one in kept.tolist() if one in roots] if roots else []
    return distinct(np.concatenate([kept, np.array(stood_for, np.int64)]))


def _ends(rows: Projection, kind: Kind, *, of: Int64) -> Int64:
    """Return the targets of the edges of a kind that begin at some items."""
    edges = np.flatnonzero(
        (rows.edges.kinds(np.arange(len(rows.edges))) == EDGE_CODES[kind])
        & np.isin(rows.edges.sources(np.arange(len(rows.edges))), of)
    )
    targets: Int64 = rows.edges.ends(0).reshape(-1, 2)[edges, 1]
    return targets


def _fits(rows: Projection, wanted: Filter, known: int) -> Callable[[NodeRow], bool]:
    # Where nothing has a time yet, there is no text that a range could leave out.
    since, until = (None, None) if rows.axis is None else wanted.span(rows.axis)
    of_source, talks = cache(wanted.fits_source), frozenset(wanted.conversations)

    def fits(row: NodeRow) -> bool:
        at = row.at or 0
        return (
            (since is None or since <= at)
            and (until is None or at < until)
            and of_source(row.source or "")
            and (not talks or rows.turns[row.id].conversation in talks)
            and (
                not wanted.metadata or fits_metadata(wanted.metadata, rows.noted.of(row.id, known))
            )
        )

    return fits
