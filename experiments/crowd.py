"""Many at one time: clients of one server in namespaces of their own, processes on one file.

`clients`: `clew serve` answers on loopback; each client remembers a text and recalls it, over and
over, without a pause. Every name it tells ends in letters of its own, so a row of another namespace
is seen. An answer that tells a limit (429, 503, 504) is no error; it is counted.

`processes`: each opens the same file and remembers texts, several in each namespace, all at once.
Then every acknowledged text must be there, and the file must be sound.
"""

import json
import re
import subprocess
import sys
import time
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from socket import create_server
from tempfile import TemporaryDirectory
from threading import Barrier
from time import monotonic, perf_counter
from typing import TypeVar
from urllib.request import urlopen

from clew import Memory, RemoteMemory
from clew.errors import ClewError
from clew.graph.types import Episode, Kind

__all__ = ["Clients", "Processes", "clients", "main", "processes"]

R = TypeVar("R")
_STARTS_S = 120
_NAME = re.compile(r"\b(?:Ka|Mo)[a-z]+\b")


@dataclass(slots=True)
class Clients:
    """What came of many clients; times in milliseconds."""

    took: dict[str, list[float]] = field(default_factory=lambda: {"remember": [], "recall": []})
    limits: Counter[str] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    foreign: int = 0
    processor: float = 0.0
    """Of the server, in seconds."""

    def lines(self) -> Iterator[str]:
        """Yield the outcome for people."""
        for name, took in self.took.items():
            ordered = sorted(took) or [0.0]
            middle, late = (ordered[int(share * (len(ordered) - 1))] for share in (0.5, 0.95))
            yield f"{name}: {len(took)}, median {middle:.0f} ms, p95 {late:.0f} ms"
        answered = max(1, sum(map(len, self.took.values())))
        yield f"processor time of the server: {1e3 * self.processor / answered:.1f} ms an answer"
        yield f"limits told: {dict(self.limits)}; errors: {len(self.errors)}"
        yield f"rows of another namespace: {self.foreign}"
        yield from self.errors[:10]


def clients(many: int, seconds: float, folder: Path) -> Clients:
    """Let clients of a server of a new file remember and recall for some time."""
    found = Clients()
    together = Barrier(many)
    before = getrusage(RUSAGE_CHILDREN)
    with _served(folder / "crowd.clew") as address, ThreadPoolExecutor(many) as threads:
        for number in range(many):
            with RemoteMemory(address, namespace=_tenant(number)) as memory:
                memory.create()
        told = [
            threads.submit(_client, found, address, number, seconds, together)
            for number in range(many)
        ]
        for each in told:
            each.result()
    after = getrusage(RUSAGE_CHILDREN)
    found.processor = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return found


def _tenant(number: int) -> str:
    return f"client {number}"


def _client(found: Clients, address: str, number: int, seconds: float, together: Barrier) -> None:
    mark = _letters(number)
    with RemoteMemory(address, namespace=_tenant(number)) as memory:
        together.wait()
        until, turn = monotonic() + seconds, 0
        while monotonic() < until:
            who = f"Ka{_letters(turn)}{mark}"
            text = f"{who} lives in Mo{_letters(turn)}{mark}."
            _timed(found, "remember", partial(memory.remember, text))
            rows = _timed(found, "recall", partial(memory.recall, f"Where does {who} live?"))
            names = {name for one in rows or () for name in _NAME.findall(one.item.text)}
            found.foreign += sum(not name.endswith(mark) for name in names)
            if rows is not None and who not in names:
                found.errors.append(f"client {number} did not find {who}")
            turn += 1


def _timed(found: Clients, name: str, call: Callable[[], R]) -> R | None:
    """Do something and note how long it took; an error is noted in place of that."""
    begun = perf_counter()
    try:
        result = call()
    except ClewError as error:
        if error.retry:
            found.limits[error.code] += 1
        else:
            found.errors.append(f"{name}: {error.code}: {error}")
        return None
    found.took[name].append(1e3 * (perf_counter() - begun))
    return result


def _letters(number: int) -> str:
    """Return a number as three letters."""
    return "".join("bcdfghjklm"[int(digit)] for digit in f"{number:03}")


@contextmanager
def _served(path: Path) -> Iterator[str]:
    with create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "clew", "serve", "--memory", str(path), "--port", str(port)]
    with subprocess.Popen(command, stderr=subprocess.DEVNULL) as process:
        until = monotonic() + _STARTS_S
        while True:
            try:
                urlopen(f"http://127.0.0.1:{port}/ready").close()
                break
            except OSError:
                if process.poll() is not None or monotonic() > until:
                    process.kill()
                    raise
                time.sleep(0.1)
        yield f"http://127.0.0.1:{port}"
        process.terminate()
        process.wait()


@dataclass(frozen=True, slots=True)
class Processes:
    """What came of many processes on one file."""

    acknowledged: int
    lost: int
    failed: int
    """Processes that ended with an error."""
    problems: int
    """Of the file, as `check` finds them."""
    seconds: float


def processes(many: int, texts: int, folder: Path) -> Processes:
    """Let processes write to one file at one time; look whether all is there."""
    path = folder / "shared.clew"
    begun = perf_counter()
    command = [sys.executable, "-m", "experiments.crowd", "write", str(path), str(texts)]
    running = [
        subprocess.Popen([*command, str(number)], stdout=subprocess.PIPE, encoding="utf-8")
        for number in range(many)
    ]
    said = [json.loads(line) for one in running for line in one.communicate()[0].splitlines()]
    seconds = perf_counter() - begun
    with Memory.open(path, embedder=None) as memory:
        there = {
            (name, one.text)
            for name in memory.store.names()
            for one in _episodes(memory.in_namespace(name))
        }
        problems = len(memory.check())
    return Processes(
        acknowledged=len(said),
        lost=sum((name, text) not in there for name, text in said),
        failed=sum(one.returncode != 0 for one in running),
        problems=problems,
        seconds=seconds,
    )


def _episodes(memory: Memory) -> list[Episode]:
    with memory.view() as view:
        items = view.items(view.ids(Kind.EPISODE))
    return [one for one in items if isinstance(one, Episode)]


def _write(path: Path, texts: int, number: int) -> None:
    """Be one of the processes: remember texts, print each that is acknowledged."""
    with Memory.open(
        path, namespace=f"team {number % 4}", embedder=None, busy_timeout_s=60
    ) as memory:
        for turn in range(texts):
            text = f"Anna visited town {turn} with guide {number}."
            memory.remember(text, source=f"process {number}")
            print(json.dumps([memory.namespace, text]), flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run both, print what came of them; return 1 after an error, a loss or a foreign row."""
    parser = ArgumentParser(prog="python -m experiments crowd", description=__doc__)
    parser.add_argument("--clients", type=int, default=64)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--processes", type=int, default=20)
    parser.add_argument("--texts", type=int, default=20, help="of each process")
    given = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        served = clients(given.clients, given.seconds, Path(folder))
        print("\n".join(served.lines()))
        shared = processes(given.processes, given.texts, Path(folder))
        print(shared)
    wrong = served.errors or served.foreign or shared.lost or shared.failed or shared.problems
    return 1 if wrong else 0


if __name__ == "__main__":
    _write(Path(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
