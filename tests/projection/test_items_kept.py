"""A view keeps what it has read, so that one search reads it once, but not a whole memory."""

import tracemalloc

from clew.graph.types import Kind
from clew.learn.write import NewNode
from clew.memory import Memory
from tests.store.memories import day


def test_reading_all_items_in_parts_does_not_hold_them_all():
    nodes = [
        NewNode(kind=Kind.EPISODE, text=f"Text {n} of many.", at=day(1)) for n in range(30_000)
    ]
    with Memory.open(embedder=None) as memory:
        memory.write(nodes)
        with memory.view() as view:
            ids = view.ids(Kind.EPISODE)
            view.items(ids[:10])
            tracemalloc.start()
            for start in range(0, len(ids), 1000):
                found = view.items([ids[3], *ids[start : start + 1000]])
                assert [one.id for one in found] == [ids[3], *ids[start : start + 1000]]
            held, _ = tracemalloc.get_traced_memory()
            tracemalloc.stop()
    assert held < 8e6  # all of them take 13 MB
