"""Stored rows as a draft reads them: each is made once, however often placing a statement asks."""

from clew.graph.times import begun_by
from clew.projection.image import Projection
from clew.projection.rows import EdgeRow, NodeRow, Told, VersionRow

__all__ = ["StoredRows", "told_at"]


class StoredRows:
    """Rows of a projection that does not change meanwhile."""

    def __init__(self, projection: Projection) -> None:
        self._rows = projection
        self._nodes: dict[int, NodeRow] = {}
        self._facts: dict[int, EdgeRow] = {}
        self._assertions: dict[int, list[Told]] = {}

    def node(self, item: int) -> NodeRow:
        """Return a node; raises `KeyError` when there is none."""
        row = self._nodes.get(item)
        if row is None:
            row = self._nodes[item] = self._rows.nodes[item]
        return row

    def fact(self, item: int) -> EdgeRow:
        """Return a fact; raises `KeyError` when there is none."""
        row = self._facts.get(item)
        if row is None:
            row = self._facts[item] = self._rows.facts[item]
        return row

    def assertions(self, item: int) -> list[Told]:
        """Return what is asserted of a statement. Do not change the list."""
        found = self._assertions.get(item)
        if found is None:
            found = self._assertions[item] = self._told(item)
        return found

    def version(self, item: int) -> VersionRow | None:
        """Return the newest version of a statement, if there is one."""
        column = self._rows.columns[self._rows.kind_of(item)]
        return column.version_at(item, self._rows.revision)

    def _told(self, item: int) -> list[Told]:
        told = []
        for by, start, end, exact, words in self._rows.tellings(item):
            at = self.node(by).at if start is None else None
            told.append(told_at(at, by, start, end, exact, words))
        own = self.fact(item) if item in self._rows.facts else self.node(item)
        if own.direct:
            told.append(told_at(None, None, own.valid_from, own.valid_to))
        return told


def told_at(
    at: int | None, by: int | None, start: int | None, end: int | None, exact: int = 0,
    words: str = "",
) -> Told:  # fmt: skip
    """Return what is told at a time, with the moment from which on it holds."""
    return Told(by, start, end, begun_by(end, at) if start is None else start, exact, words)
