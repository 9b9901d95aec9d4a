"""Two writers and two readers, each a process of its own, on one file.

No acknowledged write is lost, nothing fails but with a documented `BusyError`, and readers see
committed states alone: of every episode all facts or none, and revisions that only grow.
"""

from time import monotonic

import pytest

from clew.bench.piped_facts import piped_facts_model, triples
from clew.bench.random_world import RandomVectors
from clew.errors import BusyError
from clew.graph.types import AsOf, Fact, Kind
from clew.memory import Memory
from clew.store.check import check
from clew.store.database import Database
from clew.store.store import Store
from tests.processes import OtherProcess


def open_memory(path, **options):
    return Memory.open(path, model=piped_facts_model(), embedder=RandomVectors(16), **options)


def write(connection, path, name, seconds):
    """Remember texts of three facts; two of each name things that both writers talk about."""
    with open_memory(path) as memory:
        begin(connection)
        until, number = monotonic() + seconds, 0
        while monotonic() < until:
            number += 1
            text = f"{name}|lives in|place {number}; {name} {number}|likes|tea; Ann|met|Ben"
            try:
                receipt = memory.remember(text, at=number)
            except BusyError:
                continue
            connection.send((receipt.episode, text, receipt.pending))


def read(connection, path, seconds):
    """Look again and again; every look must show one committed state. Send how many there were."""
    looks, before = 0, 0
    with open_memory(path, read_only=True) as memory:
        begin(connection)
        until = monotonic() + seconds
        while monotonic() < until:
            with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
                assert view.revision >= before
                before = view.revision
                episodes = view.ids(Kind.EPISODE)[-20:]
                for episode, links in zip(episodes, view.links(episodes), strict=True):
                    facts = [link.other for link in links]
                    found = [one for one in view.items(facts) if isinstance(one, Fact)]
                    assert len({fact.text for fact in found}) in {0, 3}, (episode, found)
            looks += 1
    connection.send(looks)


def begin(connection):
    """Say that this process is ready, and wait for the others."""
    connection.send(None)
    connection.recv()


@pytest.mark.timeout(120)
def test_two_writers_and_two_readers_share_a_file(tmp_path):
    path = tmp_path / "shared.clew"
    open_memory(path).close()
    writers = [OtherProcess(write, path, name, 1.5) for name in ("Cleo", "Dora")]
    readers = [OtherProcess(read, path, 1.5) for _ in range(2)]
    for process in (*writers, *readers):
        process.ready()
    for process in (*writers, *readers):
        process.go()
    told = [process.said() for process in writers]
    assert all(process.said()[-1] > 0 for process in readers)

    written = [line for lines in told for line in lines]
    assert all(told)
    with open_memory(path) as memory:
        assert check(memory.store) == []
        with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
            assert view.ids(Kind.EPISODE) == sorted({episode for episode, _, _ in written})
            for episode, text, pending in written:
                links = view.links([episode])[0]
                facts = view.items([link.other for link in links])
                said = {one.text for one in facts if isinstance(one, Fact)}
                assert said == {" ".join(triple) for triple in triples(text)}
                assert not pending
        assert len(memory.facts("Cleo")) == 1


def test_a_store_that_others_wrote_past_equals_a_rebuild(tmp_path):
    path = tmp_path / "shared.clew"
    with open_memory(path) as mine, open_memory(path) as yours:
        for number in range(1, 30):
            memory = (mine, yours)[number % 2]
            memory.remember(f"Ann|lives in|place {number % 5}; Ann|met|Ben {number}", at=number)
            if number % 7 == 0:
                memory.merge("Ann", f"Ben {number}")
        fresh = Store(Database(path))
        seen = []
        for store in (mine.store, yours.store, fresh):
            with store.view("default", AsOf(), now=0, any_time=True) as view:
                every = [item for kind in Kind for item in _ids(view, kind)]
                seen.append((every, view.items(every), view.links(every)))
        fresh.database.close()
        assert seen[0] == seen[1] == seen[2]


def _ids(view, kind):
    edges = {Kind.MENTION, Kind.EPISODIC, Kind.SEQUENCE, Kind.PART_OF}
    return [] if kind in edges else view.ids(kind)


def test_a_second_writer_waits_and_then_is_told_that_the_file_is_busy(tmp_path):
    path = tmp_path / "shared.clew"
    with open_memory(path) as first, open_memory(path, busy_timeout_s=0.1) as second:
        first.remember("Ann|met|Ben", at=1)
        with first.store.writing(), pytest.raises(BusyError, match="locked by another"):
            second.remember("Ann|met|Cleo", at=2)
        assert second.remember("Ann|met|Cleo", at=2).new
