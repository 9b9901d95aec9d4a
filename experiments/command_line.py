"""Run a typer command with the errors and exit codes of `clew`."""

import sys
from collections.abc import Callable, Sequence

import typer

from clew.cli.options import Misuse
from clew.errors import ClewError

__all__ = ["run"]


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
