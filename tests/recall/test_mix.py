"""Mixtures by hand: the union's order, rank fusion, what is kept of every retriever."""

from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import UsageError
from clew.graph.types import Kind
from clew.recall.base import Limits, Query, Retriever, Scored
from clew.recall.search.astar import AStar
from clew.recall.search.beam import Beam
from clew.recall.search.catalogue import Mix, personalai
from clew.recall.search.circles import Circles
from clew.recall.search.flat import Dense, Keyword
from tests.recall.worlds import ENTITY, FACT, UNITS, row, world, worlds


@dataclass(frozen=True)
class Fixed:
    """Returns the given facts, best first, whatever is asked, up to `k`."""

    ids: tuple[int, ...]
    by: int = ENTITY

    def retrieve(self, view, query, limits):
        return [
            Scored(
                id=id, kind=Kind.FACT, score=1.0 - rank / 10, channel="fixed", rank=rank,
                path=(self.by, id),
            )
            for rank, id in enumerate(self.ids[: limits.k], 1)
        ]  # fmt: skip


VIEW = world([str(n) for n in range(10)], [(n, "to", n) for n in range(10)])
F = [FACT + n for n in range(10)]


def mixed(retrievers, k=20, **how):
    return Mix(retrievers, **how).retrieve(VIEW, Query(), Limits(k=k))


def test_a_union_takes_from_all_in_turn_and_an_item_counts_once():
    got = mixed({"a": Fixed((F[5], F[1])), "b": Fixed((F[2], F[5])), "c": Fixed((F[9],))})
    assert [one.id for one in got] == [F[2], F[5], F[9], F[1]]
    assert [one.score for one in got] == [1.0, 1.0, 1.0, 0.5]
    assert [one.channel for one in got] == ["mix"] * 4


def test_every_place_is_shown_and_the_path_is_that_of_the_best():
    got = {one.id: one for one in mixed({"a": Fixed((F[1], F[2]), 7), "b": Fixed((F[2],), 8)})}
    assert got[F[2]].parts == (("a", 2, 0.8), ("b", 1, 0.9))
    assert got[F[2]].path == (8, F[2])
    assert got[F[1]].parts == (("a", 1, 0.9),)
    tie = mixed({"z": Fixed((F[1],), 7), "b": Fixed((F[1],), 8)})
    assert tie[0].path == (7, F[1])  # the first named


def test_rank_fusion_prefers_what_several_find():
    both = {"a": Fixed((F[1], F[2])), "b": Fixed((F[3], F[2]))}
    assert [one.id for one in mixed(both)] == [F[1], F[3], F[2]]
    fused = mixed(both, rank_fusion=True)
    assert [one.id for one in fused] == [F[2], F[1], F[3]]
    assert fused[0].score == pytest.approx(2 / 62)


def test_every_retriever_looks_as_far_as_the_candidates():
    many = {"a": Fixed(tuple(F[:6])), "b": Fixed(tuple(reversed(F)))}
    # The best of a is the last of b: cut at k, b would not know it.
    fused = Mix(many, rank_fusion=True).retrieve(VIEW, Query(), Limits(k=1, candidates=10))
    assert fused[0].parts == (("a", 1, 0.9), ("b", 10, 0.0))
    assert len(mixed(many, k=2)) == 2


def test_any_number_can_be_mixed_and_mixtures_too():
    inner = Mix({"a": Fixed((F[1],)), "b": Fixed((F[2],))})
    got = mixed({"inner": inner, "c": Fixed((F[3],)), "d": Fixed(()), "e": Fixed((F[1],))})
    assert [one.id for one in got] == [F[1], F[3], F[2]]
    assert [name for name, _, _ in got[0].parts] == ["e", "inner"]


def test_options_are_checked():
    with pytest.raises(UsageError, match="expected named retrievers"):
        Mix({})
    with pytest.raises(UsageError, match="expected named retrievers"):
        Mix({"": Keyword()})


def test_the_preset_has_the_published_values_alone_and_united():
    assert personalai("beam") == Beam(max_depth=5, max_paths=10, mean_alpha=0.75)
    assert personalai("astar") == AStar(max_depth=10, max_passed=150)
    assert personalai("circles") == Circles(
        strict_filter=True, hyper_num=15, episodic_num=15, chain_triplets_num=25,
        other_triplets_num=6,
    )  # fmt: skip
    united = personalai("circles", "beam")
    assert isinstance(united, Mix)
    assert list(united.retrievers) == ["circles", "beam"]
    assert not united.rank_fusion
    for wrong in (("dense",), ("beam", "beam")):
        with pytest.raises(UsageError, match="expected names out of astar, circles, beam"):
            personalai(*wrong)


def test_the_preset_unites_what_its_three_find():
    facts = [(0, "lives in", 1), (1, "is in", 2), (3, "met", 0), (2, "borders", 4)]
    vectors = {FACT: row(1, 0), FACT + 1: row(0.8, 0.6), FACT + 2: row(0, 1), FACT + 3: row(-1, 0)}
    view = world(["Anna", "Porto", "Portugal", "Ben", "Spain"], facts, vectors=vectors)
    query = Query(vector=row(1, 0), entities=((ENTITY,), (ENTITY + 2,)))
    every = {one.id for one in personalai().retrieve(view, query, Limits())}
    alone = [
        {one.id for one in personalai(name).retrieve(view, query, Limits())}
        for name in ("astar", "circles", "beam")
    ]
    assert every == set.union(*alone)
    assert {FACT, FACT + 1} <= alone[0] & alone[1] & alone[2]


@given(worlds(), st.sampled_from(UNITS), st.booleans())
def test_a_mixture_has_what_its_parts_have_and_says_so(view, vector, rank_fusion):
    if not view.vectors([]).shape[1]:
        return
    parts: dict[str, Retriever] = {"keyword": Keyword(), "dense": Dense()}
    query = Query(text="red key", vector=vector)
    got = Mix(parts, rank_fusion=rank_fusion).retrieve(view, query, Limits(k=100))
    told = {name: one.retrieve(view, query, Limits(k=100)) for name, one in parts.items()}
    assert {one.id for one in got} <= {one.id for rows in told.values() for one in rows}
    for one in got:
        places = [(name, row.rank, row.score) for name in sorted(told) for row in told[name]
                  if row.id == one.id]  # fmt: skip
        assert list(one.parts) == places
