"""The typed values of visible items, read for many at once."""

from collections.abc import Sequence

from clew.graph.times import Axis, to_time
from clew.graph.types import EXACT, STATEMENT_KINDS, Entity, Episode, Fact, Goal, Item, Kind, Thesis
from clew.projection.attributes import from_json
from clew.projection.conflicts import disputes_at
from clew.projection.exact_times import ExactTimes
from clew.projection.image import Projection
from clew.projection.levels import is_rejected
from clew.projection.rows import EdgeRow, NodeRow, VersionRow
from clew.projection.seen_edges import SeenEdges, codes_of

__all__ = ["TypedRows"]

_MENTIONS = codes_of((Kind.MENTION,))


class TypedRows:
    """Makes typed values of items at one revision and moment.

    Args:
        rows: the projection.
        edges: the edges that are seen.
        known: the revision.
        valid: the moment (ticks); `None` for any.
        axis: the unit of time.
    """

    def __init__(
        self, rows: Projection, edges: SeenEdges, known: int, valid: int | None, axis: Axis
    ) -> None:
        self._rows, self._edges = rows, edges
        self._known, self._valid, self._axis = known, valid, axis
        self._roots = rows.canonical(known)
        self._exact = ExactTimes(rows, known, self._roots, edges.members)

    def read(self, items: Sequence[int]) -> list[Item]:
        """Return the values of items that are visible, and no merged entity's."""
        kinds = [self._rows.kind_of(item) for item in items]
        dated = [item for item, kind in zip(items, kinds, strict=True) if kind in STATEMENT_KINDS]
        if self._rows.edges.precise:
            self._exact.read(dated)
        theses = [item for item, kind in zip(items, kinds, strict=True) if kind is Kind.THESIS]
        about = dict(zip(theses, self._mentioned(theses), strict=True))
        found: list[Item] = []
        for item, kind, episodes in zip(items, kinds, self._edges.sources(items), strict=True):
            if kind is Kind.FACT:
                found.append(self._fact(self._rows.facts[item], episodes))
                continue
            node = self._rows.nodes[item]
            if kind is Kind.EPISODE:
                found.append(self._episode(node))
            elif kind is Kind.ENTITY:
                found.append(self._entity(node, episodes))
            elif kind is Kind.THESIS:
                found.append(self._thesis(node, about[item], episodes))
            else:
                found.append(self._goal(node))
        return found

    def _mentioned(self, theses: Sequence[int]) -> list[tuple[int, ...]]:
        if not theses:
            return []
        links = self._edges.links(theses, _MENTIONS)
        return [tuple(dict.fromkeys(link.other for link in each)) for each in links]

    def _episode(self, node: NodeRow) -> Episode:
        at = to_time(node.at, self._axis)
        assert at is not None
        return Episode(
            id=node.id,
            text=node.text,
            at=at,
            source=node.source or "",
            known_from=node.known_from,
            attributes=from_json(node.attributes),
            metadata=self._rows.noted.of(node.id, self._known),
            **self._rows.turns.said(node.id),
        )

    def _version(self, item: int, kind: Kind) -> VersionRow:
        version = self._rows.columns[kind].version_at(item, self._known)
        assert version is not None
        return version

    def _times(self, version: VersionRow) -> dict[str, object]:
        start, end = version.valid_from, version.valid_to
        if end is not None and start is not None:
            end = max(start, end)  # closed before it began: never true
        told = EXACT
        if self._rows.edges.precise:
            told = self._exact.of(version.item, start, version.valid_to)
        return {
            "valid_from": to_time(start, self._axis),
            "valid_to": to_time(end, self._axis),
            "valid_from_precision": told[0],
            "valid_to_precision": told[1],
            "superseded_by": version.superseded_by,
            "known_from": version.known_from,
            "known_to": version.known_to,
        }

    def _fact(self, row: EdgeRow, sources: tuple[int, ...]) -> Fact:
        names = self._rows.nodes
        version = self._version(row.id, Kind.FACT)
        told = self._rows.told(row.id) if row.id in self._rows.reworded else ()
        words = {each.relation for each in told if each.known_from <= self._known}
        return Fact(
            id=row.id,
            subject=self._roots.get(row.source, row.source),
            relation=row.relation or "",
            object=self._roots.get(row.target, row.target),
            subject_name=names[row.source].text,
            object_name=names[row.target].text,
            episodes=sources,
            disputed=self._disputed(row.id) if self._rows.levels else (),
            rejected=is_rejected(version),
            wordings=tuple(sorted(each for each in words if each)),
            planned_for=self._rows.edges.planned_for(row.id),
            **self._times(version),  # type: ignore[arg-type]
        )

    def _disputed(self, fact: int) -> tuple[int, ...]:
        """Return the facts that dispute one, at this view's moment."""
        found = []
        for dispute in disputes_at(self._rows, self._known, fact):
            item, by = dispute.claim.item, dispute.claim.by
            assert by is not None
            sides = (self._version(item, Kind.FACT), self._version(by, Kind.FACT))
            if self._valid is None or dispute.holds_at(*sides, self._valid):
                found.append(by if item == fact else item)
        return tuple(sorted(found))

    def _entity(self, node: NodeRow, sources: tuple[int, ...]) -> Entity:
        merged = self._edges.members.get(node.id, [node.id])[1:]
        names = [self._rows.nodes[i].text for i in merged]
        return Entity(
            id=node.id,
            name=node.text,
            aliases=tuple(dict.fromkeys(name for name in names if name != node.text)),
            known_from=node.known_from,
            episodes=sources,
        )

    def _thesis(self, node: NodeRow, entities: tuple[int, ...], sources: tuple[int, ...]) -> Thesis:
        return Thesis(
            id=node.id,
            text=node.text,
            entities=entities,
            episodes=sources,
            **self._times(self._version(node.id, Kind.THESIS)),  # type: ignore[arg-type]
        )

    def _goal(self, node: NodeRow) -> Goal:
        assert node.kind in STATEMENT_KINDS
        return Goal(
            id=node.id,
            kind=node.kind,
            text=node.text,
            attributes=from_json(node.attributes),
            **self._times(self._version(node.id, node.kind)),  # type: ignore[arg-type]
        )
