"""`clew trust`, `conflicts`, `confirm` and `reject`, and how a dispute is shown elsewhere."""

import pytest

from tests.cli.running import anna
from tests.made import once


def note(folder, cli):
    """A register says Oslo, then a note says Lima."""
    anna(folder, cli)
    assert cli("trust", "register.txt", "5").out == "register.txt: level 5\n"
    for name, place, at in (
        ("register.txt", "Oslo", "2024-01-01"),
        ("note.txt", "Lima", "2024-02-01"),
    ):
        (folder / name).write_text(f"Zora lives in {place}.")
        assert cli("remember", name, "--at", at).code == 0


@pytest.fixture
def noted(cli, tmp_path):
    once(note, tmp_path, cli)
    return cli


def side(noted, which):
    (conflict,) = noted("conflicts", "--json").json["conflicts"]
    return str(conflict[which]["id"])


def test_levels_may_be_set_before_there_is_a_memory(cli, tmp_path):
    assert cli("trust", "register.txt", "5").code == 0
    (tmp_path / "register.txt").write_text("Zora lives in Oslo.")
    ran = cli("remember", "register.txt", "--json")
    assert ran.json["embedder"] is not None
    assert cli("trust").out.startswith("    5  register.txt\n")


def test_what_cannot_be_set_or_unset_makes_no_memory(cli, tmp_path):
    assert "no memory at" in cli("trust", "register.txt", "--unset").error
    assert "Invalid value for 'LEVEL'" in cli("trust", "register.txt", "1001").error
    assert not (tmp_path / "memory.clew").exists()


def test_levels_are_set_listed_and_unset(noted):
    assert noted("trust", "web/*", "--", "-1").out == "web/*: level -1\n"
    assert noted("trust").out == "    5  register.txt\n   -1  web/*\n    0  all other sources\n"
    assert noted("trust", "web/x").out == "web/x: level -1\n"
    assert noted("trust", "--json").json == {"levels": {"register.txt": 5, "web/*": -1}}
    ran = noted("trust", "register.txt", "--unset")
    assert ran.out == "register.txt: level 0\n"
    assert "0 conflicts now, 1 before" in ran.err
    assert noted("trust", "register.txt", "--unset").code == 1


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--unset",), "name the source"),
        (("x", "1", "--unset"), "not both"),
        (("x", "1001"), "Invalid value for 'LEVEL'"),
    ],
)
def test_what_contradicts_itself_is_refused(noted, arguments, why):
    ran = noted("trust", *arguments)
    assert ran.code in {1, 2}
    assert why in ran.err


def test_a_conflict_is_listed_with_both_sides_and_their_sources(noted):
    shown = noted("conflicts").out
    assert "Zora lives in Oslo" in shown
    assert "register.txt (level 5)" in shown
    assert "but from 2024-02-01: Zora lives in Lima" in shown
    assert "note.txt (level 0)" in shown


@pytest.mark.parametrize(
    "command",
    [("recall", "Zora"), ("show", "Zora"), ("history", "Zora"), ("ask", "Where does Zora live?")],
)
def test_what_is_disputed_says_so(noted, command):
    assert "disputed: Zora lives in Lima" in noted(*command).out
    assert '"disputed": [' in noted(*command, "--json").out


def test_an_answer_is_the_trusted_side(noted):
    assert noted("ask", "Where does Zora live?", "--json").json["answer"] == "Oslo"


def test_a_claim_is_confirmed_and_that_is_undone(noted):
    claim = side(noted, "claim")
    assert "confirmed" in noted("confirm", claim).out
    assert noted("conflicts").out == "No conflicts.\n"
    assert "note.txt (level 0), stands" in noted("conflicts", "--decided").out
    assert "ended by: Zora lives in Lima" in noted("history", "Zora").out
    assert noted("confirm", claim, "--undo", "--json").json["conflicts"] == 1


def test_a_claim_is_rejected_and_that_is_undone(noted):
    claim = side(noted, "claim")
    assert noted("reject", claim, "--json").json == {
        "fact": int(claim),
        "decided": "rejected",
        "conflicts": 0,
    }
    assert "Lima" not in noted("history", "Zora").out
    assert "note.txt (level 0), rejected" in noted("conflicts", "--decided").out
    assert noted("reject", claim, "--undo").code == 0
    assert side(noted, "claim") == claim


def test_what_is_no_conflict_cannot_be_decided(noted):
    assert noted("reject", "9999").code == 3
    noted("trust", "register.txt", "--unset")
    fact = noted("history", "Zora", "--json").json["facts"][0]["id"]
    ran = noted("confirm", str(fact))
    assert ran.code == 1
    assert "nothing disputes" in ran.err
