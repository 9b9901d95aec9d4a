"""The examples of docs/extending.md: each runs by itself, and the page shows what the files say."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.running import spawn_several

ROOT = Path(__file__).parent.parent.parent
FOLDER = ROOT / "examples" / "extending"
PAGE = (ROOT / "docs" / "extending.md").read_text(encoding="utf-8")
PRINTED = {
    "environment": "won: True, after 5 decisions, score 1\n",
    "memory": "-= Room 4 =-\nYou are in a corridor. There is a lamp on the floor.\n",
    "agent": "won: True, after 5 decisions\n",
    "retriever": "Anna moved to Kiel.\nAnna moved to Rome.\n",
    "mind": "Anna owes Ben 5 euros\n",
    "embedder": "Mira runs the ferry.\n",
}


EACH = """
import runpy, sys
from pathlib import Path
sys.path.insert(0, str(Path(sys.argv[1]).parent))  # as `python FILE` has it
for path in sys.argv[1:]:
    runpy.run_path(path, run_name="__main__")
    print(end="\\0")
"""


def test_there_is_an_example_of_each_kind():
    assert {path.stem for path in FOLDER.glob("*.py")} == set(PRINTED)


def test_they_run_and_print_what_they_should(tmp_path):
    files = [str(FOLDER / f"{name}.py") for name in PRINTED]
    ran = subprocess.run(
        [sys.executable, "-c", EACH, *files],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    shown = dict(zip(PRINTED, ran.stdout.split("\0")[:-1], strict=True))
    assert [name for name in PRINTED if PRINTED[name] not in shown[name]] == []
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("name", PRINTED)
def test_the_page_shows_what_the_file_says(name):
    shown = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    told = (FOLDER / f"{name}.py").read_text(encoding="utf-8")
    assert sum(told.endswith(block) for block in shown) == 1


@pytest.mark.slow
def test_the_commands_of_the_page_run_in_order(tmp_path):
    shutil.copytree(FOLDER, tmp_path / "examples" / "extending")
    commands = "".join(re.findall(r"```sh\n(.*?)```", PAGE, re.DOTALL)).splitlines()
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    for command in commands:
        ran = subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert (ran.returncode, bool(ran.stdout)) == (0, True), command + ran.stderr


def test_they_are_found_by_module_and_name_on_the_command_line(tmp_path):
    for path in FOLDER.glob("*.py"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    kept = ("--remember-with", "memory:Notebook", "--embedder", "none", "--quiet", "--rooms", "3")
    played, lost = spawn_several(
        ("play", "environment:Corridor", "--agent", "agent:Restless", *kept),
        ("play", "environment:Corridor", "--agent", "agent:Restles"),
        folder=tmp_path,
    )
    assert played.code == 0, played.err
    assert played.out == "won: score 1 in 3 decisions, 3 moves\n"
    assert lost.code == 1
    assert "cannot import 'agent:Restles'" in lost.err
