"""`clew doctor`: check whether a model works, and how well it does our tasks."""

from dataclasses import astuple, replace
from typing import TYPE_CHECKING

from clew.cli.options import AS_JSON, Exit, Minds, bundled, flag
from clew.cli.output import print_json, say, spent
from clew.cli.session import settings_of
from clew.operations.encoding import as_fields
from clew.plugins import late

if TYPE_CHECKING:
    from clew.bench.scorecard import Line, Scorecard

__all__ = ["doctor"]


@bundled
def doctor(minds: Minds, json: bool = flag(AS_JSON)) -> int:
    """Check a model: whether it is reachable, how it takes a schema, how its replies parse.

    Runs ten small tasks and reports which replies parsed, were salvaged in part or failed,
    whether the answers make sense, and the cost. Nothing is remembered or cached.
    The exit code is 4 when a task failed.
    """
    # These take a while to load, so other commands do not import them.
    wiring, scorecard = late("clew.wiring"), late("clew.bench.scorecard")
    settings = replace(settings_of(minds), cache=False)
    card: Scorecard = scorecard.score(wiring.model_from(settings))
    if json:
        print_json({**as_fields(card), "parsed": card.count("parsed"), "sensible": card.sensible})
    else:
        _print(card)
    return Exit.PROBLEMS if card.count("failed") else 0


def _print(card: "Scorecard") -> None:
    say(card.model, bold=True)
    shown = ""
    if card.unreachable:
        say(f"  {card.lines[0].why}")  # once: ten tasks that reached nothing tell no more
    for line in () if card.unreachable else card.lines:
        say(f"  {line.case:<28}{line.outcome:<10}{'sensible' if line.sensible else 'not sensible'}")
        if detail := _detail(line, shown):
            say(f"      {detail}", dim=True)
        shown = line.why
    counts = [f"{card.count(name)} {name}" for name in ("parsed", "salvaged", "failed")]
    say(f"{len(card.lines)} tasks: {', '.join(counts)}; {card.sensible} sensible")
    say(spent(*astuple(card.usage)))


def _detail(line: "Line", shown: str) -> str:
    """Return how a case was asked, the time it took, and the error unless already shown."""
    seconds = f"{line.usage.seconds:.1f} s" if line.usage.calls else ""
    why = "" if line.why == shown else line.why
    return ", ".join(filter(None, (line.how, seconds, why)))
