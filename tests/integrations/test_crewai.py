"""The storage of CrewAI, used directly and by its own `Memory`."""

import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import pytest

pytest.importorskip("crewai", reason="run by `make frameworks`")

from crewai.memory.storage.backend import StorageBackend
from crewai.memory.types import MemoryRecord

from clew.errors import UsageError
from clew.integrations.crewai import ClewStorage


@pytest.fixture
def storage(memory):
    return ClewStorage(memory)


def record(key, content, *vector, scope="/team/a", day=1, **more):
    at = datetime(2024, 1, day, tzinfo=UTC)
    given = {"id": key, "content": content, "scope": scope, "created_at": at} | more
    return MemoryRecord(embedding=list(vector), **given)


def filled(storage):
    storage.save([
        record("1", "Anna lives in Oslo.", 1.0, 0.0, categories=["people"], metadata={"n": 1}),
        record("2", "Ben plays chess.", 0.6, 0.8, scope="/team/b", day=2, categories=["play"]),
        record("3", "", 0.0, 1.0, scope="/other", day=3, source=None, private=True),
    ])  # fmt: skip


def ids(found):
    return [one.id for one in found]


def test_records_are_found_by_vector_scope_category_and_metadata(memory, storage):
    assert isinstance(storage, StorageBackend)
    filled(storage)
    found = storage.search([1.0, 0.0])
    assert [(one.id, round(score, 3)) for one, score in found] == [("1", 1), ("2", 0.6), ("3", 0)]
    assert ids(one for one, _ in storage.search([1.0, 0.0], "/team", min_score=0.7)) == ["1"]
    assert ids(one for one, _ in storage.search([1.0, 0.0], categories=["play"])) == ["2"]
    assert ids(one for one, _ in storage.search([1.0, 0.0], metadata_filter={"n": 1})) == ["1"]
    assert len(storage.search([1.0, 0.0], limit=2)) == 2
    with pytest.raises(UsageError, match="another embedder"):
        storage.search([1.0])
    assert memory.ask("Where does Anna live?").text == "Oslo"


def test_lists_counts_and_scopes(storage):
    filled(storage)
    assert ids(storage.list_records()) == ["3", "2", "1"]
    assert ids(storage.list_records("/team", limit=1, offset=1)) == ["1"]
    assert (storage.count(), storage.count("/team"), storage.count("/no")) == (3, 2, 0)
    assert storage.list_scopes() == ["/other", "/team"]
    assert storage.list_scopes("/team") == ["/team/a", "/team/b"]
    assert storage.list_categories() == {"people": 1, "play": 1}
    info = storage.get_scope_info("/team")
    assert (info.record_count, info.categories) == (2, ["people", "play"])
    assert (info.oldest_record.day, info.newest_record.day) == (1, 2)


def test_an_update_learns_only_from_a_new_content(memory, storage):
    filled(storage)
    before = memory.browse("episodes").total
    one = storage.get_record("1")
    storage.update(one.model_copy(update={"importance": 0.9, "metadata": {"n": 2}}))
    again = storage.get_record("1")
    assert (again.importance, again.metadata, again.embedding) == (0.9, {"n": 2}, [1.0, 0.0])
    assert memory.browse("episodes").total == before
    storage.update(one.model_copy(update={"content": "Anna moved to Rome."}))
    assert memory.browse("episodes").total == before + 1
    assert storage.get_record("1").content == "Anna moved to Rome."
    storage.update(one.model_copy(update={"scope": "/other"}))
    assert (storage.get_record("1").scope, storage.count()) == ("/other", 3)
    assert storage.get_record("9") is None


def test_what_is_deleted_is_erased(memory, storage):
    filled(storage)
    assert storage.delete(record_ids=["1"], scope_prefix="/other") == 0
    assert storage.delete(older_than=datetime(2024, 1, 2)) == 1  # noqa: DTZ001 - as CrewAI's own
    assert "Oslo" not in "".join(memory.export())
    storage.reset("/team")
    assert ids(storage.list_records()) == ["3"]
    storage.reset()
    assert storage.count() == 0


def test_the_example_runs(tmp_path):
    script = Path(__file__).parents[2] / "examples" / "crewai_memory.py"
    done = subprocess.run(
        [sys.executable, str(script)],
        cwd=tmp_path,
        env={**os.environ, "CREWAI_DISABLE_TELEMETRY": "true"},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "the memory: Oslo" in done.stdout, done.stderr
