"""The `KeyValue` contract, over the store, recent values and a dictionary."""

from threading import Thread

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.embed.base import TextKind
from clew.embed.cached import Cached, RecentValues
from clew.embed.hashing import Hashing
from clew.errors import ReadOnlyError
from clew.graph.view import KeyValue
from clew.store.database import Database
from clew.store.keyvalue import StoreKeyValue
from clew.store.store import Store
from tests.store.memories import opened


class Dictionary:
    """The plain implementation."""

    def __init__(self):
        self._values = {}

    def get_many(self, space, keys):
        return [self._values.get((space, key)) for key in keys]

    def set_many(self, space, pairs):
        self._values.update(((space, key), value) for key, value in pairs)


def stored() -> KeyValue:
    return StoreKeyValue(Store(Database(":memory:")))


def recent() -> KeyValue:
    return RecentValues(40_000)


IMPLEMENTATIONS = pytest.mark.parametrize("make", [Dictionary, stored, recent])


@IMPLEMENTATIONS
def test_values_come_in_the_order_asked_and_missing_ones_are_none(make):
    cache = make()
    cache.set_many("s", [("a", b"1"), ("b", b""), ("", b"\0")])
    assert cache.get_many("s", ["b", "x", "a", "", "a"]) == [b"", None, b"1", b"\0", b"1"]


@IMPLEMENTATIONS
def test_spaces_are_apart(make):
    cache = make()
    cache.set_many("s", [("a", b"1")])
    cache.set_many("t", [("a", b"2")])
    assert cache.get_many("s", ["a"]) == [b"1"]
    assert cache.get_many("u", ["a"]) == [None]


@IMPLEMENTATIONS
def test_the_last_value_of_a_key_stays(make):
    cache = make()
    cache.set_many("s", [("a", b"1"), ("a", b"2")])
    assert cache.get_many("s", ["a"]) == [b"2"]
    cache.set_many("s", [("a", b"3")])
    assert cache.get_many("s", ["a"]) == [b"3"]


@IMPLEMENTATIONS
def test_nothing_asked_or_given_is_nothing(make):
    cache = make()
    cache.set_many("s", [])
    assert cache.get_many("s", []) == []


@IMPLEMENTATIONS
def test_thousands_at_once(make):
    cache = make()
    pairs = [(f"key {number}", str(number).encode()) for number in range(40_000)]
    cache.set_many("s", pairs)
    assert cache.get_many("s", [key for key, _ in pairs]) == [value for _, value in pairs]


pairs = st.lists(st.tuples(st.text(max_size=3), st.binary(max_size=3)), max_size=6)


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from("st"), pairs), max_size=6))
def test_the_store_does_what_the_dictionary_does(writes):
    cache, plain = stored(), Dictionary()
    for space, given_pairs in writes:
        cache.set_many(space, given_pairs)
        plain.set_many(space, given_pairs)
    keys = [key for _, given_pairs in writes for key, _ in given_pairs] + ["?"]
    for space in "st":
        assert cache.get_many(space, keys) == plain.get_many(space, keys)


def test_values_stay_in_the_file_until_something_is_forgotten(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory:
        StoreKeyValue(memory.store).set_many("s", [("a", b"1")])
        memory.remember("Anna lives in Oslo.", source="diary")
    with opened(path) as memory:
        assert StoreKeyValue(memory.store).get_many("s", ["a"]) == [b"1"]
        memory.forget(source="diary")
        assert StoreKeyValue(memory.store).get_many("s", ["a"]) == [None]


def test_a_read_only_file_is_read(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory:
        StoreKeyValue(memory.store).set_many("s", [("a", b"1")])
    with opened(path, read_only=True) as memory:
        cache = StoreKeyValue(memory.store)
        assert cache.get_many("s", ["a"]) == [b"1"]
        with pytest.raises(ReadOnlyError):
            cache.set_many("s", [("a", b"2")])


def test_it_serves_the_embedding_cache():
    cached = Cached(Hashing(16), stored())
    first = cached.embed(["Anna", "Ben"], kind=TextKind.PASSAGE)
    again = cached.embed(["Ben", "Anna"], kind=TextKind.PASSAGE)
    assert (first[::-1] == again).all()


def test_what_was_looked_for_before_a_forgetting_is_not_stored_after_it(tmp_path):
    with opened(tmp_path / "m.clew") as memory, opened(tmp_path / "m.clew") as other:
        receipt = other.remember("Anna lives in Oslo.")
        cache = StoreKeyValue(memory.store)
        assert cache.get_many("s", ["a"]) == [None]
        other.forget(episode=receipt.episode)
        late = Thread(target=cache.get_many, args=("s", ["b"]))  # another thread looks after it
        late.start()
        late.join()
        cache.set_many("s", [("a", b"made of what was forgotten")])
        assert cache.get_many("s", ["a"]) == [None]
        cache.set_many("s", [("a", b"new")])
        assert cache.get_many("s", ["a"]) == [b"new"]
