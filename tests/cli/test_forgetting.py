"""`clew forget --entity` lists what may name the entity, and takes a decision about it."""

import pytest

from clew import Kind, Memory, NewNode
from tests.cli.running import anna
from tests.made import once


def note(folder, cli):
    """Make a memory with a person and two notes that may name her."""
    anna(folder, cli)
    texts = ("Zelda Quist owns a boat.", "Zeldas mother sings.", "Write to zquist@example.org.")
    for number, text in enumerate(texts):
        (folder / f"{number}.txt").write_text(text)
        assert cli("remember", f"{number}.txt").code == 0


@pytest.fixture
def noted(cli, tmp_path):
    once(note, tmp_path, cli)
    return cli


def test_the_preview_lists_what_is_undecided(noted):
    ran = noted("forget", "--entity", "Zelda Quist")
    assert ran.code == 2
    assert "may also name it:" in ran.out
    assert "(a word with the same beginning): Zeldas mother sings." in ran.out
    assert "(a part of the name alone): Write to zquist@example.org." in ran.out
    assert "--listed forgets these too; --keep ID spares" in ran.err


def test_the_preview_shows_an_alias_with_its_entity(noted, tmp_path):
    (tmp_path / "3.txt").write_text("Zelda asked for tea.")
    assert noted("remember", "3.txt").code == 0
    shown = noted("forget", "--entity", "Zelda Quist").out.splitlines()
    entities = [line.partition(": ")[2] for line in shown if line.startswith("  entity")]
    assert entities.count("Zelda Quist, Zelda") == 1
    assert len(entities) == len(set(entities))


def test_without_a_decision_it_says_what_is_left_and_what_to_do(noted, tmp_path):
    ran = noted("forget", "--entity", "Zelda Quist", "--yes")
    assert ran.code == 0
    assert "may also name it:" in ran.out
    assert "not complete: the same command with --listed forgets these too" in ran.err
    assert b"Zelda Quist" not in (tmp_path / "memory.clew").read_bytes()
    again = noted("forget", "--entity", "Zelda Quist", "--listed", "--yes", "--json")
    assert again.json["receipt"]["complete"] is True
    assert b"Zelda" not in (tmp_path / "memory.clew").read_bytes()


def test_what_is_kept_is_about_somebody_else(noted):
    planned = noted("forget", "--entity", "Zelda Quist", "--json").json["receipt"]
    assert not planned["complete"]
    kept = [each["id"] for each in planned["undecided"] if "zquist" in each["excerpt"]]
    flags = [word for item in kept for word in ("--keep", str(item))]
    ran = noted("forget", "--entity", "Zelda Quist", "--listed", *flags, "--yes", "--json")
    assert ran.json["receipt"]["undecided"] == []
    assert ran.json["receipt"]["complete"] is True
    assert set(kept).isdisjoint(ran.json["receipt"]["episodes"])
    assert "zquist@example.org" in noted("recall", "zquist").out


def test_a_goal_is_shown_and_counted(noted, tmp_path):
    with Memory.open(tmp_path / "memory.clew", embedder="hashing") as memory:
        memory.write([NewNode(kind=Kind.GOAL, text="find Zelda Quist")])
    ran = noted("forget", "--entity", "Zelda Quist")
    assert ", 1 goal, " in ran.out
    assert ": find Zelda Quist" in ran.out
    assert ", 1 goal, " in noted("forget", "--entity", "Zelda Quist", "--yes").out


@pytest.mark.parametrize("flags", [("--listed",), ("--keep", "1")])
def test_a_decision_needs_an_entity(noted, flags):
    ran = noted("forget", "--episode", "1", *flags, "--yes")
    assert ran.code == 2
    assert "--listed and --keep need --entity" in ran.error


def test_only_what_is_listed_can_be_kept(noted):
    ran = noted("forget", "--entity", "Zelda Quist", "--keep", "99999", "--yes")
    assert ran.code == 1
    assert "got 99999; a dry run lists them" in ran.error


def test_a_conversation_is_forgotten_by_its_id(told, tmp_path):
    (tmp_path / "chat.jsonl").write_text('{"role": "user", "content": "I own a Zyqqel."}\n')
    assert told("remember", "chat.jsonl").code == 0
    asked = ("forget", "--conversation", "chat.jsonl")
    shown = told(*asked)
    assert shown.code == 2
    assert shown.out.startswith("Would forget 1 episode")
    assert told(*asked, "--yes").code == 0
    assert b"Zyqqel" not in (tmp_path / "memory.clew").read_bytes()
    again = told(*asked, "--yes")
    assert (again.code, again.error) == (3, "no conversation named 'chat.jsonl'")
    assert told("forget").error.startswith(
        "give exactly one of --source, --conversation, --episode and --entity"
    )
