"""Plans what forgetting episodes deletes and how the remaining rows change. Pure.

Everything derived from the episodes alone is erased. The validity of remaining statements is
folded again from the remaining assertions and closures; a fact that only the episodes superseded
is current again. A fact superseded by an erased fact, which in turn was superseded by a remaining
fact, is now superseded by the latter.

For texts that were read in the order of their times, the result is the history without the
episodes. For texts read out of order it may differ: a closure is written against the rows present
at the time, so one that an erased text prevented or moved forward is not recovered.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from itertools import product

from clew.graph.times import START, Assertion, Closure, begun_by, fold
from clew.graph.types import Kind
from clew.projection.conflicts import Stored
from clew.projection.image import Projection, roots_of, stated_facts
from clew.projection.levels import counts, share
from clew.projection.rows import ClosureRow, EdgeRow, MergeRow, VersionRow

__all__ = ["FORGOTTEN", "Erasure", "plan_erasure"]

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
    moved_edges: list[EdgeRow] = field(default_factory=list)
    """Edges that get a new target."""
    reworded: list[EdgeRow] = field(default_factory=list)
    """Edges that get a new relation: facts that only other words tell, and those who tell them."""
    new_texts: list[tuple[Kind, int, str]] = field(default_factory=list)
    """The texts of such facts; their old vectors go with their old texts."""
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
        return not (self.items or self.attributes or self.reports or self.errors)


def plan_erasure(
    projection: Projection,
    episodes: Iterable[int],
    entities: Iterable[int] = (),
    statements: Iterable[int] = (),
) -> Erasure:
    """Return the plan for forgetting these episodes, and these other items entirely."""
    plan = Erasure(projection.next_id)
    planner = _Planner(projection, set(episodes), set(entities), set(statements), plan)
    planner.choose_items()
    planner.move_and_drop_edges()
    planner.change_merges()
    planner.change_closures()
    planner.release_closures()
    planner.judge_again()
    planner.shorten_theses()
    planner.fold_again()
    planner.reword()
    return plan


@dataclass(slots=True)
class _Planner:
    rows: Projection
    episodes: set[int]
    entities: set[int]
    statements: set[int]
    plan: Erasure
    origin: dict[int, int] = field(default_factory=dict)
    """Deleted second row of a split -> the row it was split from."""
    roots: Mapping[int, int] = field(default_factory=dict)
    """Entity -> the one that it stands for by the remaining merges."""
    touched: set[int] = field(default_factory=set)
    """Remaining statements whose validity must be folded again."""

    def choose_items(self) -> None:
        gone = self.episodes | self.entities | self.statements
        self._undo_splits()
        gone |= set(self.origin)
        met = set(self.entities)
        for edge in self.rows.edges.touching(self.episodes):
            if edge.kind is Kind.EPISODIC and edge.source in self.episodes:
                met.add(edge.target)
        statements = [i for i in met if self.rows.kind_of(i) is not Kind.ENTITY and i not in gone]
        for item in statements:
            if self._stands(item, gone):
                self.touched.add(item)
            else:
                gone.add(item)
        gone |= self._hanging_on(self.entities)
        for item in met:
            if self.rows.kind_of(item) is Kind.ENTITY and not self._entity_stands(item, gone):
                gone.add(item)
        self.plan.items = {item: self.rows.kind_of(item) for item in sorted(gone)}
        self.plan.texts = [
            (kind, item, self.rows.text_of(item)) for item, kind in self.plan.items.items()
        ]
        self.touched -= gone

    def move_and_drop_edges(self) -> None:
        gone = self.plan.items
        moved: set[tuple[int, int]] = set()
        for edge in self.rows.edges.touching(gone):
            target = self._home(edge.target)
            moves = edge.kind is Kind.EPISODIC and target != edge.target
            if moves and edge.source not in gone and target not in gone:
                self.touched.add(target)
                told = {row.source for row in self.rows.told(target)}
                if edge.source not in told and (edge.source, target) not in moved:
                    moved.add((edge.source, target))
                    self.plan.moved_edges.append(edge._replace(target=target))
                    continue
            self.plan.edges.append(edge.id)

    def change_closures(self) -> None:
        for closure in sorted(self._all_closures()):
            item = self._home(closure.item)
            by = None if closure.by is None else self._home(closure.by)
            if closure == closure._replace(item=item, by=by) and self._stays(closure):
                continue
            self.plan.closures.append(closure.id)
            if item in self.plan.items:
                continue
            self.touched.add(item)
            if by is not None and by in self.plan.items:
                self._bridge(closure, item, by)
            elif closure.episode not in self.episodes and item != by:
                self._add_closure(closure._replace(item=item, by=by))
            elif self.rows.levels and by not in {None, item}:
                assert by is not None
                self._bridge(closure, item, by)  # who says it still may be trusted too little

    def change_merges(self) -> None:
        left = []
        for row in sorted(self.rows.merges.values()):
            gone = row.episode in self.episodes or row.loser in self.plan.items
            moved = None if gone else self._onward(row)
            if moved is None:
                self.plan.merges.append(row.id)
                continue
            left.append(moved)
            if moved != row:
                self.plan.moved_merges.append(moved)
        self.roots = roots_of(row for row in left if row.known_to is None)

    def _onward(self, row: MergeRow) -> MergeRow | None:
        """Return a merge past erased entities, for as long as they themselves were merged."""
        while row.winner in self.plan.items:
            later = [
                (max(row.known_from, each.known_from), _earlier(row.known_to, each.known_to), each)
                for each in self.rows.merges_of(row.winner)
                if each.loser == row.winner and each.episode not in self.episodes
            ]
            met = [one for one in later if one[1] is None or one[0] < one[1]]
            if not met:
                return None
            known_from, known_to, newest = met[-1]
            row = row._replace(winner=newest.winner, known_from=known_from, known_to=known_to)
        return row

    def release_closures(self) -> None:
        """Drop the closures between facts that share no end without the dropped merges."""
        facts, left = self.rows.facts, self._left()

        def is_loose(row: ClosureRow) -> bool:
            by = row.by or 0
            counts_on = row.known_to is None and row.item in facts and by in facts
            return counts_on and not share(left, row.item, by)

        if self.plan.merges:
            loose = [row for row in self._all_closures() if self._stays(row) and is_loose(row)]
            self.plan.closures += [row.id for row in loose]
            self.touched.update(row.item for row in loose)
            self.plan.new_closures = [row for row in self.plan.new_closures if not is_loose(row)]

    def judge_again(self) -> None:
        """Let closures count as the remaining sources are trusted."""
        if not self.rows.levels:
            return
        left = self._left()
        facts = {item for item in self.touched if self.rows.kind_of(item) is Kind.FACT}
        sides = (self.rows.closures_of, self.rows.closures_by)
        claims = {row for fact in facts for side in sides for row in side.get(fact, ())}
        for row in sorted(claims):
            judged = row.episode is not None and self._stays(row)
            if not judged or row.id in self.plan.closures or row.item not in self.rows.facts:
                continue
            about_one = row.by is None or share(left, row.item, row.by)
            allowed = about_one and counts(left, row)
            if allowed is (row.known_to is None):
                continue
            self.plan.closures.append(row.id)
            self._add_closure(row._replace(known_to=None if allowed else row.known_from))
            self.touched.add(row.item)
            if not allowed and row.by is not None:
                self._bridge(row, row.item, row.by)

    def _left(self) -> Stored:
        return Stored(self.rows, without=self.plan.items.keys(), roots=self.roots)

    def shorten_theses(self) -> None:
        theses = {t for fact in self.plan.items for t in self.rows.theses_of.get(fact, ())}
        for thesis in sorted(theses - self.plan.items.keys()):
            facts = [self._home(fact) for fact in stated_facts(self.rows.nodes[thesis])]
            left = [fact for fact in dict.fromkeys(facts) if fact not in self.plan.items]
            attributes = json.dumps({"facts": left}) if left else None
            self.plan.attributes.append((thesis, attributes))

    def fold_again(self) -> None:
        removed = set(self.plan.closures)
        edges = set(self.plan.edges)
        moved: dict[int, list[EdgeRow]] = {}
        for edge in self.plan.moved_edges:
            moved.setdefault(edge.target, []).append(edge)
        facts = {item for item in self.touched if self.rows.kind_of(item) is Kind.FACT}
        for fact in sorted(facts):
            self._fold(fact, removed, edges, moved)
        holding = {t for fact in self.plan.reopened for t in self.rows.theses_of.get(fact, ())}
        holding -= self.plan.items.keys()
        for item in sorted((self.touched - facts) | holding):
            if item in holding:
                ends, rows = self._ends(item), self.rows.closures_of.get(item, ())
                ended = {row.id for row in rows if row.episode and row.at not in ends}
                self.plan.closures += sorted(ended - removed)
                removed |= ended
            self._fold(item, removed, edges, moved)

    def _ends(self, thesis: int) -> set[int | None]:
        """Return when the facts that a thesis states end, folded anew."""
        column, now = self.rows.columns[Kind.FACT], self.rows.revision
        facts = {self._home(fact) for fact in stated_facts(self.rows.nodes[thesis])}
        versions = {row.item: row for row in self.plan.versions}
        found = (versions.get(fact) or column.version_at(fact, now) for fact in facts)
        return {row.valid_to for row in found if row is not None}

    def reword(self) -> None:
        """Let facts that are told in other words only be in the first of these."""
        gone = set(self.plan.edges)
        for facts in sorted({self._saying(self.rows.facts[one]) for one in self.rows.reworded}):
            left = [self.rows.facts[one] for one in facts if one not in self.plan.items]
            told = sorted(e for one in facts for e in self.rows.told(one) if e.id not in gone)
            words = [one.relation for one in told]
            if not (left and words) or None in words or any(row.direct for row in left):
                continue
            first = words[0]
            self.plan.reworded += [e._replace(relation=None) for e in told if e.relation == first]
            for row in left:
                self.plan.reworded.append(row._replace(relation=first))
                self.plan.texts.append((Kind.FACT, row.id, self.rows.text_of(row.id)))
                one, other = (self.rows.nodes[end].text for end in (row.source, row.target))
                self.plan.new_texts.append((Kind.FACT, row.id, f"{one} {first} {other}"))

    def _saying(self, fact: EdgeRow) -> tuple[int, ...]:
        """Return the facts with the content of one, merges included."""
        roots, families = self.rows.canonical(), self.rows.families()
        ends = (families.get(roots.get(end, end), [end]) for end in (fact.source, fact.target))
        index = self.rows.fact_index()
        said = fact.relation or ""
        return tuple(i for one, other in product(*ends) for i in index.with_key(one, said, other))

    def _fold(
        self, item: int, removed: Set[int], edges: Set[int], moved: Mapping[int, list[EdgeRow]]
    ) -> None:
        """Plan the versions of a statement, from what is left of its events."""
        closures = [c for c in self.rows.closures_of.get(item, ()) if c.id not in removed]
        closures += [c for c in self.plan.new_closures if c.item == item]
        told = [e for e in self.rows.told(item) if e.id not in edges] + moved.get(item, [])
        at = {e.source: self.rows.nodes[e.source].at for e in told}
        assertions = [
            Assertion(e.valid_from, e.valid_to, e.known_from, begun_by(e.valid_to, at[e.source]))
            for e in told
        ]
        own = self.rows.facts.get(item) or self.rows.nodes[item]
        if own.direct:
            assertions.append(Assertion(own.valid_from, own.valid_to, own.known_from, START))
        folded = fold(
            assertions, [Closure(c.at, c.by, c.known_from, c.known_to) for c in sorted(closures)]
        )
        self.plan.refolded.append(item)
        self.plan.versions += [VersionRow(self._new_id(), item, *version) for version in folded]
        before = self.rows.columns[self.rows.kind_of(item)].version_at(item, self.rows.revision)
        was_over = before is not None and before.valid_to is not None
        if was_over and folded and folded[-1].valid_to is None:
            self.plan.reopened.append(item)

    def _undo_splits(self) -> None:
        """Find the second rows of splits that the episodes caused and whose first row exists."""
        for row in self.rows.facts.annotated():
            cause = json.loads(row.attributes or "{}")
            if cause.get("because_of") in self.episodes and cause["split_of"] in self.rows.facts:
                self.origin[row.id] = cause["split_of"]

    def _home(self, item: int) -> int:
        while item in self.origin:
            item = self.origin[item]
        return item

    def _stands(self, item: int, gone: set[int]) -> bool:
        """Return whether a statement still has a source: an episode, or a direct write."""
        row = self.rows.facts.get(item) or self.rows.nodes[item]
        return bool(row.direct) or any(
            edge.source not in gone for told in self._rows_of(item) for edge in self.rows.told(told)
        )

    def _rows_of(self, item: int) -> list[int]:
        """Return a statement and the second rows that are merged back into it."""
        return [item, *(second for second in self.origin if self._home(second) == item)]

    def _entity_stands(self, item: int, gone: set[int]) -> bool:
        if item in gone:
            return False
        if self.rows.nodes[item].direct:
            return True
        _, halves = self.rows.adjacency.row(self.rows.items.number(item))
        for row in self.rows.edges.rows(halves >> 1):
            if not {row.id, row.source, row.target} & gone:
                return True
        return False

    def _hanging_on(self, entities: set[int]) -> set[int]:
        """Return the facts and theses that name one of these entities."""
        found = set()
        for edge in self.rows.edges.touching(entities):
            if edge.kind is Kind.FACT and entities & {edge.source, edge.target}:
                found.add(edge.id)
            if edge.kind is Kind.MENTION and edge.target in entities:
                found.add(edge.source)
        return found

    def _all_closures(self) -> Iterator[ClosureRow]:
        for rows in self.rows.closures_of.values():
            yield from rows

    def _stays(self, closure: ClosureRow) -> bool:
        ends = {closure.item, closure.by}
        return closure.episode not in self.episodes and not ends & self.plan.items.keys()

    def _bridge(
        self, first: ClosureRow, item: int, erased: int, seen: Set[int] = frozenset()
    ) -> None:
        """Let the successor of an erased fact supersede what the erased fact had superseded."""
        for second in sorted(self.rows.closures_of.get(erased, ())):
            if second.by is None or second.id in seen:
                continue
            by = self._home(second.by)
            if second.episode in self.episodes and by not in self.plan.items:
                continue
            known = max(first.known_from, second.known_from)
            refused = bool(self.rows.levels) and second.known_to == second.known_from
            if refused and second.at <= first.at:
                continue
            until = first.known_to if refused else _earlier(first.known_to, second.known_to)
            if until is not None and until <= known:
                continue
            second = second._replace(known_from=known, known_to=until)
            if by in self.plan.items:
                self._bridge(second, item, by, seen | {second.id})
            elif by != item:
                row = second._replace(item=item, by=by)
                if self.rows.levels and not counts(self._left(), row):
                    row = row._replace(known_to=row.known_from)
                    self._bridge(second, item, by, seen | {second.id})
                self._add_closure(row)

    def _add_closure(self, row: ClosureRow) -> None:
        self.plan.new_closures.append(row._replace(id=self._new_id()))

    def _new_id(self) -> int:
        self.plan.next_id += 1
        return self.plan.next_id - 1


def _earlier(one: int | None, other: int | None) -> int | None:
    """Return the earlier of two revisions; `None` is never."""
    return min((each for each in (one, other) if each is not None), default=None)
