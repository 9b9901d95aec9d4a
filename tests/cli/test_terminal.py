"""What was remembered never commands the terminal; files and JSON keep it exactly."""

import ast
import json
import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

import clew
from clew import Kind, Memory, NewEdge, NewNode, parse_time
from tests.made import once

CLIPBOARD, CLEAR, C1, TURNED = "\x1b]52;c;SGFja2Vk\x07", "\x1b[2J", "\x9b31m", "\u202etxt.exe\u2066"
EVIL = f"{CLIPBOARD}{CLEAR}{C1}{TURNED}\r\x08\x7f"
NAME = f"Anna{EVIL}"
OBEYED = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")

COMMANDS = [
    ("recall", "Anna"),
    ("recall", "Anna", "--json"),
    ("recall", "Anna", "--retriever", f"none{EVIL}"),
    ("ask", "Where does Anna live?"),
    ("ask", "Where does Anna live?", "--json"),
    ("ask", "Where does Zoe work?"),
    ("show", "id:1"),
    ("show", "id:1", "--json"),
    ("show", f"Ann{EVIL}"),
    ("history", "id:1"),
    ("stats",),
    ("stats", "--json"),
    ("merge", "id:1", "id:2"),
    ("split", "id:2"),
    ("forget", "--entity", "id:1"),
    ("forget", "--source", f"nobody{EVIL}"),
    ("remember", f"missing{EVIL}.txt"),
    ("remember", f"note{EVIL}.txt"),
    ("learn", "--all"),
    ("check",),
    ("export", f"out{EVIL}.jsonl"),
    ("backup", f"out{EVIL}.clew"),
    ("trust",),
    ("trust", f"letter{EVIL}", "2", "--json"),
    ("conflicts",),
    ("conflicts", "--json"),
    ("reject", f"one{EVIL}"),
    ("import", f"in{EVIL}.jsonl"),
    ("doctor", "--model", f"openai{EVIL}:any"),
    ("play", f"world{EVIL}"),
    ("draw", f"run{EVIL}.jsonl"),
    (f"command{EVIL}",),
]


def write_evil(folder: Path) -> None:
    """Make a memory that holds control characters wherever text can be, and such a file."""
    with Memory.open(folder / "memory.clew", embedder="hashing") as memory:
        anna, oslo = (NewNode(kind=Kind.ENTITY, text=text) for text in (NAME, f"Oslo{EVIL}"))
        lives = NewEdge(kind=Kind.FACT, source=anna, target=oslo, relation=f"lives in{EVIL}")
        memory.write([anna, oslo], [lives])
        text = f"Anna lives in Rome {EVIL} today."
        memory.remember(text, source=f"letter{EVIL}", at=parse_time("2024-01-01"))
        memory.trust.set(f"letter{EVIL}", 5)
        for month, town, source in (1, "Rome", f"letter{EVIL}"), (2, "Kiel", EVIL):
            at = parse_time(f"2024-0{month}-01")
            memory.remember(f"Anna lives in {town}.", source=source, at=at)
        assert memory.conflicts()
    (folder / f"note{EVIL}.txt").write_text(f"Anna works at Arken{EVIL}.", encoding="utf-8")


@pytest.fixture
def evil(tmp_path: Path) -> Path:
    once(write_evil, tmp_path)
    return tmp_path


@pytest.mark.parametrize("arguments", COMMANDS, ids=lambda given: " ".join(given[:1]))
def test_no_command_prints_a_control_character(cli, evil, arguments):
    ran = cli(*arguments)
    assert ran.out + ran.err
    assert not OBEYED.findall(ran.out + ran.err)
    if "--json" in arguments:
        assert not OBEYED.findall(ran.out)
        json.loads(ran.out)


def test_json_still_means_the_same_text(cli, evil):
    assert cli("show", "id:1", "--json").json["entity"]["name"] == NAME


def test_an_exported_file_keeps_every_byte(cli, evil):
    assert cli("export", "out.jsonl").code == 0
    lines = [json.loads(line) for line in (evil / "out.jsonl").read_text().splitlines()]
    assert NAME in [value for line in lines for value in line.values()]


EXPORTS = """
from clew.cli.main import main
for form in ("jsonl", "graphml"):
    assert main(["export", "-", "--format", form]) == 0
"""


def test_an_export_to_a_terminal_is_escaped_and_to_a_pipe_is_not(cli, evil):
    command = [sys.executable, "-c", EXPORTS]
    for form in ("jsonl", "graphml"):
        assert cli("export", f"out.{form}", "--format", form).code == 0
    piped = subprocess.run(command, cwd=evil, capture_output=True, check=True)
    assert piped.stdout == (evil / "out.jsonl").read_bytes() + (evil / "out.graphml").read_bytes()
    ours, theirs = pty.openpty()
    with subprocess.Popen(command, cwd=evil, stdout=theirs) as process:
        os.close(theirs)
        shown = _everything(ours)
        assert process.wait(60) == 0
    assert b"</graphml>" in shown
    assert not OBEYED.findall(shown.decode().replace("\r\n", "\n"))


def _everything(descriptor: int) -> bytes:
    data = b""
    while True:
        try:
            more = os.read(descriptor, 1 << 16)
        except OSError:  # the other end is closed
            more = b""
        if not more:
            os.close(descriptor)
            return data
        data += more


def test_a_terminal_shows_them_written_out(cli, evil):
    shown = cli("show", "id:1").out
    assert "Anna\\u001b]52;c;SGFja2Vk\\u0007\\u001b[2J\\u009b31m\\u202etxt.exe" in shown


def test_only_one_module_of_the_command_line_writes_to_a_stream():
    """`rich` draws the live views and the progress bar; their texts go through `visible`."""
    folder = Path(clew.__file__).parent / "cli"
    writers = {"typer.echo", "typer.secho", "sys.stdout.write", "sys.stderr.write", "print"}
    for path in sorted(folder.glob("*.py")):
        nodes = ast.walk(ast.parse(path.read_text()))
        found = {ast.unparse(each.func) for each in nodes if isinstance(each, ast.Call)} & writers
        assert not found or path.name == "output.py", path.name
