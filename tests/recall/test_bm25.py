"""Okapi BM25 over light stems."""

import math

from hypothesis import given
from hypothesis import strategies as st

from clew.recall.search.flat import stem, terms
from tests.plain_view import bm25

WORDS = st.lists(st.sampled_from(["key", "door", "lamp", "the", "ключ"]), max_size=6).map(" ".join)


def test_the_score_is_the_formula():
    # Three texts of 2, 1 and 3 words; "lamp" is in two of them, twice in the last.
    scores = bm25("lamp", ["red lamp", "door", "lamp lamp table"])
    weight = math.log(1 + 1.5 / 2.5)
    assert scores == [
        weight * 2.2 / (1 + 1.2 * (0.25 + 0.75 * 2 / 2)),
        0.0,
        weight * 2 * 2.2 / (2 + 1.2 * (0.25 + 0.75 * 3 / 2)),
    ]


@given(WORDS, st.lists(WORDS, max_size=5))
def test_a_text_scores_above_zero_exactly_when_it_shares_a_word(query, texts):
    for text, score in zip(texts, bm25(query, texts), strict=True):
        assert (score > 0) == bool(set(terms(query)) & set(terms(text)))


@given(WORDS, st.lists(WORDS, min_size=1, max_size=5))
def test_order_and_repetition_of_the_query_do_not_matter(query, texts):
    repeated = " ".join([*reversed(query.split()), *query.split()])
    assert bm25(repeated, texts) == bm25(query, texts)


def test_forms_of_a_word_share_a_stem_and_other_words_do_not():
    groups = [
        "open opens opened opening",
        "study studies studied studying",
        "stop stops stopped stopping",
        "box boxes boxed",
        "house houses housed housing",
        "glass glasses",
        "key keys",
        "tree trees",
    ]
    stems = [{stem(word) for word in group.split()} for group in groups]
    assert [len(each) for each in stems] == [1] * len(groups)
    assert len(set.union(*stems)) == len(groups)


def test_short_words_and_other_scripts_stay():
    assert [stem(word) for word in ("ng", "red", "sing", "bus", "éled", "ключи")] == [
        "ng",
        "red",
        "sing",
        "bus",
        "éled",
        "ключи",
    ]
