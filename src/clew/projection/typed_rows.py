"""The typed values of visible items, read for many at once."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

import numpy as np

from clew.graph.times import END, START, Axis, to_time
from clew.graph.types import (
    STATEMENT_KINDS,
    Entity,
    Episode,
    Fact,
    Goal,
    Item,
    Kind,
    Precision,
    Thesis,
)
from clew.projection.attributes import from_json
from clew.projection.conflicts import disputes_at
from clew.projection.exact_times import ExactTimes
from clew.projection.image import Projection
from clew.projection.levels import is_rejected
from clew.projection.rows import Int64, NodeRow, VersionRow, distinct
from clew.projection.seen_edges import SeenEdges

__all__ = ["TypedRows"]

_Times: TypeAlias = dict[str, Any]
"""When a statement holds, as fields of it."""
_SOURCED = (Kind.FACT, Kind.THESIS, Kind.ENTITY)
"""Kinds that texts tell of."""
_FROM, _TO = 0, 1
"""In a version as `Versions.at_all` returns it."""


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
        rows = self._rows
        ids = np.array(items, np.int64)
        kinds = rows.items.kinds(rows.items.number_all(ids))
        places: dict[Kind, list[int]] = {}
        for place, kind in enumerate(kinds):
            places.setdefault(kind, []).append(place)
        sourced = [place for kind in _SOURCED for place in places.get(kind, ())]
        sources = dict(zip(sourced, self._edges.sources([items[n] for n in sourced]), strict=True))
        dated = [place for kind in STATEMENT_KINDS for place in places.get(kind, ())]
        times = dict(zip(dated, self._times([items[n] for n in dated]), strict=True))
        found: dict[int, Item] = {}
        for kind, some in places.items():
            told = [sources.get(place, ()) for place in some]
            spans = [times.get(place, {}) for place in some]
            found.update(zip(some, self._made(kind, ids[some], told, spans), strict=True))
        return [found[place] for place in range(len(items))]

    def ends(self, items: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the entities that visible facts and theses join; none for other items."""
        rows, roots = self._rows, self._roots
        ids = np.array(items, np.int64)
        numbers = rows.items.number_all(ids)
        found: list[tuple[int, ...]] = [()] * len(items)
        facts = np.flatnonzero(rows.items.are(numbers, Kind.FACT))
        both = rows.edges.both_ends(rows.facts.edges_of(ids[facts])).tolist()
        for place, (source, target) in zip(facts.tolist(), both, strict=True):
            found[place] = roots.get(source, source), roots.get(target, target)
        theses = np.flatnonzero(rows.items.are(numbers, Kind.THESIS))
        if len(theses):
            mentioned = self._edges.mentioned(ids[theses].tolist())
            for place, entities in zip(theses.tolist(), mentioned, strict=True):
                found[place] = entities
        return found

    def _made(
        self, kind: Kind, ids: Int64, sources: Sequence[tuple[int, ...]], times: Sequence[_Times]
    ) -> Iterator[Item]:
        if kind is Kind.FACT:
            return self._facts(ids, sources, times)
        nodes = self._rows.nodes.rows(ids)
        if kind is Kind.THESIS:
            return self._theses(nodes, ids.tolist(), sources, times)
        if kind is Kind.EPISODE:
            return map(self._episode, nodes)
        if kind is Kind.ENTITY:
            return map(self._entity, nodes, sources)
        return map(self._goal, nodes, times)

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

    def _times(self, items: Sequence[int]) -> list[_Times]:
        """Return when statements hold, as fields of theirs."""
        if not items:
            return []
        ids = np.array(items, np.int64)
        versions = self._versions(ids)
        precise = self._rows.edges.precise
        open_ended = versions[:, _TO] == END
        starts = [Precision.MOMENT] * len(items)
        if precise:
            later = np.flatnonzero(open_ended).tolist()
            of_these = [items[place] for place in later]
            for place, exact in zip(
                later, self._exact.of_starts(of_these, versions[later, _FROM]), strict=True
            ):
                starts[place] = exact
            if len(later) < len(items):
                self._exact.read(ids[~open_ended].tolist())
        found = []
        for item, exact, (start, end, by, since, until) in zip(
            items, starts, versions.tolist(), strict=True
        ):
            told = exact, Precision.MOMENT
            if precise and end != END:
                told = self._exact.of(item, None if start == START else start, end)
            if end != END and start != START:
                end = max(start, end)  # closed before it began: never true
            times: _Times = {
                "valid_from": to_time(start, self._axis),
                "valid_to": to_time(end, self._axis),
                "valid_from_precision": told[0],
                "valid_to_precision": told[1],
                "superseded_by": by or None,
                "known_from": since,
                "known_to": None if until == END else until,
            }
            found.append(times)
        return found

    def _versions(self, ids: Int64) -> Int64:
        """Return start, end, what superseded them, and revisions of statements, as kept."""
        items, columns = self._rows.items, self._rows.columns
        found = np.empty((len(ids), 5), np.int64)
        for kind, where, places in items.by_kind(items.number_all(ids)):
            found[where] = columns[kind].versions.at_all(places, self._known)
        return found

    def _facts(
        self, ids: Int64, sources: Sequence[tuple[int, ...]], times: Sequence[_Times]
    ) -> Iterator[Fact]:
        rows, roots = self._rows, self._roots
        edges = rows.facts.edges_of(ids)
        ends = rows.edges.both_ends(edges)
        named = distinct(ends)
        names = dict(zip(named.tolist(), rows.nodes.texts(named), strict=True))
        relations = rows.edges.spelled(edges)
        for item, (source, target), relation, told, span in zip(
            ids.tolist(), ends.tolist(), relations, sources, times, strict=True
        ):
            yield Fact(
                id=item,
                subject=roots.get(source, source),
                relation=relation,
                object=roots.get(target, target),
                subject_name=names[source],
                object_name=names[target],
                episodes=told,
                disputed=self._disputed(item) if rows.levels.were_set else (),
                rejected=item in rows.retired and self._is_rejected(item),
                wordings=self._wordings(item) if item in rows.reworded else (),
                planned_for=rows.edges.planned_for(item),
                **span,
            )

    def _is_rejected(self, fact: int) -> bool:
        return is_rejected(self._version(fact))

    def _version(self, fact: int) -> VersionRow:
        version = self._rows.columns[Kind.FACT].version_at(fact, self._known)
        assert version is not None
        return version

    def _wordings(self, fact: int) -> tuple[str, ...]:
        told = self._rows.told(fact)
        words = {each.relation for each in told if each.known_from <= self._known}
        return tuple(sorted(each for each in words if each))

    def _disputed(self, fact: int) -> tuple[int, ...]:
        """Return the facts that dispute one, at this view's moment."""
        found = []
        for dispute in disputes_at(self._rows, self._known, fact):
            item, by = dispute.claim.item, dispute.claim.by
            assert by is not None
            sides = (self._version(item), self._version(by))
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

    def _theses(
        self,
        nodes: Iterable[NodeRow],
        ids: Sequence[int],
        sources: Sequence[tuple[int, ...]],
        times: Sequence[_Times],
    ) -> Iterator[Thesis]:
        about = self._edges.mentioned(ids)
        for node, entities, told, span in zip(nodes, about, sources, times, strict=True):
            yield Thesis(id=node.id, text=node.text, entities=entities, episodes=told, **span)

    def _goal(self, node: NodeRow, times: _Times) -> Goal:
        return Goal(
            id=node.id,
            kind=node.kind,
            text=node.text,
            attributes=from_json(node.attributes),
            **times,
        )
