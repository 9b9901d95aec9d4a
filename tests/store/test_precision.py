"""How exactly times are told, in files and exports: of this version and of older ones."""

import json
import sqlite3
from datetime import UTC, datetime

import numpy as np
import pytest

from clew import Kind, NewEdge, NewNode
from clew.errors import NotAMemoryError, UsageError
from clew.graph.stored_vectors import unpack_vectors
from clew.graph.types import Precision
from clew.projection.rows import each_vector
from clew.store.copies.graphml import graphml
from clew.store.copies.transfer import export_lines, import_lines
from clew.store.schema import ONE_VECTOR, insertion
from clew.store.seals import SINCE, seal, seal_tables
from tests.store.memories import day, opened
from tests.store.test_transfer import signed

MOMENT, DAY, MONTH, YEAR, SAID = Precision
TOLD = {
    "Anna works at Acme": (YEAR, MOMENT),
    "Anna lives in Oslo": (SAID, MONTH),
    "Anna lives in Rome": (MONTH, MOMENT),
    "Anna owns Rex": (MOMENT, MOMENT),
}
OLD = {
    "Anna works at Acme": (MOMENT, MOMENT),
    "Anna lives in Oslo": (SAID, MOMENT),
    "Anna lives in Rome": (MOMENT, MOMENT),
    "Anna owns Rex": (MOMENT, MOMENT),
}
"""As far as an older file tells: only that a start is the time of its text."""


def fill(memory):
    memory.remember("Anna has worked at Acme since 2015.", at=day(1), source="a")
    memory.remember("Anna lives in Oslo.", at=day(1), source="a")
    memory.remember("Anna lives in Oslo.", at=day(9), source="b")
    memory.remember("Anna moved to Rome in May 2025.", at=day(600), source="b")
    anna, rex = (NewNode(kind=Kind.ENTITY, text=name) for name in ("Anna", "Rex"))
    owns = NewEdge(kind=Kind.FACT, source=anna, target=rex, relation="owns", valid_from=day(1))
    memory.write([anna, rex], [owns])
    return memory


def told(memory):
    return {one.text: one.told for one in memory.history("Anna") if one.text in TOLD}


def floats_of(packed):
    return unpack_vectors(np.frombuffer(packed, np.uint8)[None]).astype("<f4").tobytes()


def aged(path, version):
    """Change a file to what an older version of the format had."""
    with sqlite3.connect(path) as file:
        file.execute("ALTER TABLE edges DROP COLUMN precision")
        vectors = list(each_vector(file.execute("SELECT id, items, vectors FROM vectors")))
        file.execute("DROP TABLE vectors")
        file.execute(ONE_VECTOR.definition)
        rows = [(1, id, item, floats_of(vector)) for id, item, vector in vectors]
        file.executemany(insertion(ONE_VECTOR), rows)
        file.execute(f"PRAGMA user_version = {version}")
        seal(file, 1)
        seal_tables(file)
    file.close()


@pytest.fixture(params=[3, 4, 6])
def old(request, tmp_path):
    """A file as an older version of the format had it."""
    path = tmp_path / "old.clew"
    with opened(path) as memory:
        assert told(fill(memory)) == TOLD
    aged(path, request.param)
    return path


def test_an_older_file_tells_which_starts_are_only_said(old):
    with opened(old) as memory:
        assert told(memory) == OLD
        assert memory.check() == []
        memory.remember("Anna has worked at Acme since 2014.", at=day(700), source="c")
        assert told(memory)["Anna works at Acme"] == (YEAR, MOMENT)
        assert memory.check() == []
        assert memory.forget(source="c").complete
        assert told(memory) == OLD
        assert memory.check() == []


def test_an_older_file_can_be_read_without_being_written(old):
    before = old.read_bytes()
    with opened(old, read_only=True) as memory:
        assert set(told(memory).values()) == {(MOMENT, MOMENT)}
        assert memory.ask("Where does Anna live?").text == "Rome"
        assert memory.check() == []
    assert old.read_bytes() == before


def test_a_start_that_another_text_tells_is_not_only_said(tmp_path):
    path = tmp_path / "old.clew"
    with opened(path) as memory:
        memory.remember("Anna lives in Oslo.", at=day(1), source="a")
        memory.remember("Anna has lived in Oslo since 2 January 2024.", at=day(9), source="b")
        (fact,) = memory.history("Anna")
        assert fact.told == (DAY, MOMENT)
    aged(path, 6)
    with opened(path) as memory:
        assert [one.told for one in memory.history("Anna")] == [(MOMENT, MOMENT)]
        assert memory.check() == []


def test_a_damaged_older_file_is_not_brought_up_to_date(old):
    with sqlite3.connect(old) as file:
        (version,) = file.execute("PRAGMA user_version").fetchone()
        file.execute("UPDATE nodes SET text = 'Rome' WHERE text = 'Oslo'")
    file.close()
    if version < SINCE:
        return
    with pytest.raises(NotAMemoryError, match="damaged"), opened(old):
        pass


def test_an_export_keeps_how_exactly_times_are_told():
    with opened() as memory, opened() as other:
        lines = list(export_lines(fill(memory).store, "default"))
        import_lines(other.store, "default", lines)
        assert told(other) == TOLD
        assert other.check() == []
        assert list(export_lines(other.store, "default")) == lines


def test_an_older_export_is_read():
    with opened() as memory:
        first, *rows = map(json.loads, list(export_lines(fill(memory).store, "default"))[:-1])
    for row in rows:
        row.pop("precision", None)
    with opened() as memory:
        import_lines(memory.store, "default", signed([first | {"version": 2}, *rows]))
        assert told(memory) == OLD
        assert memory.check() == []
    with opened() as memory, pytest.raises(UsageError, match="expected the columns"):
        import_lines(memory.store, "default", signed([first, *rows]))


@pytest.mark.parametrize("number", [25, -1, 40])
def test_a_number_that_tells_nothing_is_refused(number):
    with opened() as memory:
        first, *rows = map(json.loads, list(export_lines(fill(memory).store, "default"))[:-1])
    next(row for row in rows if row["table"] == "edges")["precision"] = number
    with opened() as memory, pytest.raises(UsageError, match="tell times in no known way"):
        import_lines(memory.store, "default", signed([first, *rows]))


def test_graphml_says_what_is_not_told_to_the_moment():
    with opened() as memory:
        lines = list(graphml(fill(memory).store, "default"))
    (line,) = [one for one in lines if one.startswith("<edge") and ">said<" in one]
    assert '<data key="edge_valid_from_precision">said</data>' in line
    assert '<data key="edge_valid_to_precision">month</data>' in line
    assert not [one for one in lines if ">moment<" in one]
    assert datetime(2025, 5, 1, tzinfo=UTC).isoformat() in line
