"""A file that is no memory, locked, full, read-only or gone: a clear error, nothing lost."""

import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path
from threading import Barrier, Thread

import pytest

from clew.errors import (
    BusyError,
    FileReplacedError,
    NewerFileError,
    NotAMemoryError,
    ReadOnlyError,
    StorageFullError,
    StoreError,
    UsageError,
)
from clew.store.check import check
from clew.store.database import MEMORY, Database
from clew.store.seals import put_meta
from clew.store.store import Store
from tests.made import once
from tests.store.memories import opened, write_filled


@pytest.fixture
def path(tmp_path):
    return tmp_path / "x.clew"


@pytest.fixture
def filled(path):
    once(write_filled, path.parent)
    return path


def texts_of(path):
    with opened(path) as memory:
        assert check(memory.store) == []
        with memory.store.projection("default") as rows:
            return [row.text for row in rows.nodes.values()]


@pytest.mark.parametrize(
    "content",
    [b"hi", b"Dear diary,\n" * 400, bytes(range(256)) * 40, b"\0" * 5000, b"SQLite format 3\0" * 9],
    ids=["tiny", "text", "binary", "zeros", "header"],
)
def test_a_file_that_is_no_database_is_refused_and_left_alone(path, content):
    path.write_bytes(content)
    for read_only in (False, True):
        with pytest.raises(NotAMemoryError, match=r"x\.clew"):
            Database(path, read_only=read_only)
    assert path.read_bytes() == content
    assert list(path.parent.iterdir()) == [path]


def test_another_programs_database_is_refused_and_left_alone(path):
    with sqlite3.connect(path) as other:
        other.execute("CREATE TABLE mail (body)")
    other.close()
    before = path.read_bytes()
    with pytest.raises(NotAMemoryError, match="not a clew memory; give another path"):
        Database(path)
    assert path.read_bytes() == before


def test_a_database_marked_by_another_program_is_refused_though_empty(path):
    with sqlite3.connect(path) as other:
        other.execute("PRAGMA application_id = 77")
    other.close()
    with pytest.raises(NotAMemoryError):
        Database(path)


def test_an_empty_file_becomes_a_memory(path):
    path.touch()
    with opened(path) as memory:
        memory.remember("Anna lives in Oslo.")
    assert "Anna lives in Oslo." in texts_of(path)


def test_an_empty_file_is_no_memory_to_read(path):
    path.touch()
    with pytest.raises(NotAMemoryError, match="empty"):
        Database(path, read_only=True)


@pytest.mark.parametrize("part", [0.1, 0.5, 0.9])
def test_a_truncated_memory_is_refused(filled, part):
    content = filled.read_bytes()
    filled.write_bytes(content[: int(len(content) * part)])
    with pytest.raises(NotAMemoryError, match="damaged"):
        Database(filled)


def test_a_memory_from_the_future_is_refused_and_left_alone(filled):
    with sqlite3.connect(filled) as other:
        other.execute("PRAGMA user_version = 99")
    other.close()
    with pytest.raises(NewerFileError, match=r"file version 99.*upgrade clew"):
        Database(filled)


def test_a_folder_and_a_missing_folder_are_usage_errors(tmp_path):
    with pytest.raises(UsageError, match="is a folder"):
        Database(tmp_path)
    with pytest.raises(UsageError, match="no folder"):
        Database(tmp_path / "missing" / "x.clew")
    with pytest.raises(UsageError, match="no memory at"):
        Database(tmp_path / "missing.clew", read_only=True)
    with pytest.raises(UsageError, match="would stay empty"):
        Database(MEMORY, read_only=True)


def test_a_writer_waits_no_longer_than_it_was_told(filled):
    other = sqlite3.connect(filled, isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    with opened(filled, busy_timeout_s=0.05) as memory:
        with pytest.raises(BusyError, match="locked by another process"):
            memory.remember("Anna lives in Lima.")
        assert memory.recall("Anna")  # readers do not wait
        other.execute("ROLLBACK")
        memory.remember("Anna lives in Lima.")
    other.close()


def test_many_may_create_the_same_file_at_once(path):
    start, errors = Barrier(8), []

    def create():
        start.wait()
        try:
            Database(path).close()
        except StoreError as error:
            errors.append(error)

    threads = [Thread(target=create) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []


def test_a_read_only_memory_reads_and_never_writes(filled):
    before = filled.read_bytes()
    with opened(filled, read_only=True) as memory:
        assert memory.recall("Anna")
        with pytest.raises(ReadOnlyError, match="read_only=True"):
            memory.remember("Anna lives in Lima.")
        assert check(memory.store) == []
    assert filled.read_bytes() == before


_UNWRITABLE = """
import os, sys
from pathlib import Path
import numpy.ma  # numpy loads it when it is first needed, and a stranger may not find it
from clew import Memory
from clew.errors import FileReplacedError, ReadOnlyError
path = Path(sys.argv[1])
Memory.open(embedder="hashing:16").recall("loads what a stranger may not find")
if os.geteuid() == 0:
    os.setuid(65534)
with Memory.open(path, embedder="hashing:16", read_only=True) as memory:
    assert memory.recall("Anna")
    print(input("read"))
    try:
        memory.recall("Anna")
    except FileReplacedError:
        print("changed")
try:
    Memory.open(path, embedder="hashing:16").remember("Anna lives in Lima.")
except ReadOnlyError:
    print("refused")
"""


@pytest.mark.skipif(os.name == "nt", reason="permissions are POSIX's")
def test_a_memory_on_a_medium_that_cannot_be_written_is_read(filled):
    """As a stranger, since root may write everywhere."""
    folder = Path(tempfile.mkdtemp())  # strangers cannot enter pytest's own
    path = folder / "x.clew"
    shutil.copy(filled, path)
    path.chmod(0o444)
    folder.chmod(0o555)
    try:
        command = [sys.executable, "-c", _UNWRITABLE, str(path)]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        ) as child:
            assert child.stdout is not None
            assert child.stdout.read(4) == "read"
            os.utime(path, ns=(1, 1))
            output, _ = child.communicate("\n")
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)
    assert output.split() == ["changed", "refused"]


def test_a_file_without_permission_to_read_is_a_store_error(filled):
    filled.chmod(0)
    try:
        if os.geteuid() == 0:
            pytest.skip("root may read everything")
        with pytest.raises(StoreError, match="permissions"):
            Database(filled)
    finally:
        filled.chmod(0o600)


def put(store, key, value):
    with store.writing() as connection:
        put_meta(connection, {key: value})


def test_a_full_file_refuses_the_write_and_keeps_what_was_acknowledged(filled):
    before = texts_of(filled)
    pages = filled.stat().st_size // 4096 + 2
    store = Store(Database(filled, max_pages=pages))
    with pytest.raises(StorageFullError, match=r"no room to write x\.clew"):
        put(store, "long", "x" * 100_000)
    assert store.meta()["embedder"] == "hashing:16"
    put(store, "short", "x")  # the transaction did not linger
    store.database.close()
    assert texts_of(filled) == before


_LIMITED = """
import resource, sys
from clew import Memory
from clew.errors import StorageFullError
from clew.store.check import check
with Memory.open(sys.argv[1], embedder="hashing:16") as memory:
    told = [memory.remember("Anna lives in Oslo.").episode]
    free = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (300_000, free[1]))
    for number in range(100):
        try:
            told.append(memory.remember(f"Ben likes number {number}. " * 50).episode)
        except StorageFullError as error:
            print("full" if "no room to write" in str(error) else error)
            break
    assert memory.recall("Anna")
    resource.setrlimit(resource.RLIMIT_FSIZE, free)
    for episode in told:
        memory.episode(episode)
    memory.learn_pending()
    memory.remember("Anna lives in Lima.")
    print(check(memory.store))
"""


@pytest.mark.skipif(os.name == "nt", reason="limits are POSIX's")
def test_a_size_limit_refuses_the_write_and_keeps_what_was_acknowledged(path):
    command = [sys.executable, "-c", _LIMITED, str(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stdout.split("\n")[:2] == ["full", "[]"], run.stderr
    assert "Anna lives in Lima." in texts_of(path)


@pytest.mark.parametrize("replaced", [True, False])
def test_nothing_is_written_to_a_file_that_was_replaced_or_removed(filled, tmp_path, replaced):
    with opened(filled) as memory:
        if replaced:
            with opened(tmp_path / "other.clew") as other:
                other.remember("Ben lives in Rome.")
            filled.rename(tmp_path / "moved.clew")
            (tmp_path / "other.clew").rename(filled)
        else:
            filled.unlink()
        with pytest.raises(FileReplacedError, match="Open the memory again"):
            memory.remember("Anna lives in Lima.")
        with pytest.raises(FileReplacedError):
            memory.recall("Anna")


def test_an_error_in_a_transaction_undoes_it(filled):
    store = Store(Database(filled))

    def fail():
        with store.writing() as connection:
            connection.execute("DELETE FROM nodes")
            raise KeyError

    with pytest.raises(KeyError):
        fail()
    store.database.close()
    assert texts_of(filled)


@pytest.mark.parametrize("name", [MEMORY, "m.clew"])
def test_an_interrupt_in_the_middle_of_a_statement_rolls_back_and_keeps_the_memory(tmp_path, name):
    path = name if name == MEMORY else tmp_path / name
    long = (
        "WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM n LIMIT 3000000) "
        "SELECT count(*) FROM n"
    )

    def interrupt(*_):
        raise KeyboardInterrupt

    def write(memory):
        with memory.store.writing() as connection:
            connection.execute("DELETE FROM nodes")
            signal.setitimer(signal.ITIMER_REAL, 0.02)
            connection.execute(long)

    with opened(path) as memory:
        memory.remember("Anna lives in Oslo.")
        before = signal.signal(signal.SIGALRM, interrupt)
        try:
            with pytest.raises(KeyboardInterrupt):
                write(memory)
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, before)
        assert memory.ask("Where does Anna live?").text == "Oslo"
        memory.remember("Anna moved to Rome.")
        assert memory.check() == []
