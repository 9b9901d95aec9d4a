"""Export and import: nothing lost, the same bytes, and no damage gets in; GraphML out."""

import base64
import io
import json
from hashlib import sha256

import networkx
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import AsOf, Kind, NewEdge, NewNode
from clew.errors import NewerFileError, UnknownNameError, UsageError, WrongEmbedderError
from clew.graph.types import NODE_KINDS
from clew.store.check import check
from clew.store.copies.graphml import graphml
from clew.store.copies.jsonld import jsonld
from clew.store.copies.transfer import export_lines, import_lines
from clew.store.schema import NAMESPACED
from clew.store.sql import column
from tests.store.memories import actions, day, fill, fill_steps, opened, play


@pytest.fixture(scope="module")
def exported():
    with opened() as memory:
        return list(export_lines(fill(memory).store, "default"))


def signed(rows):
    """Return lines with the right hash, whatever they say."""
    lines = [row if isinstance(row, str) else json.dumps(row) + "\n" for row in rows]
    digest = sha256("".join(lines).encode()).hexdigest()
    return [*lines, json.dumps({"end": "clew", "sha256": digest})]


def rows_of(store, table):
    with store.reading("default") as (connection, _):
        return connection.execute(f"SELECT * FROM {table} ORDER BY id").fetchall()


@settings(deadline=None)
@given(actions)
def test_import_then_export_gives_the_same_bytes(deeds):
    with opened() as memory, opened() as other:
        memory.remember("Anna lives in Oslo.", at=day(0))
        play(memory, deeds)
        lines = list(export_lines(memory.store, "default"))
        import_lines(other.store, "default", lines)
        assert list(export_lines(other.store, "default")) == lines
        assert check(other.store) == []


def test_every_row_of_every_table_comes_back(tmp_path):
    with opened(tmp_path / "a.clew") as memory, opened(tmp_path / "b.clew") as other:
        fill(memory)
        found = import_lines(other.store, "default", export_lines(memory.store, "default"))
        assert all(found.rows[table.name] for table in NAMESPACED)
        assert found.revision == memory.revision == other.revision
        for table in NAMESPACED:
            assert rows_of(other.store, table.name) == rows_of(memory.store, table.name)
        for past in ({}, {"valid": day(40)}, {"known": 3}):
            one, two = memory.as_of(**past), other.as_of(**past)
            assert two.history("Anna") == one.history("Anna")
            assert two.recall("Where does Anna live?") == one.recall("Where does Anna live?")
        assert len(other.learn_pending()) == 1
        other.remember("Anna lives in Lima.", at=day(200))
        assert check(other.store) == []


def test_an_export_is_lines_of_ascii_and_is_read_from_a_file(exported, tmp_path):
    assert all(line.endswith("\n") and line.isascii() for line in exported)
    assert "".join(exported).splitlines(keepends=True) == exported
    for newline in ("\n", "\r\n"):
        path = tmp_path / "x.jsonl"
        path.write_text("".join(exported), encoding="utf-8", newline=newline)
        with opened() as memory, path.open(encoding="utf-8") as lines:
            import_lines(memory.store, "default", lines)
            assert list(export_lines(memory.store, "default")) == exported


def test_a_writer_does_not_change_an_export_that_has_begun(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory, opened(path) as writer:
        fill(memory)
        expected = list(export_lines(memory.store, "default"))
        lines = export_lines(memory.store, "default")
        first = next(lines)
        writer.remember("Ben lives in Lima.")
        assert [first, *lines] == expected


def test_an_export_that_is_given_up_lets_others_write():
    with opened() as memory:
        fill(memory)
        lines = export_lines(memory.store, "default")
        next(lines)
        lines.close()
        memory.remember("Ben lives in Lima.")


def test_there_is_no_export_of_nothing():
    with opened() as memory, pytest.raises(UnknownNameError, match="no namespace named 'default'"):
        next(export_lines(memory.store, "default"))


def test_a_namespace_may_be_imported_beside_others_under_another_name(exported, tmp_path):
    with opened(tmp_path / "x.clew", namespace="steps") as memory:
        fill_steps(memory)
        import_lines(memory.store, "copy", exported)
        again = list(export_lines(memory.store, "copy"))
        assert again[1:-1] == exported[1:-1]
        assert check(memory.store) == []
    with opened(tmp_path / "x.clew", namespace="copy") as copy:
        assert copy.recall("Anna")


def test_a_namespace_that_holds_something_is_not_imported_into(exported):
    with opened() as memory:
        memory.remember("Ben lives in Rome.")
        with pytest.raises(UsageError, match="the namespace 'default' holds a memory already"):
            import_lines(memory.store, "default", exported)
        memory.forget(source="")  # what is left are tombstones
        with pytest.raises(UsageError, match="holds a memory already"):
            import_lines(memory.store, "default", exported)
        with pytest.raises(UsageError, match="expected a name for the namespace"):
            import_lines(memory.store, " ", exported)


def test_an_empty_file_takes_the_embedder_of_the_export(exported):
    with opened(embedder="hashing:8") as memory:
        import_lines(memory.store, "default", exported)
        assert memory.store.meta()["embedder"] == "hashing:16"
        assert memory.store.meta()["dimension"] == "16"


@pytest.mark.parametrize("embedder", ["hashing:8", None])
def test_vectors_of_another_embedder_do_not_get_in(exported, embedder):
    with opened(embedder=embedder) as memory:
        memory.remember("Ben lives in Rome.")
        with pytest.raises(WrongEmbedderError, match=r"hashing:16 \(16 numbers\).*reembed"):
            import_lines(memory.store, "copy", exported)
        assert memory.store.names() == ["default"]


def test_an_export_without_vectors_fits_any_file():
    with opened(embedder=None) as memory, opened() as other:
        other.remember("Ben lives in Rome.")
        import_lines(other.store, "copy", list(export_lines(fill(memory).store, "default")))
        assert [each.code for each in check(other.store)] == ["vector-missing"]


def refused(lines, error, match):
    """Import must fail and leave the file as if it had not been tried."""
    with opened(embedder="hashing:8") as memory:
        memory.store.names()
        before = memory.store.meta()
        with pytest.raises(error, match=match):
            import_lines(memory.store, "default", lines)
        assert memory.store.names() == []
        assert memory.store.meta() == before
        with memory.store.reading("") as (connection, _):
            tables = column(connection, "SELECT name FROM sqlite_master")
            assert not [name for name in tables if name.startswith("text_")]


def test_what_is_no_export_is_refused():
    refused([], UsageError, "line 1 .*the export ends")
    refused(["hello"], UsageError, "line 1 .*as JSON, got 'hello'")
    refused(["[1]"], UsageError, r"line 1 .*a JSON object, got '\[1\]'")
    refused(['{"format": "other"}'], UsageError, "line 1 .*first line of a clew export")
    refused(["[" * 100_000], UsageError, "line 1 .*as JSON")
    refused(["9" * 10_000], UsageError, "line 1 .*as JSON")


def test_bytes_that_are_no_text_are_refused(exported):
    content = "".join(exported).encode().replace(b"Anna", b"\xff\xfe\xfd\xfc")
    refused(io.TextIOWrapper(io.BytesIO(content), encoding="utf-8"), UsageError, "not a text")


def test_an_export_of_a_later_version_is_refused(exported):
    refused([exported[0].replace('"version":5', '"version":6')], NewerFileError, "upgrade clew")


def test_an_export_from_before_there_were_levels_is_read(exported):
    header = json.loads(exported[0])
    lacking = ("trust", "metadata", "turns")
    old = [line for line in exported[1:-1] if json.loads(line)["table"] not in lacking]
    for table in lacking:
        del header["counts"][table]
    with opened() as memory:
        import_lines(memory.store, "default", signed([header | {"version": 1}, *old]))
        assert memory.history("Anna")
        assert memory.trust.levels() == {}


@pytest.mark.parametrize("part", [1, 0.5, -1])
def test_a_truncated_export_is_refused(exported, part):
    end = int(len(exported) * part) if isinstance(part, float) else part
    shorter = exported[:end]
    refused(shorter, UsageError, rf"line {len(shorter) + 1} .*it was cut off")
    text = "".join(exported)[: -len(exported[-1]) - 20]
    refused(text.splitlines(), UsageError, f"line {len(exported) - 1} .*as JSON")


def test_lines_after_the_end_are_refused_unless_blank(exported):
    refused(
        [*exported, "\n", "{}"], UsageError, f"line {len(exported) + 2} .*nothing after the end"
    )
    with opened() as memory:
        import_lines(memory.store, "default", [*exported, "\n"])


@settings(deadline=None)
@given(st.data())
def test_any_changed_character_is_noticed(exported, data):
    number = data.draw(st.integers(0, len(exported) - 1))
    line = exported[number]
    where = data.draw(st.integers(0, len(line) - 2))
    new = data.draw(st.characters(codec="utf-8", exclude_characters="\r\n" + line[where]))
    lines = [*exported[:number], line[:where] + new + line[where + 1 :], *exported[number + 1 :]]
    with opened() as memory:
        with pytest.raises((UsageError, NewerFileError, WrongEmbedderError)):
            import_lines(memory.store, "default", lines)
        assert memory.store.names() == []


def changed(exported, table, /, **values):
    """Return the export with the first row of a table changed, its hash right, and the line."""
    rows = [json.loads(line) for line in exported[:-1]]
    number = next(i for i, row in enumerate(rows) if row.get("table") == table)
    rows[number] |= values
    for name in [name for name, value in values.items() if value is ...]:
        del rows[number][name]
    return signed(rows), number + 1


@pytest.mark.parametrize(
    ("table", "values", "why"),
    [
        ("nodes", {"text": 5}, "expected a text as text, got 5"),
        ("nodes", {"text": None}, "expected a value as text, got null"),
        ("nodes", {"text": "\ud800"}, "lone surrogate"),
        ("nodes", {"at": "now"}, "expected a whole number as at, got 'now'"),
        ("nodes", {"at": 2**70}, "expected a whole number as at"),
        ("nodes", {"at": 1.0}, "expected a whole number as at, got 1.0"),
        ("nodes", {"direct": True}, "expected a whole number as direct, got True"),
        ("nodes", {"colour": "red"}, "expected the columns id, kind"),
        ("nodes", {"source": ...}, "expected the columns id, kind"),
        ("nodes", {"table": "edges"}, "expected a row of nodes"),
        ("nodes", {"id": 9999}, "expected an id above 9999"),
        ("vectors", {"vector": "?"}, "expected a vector in base64"),
        ("vectors", {"vector": "AAAA"}, "expected a vector of 16 numbers, got 3 bytes"),
        ("vectors", {"vector": [1, 2]}, "expected a vector of 16 numbers"),
        (
            "vectors",
            {"vector": base64.b64encode(np.full(16, np.nan, "<f4").tobytes()).decode()},
            "finite",
        ),
    ],
)
def test_a_wrong_row_is_refused_with_its_line(exported, table, values, why):
    lines, number = changed(exported, table, **values)
    shift = 1 if values == {"id": 9999} else 0
    refused(
        lines, UsageError, rf"line {number + shift} of the export: .*{why}.*nothing was imported"
    )


@pytest.mark.parametrize(
    ("table", "values", "why"),
    [
        ("nodes", {"kind": "thing"}, "unknown kind"),
        ("nodes", {"attributes": "[1]"}, "not a JSON object"),
        ("nodes", {"known_from": 999}, "a revision that is not there"),
        ("edges", {"target": 9999}, "an end that is missing"),
        ("versions", {"item": 9999}, "refer to something that is not there"),
        ("closures", {"by": 9999}, "refer to something that is not there"),
        ("merges", {"winner": 9999}, "refer to something that is not there"),
        ("pending", {"id": 9999}, "refer to something that is not there"),
        ("reports", {"report": "no"}, "not a JSON object"),
    ],
)
def test_rows_that_contradict_each_other_are_refused(exported, table, values, why):
    lines, _ = changed(exported, table, **values)
    refused(lines, UsageError, f"contradicts itself, nothing was imported: .*{why}")


@pytest.mark.parametrize(
    ("values", "why"),
    [
        ({"axis": "space"}, "expected the axis"),
        ({"embedder": 5}, "name of an embedder"),
        ({"dimension": 0}, "dimension of the vectors"),
        ({"revision": -1}, "a number as revision"),
        ({"counts": {}}, "a count of each"),
        ({"version": "1"}, "expected a version from 1 to 5"),
    ],
)
def test_a_wrong_first_line_is_refused(exported, values, why):
    header = json.loads(exported[0]) | values
    refused(signed([header, *exported[1:-1]]), UsageError, f"line 1 .*{why}")


def test_a_reader_in_another_process_sees_what_was_imported(exported, tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory, opened(path) as other:
        assert other.recall("Anna") == []
        import_lines(memory.store, "default", exported)
        assert other.recall("Anna")
        assert memory.recall("Anna") == other.recall("Anna")


# -- GraphML -------------------------------------------------------------------------------


def graph_of(memory, as_of=None):
    text = "".join(graphml(memory.store, "default", as_of))
    return networkx.read_graphml(io.BytesIO(text.encode()))


def test_networkx_reads_every_node_and_edge_with_its_times():
    with opened() as memory:
        graph = graph_of(fill(memory))
        nodes = {data["text"]: data for _, data in graph.nodes(data=True)}
        assert nodes["Anna"]["kind"] == "entity"
        assert nodes["Anna"]["aliases"] == "Nina"
        assert "Nina" not in nodes
        assert nodes["a <hall> & a door"]["source"] == "game"
        assert nodes["a <hall> & a door"]["at"] == day(3).isoformat()
        assert nodes["Nina is in Rome."]["valid_to"] == day(90).isoformat()
        assert json.loads(nodes["get\r home\n"]["attributes"]) == {"level": 2}
        facts = {data["relation"] for *_, data in graph.edges(data=True) if data["kind"] == "fact"}
        assert facts >= {"lives in", "likes", "is in"}
        kinds = {data["kind"] for *_, data in graph.edges(data=True)}
        assert kinds == {"fact", "mention", "episodic", "sequence", "part_of"}
        texts = {fact.text for fact in memory.history("Anna")}
        for one, other, data in graph.edges(data=True):
            if data["kind"] == "fact" and graph.nodes[one]["text"] == "Anna":
                ends = (graph.nodes[end]["text"] for end in (one, other))
                assert (
                    f" {data['relation']} ".join(ends).replace("Anna is in", "Nina is in") in texts
                )


def test_graphml_of_a_past_holds_what_was_true_then():
    with opened() as memory:
        fill(memory)

        def homes(as_of):
            graph = graph_of(memory, as_of)
            return sorted(
                graph.nodes[place]["text"]
                for who, place, data in graph.edges(data=True)
                if data.get("relation") == "lives in" and graph.nodes[who]["text"] == "Anna"
            )

        assert homes(AsOf(valid=day(2))) == ["Oslo"]
        assert homes(AsOf(valid=day(40))) == ["Rome"]
        assert homes(AsOf(known=1)) == ["Oslo"]
        assert homes(None) == ["Oslo", "Oslo", "Rome"]


@settings(deadline=None)
@given(st.text(st.characters(codec="utf-8")).filter(str.strip))
def test_graphml_of_any_text_is_valid_xml(text):
    with opened(embedder=None) as memory:
        one, other = (NewNode(kind=Kind.ENTITY, text=each) for each in (text, "Anna"))
        seen = NewNode(kind=Kind.EPISODE, text=text, at=1, source=text)
        relation = " ".join(text.split()) or "is"
        edge = NewEdge(kind=Kind.FACT, source=one, target=other, relation=relation)
        memory.write([one, other, seen], [edge])
        graph = graph_of(memory)
        read = [data["text"] for _, data in graph.nodes(data=True) if data["kind"] == "episode"]
        kept = "".join(
            c if c in "\t\n\r" or (c >= " " and c not in "\ufffe\uffff") else "\ufffd" for c in text
        )
        assert read == [kept]


def test_there_is_no_graphml_of_nothing():
    with opened() as memory, pytest.raises(UnknownNameError):
        next(graphml(memory.store, "default"))


def linked(memory):
    document = json.loads("".join(jsonld(memory.store, memory.namespace)))
    return document["@context"], {one["@id"]: one for one in document["@graph"]}


def test_json_ld_names_every_item_with_its_times_and_origins():
    with opened() as memory:
        context, found = linked(fill(memory))
        assert context["prov"] == "http://www.w3.org/ns/prov#"
        view = memory.store.view(memory.namespace, AsOf(), now=0, any_time=True)
        with view as seen:
            items = {i for kind in (*NODE_KINDS, Kind.FACT) for i in seen.ids(kind)}
        assert {f"urn:clew:default:{item}" for item in items} <= found.keys()
        facts = [one for one in found.values() if "rdf:Statement" in one["@type"]]
        named = {
            (found[one["subject"]]["name"], found[one["predicate"]]["name"],
             found[one["object"]]["name"]): one for one in facts
        }  # fmt: skip
        lived = named["Anna", "lives in", "Rome"]
        assert (lived["validFrom"], lived["validThrough"]) == tuple(
            day(n).isoformat() for n in (30, 60)
        )
        told = [found[one] for one in lived["wasDerivedFrom"]]
        assert [found[one["wasAttributedTo"]]["name"] for one in told] == ["diary"]
        assert lived["revisedBy"] in found
        assert all(end in found for one in facts for end in (one["subject"], one["object"]))


def test_json_ld_of_steps_and_of_nothing():
    with opened(namespace="steps") as memory:
        _, found = linked(fill_steps(memory))
        assert any("step" in one for one in found.values())
        with pytest.raises(UnknownNameError):
            next(jsonld(memory.store, "other"))
