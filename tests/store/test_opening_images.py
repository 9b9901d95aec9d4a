"""Images: a memory opened from one is the one opened from its rows; forgetting reaches it."""

import sqlite3
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from zlib import crc32, decompress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from clew import Input, Kind, NewNode
from clew.embed.hashing import Hashing
from clew.errors import ReadOnlyError, StorageFullError
from clew.graph.types import TEXT_KINDS
from clew.learn.reembed import reembed
from clew.store.database import Database
from clew.store.opening_images import read_image, unsound_images
from clew.store.seals import unmarked
from clew.store.store import Store
from clew.store.tables import find_namespace
from tests.made import once
from tests.store.memories import day, fill, opened

_SECRET = "Zaphod"


def write_with_an_image(folder):
    with opened(folder / "x.clew") as memory:
        fill(memory)
        memory.remember(f"{_SECRET} lives in Lima.", at=day(80), source="secret")
        memory.store.keep_images(0)
        # A moment that a float of ticks would round.
        late = day(90) + timedelta(microseconds=123_457)
        memory.remember("Anna lives in Lima. Ben lives in Oslo.", at=late, source="late")
        memory.store.keep_images(0)
        memory.remember("Ben likes tea.", at=day(91), source="late")
        memory.merge("Cleo", "Ben")
        memory.learn_pending()


@pytest.fixture
def path(tmp_path):
    """A memory with an image, and with rows that are newer than it."""
    once(write_with_an_image, tmp_path)
    return tmp_path / "x.clew"


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


TOLD = (
    "Anna lives in Lima.", "Anna moved to Oslo on 3 May 2021.", "Ben works at Norlux since 2019.",
    "Anna no longer lives in Lima.", "Ben lived in Graz from 2001 to 2005.", "Cleo likes Ben.",
)  # fmt: skip
MOMENTS = st.integers(-(10**15), 10**15).map(lambda ticks: day(0) + timedelta(microseconds=ticks))


def arrays(path):
    """Return what a memory holds of nodes, edges and versions when it is opened."""
    with opened(path, read_only=True) as memory, memory.store.projection("default") as rows:
        return {name: array.tolist() for name, array in rows.blocks().arrays.items()}


@given(st.lists(st.tuples(st.sampled_from(TOLD), MOMENTS), min_size=1, max_size=8))
def test_whatever_the_moments_they_are_read_from_an_image_as_from_the_rows(told):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.clew"
        with opened(path) as memory:
            memory.remember_many([Input(text, at=at, source="notes") for text, at in told])
            memory.store.keep_images(0)
        assert images(path)
        quick = arrays(path)
        change(path, "DELETE FROM images")
        assert arrays(path) == quick


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


def test_no_flipped_byte_of_an_image_is_read_as_something_else(path):
    copy = sqlite3.connect(":memory:")
    with closing(sqlite3.connect(path)) as file:
        file.backup(copy)
    namespace = find_namespace(copy, "default")
    assert namespace is not None
    assert read_image(copy, namespace) is not None
    for row, data in copy.execute("SELECT rowid, data FROM images").fetchall():
        for place in range(0, len(data), max(1, len(data) // 40)):
            changed = bytearray(data)
            changed[place] ^= 1 << place % 8
            values = (bytes(changed), row)
            copy.execute("UPDATE images SET data = ? WHERE rowid = ?", values)
            assert read_image(copy, namespace) is None, (row, place)
            assert unsound_images(copy) == ["default"]
        copy.execute("UPDATE images SET data = ? WHERE rowid = ?", (data, row))
    assert read_image(copy, namespace) is not None
    copy.close()


def test_forgetting_leaves_no_byte_of_the_image(path):
    with closing(sqlite3.connect(path)) as file:
        parts = dict(file.execute("SELECT part, data FROM images"))
    assert parts["node_texts"][-200:] in path.read_bytes()
    with opened(path) as memory:
        assert memory.forget(source="secret").complete
        content = b"".join(each.read_bytes() for each in path.parent.glob("x.clew*"))
    for start in range(4, len(parts["node_texts"]) - 32, 32):
        assert parts["node_texts"][start : start + 32] not in content


def test_an_image_made_while_another_process_writes_lacks_only_what_is_read_after_it(path):
    with opened(path) as slow, opened(path) as other:
        slow.facts("Anna")
        other.remember("Dora lives in Bonn. Anna lives in Bonn.", at=day(95))
        slow.store.keep_images(0)
    assert b"Bonn" not in images(path)["node_texts"]
    quick = seen(path)
    assert "Bonn" in str(quick)
    change(path, "DELETE FROM images")
    assert seen(path) == quick


def test_an_image_is_not_made_of_what_another_process_has_forgotten(path):
    with opened(path) as slow:
        slow.facts("Anna")
        with opened(path) as other:
            assert other.forget(source="secret").complete
        slow.store.keep_images(0)
        assert images(path) == {}
    assert _SECRET.encode() not in path.read_bytes()


def test_a_full_disk_gets_no_image_and_closing_does_not_fail(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path, None) as memory:
        names = [f"{crc32(bytes([n % 256, n // 256]))}" for n in range(3000)]
        memory.write([NewNode(kind=Kind.ENTITY, text=name) for name in names], [])
    full = Store(Database(path, max_pages=path.stat().st_size // 4096))
    with full.projection("default") as rows:
        assert rows.last_id
    with pytest.raises(StorageFullError, match="no room"):
        full.keep_images(0)
    full.close()
    assert images(path) == {}
    with opened(path, None) as memory:
        assert memory.check() == []


def test_a_file_that_is_only_read_is_opened_from_its_image_and_gets_none(path):
    before = path.read_bytes()
    with opened(path, read_only=True) as memory:
        assert memory.facts("Anna")
        with pytest.raises(ReadOnlyError):
            memory.store.keep_images(0)
    change(path, "DELETE FROM images")
    with opened(path, read_only=True) as memory:
        assert memory.facts("Anna")
    assert images(path) == {}
    assert len(before) == path.stat().st_size


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
