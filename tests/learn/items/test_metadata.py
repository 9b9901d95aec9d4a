"""Metadata of texts: merge patches, revisions, and that forgetting leaves no trace."""

import sqlite3

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew import Input
from clew.errors import UnknownNameError, UsageError
from clew.projection.noted import merged
from clew.store.seals import seal_tables
from tests.store.memories import day, opened

scalars = st.none() | st.booleans() | st.integers() | st.text(max_size=3)
documents = st.recursive(
    scalars,
    lambda held: (
        st.lists(held, max_size=2) | st.dictionaries(st.text(max_size=3), held, max_size=3)
    ),
    max_leaves=3,
)
objects = st.dictionaries(st.text(max_size=3), documents, max_size=4)


@given(objects, objects)
def test_untouched_keys_survive_a_patch(document, patch):
    found = merged(document, patch)
    for key in document.keys() - patch.keys():
        assert found[key] == document[key]
    for key, value in patch.items():
        assert (key in found) is (value is not None)


# The examples of RFC 7396, appendix A.
@pytest.mark.parametrize(
    ("document", "patch", "result"),
    [
        ({"a": "b"}, {"a": "c"}, {"a": "c"}),
        ({"a": "b"}, {"b": "c"}, {"a": "b", "b": "c"}),
        ({"a": "b"}, {"a": None}, {}),
        ({"a": "b", "b": "c"}, {"a": None}, {"b": "c"}),
        ({"a": ["b"]}, {"a": "c"}, {"a": "c"}),
        ({"a": "c"}, {"a": ["b"]}, {"a": ["b"]}),
        ({"a": {"b": "c"}}, {"a": {"b": "d", "c": None}}, {"a": {"b": "d"}}),
        ({"a": [{"b": "c"}]}, {"a": [1]}, {"a": [1]}),
        (["a", "b"], ["c", "d"], ["c", "d"]),
        ({"a": "b"}, ["c"], ["c"]),
        ({"a": "foo"}, None, None),
        ({"a": "foo"}, "bar", "bar"),
        ({"e": None}, {"a": 1}, {"e": None, "a": 1}),
        ([1, 2], {"a": "b", "c": None}, {"a": "b"}),
        ({}, {"a": {"bb": {"ccc": None}}}, {"a": {"bb": {}}}),
    ],
)
def test_a_merge_patch_is_that_of_the_standard(document, patch, result):
    assert merged(document, patch) == result


def test_metadata_are_kept_patched_and_read_as_of_a_revision(tmp_path):
    with opened(tmp_path / "x.clew") as memory:
        told = memory.remember("Anna lives in Oslo.", at=day(1), metadata={"a": 1, "b": {"c": 2}})
        first = memory.revision
        assert memory.patch_metadata(told.episode, {"a": None, "b": {"d": 3}}) == {
            "b": {"c": 2, "d": 3}
        }
        assert memory.revision == first + 1
        memory.patch_metadata(told.episode, {"b": {"d": 3}})  # changes nothing
        assert memory.revision == first + 1
        assert memory.as_of(known=first).episode(told.episode).metadata == {"a": 1, "b": {"c": 2}}
        assert memory.check() == []
    with opened(tmp_path / "x.clew") as memory:
        assert memory.episode(told.episode).metadata == {"b": {"c": 2, "d": 3}}


def test_every_part_of_a_long_text_has_them():
    with opened() as memory:
        told = memory.remember("Anna lives in Oslo. " * 300, at=day(1), metadata={"page": 7})
        assert len(told.episodes) > 1
        assert {memory.episode(one).metadata["page"] for one in told.episodes} == {7}


@pytest.mark.parametrize(
    "wrong", [[1], "text", {1: 2}, {"a": {1, 2}}, {"a": float("nan")}, {"a": "\ud800"}]
)
def test_what_json_cannot_hold_is_refused_before_anything_is_kept(wrong):
    with opened() as memory:
        with pytest.raises(UsageError, match="expected metadata"):
            memory.remember_many([Input("Ben.", day(0)), Input("Anna.", day(1), "", wrong)])
        assert memory.revision == 0
        told = memory.remember("Anna lives in Oslo.", at=day(1))
        with pytest.raises(UsageError, match="expected metadata"):
            memory.patch_metadata(told.episode, wrong)
        with pytest.raises(UnknownNameError, match="episode"):
            memory.patch_metadata(memory.entity("Anna").id, {})


def bytes_of(path):
    return b"".join(each.read_bytes() for each in path.parent.iterdir())


def test_forgetting_a_text_leaves_no_byte_of_its_metadata(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory:
        memory.remember("Ben lives in Rome.", at=day(1), source="kept")
        told = memory.remember(
            "Anna lives in Oslo.", at=day(1), source="gone", metadata={"phone": "5550134"}
        )
        memory.patch_metadata(told.episode, {"phone": None, "mail": "anna@example.org"})
        assert memory.forget(episode=told.episode).complete
        assert memory.check() == []
    held = bytes_of(path)
    assert b"5550134" not in held
    assert b"anna@example.org" not in held


def test_forgetting_a_name_finds_it_in_metadata_of_now_and_before(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory:
        memory.remember("Zelda Quist lives in Oslo.", at=day(1))
        now = memory.remember("The rent is due.", at=day(2), metadata={"by": {"Zelda Quist": []}})
        before = memory.remember("The rent is paid.", at=day(3), metadata={"to": "Zelda Quist"})
        memory.patch_metadata(before.episode, {"to": None})
        kept = memory.remember("The rent is high.", at=day(4), metadata={"by": "Ben"})
        found = memory.forget(entity="Zelda Quist")
        assert {now.episode, before.episode} <= {*found.episodes}
        assert memory.episode(kept.episode).metadata == {"by": "Ben"}
        assert found.complete
    assert b"Quist" not in bytes_of(path)


def test_a_file_of_before_metadata_is_migrated_and_read_without_being_written(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory:
        memory.remember("Anna lives in Oslo.", at=day(1))
    with sqlite3.connect(path) as old:
        old.execute("DROP TABLE metadata")
        old.execute("PRAGMA user_version = 7")
        seal_tables(old)
    old.close()
    with opened(path, read_only=True) as memory:
        assert memory.browse("episodes").items[0].metadata == {}
    with opened(path) as memory:
        memory.patch_metadata(memory.browse("episodes").items[0].id, {"a": 1})
        assert memory.check() == []
