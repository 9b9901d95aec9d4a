"""Algorithm 2 of AriGraph on graphs small enough to walk by hand."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import UsageError
from clew.graph.types import Fact, Kind
from clew.graph.view import Float32, Hit, View
from clew.recall.base import Limits, Probe, Query
from clew.recall.search.arigraph import Semantic
from tests.recall.worlds import ENTITY, FACT, UNITS, row, world, worlds


def chain():
    """a -f0- b -f1- c -f2- d; each entity's vector finds the fact that leads on."""
    x, y, z = row(1, 0, 0), row(0, 1, 0), row(0, 0, 1)
    vectors = {FACT: x, FACT + 1: y, FACT + 2: z, ENTITY: x, ENTITY + 1: y, ENTITY + 2: z}
    facts = [(0, "to", 1), (1, "to", 2), (2, "to", 3)]
    return world(["a", "b", "c", "d"], facts, vectors=vectors)


def found(view, depth, width=1, **how):
    query = Query(vector=row(1, 0, 0), depth=depth)
    return [one.id for one in Semantic(width=width, **how).search(view, query)]


def test_each_level_of_depth_goes_one_fact_further():
    assert found(chain(), 1) == [FACT]
    assert found(chain(), 2) == [FACT, FACT + 1]
    assert found(chain(), 3) == [FACT, FACT + 1, FACT + 2]
    assert found(chain(), 9) == [FACT, FACT + 1, FACT + 2]


def test_width_is_the_number_of_facts_each_query_asks_for():
    assert found(chain(), 1, width=2) == [FACT, FACT + 1]
    assert found(chain(), 1, width=6) == [FACT, FACT + 1, FACT + 2]


def test_a_threshold_cuts_hits_at_every_level():
    assert found(chain(), 1, width=6, threshold=0.5) == [FACT]
    assert found(chain(), 3, width=6, threshold=0.5) == [FACT, FACT + 1, FACT + 2]
    assert found(chain(), 3, threshold=1.5) == []


def test_a_path_leads_from_the_first_hit_to_the_fact():
    hits = Semantic(width=1).retrieve(chain(), Query(vector=row(1, 0, 0), depth=3), Limits())
    assert [hit.path for hit in hits] == [
        (FACT,),
        (FACT, ENTITY + 1, FACT + 1),
        (FACT, ENTITY + 1, FACT + 1, ENTITY + 2, FACT + 2),
    ]
    assert [hit.rank for hit in hits] == [1, 2, 3]


def test_a_score_is_the_product_of_the_similarities_along_the_path():
    vectors = {FACT: row(0.8, 0.6), FACT + 1: row(0, 1), ENTITY + 1: row(0.6, 0.8)}
    view = world(["a", "b", "c"], [(0, "to", 1), (1, "to", 2)], vectors=vectors)
    hits = Semantic(width=2).search(view, Query(vector=row(1, 0), depth=2))
    # level 0: 0.8 and 0; level 1 by b: 0.8 * (0.48 + 0.48) back to f0, 0.8 * 0.8 on to f1
    assert [hit.id for hit in hits] == [FACT, FACT + 1]
    assert [hit.score for hit in hits] == pytest.approx([0.8, 0.64])


def test_semantically_close_vertices_reach_facts_they_are_no_end_of():
    """The appendix' example: "grill" finds a fact of "grilling", to which no edge leads."""
    vectors = {ENTITY: row(1, 0), ENTITY + 2: row(1, 0), FACT: row(0, 1), FACT + 1: row(1, 0)}
    facts = [(0, "is in", 1), (2, "needs", 3)]
    view = world(["grill", "yard", "grilling", "bbq"], facts, vectors=vectors)
    hits = Semantic(width=1).search(view, Query(vector=row(0, 1), depth=2))
    assert [hit.id for hit in hits] == [FACT, FACT + 1]


class Counting:
    """Hands everything on and notes which rows were searched, call by call."""

    def __init__(self, view: View) -> None:
        self.view, self.calls = view, list[Float32]()

    def nearest(self, vectors: Float32, k: int, *, kind: Kind) -> list[list[Hit]]:
        self.calls.append(vectors)
        return self.view.nearest(vectors, k, kind=kind)

    def __getattr__(self, name):
        return getattr(self.view, name)


def test_no_vertex_is_asked_twice_and_a_level_is_one_search():
    names = [str(n) for n in range(4)]
    facts = [(a, "to", b) for a in range(4) for b in range(4) if a != b]
    vectors = {ENTITY + n: row(*np.eye(4)[n]) for n in range(4)}
    vectors |= {FACT + n: row(*(np.eye(4)[a] + np.eye(4)[b])) for n, (a, _, b) in enumerate(facts)}
    view = Counting(world(names, facts, vectors=vectors))
    probes = (Probe(row(1, 0, 0, 0), depth=4), Probe(row(0, 1, 0, 0), depth=2))
    Semantic(width=2).search(view, Query(probes=probes))
    assert len(view.calls[0]) == 2
    asked = np.concatenate(view.calls[1:])
    assert len(np.unique(asked, axis=0)) == len(asked) <= 4
    assert len(view.calls) <= 4


def test_each_query_of_the_set_has_its_own_depth():
    shallow = Query(probes=(Probe(row(1, 0, 0), 1), Probe(row(0, 0, 1), 1)))
    assert [one.id for one in Semantic(width=1).search(chain(), shallow)] == [FACT, FACT + 2]
    deep = Query(probes=(Probe(row(1, 0, 0), 2), Probe(row(0, 0, 1), 1)))
    assert {one.id for one in Semantic(width=1).search(chain(), deep)} == {FACT, FACT + 1, FACT + 2}


def test_an_entity_without_a_vector_asks_nothing():
    view = world(["a", "b", "c"], [(0, "to", 1), (1, "to", 2)], vectors={FACT + 1: row(1, 0)})
    hits = Semantic(width=1).search(view, Query(vector=row(1, 0), depth=3))
    assert [hit.id for hit in hits] == [FACT + 1]


def test_skipped_entities_are_not_walked_through():
    query = Query(vector=row(1, 0, 0), depth=3, skip=frozenset({Kind.ENTITY}))
    assert [one.id for one in Semantic(width=1).search(chain(), query)] == [FACT]


def test_nothing_is_found_without_a_vector_a_fact_or_a_wish_for_facts():
    query = Query(vector=row(1, 0, 0))
    assert Semantic().retrieve(chain(), Query(text="a"), Limits()) == []
    assert Semantic().retrieve(world([]), query, Limits()) == []
    only = Query(vector=row(1, 0, 0), kinds=(Kind.EPISODE,))
    assert Semantic().retrieve(chain(), only, Limits()) == []


def test_bad_parameters_are_named():
    with pytest.raises(UsageError, match="width is at least 1; got 0"):
        Semantic(width=0)
    with pytest.raises(UsageError, match="depth is at least 1; got 0"):
        Query(depth=0)
    with pytest.raises(UsageError, match="one dimension"):
        Query(probes=(Probe(row(1, 0)), Probe(row(1, 0, 0))))


def by_the_paper(view: View, vector: Float32, depth: int, width: int) -> set[int]:
    """Algorithm 2 line by line, one query at a time."""
    result: set[int] = set()
    queue: list[tuple[Float32, int]] = [(vector, 0)]
    queued: set[int] = set()
    while queue:
        query, distance = queue.pop(0)
        if distance >= depth or not query.any():
            continue
        for id, _ in view.nearest(query[None, :], width, kind=Kind.FACT)[0]:
            result.add(id)
            (item,) = view.items([id])
            assert isinstance(item, Fact)
            for end in (item.subject, item.object):
                if end not in queued:
                    queued.add(end)
                    queue.append((view.vectors([end])[0], distance + 1))
    return result


@given(worlds(), st.sampled_from(UNITS), st.integers(1, 3), st.integers(1, 6))
def test_it_finds_exactly_what_the_paper_s_queue_finds(view, vector, depth, width):
    got = Semantic(width=width).search(view, Query(vector=vector, depth=depth))
    if view.vectors([]).shape[1]:
        assert {one.id for one in got} == by_the_paper(view, vector, depth, width)
    assert got == sorted(got, key=lambda one: (-one.score, one.id))
    assert len({one.id for one in got}) == len(got)
