"""What forgetting deletes and rewrites: planned by the write path, carried out by the store."""

from dataclasses import dataclass, field

from clew.graph.types import Kind
from clew.projection.rows import ClosureRow, EdgeRow, MergeRow, VectorRow, VersionRow

__all__ = ["FORGOTTEN", "Erasure"]

FORGOTTEN = "erased, for it may have named what was forgotten"
"""Stands for a reason or an error that is erased."""


@dataclass(slots=True)
class Erasure:
    """Rows to delete, by id, and rows to write in their place; new ids start at `next_id`."""

    next_id: int
    items: dict[int, Kind] = field(default_factory=dict)
    """Nodes and facts to delete, by id."""
    texts: list[tuple[Kind, int, str]] = field(default_factory=list)
    """Their indexed texts."""
    edges: list[int] = field(default_factory=list)
    """Edges to delete, facts included."""
    changed_edges: list[EdgeRow] = field(default_factory=list)
    """Edges that stay, with another target, relation, attributes, directness or times."""
    new_edges: list[EdgeRow] = field(default_factory=list)
    """Second facts of a content, and who tells them."""
    new_texts: list[tuple[Kind, int, str]] = field(default_factory=list)
    """The texts of facts that are new, or told in other words only."""
    vectors: list[VectorRow] = field(default_factory=list)
    """The vectors of these."""
    closures: list[int] = field(default_factory=list)
    new_closures: list[ClosureRow] = field(default_factory=list)
    merges: list[int] = field(default_factory=list)
    moved_merges: list[MergeRow] = field(default_factory=list)
    refolded: list[int] = field(default_factory=list)
    """Statements whose version rows are replaced by `versions`."""
    versions: list[VersionRow] = field(default_factory=list)
    attributes: list[tuple[int, str | None]] = field(default_factory=list)
    """New attributes of nodes that stay: theses lose facts, entities what named the forgotten."""
    reports: list[tuple[int, str]] = field(default_factory=list)
    """(episode, report on learning from it), without what was forgotten."""
    errors: list[int] = field(default_factory=list)
    """Pending episodes whose last error is erased."""
    reopened: list[int] = field(default_factory=list)
    """Statements that were closed and are open again."""

    def is_empty(self) -> bool:
        """Return whether carrying it out would change nothing."""
        return not (self.items or self.attributes or self.reports or self.errors or self.refolded)

    def new_id(self) -> int:
        """Return the next id of the namespace's counter."""
        self.next_id += 1
        return self.next_id - 1
