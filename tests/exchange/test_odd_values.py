"""Odd values in a file are dropped or mended, and counted; the rest of the file comes in."""

import json
import os
import sys

import pytest

from clew.exchange.bring_in import bring
from clew.exchange.storable import HALVES, UNSTORABLE
from tests.exchange.files import entity, lines, written
from tests.store.memories import opened

HALF = "\ud83d"
UNDATED = "records without a time, taken as told now"


def deep(levels):
    value: dict[str, object] = {}
    for _ in range(levels):
        value = {"a": value}
    return value


def relation(name, subject="Anna", target="Arken"):
    return {"type": "relation", "from": subject, "to": target, "relationType": name}


def mem0(path, **odd):
    rows = [
        {"id": "1", "memory": "Anna lives in Oslo.", "user_id": "anna", "metadata": {"team": "b"}},
        {"id": "2", "memory": "Ben lives in Rome.", "user_id": "ben", **odd},
    ]
    return written(path, [{"updated_at": "2024-01-01T00:00:00Z", **one} for one in rows])


@pytest.mark.parametrize(
    "value", [deep(100), float("nan"), HALF, {HALF: 1}], ids=["deep", "nan", "half", "key"]
)
def test_metadata_that_cannot_be_stored_are_dropped_and_counted(tmp_path, value):
    with opened() as memory:
        told = bring(memory, mem0(tmp_path / "a.json", metadata={"odd": value, "n": 1}))
        assert told.dropped == {UNSTORABLE: 1}
        held = {one.source: one.metadata for one in memory.browse("episodes").items}
        assert held == {"mem0/anna": {"team": "b", "mem0": "1"}, "mem0/ben": {"n": 1, "mem0": "2"}}


def test_metadata_as_deep_as_they_may_be_are_kept(tmp_path):
    with opened() as memory:
        assert bring(memory, mem0(tmp_path / "a.json", metadata={"odd": deep(98)})).dropped == {}


def test_tags_of_hindsight_that_cannot_be_stored_are_dropped_and_counted(tmp_path):
    one = {"text": "Anna lives in Oslo.", "fact_type": "world", "mentioned_at": "2024-01-01"}
    path = written(tmp_path / "a.json", {"items": [{**one, "tags": [HALF], "entities": "Anna"}]})
    with opened() as memory:
        assert bring(memory, path).dropped == {UNSTORABLE: 1}
        (held,) = memory.browse("episodes").items
        assert held.metadata["entities"] == "Anna"


def test_halves_of_characters_are_replaced_and_counted(tmp_path):
    path = mem0(tmp_path / "a.json", memory=f"Ben lives in Rome {HALF}.", user_id=HALF)
    with opened() as memory:
        assert bring(memory, path).dropped == {HALVES: 1}
        held = {one.source: one.text for one in memory.browse("episodes").items}
        assert held["mem0/\ufffd"] == "Ben lives in Rome \ufffd."
        assert bring(memory, path).already_there == 2


def test_halves_of_characters_in_what_was_read_are_replaced_and_counted(tmp_path):
    odd = entity(f"An{HALF}na", f"likes {HALF}", kind=HALF)
    path = lines(tmp_path / "m.json", odd, entity("Ben", "likes tea"))
    with opened() as memory:
        assert bring(memory, path).dropped == {HALVES: 1, UNDATED: 2}
        (thesis,) = memory.theses("An\ufffdna")
        assert thesis.text == "An\ufffdna: likes \ufffd"
        assert [one.text for one in memory.facts("An\ufffdna")] == ["An\ufffdna is a \ufffd"]


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere every file name is Unicode")
def test_a_note_whose_name_is_not_utf_8_has_another_one(tmp_path):
    written(tmp_path / os.fsdecode(b"2024-03-02 \xff.md"), "Anna lives in Oslo.")
    with opened() as memory:
        assert bring(memory, tmp_path).dropped == {HALVES: 1}
        assert memory.browse("sources").items[0].name == "2024-03-02 \ufffd.md"


def test_blank_types_and_relations_of_the_mcp_server_are_dropped_and_counted(tmp_path):
    rows = (entity(" Anna ", "likes tea", kind=" "), relation("_"), relation(" works_at "))
    with opened() as memory:
        told = bring(memory, lines(tmp_path / "m.json", *rows))
        assert told.dropped == {"relations without a name": 1, UNDATED: 1}
        assert [one.text for one in memory.facts("Anna")] == ["Anna works at Arken"]
        assert [one.text for one in memory.theses("Anna")] == ["Anna: likes tea"]


@pytest.mark.parametrize("end", ["\u2028", "\x85", "\u2029"])
def test_what_ends_a_line_elsewhere_ends_none_of_the_mcp_server(tmp_path, end):
    row = {"type": "entity", "name": "Anna", "observations": [f"likes tea{end}and rye"]}
    told = json.dumps(row, ensure_ascii=False)  # as JavaScript writes it
    with opened() as memory:
        assert bring(memory, written(tmp_path / "m.jsonl", f"{told}\r\n")).dropped == {UNDATED: 1}
        (thesis,) = memory.theses("Anna")
        assert thesis.text.endswith("and rye")


def test_a_folder_that_is_called_like_a_note_is_none(tmp_path):
    written(tmp_path / "2024-05-01.md", "Anna lives in Oslo.")
    written(tmp_path / "old.md" / "2023-05-01.md", "Anna lives in Rome.")
    with opened() as memory:
        assert bring(memory, tmp_path).texts == 2


def test_blank_names_of_graphiti_are_dropped_and_counted(tmp_path):
    names = ("Anna", "Oslo", " ", "")
    edge = {"source_node_uuid": "Anna", "name": "LIVES_IN", "fact": " ", "episodes": ["e"]}
    ends = [{**edge, "target_node_uuid": name} for name in names[1:]]
    rows = {
        "nodes": [{"uuid": name, "name": name} for name in names],
        "edges": [*ends, {**ends[0], "name": "_"}],
        "episodes": [{"uuid": "e", "name": "m", "content": "Hi.", "valid_at": "2024-01-01"}],
    }
    with opened() as memory:
        assert bring(memory, written(tmp_path / "g.json", rows)).dropped == {
            "edges without two names, a relation and a time that can be": 3,
            "entities without a name": 2,
            "summaries, labels and attributes of entities": 4,
        }
        assert [one.text for one in memory.facts("Anna")] == ["Anna lives in Oslo"]
        assert memory.browse("theses").total == 0


GRAPH = """<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="d1" attr.name="entity_type"/><key id="d2" attr.name="description"/>
<key id="d3" attr.name="source_id"/><graph>
<node id='" "'><data key="d2">Nobody.</data><data key="d3">c</data></node>
<node id=' Anna'><data key="d1"> </data><data key="d2">Paints.</data><data key="d3">c</data></node>
<edge source='' target='Anna'><data key="d2">Knows.</data><data key="d3">c</data></edge>
</graph></graphml>"""


def test_blank_names_of_lightrag_are_dropped_and_counted(tmp_path):
    written(tmp_path / "graph_chunk_entity_relation.graphml", GRAPH)
    written(tmp_path / "kv_store_text_chunks.json", {"c": {"content": "Hi.", "file_path": "a"}})
    with opened() as memory:
        assert bring(memory, tmp_path).dropped == {
            "entities without a name, and their relations": 2, UNDATED: 1,
        }  # fmt: skip
        assert [one.text for one in memory.theses("Anna")] == ["Paints."]
        assert memory.browse("facts").total == 0
