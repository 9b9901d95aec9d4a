"""How much memory a run takes, with all of its processes: Python's and Java's.

    python -m experiments scienceworld footprint clew play clew/ScienceWorld-v0 --task boil \
        --split dev --agent scienceworld --memory trained.clew

It runs `python -m` with the arguments, and looks twenty times a second at what it and the processes
that it starts have resident. Pages that two of them share count twice. It needs Linux.
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from clew.errors import UsageError

__all__ = ["Footprint", "main", "measure"]

_PROC = Path("/proc")
_EVERY = 0.05
_MIB = 1 << 10
"""In the kB of /proc."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Footprint:
    """MiB resident, each at its highest; `total` at one moment."""

    total: float
    python: float
    java: float
    seconds: float
    code: int
    """The command's exit code."""


def measure(arguments: Sequence[str]) -> Footprint:
    """Run `python -m` with arguments, and return what it took.

    Raises:
        UsageError: there is no /proc, which tells what processes take.
    """
    if not (_PROC / "self" / "status").exists():
        raise UsageError("expected Linux, whose /proc tells what a process takes; there is none")
    began = time.monotonic()
    child = subprocess.Popen([sys.executable, "-m", *arguments])
    total = python = java = 0
    while child.poll() is None:
        taken = dict(_taken(child.pid))
        ours = sum(kb for name, kb in taken.values() if name != "java")
        theirs = sum(kb for name, kb in taken.values() if name == "java")
        total, python, java = max(total, ours + theirs), max(python, ours), max(java, theirs)
        time.sleep(_EVERY)
    return Footprint(
        total=round(total / _MIB, 1),
        python=round(python / _MIB, 1),
        java=round(java / _MIB, 1),
        seconds=round(time.monotonic() - began, 1),
        code=child.returncode,
    )


def _taken(pid: int) -> Iterator[tuple[int, tuple[str, int]]]:
    """Yield (id, (name, kB resident)) of a process and of those it started."""
    own = _PROC / str(pid)
    try:
        status = (own / "status").read_text(encoding="utf-8")
        threads = [each / "children" for each in (own / "task").iterdir()]
        started = " ".join(each.read_text(encoding="utf-8") for each in threads)
    except OSError:  # it, or a thread of it, has just ended
        return
    fields = dict(line.split(":", 1) for line in status.splitlines())
    if "VmRSS" in fields:
        yield pid, (fields["Name"].strip(), int(fields["VmRSS"].split()[0]))
    for each in started.split():
        yield from _taken(int(each))


def main(argv: Sequence[str]) -> int:
    """Run the command line; return the exit code of what was run."""
    if not argv or argv[0] in ("-h", "--help"):
        print(__doc__)
        return 0
    found = measure(argv)
    print(json.dumps(asdict(found)))
    return found.code
