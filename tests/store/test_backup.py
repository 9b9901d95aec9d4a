"""A backup is a whole, sound copy of a memory in use, or nothing at all."""

import os
import platform
import subprocess
import sys
from contextlib import contextmanager

import pytest

from clew import Memory
from clew.errors import UsageError
from clew.store.check import check
from clew.store.copies.backup import backup
from clew.store.database import Database
from clew.store.sql import column
from clew.store.store import Store
from tests.store.memories import fill, fill_steps, opened


def everything(memory):
    with memory.store.reading("") as (connection, _):
        tables = column(
            connection,
            "SELECT name FROM sqlite_master WHERE type = 'table' AND sql NOT LIKE '%VIRTUAL%'",
        )
        return {
            name: sorted(map(repr, connection.execute(f"SELECT * FROM {name}"))) for name in tables
        }


def test_a_backup_opens_as_the_same_memory(tmp_path):
    path, copy = tmp_path / "x.clew", tmp_path / "copy.clew"
    with opened(path) as memory, opened(path, namespace="steps") as steps:
        fill(memory)
        fill_steps(steps)
        size = backup(memory.store, copy)
        assert size == copy.stat().st_size > 0
        with opened(copy) as again:
            assert check(again.store) == []
            assert everything(again) == everything(memory)
            assert again.recall("Anna") == memory.recall("Anna")
            again.remember("Anna lives in Lima.")
        assert sorted(each.name for each in tmp_path.iterdir() if "copy" in each.name) == [
            copy.name
        ]


def test_a_memory_in_memory_can_be_backed_up(tmp_path):
    with opened() as memory:
        backup(fill(memory).store, str(tmp_path / "copy.clew"))
        with opened(tmp_path / "copy.clew", read_only=True) as again:
            assert everything(again) == everything(memory)


def test_a_read_only_memory_can_be_backed_up(tmp_path):
    with opened(tmp_path / "x.clew") as memory:
        fill(memory)
    with opened(tmp_path / "x.clew", read_only=True) as memory:
        backup(memory.store, tmp_path / "copy.clew")
    with opened(tmp_path / "copy.clew") as again:
        assert check(again.store) == []


def test_a_backup_never_overwrites(tmp_path):
    path, other, link = tmp_path / "x.clew", tmp_path / "other", tmp_path / "link"
    other.write_text("mine", encoding="utf-8")
    link.symlink_to(tmp_path / "nowhere")
    with opened(path) as memory:
        fill(memory)
        for target in (path, other, link, tmp_path):
            with pytest.raises(UsageError, match="never overwrites"):
                backup(memory.store, target)
        with pytest.raises(UsageError, match="no folder"):
            backup(memory.store, tmp_path / "missing" / "copy.clew")
        assert other.read_text(encoding="utf-8") == "mine"
        assert check(memory.store) == []


_WRITER = """
import sys
from clew import Memory
with Memory.open(sys.argv[1], embedder="hashing:16") as memory:
    for number in range(10_000):
        memory.remember(f"Ben likes number {number}.")
        print(number, flush=True)
"""


def test_a_backup_is_one_revision_though_another_process_writes(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory:
        fill(memory)
        command = [sys.executable, "-c", _WRITER, str(path)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            try:
                for number in range(4):
                    writer.stdout.readline()
                    copy = tmp_path / f"copy{number}.clew"
                    backup(memory.store, copy)
                    with opened(copy) as again:
                        assert check(again.store) == []
                        assert again.recall("Anna")
            finally:
                writer.kill()


_LIMITED = """
import resource, sys
from pathlib import Path
from clew import Memory
from clew.errors import StorageFullError
from clew.store.copies.backup import backup
path = Path(sys.argv[1])
with Memory.open(path, embedder="hashing:16") as memory:
    resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))
    try:
        backup(memory.store, path.with_name("copy.clew"))
    except StorageFullError as error:
        print(str(error)[:22], sorted(each.name for each in path.parent.glob("*copy*")))
"""


@pytest.mark.skipif(os.name == "nt", reason="limits are POSIX's")
def test_without_room_there_is_an_error_and_no_half_a_copy(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory:
        fill(memory)
    command = [sys.executable, "-c", _LIMITED, str(path)]
    run = subprocess.run(command, capture_output=True, text=True, check=False)
    assert run.stdout.strip() == "no room for a backup o []", run.stderr


def test_deleted_text_is_not_copied(tmp_path):
    path = tmp_path / "x.clew"
    with Memory.open(path, embedder=None) as memory:
        memory.remember("The secret word is xyzzyplugh.", source="secret")
        memory.remember("Anna lives in Oslo.", source="diary")
        with memory.store.writing() as connection:
            connection.execute("DELETE FROM nodes WHERE text LIKE '%xyzzy%'")
        backup(memory.store, tmp_path / "copy.clew")
        assert b"secret word is xyzzyplugh" in path.read_bytes() + _log(path)
    assert b"secret word is xyzzyplugh" not in (tmp_path / "copy.clew").read_bytes()


def _log(path):
    return path.with_name(path.name + "-wal").read_bytes()


_KILLED = """
import os, signal, sys, threading, time
from pathlib import Path
from clew import Memory
from clew.store.copies.backup import backup
path = Path(sys.argv[1])
with Memory.open(path, embedder=None) as memory:
    def watch():
        while not any(path.parent.glob("copy.clew*.part")):
            time.sleep(0.0005)
        os.kill(os.getpid(), signal.SIGKILL)
    threading.Thread(target=watch, daemon=True).start()
    backup(memory.store, path.with_name("copy.clew"))
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are POSIX's")
def test_what_a_killed_backup_leaves_is_reported_and_removed_by_the_next(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory:
        fill(memory)
        with memory.store.writing() as connection:  # a file that takes a while to copy
            connection.execute("INSERT INTO cache VALUES ('filling', 'a', randomblob(60000000))")
    run = subprocess.run([sys.executable, "-c", _KILLED, str(path)], check=False)
    assert run.returncode < 0
    (left,) = tmp_path.glob("*.part")
    running = tmp_path / f"other.clew.{platform.node()}.{os.getpid()}.part"
    elsewhere = tmp_path / "other.clew.another-machine.1.part"
    mine = tmp_path / "notes.part"
    for each in (running, elsewhere, mine):
        each.write_bytes(b"")
    with opened(path) as memory:
        problems = check(memory.store)
        assert {each.code for each in problems} == {"partial-backup"}
        assert all(left.name in each.message for each in problems)
        backup(memory.store, tmp_path / "next.clew")
        assert check(memory.store) == []
    assert list(tmp_path.glob("copy*")) == []
    assert all(each.exists() for each in (running, elsewhere, mine))


def test_an_interrupted_backup_leaves_nothing(tmp_path):
    path, goal = tmp_path / "x.clew", tmp_path / "copy.clew"

    class Interrupted(Store):
        @contextmanager
        def alone(self, *, busy_timeout_s=None):
            with super().alone(busy_timeout_s=busy_timeout_s) as connection:
                yield connection
            raise KeyboardInterrupt

    with opened(path) as memory:
        fill(memory)
    store = Interrupted(Database(path))
    with pytest.raises(KeyboardInterrupt):
        backup(store, goal)
    store.database.close()
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith("copy")] == []
