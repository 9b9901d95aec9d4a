import json
import sqlite3

import pytest

from tests.full_disk import room


def test_a_sound_memory_is_sound(told):
    ran = told("check")
    assert (ran.code, ran.out) == (0, "sound\n")
    assert told("check", "--json").json == {"sound": True, "problems": []}


def test_what_is_wrong_is_told_with_code_4(told, tmp_path):
    file = sqlite3.connect(tmp_path / "memory.clew")
    file.execute("DELETE FROM vectors")
    file.commit()
    file.close()
    ran = told("check")
    assert ran.code == 4
    assert "problem" in ran.out.splitlines()[-1]
    found = told("check", "--json")
    assert (found.code, found.json["sound"]) == (4, False)
    assert {"code", "message"} == set(found.json["problems"][0])


def test_a_backup_is_a_memory_and_overwrites_nothing(told, tmp_path):
    ran = told("backup", "copy.clew", "--json")
    assert ran.code == 0
    assert ran.json["bytes"] == (tmp_path / "copy.clew").stat().st_size
    assert told("ask", "Where does Anna live?", "--memory", "copy.clew").out.startswith("Rome\n")
    ran = told("backup", "copy.clew")
    assert ran.code == 1
    assert "never overwrites" in ran.error


def test_a_backup_needs_no_namespace_of_that_name(told, tmp_path):
    told("export", "a.jsonl")
    told("import", "a.jsonl", "--memory", "team.clew", "--namespace", "agent_0")
    assert told("backup", "copy.clew", "--memory", "team.clew").code == 0
    assert told("namespaces", "--memory", "copy.clew").out == "agent_0\n"


def test_export_and_import_lose_nothing(told, tmp_path):
    assert told("export", "a.jsonl").code == 0
    ran = told("import", "a.jsonl", "--memory", "other.clew", "--json")
    assert (ran.code, ran.json["namespace"]) == (0, "default")
    ran = told("export", "b.jsonl", "--memory", "other.clew", "--json")
    assert ran.json["format"] == "jsonl"
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    assert told("ask", "Where does Anna live?", "--memory", "other.clew").out.startswith("Rome\n")


def test_an_export_goes_to_stdout(told, tmp_path):
    told("export", "a.jsonl")
    assert told("export").out.encode() == (tmp_path / "a.jsonl").read_bytes()
    assert "with --json name a FILE" in told("export", "-", "--json").error


def test_an_export_overwrites_nothing_and_tells_what_it_cannot_write(told, tmp_path):
    (tmp_path / "a.jsonl").write_text("mine")
    ran = told("export", "a.jsonl")
    assert (ran.code, ran.error) == (1, "cannot write 'a.jsonl': File exists; give a new path")
    assert (tmp_path / "a.jsonl").read_text() == "mine"
    assert "cannot write 'no/a.jsonl'" in told("export", "no/a.jsonl").error


def test_graphml_is_of_one_past(told):
    now, then = (
        told("export", "--format", "graphml"),
        told("export", "-", "--format", "graphml", "--as-of", "2023-06-01"),
    )
    assert now.out.startswith("<?xml")
    assert "Rome" in now.out
    assert "graphml" in then.out
    assert told("export", "--as-of", "2023-06-01").code == 2
    assert told("export", "--format", "csv").code == 2


@pytest.mark.parametrize("content", [b"", b"{}\n", b"\xff\xfe\x00", b'{"format": "clew"}\n'])
def test_what_is_no_export_is_refused(cli, tmp_path, content):
    (tmp_path / "bad.jsonl").write_bytes(content)
    ran = cli("import", "bad.jsonl")
    assert ran.code == 1
    assert ran.error
    assert cli("import", "missing.jsonl").error.startswith("cannot read 'missing.jsonl'")


def test_a_namespace_that_holds_something_is_not_imported_into(told):
    told("export", "a.jsonl")
    ran = told("import", "a.jsonl")
    assert ran.code == 1
    assert "holds a memory already" in ran.error
    assert told("import", "a.jsonl", "--namespace", "second").code == 0
    assert told("ask", "Where does Anna live?", "--namespace", "second").out.startswith("Rome\n")


def test_reembed_changes_the_embedder(told):
    ran = told("reembed", "--embedder", "hashing:64", "--json")
    assert ran.code == 0
    assert ran.json["embedder"].startswith("hashing")
    stats = told("stats", "--json").json
    assert stats["dimension"] == 64
    assert told("check").code == 0
    assert told("ask", "Where does Anna live?").out.startswith("Rome\n")
    assert told("reembed", "--embedder", "nothing").code == 1


def test_maintenance_makes_no_file(cli, tmp_path):
    for command in (("check",), ("backup", "x"), ("export",), ("reembed",), ("split", "x")):
        assert cli(*command).code == 1
    assert not list(tmp_path.iterdir())


MEM0 = (
    '{"results": [{"id": "1", "memory": "Eva lives in Lima.", "user_id": "eva",'
    ' "created_at": "2024-01-01T00:00:00Z"}, {"id": "2", "memory": ""}]}'
)


def test_the_memory_of_another_program_is_looked_at_and_then_imported(told, tmp_path):
    (tmp_path / "mem0.json").write_text(MEM0)
    ran = told("import", "mem0.json", "--dry-run", "--json")
    assert (ran.code, ran.json["format"], ran.json["texts"]) == (0, "mem0", 1)
    assert ran.json["dropped"] == {"memories without a text": 1}
    assert told("ask", "Where does Eva live?").code == 3
    ran = told("import", "mem0.json")
    assert ran.out.splitlines()[0] == "mem0: 1 text to learn from, 0 read elsewhere"
    assert "  1 x memories without a text" in ran.out.splitlines()
    assert ran.out.splitlines()[-2:] == [
        "imported; 0 were there already, 0 are pending",
        "learned 1 fact, 1 statement; 0 confirmed, 0 superseded",
    ]
    assert told("ask", "Where does Eva live?").out.startswith("Lima\n")
    assert "1 were there already" in told("import", "mem0.json", "--from", "mem0").out
    assert told("import", "mem0.json", "--from", "nothing").code == 1


def test_an_import_from_which_no_fact_was_learned_says_why(cli, tmp_path):
    said = {"author": {"role": "user"}, "content": {"parts": ["My sister Anna lives in Oslo."]}}
    talk = {"id": "1", "mapping": {"a": {"message": said}}, "current_node": "a"}
    (tmp_path / "talks.json").write_text(json.dumps([talk]))
    told = cli("import", "talks.json").out.splitlines()
    assert told[-2] == "learned 0 facts, 1 statement; 0 confirmed, 0 superseded"
    assert told[-1].startswith("no fact: rules found none; recall finds the texts")
    assert "--model" in told[-1]
    assert not any(line.startswith("  0 facts") for line in told)
    ran = cli("import", "talks.json", "--json", "--memory", "other.clew").json
    assert (ran["learned_facts"], ran["learned_statements"], ran["extractor"]) == (0, 1, "rules")


def test_what_another_program_has_read_is_counted_as_read_elsewhere(cli, tmp_path):
    rows = [
        {"type": "entity", "name": "Anna", "entityType": "person", "observations": ["sings"]},
        {"type": "relation", "from": "Anna", "to": "Ben", "relationType": "knows"},
    ]
    (tmp_path / "memory.json").write_text("\n".join(map(json.dumps, rows)))
    told = cli("import", "memory.json").out
    assert "read elsewhere\n  2 facts, 1 statement read elsewhere" in told
    assert "learned" not in told


@pytest.mark.parametrize(
    "options", [(), ("--from", "clew"), ("--from", "mem0"), ("--from", "markdwon")]
)
def test_what_is_not_imported_leaves_no_file(cli, tmp_path, options):
    (tmp_path / "junk.txt").write_text("junk\n")
    ran = cli("import", "junk.txt", "--memory", "new.clew", *options)
    assert ran.code == 1
    assert [path.name for path in tmp_path.iterdir()] == ["junk.txt"]
    if not options:
        assert "nothing was imported" in ran.error
        assert "--from: clew, mcp-memory, chatgpt," in ran.error
    if options and options[1] == "markdwon":
        assert "did you mean 'markdown'?" in ran.error


@pytest.mark.parametrize("name", ["markdown", "chatgpt"])
def test_an_import_of_nothing_leaves_no_file(cli, tmp_path, name):
    (tmp_path / "notes").mkdir()
    (tmp_path / "notes" / "conversations.json").write_text("[]")
    path = "notes" if name == "markdown" else "notes/conversations.json"
    ran = cli("import", path, "--memory", "new.clew", "--from", name)
    assert (ran.code, "nothing to import" in ran.error) == (1, True), ran.error
    assert not (tmp_path / "new.clew").exists()


def test_what_has_no_room_leaves_nothing(told, tmp_path):
    assert told("export", "a.jsonl").code == 0
    before = sorted(tmp_path.iterdir())
    with room(60_000):
        assert told("import", "a.jsonl", "--memory", "new.clew").code == 1
        ran = told("draw", "b.html", "--page")
    assert (ran.code, "File too large; give a new path" in ran.error) == (1, True)
    assert sorted(tmp_path.iterdir()) == before


def test_what_is_not_imported_leaves_a_memory_that_was_there(told, tmp_path):
    (tmp_path / "junk.txt").write_text("junk\n")
    before = (tmp_path / "memory.clew").read_bytes()
    assert told("import", "junk.txt", "--from", "clew").code == 1
    assert (tmp_path / "memory.clew").read_bytes() == before


def test_a_dry_run_of_an_export_imports_nothing(told, tmp_path):
    told("export", "a.jsonl")
    ran = told("import", "a.jsonl", "--memory", "other.clew", "--dry-run")
    assert (ran.code, ran.out.endswith("nothing is imported yet\n")) == (0, True)
    assert not (tmp_path / "other.clew").exists()
