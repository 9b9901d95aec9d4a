"""Two writers and two readers, each a process of its own, on one file.

No acknowledged write is lost, nothing fails but with a documented `BusyError`, and readers see
committed states alone: of every episode all facts or none, and revisions that only grow.
"""

import json
import os
import traceback
from time import monotonic

import pytest

from clew.bench.piped_facts import piped_facts_model, triples
from clew.bench.random_world import RandomVectors
from clew.errors import BusyError, ClewError
from clew.graph.types import AsOf, Fact, Kind
from clew.memory import Memory
from clew.store.check import check
from clew.store.database import Database
from clew.store.store import Store


def open_memory(path, **options):
    return Memory.open(path, model=piped_facts_model(), embedder=RandomVectors(16), **options)


def in_process(work):
    """Fork; the child runs `work(say)` and reports by lines of JSON. Return (pid, pipe)."""
    reading, writing = os.pipe()
    child = os.fork()
    if child:
        os.close(writing)
        return child, reading
    os.close(reading)

    def say(what):
        os.write(writing, json.dumps(what).encode() + b"\n")

    try:
        work(say)
    except (ClewError, AssertionError, LookupError, TypeError, ValueError):
        say({"error": traceback.format_exc()})
    finally:
        os._exit(0)


def heard(process):
    child, reading = process
    with os.fdopen(reading, "rb") as pipe:
        lines = [json.loads(line) for line in pipe.read().splitlines()]
    os.waitpid(child, 0)
    assert [line["error"] for line in lines if "error" in line] == []
    return lines


def writer(path, name, until):
    """Remember texts of three facts; two of each name things that both writers talk about."""

    def work(say):
        with open_memory(path) as memory:
            number = 0
            while monotonic() < until:
                number += 1
                text = f"{name}|lives in|place {number}; {name} {number}|likes|tea; Ann|met|Ben"
                try:
                    receipt = memory.remember(text, at=number)
                except BusyError:
                    say({"busy": number})
                    continue
                said = {"episode": receipt.episode, "text": text, "pending": receipt.pending}
                say(said)

    return work


def reader(path, until):
    """Look again and again; every look must show one committed state."""

    def work(say):
        looks, before = 0, 0
        with open_memory(path, read_only=True) as memory:
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
        say({"looks": looks})

    return work


@pytest.mark.timeout(50)
def test_two_writers_and_two_readers_share_a_file(tmp_path):
    path = tmp_path / "shared.clew"
    open_memory(path).close()
    until = monotonic() + 2.5
    writers = [in_process(writer(path, name, until)) for name in ("Cleo", "Dora")]
    readers = [in_process(reader(path, until)) for _ in range(2)]
    told = [heard(process) for process in writers]
    assert all(heard(process)[-1]["looks"] > 0 for process in readers)

    written = [line for lines in told for line in lines if "episode" in line]
    assert all(any("episode" in line for line in lines) for lines in told)
    with open_memory(path) as memory:
        assert check(memory.store) == []
        with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
            assert view.ids(Kind.EPISODE) == sorted({line["episode"] for line in written})
            for line in written:
                links = view.links([line["episode"]])[0]
                facts = view.items([link.other for link in links])
                said = {one.text for one in facts if isinstance(one, Fact)}
                assert said == {" ".join(triple) for triple in triples(line["text"])}
                assert not line["pending"]
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
