"""What was forgotten is on no byte of the disk, and what it had replaced is current again."""

from contextlib import contextmanager

import pytest

from clew.bench.piped_facts import piped_facts_model
from clew.bench.random_world import RandomVectors
from clew.embed.base import TextKind
from clew.embed.cached import Cached
from clew.learn.observe import Input
from clew.memory import Memory
from clew.store.check import check
from clew.store.copies.transfer import export_lines
from clew.store.keyvalue import StoreKeyValue
from tests.processes import OtherProcess

SECRET, NAME, WORD = "zyqqelvarium", "Ωμβριέλλα", "Гжельскийъ"
TOLD = f"Anna|lives in|{NAME}; {SECRET}|likes|{WORD}; Anna|likes|tea"
PIECES = (SECRET, NAME, WORD, "zyqqel", SECRET.upper(), "ωμβρι", "гжельский")


def bytes_of(folder):
    """Every byte of every file in the folder, write-ahead log and shared memory included."""
    return b"".join(path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file())


def pieces_in(data):
    forms = [form for piece in PIECES for form in (piece, piece.casefold(), piece.lower())]
    spelled = [form.encode(code) for form in forms for code in ("utf-8", "utf-16-le")]
    return [form for form in spelled if form in data]


def open_memory(path, **options):
    return Memory.open(path, model=piped_facts_model(), embedder=RandomVectors(32), **options)


def planted(memory):
    """Plant the secret between two other texts; return the receipt of its episode."""
    memory.remember("Anna|lives in|Oslo; Ben|likes|tea", at=1, source="first")
    receipt = memory.remember(TOLD, at=2, source="secret")
    for at in range(3, 40):
        memory.remember(f"Ben|met|Cleo {at}; Ben|likes|tea", at=at, source="later")
    return receipt


def lives_in(memory):
    return [fact.object_name for fact in memory.facts("Anna") if fact.relation == "lives in"]


def hold_a_view(connection, path):
    """Read from the file, and keep the transaction open until told to go on."""
    with open_memory(path) as memory, memory.view() as view:
        view.names()
        connection.send(None)
        connection.recv()


@contextmanager
def reader_in_another_process(path):
    """A process that has read from the file, and keeps the transaction open until the end."""
    reader = OtherProcess(hold_a_view, path)
    reader.ready()
    try:
        yield
    finally:
        reader.go()
        assert reader.said() == []


def test_no_byte_is_left_and_the_older_fact_is_current_again(tmp_path):
    with open_memory(tmp_path / "memory.clew") as memory:
        receipt = planted(memory)
        assert lives_in(memory) == [NAME]
        assert {SECRET.encode(), NAME.encode(), WORD.encode()} <= set(pieces_in(bytes_of(tmp_path)))

        forgotten = memory.forget(episode=receipt.episode)
        assert forgotten.complete
        assert forgotten.reopened
        assert lives_in(memory) == ["Oslo"]
        assert pieces_in(bytes_of(tmp_path)) == []
        exported = "\n".join(export_lines(memory.store, memory.namespace))
        assert pieces_in(exported.encode()) == []
        assert check(memory.store) == []
    assert pieces_in(bytes_of(tmp_path)) == []


def test_an_entity_named_only_there_goes_with_its_name(tmp_path):
    with open_memory(tmp_path / "memory.clew") as memory:
        planted(memory)
        memory.forget(source="secret")
        with memory.view() as view:
            assert not {SECRET, NAME, WORD} & set(view.names())
            assert {"Anna", "Oslo", "tea"} <= set(view.names())
        assert pieces_in(bytes_of(tmp_path)) == []


def test_forgetting_an_entity_takes_every_text_that_names_it(tmp_path):
    with open_memory(tmp_path / "memory.clew") as memory:
        planted(memory)
        memory.remember(f"Cleo|met|{NAME}", at=50, source="other")
        memory.remember_many([Input(f"No facts, only {NAME}.", 51)], learn=False)
        assert len(memory.forget(entity=NAME).episodes) == 3
        assert pieces_in(bytes_of(tmp_path)) == []
        assert check(memory.store) == []


def test_the_embedding_cache_forgets_too(tmp_path):
    with open_memory(tmp_path / "memory.clew") as memory:
        cache = StoreKeyValue(memory.store)
        cached = Cached(RandomVectors(32), cache)
        receipt = planted(memory)
        vector = cached.embed([TOLD], kind=TextKind.PASSAGE)[0].tobytes()
        assert vector in bytes_of(tmp_path)
        memory.forget(episode=receipt.episode)
        assert vector not in bytes_of(tmp_path)


@pytest.mark.slow  # forget waits five seconds for readers
def test_while_another_process_reads_the_erasure_is_pending(tmp_path):
    path = tmp_path / "memory.clew"
    with open_memory(path, busy_timeout_s=0.2) as memory:
        receipt = planted(memory)
        with reader_in_another_process(path):
            forgotten = memory.forget(episode=receipt.episode)
            assert not forgotten.complete
            assert lives_in(memory) == ["Oslo"]
            assert any(each.code == "residue" for each in check(memory.store))
        assert check(memory.store) == []
        assert pieces_in(bytes_of(tmp_path)) == []


@pytest.mark.slow  # forget waits five seconds for readers
def test_the_next_open_finishes_what_a_reader_held_up(tmp_path):
    path = tmp_path / "memory.clew"
    memory = open_memory(path, busy_timeout_s=0.2)
    receipt = planted(memory)
    with reader_in_another_process(path):
        assert not memory.forget(episode=receipt.episode).complete
        memory.close()
    with open_memory(path) as again:
        assert lives_in(again) == ["Oslo"]
        assert pieces_in(bytes_of(tmp_path)) == []
