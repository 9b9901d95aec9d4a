"""Everything the command line prints, as JSON or as text.

stdout carries results only; notes, progress and errors go to stderr. JSON is as in
`clew.operations.encoding` (docs/cli.md).

Remembered text may hold control characters, which a terminal obeys. No other module of the command
line writes to a stream, so none reaches one: they are written out (`clew.text.visible`).
"""

import json
import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TextIO, TypeAlias

import typer

from clew.graph.times import shown_period, shown_time
from clew.graph.types import Episode, Period, Precision, Time
from clew.operations.encoding import encode
from clew.plugins import late
from clew.text import counted, shown_cost, visible

__all__ = [
    "Advance",
    "cited",
    "complain",
    "excerpt",
    "note",
    "open_streams",
    "print_json",
    "print_lines",
    "progress_bar",
    "safe_streams",
    "say",
    "show_time",
    "span",
    "spent",
]

Advance: TypeAlias = Callable[[float], None]
"""Called with the newly completed amount."""

_WIDTH = 160
"""Characters of an episode that are quoted."""
_CITED = 3
"""Most sources named in one line."""


def open_streams() -> None:
    """Let the standard streams that are closed be empty ones.

    Else the next file that is opened would get their place, and what is written to them.
    """
    for name in ("stdin", "stdout", "stderr"):
        if getattr(sys, name) is None:
            mode = "r" if name == "stdin" else "w"
            stream = Path(os.devnull).open(mode, encoding="utf-8")  # noqa: SIM115 - stays open
            setattr(sys, name, stream)


def safe_streams(streams: Iterable[TextIO | None] | None = None) -> None:
    """Write UTF-8 into pipes and files; escape what a terminal's encoding lacks.

    Programs that read from a pipe expect UTF-8, whatever the locale is: that of Windows has neither
    Cyrillic nor Polish letters.
    """
    for stream in streams or (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None and stream is not None:
            encoding = None if stream.isatty() else "utf-8"
            reconfigure(encoding=encoding, errors="backslashreplace")


def say(text: str = "", aside: str = "", *, bold: bool = False, dim: bool = False) -> None:
    """Print a line of a result; on a terminal the aside after it is dimmed."""
    shown = typer.style(visible(text), bold=bold or None, dim=dim or None)
    typer.echo(f"{shown}  {typer.style(visible(aside), dim=True)}" if aside else shown)


def note(text: str) -> None:
    """Print a line about the result on stderr, dimmed on a terminal."""
    typer.secho(visible(text), dim=True, err=True)


def complain(text: str) -> None:
    """Print what went wrong in one line on stderr."""
    typer.secho(visible("clew: " + " ".join(text.split())), err=True)


def print_lines(lines: Iterable[str]) -> None:
    """Print lines as they are, as UTF-8; only a terminal gets their control characters escaped."""
    shown = map(visible, lines) if sys.stdout.isatty() else lines
    sys.stdout.buffer.writelines(line.encode() for line in shown)
    sys.stdout.buffer.flush()


def progress_bar(label: str, total: int, *, hidden: bool) -> AbstractContextManager[Advance]:
    """Show progress on stderr while the block runs, if stderr is a terminal."""
    if hidden or not sys.stderr.isatty():
        return nullcontext(lambda _more: None)
    # Loaded late: rich takes as long to load as the rest of the command line.
    shown: AbstractContextManager[Advance] = late("clew.cli.progress").bar(visible(label), total)
    return shown


def print_json(value: Mapping[str, object]) -> None:
    """Print one JSON object; all but ASCII is escaped when stdout is not UTF-8."""
    plain = (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"
    typer.echo(visible(json.dumps(encode(value), ensure_ascii=not plain, indent=2)))


def show_time(time: Time | None, precision: Precision = Precision.MOMENT) -> str:
    """Return a time in readable form, or that it is unknown."""
    return "unknown" if time is None else shown_time(time, precision)


def span(period: Period, now: Time | None = None, told: Time | None = None) -> str:
    """Return when something held, in readable form.

    Args:
        period: when that was.
        now: the present; what begins later is planned.
        told: when something with an unknown start was first said to hold.

    >>> span(Period(3)), span(Period()), span(Period(), told=7)
    ('since step 3', 'undated', 'since before step 7')
    """
    if period == Period():
        return "undated" if told is None else f"since before {show_time(told)}"
    return shown_period(period, now)


def spent(
    calls: float, input_tokens: float, output_tokens: float, seconds: float, cost: float
) -> str:
    """Return what models cost in one line, from the fields of a `Usage`.

    >>> spent(1, 1800, 80, 2.53, 0.025)
    '1 call, 1800 tokens in, 80 out, 2.5 s, $0.0250'
    """
    tokens = f"{input_tokens:.0f} tokens in, {output_tokens:.0f} out"
    return f"{counted(round(calls), 'call')}, {tokens}, {seconds:.1f} s, {shown_cost(cost, calls)}"


def excerpt(text: str, around: Sequence[str] = (), width: int = _WIDTH) -> str:
    """Return one line of about `width` characters with the first of some phrases in its middle.

    >>> excerpt("a long way home to the sea", ["sea"], width=12)
    '… to the sea'
    """
    line = " ".join(text.split())
    if len(line) <= width:
        return line
    lower = line.casefold()
    phrases = (" ".join(one.split()).casefold() for one in around)
    found = [(at, len(one)) for one in phrases if (at := lower.find(one)) >= 0]
    start = 0
    if found:
        at, size = found[0]
        start = min(max(0, at - max(0, width - size) // 2), len(line) - width)
    if start:
        start = line.find(" ", start) + 1 or start
    end = len(line)
    if start + width < end:
        end = max(line.rfind(" ", start, start + width), start + width // 2)
    return ("… " if start else "") + line[start:end].strip() + (" …" if end < len(line) else "")


def cited(episodes: Sequence[Episode], *, whole: bool = False) -> str:
    """Return where something was learned: some sources, or the whole of them, with their dates."""
    if not episodes:
        return "written directly"
    shown = episodes if whole else episodes[:_CITED]
    told = [f"{one.source or 'no source'}, {show_time(one.at)} (episode {one.id})" for one in shown]
    more = len(episodes) - len(shown)
    return "; ".join([*told, f"{more} more"] if more else told)
