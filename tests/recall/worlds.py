"""Small memories whose every score can be worked out by hand."""

import math
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

import numpy as np
from hypothesis import strategies as st
from numpy.typing import ArrayLike

from clew.graph.types import EDGE_KINDS, Entity, Episode, Fact, Item, Kind, Link, Thesis, Time
from clew.graph.view import Float32
from tests.plain_view import Edge, PlainView

ENTITY, FACT, THESIS, EPISODE, EDGE = 1, 101, 201, 301, 1001
"""First id of each kind: number n of a kind has this plus n."""


def row(*numbers: float) -> Float32:
    return np.array(numbers, dtype=np.float32)


def world(
    names: Sequence[str],
    facts: Sequence[tuple[int, str, int]] = (),
    theses: Sequence[tuple[str, Sequence[int]]] = (),
    episodes: Sequence[tuple[str, Sequence[int]]] = (),
    *,
    vectors: Mapping[int, ArrayLike] = {},
    merges: Mapping[int, int] = {},
) -> PlainView:
    """Facts name entities by number, episodes name the ids they are the source of."""
    items: list[Item] = [Entity(id=ENTITY + n, name=name) for n, name in enumerate(names)]
    for n, (subject, relation, object_) in enumerate(facts):
        items.append(
            Fact(
                id=FACT + n,
                subject=ENTITY + subject,
                relation=relation,
                object=ENTITY + object_,
                subject_name=names[subject],
                object_name=names[object_],
            )
        )
    links: list[tuple[Kind, int, int]] = []
    for n, (text, about) in enumerate(theses):
        items.append(Thesis(id=THESIS + n, text=text))
        links += [(Kind.MENTION, THESIS + n, ENTITY + entity) for entity in about]
    for n, (text, stated) in enumerate(episodes):
        items.append(Episode(id=EPISODE + n, text=text, at=n, source="test", known_from=0))
        links += [(Kind.EPISODIC, EPISODE + n, id) for id in stated]
    edges = [
        Edge(id=EDGE + n, kind=kind, source=source, target=target)
        for n, (kind, source, target) in enumerate(links)
    ]
    return PlainView(items, edges, vectors=vectors, merges=merges)


def toward(near: float) -> Float32:
    """A unit row whose product with (1, 0) is `near`."""
    return row(near, math.sqrt(1.0 - near * near))


def dated(starts: Mapping[int, Time | None]) -> PlainView:
    """Fact n leads from entity 0 to entity n + 1, since its start; all vectors are (1, 0)."""
    items: list[Item] = [Entity(id=ENTITY + n, name=str(n)) for n in range(max(starts) + 2)]
    items += [
        Fact(
            id=FACT + n,
            subject=ENTITY,
            relation=f"r{n}",
            object=ENTITY + n + 1,
            subject_name="0",
            object_name=str(n + 1),
            valid_from=start,
        )
        for n, start in starts.items()
    ]
    return PlainView(items, [], vectors={item.id: row(1, 0) for item in items})


class Counted(PlainView):
    """A view that counts what is read of it."""

    def __init__(self, view: PlainView) -> None:
        self.__dict__.update(view.__dict__)
        self.calls: Counter[str] = Counter()

    def links(
        self,
        ids: Sequence[int],
        kinds: Collection[Kind] = EDGE_KINDS,
        most: int | None = None,
        among: Collection[int] | None = None,
    ) -> list[list[Link]]:
        self.calls["links"] += 1
        return super().links(ids, kinds, most, among)

    def items(self, ids: Sequence[int]) -> list[Item]:
        self.calls["items"] += 1
        return super().items(ids)

    def vectors(self, ids: Sequence[int]) -> Float32:
        self.calls["vectors"] += 1
        return super().vectors(ids)


UNITS = [row(1, 0), row(0, 1), row(-1, 0), row(0.6, 0.8), row(0.8, 0.6)]
"""Few directions, so that equal scores are common."""


@st.composite
def worlds(draw: st.DrawFn) -> PlainView:
    """Memories of few words and few directions: ties everywhere, hubs, cycles, empty ones."""
    word = st.sampled_from(["key", "door", "red key", "Ключ", "room a", "the"])
    names = draw(st.lists(word, max_size=5))
    entity = st.integers(0, max(len(names) - 1, 0))
    some = st.lists(entity, max_size=3, unique=True)
    most = 7 if names else 0
    facts = draw(
        st.lists(st.tuples(entity, st.sampled_from(["is in", "has"]), entity), max_size=most)
    )
    theses = draw(st.lists(st.tuples(word, some if names else st.just([])), max_size=3))
    statements = [FACT + n for n in range(len(facts))] + [THESIS + n for n in range(len(theses))]
    told = (
        st.lists(st.sampled_from(statements), max_size=5, unique=True)
        if statements
        else st.just([])
    )
    episodes = draw(st.lists(st.tuples(word, told), max_size=4))
    ids = [ENTITY + n for n in range(len(names))] + statements
    ids += [EPISODE + n for n in range(len(episodes))]
    vectors = {id: draw(st.sampled_from(UNITS)) for id in ids if draw(st.integers(0, 5))}
    merges = {ENTITY + 1: ENTITY} if len(names) > 1 and draw(st.booleans()) else {}
    return world(names, facts, theses, episodes, vectors=vectors, merges=merges)
