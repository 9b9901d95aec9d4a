"""A run that an agent or a person played, as one page: step through what it saw, meant and did."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from clew.agents.maps.known_map import known_map
from clew.agents.maps.map_drawing import picture
from clew.agents.rollout import read_trajectory
from clew.errors import UsageError
from clew.memory import Memory
from clew.server.sent_page import sent_page

__all__ = ["RunPage", "run_map", "run_page", "run_steps"]

_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@dataclass(frozen=True, slots=True, kw_only=True)
class RunPage:
    """A page as text, and how much it shows."""

    html: str
    steps: int
    places: int
    """On its map; 0 if it has none."""


def run_page(trajectory: Path, memory: Memory | None = None, run: str | None = None) -> RunPage:
    """Return a page that replays a trajectory of `clew play`; it needs no server.

    Args:
        trajectory: its file; a partial last line is left out.
        memory: what the game was played into; its map is drawn beside the steps.
        run: the id of one run in the memory, whose map is drawn; by default all runs of the world
            that was played last.

    Raises:
        UsageError: the file cannot be read, or holds no step or something else; the memory is of
            no game.
        UnknownNameError: the memory holds no such run.
    """
    steps = run_steps(trajectory)
    if not steps:
        raise UsageError(
            f"{trajectory}: expected what `clew play --trajectory` wrote; came no complete step"
        )
    known = None if memory is None else known_map(memory, run)
    drawn = picture(known) if known is not None and known.spots else ""
    html = sent_page(
        "run.html",
        styles=["style.css", "run.css"],
        modules=["dom", "live", "run"],
        kept={"kept-run": {"name": trajectory.stem, "steps": steps}},
        drawn=_STYLE.findall(drawn),
    )
    places = 0 if known is None else len(known.spots)
    return RunPage(html=html.replace("<!-- map -->", drawn), steps=len(steps), places=places)


def run_steps(trajectory: Path) -> Sequence[Mapping[str, Any]]:
    """Return the complete steps of a trajectory.

    Raises:
        UsageError: the file cannot be read, or holds something else.
    """
    try:
        return list(read_trajectory(trajectory))
    except OSError as error:
        raise UsageError(f"cannot read {str(trajectory)!r}: {error.strerror}") from error


def run_map(memory: Memory, here: str | None) -> Mapping[str, str]:
    """Return the map of the game played last as `svg`, and as `here` the place that it marks.

    The player is where `here` says, by default at its last place. Without a map, and for a place
    that is not on it, the text is empty.
    """
    known = known_map(memory)
    if here is not None:
        spots = tuple(replace(one, here=one.name.lower() == here.lower()) for one in known.spots)
        known = replace(known, spots=spots)
    marked = next((one.name for one in known.spots if one.here), "")
    return {"svg": picture(known) if known.spots else "", "here": marked}
