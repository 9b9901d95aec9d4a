"""Place again what is left of some tellings, as if nothing else had ever been told.

Used by forgetting. Whatever a text, a run or a person said of the facts that may have met the
forgotten ones is said again, in the order of its arrival and as known then, to an empty draft. So
the time lines are those of a memory that was never told what is gone, whatever the order of times.

Which facts exclude each other is known of all that were compared. Of two that meet only now, or
that were two persons' before, whoever judges them is asked (`Judge`).
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import NamedTuple

from clew.graph.times import START
from clew.graph.types import Kind
from clew.learn.draft import Draft
from clew.learn.timelines.contents import Content, alike, content, raw_content
from clew.learn.timelines.place import end_fact, place
from clew.learn.timelines.remains import Remains
from clew.learn.timelines.spans import (
    Statement,
    claim,
    closable,
    holds,
    interval,
    parted,
    reconsider,
    tells_end,
)
from clew.learn.verdicts import Judge, Pair, compared
from clew.projection.bonds import told_names
from clew.projection.image import Projection, families_of
from clew.projection.rows import (
    ClosureRow,
    Delta,
    EdgeRow,
    closure_numbers,
    edge_block,
    version_numbers,
)

__all__ = ["place_again"]

_ROUNDS = 20
"""Most times that new meetings are judged; each round adds what the one before has brought up."""


class _Event(NamedTuple):
    """Something that was said, in the order of its arrival."""

    revision: int
    is_closure: bool
    number: int
    fact: int
    """The stored fact of which it was said."""
    row: EdgeRow | ClosureRow
    """A telling, a direct fact, or an end that no telling gives."""


def place_again(remains: Remains, seeds: Iterable[int], judge: Judge) -> tuple[Draft, list[int]]:
    """Return a draft with the time lines of the facts that some may have met, and those facts.

    Its nodes are the stored ones; its facts are new, to be matched with the stored facts by their
    contents and who tells them.
    """
    replay = _Replay(remains, judge)
    replay.gather(seeds)
    return replay.carry_out(), sorted(fact for each in replay.facts.values() for fact in each)


@dataclass(slots=True)
class _Scene:
    """A draft in which things are said again, and which of its facts a statement may meet."""

    draft: Draft
    known: int = 0
    """How many edges of the draft have been looked at."""
    latest: int = START
    every: dict[Content, list[int]] = field(default_factory=dict)
    open: dict[Content, list[int]] = field(default_factory=dict)
    """Those not over at `latest`."""

    def met(self, contents: Iterable[Content], moment: int) -> list[int]:
        """Return the facts of some contents that are not over at a moment, ascending."""
        edges = self.draft.changes.edges
        for row in edges[self.known :]:
            if row.kind is Kind.FACT:
                said = content(self.draft, row.id)
                self.every.setdefault(said, []).append(row.id)
                self.open.setdefault(said, []).append(row.id)
        self.known = len(edges)
        if moment < self.latest or self.draft.levels:
            return sorted(fact for one in contents for fact in self.every.get(one, ()))
        self.latest = moment
        found: list[int] = []
        for one in contents:
            left = [i for i in self.open.get(one, ()) if interval(self.draft, i)[1] > moment]
            self.open[one] = left
            found += left
        return sorted(found)


@dataclass(slots=True)
class _Replay:
    remains: Remains
    judge: Judge
    facts: dict[Content, list[int]] = field(default_factory=dict)
    """The stored facts of each content, erased ones included."""
    rivals: dict[Content, set[Content]] = field(default_factory=dict)
    """What was said to exclude what, both ways."""
    compared: set[frozenset[Content]] = field(default_factory=set)
    """What was judged here."""
    stored: Draft = field(init=False)
    """What holds until now."""

    def __post_init__(self) -> None:
        self.stored = Draft(self.remains.rows)

    # -- what there is ---------------------------------------------------------------------

    def gather(self, seeds: Iterable[int]) -> None:
        """Find all contents that are tied to some facts by exclusions, and their facts."""
        rows, todo = self.remains.rows, [*dict.fromkeys(seeds)]
        index, families = rows.stored_facts, families_of(self.remains.roots)
        while todo:
            row = rows.facts[todo.pop()]
            own = raw_content(rows, row)
            if own in self.facts:
                continue
            ends = (families.get(self.remains.root(end), [end]) for end in (row.source, row.target))
            for one, other in product(*ends):
                for fact in index.with_key(one, row.relation or "", other):
                    said = raw_content(rows, rows.facts[fact])
                    known = self.facts.setdefault(said, [])
                    if fact in known:
                        continue
                    known.append(fact)
                    for met in self._met(fact):
                        rival = raw_content(rows, rows.facts[met])
                        if rival[:3] != said[:3]:
                            self._exclude(said, rival)
                        todo.append(met)

    def _chain(self, said: Content) -> set[Content]:
        """Return the contents that exclude one, and those that exclude these, and so on."""
        found, todo = {said}, [said]
        while todo:
            new = self.rivals.get(todo.pop(), set()) - found
            found |= new
            todo += new
        return found

    def _exclude(self, one: Content, other: Content) -> None:
        self.rivals.setdefault(one, set()).add(other)
        self.rivals.setdefault(other, set()).add(one)

    def _met(self, fact: int) -> Iterator[int]:
        """Yield the facts that excluded a fact, and those that it excluded."""
        rows = self.remains.rows
        pairs = [(row, row.by or 0) for row in rows.closures_of.get(fact, ())]
        pairs += [(row, row.item) for row in rows.closures_by.get(fact, ())]
        for row, other in pairs:
            if other in rows.facts and not tells_end(self.stored, row):
                yield other

    def _events(self) -> list[_Event]:
        found: dict[tuple[object, ...], _Event] = {}
        rows, gone = self.remains.rows, self.remains.gone
        ends: set[tuple[Content, int | None, int | None]] = set()
        left = [(said, i) for said, facts in self.facts.items() for i in facts if i not in gone]
        for said, fact in left:
            row = rows.facts[fact]
            told = [edge for edge in rows.told(fact) if edge.source not in gone]
            for edge in [row, *told] if row.direct else told:
                teller = None if edge is row else edge.source
                ends.add((said, teller, edge.valid_to))
                words = () if teller is None else (edge.precision, edge.relation)
                key = (said, teller, edge.valid_from, edge.valid_to, *words)
                event = _Event(edge.known_from, False, edge.id, fact, edge)
                found[key] = min(found.get(key, event), event, key=lambda one: one[:3])
        for said, fact in left:
            for end in rows.closures_of.get(fact, ()):
                if self._is_said(end) and (said, end.episode, end.at) not in ends:
                    event = _Event(end.known_from, True, end.id, fact, end)
                    found[said, end.episode, end.at, end.by, end.known_from] = event
        return sorted(found.values(), key=lambda one: one[:3])

    def _is_said(self, row: ClosureRow) -> bool:
        """Return whether a run or a person ended a fact, so that no telling brings it about."""
        if row.episode in self.remains.gone or row.by in self.remains.gone:
            return False
        if row.by is None:
            return True
        return row.episode is None and not self._is_written(row)

    def _is_written(self, row: ClosureRow) -> bool:
        """Return whether a direct fact was written to replace another."""
        by = self.remains.rows.facts[row.by or 0]
        return bool(by.direct) and by.known_from == row.known_from

    # -- said again ------------------------------------------------------------------------

    def carry_out(self) -> Draft:
        """Say everything again, until all that meets is judged."""
        draft = self._told_again()
        for _ in range(_ROUNDS):
            unknown = self._meetings(draft)
            if not unknown:
                break
            tied = {pair for pair, (one, other) in unknown.items() if other in self._chain(one)}
            excluding = self.judge.excluding(self.stored, sorted(unknown), tied)
            for pair, (one, other) in unknown.items():
                self.compared.add(frozenset((one, other)))
                if pair in excluding:
                    self._exclude(one, other)
                    self.gather(pair)
            draft = self._told_again()
        return draft

    def _told_again(self) -> Draft:
        """Return a draft that was told everything."""
        draft = Draft(self._scene())
        scene = _Scene(draft)
        homes: dict[int, int] = {}
        """The fact that the first telling of each stored one is placed in."""
        for event in self._events():
            draft.changes.revision = event.revision
            if isinstance(event.row, ClosureRow):
                self._end(draft, homes, event.row)
                continue
            placed = self._place(scene, event.fact, event.row)
            homes.setdefault(event.fact, placed)
        return draft

    def _scene(self) -> Projection:
        """Return a memory with the nodes and merges that the facts need, and with no fact."""
        rows, nodes = self.remains.rows, set[int]()
        families = families_of(self.remains.roots)
        for said, facts in self.facts.items():
            for end in (said.subject, said.object):
                nodes.update(families.get(self.remains.root(end), [end]))
            nodes.update(edge.source for fact in facts for edge in rows.told(fact))
            closures = (row for fact in facts for row in rows.closures_of.get(fact, ()))
            nodes.update(row.episode for row in closures if row.episode is not None)
        entities = [one for one in sorted(nodes) if rows.kind_of(one) is Kind.ENTITY]
        told = [edge for one in entities for edge in rows.told(one) if told_names([edge])]
        told = [edge for edge in told if edge.source not in self.remains.gone]
        nodes.update(edge.source for edge in told)
        scene = Projection(rows.axis)
        scene.apply(
            Delta(
                revision=0,
                nodes=[rows.nodes[one] for one in sorted(nodes - set(self.remains.gone))],
                edges=edge_block(sorted(told)),
                versions=version_numbers([]),
                closures=closure_numbers([]),
                merges=self.remains.merges,
                vectors=[],
            )
        )
        scene.levels, scene.next_id = rows.levels, self.remains.next_id
        return scene

    def _place(self, scene: "_Scene", fact: int, edge: EdgeRow) -> int:
        """Place what one telling, or a direct write, says of a fact."""
        draft = scene.draft
        row, rows = self.remains.rows.facts[fact], self.remains.rows
        said = raw_content(rows, row)
        subject, relation, target = row.source, row.relation or "", row.target
        start, end = edge.valid_from, edge.valid_to
        if edge.kind is Kind.FACT:
            new = Statement(subject, relation, target, start, end, planned=said.planned)
            return place(draft, new, self._replaced(draft, row), None).item
        at = draft.node(edge.source).at
        assert at is not None
        over = end is not None and (start == end or (start is None and end <= at))
        words, level = edge.relation or "", draft.level(edge.source)
        new = Statement(
            *(subject, relation, target, start, end, over, at, level),
            *(edge.precision, said.planned, words),
        )
        if over:
            return end_fact(draft, new, edge.source).item
        rivals = [one for one in self.rivals.get(said, ()) if self._tied(said, one)]
        return place(draft, new, scene.met(rivals, new.moment), edge.source).item

    def _replaced(self, draft: Draft, row: EdgeRow) -> list[int]:
        """Return what a direct fact was written to replace, or to be replaced by."""
        rows = self.remains.rows
        met = [
            other
            for side in (rows.closures_of, rows.closures_by)
            for each in side.get(row.id, ())
            if each.known_from == row.known_from
            for other in (each.by, each.item)
            if (other or 0) in rows.facts and other != row.id
        ]
        contents = (raw_content(rows, rows.facts[one]) for one in met if one)
        return sorted({fact for one in contents for fact in draft.same_facts(*one)})

    def _end(self, draft: Draft, homes: Mapping[int, int], row: ClosureRow) -> None:
        """Let a run or a person end a fact again."""
        item, by = homes.get(row.item), homes.get(row.by or 0)
        if item is None or (row.by is not None and (by is None or self.remains.came_apart(row))):
            return
        if row.at != START:
            same = draft.same_as(item)
            item = next((one for one in same if holds(draft, one, row.at - 1)), item)
        if row.episode is not None:
            claim(draft, item, row.at, None, row.episode)
            return
        if by is not None:
            parted(draft, item, row.at)
        counts = row.known_to is None
        draft.close(item, row.at, by, None, counts=counts)
        for fact in (item, *(each.item for each in draft.closures_by(item, every=True))):
            reconsider(draft, fact)

    # -- what meets ------------------------------------------------------------------------

    def _meetings(self, draft: Draft) -> dict[Pair, tuple[Content, Content]]:
        """Return the stored facts that hold at the same time and were never compared."""
        rows, gone = self.remains.rows, self.remains.gone
        first = {
            said: min(left)
            for said, facts in self.facts.items()
            if (left := [fact for fact in facts if fact not in gone])
        }
        placed = [row.id for row in draft.changes.edges if row.kind is Kind.FACT]
        met = {
            (first[content(draft, one)], first[content(draft, other)])
            for one, other in _overlapping(draft, placed)
        }
        for fact in placed:
            said = content(draft, fact)
            if self._holds_longer(said, interval(draft, fact)):
                known = first[said]
                met |= {(known, other) for other in self._met_outside(draft, fact, known)}
        found: dict[Pair, tuple[Content, Content]] = {}
        for old, later in sorted({(min(pair), max(pair)) for pair in met}):
            one, other = raw_content(rows, rows.facts[old]), raw_content(rows, rows.facts[later])
            if one[:3] != other[:3] and self._tied(one, other) and not self._compared(one, other):
                found[old, later] = one, other
        return found

    def _holds_longer(self, said: Content, span: tuple[int, int]) -> bool:
        """Return whether something holds when it did not before, or of somebody else."""
        ends = (said.subject, said.object)
        if any(self.remains.root(end) != self.remains.root_before(end) for end in ends):
            return True
        before = (interval(self.stored, row.id) for row in alike(self.remains.rows, said))
        return not any(low <= span[0] and span[1] <= high for low, high in before)

    def _met_outside(self, draft: Draft, fact: int, known: int) -> Iterator[int]:
        """Yield the facts beyond those placed that one may exclude while both hold."""
        rows, stored = self.remains.rows, self.stored
        row, (low, high) = rows.facts[known], interval(draft, fact)
        new = Statement(row.source, row.relation or "", row.target, low, None)
        for other in self.judge.met_by(stored, new):
            first, last = interval(stored, other)
            apart = other in self.remains.gone or raw_content(rows, rows.facts[other]) in self.facts
            if not apart and max(low, first) < min(high, last) and closable(stored, other, first):
                yield other

    def _tied(self, one: Content, other: Content) -> bool:
        """Return whether two contents are about one thing now."""
        root = self.remains.root
        ends = {root(one.subject), root(one.object)}
        return not ends.isdisjoint({root(other.subject), root(other.object)})

    def _compared(self, one: Content, other: Content) -> bool:
        """Return whether two contents were compared: they exclude each other, or both held."""
        pair = frozenset((one, other))
        if pair in self.compared or other in self.rivals.get(one, ()):
            return True
        pairs = product(*(alike(self.remains.rows, each)[:1] for each in (one, other)))
        root = self.remains.root_before
        return any(compared(self.stored, first.id, second.id, root) for first, second in pairs)


def _overlapping(draft: Draft, facts: Iterable[int]) -> Iterator[Pair]:
    """Yield the pairs of facts that are known to hold at one time."""
    spans = sorted((*interval(draft, fact), fact) for fact in facts)
    spans = [
        one for one in spans if closable(draft, one[2], max(one[0], START)) and one[0] < one[1]
    ]
    for number, (_, high, fact) in enumerate(spans):
        for low, _, other in spans[number + 1 :]:
            if low >= high:
                break
            yield fact, other
