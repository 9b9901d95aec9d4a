"""Reranking: what every reranker promises, the default by hand, and the order that comes of it."""

import importlib.util

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew.errors import ModelError, NotInstalledError, UnknownNameError, UsageError
from clew.graph.types import Kind
from clew.recall.base import Limits, Query, Scored
from clew.recall.cross_encoder import PairFit, cross_encoder
from clew.recall.search.catalogue import RETRIEVERS
from clew.recall.search.flat import Dense, Keyword
from clew.recall.selection import LineFit, Selection, reranked, reranker_named, selected
from tests.recall.worlds import EPISODE, UNITS, row, toward, world, worlds

NONE = np.zeros((3, 0), np.float32)


def longest(pairs):
    """A scripted scorer: odds grow with the line."""
    return [len(line) - 10.0 for _, line in pairs]


EVERY = [LineFit(), LineFit(trust=1.0), LineFit(trust=0.0), PairFit(score=longest)]
LINES = st.lists(
    st.text(max_size=12) | st.sampled_from(["red key", "key", "\ud800", ""]), max_size=5
)


@given(LINES, st.text(max_size=12), st.none() | st.sampled_from(UNITS), st.sampled_from(EVERY))
def test_marks_are_in_0_to_1_one_a_line_and_repeatable(lines, text, vector, reranker):
    query = Query(text=text, vector=vector)
    rows = np.array([UNITS[n % 5] for n in range(len(lines))], np.float32).reshape(-1, 2)
    for vectors in (rows, np.zeros((len(lines), 0), np.float32)):
        marks = reranker.fits(query, lines, vectors)
        assert len(marks) == len(lines)
        assert all(0 <= mark <= 1 for mark in marks)
        assert reranker.fits(query, lines, vectors) == marks
    assert isinstance(reranker.name, str)
    assert 0 <= reranker.trust <= 1


@given(worlds(), st.sampled_from(EVERY), st.sampled_from(UNITS), st.floats(0, 1))
def test_rows_are_a_ranked_part_of_what_was_found(view, reranker, vector, least):
    query = Query(text="red key in a room", vector=vector if view.vectors([]).shape[1] else None)
    found = Keyword().retrieve(view, query, Limits())
    rows = reranked(view, query, found, reranker, least)
    assert {one.id for one in rows} <= {one.id for one in found}
    assert [one.rank for one in rows] == list(range(1, len(rows) + 1))
    assert [one.score for one in rows] == sorted((one.score for one in rows), reverse=True)
    assert all(one.parts[-1][0] == reranker.name and one.parts[-1][2] >= least for one in rows)
    before = {one.id: one.parts or ((one.channel, one.rank, one.score),) for one in found}
    assert all(one.parts[:-1] == before[one.id] for one in rows)
    was = {one.id: one for one in found}
    assert all((one.path, one.episodes) == (was[one.id].path, was[one.id].episodes) for one in rows)
    if least == 0:
        assert len(rows) == len(found)


def test_a_line_fits_by_the_weight_of_the_words_it_has():
    """Of three, "key" is in two, "red" in one: log1p(1.5 / 2.5) = .470, log1p(2.5 / 1.5) = .981."""
    marks = LineFit().fits(Query(text="Is the red key red?"), ["red keys", "a key", "door"], NONE)
    assert marks == pytest.approx([1.0, 0.470 / 1.451, 0.0], abs=1e-3)


def test_a_line_fits_by_its_cosine_and_by_the_mean_where_both_are_known():
    vectors = np.array([[1, 0], [0.6, 0.8], [-1, 0]], np.float32)
    lines = ["red keys", "a key", "door"]
    only = LineFit().fits(Query(vector=row(1, 0)), lines, vectors)
    assert only == pytest.approx([1.0, 0.6, 0.0])
    both = LineFit().fits(Query(text="red key", vector=row(1, 0)), lines, vectors)
    assert both == pytest.approx([1.0, (0.6 + 0.470 / 1.451) / 2, 0.0], abs=1e-3)
    assert LineFit().fits(Query(text="the", vector=row(0, 0)), lines, vectors) == [0.0, 0.0, 0.0]


def three():
    """The retriever's order is 0, 1, 2; by words it is 2, 0 and 1."""
    texts = ["a key", "door", "the red key"]
    vectors = {EPISODE + n: toward(0.9 - n / 10) for n in range(3)}
    return world([], episodes=[(text, []) for text in texts], vectors=vectors)


def order(how, k=3, text="red key"):
    rows = selected(three(), Query(text=text, vector=row(1, 0)), Dense(), k, how)
    return [one.id - EPISODE for one in rows]


def test_trust_weighs_the_marks_against_the_retriever():
    assert order(Selection(reranker=LineFit(trust=0.0))) == [0, 1, 2]
    assert order(Selection(reranker=LineFit(trust=1.0))) == [2, 0, 1]
    assert order(Selection(reranker=None)) == [0, 1, 2]
    assert order(Selection()) == [2, 0, 1]
    assert order(Selection(), k=1) == [2], "it comes from below the first k"
    assert order(Selection(reranker=None), k=1) == [0]


def test_a_threshold_is_on_the_marks_not_on_the_order():
    assert order(Selection(reranker=LineFit(trust=0.0), threshold=0.5)) == [0, 2]
    assert order(Selection(threshold=1.0)) == []


def test_a_budget_passes_over_what_is_too_long_and_numbers_anew():
    view = three()
    query = Query(text="red key", vector=row(1, 0))
    rows = selected(view, query, Dense(), 3, Selection(budget=9))
    assert [(one.id - EPISODE, one.rank) for one in rows] == [(2, 1), (0, 2)][: len(rows)]
    assert selected(view, query, Dense(), 3, Selection(budget=0)) == []
    assert len(selected(view, query, Dense(), 3, Selection(budget=100))) == 3


def test_equal_scores_keep_the_order_they_came_in_and_scores_below_0_stand_by_rank():
    view = world([], episodes=[("a", []), ("b", []), ("c", [])])
    found = [Scored(id=EPISODE + n, kind=Kind.EPISODE, score=-1.0 - n, channel="x", rank=n + 1)
             for n in range(3)]  # fmt: skip
    rows = reranked(view, Query(text="zzz"), found, LineFit())
    assert [(one.id - EPISODE, one.score) for one in rows] == [(0, 0.5), (1, 0.25), (2, 0.5 / 3)]
    assert reranked(view, Query(), [], LineFit()) == []


def test_pairs_are_asked_once_and_odds_become_probabilities():
    asked = []

    def score(pairs):
        asked.append(pairs)
        return [0.0, float("nan"), -1e9][: len(pairs)]

    fit = PairFit(score=score, name="scripted")
    assert fit.fits(Query(text="why\ud800"), ["a", "b\ud800", "c"], NONE) == pytest.approx(
        [0.5, 0, 0]
    )
    assert asked == [[("why?", "a"), ("why?", "b?"), ("why?", "c")]]
    assert fit.fits(Query(text=" "), ["a"], NONE) == [0.0]
    assert fit.fits(Query(text="a"), [], NONE) == []
    assert len(asked) == 1
    with pytest.raises(ModelError, match=r"each of 4 lines from scripted, got shape \(3,\)"):
        fit.fits(Query(text="a"), ["a"] * 4, NONE)


def test_wrong_settings_are_refused():
    for make in (lambda: LineFit(trust=2), lambda: PairFit(score=longest, trust=-1),
                 lambda: Selection(threshold=1.5), lambda: Selection(budget=-1)):  # fmt: skip
        with pytest.raises(UsageError, match="got"):
            make()
    with pytest.raises(UsageError, match="needs a reranker"):
        Selection(reranker=None, threshold=0.5)
    with pytest.raises(UsageError, match=r"a threshold is in \[0, 1\]; got 2"):
        reranked(world([]), Query(), [], LineFit(), 2)

    class Wrong(LineFit):
        def fits(self, query, lines, vectors):
            return [7.0]

    found = Keyword().retrieve(three(), Query(text="door"), Limits())
    with pytest.raises(UsageError, match="marks in"):
        reranked(three(), Query(text="door"), found, Wrong())


def test_rerankers_have_names():
    assert reranker_named("fit") == LineFit()
    assert reranker_named("none") is None
    with pytest.raises(UnknownNameError, match="no reranker named 'cross-encoder:'"):
        reranker_named("cross-encoder:")
    assert "hybrid" in RETRIEVERS


@pytest.mark.skipif(
    importlib.util.find_spec("sentence_transformers") is not None, reason="is there"
)
def test_a_missing_extra_is_named():
    with pytest.raises(NotInstalledError, match=r"clew\[sentence-transformers\]"):
        cross_encoder("some/model")


@pytest.mark.slow
def test_a_real_cross_encoder_prefers_the_line_that_answers():
    pytest.importorskip("sentence_transformers", reason="needs the extra sentence-transformers")
    try:
        reranker = cross_encoder("cross-encoder/ms-marco-MiniLM-L6-v2")
    except ModelError as error:
        pytest.skip(f"its weights are not on this computer: {error}")
    lines = ["Anna likes tea.", "Anna lives in Oslo, near the harbour."]
    marks = reranker.fits(Query(text="Where does Anna live?"), lines, NONE[:2])
    assert marks[1] > marks[0]
