"""The command `clew`: the list of commands, and one-line errors.

Exit codes are in `EXIT_CODES`, shown at the end of `clew --help`.
"""

import atexit
import gc
from collections.abc import Callable, Sequence
from functools import cache
from typing import Annotated

import typer

import clew
from clew.appending import FULL
from clew.cli import (
    bench,
    doctor,
    draw,
    forgetting,
    items,
    maintain,
    manage,
    play,
    recall,
    remember,
    serving,
    trust,
)
from clew.cli.options import Exit, Misuse
from clew.cli.output import complain, open_streams, safe_streams, say
from clew.errors import ClewError, UnknownNameError
from clew.settings import spin_no_threads

__all__ = ["EXIT_CODES", "app", "main"]

EXIT_CODES = {
    0: "done",
    1: "an error, shown in one line on stderr; or the reader of a pipe closed it",
    2: "the command line is wrong",
    Exit.NOTHING: "nothing found in the memory",
    Exit.PROBLEMS: "`check` found problems, or a model failed a `doctor` task or failed to answer "
    "`ask`",
    Exit.KEPT: "kept, but not all of it could be learned from: `clew learn --pending` tries again",
    Exit.INTERRUPTED: "interrupted (Ctrl-C)",
}

app = typer.Typer(
    name="clew",
    epilog="Exit codes: " + "; ".join(f"{code} {what}" for code, what in EXIT_CODES.items()) + ".",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
_REMEMBERED = frozenset(
    {"conversation", "entity", "episode", "fact", "fact or thesis", "item", "source"}
)
"""What a memory may not have."""
_PANELS = {
    "Learn": (remember.remember, remember.learn, manage.merge, manage.split),
    "Recall": (
        recall.recall,
        recall.ask,
        recall.show,
        recall.history,
        items.list_,
        items.context,
        items.changes,
    ),
    "Correct": (items.correct, items.retire, items.restore, items.note),
    "Trust": (trust.trust, trust.conflicts, trust.confirm, trust.reject),
    "Serve": (serving.view, serving.serve, serving.mcp, serving.token),
    "Act": (play.play, draw.retrace, draw.draw),
    "Look after": (
        forgetting.forget,
        manage.stats,
        manage.namespaces,
        maintain.check,
        maintain.backup,
        maintain.export,
        maintain.import_,
        maintain.reembed,
        doctor.doctor,
    ),
}
for _panel, _commands in _PANELS.items():
    for _command in _commands:
        app.command(_command.__name__.strip("_"), rich_help_panel=_panel)(_command)
app.add_typer(bench.app, rich_help_panel="Measure")


@app.callback(invoke_without_command=True)
def clew_(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """A temporal graph memory in one file: remember texts, recall, ask. Offline by default."""
    if version:
        say(f"clew {clew.__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        say(context.get_help())
        raise typer.Exit


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command line and return its exit code; bugs keep their traceback."""
    atexit.register(gc.freeze)  # a process that ends need not look for garbage
    spin_no_threads()
    open_streams()
    safe_streams()
    try:
        code = _built()(arguments, standalone_mode=False)
    except Misuse as error:
        return _report(_usage(error), 2)
    except typer.Abort:
        return _report("interrupted", Exit.INTERRUPTED)
    except UnknownNameError as error:
        return _report(str(error), Exit.NOTHING if error.kind in _REMEMBERED else 1)
    except ClewError as error:
        return _report(str(error), 1)
    except OSError as error:
        if error.errno in FULL:
            what = error.filename or "the output"
            return _report(f"no room to write {what}: {error.strerror}; what was kept is safe", 1)
        if error.filename is None:
            raise  # of no file that somebody named
        why = f"{error.strerror}; check the path and the permissions"
        return _report(f"cannot use {error.filename!r}: {why}", 1)
    if code == Exit.INTERRUPTED:
        return _report("interrupted; what was remembered is safe", Exit.INTERRUPTED)
    return int(code or 0)


@cache
def _built() -> Callable[..., int | None]:
    return typer.main.get_command(app)


def _usage(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    message = getattr(error, "format_message", error.__str__)()
    path = "clew" if context is None else context.command_path
    if "unexpected extra argument" in message:  # the first mistake of a newcomer
        message = f"{message.rstrip('.')}; put a text of several words in quotes"
    return f"{message.rstrip('.')} (see: {path} --help)"


def _report(message: str, code: int) -> int:
    complain(message)
    return code
