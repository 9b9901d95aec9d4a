"""Plans what forgetting episodes deletes and how the remaining rows change. Pure.

Everything derived from the episodes alone is erased. What remains of the facts that may have met
the erased ones is placed again (`clew.learn.timelines.replay`), so the time lines are those of a
memory that was never told what is gone, in whatever order the texts came.

Limit: names that were joined or parted meanwhile count for all the past as they do now.
"""

from collections.abc import Iterable, Iterator, Mapping, Set
from dataclasses import dataclass, field
from itertools import chain

from clew.graph.types import Kind
from clew.learn.timelines.contents import alike, raw_content
from clew.learn.timelines.match import Lines, fold_into
from clew.learn.timelines.remains import Remains
from clew.learn.timelines.replay import place_again
from clew.learn.verdicts import Judge, Linked
from clew.projection.attributes import as_json
from clew.projection.bonds import told_names
from clew.projection.erasure import Erasure
from clew.projection.image import Projection
from clew.projection.lookup.stating import stated_facts
from clew.projection.rows import ClosureRow, MergeRow

__all__ = ["plan_erasure"]


def plan_erasure(
    projection: Projection,
    episodes: Iterable[int],
    entities: Iterable[int] = (),
    statements: Iterable[int] = (),
    judge: Judge | None = None,
    joined: Iterable[int] = (),
    before: Mapping[int, int] | None = None,
) -> Erasure:
    """Return the plan for forgetting these episodes, and these other items entirely.

    Args:
        projection: what is stored.
        episodes: texts to forget.
        entities: things to forget, with all that names them.
        statements: facts, theses and goals to forget.
        judge: says which facts exclude each other, of those that meet only now.
        joined: entities that were joined or parted since facts were compared last; theirs meet too.
        before: by default as stored: entity -> the one that it stood for then.
    """
    plan = Erasure(projection.next_id)
    planner = _Planner(projection, set(episodes), set(entities), set(statements), plan)
    planner.choose_items()
    planner.drop_edges()
    planner.change_merges()
    planner.change_closures()
    for entity in joined:
        planner.seeds.update(planner.facts_about(entity))
    roots = projection.canonical() if before is None else before
    lines = planner.place_again(judge or Linked(), roots)
    lines.match()
    lines.reword()
    lines.write()
    planner.shorten_theses(lines.home)
    planner.fold_again(lines.home, {*planner.seeds, *lines.facts})
    plan.items = dict(sorted(plan.items.items()))
    return plan


@dataclass(slots=True)
class _Planner:
    rows: Projection
    episodes: set[int]
    entities: set[int]
    statements: set[int]
    plan: Erasure
    merges: list[MergeRow] = field(default_factory=list)
    """Those that are left and count."""
    seeds: set[int] = field(default_factory=set)
    """Facts whose time line may change."""
    touched: set[int] = field(default_factory=set)
    """Remaining theses and goals whose validity must be folded again."""

    def choose_items(self) -> None:
        gone = self.episodes | self.entities | self.statements
        met = set(self.entities)
        for edge in self.rows.edges.touching(self.episodes):
            if edge.kind is Kind.EPISODIC and edge.source in self.episodes:
                met.add(edge.target)
        for item in sorted(met - gone):
            kind = self.rows.kind_of(item)
            if kind is Kind.ENTITY:
                continue
            (self.seeds if kind is Kind.FACT else self.touched).add(item)
            if not self._stands(item, gone):
                gone.add(item)
        gone |= self._hanging_on(self.entities)
        met.update(self._named_in(gone))
        for item in met:
            if self.rows.kind_of(item) is Kind.ENTITY and not self._entity_stands(item, gone):
                gone.add(item)
        self.plan.items = {item: self.rows.kind_of(item) for item in sorted(gone)}
        self.seeds |= {item for item, kind in self.plan.items.items() if kind is Kind.FACT}
        self.plan.texts = [
            (kind, item, self.rows.text_of(item)) for item, kind in self.plan.items.items()
        ]

    def drop_edges(self) -> None:
        gone = [*self.rows.edges.touching(self.plan.items)]
        self.plan.edges = [edge.id for edge in gone]
        if self.rows.levels:
            named = {edge.target for edge in gone if told_names([edge])}
            self.seeds.update(*map(self.facts_about, named))

    def change_merges(self) -> None:
        for row in sorted(self.rows.merges.values()):
            gone = row.episode in self.episodes or row.loser in self.plan.items
            moved = None if gone else self._onward(row)
            if moved != row:
                ends = {row.loser, row.winner} - self.plan.items.keys()
                self.seeds |= {fact for end in ends for fact in self.facts_about(end)}
            if moved is None:
                self.plan.merges.append(row.id)
                continue
            if moved != row:
                self.plan.moved_merges.append(moved)
            if moved.known_to is None:
                self.merges.append(moved)

    def change_closures(self) -> None:
        """Drop the ends of theses and goals by what is forgotten; those of facts are told again."""
        facts, gone = self.rows.facts, self.plan.items
        for closure in sorted(chain(*self.rows.closures_of.values())):
            by = closure.by or 0
            if closure.item in facts:
                if closure.episode in self.episodes:
                    self.seeds.add(closure.item)
                continue
            if closure.episode not in self.episodes and not {closure.item, by} & gone.keys():
                continue
            self.plan.closures.append(closure.id)
            if closure.item not in gone:
                self.touched.add(closure.item)
                self._bridge(closure, by)

    def _bridge(self, first: ClosureRow, erased: int, seen: Set[int] = frozenset()) -> None:
        """Let what came after an erased goal or thesis end what the erased one had ended."""
        for second in sorted(self.rows.closures_of.get(erased, ())):
            if second.by is None or second.id in seen or erased not in self.plan.items:
                continue
            until = _earlier(first.known_to, second.known_to)
            known = max(first.known_from, second.known_from)
            if second.episode in self.episodes or (until is not None and until <= known):
                continue
            onward = second._replace(item=first.item, known_from=known, known_to=until)
            if second.by in self.plan.items:
                self._bridge(onward, second.by, seen | {second.id})
            else:
                self.plan.new_closures.append(onward._replace(id=self.plan.new_id()))

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

    def place_again(self, judge: Judge, before: Mapping[int, int]) -> Lines:
        gone = frozenset(self.plan.items)
        # No id may be used twice, and those of the draft are not the ones that will be stored.
        remains = Remains(self.rows, gone, self.merges, 2 * self.rows.next_id, before)
        draft, facts = place_again(remains, sorted(self.seeds), judge)
        return Lines(self.rows, self.plan, draft, [one for one in facts if one not in gone])

    def shorten_theses(self, home: Mapping[int, int]) -> None:
        theses = {t for fact in self.plan.items for t in self.rows.theses_of.get(fact)}
        for thesis in sorted(theses - self.plan.items.keys()):
            facts = [home.get(fact, fact) for fact in stated_facts(self.rows.nodes[thesis])]
            left = [fact for fact in dict.fromkeys(facts) if fact not in self.plan.items]
            attributes = as_json({"facts": left} if left else None)
            self.plan.attributes.append((thesis, attributes))

    def fold_again(self, home: Mapping[int, int], changed: Set[int]) -> None:
        """Fold theses and goals, and end no thesis that states what holds (again)."""
        rows, removed = self.rows, set(self.plan.closures)
        stating = {thesis for fact in changed for thesis in rows.theses_of.get(fact)}
        for thesis in sorted(stating - self.plan.items.keys()):
            ends = self._ends(thesis, home)
            closures = rows.closures_of.get(thesis, ())
            ended = {
                row.id
                for row in closures
                if row.episode and row.at not in ends and not self._is_corrected(row)
            } - removed
            if ended:
                removed |= ended
                self.plan.closures += sorted(ended)
                self.touched.add(thesis)
        for item in sorted(self.touched - self.plan.items.keys()):
            left = [row for row in rows.closures_of.get(item, ()) if row.id not in removed]
            left += [row for row in self.plan.new_closures if row.item == item]
            told = [edge for edge in rows.told(item) if edge.source not in self.plan.items]
            fold_into(self.plan, rows, rows.nodes[item], told, left)

    def _is_corrected(self, row: ClosureRow) -> bool:
        """Return whether a person replaced a thesis: by one that no facts were read from."""
        return row.by is not None and not stated_facts(self.rows.nodes[row.by])

    def _ends(self, thesis: int, home: Mapping[int, int]) -> set[int | None]:
        """Return when the facts that a thesis states end, placed anew."""
        column, now = self.rows.columns[Kind.FACT], self.rows.revision
        facts = {home.get(fact, fact) for fact in stated_facts(self.rows.nodes[thesis])}
        versions = {row.item: row for row in self.plan.versions}
        found = (
            versions.get(fact) or column.version_at(fact, now)
            for fact in facts
            if fact in versions or fact in self.rows.facts
        )
        return {row.valid_to for row in found if row is not None}

    # -- what stands -----------------------------------------------------------------------

    def _stands(self, item: int, gone: set[int]) -> bool:
        """Return whether a statement still has a source: an episode, or a direct write."""
        fact = self.rows.facts.get(item)
        rows = (
            [self.rows.nodes[item]]
            if fact is None
            else alike(self.rows, raw_content(self.rows, fact))
        )
        return any(
            row.direct or any(edge.source not in gone for edge in self.rows.told(row.id))
            for row in rows
            if row.id not in gone
        )

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

    def _named_in(self, gone: set[int]) -> Iterator[int]:
        """Yield what erased facts and theses name, whichever text named it first."""
        for edge in self.rows.edges.touching(gone):
            if edge.kind is Kind.MENTION and edge.source in gone:
                yield edge.target
            if edge.kind is Kind.FACT and edge.id in gone:
                yield from (edge.source, edge.target)

    def _hanging_on(self, entities: set[int]) -> set[int]:
        """Return the facts and theses that name one of these entities."""
        found = set()
        for edge in self.rows.edges.touching(entities):
            if edge.kind is Kind.FACT and entities & {edge.source, edge.target}:
                found.add(edge.id)
            if edge.kind is Kind.MENTION and edge.target in entities:
                found.add(edge.source)
        return found

    def facts_about(self, entity: int) -> Iterator[int]:
        yield from chain(*self.rows.stored_facts.relations_at(entity).values())


def _earlier(one: int | None, other: int | None) -> int | None:
    """Return the earlier of two revisions; `None` is never."""
    return min((each for each in (one, other) if each is not None), default=None)
