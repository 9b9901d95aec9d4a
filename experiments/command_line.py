"""What the commands of experiments share: options, models, the report, errors and exit codes."""

import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import typer

from clew.bench.reports import write_report
from clew.cli.bench import names_of
from clew.cli.options import AS_JSON, Minds, Misuse, flag
from clew.cli.output import note, print_json, say
from clew.cli.session import settings_of
from clew.errors import ClewError
from clew.settings import ModelSettings

__all__ = ["OUT", "PROCESSES", "Reported", "models_named", "reported_to", "run"]


OUT = ("FOLDER", "Keep everything here; the same command resumes.", ...)
PROCESSES = ("N", "Runs at the same time; set OMP_NUM_THREADS=1.", 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Reported:
    """How to report."""

    charts: bool = flag("Also draw charts into the folder.")
    json: bool = flag(AS_JSON)


def models_named(minds: Minds, *, judge: str | None = None) -> dict[str, ModelSettings]:
    """Return the settings of each model that `--model` names, comma-separated; by default rules."""
    base = settings_of(replace(minds, model=None), judge=judge)
    names = names_of("--model", minds.model or base.name)
    return {name: replace(base, name=name) for name in names}


def reported_to(
    out: Path,
    plain: Mapping[str, Any],
    page: str,
    how: Reported,
    draw: Callable[[], Sequence[Path]],
) -> int:
    """Write the report as data and as a page, draw charts if wanted, print it; return 0."""
    written = [*write_report(out, plain, page), *(draw() if how.charts else ())]
    note("written: " + ", ".join(map(str, written)))
    if how.json:
        print_json(plain)
    else:
        say(page.rstrip())
    return 0


def run(name: str, command: Callable[..., int], argv: Sequence[str]) -> int:
    """Run a command as `python -m experiments NAME`; return 1 for an error, 2 for misuse.

    Args:
        name: of the experiment.
        command: takes typer's options and returns an exit code.
        argv: the command line after the name.
    """
    app = typer.Typer(pretty_exceptions_enable=False, add_completion=False)
    app.command()(command)
    program = f"python -m experiments {name}"
    try:
        return int(app(list(argv), standalone_mode=False, prog_name=program) or 0)
    except Misuse as error:
        message = getattr(error, "format_message", error.__str__)().rstrip(".")
        print(f"{message} (see: {program} --help)", file=sys.stderr)
        return 2
    except typer.Abort:
        print("interrupted", file=sys.stderr)
        return 130
    except ClewError as error:
        print(" ".join(str(error).split()), file=sys.stderr)
        return 1
