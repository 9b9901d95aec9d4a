"""The `View` of a projection: bound to one revision and one `AsOf`."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from clew.errors import UnknownNameError, UsageError
from clew.graph.filters import Filter
from clew.graph.times import END, Axis, axis_of, begun_by, present, to_ticks, to_time
from clew.graph.types import EDGE_KINDS, AsOf, Fact, Item, Kind, Link
from clew.graph.view import Float32, Hit
from clew.projection.conflicts import doubted
from clew.projection.filtered import kept_by
from clew.projection.image import Projection
from clew.projection.lookup.bm25 import Matched
from clew.projection.rows import Int32, Int64
from clew.projection.seen_edges import SeenEdges, codes_of
from clew.projection.shown_once import shown_once
from clew.projection.typed_rows import TypedRows
from clew.projection.vectors import ReadVectors
from clew.projection.visibility import Visible
from clew.text import normalise_name

__all__ = ["Lookups", "Match", "ProjectionView"]

_MOST_READ = 10_000
"""Items that a view keeps, so that reading a whole memory does not hold it all."""

_MANY = 4
"""Times as many texts as are wanted are not all put in order."""

Match = Callable[[str, Kind], Matched]
"""Full-text search over all rows of a kind, including invisible ones."""


class Lookups(NamedTuple):
    """What is read from the file when it is asked for."""

    match: Match
    floats: ReadVectors


class ProjectionView:
    """A `View` over a projection, which looks up in the file what the projection does not hold.

    `now` (ticks) fills in a missing `as_of.valid`. `any_time=True` shows statements of any valid
    time, as known at the revision. `settled=True` leaves out what lost a conflict, with the texts
    that tell it (`clew.projection.conflicts.doubted`).
    """

    def __init__(
        self,
        projection: Projection,
        *,
        namespace: str,
        as_of: AsOf,
        now: int,
        file: Lookups,
        any_time: bool = False,
        settled: bool = False,
    ) -> None:
        if as_of.known is not None and not 0 <= as_of.known <= projection.revision:
            raise UsageError(
                f"revision {as_of.known!r} of {namespace!r} is not known; the last one is "
                f"{projection.revision}"
            )
        self._rows = projection
        self._namespace = namespace
        self._file = file
        self._known = projection.revision if as_of.known is None else as_of.known
        axis = projection.axis or (Axis.TIME if as_of.valid is None else axis_of(as_of.valid))
        self._axis = axis
        self._valid = present(axis, now, projection.latest)
        if as_of.valid is not None:
            self._valid = to_ticks(as_of.valid, axis)
        self._any_time, self._settled = any_time, settled
        self._hidden: frozenset[int] = frozenset()
        self._kept: Int64 | None = None
        """The items that a filter leaves."""
        self._read: dict[int, Item] = {}
        """Items by id: one search reads most of its rows several times."""

    @property
    def namespace(self) -> str:
        """Name of the namespace."""
        return self._namespace

    @property
    def revision(self) -> int:
        """The revision this view reads."""
        return self._known

    @property
    def as_of(self) -> AsOf:
        """The times asked for, with "now" filled in; the end of all steps stays `None`."""
        return AsOf(to_time(min(self._valid, END), self._axis), self._known)

    @property
    def axis(self) -> Axis:
        """The unit in which the namespace counts time."""
        return self._axis

    def ids(self, kind: Kind) -> list[int]:
        """Return every visible id of a kind, ascending."""
        mask = self._mask(kind)
        found: list[int] = self._rows.columns[kind].ids.data[: len(mask)][mask].tolist()
        merged = self._roots if kind is Kind.ENTITY else None
        return [i for i in found if i not in merged] if merged else found

    def count(self, kind: Kind) -> int:
        """Return the number of visible ids of a kind."""
        seen = int(np.count_nonzero(self._mask(kind)))
        return seen - len(self._roots) if kind is Kind.ENTITY else seen

    def items(self, ids: Sequence[int]) -> list[Item]:
        """Return the typed values of visible ids, in the order of `ids`."""
        roots = [self._root(i) for i in ids] if self._roots else list(ids)
        fresh = [i for i in dict.fromkeys(roots) if i not in self._read]
        if fresh and not (seen := self._shown_of(fresh)).all():
            raise UnknownNameError("item", str(fresh[seen.tolist().index(False)]))
        if fresh:
            if (
                len(self._read) + len(fresh) > _MOST_READ
            ):  # whoever reads all items needs none twice
                self._read = {i: self._read[i] for i in roots if i in self._read}
            self._read.update(zip(fresh, self._typed.read(fresh), strict=True))
        return [self._read[i] for i in roots]

    def ends(self, ids: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the entities that visible facts and theses join."""
        if ids and not (seen := self._shown_of(ids)).all():
            raise UnknownNameError("item", str(ids[seen.tolist().index(False)]))
        return self._typed.ends(ids)

    def links(
        self,
        ids: Sequence[int],
        kinds: Collection[Kind] = EDGE_KINDS,
        most: int | None = None,
        among: Collection[int] | None = None,
    ) -> list[list[Link]]:
        """Return, for each id, its visible edges of the given kinds, ascending by edge id.

        With `most`, at most that many per id, the newest; with `among`, those of them that do not
        lead to entities other than these.
        """
        return self._edges.links([self._root(i) for i in ids], codes_of(kinds), most, among)

    def degrees(self, ids: Sequence[int], kinds: Collection[Kind]) -> list[int]:
        """Return how many visible edges of the given kinds each id has; cheaper than `links`."""
        return self._edges.count([self._root(i) for i in ids], codes_of(kinds))

    def others(
        self, ids: Sequence[int], kinds: Collection[Kind], kind: Kind, up_to: int | None = None
    ) -> list[tuple[int, ...]]:
        """Return, for each id, the items of a kind at its visible edges of the given kinds.

        With `up_to`, only some of them, but more than that, for an id that has more.
        """
        return self._edges.others([self._root(i) for i in ids], codes_of(kinds), kind, up_to)

    def find(self, name: str) -> list[int]:
        """Return the entities called `name` or with that alias."""
        named = self._rows.names.get(normalise_name(name), [])
        return sorted({self._root(i) for i in named if self._seen(i, Kind.ENTITY)})

    def nearest(self, vectors: Float32, k: int, *, kind: Kind) -> list[list[Hit]]:
        """Return the exact top-k visible items of a kind by dot product, for each query row."""
        merged = self._roots if kind is Kind.ENTITY else {}
        found = self._rows.vectors.nearest(
            kind, vectors, k + len(merged), self._mask(kind), self._file.floats
        )
        return [self._at_roots(hits)[:k] for hits in found] if merged else found

    def match(self, text: str, k: int, *, kind: Kind) -> list[Hit]:
        """Return the best k visible items of a kind by BM25."""
        if k <= 0:
            return []
        numbers, scores = self._file.match(text, kind)
        seen = self._shown_at(numbers)  # the index ignores time
        numbers, scores = numbers[seen], scores[seen]
        merged = self._roots if kind is Kind.ENTITY else {}
        most = k + len(merged)
        if len(scores) > _MANY * most:
            least = np.partition(scores, len(scores) - most)[len(scores) - most]
            some = np.flatnonzero(scores >= least)
            numbers, scores = numbers[some], scores[some]
        order = np.lexsort((numbers, -scores))[:most]
        ids = self._rows.items.ids.data[numbers[order]]
        found = list(zip(ids.tolist(), scores[order].tolist(), strict=True))
        return self._at_roots(found)[:k] if merged else found

    def vectors(self, ids: Sequence[int]) -> Float32:
        """Return the stored vectors; a row of zeros for an id without one."""
        roots = self._roots
        listed = [roots.get(i, i) for i in ids] if roots else ids
        numbers = self._rows.items.find_all(np.array(listed, np.int64))
        seen = self._shown_at(numbers)
        if seen.all():
            return self._rows.vectors.of(numbers, self._file.floats)
        found = np.zeros((len(ids), self._rows.vectors.width), np.float32)
        found[seen] = self._rows.vectors.of(numbers[seen], self._file.floats)
        return found

    def names(self) -> list[str]:
        """Return the name of every visible entity, by id."""
        return [self._rows.nodes[i].text for i in self.ids(Kind.ENTITY)]

    def entity_ids(self, ids: Sequence[int]) -> list[int]:
        """Return the entities that visible entity ids stand for; other ids are skipped."""
        return [self._root(i) for i in ids if self._seen(i, Kind.ENTITY)]

    def at(self, as_of: AsOf) -> "ProjectionView":
        """Return a view of another time in the same transaction, at this revision or an earlier."""
        known = self._known if as_of.known is None else min(as_of.known, self._known)
        return self._other(AsOf(as_of.valid, known), any_time=False)

    def _other(self, as_of: AsOf, *, any_time: bool) -> "ProjectionView":
        other = ProjectionView(
            self._rows,
            namespace=self._namespace,
            as_of=as_of,
            now=self._valid,
            file=self._file,
            any_time=any_time,
            settled=self._settled,
        )
        other._hidden, other._kept = self._hidden, self._kept
        return other

    def only(self, wanted: Filter) -> "ProjectionView":
        """Return this view of the texts that fit a filter alone, and of what they tell."""
        other = self._again()
        other._kept = kept_by(self._rows, wanted, self._known)
        return other

    def _again(self) -> "ProjectionView":
        return self._other(AsOf(self.as_of.valid, self._known), any_time=self._any_time)

    def without(self, ids: Collection[int]) -> "ProjectionView":
        """Return this view without some items, as if they were not visible."""
        other = self._again()
        other._hidden = self._hidden | {*ids}
        return other

    def timeline(self, entities: Sequence[int]) -> list[Fact]:
        """Return every fact about the entities, of any valid time, but what was only denied.

        What is told under two names of a thing is shown once (`clew.projection.shown_once`).
        """
        return self.once(one for one in self._told_of(entities) if not one.is_denied)

    def denied(self, entities: Sequence[int]) -> list[Fact]:
        """Return the facts about the entities that texts only deny, by id."""
        return [one for one in self._told_of(entities) if one.is_denied]

    def _told_of(self, entities: Sequence[int]) -> list[Fact]:
        rows = self.always.links(entities, (Kind.FACT,))
        found = sorted({link.edge for links in rows for link in links})
        items = self.always.items(found)
        return [item for item in items if isinstance(item, Fact) and not item.rejected]

    def once(self, facts: Iterable[Fact]) -> list[Fact]:
        """Return facts, those that say the same once (`clew.projection.shown_once`)."""
        every = list(facts)
        ended = (one.id for one in every if one.valid_from is None and one.valid_to is not None)
        return shown_once(every, {one for one in ended if self._is_only_over(one)})

    def _is_only_over(self, fact: int) -> bool:
        """Return whether nobody tells that a fact of unknown start holds, but only that it did."""
        told, nodes = self._rows.told(fact), self._rows.nodes
        begun = (begun_by(each.valid_to, nodes[each.source].at) for each in told)
        return all(moment == END for moment in begun)

    @cached_property
    def always(self) -> "ProjectionView":
        """This view with statements of any valid time."""
        return self._other(AsOf(known=self._known), any_time=True)

    @cached_property
    def _doubted(self) -> Collection[int]:
        doubts = self._settled and (self._rows.levels.were_set or self._rows.retired)
        return doubted(self._rows, self._known) if doubts else ()

    @cached_property
    def _roots(self) -> dict[int, int]:
        return self._rows.canonical(self._known)

    def _at_roots(self, hits: list[Hit]) -> list[Hit]:
        """Map hits on merged entities to the entities they stand for, keeping the best of each."""
        best: dict[int, float] = {}
        for item, score in hits:
            best.setdefault(self._root(item), score)
        return sorted(best.items(), key=lambda hit: (-hit[1], hit[0]))

    def _root(self, item: int) -> int:
        return self._roots.get(item, item)

    def _mask(self, kind: Kind) -> NDArray[np.bool_]:
        return self._visible.masks[kind]

    @cached_property
    def _visible(self) -> Visible:
        found = self._rows.visibility.at(None if self._any_time else self._valid, self._known)
        hidden = [*self._hidden, *self._doubted]
        if hidden or self._kept is not None:
            return self._rows.visibility.narrowed(found, hidden, self._kept)
        return found

    def _seen(self, item: int, kind: Kind | None = None) -> bool:
        items = self._rows.items
        number = items.find(item)
        if number < 0 or (kind is not None and items.kind(item) is not kind):
            return False
        return number < len(self._shown) and bool(self._shown[number])

    def _shown_of(self, ids: Sequence[int]) -> NDArray[np.bool_]:
        try:
            wanted = np.array(ids, np.int64)
        except OverflowError:  # no item has an id of more than 64 bits, and none has 0
            wanted = np.array([one if one.bit_length() < 64 else 0 for one in ids], np.int64)
        return self._shown_at(self._rows.items.find_all(wanted))

    def _shown_at(self, numbers: Int32) -> NDArray[np.bool_]:
        """Return a mask of the visible ones of items, given by number; -1 is none."""
        shown = self._shown
        seen: NDArray[np.bool_] = (numbers >= 0) & (numbers < len(shown))
        if len(shown):
            seen &= shown.take(numbers, mode="clip")
        return seen

    @property
    def _shown(self) -> NDArray[np.bool_]:
        """Mask of the visible items, by item number."""
        return self._visible.shown

    @cached_property
    def _edges(self) -> SeenEdges:
        return SeenEdges(self._rows, self._known, self._shown)

    @cached_property
    def _typed(self) -> TypedRows:
        valid = None if self._any_time else self._valid
        return TypedRows(self._rows, self._edges, self._known, valid, self._axis)
