"""Files of other programs, in the shapes that these write, become texts and facts."""

import json
from datetime import UTC, datetime
from itertools import product
from typing import Any
from zipfile import ZipFile

import pytest

from clew import Filter
from clew.errors import UnknownNameError, UsageError
from clew.exchange.bring_in import bring, look
from clew.exchange.foreign_formats import FOREIGN, detected
from clew.graph.types import Kind
from clew.learn.write import NewNode
from tests.exchange.files import NOW, written
from tests.store.memories import opened


@pytest.fixture
def mcp(tmp_path):
    lines = [
        {"type": "entity", "name": "Anna", "entityType": "person",
         "observations": ["Speaks Spanish", "Likes tea"]},
        {"type": "entity", "name": "Arken", "entityType": "", "observations": []},
        {"type": "relation", "from": "Anna", "to": "Arken", "relationType": "works_at"},
        {"type": "other"},
    ]  # fmt: skip
    return written(tmp_path / "memory.json", "\n".join([*map(json.dumps, lines), "broken", ""]))


def node(message, parent, *children):
    return {"message": message, "parent": parent, "children": list(children)}


def said(role, at, *parts, kind="text"):
    content = {"content_type": kind, "parts": list(parts)}
    return {"author": {"role": role}, "create_time": at, "content": content}


@pytest.fixture
def chatgpt(tmp_path):
    talk = {
        "id": "c1",
        "title": "Moving",
        "create_time": 1700000000.0,
        "current_node": "4",
        "mapping": {
            "0": node(None, None, "1"),
            "1": node(said("system", None, ""), "0", "2"),
            "2": node(said("user", 1700000001.5, "I live in Oslo."), "1", "3", "4"),
            "3": node(said("assistant", 1700000002, "Another answer."), "2"),
            "4": node(said("assistant", None, "Good.", {"asset_pointer": "x"}), "2"),
        },
    }
    empty: dict[str, Any] = {
        "id": "c2",
        "title": None,
        "create_time": None,
        "mapping": {},
        "current_node": None,
    }
    path = tmp_path / "export.zip"
    with ZipFile(path, "w") as archive:
        archive.writestr("conversations.json", json.dumps([talk, empty]))
        archive.writestr("user.json", "{}")
    return path


@pytest.fixture
def claude(tmp_path):
    messages = [
        {"sender": "human", "created_at": "2024-02-01T10:00:00.5Z", "text": "I moved to Rome.",
         "content": [{"type": "text", "text": "I moved to Rome."}], "attachments": [{}]},
        {"sender": "assistant", "created_at": None, "text": "Noted.",
         "content": [{"type": "tool_use", "name": "x"}], "files": []},
        {"sender": "assistant", "created_at": "2024-02-01T10:00:09Z", "text": ""},
    ]  # fmt: skip
    talk = {"uuid": "u1", "name": "Rome", "created_at": "2024-02-01T09:00:00Z"}
    written(tmp_path / "claude" / "conversations.json", [{**talk, "chat_messages": messages}])
    return tmp_path / "claude"


@pytest.fixture
def mem0(tmp_path):
    found = [
        {"id": "m1", "memory": "Anna lives in Oslo.", "user_id": "anna", "hash": "h",
         "metadata": {"team": "blue"}, "created_at": "2024-01-01T00:00:00-07:00",
         "updated_at": None},
        {"id": "m2", "memory": "Anna moved to Rome.", "user_id": "anna", "metadata": None,
         "created_at": "2024-01-02T00:00:00Z", "updated_at": "2024-03-02T00:00:00Z"},
        {"id": "m3", "memory": "", "agent_id": "helper"},
        {"id": "m4", "memory": "Ben plays chess.", "agent_id": "helper", "metadata": "chess"},
    ]  # fmt: skip
    return written(tmp_path / "mem0.json", {"results": found})


@pytest.fixture
def hindsight(tmp_path):
    known = {"document_id": "chat-1", "tags": ["home"], "metadata": {"team": "blue"}}
    found = [
        {"id": "h1", "text": "Anna lives in Oslo.", "fact_type": "world", "state": "valid",
         "mentioned_at": "2024-01-01T08:00:00.5+00:00", "entities": "Anna, Oslo", **known},
        {"id": "h2", "text": "Anna moved to Rome.", "fact_type": "experience",
         "mentioned_at": None, "occurred_start": "2024-03-02T00:00:00Z", "document_id": None},
        {"id": "h3", "text": "Anna moves often.", "fact_type": "observation",
         "source_memory_ids": ["h1", "h2"]},
        {"id": "h4", "text": "Anna lives in Bonn.", "fact_type": "world", "state": "invalidated"},
        {"id": "h5", "text": "Ben plays chess.", "fact_type": "world", "metadata": ["chess"]},
        {"id": "h6", "text": " ", "fact_type": "world"},
    ]  # fmt: skip
    return written(tmp_path / "hindsight.json", {"items": found, "total": 6, "offset": 0})


@pytest.fixture
def graphiti(tmp_path):
    nodes = [
        {"uuid": name.lower(), "name": name, "labels": ["Entity"], "summary": f"{name}."}
        for name in ("Anna", "Oslo", "Rome")
    ]
    nodes.append({"uuid": "anna-2", "name": "anna", "labels": ["Entity"], "summary": ""})
    lives = {"source_node_uuid": "anna", "name": "LIVES_IN", "expired_at": None}
    oslo = {**lives, "target_node_uuid": "oslo", "fact": "Anna lives in Oslo."}
    rome = {**lives, "target_node_uuid": "rome", "fact": "Anna lives in Rome."}
    edges = [
        {**rome, "episodes": ["gone", "e2"], "valid_at": "2024-02-01T00:00:00",
         "invalid_at": None},
        {**oslo, "episodes": ["e1"], "valid_at": "2023-05-01T00:00:00Z", "invalid_at": None,
         "expired_at": "2024-02-01T00:00:00Z"},
        {**oslo, "episodes": ["e1"], "valid_at": "2024-02-01", "invalid_at": "2024-01-01"},
        {**rome, "episodes": ["gone"], "valid_at": None, "invalid_at": None},
        {**rome, "episodes": ["e3"], "target_node_uuid": "nobody"},
        {**oslo, "episodes": ["e3"], "valid_at": None, "invalid_at": None},
    ]  # fmt: skip
    episodes = [
        {"uuid": "e2", "name": "m", "content": "user: I moved to Rome",
         "valid_at": "2024-02-01T00:00:00", "created_at": "2024-02-02T00:00:00"},
        {"uuid": "e1", "name": "m", "content": "user: I live in Oslo", "valid_at": None,
         "created_at": "2023-05-01T00:00:00"},
        {"uuid": "e3", "name": "m", "content": ""},
    ]  # fmt: skip
    rows = {"nodes": nodes, "edges": edges, "episodes": episodes}
    return written(tmp_path / "graphiti.json", rows)


GRAPHML = """<?xml version='1.0' encoding='utf-8'?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="d0" for="node" attr.name="entity_id" attr.type="string"/>
<key id="d1" for="node" attr.name="entity_type" attr.type="string"/>
<key id="d2" for="node" attr.name="description" attr.type="string"/>
<key id="d3" for="node" attr.name="source_id" attr.type="string"/>
<key id="d4" for="edge" attr.name="description" attr.type="string"/>
<key id="d5" for="edge" attr.name="source_id" attr.type="string"/>
<graph edgedefault="undirected">
<node id="Anna"><data key="d0">Anna</data><data key="d1">PERSON</data>
<data key="d2">Anna paints.&lt;SEP&gt;Anna has a boat.</data>
<data key="d3">chunk-2&lt;SEP&gt;chunk-1</data>
</node>
<node id="Oslo"><data key="d1">UNKNOWN</data><data key="d3">chunk-9</data></node>
<node id="Bonn"><data key="d1">CITY</data><data key="d3">chunk-2</data></node>
<edge source="Anna" target="Oslo"><data key="d4">Anna lives in Oslo.</data>
<data key="d5">chunk-1</data></edge>
</graph></graphml>
"""


@pytest.fixture
def lightrag(tmp_path):
    chunks = {
        "chunk-1": {"content": "Anna lives in Oslo and paints.", "full_doc_id": "doc-1",
                    "file_path": "anna.md", "chunk_order_index": 0, "tokens": 7},
        "chunk-2": {"content": "", "full_doc_id": "doc-1"},
    }  # fmt: skip
    written(tmp_path / "rag" / "kv_store_text_chunks.json", chunks)
    written(tmp_path / "rag" / "graph_chunk_entity_relation.graphml", GRAPHML)
    return tmp_path / "rag"


@pytest.fixture
def hipporag(tmp_path):
    docs = [
        {"idx": "chunk-7", "passage": "Anna\nAnna lives in Oslo.",
         "extracted_entities": ["Anna", "Oslo", "Norway"],
         "extracted_triples": [["Anna", "lives in", "Oslo"], ["Anna", "paints"]]},
        {"idx": "chunk-8", "passage": " "},
    ]  # fmt: skip
    return written(tmp_path / "out" / "openie_results_ner_gpt.json", {"docs": docs}).parent


@pytest.fixture
def markdown(tmp_path):
    vault = tmp_path / "vault"
    written(vault / "2024-03-02.md", "Met [[Anna Berg|Anna]] at [[Arken#Cafe]].\n![[photo.png]]\n")
    tags = 'tags:\n  - people\n  - work\nalias: [Annie, "A."]\nx: {a: 1}\n'
    front = f"---\ncreated: 2024-01-05\n{tags}---\n"
    written(vault / "people" / "Anna Berg.md", front + "Anna Berg lives in Oslo.\n")
    written(vault / "undated.md", "Ben plays chess.\n")
    written(vault / "empty.md", "---\nx: 1\n---\n")
    written(vault / ".obsidian" / "hidden.md", "hidden")
    return vault


@pytest.mark.parametrize("name", FOREIGN)
def test_a_format_is_told_from_the_others_and_imported_once(request, name):
    path = request.getfixturevalue(name.replace("mcp-memory", "mcp"))
    assert detected(path) == name
    with opened() as memory:
        first = bring(memory, path)
        assert (first.format, first.dry_run, first.already_there) == (name, False, 0)
        held = memory.revision
        again = bring(memory, path, name)
        assert memory.revision == held
        assert again.already_there == again.texts + again.read > 0
        assert memory.check() == []


def test_the_mcp_server_s_memory(mcp):
    with opened() as memory:
        told = bring(memory, mcp)
        assert (told.read, told.facts, told.statements) == (2, 2, 2)
        assert told.dropped == {
            "lines that are no entity and no relation": 2,
            "records without a time, taken as told now": 2,
        }
        assert sorted(fact.text for fact in memory.facts("Anna")) == [
            "Anna is a person", "Anna works at Arken",
        ]  # fmt: skip
        assert sorted(one.text for one in memory.theses("Anna")) == [
            "Anna: Likes tea", "Anna: Speaks Spanish",
        ]  # fmt: skip
        memory.forget(source="mcp-memory/Anna")
        assert memory.browse("facts").total == memory.browse("theses").total == 0


def test_what_a_memory_of_the_mcp_server_has_got_since_is_added(mcp):
    with opened() as memory:
        bring(memory, mcp)
        grown = mcp.read_text(encoding="utf-8").replace("Likes tea", 'Likes tea", "Sails')
        told = bring(memory, written(mcp, grown))
        assert (told.read, told.already_there) == (2, 1)
        said = ["Anna: Likes tea", "Anna: Sails", "Anna: Speaks Spanish"]
        assert sorted(one.text for one in memory.theses("Anna")) == said
        old, new = sorted(
            one.id for one in memory.browse("episodes").items if one.source == "mcp-memory/Anna"
        )
        memory.forget(episode=old)
        assert sorted(one.text for one in memory.theses("Anna")) == said
        memory.forget(episode=new)
        assert "Sails" not in "".join(memory.export())
        assert memory.check() == []


def test_a_text_stopped_at_is_read_when_the_import_goes_on(lightrag):
    with opened() as memory:
        memory.write([NewNode(kind=Kind.EPISODE, text="Of the same file.", at=NOW,
                              source="lightrag/anna.md")])  # fmt: skip
        assert bring(memory, lightrag).already_there == 0
        assert [fact.text for fact in memory.facts("Anna")] == ["Anna is a person"]


def test_conversations_of_chatgpt(chatgpt):
    arrived, told = look(chatgpt, None, NOW)
    assert [one.text for one in arrived.texts] == ["user: I live in Oslo.", "assistant: Good."]
    assert [one.at for one in arrived.texts] == [
        datetime.fromtimestamp(1700000001.5, UTC), datetime.fromtimestamp(1700000000, UTC),
    ]  # fmt: skip
    assert (told.conversations, told.sources, told.dry_run) == (1, 1, True)
    assert arrived.texts[0].metadata == {"title": "Moving"}
    assert told.dropped == {
        "messages of systems and tools": 1,
        "messages on other branches": 1,
        "parts that are no text": 1,
    }


def test_conversations_of_claude(claude):
    with opened() as memory:
        told = bring(memory, claude)
        assert told.dropped == {
            "attachments": 1,
            "messages without a text": 1,
            "parts that are no text": 1,
        }
        kept = memory.browse("episodes").items
        assert [one.text for one in kept] == ["assistant: Noted.", "user: I moved to Rome."]
        assert str(kept[1].at) == "2024-02-01 10:00:00.500000+00:00"
        assert {one.source for one in kept} == {"claude/u1"}


def test_memories_of_mem0_keep_times_owners_and_metadata(mem0):
    with opened() as memory:
        told = bring(memory, mem0)
        assert told.dropped == {
            "memories without a text": 1,
            "memories without a time, taken as told now": 1,
            "metadata that is no JSON object": 1,
        }
        assert memory.ask("Where does Anna live?").text == "Rome"
        assert (
            memory.as_of(datetime(2024, 2, 1, tzinfo=UTC)).ask("Where does Anna live?").text
            == "Oslo"
        )
        blue = memory.browse("episodes", where=Filter(metadata={"team": "blue"})).items
        assert [(one.source, one.metadata["mem0"]) for one in blue] == [("mem0/anna", "m1")]


def test_memories_of_hindsight_keep_times_documents_and_metadata(hindsight):
    with opened() as memory:
        told = bring(memory, hindsight)
        assert told.dropped == {
            "memories that are no longer valid": 1,
            "memories without a text": 1,
            "memories without a time, taken as told now": 1,
            "metadata that is no JSON object": 1,
            "observations, which follow from other memories": 1,
        }
        assert memory.ask("Where does Anna live?").text == "Rome"
        blue = memory.browse("episodes", where=Filter(metadata={"team": "blue"})).items
        assert [(one.source, one.metadata["hindsight"]) for one in blue] == [
            ("hindsight/chat-1", "h1")
        ]
        assert (blue[0].metadata["tags"], blue[0].metadata["entities"]) == (["home"], "Anna, Oslo")


def test_rows_of_graphiti_keep_their_times_and_their_episodes(graphiti):
    with opened() as memory:
        told = bring(memory, graphiti)
        assert told.dropped == {
            "edges of no episode that is there": 2,
            "edges without two names, a relation and a time that can be": 2,
            "entities of the same name as another, taken as one with it": 1,
            "episodes without a text": 1,
            "summaries, labels and attributes of entities": 4,
        }
        rows = [(one.object_name, one.valid_from, one.valid_to) for one in memory.history("Anna")]
        moved, began = datetime(2024, 2, 1, tzinfo=UTC), datetime(2023, 5, 1, tzinfo=UTC)
        assert rows == [("Oslo", began, moved), ("Rome", moved, None)]
        assert memory.ask("Where does Anna live?").text == "Rome"
        texts = [(one.text, str(one.at)[:10]) for one in memory.browse("episodes").items]
        assert sorted(texts) == [
            ("user: I live in Oslo", "2023-05-01"), ("user: I moved to Rome", "2024-02-01"),
        ]  # fmt: skip
        memory.forget(source="graphiti/m/e2")
        assert [one.object_name for one in memory.history("Anna")] == ["Oslo"]


def test_a_folder_of_lightrag(lightrag):
    with opened() as memory:
        told = bring(memory, lightrag)
        assert told.dropped == {
            "chunks without a text": 1,
            "entities and relations of no chunk with a text": 2,
            "records without a time, taken as told now": 1,
            "weights and keywords of relations": 1,
        }
        assert [fact.text for fact in memory.facts("Anna")] == ["Anna is a person"]
        said = {one.text for one in memory.theses("Anna")}
        assert said == {"Anna paints.", "Anna has a boat.", "Anna lives in Oslo."}
        assert memory.browse("episodes").items[0].source == "lightrag/anna.md"


def test_a_folder_of_hipporag(hipporag):
    with opened() as memory:
        told = bring(memory, hipporag)
        assert told.dropped == {
            "entities in no triple": 1,
            "passages without a text": 1,
            "records without a time, taken as told now": 1,
            "triples that are no three texts": 1,
        }
        assert memory.ask("Where does Anna live?").text == "Oslo"
        assert look(next(hipporag.iterdir()), None, NOW)[1].format == "hipporag"


def test_a_vault_of_notes(markdown):
    arrived, told = look(markdown, None, NOW)
    by_source = {one.source: one for one in arrived.texts}
    assert sorted(by_source) == ["2024-03-02.md", "people/Anna Berg.md", "undated.md"]
    daily, person = by_source["2024-03-02.md"], by_source["people/Anna Berg.md"]
    assert daily.text == "Met Anna at Arken.\n\n"
    assert (str(daily.at)[:10], daily.metadata) == ("2024-03-02", {"links": ["Anna Berg", "Arken"]})
    assert str(person.at)[:10] == "2024-01-05"
    assert person.metadata == {
        "created": "2024-01-05", "tags": ["people", "work"], "alias": ["Annie", "A."],
    }  # fmt: skip
    assert by_source["undated.md"].at == NOW
    assert told.dropped == {
        "embeds": 1,
        "notes without a date, taken as told now": 1,
        "notes without a text": 1,
        "properties that are no plain value": 1,
    }


def test_what_cannot_be_read_is_told(tmp_path):
    with pytest.raises(UsageError, match="no such file"):
        look(tmp_path / "none", None, NOW)
    odd = written(tmp_path / "odd.json", "[1, 2]")
    with pytest.raises(UsageError, match="cannot tell the format"):
        look(odd, None, NOW)
    with pytest.raises(UnknownNameError, match="mcp-memory"):
        look(odd, "mcp", NOW)
    for name in FOREIGN:
        with pytest.raises(UsageError):
            look(odd, name, NOW)
    broken = tmp_path / "broken"
    broken.write_bytes(b"\xff\xfe{")
    for name in FOREIGN:
        with pytest.raises(UsageError):
            look(broken, name, NOW)


def places(value, path=()):
    """Yield the paths of all values in a JSON value."""
    yield path
    inside = enumerate(value) if isinstance(value, list) else ()
    for key, each in value.items() if isinstance(value, dict) else inside:
        yield from places(each, (*path, key))


def changed(value, path, new):
    """Return a JSON value with another one at a path."""
    if not path:
        return new
    copied = value.copy()
    copied[path[0]] = changed(value[path[0]], path[1:], new)
    return copied


JUNK: tuple[object, ...] = (None, -1, "x", " ", [], {}, [[]], [None], {"a": 1})


@pytest.mark.parametrize(
    ("name", "inside"),
    [
        ("chatgpt", "conversations.json"), ("claude", "conversations.json"), ("mem0", ""),
        ("hindsight", ""), ("graphiti", ""), ("hipporag", "openie_results_ner_gpt.json"),
        ("lightrag", "kv_store_text_chunks.json"),
    ],
)  # fmt: skip
def test_what_has_another_form_is_dropped_or_refused_and_never_breaks(
    request, tmp_path, name, inside
):
    given = request.getfixturevalue(name)
    if given.suffix == ".zip":
        with ZipFile(given) as archive:
            value, path = json.loads(archive.read(inside)), tmp_path / "talks" / inside
    else:
        path = given / inside if inside else given
        value = json.loads(path.read_text(encoding="utf-8"))
    brought = []
    for place, junk in product(places(value), JUNK):
        written(path, changed(value, place, junk))
        try:
            arrived, told = look(path.parent if inside else path, name, NOW)
        except UsageError:
            continue
        if (arrived.texts, arrived.read) in brought:  # other junk was dropped just so
            continue
        brought.append((arrived.texts, arrived.read))
        with opened(embedder=None) as memory:
            done = bring(memory, path.parent if inside else path, name)
            kept = memory.browse("episodes").total
        assert kept == told.texts + told.read - done.already_there, (place, junk)
    assert len(brought) > 10


def test_a_conversation_of_another_form_is_counted(tmp_path):
    for name, key in (("chatgpt", "mapping"), ("claude", "chat_messages")):
        path = written(tmp_path / name / "conversations.json", [{key: "moved elsewhere"}])
        assert look(path.parent, name, NOW)[1].dropped == {"conversations of another form": 1}
