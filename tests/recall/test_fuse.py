"""Fusion: what holds for any rankings, and the two formulas by hand."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import UsageError
from clew.recall.search.fusion import (
    channel_of,
    min_max_fusion,
    min_max_ranking,
    reciprocal_rank_fusion,
)

hits = st.dictionaries(
    st.integers(1, 6), st.sampled_from([0.0, 0.1, 0.25, 0.5, 1.0, -1.0]), max_size=6
).map(lambda scores: sorted(scores.items(), key=lambda hit: (-hit[1], hit[0])))
channels = st.dictionaries(st.sampled_from("abcd"), hits, max_size=4)
weights = st.dictionaries(st.sampled_from("abcd"), st.sampled_from([0.0, 0.1, 1.0, 3.0]))
fusions = st.sampled_from([reciprocal_rank_fusion, min_max_fusion])


def test_reciprocal_ranks_by_hand():
    got = reciprocal_rank_fusion({"a": [(1, 9.0), (2, 8.0)], "b": [(2, 0.5)]}, {"b": 2.0})
    assert [(one.id, one.score) for one in got] == [(2, 1 / 62 + 2 / 61), (1, 1 / 61)]
    assert got[0].parts == (("a", 2, 8.0), ("b", 1, 0.5))


def test_min_max_by_hand():
    one, two = [(1, 9.0), (2, 8.0), (3, 5.0)], [(3, 0.5), (4, 0.1)]
    got = {each.id: each.score for each in min_max_fusion({"a": one, "b": two}, {"b": 2.0})}
    assert got == pytest.approx({1: 1.0, 2: 0.75, 3: 0.0 + 2.0, 4: 0.0})


def test_a_floor_is_the_worst_score_a_channel_could_give():
    got = min_max_fusion({"a": [(1, 8.0), (2, 6.0)]}, floors={"a": 0.0})
    assert [(one.id, one.score) for one in got] == [(1, 1.0), (2, 0.75)]


def test_a_channel_with_a_scale_gives_nothing_below_it():
    channels = {"a": channel_of([(1, 8.0), (2, 5.0), (3, 1.0)]), "b": channel_of([(4, 2.0)])}
    got = min_max_ranking(channels, scales={"a": (2.0, 10.0), "b": (3.0, 3.0)})
    assert {one.id: one.score for one in got.fused()} == {1: 0.75, 2: 0.375, 3: 0.0, 4: 0.0}


def test_a_channel_of_one_score_gives_all_its_weight():
    got = min_max_fusion({"a": [(1, 3.0), (2, 3.0)], "b": [(7, -2.0)]})
    assert [(one.id, one.score) for one in got] == [(1, 1.0), (2, 1.0), (7, 1.0)]


@given(channels, weights, fusions)
def test_every_id_is_kept_once_best_first_ties_by_id(channels, weights, fuse):
    got = fuse(channels, weights)
    assert sorted(one.id for one in got) == sorted(
        {id for hits in channels.values() for id, _ in hits}
    )
    assert got == sorted(got, key=lambda one: (-one.score, one.id))
    for one in got:
        for name, rank, score in one.parts:
            assert channels[name][rank - 1] == (one.id, score)


@given(channels, weights, fusions, st.randoms())
def test_the_order_of_the_channels_does_not_matter(channels, weights, fuse, rng):
    names = list(channels)
    rng.shuffle(names)
    assert fuse({name: channels[name] for name in names}, weights) == fuse(channels, weights)


@given(channels, st.sampled_from([0.5, 2.0, 1024.0]))
def test_only_min_max_looks_at_scores_and_not_at_their_scale(channels, scale):
    scaled = {name: [(id, score * scale) for id, score in hits] for name, hits in channels.items()}
    for fuse in (reciprocal_rank_fusion, min_max_fusion):
        want = [(one.id, one.score) for one in fuse(channels)]
        assert [(one.id, one.score) for one in fuse(scaled)] == want


@given(channels, fusions)
def test_a_channel_of_weight_0_changes_no_score(channels, fuse):
    more = {**channels, "z": [(1, 5.0), (9, 4.0)]}
    before = {one.id: one.score for one in fuse(channels)}
    after = {one.id: one.score for one in fuse(more, {"z": 0.0})}
    assert after == {1: 0.0, 9: 0.0} | before


@given(hits, fusions)
def test_one_channel_alone_keeps_its_scores_order(hits, fuse):
    got = [one.id for one in fuse({"a": hits})]
    places = {id: place for place, (id, _) in enumerate(hits)}
    scores = dict(hits)
    for first, second in pairwise(got):
        assert scores[first] >= scores[second] or places[first] < places[second]


@pytest.mark.parametrize("weight", [-1.0, float("nan"), float("inf")])
def test_a_weight_that_is_none_is_refused(weight):
    with pytest.raises(UsageError, match="'a' has"):
        reciprocal_rank_fusion({"a": [(1, 1.0)]}, {"a": weight})


def test_an_id_twice_in_a_channel_is_refused():
    with pytest.raises(UsageError, match="'a' has one twice"):
        min_max_fusion({"a": [(1, 1.0), (1, 0.5)]})
