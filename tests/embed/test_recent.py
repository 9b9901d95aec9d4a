import numpy as np

from clew.embed.base import TextKind
from clew.embed.cached import Cached, RecentValues
from tests.embed.embedders import Counting

PASSAGE, QUERY = TextKind.PASSAGE, TextKind.QUERY


def test_what_was_embedded_before_is_not_embedded_again():
    inner = Counting()
    recent = Cached(inner, RecentValues())
    first = recent.embed(["a", "b"], kind=PASSAGE)
    assert np.array_equal(recent.embed(["b", "c", "b", "a"], kind=PASSAGE)[[3, 0]], first)
    recent.embed(["a"], kind=QUERY)
    recent.embed(["a", "b"], kind=PASSAGE)
    assert inner.batches == [["a", "b"], ["c"], ["a"]]


def test_those_not_asked_for_the_longest_go():
    inner = Counting()
    recent = Cached(inner, RecentValues(2))
    for texts in (["a", "b"], ["a"], ["c"], ["a"], ["b"]):
        recent.embed(texts, kind=PASSAGE)
    assert inner.batches == [["a", "b"], ["c"], ["b"]]


def test_what_is_lent_can_be_changed_without_harm():
    recent = Cached(Counting(), RecentValues())
    kept = recent.embed(["a"], kind=PASSAGE).copy()
    recent.embed(["a"], kind=PASSAGE)[:] = 0
    assert np.array_equal(recent.embed(["a"], kind=PASSAGE), kept)
