"""Which stored facts dispute each other, and what a person decided of them."""

from collections.abc import Callable, Iterable, Iterator
from enum import StrEnum
from itertools import product
from typing import NamedTuple

from clew.graph.times import END, START, begun_by
from clew.graph.types import Kind
from clew.projection.bonds import told_names
from clew.projection.image import Projection
from clew.projection.levels import Heard, Rows, denies, is_rejected, share
from clew.projection.lookup.stating import stated_facts
from clew.projection.rows import ClosureRow, EdgeRow, MergeRow, NodeRow, VersionRow

__all__ = [
    "Decided",
    "Dispute",
    "Stored",
    "came_apart",
    "disputes",
    "disputes_at",
    "doubted",
    "ends_beside",
    "have_parted",
]


class Decided(StrEnum):
    """Which side of a conflict a person let stand."""

    OPEN = ""
    FACT = "fact"
    CLAIM = "claim"


class Dispute(NamedTuple):
    """A closure that trust has refused, and what was decided of it."""

    claim: ClosureRow
    over: bool
    """Both sides say the same, the claim that it is over."""
    decided: Decided = Decided.OPEN

    def holds_at(self, item: VersionRow, by: VersionRow, at: int) -> bool:
        """Return whether both sides hold at a moment."""
        ends = [item.valid_to] if self.over else [item.valid_to, by.valid_to]
        return self.claim.at <= at and all(end is None or at < end for end in ends)


class Stored:
    """A projection as trust is decided from it, at a revision or the newest."""

    def __init__(self, rows: Projection, known: int | None = None) -> None:
        self._rows = rows
        self._known = rows.revision if known is None else known
        self._roots = rows.canonical(known)
        self._families = rows.families(known)

    def heard(self, item: int) -> list[Heard]:
        """Return who says that a statement holds, and from when on."""
        found = []
        for edge in self._rows.told(item):
            begun = edge.valid_from
            if begun is None:
                begun = begun_by(edge.valid_to, self._rows.nodes[edge.source].at)
            found.append(Heard(START if begun == END else begun, self.level(edge.source)))
        row = self._rows.facts[item]
        if row.direct:
            start = START if row.valid_from is None else row.valid_from
            found.append(Heard(start, self.level(None)))
        return found

    def level(self, episode: int | None) -> int:
        """Return the level of an episode's source."""
        source = None if episode is None else self._rows.nodes[episode].source or ""
        return self._rows.levels.of(source)

    def root(self, entity: int) -> int:
        """Return the entity this one is merged into, or itself."""
        return self._roots.get(entity, entity)

    def family(self, entity: int) -> list[int]:
        """Return all that are one with an entity, itself included."""
        root = self.root(entity)
        return self._families.get(root, [root])

    def merges_of(self, entity: int) -> list[MergeRow]:
        """Return the merges that made an entity another's alias, or another its own."""
        known = self._known
        rows = self._rows.merges_of(entity)
        return [row for row in rows if row.known_from <= known and _open(row, known)]

    def names_told(self, entity: int) -> list[tuple[int, int]]:
        """Return whose other name an entity is told to be, each with the episode."""
        return told_names(self._rows.told(entity))

    def node(self, item: int) -> NodeRow:
        """Return a node."""
        return self._rows.nodes[item]

    def fact(self, item: int) -> EdgeRow:
        """Return a fact."""
        return self._rows.facts[item]


def disputes(rows: Projection, known: int) -> Iterator[Dispute]:
    """Yield what is in dispute at a revision, and what was decided; one per pair of facts."""
    stored = Stored(rows, known)
    for item in sorted(rows.closures_of):
        if item in rows.facts:
            yield from _of(rows, stored, known, rows.closures_of[item])


def disputes_at(rows: Projection, known: int, fact: int) -> list[Dispute]:
    """Return the open disputes of a fact at a revision, from either side."""
    claims = [*rows.closures_of.get(fact, ()), *rows.closures_by.get(fact, ())]
    if not claims:
        return []
    found = _of(rows, Stored(rows, known), known, claims)
    return [each for each in found if each.decided is Decided.OPEN]


def doubted(rows: Projection, known: int) -> set[int]:
    """Return the facts that lost, by trust or by a decision, and the texts that tell them."""
    lost = {item for item in rows.retired if _is_retired(rows, item, known)}
    for each in disputes(rows, known):
        if each.decided is not Decided.CLAIM:
            lost.add(each.claim.by or 0)
        elif is_rejected(rows.columns[Kind.FACT].version_at(each.claim.item, known)):
            lost.add(each.claim.item)
    texts = {edge.source for fact in lost for edge in rows.told(fact)}
    theses = {thesis for fact in lost for thesis in rows.theses_of.get(fact)}
    theses = {each for each in theses if lost.issuperset(stated_facts(rows.nodes[each]))}
    return lost | texts | theses


def _is_retired(rows: Projection, item: int, known: int) -> bool:
    return is_rejected(rows.columns[rows.kind_of(item)].version_at(item, known))


def came_apart(rows: Projection, now: Rows, row: ClosureRow) -> bool:
    """Return whether two things are two now that were one when the facts of a closure met.

    Args:
        rows: what is stored.
        now: says what the things stand for, and which they are.
        row: one fact and another that is to end it.
    """
    ends = ends_beside(now.fact(row.item), now.fact(row.by or 0))
    merged = [pair for pair in ends if all(map(rows.merges_of, pair))]
    roots = rows.canonical(row.known_from) if merged else {}  # which looks at all merges
    return have_parted(merged, now.root, lambda one: roots.get(one, one))


def ends_beside(one: EdgeRow, other: EdgeRow) -> list[tuple[int, int]]:
    """Return each end of a fact with each of another."""
    return [*product((one.source, one.target), (other.source, other.target))]


def have_parted(
    pairs: Iterable[tuple[int, int]], now: Callable[[int], int], then: Callable[[int], int]
) -> bool:
    """Return whether two of a pair stand for two things `now` that stood for one `then`."""
    return any(now(one) != now(other) and then(one) == then(other) for one, other in pairs)


def _of(
    rows: Projection, stored: Stored, known: int, claims: list[ClosureRow]
) -> Iterator[Dispute]:
    by_decision = {
        (row.item, row.by)
        for row in claims
        if row.episode is None and row.known_from <= known and _open(row, known)
    }
    seen = set()
    for claim in sorted(claims, key=lambda row: (row.at, row.id)):
        pair = (claim.item, claim.by)
        refused = claim.episode is not None and claim.known_from <= known
        if not refused or claim.by is None or pair in seen or _open(claim, known):
            continue
        column = rows.columns[Kind.FACT]
        item, by = (column.version_at(each, known) for each in (claim.item, claim.by))
        if item is None or by is None or not share(stored, claim.item, claim.by):
            continue
        if came_apart(rows, stored, claim):
            continue
        dispute = Dispute(claim, denies(stored, claim))
        if is_rejected(by):
            dispute = dispute._replace(decided=Decided.FACT)
        elif is_rejected(item) or pair in by_decision:
            dispute = dispute._replace(decided=Decided.CLAIM)
        elif not dispute.holds_at(item, by, claim.at):
            continue
        seen.add(pair)
        yield dispute


def _open(row: ClosureRow | MergeRow, known: int) -> bool:
    return row.known_to is None or known < row.known_to
