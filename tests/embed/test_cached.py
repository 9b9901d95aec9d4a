import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from clew.embed.base import TextKind
from clew.embed.cached import CACHE_SPACE, Cached, cache_key
from tests.embed.embedders import Counting, DictStore

PASSAGE, QUERY = TextKind.PASSAGE, TextKind.QUERY


def test_one_call_for_what_is_missing_and_each_text_once():
    inner = Counting()
    cached = Cached(inner, DictStore())
    cached.embed(["a", "b"], kind=PASSAGE)
    cached.embed(["c", "a", "d", "c", "b"], kind=PASSAGE)
    assert inner.batches == [["a", "b"], ["c", "d"]]


def test_nothing_is_called_when_all_is_known():
    inner = Counting()
    cached = Cached(inner, DictStore())
    first = cached.embed(["a", "b"], kind=PASSAGE)
    assert np.array_equal(cached.embed(["b", "a"], kind=PASSAGE), first[::-1])
    assert len(inner.batches) == 1


def test_a_query_is_not_answered_with_a_passage():
    inner = Counting()
    cached = Cached(inner, DictStore())
    cached.embed(["a"], kind=PASSAGE)
    cached.embed(["a"], kind=QUERY)
    assert len(inner.batches) == 2


def test_another_store_user_finds_the_vectors():
    store, inner = DictStore(), Counting()
    expected = Cached(inner, store).embed(["a"], kind=PASSAGE)
    assert np.array_equal(Cached(inner, store).embed(["a"], kind=PASSAGE), expected)
    assert len(inner.batches) == 1


def test_a_value_of_the_wrong_length_is_replaced():
    store, inner = DictStore(), Counting()
    key = (CACHE_SPACE, cache_key(inner.name, PASSAGE, "a"))
    store.values[key] = b"short"
    row = Cached(inner, store).embed(["a"], kind=PASSAGE)[0]
    assert np.linalg.norm(row) > 0.99
    assert store.values[key] == row.astype("<f4").tobytes()


def test_the_store_never_sees_the_text():
    store = DictStore()
    Cached(Counting(), store).embed(["a planted secret"], kind=PASSAGE)
    assert "secret" not in repr(store.values)


def test_a_key_is_fixed_forever():
    key = cache_key("minilm-l6-v2-int8", PASSAGE, "Anna")
    assert key == "250baeaef9b42384bbe806fe65af83c44c87096a919b347370b18038e55610d1"


@given(
    st.lists(
        st.tuples(st.text(max_size=4), st.sampled_from(TextKind), st.text(max_size=4)), unique=True
    )
)
def test_no_two_questions_share_a_key(triples):
    assert len({cache_key(*triple) for triple in triples}) == len(triples)


@given(st.lists(st.text(max_size=5), max_size=8))
def test_cached_rows_equal_the_embedder_s(texts):
    inner = Counting()
    cached = Cached(inner, DictStore())
    expected = inner.embed(texts, kind=QUERY)
    for _ in range(2):
        assert np.array_equal(cached.embed(texts, kind=QUERY), expected)
