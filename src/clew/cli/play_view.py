"""The live view of `clew play`; a separate module because rich loads slowly."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from typing import TypeAlias, TypeVar

from rich.console import Console, Group, RenderableType
from rich.live import Live
from rich.panel import Panel
from rich.text import Text

from clew.agents.memory import Statement
from clew.agents.rollout import Step, Watch
from clew.text import visible

__all__ = ["Grown", "asides", "console", "line", "live", "live_steps"]

S = TypeVar("S")
Grown: TypeAlias = Callable[[], Mapping[str, str]]
"""Returns what the memory holds after a step: title -> text."""

_PLAN, _FACTS, _ROWS = 4, 6, 14
"""How many sub-goals, facts and observation lines are shown."""


def console(*, stderr: bool) -> Console:
    """Return the console for the view."""
    return Console(stderr=stderr, highlight=False)


@contextmanager
def live_steps(
    shown_on: Console, line_of: Callable[[S], str], panels_of: Callable[[S], RenderableType]
) -> Iterator[Callable[[S], None]]:
    """Show a run live: a line for each step, and below it the last step in full.

    If the console is not a terminal, only the lines are shown.
    """
    if not shown_on.is_terminal:
        yield lambda step: shown_on.print(Text(visible(line_of(step))), soft_wrap=True)
        return
    with Live(console=shown_on, auto_refresh=False) as shown:

        def watch(step: S) -> None:
            shown.console.print(Text(visible(line_of(step))), soft_wrap=True)
            shown.update(panels_of(step), refresh=True)

        yield watch


def live(
    shown_on: Console, newest: Callable[[], Sequence[Statement]], grown: Grown | None = None
) -> AbstractContextManager[Watch]:
    """Show a run in a text world live; `newest` returns the facts that the last step added.

    What `grown` returns has panels of its own; where there is no terminal, it follows the line.
    """
    if grown is None:
        return live_steps(shown_on, line, lambda step: _panels(step, newest(), {}))
    if shown_on.is_terminal:
        return live_steps(shown_on, line, lambda step: _panels(step, newest(), grown()))
    return live_steps(shown_on, lambda step: f"{line(step)}\n{_aside(grown())}", lambda _: "")


def asides(shown_on: Console, grown: Grown) -> Watch:
    """Return a view that prints what the memory holds after every step, and nothing else."""
    return lambda _: shown_on.print(Text(visible(_aside(grown()))), soft_wrap=True)


def _aside(grown: Mapping[str, str]) -> str:
    """Return titled texts, indented."""
    rows = [
        f"     {name + ':':11}{text}".replace("\n", "\n" + 16 * " ") for name, text in grown.items()
    ]
    return "\n".join(rows)


def line(step: Step) -> str:
    """Return a step in one line: number, place, action, score, reason."""
    why = step.decision.reason or step.decision.fallback
    told = f"{step.number:3}  {step.location or '?'}: {step.decision.action}  [{step.score:g}]"
    return f"{told}  {why}" if why else told


def _panels(step: Step, facts: Sequence[Statement], grown: Mapping[str, str]) -> RenderableType:
    seen = step.moves[-1][1] if step.moves else step.observation
    plan = "\n".join(f"{goal} ({why})" for goal, why in step.decision.plan[:_PLAN])
    new = "\n".join(" ".join(fact) for fact in facts[-_FACTS:])
    rows = seen.splitlines()
    text = "\n".join(rows[:_ROWS] + (["…"] if len(rows) > _ROWS else []))
    shown = {"observation": text, "plan": plan or "none", "newest facts": new or "nothing new"}
    shown |= {
        name.replace("_", " "): thought
        for name, thought in step.decision.thoughts.items()
        if isinstance(thought, str) and thought
    }
    shown |= grown
    panels = (
        Panel(Text(visible(one)), title=name, title_align="left") for name, one in shown.items()
    )
    return Group(*panels, Text(f"step {step.number}   score {step.score:g}"))
