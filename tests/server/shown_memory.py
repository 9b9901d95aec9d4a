"""A memory to look at: two times, several revisions, conflicts, merges, hostile and long texts."""

from clew import Input, Kind, Memory, NewEdge, NewNode
from tests.store.memories import day

__all__ = ["HOSTILE", "fill_to_look_at"]

HOSTILE = (
    "<script>window.hacked = 1</script> <img src=x onerror='window.hacked = 1'> "
    "</script><svg onload=window.hacked=1> Eve lives in Riga."
)
LONG = (
    "The Society for the Preservation of Lighthouses and Fog Signals on the Outer Islands is based "
    "in Gothenburg."
)


def fill_to_look_at(memory: Memory) -> Memory:
    """Tell a memory of people who move, in ten revisions."""
    memory.trust.set("register", 5)
    memory.remember("Anna lives in Oslo. Anna works at Arken.", at=day(1), source="register")
    memory.remember("Ben lives in Bergen. Ben is the brother of Anna.", at=day(5), source="chat/1")
    memory.remember("Anna has a cat. Ben has a red boat.", at=day(20), source="chat/1")
    memory.remember("Ben moved to Rome.", at=day(40), source="chat/2", conversation="chat 2")
    memory.remember("Anna lives in Lima.", at=day(60), source="rumour")
    memory.remember("Anne works at Statoil.", at=day(70), source="chat/2")
    memory.remember(LONG, at=day(80), source="a/very/long/path/to/a/source/named/society.txt")
    memory.remember(HOSTILE, at=day(90), source="<b>web</b>")
    memory.remember("Ключ is a friend of Ben.", at=day(95), source="ключ")
    memory.merge("Anna", "Anne")
    memory.remember("Ben moved to Lima.", at=day(120), source="chat/3")
    _write(memory, "<img src=x onerror='window.hacked=1'>", "<b>knows</b>", "Ben \u202e<script>")
    memory.remember_many([Input("Cleo lives in Turin.", day(130), "late")], learn=False)
    return memory


def _write(memory: Memory, one: str, relation: str, other: str) -> None:
    ends = [NewNode(kind=Kind.ENTITY, text=text) for text in (one, other)]
    fact = NewEdge(kind=Kind.FACT, source=ends[0], target=ends[1], relation=relation)
    memory.write(ends, [fact])
