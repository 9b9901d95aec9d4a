"""What stays when something is forgotten: rows, and whom names stand for then."""

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field

from clew.projection.conflicts import ends_beside, have_parted
from clew.projection.image import Projection, roots_of
from clew.projection.rows import ClosureRow, MergeRow

__all__ = ["Remains"]


@dataclass(slots=True)
class Remains:
    """What stays when something is forgotten."""

    rows: Projection
    gone: Set[int]
    """Nodes and facts that are erased."""
    merges: Sequence[MergeRow]
    """Those left that count."""
    next_id: int
    roots_before: Mapping[int, int]
    """Entity -> the one it stood for when the facts were compared last."""
    roots: Mapping[int, int] = field(init=False)

    def __post_init__(self) -> None:
        self.roots = roots_of(self.merges)

    def root(self, entity: int) -> int:
        """Return the entity this one stands for."""
        return self.roots.get(entity, entity)

    def root_before(self, entity: int) -> int:
        """Return the entity this one stood for before."""
        return self.roots_before.get(entity, entity)

    def came_apart(self, row: ClosureRow) -> bool:
        """Return whether what ends a fact is about somebody else now, as in `spans.concerns`."""
        ends = ends_beside(self.rows.facts[row.item], self.rows.facts[row.by or 0])
        return have_parted(ends, self.root, self.root_before)
