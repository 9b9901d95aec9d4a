"""The live view of Multi-Agent Crafter; a separate module because rich loads slowly."""

from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from typing import Any

from rich.columns import Columns
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.text import Text

from clew.agents.damcs.trajectory import Acted, Step, Watch
from clew.cli.play_view import console, live_steps
from clew.envs.crafter.sight import Sight
from clew.text import visible

__all__ = ["console", "line", "live", "looks", "map_of", "picture_of", "said"]

_LOOKS = {
    "grass": (".", "green"),
    "sand": (":", "yellow"),
    "path": ("_", "bright_black"),
    "tree": ("T", "bold green"),
    "stone": ("#", "white"),
    "coal": ("c", "bold white"),
    "iron": ("i", "bold bright_red"),
    "diamond": ("D", "bold bright_cyan"),
    "water": ("~", "blue"),
    "lava": ("!", "bold red"),
    "table": ("t", "bold yellow"),
    "furnace": ("f", "bold magenta"),
    "cow": ("C", "bold bright_white"),
    "plant": ("p", "bright_green"),
    "zombie": ("Z", "bold red"),
    "skeleton": ("S", "bold red"),
    "arrow": ("-", "red"),
}
"""Material or creature -> letter and style."""
_ARROWS = {(-1, 0): "<", (1, 0): ">", (0, -1): "^", (0, 1): "v"}
_WIDE = 30


def live(
    shown_on: Console, picture: Callable[[str], Any] | None = None
) -> AbstractContextManager[Watch]:
    """Show a team's run live, every agent's latest step in a panel.

    Args:
        shown_on: where to show it.
        picture: returns an agent's picture, [y, x, channel]; without it, maps are drawn.
    """

    def panels(step: Step) -> RenderableType:
        return Columns([_panel(agent, acted, picture) for agent, acted in step.agents.items()])

    return live_steps(shown_on, line, panels)


def line(step: Step) -> str:
    """Return a step in one line: number, team score, and each agent's action and goal."""
    doing = "; ".join(f"{agent} {said(acted)}" for agent, acted in step.agents.items())
    done = [f"{agent}: {', '.join(a.unlocked)}" for agent, a in step.agents.items() if a.unlocked]
    return f"{step.number:3}  [{step.score:g}]  {doing}" + (f"  * {'; '.join(done)}" * bool(done))


def said(acted: Acted) -> str:
    """Return an agent's action and its goal."""
    action = acted.turn.action
    return f"{acted.goal}: {action}" if acted.goal else action


def looks(name: str) -> tuple[str, str]:
    """Return the letter and style for a cell's content; for an agent, its number."""
    if name.startswith("agent_"):
        return name.removeprefix("agent_")[-1], "bold reverse"
    return _LOOKS.get(name, ("?" if name else " ", "default"))


def map_of(sight: Sight) -> Text:
    """Return an agent's view in letters, with an arrow for itself and its direction."""
    text = Text()
    column, row = sight.position[0] - sight.corner[0], sight.position[1] - sight.corner[1]
    for y, names in enumerate(sight.view):
        for x, name in enumerate(names):
            letter, style = looks(name)
            if (x, y) == (column, row):
                letter, style = _ARROWS[sight.facing], "bold reverse yellow"
            text.append(letter + " ", style)
        text.append("\n")
    return text


def picture_of(pixels: Any) -> Text:
    """Return a picture in half blocks, two rows of pixels per line."""
    text = Text()
    for top, bottom in zip(pixels[::2], pixels[1::2], strict=False):
        for above, below in zip(top, bottom, strict=True):
            text.append("▀", f"{_rgb(above)} on {_rgb(below)}")
        text.append("\n")
    return text


def _rgb(pixel: Any) -> str:
    red, green, blue = (int(each) for each in pixel)
    return f"rgb({red},{green},{blue})"


def _panel(agent: str, acted: Acted, picture: Callable[[str], Any] | None) -> RenderableType:
    sight = acted.sight
    view = map_of(sight) if picture is None else picture_of(picture(agent))
    answer, message = acted.turn.response, acted.turn.message
    rows = [
        said(acted),
        "" if answer is None else answer.action.reason,
        _counts(sight.vitals),
        _counts(sight.inventory) or "nothing",
        "" if message is None else " ".join(message.words.splitlines()[1:]),
    ]
    told = Text(visible("\n".join(row[: 2 * _WIDE] for row in rows)))
    return Panel(Group(view, told), title=agent, title_align="left", width=_WIDE + 4)


def _counts(things: Mapping[str, int]) -> str:
    return " ".join(f"{name} {count}" for name, count in things.items())
