"""The newest moment that a draft knows of."""

from clew.learn.draft import Draft

__all__ = ["latest"]


def latest(draft: Draft) -> int | None:
    """Return the latest step of an episode (`Projection.latest`)."""
    known = [draft.projection.latest, *(row.at for row in draft.changes.nodes)]
    return max((moment for moment in known if moment is not None), default=None)
