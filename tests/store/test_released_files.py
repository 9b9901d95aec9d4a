"""Files of every version of the schema, made by the clew of that time, open after a copy of them.

`released/vN.clew.gz` was made at the last commit with N migrations (59e76a59^, 59e76a59, d55136b8,
b6f2be44, 0e9ddaa2, cfa79692, ea3a24e3 and, for 9, e09d2b8a or later): two texts of 2023 and 2024, a
merge that was undone, a source that was forgotten. No version 4 was ever on the main branch.
"""

import gzip
import shutil
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from clew.store.migrations import MIGRATIONS
from tests.store.memories import opened

FOLDER = Path(__file__).parent / "released"
VERSIONS = sorted(int(path.name[1:].partition(".")[0]) for path in FOLDER.iterdir())
MIDDLE = datetime(2023, 9, 1, tzinfo=UTC)


def version_of(path):
    file = sqlite3.connect(path)
    (version,) = file.execute("PRAGMA user_version").fetchone()
    file.close()
    return version


@pytest.fixture(params=VERSIONS)
def released(request, tmp_path):
    path = tmp_path / "old.clew"
    with gzip.open(FOLDER / f"v{request.param}.clew.gz") as packed, path.open("wb") as file:
        shutil.copyfileobj(packed, file)
    return path, request.param


def answers(memory):
    assert memory.ask("Where does Anna live?").text == "Rome"
    assert memory.as_of(MIDDLE).ask("Where does Anna live?").text == "Oslo"
    assert "Ben is a friend of Anna" in [fact.text for fact in memory.facts("Ben")]


def test_there_is_a_file_of_every_version():
    assert [n for n in range(1, len(MIGRATIONS) + 1) if n != 4] == VERSIONS


def test_it_opens_is_sound_and_goes_on_learning(released):
    path, version = released
    assert version_of(path) == version
    with opened(path) as memory:
        answers(memory)
        assert memory.check() == []
        memory.remember("Anna moved to Lima.", at=datetime(2025, 1, 1, tzinfo=UTC))
        assert memory.ask("Where does Anna live?").text == "Lima"
        assert memory.check() == []
        assert "Eva" not in "".join(memory.export())
    assert version_of(path) == len(MIGRATIONS)
    copies = list(path.parent.glob("*.backup"))
    names = [f"old.clew.version{version}.backup"] if version < len(MIGRATIONS) else []
    assert [one.name for one in copies] == names
    for copy in copies:
        assert version_of(copy) == version
        with opened(copy.rename(path.parent / "again.clew")) as memory:
            answers(memory)


def test_it_is_read_without_being_changed(released):
    path, _ = released
    before = path.read_bytes()
    with opened(path, read_only=True) as memory:
        answers(memory)
        assert memory.usage() == []
        assert memory.browse("sources").total == 2
    assert path.read_bytes() == before
    assert not list(path.parent.glob("*.backup"))
