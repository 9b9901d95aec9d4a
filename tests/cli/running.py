"""Run `clew` in this process, or in one of its own where a pipe or a terminal matters."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from clew.cli.main import main

__all__ = ["Cli", "Ran", "anna", "make_cli", "spawn", "spawn_several"]

_SEVERAL = """
import json, sys
from clew.cli.main import main
for command in json.loads(sys.argv[1]):
    code = main(command)
    for stream in (sys.stdout, sys.stderr):
        print(f"\\0{code}", end="\\0", file=stream, flush=True)
"""


@dataclass(frozen=True, slots=True)
class Ran:
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def error(self) -> str:
        """The one line of an error."""
        lines = [line for line in self.err.splitlines() if line.startswith("clew: ")]
        assert len(lines) == 1, self.err
        assert "Traceback" not in self.err
        return lines[0].removeprefix("clew: ")


Cli = Callable[..., Ran]


def make_cli(folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch) -> Cli:
    """Return a function that runs a command line in `folder`; see `unset` in `conftest.py`."""
    monkeypatch.chdir(folder)

    def run(*arguments: str) -> Ran:
        capsys.readouterr()
        code = main([str(each) for each in arguments])
        shown = capsys.readouterr()
        return Ran(code, shown.out, shown.err)

    return run


def anna(folder: Path, cli: Cli) -> None:
    """Make a memory of two dated texts, the second of which ends something of the first."""
    (folder / "2023-05-01-oslo.txt").write_text("Anna lives in Oslo. Anna works at Arken.\n")
    (folder / "2024-02-01-rome.txt").write_text("Anna moved to Rome. Her brother is Ben.\n")
    ran = cli("remember", "2023-05-01-oslo.txt", "2024-02-01-rome.txt", "--embedder", "hashing")
    assert ran.code == 0, ran.err


def spawn(*arguments: str, folder: Path, stdin: bytes = b"", **options: Any) -> Ran:
    """Run `python -m clew` in a process of its own."""
    ran = _python("-m", "clew", *arguments, folder=folder, stdin=stdin, **options)
    return Ran(ran.returncode, ran.stdout.decode(), ran.stderr.decode())


def spawn_several(*commands: tuple[str, ...], folder: Path, **options: Any) -> list[Ran]:
    """Run several command lines, one after the other, in one process that is not this one."""
    ran = _python("-c", _SEVERAL, json.dumps(commands), folder=folder, **options)
    out, err = (stream.decode().split("\0") for stream in (ran.stdout, ran.stderr))
    assert len(out) == 2 * len(commands) + 1, ran.stderr.decode()
    return [Ran(int(out[n + 1]), out[n], err[n]) for n in range(0, 2 * len(commands), 2)]


def _python(
    *arguments: str, folder: Path, stdin: bytes = b"", **options: Any
) -> subprocess.CompletedProcess[bytes]:
    environment = {key: value for key, value in os.environ.items() if key != "CLEW_MEMORY"}
    return subprocess.run(
        [sys.executable, *arguments],
        input=stdin,
        capture_output=True,
        cwd=folder,
        env={**environment, "OMP_NUM_THREADS": "1", **options.pop("env", {})},
        check=False,
        **options,
    )
