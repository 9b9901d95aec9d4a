"""Checksums: what they cost an old file, what they notice, and what they leave alone."""

import sqlite3
from contextlib import closing
from zlib import crc32

import pytest

from clew import Kind
from clew.errors import NotAMemoryError, StoreError
from clew.store.copies.transfer import export_lines
from clew.store.keyvalue import StoreKeyValue
from clew.store.seals import damage, put_meta
from tests.made import once
from tests.store.memories import opened, write_filled


@pytest.fixture
def old(tmp_path):
    """A file as version 2 of the format had it, with a cached reply."""
    once(write_filled, tmp_path)
    path = tmp_path / "x.clew"
    with opened(path) as memory:
        StoreKeyValue(memory.store).set_many("replies", [("a", b"paid for")])
    with sqlite3.connect(path) as file:
        file.execute("ALTER TABLE namespaces DROP COLUMN content")
        file.execute("ALTER TABLE namespaces DROP COLUMN seal")
        file.execute("DELETE FROM meta WHERE key IN ('seal', 'tables')")
        file.execute("UPDATE cache SET value = substr(value, 5)")
        file.execute("PRAGMA user_version = 2")
    file.close()
    return path


@pytest.fixture
def filled(tmp_path):
    """A sound file of this version."""
    once(write_filled, tmp_path)
    return tmp_path / "x.clew"


def change(path, *statements):
    with sqlite3.connect(path) as file:
        for statement in statements:
            file.execute(statement)
    file.close()


def test_an_old_file_gains_checksums_and_keeps_what_was_paid_for(old):
    with opened(old) as memory:
        assert memory.check() == []
        assert StoreKeyValue(memory.store).get_many("replies", ["a"]) == [b"paid for"]
        assert memory.remember("Emil lives in Rome.").new
        assert memory.check() == []
    change(old, "UPDATE nodes SET text = 'Anna lives in Oslx.' WHERE text = 'Anna lives in Oslo.'")
    with opened(old) as memory:
        assert {each.code for each in memory.check()} == {"content", "text-words"}


def test_an_old_file_can_be_read_without_being_written(old):
    before = old.read_bytes()
    with opened(old, read_only=True) as memory:
        assert memory.ask("Where does Anna live?").text == "Oslo"
        assert memory.check() == []
    assert old.read_bytes() == before


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE nodes SET text = 'Oslx' WHERE text = 'Oslo'",
        "UPDATE vectors SET vectors = CAST(x'07' || substr(vectors, 2) AS BLOB)",
        "UPDATE edges SET relation = 'left' WHERE kind = 'fact'",
        "UPDATE versions SET known_to = known_to + 1 WHERE known_to IS NOT NULL",
        "UPDATE merges SET known_to = 9 WHERE known_to IS NULL",
        "UPDATE reports SET report = '{\"losses\": []} '",
        "DELETE FROM tombstones",
        "DELETE FROM nodes WHERE kind = 'goal'",
        "CREATE TABLE more (id INTEGER)",
    ],
)
def test_every_row_counts(filled, statement):
    change(filled, statement)
    with opened(filled) as memory:
        assert "content" in {each.code for each in memory.check()}


def read(path):
    with opened(path) as memory:
        memory.ask("Where does Anna live?")
        memory.stats()


@pytest.mark.parametrize(
    "statement",
    [
        "UPDATE namespaces SET revision = revision - 1",
        "UPDATE namespaces SET content = content + 1",
        "UPDATE meta SET value = 'hashing:17' WHERE key = 'embedder'",
        "DELETE FROM meta WHERE key = 'seal'",
        "DELETE FROM meta",
        "UPDATE nodes SET kind = 'thing'",
        "UPDATE nodes SET text = x'ff'",
        "UPDATE pending SET error = CAST(x'ff' AS TEXT)",
        "UPDATE edges SET target = 999",
        "UPDATE vectors SET vectors = x'00'",
        "DROP TABLE text_1_fact_data",
    ],
)
def test_damage_is_one_clear_error_when_it_is_read(filled, statement):
    change(filled, statement)
    with pytest.raises(NotAMemoryError, match="damaged"):
        read(filled)


def test_damaged_vectors_are_told_each_time_that_somebody_looks(filled):
    change(filled, "UPDATE vectors SET vectors = x'00'")
    with opened(filled) as memory:
        for _ in range(2):
            with pytest.raises(NotAMemoryError, match="damaged"):
                memory.recall("Where does Anna live?")


def test_a_cached_reply_that_changed_is_asked_for_again(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory:
        kept = StoreKeyValue(memory.store)
        kept.set_many("replies", [("a", b"yes"), ("b", b"no")])
        change(path, "UPDATE cache SET value = CAST(value || x'00' AS TEXT) WHERE key = 'a'")
        assert kept.get_many("replies", ["a", "b"]) == [None, b"no"]


def test_a_mistake_in_a_sound_file_is_not_called_damage(filled):
    with opened(filled) as memory, pytest.raises(ZeroDivisionError), memory.view():
        1 / 0  # noqa: B018


@pytest.mark.parametrize("lost", ["closed", "removed"])
def test_a_mistake_is_not_called_damage_where_no_checksum_can_be_counted(filled, lost):
    memory = opened(filled)

    def mistake():
        memory.close() if lost == "closed" else filled.unlink()
        return 1 / 0

    with memory, pytest.raises(ZeroDivisionError), memory.view():
        mistake()


def test_a_damaged_file_is_a_store_error():
    assert issubclass(NotAMemoryError, StoreError)


CHANGED = "UPDATE nodes SET text = 'Oslx' WHERE text = 'Oslo'"


@pytest.mark.parametrize(
    "act",
    [
        lambda memory: memory.forget(source="diary"),
        lambda memory: memory.reembed("hashing:16"),
        lambda memory: list(export_lines(memory.store, "default")),
    ],
    ids=["forget", "reembed", "export"],
)
def test_what_counts_checksums_anew_or_copies_refuses_damage(filled, act):
    with opened(filled) as memory:
        memory.facts("Anna")  # read before the damage, so nothing is read again
        change(filled, CHANGED)
        with pytest.raises(NotAMemoryError, match="not as they were written; restore a backup"):
            act(memory)
        assert "content" in {each.code for each in memory.check()}


def episodes(memory):
    with memory.view() as view:
        return list(view.ids(Kind.EPISODE))


@pytest.mark.parametrize(
    "act",
    [
        lambda memory: memory.forget(source="diary"),
        lambda memory: memory.forget(entity="Oslo"),
        lambda memory: [memory.forget(episode=one) for one in episodes(memory)[:2]],
    ],
    ids=["source", "entity", "two-texts"],
)
def test_forgetting_keeps_the_sum_that_counting_anew_gives(filled, act):
    with opened(filled) as memory:
        act(memory)
        with memory.store.writing() as connection:
            assert damage(connection) == []


def test_damaged_settings_are_not_sealed_again(filled):
    with opened(filled) as memory:
        change(filled, "UPDATE meta SET value = 'x' WHERE key = 'embedder'")
        with pytest.raises(NotAMemoryError), memory.store.writing() as connection:
            put_meta(connection, {"dimension": "17"})


def test_damage_is_not_sealed_by_a_migration(filled):
    change(filled, "UPDATE meta SET value = 'x' WHERE key = 'embedder'", "PRAGMA user_version = 5")
    with pytest.raises(NotAMemoryError, match="damaged"):
        opened(filled)


def test_a_file_of_before_version_8_is_sound_though_its_tables_were_summed_in_short(filled):
    with closing(sqlite3.connect(filled)) as file:
        query = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY name"
        rows = file.execute(query).fetchall()
        assert max(len(repr(row[3])) for row in rows) > 300
        given = str(crc32("\x1f".join(map(in_short, rows)).encode()))
    with opened(filled) as memory:
        with memory.store.writing() as connection:
            put_meta(connection, {"tables": given})
            connection.execute("PRAGMA user_version = 7")
        with memory.store.reading("") as (connection, _):
            assert damage(connection) == []
        change(filled, "CREATE TABLE more (a)")
        with memory.store.reading("") as (connection, _):
            assert damage(connection) == [
                "the definitions of the tables are not as they were written"
            ]


def in_short(row):
    """Return a row as SQLAlchemy 2 shows it, which summed the tables until version 8."""
    words = []
    for word in map(repr, row):
        if len(word) > 300:
            cut = f" ... ({len(word) - 300} characters truncated) ... "
            word = word[:150] + cut + word[-150:]
        words.append(word)
    return "(" + ", ".join(words) + ")"
