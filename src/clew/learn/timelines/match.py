"""Match facts that were placed again with the stored ones, and plan the rows that change.

A placed fact becomes the stored fact of its content that most of its tellers told; the stored edges
lead from each teller to what it tells now. What is left over is erased, what lacks is added.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from clew.graph.times import START, Assertion, Closure, begun_by, fold
from clew.graph.types import Kind
from clew.learn.draft import Draft
from clew.learn.timelines.contents import Content, content, raw_content
from clew.projection.erasure import Erasure
from clew.projection.image import Projection
from clew.projection.rows import ClosureRow, EdgeRow, NodeRow, VersionRow

__all__ = ["Lines", "fold_into"]


@dataclass(slots=True)
class _Line:
    """A fact as it will be stored, with who tells it."""

    placed: EdgeRow
    """The fact of the draft that it was placed as."""
    row: EdgeRow
    told: list[EdgeRow] = field(default_factory=list)


@dataclass(slots=True)
class Lines:
    """The time lines that were placed again, as they will be stored."""

    rows: Projection
    plan: Erasure
    draft: Draft
    facts: Sequence[int]
    """The stored facts of which some stay, and of which they take the place."""
    lines: list[_Line] = field(default_factory=list)
    home: dict[int, int] = field(default_factory=dict)
    """Stored fact that is needed no more -> the one that says the same."""

    def match(self) -> None:
        """Let every placed fact be a stored one of its content, by who tells both."""
        unused: dict[Content, list[EdgeRow]] = {}
        for fact in self.facts:
            row = self.rows.facts[fact]
            unused.setdefault(raw_content(self.rows, row), []).append(row)
        edges = self.draft.changes.edges
        told: dict[int, list[EdgeRow]] = {row.id: [] for row in edges if row.kind is Kind.FACT}
        for edge in edges:
            if edge.kind is Kind.EPISODIC:
                told[edge.target].append(edge)
        needs: dict[tuple[Content, int], list[tuple[_Line, EdgeRow]]] = {}
        for placed in (row for row in edges if row.kind is Kind.FACT):
            said = content(self.draft, placed.id)
            line = _Line(placed, self._taken(placed, told[placed.id], unused.get(said, [])))
            self.lines.append(line)
            for edge in told[placed.id]:
                needs.setdefault((said, edge.source), []).append((line, edge))
        self._drop(unused)
        self._hand_out(needs)

    def _taken(self, placed: EdgeRow, told: Sequence[EdgeRow], unused: list[EdgeRow]) -> EdgeRow:
        """Return the stored fact that has most of these tellers, or a new one."""
        tellers = {_said(edge) for edge in told}

        def likeness(row: EdgeRow) -> tuple[int, bool, int]:
            known = {_said(edge) for edge in self.rows.told(row.id)}
            return len(tellers & known), row.direct == placed.direct, -row.id

        if not unused:
            now = self.rows.revision + 1
            return placed._replace(id=self.plan.new_id(), known_from=now)
        best = max(unused, key=likeness)
        unused.remove(best)
        own = best.id, best.kind, best.source, best.target, best.relation
        return EdgeRow(*own, *placed[5:10], best.known_from)

    def _drop(self, unused: Mapping[Content, Sequence[EdgeRow]]) -> None:
        """Erase the facts that are needed no more."""
        first: dict[Content, int] = {}
        for line in self.lines:
            first.setdefault(content(self.draft, line.placed.id), line.row.id)
        for said, left in unused.items():
            for row in left:
                self.plan.items[row.id] = Kind.FACT
                self.plan.texts.append((Kind.FACT, row.id, self.rows.text_of(row.id)))
                self.plan.edges.append(row.id)
                self.home[row.id] = first[said]

    def _hand_out(self, needs: Mapping[tuple[Content, int], list[tuple[_Line, EdgeRow]]]) -> None:
        """Let the stored edges lead from each teller to what it tells now, the oldest first.

        An edge is never older than what it leads to.
        """
        pools: dict[tuple[Content, int], list[EdgeRow]] = {}
        for fact in self.facts:
            said = raw_content(self.rows, self.rows.facts[fact])
            for edge in self.rows.told(fact):
                if edge.source not in self.plan.items:
                    pools.setdefault((said, edge.source), []).append(edge)
        for key, wanted in needs.items():
            pool = sorted(pools.get(key, ()))
            for line, edge in wanted:
                older = [one for one in pool if one.id > line.row.id]
                same = (one for one in older if _said(one) == _said(edge))
                found = next(same, next(iter(older), None))
                if found is None:
                    now = self.rows.revision + 1
                    kept = edge._replace(id=self.plan.new_id(), target=line.row.id, known_from=now)
                    self.plan.new_edges.append(kept)
                else:
                    pool.remove(found)
                    kept = edge._replace(
                        id=found.id, target=line.row.id, known_from=found.known_from
                    )
                line.told.append(kept)
            pools[key] = pool
        self.plan.edges += sorted(edge.id for pool in pools.values() for edge in pool)

    def reword(self) -> None:
        """Let facts that are told in other words only be in the first of these."""
        alike: dict[tuple[int, str, int], list[_Line]] = {}
        for line in self.lines:
            one, said, other, _ = content(self.draft, line.placed.id)
            ends = self.draft.root(one), self.draft.root(other)
            alike.setdefault((ends[0], said, ends[1]), []).append(line)
        for lines in alike.values():
            words = [edge.relation for edge in sorted(edge for each in lines for edge in each.told)]
            if not words or None in words or any(each.row.direct for each in lines):
                continue
            for line in lines:
                line.row = line.row._replace(relation=words[0])
                line.told = [
                    edge._replace(relation=None) if edge.relation == words[0] else edge
                    for edge in line.told
                ]

    def write(self) -> None:
        """Plan the rows of all lines, in place of those that are stored."""
        ids = {line.placed.id: line.row.id for line in self.lines}
        stored = {*self.facts, *(i for i, kind in self.plan.items.items() if kind is Kind.FACT)}
        ended = (row.id for fact in stored for row in self.rows.closures_of.get(fact, ()))
        self.plan.closures += sorted(ended)
        closures: dict[int, list[ClosureRow]] = {}
        for row in self.draft.changes.closures:
            item, by = ids[row.item], None if row.by is None else ids[row.by]
            kept = row._replace(id=self.plan.new_id(), item=item, by=by)
            closures.setdefault(item, []).append(kept)
            self.plan.new_closures.append(kept)
        new = {edge.id: place for place, edge in enumerate(self.plan.new_edges)}
        for line in self.lines:
            self._write_fact(line.row)
            for edge in line.told:
                if edge.id in new:
                    self.plan.new_edges[new[edge.id]] = edge
                elif edge not in self.rows.told(line.row.id):
                    self.plan.changed_edges.append(edge)
            fold_into(self.plan, self.rows, line.row, line.told, closures.get(line.row.id, []))

    def _write_fact(self, row: EdgeRow) -> None:
        """Plan a fact's own row, and its text where that is new."""
        old = self.rows.facts.get(row.id)
        if old == row:
            return
        if old is None:
            self.plan.new_edges.append(row)
        else:
            self.plan.changed_edges.append(row)
        if old is None or old.relation != row.relation:
            one, other = (self.rows.nodes[end].text for end in (row.source, row.target))
            self.plan.new_texts.append((Kind.FACT, row.id, f"{one} {row.relation} {other}"))
        if old is not None and old.relation != row.relation:
            self.plan.texts.append((Kind.FACT, row.id, self.rows.text_of(row.id)))


def _said(edge: EdgeRow) -> tuple[object, ...]:
    """Return what a telling says, whatever fact it is a telling of."""
    return edge.source, edge.valid_from, edge.valid_to, edge.precision, edge.relation


def fold_into(
    plan: Erasure,
    rows: Projection,
    own: EdgeRow | NodeRow,
    told: Iterable[EdgeRow],
    closures: Iterable[ClosureRow],
) -> None:
    """Plan the versions of a statement, from all that is said of it."""
    assertions = [
        Assertion(
            edge.valid_from,
            edge.valid_to,
            edge.known_from,
            begun_by(edge.valid_to, rows.nodes[edge.source].at),
        )
        for edge in told
    ]
    if own.direct:
        assertions.append(Assertion(own.valid_from, own.valid_to, own.known_from, START))
    ends = [Closure(one.at, one.by, one.known_from, one.known_to) for one in sorted(closures)]
    folded = fold(assertions, ends)
    plan.refolded.append(own.id)
    plan.versions += [VersionRow(plan.new_id(), own.id, *version) for version in folded]
    if rows.items.find(own.id) < 0:
        return
    before = rows.columns[rows.kind_of(own.id)].version_at(own.id, rows.revision)
    was_over = before is not None and before.valid_to is not None
    if was_over and folded and folded[-1].valid_to is None:
        plan.reopened.append(own.id)
