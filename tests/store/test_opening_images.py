"""Images: a memory opened from one is the one opened from its rows; forgetting reaches it."""

import sqlite3
from contextlib import closing
from zlib import decompress

import pytest

from clew import Kind, NewNode
from clew.embed.hashing import Hashing
from clew.graph.types import TEXT_KINDS
from clew.learn.reembed import reembed
from clew.store.seals import unmarked
from tests.store.memories import day, fill, opened

_SECRET = "Zaphod"


@pytest.fixture
def path(tmp_path):
    """A memory with an image, and with rows that are newer than it."""
    path = tmp_path / "x.clew"
    with opened(path) as memory:
        fill(memory)
        memory.remember(f"{_SECRET} lives in Lima.", at=day(80), source="secret")
        memory.store.keep_images(0)
        memory.remember("Anna lives in Lima. Ben lives in Oslo.", at=day(90), source="late")
        memory.merge("Cleo", "Ben")
        memory.learn_pending()
    return path


def images(path):
    """Return the parts of all images, readable."""
    with closing(sqlite3.connect(path)) as file:
        rows = file.execute("SELECT part, data FROM images").fetchall()
    return {part: decompress(unmarked(data) or b"") for part, data in rows}


def change(path, *statements):
    with closing(sqlite3.connect(path)) as file, file:
        for statement in statements:
            file.execute(statement)


def seen(path):
    """Return all that is read of a memory when it is opened, and its arrays."""
    with opened(path, read_only=True) as memory:
        with memory.store.projection("default") as rows:
            blocks = rows.blocks()
            rest = (
                rows.latest, rows.next_id, rows.beginnings, rows.merges, rows.closures_of,
                rows.retired, rows.reworded, rows.undated, rows.canonical(),
            )  # fmt: skip
            vectors = [rows.vectors.embedded(kind).tolist() for kind in TEXT_KINDS]
        told = [memory.history(name) for name in ("Anna", "Ben", "Cleo", "Nina")]
        found = [memory.recall(text, k=20) for text in ("Where does Anna live?", "Ben", "tea")]
        arrays = {name: array.tolist() for name, array in blocks.arrays.items()}
        return arrays, blocks.words, rest, vectors, told, found


def test_a_memory_opened_from_an_image_is_the_one_opened_from_its_rows(path):
    assert "nodes" in images(path)
    quick = seen(path)
    change(path, "DELETE FROM images")
    assert seen(path) == quick


def test_an_image_that_is_due_replaces_the_last_one(path):
    before = images(path)
    with opened(path) as memory:
        memory.facts("Anna")
        memory.store.keep_images(0)
        assert memory.check() == []
        memory.store.keep_images(0)
    after = images(path)
    assert len(after["node_texts"]) > len(before["node_texts"])
    assert after.keys() == before.keys()


def test_forgetting_removes_the_image_and_the_next_one_lacks_what_was_forgotten(path):
    assert _SECRET.encode() in images(path)["node_texts"]
    with opened(path) as memory:
        assert memory.forget(source="secret").complete
        assert images(path) == {}
        memory.facts("Anna")
        memory.store.keep_images(0)
        assert memory.check() == []
    assert _SECRET.encode() not in images(path)["node_texts"]
    quick = seen(path)
    change(path, "DELETE FROM images")
    assert seen(path) == quick


@pytest.mark.parametrize("part", ["head", "nodes", "node_texts", "edges", "versions"])
@pytest.mark.parametrize("change_of", ["substr(data, 1, 20) || x'07' || substr(data, 22)", "x''"])
def test_a_damaged_image_is_not_used_and_check_removes_it(path, part, change_of):
    quick = seen(path)
    change(path, f"UPDATE images SET data = CAST({change_of} AS BLOB) WHERE part = '{part}'")
    assert seen(path) == quick
    with opened(path) as memory:
        assert [one.code for one in memory.check()] == ["image"]
        assert memory.check() == []
    assert images(path) == {}


def test_a_missing_part_or_another_state_of_the_file_is_no_image(path):
    quick = seen(path)
    change(path, "DELETE FROM images WHERE part = 'edges'")
    assert seen(path) == quick
    with opened(path) as memory:
        memory.facts("Anna")
        memory.store.keep_images(0)
        reembed(memory.store, Hashing(24))
    with opened(path, "hashing:24") as memory:
        assert memory.facts("Anna")
        with memory.store.projection("default") as rows:
            assert rows.vectors.width == 24


def test_closing_keeps_an_image_of_what_has_grown_unless_somebody_writes(tmp_path):
    path = tmp_path / "x.clew"
    many = [NewNode(kind=Kind.ENTITY, text=f"thing {n}") for n in range(20_001)]
    with opened(path, None) as memory:
        memory.write(many, [])
        with closing(sqlite3.connect(path, isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            memory.close()
            other.execute("ROLLBACK")
    assert images(path) == {}
    with opened(path, None) as memory, memory.view() as view:
        assert len(view.names()) == 20_001
    assert "head" in images(path)


def test_a_small_memory_needs_no_image(tmp_path):
    with opened(tmp_path / "x.clew") as memory:
        fill(memory)
    assert images(tmp_path / "x.clew") == {}
