"""`clew check`, `backup`, `export`, `import` and `reembed`: maintain the file."""

import io
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TextIO

from clew.cli.inputs import STDIN
from clew.cli.options import Exit, Misuse, Place, When, argument, bundled, option
from clew.cli.output import Advance, counted, note, print_json, print_lines, progress_bar, say
from clew.cli.session import reading, writing
from clew.errors import UsageError
from clew.operations.encoding import as_fields

__all__ = ["Format", "backup", "check", "export", "import_", "reembed"]


class Format(StrEnum):
    """The format of an export."""

    JSONL = "jsonl"
    GRAPHML = "graphml"


@bundled
def check(place: Place) -> int:
    """Verify the file: structure, times, texts, vectors, full text. Finish a delayed erasure.

    The exit code is 4 when there are problems.
    """
    with reading(place) as memory:
        problems = memory.check()
    if place.json:
        print_json({"sound": not problems, "problems": problems})
    else:
        for problem in problems:
            say(f"{problem.code}: {problem.message}")
        say(counted(len(problems), "problem") if problems else "sound")
    return Exit.PROBLEMS if problems else 0


@bundled
def backup(place: Place, target: Path = argument("TARGET", "A new file.")) -> int:
    """Copy the whole file, all namespaces, while it is in use."""
    with reading(place) as memory:
        size = memory.backup(target)
    return place.done({"target": target, "bytes": size}, f"{target}: {size / 1e6:.1f} MB")


@bundled
def export(
    place: Place,
    when: When,
    file: str = argument(
        "FILE|-", "A new file, or - for stdout.", STDIN, parser=None, show_default=True
    ),
    form: Format = option(
        None,
        "jsonl is lossless and can be imported; graphml is for graph tools.",
        Format.JSONL,
        "--format",
    ),
) -> int:
    """Export one namespace as JSON Lines or GraphML.

    JSON Lines holds the full history; --as-of and --known-at select one state for GraphML.
    """
    if file == STDIN and place.json:
        raise Misuse("the export itself goes to stdout; with --json name a FILE")
    if form is Format.JSONL and (when.as_of is not None or when.known_at is not None):
        raise Misuse("jsonl holds the full history; --as-of and --known-at need --format graphml")
    with reading(place, when) as memory:
        lines = memory.export() if form is Format.JSONL else memory.graphml()
        if file == STDIN:
            print_lines(lines)
            return 0
        count = _write(Path(file), lines)
    value = {"file": file, "format": form, "lines": count}
    return place.done(value, f"{file}: {counted(count, 'line')}")


def _write(path: Path, lines: Iterable[str]) -> int:
    """Write a file that must not exist yet; remove it if writing fails."""
    count = 0
    made = False
    try:
        with path.open("x", encoding="utf-8", newline="\n") as stream:
            made = True
            for line in lines:
                stream.write(line)
                count += 1
    except BaseException as error:
        if made:
            path.unlink()
        if isinstance(error, OSError):
            raise UsageError(f"cannot write '{path}': {error.strerror}; give a new path") from error
        raise
    return count


@bundled
def import_(
    place: Place, file: str = argument("FILE|-", "A JSON Lines export; - is stdin.", parser=None)
) -> int:
    """Import a JSON Lines export into a new memory or an empty namespace, all or nothing."""
    with _lines(file) as lines, writing(place, embedder="none", create=True) as memory:
        found = memory.import_(lines)
    rows = counted(sum(found.rows.values()), "row")
    line = f"namespace {found.namespace}: {rows}, revision {found.revision}"
    return place.done(as_fields(found), line)


@contextmanager
def _lines(file: str) -> Iterator[TextIO]:
    # An export is ASCII; anything else is damage, and the import reports its line.
    if file == STDIN:
        yield io.TextIOWrapper(sys.stdin.buffer, encoding="utf-8", errors="replace", newline="\n")
        return
    try:
        stream = Path(file).open(encoding="utf-8", errors="replace", newline="\n")  # noqa: SIM115 - closed below
    except OSError as error:
        raise UsageError(f"cannot read {file!r}: {error.strerror}") from error
    with stream:
        yield stream


@bundled
def reembed(
    place: Place,
    embedder: str = option(
        "NAME", "minilm, e5, hashing, sentence-transformers:MODEL or openai:MODEL.", "minilm"
    ),
) -> int:
    """Change the embedder: recompute every vector in all namespaces, in one commit."""
    with writing(place, embedder="none") as memory:
        note(f"embedder: {embedder}")
        with progress_bar("embedding", _STEPS, hidden=place.json) as advance:
            count = memory.reembed(embedder, progress=_in_steps(advance))
        name = memory.store.meta()["embedder"]
    told = f"{counted(count, 'vector')} of {name}"
    return place.done({"embedder": name, "vectors": count}, told)


_STEPS = 1000


def _in_steps(advance: Advance) -> Callable[[int, int], None]:
    """Return a progress callback that moves a bar of `_STEPS` steps."""
    shown = 0

    def progress(done: int, total: int) -> None:
        nonlocal shown
        now = _STEPS * done // max(total, 1)
        advance(now - shown)
        shown = now

    return progress
