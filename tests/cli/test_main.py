import os
import re
import sqlite3
from pathlib import Path

import pytest
import typer

import clew
from clew.cli.main import EXIT_CODES, app
from clew.store.migrations import MIGRATIONS

TOP = typer.main.get_command(app).commands  # type: ignore[attr-defined]
COMMANDS = {name: command for name, command in TOP.items() if name != "bench"}
COMMANDS |= {f"bench {name}": command for name, command in TOP["bench"].commands.items()}
WANTED = ["remember", "learn", "merge", "split", "recall", "ask", "show", "history", "forget"]
WANTED += [
    "namespaces",
    "stats",
    "check",
    "backup",
    "export",
    "import",
    "reembed",
    "doctor",
    "play",
    "draw",
    "retrace",
]
WANTED += ["list", "context", "changes", "correct", "retire", "restore", "note"]
WANTED += ["mcp", "serve", "token", "view"]
WANTED += ["bench retrieval", "bench qa", "trust", "conflicts", "confirm", "reject"]
MEMORYLESS = {"doctor", *(name for name in WANTED if name.startswith("bench "))}
MINDS = {"--model", "--memory-model", "--base-url", "--record", "--replay"}
MINDS |= {"--max-calls", "--max-tokens", "--max-cost"}
FILTER = {"--only", "--conversation", "--since", "--until", "--metadata", "--kind"}
"""Options of several commands, described once."""
DOCS = Path(__file__).parents[2] / "docs" / "cli.md"


def test_all_commands_are_there():
    assert sorted(COMMANDS) == sorted(WANTED)


@pytest.mark.parametrize("name", WANTED)
def test_every_command_has_help_and_says_where_its_memory_is(cli, name):
    ran = cli(*name.split(), "--help")
    assert ran.code == 0
    for option in ("--json",) if name in MEMORYLESS else ("--memory", "--namespace", "--json"):
        assert option in ran.out
    for parameter in COMMANDS[name].params:
        assert parameter.help, f"{name} {parameter.name} has no help"


@pytest.mark.parametrize("name", WANTED)
def test_no_line_of_a_help_text_ends_early(name):
    """Typer prints line ends as they are; the terminal's width is what should wrap."""
    assert not re.search(r"\S\n\S", COMMANDS[name].help)


@pytest.mark.parametrize("name", WANTED)
def test_every_command_and_option_is_in_the_reference(name):
    text = DOCS.read_text(encoding="utf-8")
    section = re.search(rf"^### `clew {name}\b.*?(?=^##)", text, re.MULTILINE | re.DOTALL)
    assert section, f"docs/cli.md has no section on {name}"
    common = text[: text.index("### `clew remember")]
    for parameter in COMMANDS[name].params:
        for option in parameter.opts:
            if option.startswith("-") and option != "--help":
                shared = {"--memory", "--namespace", "--json", "--as-of", "--known-at"} | MINDS
                filters = name in {"recall", "ask", "list", "context"} and option in FILTER
                where = common if option in shared or filters else section[0]
                assert f"`{option}" in where, f"{name} {option} is not in docs/cli.md"


def test_the_exit_codes_are_in_the_help_and_the_reference(cli):
    shown = " ".join(cli("--help").out.split())
    text = DOCS.read_text(encoding="utf-8")
    for code, meaning in EXIT_CODES.items():
        assert f"{code} {meaning}" in shown
        assert f"| {code} | {meaning} |" in text


def test_version_and_no_command(cli):
    assert cli("--version").out == f"clew {clew.__version__}\n"
    ran = cli()
    assert (ran.code, "Commands" in ran.out or "remember" in ran.out) == (0, True)


def test_misuse_is_one_line_with_code_2(cli):
    for arguments in (
        ("forgt",),
        ("recall",),
        ("recall", "x", "--foo"),
        ("recall", "x", "-k", "0"),
    ):
        ran = cli(*arguments)
        assert ran.code == 2
        assert "--help" in ran.error
    assert "Did you mean 'forget'?" in cli("forgt").error
    assert "put a text of several words in quotes" in cli("ask", "Where", "is", "Anna?").error


def test_bytes_that_are_no_text_are_misuse(cli):
    ran = cli("recall", "a\udcff")
    assert (ran.code, "not UTF-8 at character 1" in ran.error) == (2, True)


def test_a_path_that_cannot_be_is_one_line(cli, tmp_path):
    long = "x" * 5000
    (tmp_path / "note.txt").write_text("Anna lives in Oslo.")
    for arguments in (
        ("stats", "--memory", long),
        ("remember", "note.txt", "--memory", long),
        ("remember", long),
        ("export", long),
        ("import", long),
        ("retrace", long, "run.html"),
        ("token", "list", "--memory", long),
    ):
        ran = cli(*arguments)
        assert (ran.code, bool(ran.error)) == (1, True), arguments
    assert "File name too long; check the path" in cli("stats", "--memory", long).error


def test_the_memory_can_be_named_in_the_environment(told, tmp_path, monkeypatch):
    (tmp_path / "memory.clew").rename(tmp_path / "other.clew")
    assert told("stats").code == 1
    assert told("stats", "--memory", "other.clew").code == 0
    monkeypatch.setenv("CLEW_MEMORY", str(tmp_path / "other.clew"))
    assert told("stats").code == 0


def test_a_file_that_is_no_memory_is_refused_and_left_alone(cli, tmp_path):
    content = b"not a database at all, but long enough to have a header " * 40
    (tmp_path / "memory.clew").write_bytes(content)
    for arguments in (("recall", "x"), ("stats",), ("forget", "--entity", "x", "--yes")):
        ran = cli(*arguments)
        assert ran.code == 1
        assert "not a clew memory" in ran.error
    assert (tmp_path / "memory.clew").read_bytes() == content


def test_another_database_is_refused(cli, tmp_path):
    file = sqlite3.connect(tmp_path / "memory.clew")
    file.execute("CREATE TABLE mine (x)")
    file.commit()
    file.close()
    assert "not a clew memory" in cli("recall", "x").error


def test_a_file_from_the_future_is_refused(told, tmp_path):
    file = sqlite3.connect(tmp_path / "memory.clew")
    file.execute(f"PRAGMA user_version = {len(MIGRATIONS) + 1}")
    file.close()
    assert "later clew" in told("stats").error


def test_a_folder_is_no_memory(cli, tmp_path):
    assert "is a folder" in cli("stats", "--memory", str(tmp_path)).error
    (tmp_path / "a.txt").write_text("Anna lives in Oslo.")
    ran = cli("remember", "a.txt", "--memory", "nowhere/memory.clew")
    assert "no folder" in ran.error


@pytest.mark.parametrize("name", ["/dev/null", "pipe"])
def test_a_device_or_a_pipe_is_no_memory(cli, tmp_path, name):
    os.mkfifo(tmp_path / "pipe")
    for command in (("stats",), ("trust", "web", "1")):
        ran = cli(*command, "--memory", name)
        assert (ran.code, "is a device or a pipe" in ran.error) == (1, True)


def test_a_locked_memory_says_who_to_wait_for(told, tmp_path):
    writer = sqlite3.connect(tmp_path / "memory.clew", isolation_level=None)
    writer.execute("BEGIN IMMEDIATE")
    try:
        assert told("ask", "Where does Anna live?").code == 0, "readers do not wait"
    finally:
        writer.rollback()
        writer.close()
