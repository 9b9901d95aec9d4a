"""What recall may read: the `View` protocol, and the `KeyValue` protocol caches take.

A view is bound to one namespace, one revision and one `AsOf`. Everything it returns is visible
there: known at that revision and, for statements (facts, theses, goals), valid at that time.
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
    """A read-only, consistent look at one namespace."""

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
        """What was asked, with "now" filled in."""
        ...

    def ids(self, kind: Kind) -> list[int]:
        """Return every visible id of a kind with a text (`TEXT_KINDS`), ascending."""
        ...

    def count(self, kind: Kind) -> int:
        """Return how many visible ids of a kind there are, without making a list of them."""
        ...

    def items(self, ids: Sequence[int]) -> list[Item]:
        """Return the typed values of visible ids, in the order asked.

        An id of a merged entity gives the entity it was merged into.

        Raises:
            UnknownNameError: an id is not visible here.
        """
        ...

    def links(
        self, ids: Sequence[int], kinds: Collection[Kind] = EDGE_KINDS, most: int | None = None
    ) -> list[list[Link]]:
        """Return, for each id, its visible edges of the given kinds, ascending by edge id.

        With `most`, at most that many of each id, the newest (largest edge ids): a walk must not
        pay for every edge of a hub.

        An entity has facts, mentions and episodic edges; a fact and a thesis have the episodic
        edges that lead to them. Ends of merged entities are reported as the entity they are
        merged into, whose edges include those of its members. An unknown id has no edges.
        """
        ...

    def others(
        self, ids: Sequence[int], kinds: Collection[Kind], kind: Kind
    ) -> list[tuple[int, ...]]:
        """Return, for each id, the items of a kind at the other ends of its `links`.

        Each once, ascending: what a search needs that counts and does not walk on.
        """
        ...

    def find(self, name: str) -> list[int]:
        """Return the entities called `name` or with that alias, under `text.normalise_name`."""
        ...

    def nearest(self, vectors: Float32, k: int, *, kind: Kind) -> list[list[Hit]]:
        """Return the exact top-k visible items of a kind by dot product, for each query row.

        `vectors` is (queries, dim) of unit rows. All queries are scored in one matrix product.
        """
        ...

    def match(self, text: str, k: int, *, kind: Kind) -> list[Hit]:
        """Return the best k visible items of a kind by BM25 over stemmed words.

        Any word of `text` may match; stop words and punctuation are ignored, and a text without
        a word left matches nothing. Scores are positive.
        """
        ...

    def vectors(self, ids: Sequence[int]) -> Float32:
        """Return the stored vectors, (len(ids), dim); a row of zeros where there is none."""
        ...


class KeyValue(Protocol):
    """A small byte store for caches; `space` keeps users of one store apart."""

    def get_many(self, space: str, keys: Sequence[str]) -> list[bytes | None]:
        """Return the values in the order asked; `None` where a key is not there."""
        ...

    def set_many(self, space: str, pairs: Sequence[tuple[str, bytes]]) -> None:
        """Store all pairs, replacing what was there."""
        ...
