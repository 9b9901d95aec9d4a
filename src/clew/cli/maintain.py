"""`clew check`, `backup`, `export`, `import` and `reembed`: maintain the file."""

import io
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

import clew
from clew.cli.inputs import STDIN
from clew.cli.options import Exit, Minds, Misuse, Place, When, argument, bundled, flag, option
from clew.cli.output import Advance, note, print_json, print_lines, progress_bar, say, show_time
from clew.cli.session import filling, reading, settings_of, writing
from clew.clock import SystemClock
from clew.errors import UnknownNameError, UsageError
from clew.new_files import write_new
from clew.operations.encoding import as_fields
from clew.plugins import late
from clew.text import counted

if TYPE_CHECKING:
    from clew.exchange.bring_in import Brought

__all__ = ["Format", "backup", "check", "export", "import_", "reembed"]


class Format(StrEnum):
    """The format of an export."""

    JSONL = "jsonl"
    GRAPHML = "graphml"
    JSONLD = "jsonld"


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
    with reading(place, any_namespace=True) as memory:
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
        "jsonl is lossless and can be imported; graphml and jsonld are for other tools.",
        Format.JSONL,
        "--format",
    ),
) -> int:
    """Export one namespace as JSON Lines, GraphML or JSON-LD.

    JSON Lines holds the full history; --as-of and --known-at select one state for the others.
    """
    if file == STDIN and place.json:
        raise Misuse("the export itself goes to stdout; with --json name a FILE")
    if form is Format.JSONL and (when.as_of is not None or when.known_at is not None):
        raise Misuse(
            "jsonl holds the full history; --as-of and --known-at need --format graphml or jsonld"
        )
    with reading(place, when) as memory:
        ways = {Format.JSONL: memory.export, Format.GRAPHML: memory.graphml}
        lines = ways.get(form, memory.jsonld)()
        if file == STDIN:
            print_lines(lines)
            return 0
        count = write_new(Path(file), lines)
    value = {"file": file, "format": form, "lines": count}
    return place.done(value, f"{file}: {counted(count, 'line')}")


@bundled
def import_(
    place: Place,
    minds: Minds,
    file: str = argument("FILE|DIR|-", "An export of clew or of another program.", parser=None),
    source: str | None = option(
        "FORMAT",
        "clew, mcp-memory, chatgpt, claude, mem0, hindsight, graphiti, lightrag, hipporag or "
        "markdown; "
        "by default what the file looks like.",
        None,
        "--from",
    ),
    dry_run: bool = flag("Say what would be imported and what would be dropped."),
) -> int:
    """Import an export of clew, or the memory of another program.

    An export of clew goes into a new memory or an empty namespace, all or nothing. What another
    program has is learned from, beside what is there already; doing it again adds nothing.
    """
    formats = late("clew.exchange.foreign_formats")
    if source is not None and source not in (_OWN, *formats.FOREIGN):
        raise UnknownNameError("format", source, (_OWN, *formats.FOREIGN))
    found = Path(file)
    known = source is None and file != STDIN and found.exists()
    name = _format_of(found) if known else source
    if name not in (None, _OWN):
        return _bring(place, minds, found, name, dry_run=dry_run)
    with _lines(file) as lines:
        if dry_run:
            with clew.Memory.open(embedder=None) as memory:
                done = memory.import_(lines)
        else:
            with filling(place, _is_new, embedder="none") as memory:
                done = memory.import_(lines)
    rows = counted(sum(done.rows.values()), "row")
    line = f"namespace {place.namespace}: {rows}, revision {done.revision}"
    value = {**as_fields(done), "namespace": place.namespace, "dry_run": dry_run}
    return place.done(value, f"{line}; nothing is imported yet" if dry_run else line)


_OWN = "clew"


def _format_of(path: Path) -> str:
    """Return the format that a file or folder has.

    Raises:
        UsageError: it looks like none.
    """
    formats = late("clew.exchange.foreign_formats")
    found: str | None = _OWN if formats.is_own(path) else formats.detected(path)
    if found is None:
        known = ", ".join((_OWN, *formats.FOREIGN))
        raise UsageError(
            f"{str(path)!r} looks like no export that is known, so nothing was imported; "
            f"if it is one, say which with --from: {known}"
        )
    return found


def _is_new(memory: "clew.Memory") -> bool:
    return memory.revision == 0


def _bring(place: Place, minds: Minds, path: Path, name: str | None, *, dry_run: bool) -> int:
    """Import what another program has, or say what that would be."""
    bring_in = late("clew.exchange.bring_in")
    if dry_run:
        _, told = bring_in.look(path, name, SystemClock().now())
    else:
        with filling(place, _is_new, models=settings_of(minds)) as memory:
            told = bring_in.bring(memory, path, name)
    if place.json:
        print_json(as_fields(told))
        return Exit.KEPT if told.pending else 0
    say(f"{told.format}: {counted(told.texts, 'text')} to learn from, {told.read} read elsewhere")
    if told.read:
        facts, statements = counted(told.facts, "fact"), counted(told.statements, "statement")
        say(f"  {facts}, {statements} read elsewhere")
    say(f"  {counted(told.sources, 'source')}, {counted(told.conversations, 'conversation')}")
    if told.first and told.last:
        say(f"  from {show_time(told.first)} to {show_time(told.last)}")
    for why, count in told.dropped.items():
        say(f"  {count} x {why}")
    if dry_run:
        say("nothing is imported yet")
        return 0
    say(f"imported; {told.already_there} were there already, {told.pending} are pending")
    _say_learned(told)
    return Exit.KEPT if told.pending else 0


def _say_learned(told: "Brought") -> None:
    """Say what came of the texts that were read here, and why no fact did if so."""
    if told.error:
        say(f"  pending: {told.error}", dim=True)
    if not told.extractor:
        return
    facts = counted(told.learned_facts, "fact")
    statements = counted(told.learned_statements, "statement")
    again = f"{told.confirmed_facts} confirmed, {told.superseded} superseded"
    say(f"learned {facts}, {statements}; {again}")
    if not told.learned_facts and not told.confirmed_facts:
        offline = told.extractor.startswith("rules")
        more = "; a language model reads more (--model), see docs/offline.md" if offline else ""
        say(f"no fact: {told.extractor} found none; recall finds the texts all the same{more}")


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
    if embedder == "none":
        raise Misuse(
            "none is for a new memory (clew remember --embedder none); vectors can be replaced, "
            "not taken away"
        )
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
