"""Many memories in one open file: who waits for whom, and what a process keeps of them."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event, Thread

import pytest

from clew.bench.piped_facts import piped_facts_model
from clew.errors import BusyError, UsageError
from clew.graph.types import AsOf
from clew.learn.draft import Draft
from clew.memory import Memory
from clew.store.database import Database
from clew.store.gate import Gate, Turns
from clew.store.kept import Kept
from clew.store.store import Store


@pytest.fixture
def memory(tmp_path):
    with Memory.open(tmp_path / "a.clew", model=piped_facts_model(), embedder=None) as memory:
        memory.remember("Anna|lives in|Oslo", at=1)
        yield memory


def homes(memory):
    return [fact.object_name for fact in memory.facts("Anna")]


def test_namespaces_share_the_file_and_nothing_else(memory):
    other = memory.in_namespace("b")
    assert other.recall("Anna") == []
    other.remember("Anna|lives in|Rome", at=1)
    assert (homes(memory), homes(other)) == (["Oslo"], ["Rome"])
    assert memory.store.names() == ["b", "default"]
    assert memory.as_of(known=1).in_namespace("b").in_namespace("default").revision == 1
    with pytest.raises(UsageError, match="name for the namespace"):
        memory.in_namespace(" ")


def test_a_reader_does_not_wait_for_a_write_to_another_namespace(memory):
    """The write is held open, inside its transaction, until the other namespace was read.

    That one has a writer, too, who waits for the first, and not with its readers behind him.
    """
    other, begun, read = memory.in_namespace("b"), Event(), Event()
    other.remember("Anna|lives in|Rome", at=1)

    def slow(projection):
        begun.set()
        assert read.wait(20), "the reader waits for the writer"
        return Draft(projection).finish()

    writer = Thread(target=memory.store.write, args=("b", slow))
    writer.start()
    assert begun.wait(20)
    second = Thread(target=memory.remember, args=("Anna|lives in|Bonn",), kwargs={"at": 2})
    second.start()
    second.join(0.3)
    assert second.is_alive()
    assert homes(memory) == ["Oslo"]
    read.set()
    for each in (writer, second):
        each.join(20)
        assert not each.is_alive()
    assert homes(memory) == ["Bonn"]


def test_a_thread_that_holds_one_namespace_does_not_wait_for_ever_for_another():
    turns, held, done = Turns(together=False, patience_s=0.05), Event(), Event()

    def hold():
        with turns.of("b"):
            held.set()
            done.wait(20)

    holder = Thread(target=hold)
    holder.start()
    assert held.wait(20)
    with turns.of("a"), turns.of("a"), pytest.raises(BusyError, match="leave one view"):
        turns.of("b").__enter__()
    done.set()
    holder.join(20)
    with turns.of("a"), turns.of("b"):
        pass


def test_a_closed_gate_waits_for_those_inside_and_lets_nobody_in():
    gate, inside, leave = Gate(), Event(), Event()

    def pass_slowly():
        with gate.passing():
            inside.set()
            leave.wait(20)

    first = Thread(target=pass_slowly)
    first.start()
    assert inside.wait(20)
    with ThreadPoolExecutor(1) as pool:
        with gate.closed(0.01):
            late = pool.submit(lambda: gate.passing().__enter__())
            assert not late.done()
            leave.set()
            first.join(20)
        late.result(20)


def test_who_is_inside_does_not_wait_for_itself():
    gate = Gate()
    with gate.passing(), gate.closed(20), gate.passing():
        pass


def test_projections_that_take_too_much_go_the_longest_unused_first(tmp_path):
    store = Store(Database(tmp_path / "a.clew"), cache_bytes=60_000)
    with Memory.open(tmp_path / "a.clew", model=piped_facts_model(), embedder=None) as memory:
        for name in "abcd":
            memory.in_namespace(name).remember("Anna|lives in|Oslo", at=1)
    for name in "abcd":
        with store.view(name, AsOf(), now=0) as view:
            assert view.names() == ["Anna", "Oslo"]
    assert store.kept.names() == ["c", "d"]
    with store.view("a", AsOf(), now=0) as view:
        assert view.names() == ["Anna", "Oslo"]
    assert store.kept.names() == ["d", "a"]
    store.database.close()


def test_the_one_in_use_is_kept_whatever_it_takes(memory):
    kept = Kept(0)
    with memory.store.projection("default") as projection:
        kept.put("default", 0, projection)
    assert kept.get("default") == (0, projection)


def test_erasures_at_one_time_leave_no_byte_while_others_read(tmp_path):
    """Four tenants forget at once, while a fifth is read."""
    path = tmp_path / "a.clew"
    with Memory.open(path, model=piped_facts_model(), embedder=None) as memory:
        memory.remember("Anna|lives in|Oslo", at=1)
        tenants = [memory.in_namespace(name) for name in "abcd"]
        told = [one.remember(f"Ben|owns|zyqqel{at}", at=at) for at, one in enumerate(tenants)]
        stop = Event()

        def read():
            while not stop.is_set():
                assert homes(memory) == ["Oslo"]

        with ThreadPoolExecutor(5) as pool:
            reader = pool.submit(read)
            receipts = pool.map(
                lambda pair: pair[0].forget(episode=pair[1].episode),
                zip(tenants, told, strict=True),
            )
            complete = [receipt.complete for receipt in receipts]
            stop.set()
            reader.result(20)
        assert complete == [True] * 4
        assert memory.check() == []
        files = [path, path.with_name("a.clew-wal")]
        assert not any(b"zyqqel" in file.read_bytes() for file in files if file.exists())
