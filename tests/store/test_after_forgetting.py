"""What is kept in memory after forgetting is what the file holds then."""

import sqlite3
from contextlib import closing
from itertools import chain

import pytest
from hypothesis import given

from clew.errors import NotAMemoryError
from clew.graph.types import TEXT_KINDS
from tests.made import once
from tests.store.memories import NAMES, actions, fill, opened, play, write_filled


def held(rows):
    """Return what a projection holds; sources and relations by name."""
    blocks = rows.blocks()
    found = {name: array.tolist() for name, array in blocks.arrays.items()}
    for codes, names in (("node_sources", "sources"), ("edge_relations", "relations")):
        each = [None, *blocks.words[names]]
        found[codes] = [each[code] for code in found[codes]]
        found[names] = sorted(blocks.words[names])
    found["attributes"] = blocks.words["attributes"]
    found["vectors"] = [rows.vectors.embedded(kind).tolist() for kind in TEXT_KINDS]
    found["closures"] = sorted(chain(*rows.closures_of.values()))
    fields = (
        "axis", "revision", "next_id", "latest", "beginnings", "merges", "retired",
        "reworded", "undated",
    )  # fmt: skip
    found.update((name, getattr(rows, name)) for name in fields)
    return {name: str(each) for name, each in found.items()}


def told(memory):
    found = [memory.recall(name, k=20) for name in NAMES]
    listed = [
        memory.browse(kind, past=True) for kind in ("episodes", "facts", "theses", "entities")
    ]
    return str([found, listed, memory.trust.levels()])


def both(memory):
    """Return what a memory holds and tells as it is, and read from its file anew."""
    found = []
    for _ in range(2):
        with memory.store.projection("default") as rows:
            found.append((held(rows), told(memory)))
        memory.store.kept.take("default")
    return found


@given(actions, actions)
def test_after_forgetting_a_memory_is_the_one_read_from_its_file(before, after):
    with opened() as memory:
        play(memory, [*before, ("forget", "a")])
        kept, read = both(memory)
        assert kept == read
        play(memory, [*before, ("forget", "b"), *after, ("forget", "c")])
        kept, read = both(memory)
        assert kept == read


@pytest.mark.parametrize("source", ["diary", "letter", "ключ", "game", "late"])
def test_after_forgetting_any_source_of_a_memory_with_everything_in_it(source):
    with opened() as memory:
        fill(memory).forget(source=source)
        with memory.store.projection("default") as rows:
            assert source not in rows.blocks().words["sources"]
        kept, read = both(memory)
        assert kept == read


def test_nothing_is_read_again_after_forgetting():
    with opened() as memory:
        fill(memory)
        forgets, before = memory.store.kept.get("default")
        memory.forget(source="diary")
        now, after = memory.store.kept.get("default")
        assert (now, after is before) == (forgets + 1, False)
        memory.facts("Ben")
        assert memory.store.kept.get("default")[1] is after


@pytest.fixture
def filled(tmp_path):
    once(write_filled, tmp_path)
    return tmp_path / "x.clew"


def change(path, statement):
    with closing(sqlite3.connect(path)) as file, file:
        file.execute(statement)


def test_the_rows_are_counted_once_for_what_was_read_of_them(filled):
    with opened(filled) as memory:
        memory.forget(source="diary")
        change(filled, "UPDATE nodes SET text = 'Oslx' WHERE text = 'Oslo'")
        memory.forget(source="late")
        assert "content" in {each.code for each in memory.check()}
        memory.store.kept.take("default")
        with pytest.raises(NotAMemoryError, match="not as they were written; restore a backup"):
            memory.forget(source="letter")


def test_a_text_that_is_not_the_one_in_the_index_cannot_be_forgotten(filled):
    put = "INSERT INTO text_1_episode(rowid, body) SELECT id, 'zaphod' FROM nodes WHERE source = ?"
    with opened(filled) as memory:
        with memory.store.writing("default") as connection:
            connection.execute(put, ("diary",))
        with pytest.raises(NotAMemoryError, match="has words of texts that were just removed"):
            memory.forget(source="diary")
        assert "Anna lives in Rome." in str(memory.browse("episodes"))
