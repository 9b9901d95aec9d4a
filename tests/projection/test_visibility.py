"""Masks of what is visible are shared exactly as long as they are right."""

from hypothesis import given
from hypothesis import strategies as st

from clew.graph.types import Kind
from clew.learn.write import NewEdge, NewNode
from clew.memory import Memory
from clew.projection.visibility import Visibility

_PERIODS = st.tuples(st.integers(0, 9), st.integers(1, 9)).map(lambda two: (two[0], sum(two)))


def _filled(periods):
    memory = Memory.open(embedder=None)
    nodes = [NewNode(kind=Kind.ENTITY, text=f"e{n}") for n in range(len(periods) + 1)]
    edges = [
        NewEdge(
            kind=Kind.FACT,
            source=nodes[0],
            target=nodes[n],
            relation="r",
            valid_from=start,
            valid_to=end,
        )
        for n, (start, end) in enumerate(periods, 1)
    ]
    memory.write(nodes, edges)
    return memory


@given(st.lists(_PERIODS, min_size=1, max_size=5), st.lists(st.integers(-2, 20), min_size=1))
def test_kept_masks_are_those_made_anew(periods, moments):
    with _filled(periods) as memory, memory.store.projection("default") as rows:
        for valid in (*moments, None):
            kept = rows.visibility.at(valid, rows.revision)
            fresh = Visibility(rows.columns, rows.items).at(valid, rows.revision)
            assert kept.shown.tolist() == fresh.shown.tolist()
            holding = [valid is None or start <= valid < end for start, end in periods]
            assert kept.masks[Kind.FACT].tolist() == holding


def test_masks_are_shared_up_to_the_next_change_and_until_a_write():
    with _filled([(2, 5)]) as memory:
        with memory.store.projection("default") as rows:
            at, known = rows.visibility.at, rows.revision
            inside = at(2, known)
            assert at(4, known) is inside
            assert at(5, known) is not inside
            assert at(None, known) is not inside
            assert at(3, known) is inside
        memory.write([NewNode(kind=Kind.ENTITY, text="new")])
        with memory.store.projection("default") as rows:
            later = rows.visibility.at(3, rows.revision)
            assert len(later.shown) == len(inside.shown) + 1


def test_a_view_without_an_item_leaves_the_shared_masks_alone():
    with _filled([(0, 9)]) as memory, memory.view() as view:
        (fact,) = view.ids(Kind.FACT)
        assert view.without([fact]).ids(Kind.FACT) == []
        assert view.ids(Kind.FACT) == [fact]
