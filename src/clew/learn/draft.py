"""A draft: the newest state of a namespace plus everything one write will add.

Stages of the write path read and extend it; nothing is stored until `changes` is committed. Ids
are final, because changes are committed only to the exact revision the draft was made on.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain, product
from types import MappingProxyType

from clew.graph.times import (
    END,
    START,
    Assertion,
    Axis,
    Closure,
    Version,
    asserted,
    closed_at,
    replayed,
)
from clew.graph.types import Kind
from clew.learn.tasks import Candidate
from clew.learn.timelines.stored_rows import StoredRows, told_at
from clew.projection.attributes import as_json
from clew.projection.bonds import told_names
from clew.projection.fact_index import FactIndex, FactLookup
from clew.projection.image import Projection, families_of, roots_of
from clew.projection.levels import DEFAULT, Heard
from clew.projection.lookup.between import Between
from clew.projection.lookup.same_text import folded
from clew.projection.rows import Changes, ClosureRow, EdgeRow, MergeRow, NodeRow, Told, VersionRow
from clew.text import normalise_name, normalise_relation

__all__ = ["Draft"]

_NO_ROLES: Mapping[int, str] = MappingProxyType({})


class Draft:
    """Working state of one write; see the module."""

    def __init__(self, projection: Projection, axis: Axis | None = None) -> None:
        self.projection = projection
        self.changes = Changes(
            revision=projection.revision + 1,
            next_id=projection.next_id,
            axis=projection.axis or axis,
        )
        self.axis = self.changes.axis or Axis.TIME
        """The axis for times; a write without any time fixes none for the namespace."""
        self._nodes, self._facts = dict[int, NodeRow](), dict[int, EdgeRow]()
        self._stored = StoredRows(projection)
        self._plans: dict[int, str] = {}
        self._names: dict[str, int] = {}
        self._theses: dict[str, int] = {}
        self._index = FactIndex()
        self._lookups: tuple[FactLookup, FactLookup] = (projection.stored_facts, self._index)
        self._between = Between(self._lookups)
        self._stored_roots = projection.canonical()
        self._roots: dict[int, int] = {}
        """Entity -> root, for entities whose root changes in this draft."""
        self._stored_families = projection.families()
        self._families: dict[int, list[int]] = {}
        """Families that grew in this draft: the root, then the others."""
        self._versions: dict[int, Version] = {}
        """Current versions of the statements read or changed so far."""
        self._changed: set[int] = set()
        self.shown: dict[int, tuple[Version, Candidate]] = {}
        """Facts as shown to a model, valid until their version or any name changes."""
        self._assertions: dict[int, list[Told]] = {}
        self._closures_of: dict[int, list[ClosureRow]] = {}
        self._closures_by: dict[int, list[ClosureRow]] = {}
        self._released: set[int] = set()
        """Closures that ended in this draft."""
        self._theses_of: dict[int, list[int]] = {}
        self.levels = projection.levels
        self._undated: dict[int, list[int]] = {}
        self.joined: list[tuple[int, list[int]]] = []
        """The loser of each merge made, and all that were one with it."""
        self.called: dict[int, list[tuple[int, int]]] = {}
        """Entities told to be another's name in this draft: whose, and by which episode."""

    def root(self, entity: int) -> int:
        """Return the entity this one is merged into, or itself."""
        return self._roots.get(entity) or self._stored_roots.get(entity, entity)

    def family(self, entity: int) -> list[int]:
        """Return all that are one with an entity, itself included."""
        root = self.root(entity)
        return self._families.get(root) or self._stored_families.get(root) or [root]

    def name(self, entity: int) -> str:
        """Return an entity's own name."""
        return self.node(entity).text

    def node(self, item: int) -> NodeRow:
        """Return a node, stored or new."""
        return self._nodes.get(item) or self._stored.node(item)

    def fact(self, item: int) -> EdgeRow:
        """Return a fact, stored or new."""
        return self._facts.get(item) or self._stored.fact(item)

    def exists(self, item: int) -> bool:
        """Return whether an id is a node's or a fact's."""
        rows = self.projection
        return any(item in each for each in (self._nodes, self._facts, rows.nodes, rows.facts))

    def kind_of(self, item: int) -> Kind:
        """Return the kind of a node or fact."""
        is_fact = item in self._facts or item in self.projection.facts
        return Kind.FACT if is_fact else self.node(item).kind

    def fact_text(self, item: int) -> str:
        """Return a fact's text."""
        row = self.fact(item)
        return f"{self.name(row.source)} {row.relation} {self.name(row.target)}"

    def find(self, name: str) -> int | None:
        """Return the own id of the entity with exactly this name or alias (normalised)."""
        key = normalise_name(name)
        stored = self.projection.names.get(key)
        return stored[0] if stored else self._names.get(key)

    def same_facts(
        self, subject: int, relation: str, target: int, plan: str | None = ""
    ) -> list[int]:
        """Return the facts with this content, planned for a date or not (`None`: all), by id."""
        every = self._between.of(subject, target, self.family)
        if not every:
            return []
        found = every.get(normalise_relation(relation), ())
        return [one for one in found if plan is None or self.planned(one) == plan]

    def planned(self, fact: int) -> str:
        """Return the date that a fact is planned for, "unknown", or "" for what is no plan."""
        return self._plans.get(fact) or self.projection.edges.planned_for(fact)

    def same_as(self, fact: int) -> list[int]:
        """Return the facts with the content of a fact, itself included."""
        row = self.fact(fact)
        return self.same_facts(row.source, row.relation or "", row.target, self.planned(fact))

    def facts_between(self, subject: int, target: int) -> list[int]:
        """Return the facts from one entity to another, merges included, ascending."""
        found = self._between.of(subject, target, self.family)
        return sorted(chain(*found.values())) if found else []

    def relations_at(self, entity: int) -> Collection[str]:
        """Return the relations (normalised) of the facts at an entity, at either end."""
        found = self._facts_at(entity)
        return found[0] if len(found) == 1 else dict.fromkeys(chain.from_iterable(found))

    def facts_at(self, entity: int, relation: str) -> list[int]:
        """Return the facts at an entity, either end, with this relation (normalised), ascending.

        Do not change the list: it may be the index's own, which avoids copying thousands of ids.
        """
        runs = [facts for each in self._facts_at(entity) if (facts := each.get(relation))]
        return runs[0] if len(runs) == 1 else sorted(chain.from_iterable(runs))

    def undated_at(self, entity: int) -> list[int]:
        """Return the facts at an entity, either end, that some told without a start at first."""
        members = product((self.projection.undated, self._undated), self.family(entity))
        return [*chain.from_iterable(facts.get(one, ()) for facts, one in members)]

    def facts_about(self, entity: int) -> list[int]:
        """Return all facts at an entity, either end, merges included, ascending."""
        facts = chain.from_iterable(chain(*each.values()) for each in self._facts_at(entity))
        return sorted(set(facts))

    def version(self, item: int) -> Version:
        """Return the current version of a statement's validity."""
        found = self._version(item)
        assert found is not None
        return found

    def assertions(self, item: int) -> list[Told]:
        """Return what is asserted of a statement."""
        new = self._assertions.get(item, [])
        is_new = item in self._facts or item in self._nodes
        return [*new] if is_new else self._stored.assertions(item) + new

    def telling(
        self, by: int | None, start: int | None, end: int | None, exact: int = 0, words: str = ""
    ) -> Told:
        """Return what an episode tells of a statement, with the moment from which on it holds."""
        at = None if start is not None or by is None else self.node(by).at
        return told_at(at, by, start, end, exact, words)

    def begun(self, item: int) -> int:
        """Return by when a statement had begun, by those who know no start (`times.begun_by`)."""
        told = self.assertions(item)
        return min((one.begins for one in told if one.start is None), default=END)

    def heard(self, item: int) -> list[Heard]:
        """Return who says that a statement holds, and from when on.

        Who only says that it is over says that it held before.
        """
        return [
            Heard(START if one.begins == END else one.begins, self.level(one.episode))
            for one in self.assertions(item)
        ]

    def level(self, episode: int | None) -> int:
        """Return how far the source of an episode is trusted; `None` is a direct write."""
        if not self.levels or episode is None:
            return DEFAULT
        return self.levels.of(self.node(episode).source or "")

    def closures_of(self, item: int, *, every: bool = False) -> list[ClosureRow]:
        """Return the closures of a statement that count; with `every` all others too."""
        rows = [*self.projection.closures_of.get(item, []), *self._closures_of.get(item, [])]
        return rows if every else _open(rows, self._released)

    def closures_by(self, item: int, *, every: bool = False) -> list[ClosureRow]:
        """Return the closures a statement caused that count; with `every` all others too."""
        rows = [*self.projection.closures_by.get(item, []), *self._closures_by.get(item, [])]
        return rows if every else _open(rows, self._released)

    def theses_of(self, fact: int) -> list[int]:
        """Return the theses that state a fact."""
        stored = [] if fact in self._facts else self.projection.theses_of.get(fact)
        return stored + self._theses_of.get(fact, [])

    def current_thesis(self, text: str) -> int | None:
        """Return the open thesis with this text (spaces and case folded)."""
        for item in (self._theses.get(folded(text)), *self.projection.theses_called(text)):
            if item is not None and self.version(item).valid_to is None:
                return item
        return None

    def add_node(
        self,
        kind: Kind,
        text: str,
        *,
        at: int | None = None,
        source: str | None = None,
        attributes: Mapping[str, object] | None = None,
        direct: tuple[int | None, int | None] | None = None,
    ) -> int:
        """Add a node and its text; `direct` is its own assertion if no episode states it."""
        new, now, about = self.changes.new_id(), self.changes.revision, as_json(attributes)
        own = (int(direct is not None), *(direct or (None, None)))
        row = NodeRow(new, kind, text, at, source, about, *own, now)
        self._nodes[row.id] = row
        self.changes.nodes.append(row)
        self.changes.texts.append((kind, row.id, text))
        if kind is Kind.ENTITY:
            self._names.setdefault(normalise_name(text), row.id)
        if kind is Kind.THESIS:
            self._theses[folded(text)] = row.id
            for fact in (attributes or {}).get("facts", ()):  # type: ignore[attr-defined]
                self._theses_of.setdefault(fact, []).append(row.id)
        return row.id

    def add_edge(
        self,
        kind: Kind,
        source: int,
        target: int,
        *,
        relation: str | None = None,
        attributes: Mapping[str, object] | None = None,
        asserts: tuple[int | None, int | None, int] = (None, None, 0),
        direct: bool = False,
    ) -> int:
        """Add an edge of any kind; also indexes a fact's text."""
        new, now, about = self.changes.new_id(), self.changes.revision, as_json(attributes)
        row = EdgeRow(new, kind, source, target, relation, about, int(direct), *asserts, now)
        self.changes.edges.append(row)
        if kind is Kind.FACT:
            self._facts[row.id] = row
            self._plans[row.id] = str((attributes or {}).get("planned_for", ""))
            self._index.add([(row.id, source, relation, target)])
            self._between.add(row.id, source, relation or "", target, self.family)
            self.changes.texts.append((kind, row.id, self.fact_text(row.id)))
        return row.id

    def add_links(
        self, kind: Kind, source: int, targets: Iterable[int], roles: Mapping[int, str] = _NO_ROLES
    ) -> None:
        """Add an edge without a time to each target, with its role, if any; not for facts."""
        new, now = self.changes.new_id, self.changes.revision
        self.changes.edges += [
            EdgeRow(new(), kind, source, one, roles.get(one), None, 0, None, None, 0, now)
            for one in targets
        ]

    def merge(self, loser: int, winner: int, episode: int | None) -> bool:
        """Merge two entities; return False if they already are one."""
        loser, winner = self.root(loser), self.root(winner)
        if loser == winner:
            return False
        self.changes.merges.append(
            MergeRow(self.changes.new_id(), loser, winner, episode, self.changes.revision, None)
        )
        self._renamed()
        self.joined.append((loser, [*self.family(loser)]))
        family = [winner, *self.family(winner)[1:], *self.family(loser)]
        self._families[winner] = family
        self._roots |= dict.fromkeys(family[1:], winner)
        return True

    def undo(self, merges: Sequence[MergeRow]) -> None:
        """Undo merges, stored or of this draft; what followed from them stays (`learn.merge`)."""
        undone = {row.id for row in merges}
        self.changes.closed_merges += sorted(undone & self.projection.merges.keys())
        self.changes.merges = [row for row in self.changes.merges if row.id not in undone]
        closed = set(self.changes.closed_merges)
        rows = [*self.projection.merges.values(), *self.changes.merges]
        left = [row for row in rows if row.known_to is None and row.id not in closed]
        self._stored_roots = roots_of(left)
        self._stored_families = families_of(self._stored_roots)
        self._roots, self._families = {}, {}
        self._renamed()

    def merges_of(self, entity: int) -> list[MergeRow]:
        """Return the merges that made an entity another's alias, or another its own."""
        closed = self.changes.closed_merges
        stored = [row for row in self.projection.merges_of(entity) if row.id not in closed]
        new = [row for row in self.changes.merges if entity in (row.loser, row.winner)]
        return [row for row in (*stored, *new) if row.known_to is None]

    def names_told(self, entity: int) -> list[tuple[int, int]]:
        """Return whose other name an entity is told to be, each with the episode."""
        return told_names(self.projection.told(entity)) + self.called.get(entity, [])

    def release(self, item: int, closures: Iterable[ClosureRow]) -> None:
        """Let closures of a statement count no more."""
        for row in closures:
            self._released.add(row.id)
            if row in self.changes.closures:
                self.changes.closures.remove(row)
            else:
                self.changes.closed_closures.append(row)
        revision = self.changes.revision
        said = self.assertions(item)
        told = [Assertion(one.start, one.end, revision, one.begins) for one in said]
        left = [Closure(row.at, row.by, revision) for row in self.closures_of(item)]
        version = replayed([*told, *left])
        assert version is not None
        self._versions[item] = version
        self._changed.add(item)

    def assert_item(self, item: int, told: Told) -> None:
        """Record what an episode tells of `item`, and update its version."""
        if told.episode is not None:
            words, times = told.words or None, (told.start, told.end, told.precision)
            self.add_edge(Kind.EPISODIC, told.episode, item, relation=words, asserts=times)
        version = self._version(item)
        unknown = version is not None and version.valid_from is None
        said = Assertion(told.start, told.end, self.changes.revision, told.begins)
        self._versions[item] = asserted(version, said, self.begun(item) if unknown else END)
        self._assertions.setdefault(item, []).append(told)
        self._changed.add(item)
        if version is None and told.start is None and (row := self._facts.get(item)) is not None:
            for end in (row.source, row.target):
                self._undated.setdefault(end, []).append(item)

    def close(
        self, item: int, at: int, by: int | None, episode: int | None, *, counts: bool = True
    ) -> None:
        """Record that a statement stops being true, and update its version if that `counts`."""
        known = self.changes.revision
        until = None if counts else known
        row = ClosureRow(self.changes.new_id(), item, at, by, episode, known, until)
        self.changes.closures.append(row)
        self._closures_of.setdefault(item, []).append(row)
        if by is not None:
            self._closures_by.setdefault(by, []).append(row)
        if counts:
            self._changed.add(item)
            self._versions[item] = closed_at(self.version(item), Closure(at, by, known))

    def finish(self) -> Changes:
        """Return all changes, with the version rows of every statement that changed."""
        for item in sorted(self._changed):
            version, stored = self._versions[item], self._stored_version(item)
            if stored is not None:
                if version.state() == (stored.valid_from, stored.valid_to, stored.superseded_by):
                    continue
                self.changes.closed_versions.append(stored.id)
            own = (self.changes.new_id(), item)
            row = VersionRow(*own, *version.state(), self.changes.revision, None)
            self.changes.versions.append(row)
        self._changed.clear()
        return self.changes

    def _renamed(self) -> None:
        """Forget what was found by names that stand for something else now."""
        self.shown.clear()
        self._between.clear()

    def _facts_at(self, entity: int) -> list[dict[str, list[int]]]:
        members = product(self.family(entity), self._lookups)
        return [facts for one, index in members if (facts := index.relations_at(one))]

    def _version(self, item: int) -> Version | None:
        """Return the current version; `None` if nothing was asserted yet."""
        found = self._versions.get(item)
        if found is None and (row := self._stored_version(item)) is not None:
            found = Version(row.valid_from, row.valid_to, row.superseded_by, row.known_from)
            self._versions[item] = found
        return found

    def _stored_version(self, item: int) -> VersionRow | None:
        is_new = item in self._nodes or item in self._facts
        return None if is_new else self._stored.version(item)


def _open(rows: Iterable[ClosureRow], released: Collection[int]) -> list[ClosureRow]:
    return [row for row in rows if row.known_to is None and row.id not in released]
