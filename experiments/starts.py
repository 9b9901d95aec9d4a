"""From nothing to a fact that is remembered and recalled: how long, and in how many lines?

Each start in `examples/starts` is run in an empty folder, as a process of its own; the MCP one by a
host that reads its configuration, starts the server that is named there, and calls two tools. With
`--install`, clew is installed before that into a fresh environment, with what the start needs, from
a wheel of this checkout and the registry. Seconds of the wall clock, and processor seconds of all
that was started.
"""

import os
import subprocess
import sys
import venv
from argparse import ArgumentParser
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from socket import create_server
from tempfile import TemporaryDirectory
from time import perf_counter

from clew.settings import child_environment

__all__ = ["STARTS", "Start", "Took", "main", "run"]

ROOT = Path(__file__).parents[1]
_LATEST_S = 120


@dataclass(frozen=True, slots=True)
class Start:
    """One way to begin."""

    file: str
    """In `examples/starts`: what a user writes."""
    extra: str = ""
    """What must be installed beside clew itself."""

    @property
    def text(self) -> str:
        """What a user writes."""
        return (ROOT / "examples" / "starts" / self.file).read_text(encoding="utf-8")

    @property
    def lines(self) -> int:
        """How many lines that is; empty ones are none."""
        return len(list(filter(str.strip, self.text.splitlines())))


STARTS: Mapping[str, Start] = {
    "Python": Start("python.py"),
    "MCP host": Start("mcp.json", "mcp"),
    "REST": Start("rest.sh", "server"),
    "LangGraph": Start("langgraph_store.py", "langgraph"),
}


_ANSWERS = ("Rome", "Anna moved to Rome.")


@dataclass(frozen=True, slots=True)
class Took:
    """What came of a start, and what it took."""

    said: str
    seconds: float
    processor: float

    @property
    def recalled(self) -> bool:
        """Whether the last line is the answer, or JSON with it; its sources name Rome, too."""
        return self.said in _ANSWERS or '"text":"Rome"' in self.said


def main(arguments: Sequence[str] | None = None) -> int:
    """Run all starts and print what they took; return 1 if one did not recall the fact."""
    parser = ArgumentParser(prog="python -m experiments starts", description=__doc__)
    parser.add_argument("--install", action="store_true", help="into a fresh environment, first")
    given = parser.parse_args(arguments)
    wrong = 0
    for name, start in STARTS.items():
        with TemporaryDirectory() as folder:
            took = run(start, Path(folder), install=given.install)
        right = "recalled" if took.recalled else f"WRONG: {took.said!r}"
        wrong += not took.recalled
        print(
            f"{name:<10} {start.lines} lines, {took.seconds:5.1f} s "
            f"({took.processor:.1f} s of processor time), {right}"
        )
    return 1 if wrong else 0


def run(start: Start, folder: Path, *, install: bool = False) -> Took:
    """Do a start in an empty folder; return its last line."""
    begun, spent = perf_counter(), _spent()
    programs = _installed(start, folder) if install else Path(sys.executable).parent
    work = folder / "work"
    work.mkdir()
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    path = f"{programs}{os.pathsep}{child_environment()['PATH']}"
    done = subprocess.run(
        _command(start, programs),
        cwd=work,
        env=child_environment(PATH=path, PORT=str(port)),
        capture_output=True,
        encoding="utf-8",
        timeout=_LATEST_S,
        check=False,
    )
    said = (done.stdout.strip().splitlines() or [done.stderr])[-1]
    return Took(said, perf_counter() - begun, _spent() - spent)


def _command(start: Start, programs: Path) -> list[str]:
    file = ROOT / "examples" / "starts" / start.file
    python = str(programs / "python")
    if file.suffix == ".sh":
        return ["bash", str(file)]
    if file.suffix == ".json":
        return [python, str(ROOT / "experiments" / "mcp_host.py"), str(file)]
    return [python, str(file)]


def _installed(start: Start, folder: Path) -> Path:
    """Install clew into a fresh environment; return where its programs are."""
    venv.create(folder / "env", with_pip=True)
    programs = folder / "env" / "bin"
    wanted = f"{ROOT}[{start.extra}]" if start.extra else str(ROOT)
    command = [str(programs / "python"), "-m", "pip", "install", "-q", wanted]
    subprocess.run(command, check=True, capture_output=True)
    return programs


def _spent() -> float:
    used = getrusage(RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
