"""A memory in plain Python lists: the `View` protocol, written to be read and to be right.

The oracle that every faster view is tested against, and enough for anybody who has typed values
in memory. Nothing is indexed: a search looks at every item.
"""

import math
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from clew.errors import UnknownNameError, UsageError
from clew.graph.types import (
    EDGE_KINDS,
    TEXT_KINDS,
    AsOf,
    Entity,
    Episode,
    Fact,
    Goal,
    Item,
    Kind,
    Link,
    Thesis,
    Time,
)
from clew.graph.view import Float32, Hit
from clew.recall.base import ends_of
from clew.recall.search.flat import terms
from clew.text import normalise_name
from tests.visible import Edge, check_ends, holds, known_revision, known_rows, valid_time

__all__ = ["Edge", "PlainView"]

_LATEST = AsOf()
_NO_MERGES: Mapping[int, int] = MappingProxyType({})
_NO_VECTORS: Mapping[int, ArrayLike] = MappingProxyType({})


class _Ends(NamedTuple):
    """A visible edge of any kind, its ends canonical; sorts by id."""

    id: int
    kind: Kind
    source: int
    target: int


class PlainView:
    """A `View` over values in memory.

    Choices where the protocol leaves room:

    - A merged entity is never listed: `ids`, `find`, `nearest` and `match` give the entity it
      was merged into, and `items`, `links` and `vectors` accept its id and answer for that one.
      `match` and `nearest` score each member's name and count the best.
    - A fact keeps the names it was stated with; its `subject` and `object` are canonical ids.
    - An edge is visible when it is known and both its ends are visible. An edge from an entity
      to itself, also by a merge, is one outgoing link.
    - `episodes` (ascending) and `Thesis.entities` (in the order of its mentions) hold what the
      edges say and then what the value names, as far as visible, canonical.
    - "Now" is as in `tests.visible.valid_time`.
    """

    def __init__(
        self,
        items: Sequence[Item],
        edges: Sequence[Edge] = (),
        *,
        merges: Mapping[int, int] = _NO_MERGES,
        vectors: Mapping[int, ArrayLike] = _NO_VECTORS,
        as_of: AsOf = _LATEST,
        revision: int | None = None,
        namespace: str = "default",
        now: Time | None = None,
    ) -> None:
        """Keep what is visible as of `as_of`.

        Args:
            items: Values of any kind. Several versions of one id may come; at most one of them
                is known at any revision.
            edges: The edges that are not facts; several versions may come, as of items.
            merges: Merged entity -> the entity it was merged into, as this view shall see it;
                chains are followed.
            vectors: Item id -> vector, all of one dimension.
            as_of: Which past to read.
            revision: The last revision; by default the newest one an item or edge names.
            namespace: Name of the namespace.
            now: The clock's now, or the present step.

        Raises:
            UsageError: two versions known at once, an end or a merge that is not among the
                items, a merge cycle, vectors of two dimensions, a revision not yet reached.
            AxisError: datetimes and steps are mixed.
        """
        self._namespace = namespace
        known = known_revision([*items, *edges], revision, as_of.known)
        rows = known_rows(items, known)
        self._as_of = AsOf(valid_time(items, as_of.valid, now), known)
        check_ends({item.id: item for item in items}, edges, merges)
        self._root = {id_: _root(merges, id_) for id_ in merges}
        seen = {id_: row for id_, row in sorted(rows.items()) if holds(row, self._as_of.valid)}
        ends = sorted(self._visible(seen, known_rows(edges, known).values()))
        self._links = _links(ends, {id_: _kind(item) for id_, item in seen.items()})
        self._members = _members(self._root, seen)
        self._items = {
            id_: self._finish(row, seen) for id_, row in seen.items() if id_ not in self._root
        }
        self._dim, self._vectors = _vector_rows(vectors)

    @property
    def namespace(self) -> str:
        """Name of the namespace."""
        return self._namespace

    @property
    def revision(self) -> int:
        """The revision this view reads."""
        assert self._as_of.known is not None
        return self._as_of.known

    @property
    def as_of(self) -> AsOf:
        """What was asked, with "now" filled in; `valid` stays `None` if nothing has a time."""
        return self._as_of

    def ids(self, kind: Kind) -> list[int]:
        """Return every visible, canonical id of a kind, ascending.

        Raises:
            UsageError: items of this kind have no text.
        """
        if kind not in TEXT_KINDS:
            raise UsageError(f"expected a kind with a text, {', '.join(TEXT_KINDS)}; came {kind!r}")
        return [id_ for id_, item in self._items.items() if _kind(item) is kind]

    def count(self, kind: Kind) -> int:
        """Return how many ids of a kind are visible."""
        return len(self.ids(kind))

    def items(self, ids: Sequence[int]) -> list[Item]:
        """Return the values of visible ids in the order asked, merged entities as their root.

        Raises:
            UnknownNameError: an id is not visible here.
        """
        return [self._item(id_) for id_ in ids]

    def ends(self, ids: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the entities that facts and theses join."""
        return [ends_of(item) for item in self.items(ids)]

    def links(
        self,
        ids: Sequence[int],
        kinds: Collection[Kind] = EDGE_KINDS,
        most: int | None = None,
        among: Collection[int] | None = None,
    ) -> list[list[Link]]:
        """Return each id's visible edges of the given kinds, each once, ascending by edge id.

        A thesis has its mentions and the episodic edges that lead to it, a fact the latter only;
        an id that is not visible has none. With `most`, the newest; with `among`, those of them
        that do not lead to other entities than these.
        """
        found = [
            [link for link in self._links.get(self._canonical(id_), ()) if link.kind in kinds]
            for id_ in ids
        ]
        if most is not None:
            found = [links[max(len(links) - most, 0) :] for links in found]
        if among is None:
            return found
        return [
            [link for link in links if link.far is not Kind.ENTITY or link.other in among]
            for links in found
        ]

    def others(
        self, ids: Sequence[int], kinds: Collection[Kind], kind: Kind, up_to: int | None = None
    ) -> list[tuple[int, ...]]:
        """Return, for each id, the items of a kind that its links of these kinds lead to."""
        del up_to  # all of them
        return [
            tuple(sorted({link.other for link in links if link.far is kind}))
            for links in self.links(ids, kinds)
        ]

    def degrees(self, ids: Sequence[int], kinds: Collection[Kind]) -> list[int]:
        """Return how many visible edges of these kinds each id has."""
        return [len({link.edge for link in links}) for links in self.links(ids, kinds)]

    def find(self, name: str) -> list[int]:
        """Return the canonical entities with that name or alias, ascending."""
        key = normalise_name(name)
        return [
            item.id
            for item in self._items.values()
            if isinstance(item, Entity)
            and key in {normalise_name(called) for called in (item.name, *item.aliases)}
        ]

    def nearest(self, vectors: Float32, k: int, *, kind: Kind) -> list[list[Hit]]:
        """Return the exact top-k items of a kind by dot product for each row of (queries, dim).

        Products are summed in float64, row by row: equal vectors tie exactly, which a matrix
        product does not promise. Ties by ascending id; an item without a vector is left out.

        Raises:
            UsageError: the queries are not rows of the stored dimension.
        """
        queries = np.asarray(vectors, dtype=np.float64)
        rows = [(id_, id_) for id_ in self.ids(kind)]
        if kind is Kind.ENTITY:
            rows += [(id_, each.id) for id_ in self._members for each in self._members[id_]]
        found = [(id_, self._vectors[row]) for id_, row in rows if row in self._vectors]
        if queries.ndim != 2 or (self._vectors and queries.shape[1] != self._dim):
            raise UsageError(
                f"expected query vectors of shape (queries, {self._dim}), came {queries.shape!r}; "
                "embed queries with the memory's own embedder"
            )
        return [_best(_most_alike(query, found), k) for query in queries]

    def match(self, text: str, k: int, *, kind: Kind) -> list[Hit]:
        """Return the best k items of a kind by BM25, ties by ascending id.

        Words are counted over the visible items of this kind. A full-text index counts all its
        rows and stems by Porter's rules: its scores differ, and so may the order of close ones.
        """
        texts = [(id_, _text(self._items[id_])) for id_ in self.ids(kind)]
        if kind is Kind.ENTITY:
            texts += [(id_, each.name) for id_ in self._members for each in self._members[id_]]
        best: dict[int, float] = {}
        for (id_, _), score in zip(texts, bm25(text, [each for _, each in texts]), strict=True):
            if score > best.get(id_, 0.0):
                best[id_] = score
        return _best(list(best.items()), k)

    def vectors(self, ids: Sequence[int]) -> Float32:
        """Return the vectors, (len(ids), dim); zeros for an id that is not visible or has none."""
        rows = np.zeros((len(ids), self._dim), dtype=np.float32)
        for row, id_ in zip(rows, map(self._canonical, ids), strict=True):
            if id_ in self._items and id_ in self._vectors:
                row[:] = self._vectors[id_]
        return rows

    def _canonical(self, id_: int) -> int:
        return self._root.get(id_, id_)

    def _item(self, id_: int) -> Item:
        item = self._items.get(self._canonical(id_))
        if item is None:
            raise UnknownNameError("visible item", str(id_))
        return item

    def _visible(self, seen: Mapping[int, Item], edges: Iterable[Edge]) -> Iterator[_Ends]:
        """Yield the facts of `seen` and the other edges, where both ends are in `seen`."""
        facts = [fact for fact in seen.values() if isinstance(fact, Fact)]
        every = [_Ends(fact.id, Kind.FACT, fact.subject, fact.object) for fact in facts]
        every += [_Ends(edge.id, edge.kind, edge.source, edge.target) for edge in edges]
        for id_, kind, source, target in every:
            source, target = self._canonical(source), self._canonical(target)
            if source in seen and target in seen:
                yield _Ends(id_, kind, source, target)

    def _finish(self, row: Item, seen: Mapping[int, Item]) -> Item:
        """Return a row whose references and aliases are those seen from here."""
        if isinstance(row, Episode | Goal):
            return row
        links = self._links.get(row.id, ())
        members = self._members.get(row.id, ())
        shown = {link.other for link in links if link.kind is Kind.EPISODIC}
        shown |= {id_ for each in (row, *members) for id_ in each.episodes}
        episodes = tuple(sorted(shown & seen.keys()))
        if isinstance(row, Fact):
            subject, object_ = self._canonical(row.subject), self._canonical(row.object)
            return replace(row, subject=subject, object=object_, episodes=episodes)
        if isinstance(row, Thesis):
            said = [link.other for link in links if link.kind is Kind.MENTION]
            said += [id_ for id_ in map(self._canonical, row.entities) if id_ in seen]
            return replace(row, entities=tuple(dict.fromkeys(said)), episodes=episodes)
        names = [name for each in (row, *members) for name in (each.name, *each.aliases)]
        aliases = tuple(dict.fromkeys(name for name in names if name != row.name))
        return replace(row, aliases=aliases, episodes=episodes)


def _most_alike(query: NDArray[np.float64], found: Sequence[tuple[int, Float32]]) -> list[Hit]:
    """Return the best score of each id, whose vectors may be several."""
    best: dict[int, float] = {}
    for id_, vector in found:
        score = float(np.sum(query * vector))
        best[id_] = max(score, best.get(id_, score))
    return list(best.items())


def _members(roots: Mapping[int, int], seen: Mapping[int, Item]) -> dict[int, list[Entity]]:
    """Return the visible entities merged into each root, ascending."""
    members: dict[int, list[Entity]] = {}
    for id_, root in sorted(roots.items()):
        member = seen.get(id_)
        if isinstance(member, Entity) and root in seen:
            members.setdefault(root, []).append(member)
    return members


def _kind(item: Item) -> Kind:
    match item:
        case Entity():
            return Kind.ENTITY
        case Fact():
            return Kind.FACT
        case Thesis():
            return Kind.THESIS
        case Episode():
            return Kind.EPISODE
        case Goal():
            return item.kind


def _text(item: Item) -> str:
    return item.name if isinstance(item, Entity) else item.text


def _best(hits: Sequence[Hit], k: int) -> list[Hit]:
    return sorted(hits, key=lambda hit: (-hit[1], hit[0]))[: max(k, 0)]


def _root(merges: Mapping[int, int], id_: int) -> int:
    """Return the entity a merged one ends in."""
    passed = [id_]
    while passed[-1] in merges:
        passed.append(merges[passed[-1]])
        if passed[-1] in passed[:-1]:
            raise UsageError(f"expected merges without a cycle, came {passed!r}; split one of them")
    return passed[-1]


def _links(ends: Iterable[_Ends], kinds: Mapping[int, Kind]) -> dict[int, list[Link]]:
    """Return the links of each end, in the order of `ends`; a self-loop is one outgoing link."""
    links: dict[int, list[Link]] = {}
    for id_, kind, source, target in ends:
        links.setdefault(source, []).append(
            Link(id_, kind, target, outgoing=True, far=kinds[target])
        )
        if target != source:
            links.setdefault(target, []).append(
                Link(id_, kind, source, outgoing=False, far=kinds[source])
            )
    return links


def _vector_rows(vectors: Mapping[int, ArrayLike]) -> tuple[int, dict[int, NDArray[np.float32]]]:
    """Return the dimension (0 without vectors) and each vector as float32."""
    rows = {id_: np.asarray(vector, dtype=np.float32) for id_, vector in vectors.items()}
    shapes = sorted({row.shape for row in rows.values()})
    if len(shapes) > 1 or any(len(shape) != 1 for shape in shapes):
        raise UsageError(f"expected vectors of one dimension, came shapes {shapes!r}")
    return (shapes[0][0] if shapes else 0), rows


_K1, _B = 1.2, 0.75


def bm25(query: str, texts: Sequence[str]) -> list[float]:
    """Return the score of each text for a query, in order; 0.0 if no word matches.

    Each distinct word of the query counts once.
    """
    bags = [Counter(terms(text)) for text in texts]
    lengths = [bag.total() for bag in bags]
    mean = sum(lengths) / len(lengths) if any(lengths) else 1.0
    weights = {}
    for term in dict.fromkeys(terms(query)):
        having = sum(term in bag for bag in bags)
        weights[term] = math.log(1 + (len(bags) - having + 0.5) / (having + 0.5))
    return [
        math.fsum(
            weight * bag[term] * (_K1 + 1) / (bag[term] + _K1 * (1 - _B + _B * length / mean))
            for term, weight in weights.items()
            if term in bag
        )
        for bag, length in zip(bags, lengths, strict=True)
    ]
