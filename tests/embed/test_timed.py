import pytest

from clew.embed.base import TextKind
from clew.embed.cached import Cached
from clew.embed.hashing import Hashing
from clew.embed.timed import Speed, Timed
from clew.errors import UsageError
from tests.embed.embedders import DictStore


def ticks(*seconds):
    return iter(seconds).__next__


def test_texts_and_seconds_add_up():
    timed = Timed(Hashing(), ticks(0.0, 2.0, 10.0, 11.0))
    timed.embed(["a", "b", "c"], kind=TextKind.PASSAGE)
    timed.embed(["d"], kind=TextKind.QUERY)
    assert timed.speed == Speed(4, 3.0)
    assert timed.speed.per_second == pytest.approx(4 / 3)


def test_a_call_that_fails_is_not_counted():
    timed = Timed(Hashing(), ticks(0.0))
    with pytest.raises(UsageError):
        timed.embed("text", kind=TextKind.PASSAGE)
    assert timed.speed == Speed()


def test_inside_a_cache_only_what_was_embedded_is_counted():
    timed = Timed(Hashing())
    cached = Cached(timed, DictStore())
    for _ in range(3):
        cached.embed(["a", "b", "a"], kind=TextKind.PASSAGE)
    assert timed.speed.texts == 2


def test_speeds_sum_and_differ():
    assert Speed(3, 1.0) + Speed(1, 1.0) == Speed(4, 2.0)
    assert Speed(3, 1.0) - Speed(1, 1.0) == Speed(2, 0.0)
    assert Speed(2, 0.0).per_second == 0.0
