"""The `View` protocol, all that recall may read, and the `KeyValue` protocol of caches.

A view is bound to one namespace, one revision and one `AsOf`. It returns visible items only:
known at that revision and, for statements (facts, theses, goals), valid at that time.
Lists are deterministic: ascending ids, or best first with ties by ascending id.
"""

from collections.abc import Collection, Sequence
from typing import Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from clew.graph.types import EDGE_KINDS, AsOf, Item, Kind, Link

__all__ = ["Float32", "Hit", "KeyValue", "View"]

Float32: TypeAlias = NDArray[np.float32]
Hit: TypeAlias = tuple[int, float]
"""(item id, score); larger is better."""


class View(Protocol):
    """A read-only, consistent view of one namespace."""

    @property
    def namespace(self) -> str:
        """Name of the namespace."""
        ...

    @property
    def revision(self) -> int:
        """The revision this view reads: the last one, or `as_of.known`."""
        ...

    @property
    def as_of(self) -> AsOf:
        """The times asked for, with "now" filled in."""
        ...

    def ids(self, kind: Kind) -> list[int]:
        """Return every visible id of a kind with a text (`TEXT_KINDS`), ascending."""
        ...

    def count(self, kind: Kind) -> int:
        """Return the number of visible ids of a kind, without building a list."""
        ...

    def items(self, ids: Sequence[int]) -> list[Item]:
        """Return the typed values of visible ids, in the order of `ids`.

        The id of a merged entity gives the entity it was merged into.

        Raises:
            UnknownNameError: an id is not visible here.
        """
        ...

    def ends(self, ids: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the entities that visible facts and theses join; cheaper than `items`.

        They are the subject and the object of a fact, and what a thesis mentions.

        Raises:
            UnknownNameError: an id is not visible here.
        """
        ...

    def links(
        self,
        ids: Sequence[int],
        kinds: Collection[Kind] = EDGE_KINDS,
        most: int | None = None,
        among: Collection[int] | None = None,
    ) -> list[list[Link]]:
        """Return, for each id, its visible edges of the given kinds, ascending by edge id.

        With `most`, at most that many per id, the newest (largest edge ids), so that a walk need
        not read every edge of a hub. With `among`, those of them that lead to other entities than
        these are left out, which costs less than to leave them out later.

        An entity has facts, mentions and episodic edges; a fact and a thesis have the episodic
        edges that lead to them. A merged entity is reported as the entity it was merged into,
        whose edges include those of its members. An unknown id has no edges.
        """
        ...

    def others(
        self, ids: Sequence[int], kinds: Collection[Kind], kind: Kind, up_to: int | None = None
    ) -> list[tuple[int, ...]]:
        """Return, for each id, the items of a kind at the other ends of its `links`.

        Each item once, ascending; cheaper than `links` for a search that only counts. Of an id that
        has more than `up_to` there may be only some of them, but more than that: one that leaves
        out hubs need not read every edge of these.
        """
        ...

    def degrees(self, ids: Sequence[int], kinds: Collection[Kind]) -> list[int]:
        """Return how many visible edges of the given kinds each id has; cheaper than `links`."""
        ...

    def find(self, name: str) -> list[int]:
        """Return the entities called `name` or with that alias, under `text.normalise_name`."""
        ...

    def nearest(self, vectors: Float32, k: int, *, kind: Kind) -> list[list[Hit]]:
        """Return the exact top-k visible items of a kind by dot product, for each query row.

        `vectors` is (queries, dim) with unit rows. All queries are scored in one matrix product.
        """
        ...

    def match(self, text: str, k: int, *, kind: Kind) -> list[Hit]:
        """Return the best k visible items of a kind by BM25 over stemmed words.

        Any word of `text` may match; stop words and punctuation are ignored, and a text with no
        other words matches nothing. Scores are positive.
        """
        ...

    def vectors(self, ids: Sequence[int]) -> Float32:
        """Return the stored vectors, (len(ids), dim); a row of zeros for an id without one."""
        ...


class KeyValue(Protocol):
    """A small byte store for caches; `space` separates the users of one store."""

    def get_many(self, space: str, keys: Sequence[str]) -> list[bytes | None]:
        """Return the values in the order of `keys`; `None` for a missing key."""
        ...

    def set_many(self, space: str, pairs: Sequence[tuple[str, bytes]]) -> None:
        """Store all pairs, replacing existing values."""
        ...
