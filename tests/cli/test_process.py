"""What needs a process of its own: pipes, terminals, signals, users."""

import json
import os
import pty
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from tests.cli.running import Ran, anna, make_cli, spawn_several
from tests.made import once

# A new interpreter, the rules and the projection: a second or two when the machine is busy.
pytestmark = pytest.mark.timeout(120)

LEARNS = 400_000
"""Bytes in the log of a new file once it holds more than its tables and the first texts."""


def test_stdin_is_remembered_and_output_can_be_piped(tmp_path):
    text = "Ольга lives in Кунгэльв."
    told, listed, shown = spawn_several(
        ("remember", "-", "--at", "2024-01-01", "--embedder", "hashing", "--json"),
        ("recall", "Ольга", "--json"),
        ("recall", "Ольга"),
        folder=tmp_path,
        stdin=text.encode(),
    )
    assert told.code == 0, told.err
    assert told.json["texts"][0]["source"] == "stdin"
    assert text in [each["item"]["text"] for each in listed.json["results"]]
    assert "\x1b" not in shown.out + shown.err, "no colours in a pipe"


def test_a_terminal_without_unicode_still_gets_valid_output(cli, tmp_path):
    text = "Ольга lives in Кунгэльв 🦊."
    (tmp_path / "note.txt").write_text(text, encoding="utf-8")
    assert cli("remember", "note.txt", "--embedder", "hashing").code == 0
    old = {"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"}
    recall = ("recall", "Ольга")
    listed, shown = spawn_several((*recall, "--json"), recall, folder=tmp_path, env=old)
    assert text in [each["item"]["text"] for each in listed.json["results"]]
    assert shown.code == 0


@pytest.mark.parametrize(
    "locale",
    [
        {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
    ids=["windows", "ascii"],
)
def test_pipes_are_utf_8_in_every_locale(tmp_path, locale):
    text = "Zoë lives in Łódź."
    told, asked, exported, missing = spawn_several(
        ("remember", "-", "--source", "ключ", "--embedder", "hashing"),
        ("ask", "Where does Zoë live?"),
        ("export", "--format", "graphml"),
        ("forget", "--source", "замок", "--yes"),
        folder=tmp_path,
        stdin=text.encode(),
        env=locale,
    )
    assert (told.code, told.out.split()[0]) == (0, "ключ"), told.err
    assert asked.out.startswith("Łódź\n")
    assert "Łódź" in exported.out
    assert "'замок'" in missing.err


def test_a_reader_that_goes_away_ends_it_quietly(told, tmp_path):
    reading, writing = os.pipe()
    os.close(reading)
    ran = subprocess.run(
        [sys.executable, "-m", "clew", "history", "Anna"],
        stdout=writing,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        check=False,
    )
    os.close(writing)
    assert (ran.returncode, ran.stderr) == (1, b"")


@pytest.mark.parametrize(("typed", "code"), [(b"n\n", 1), (b"y\n", 0)])
def test_on_a_terminal_forget_asks(told, tmp_path, typed, code):
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        [sys.executable, "-m", "clew", "forget", "--source", "2024-02-01-rome.txt"],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
    )
    os.write(ours, typed)
    out, err = process.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert process.returncode == code, err
    assert out.decode().startswith("Would forget 1 episode")
    assert b"Forget this for good?" in err
    assert (b"Forgot 1 episode" in out) == (code == 0)


def test_an_interrupt_is_code_130_and_loses_nothing(tmp_path):
    for number in range(400):
        people = "".join(f"Person{number} met Person{each}. " for each in range(40))
        (tmp_path / f"{number:03}.txt").write_text(people)
    process = subprocess.Popen(
        [sys.executable, "-m", "clew", "remember", ".", "--embedder", "none"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=tmp_path,
        # A suite run in the background of a shell ignores interrupts, and so would the child.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    deadline = time.monotonic() + 60
    log = tmp_path / "memory.clew-wal"
    while (not log.exists() or log.stat().st_size < LEARNS) and time.monotonic() < deadline:
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert b"clew: interrupted; what was remembered is safe" in err
    assert b"Traceback" not in err


AS_NOBODY = """
import json, os, sys
from clew.cli.main import main
folder, copy, *commands = sys.argv[1:]
os.chdir(folder)
main(["ask", "Where does Anna live?", "--memory", copy])  # loads all that is lazy, as root
if os.geteuid() == 0:
    os.setgid(65534)
    os.setuid(65534)
for command in commands:
    for stream in (sys.stdout, sys.stderr):
        print("--", file=stream, flush=True)
    print(main(json.loads(command)), flush=True)
"""


@pytest.fixture
def own_folder():
    """A folder that another user may enter; `tmp_path` lies in one that only we may."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder


def test_a_read_only_file_can_be_read_and_is_not_written(
    own_folder, tmp_path, capsys, monkeypatch, unset
):
    once(anna, own_folder, make_cli(own_folder, capsys, monkeypatch))
    path = own_folder / "memory.clew"
    before = path.read_bytes()
    copy = tmp_path / "copy.clew"
    copy.write_bytes(before)
    path.chmod(0o444)

    # Nobody may not write what `coverage` would note of this process.
    environment = {key: value for key, value in os.environ.items() if "COVERAGE" not in key}

    commands = [
        ["ask", "Where does Anna live?"],
        ["forget", "--entity", "Anna", "--yes"],
        ["remember", "2023-05-01-oslo.txt", "--source", "again"],
        ["merge", "Anna", "Ben"],
    ]
    done = subprocess.run(
        [sys.executable, "-c", AS_NOBODY, own_folder, copy, *map(json.dumps, commands)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    told = zip(done.stdout.split("--\n")[1:], done.stderr.split("--\n")[1:], strict=True)
    shown = [(out.splitlines(), Ran(0, out, err)) for out, err in told]
    (asked, _), *refused = shown
    assert (asked[0], asked[-1]) == ("Rome", "0")
    assert len(refused) == 3
    for out, ran in refused:
        assert out == ["1"]
        assert "read-only" in ran.error
    assert path.read_bytes() == before


def test_help_loads_no_engine():
    code = (
        "import sys; from clew.cli.main import main; main(['--help']);"
        "print([m for m in ('numpy', 'pydantic') if m in sys.modules])"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip().splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("closed", "arguments", "code", "said"),
    [
        ("<&-", ("remember", "-"), 1, "stdin: empty: there is nothing to remember"),
        ("<&-", ("import", "-"), 1, "clew: "),
        ("<&-", ("forget", "--episode", "1"), 2, "add --yes"),
        ("<&-", ("ask", "Where?", "--model", "person"), 4, ""),
        (">&-", ("export",), 0, ""),
        (">&-", ("stats", "--json"), 0, ""),
        ("2>&-", ("remember", "nothing.txt"), 1, ""),
    ],
)
def test_a_closed_stream_is_an_empty_one(told, tmp_path, closed, arguments, code, said):
    started = ["sh", "-c", f'exec "$@" {closed}', "sh", sys.executable, "-m", "clew"]
    ran = subprocess.run(
        [*started, *arguments], capture_output=True, text=True, cwd=tmp_path, check=False
    )
    assert (ran.returncode, "Traceback" in ran.stderr) == (code, False), ran.stderr
    assert said in ran.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_an_output_without_room_is_one_line(tmp_path):
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        command = [sys.executable, "-m", "clew", "--version"]
        run = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=tmp_path, check=False
        )
    assert run.returncode == 1
    assert run.stderr.startswith("clew: no room to write the output: No space left on device")
    assert "Traceback" not in run.stderr
