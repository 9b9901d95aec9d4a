"""`clew retrace`: a run that was played, as a page to step through."""

from pathlib import Path

from clew.cli.options import Misuse, Place, argument, bundled, option
from clew.cli.output import counted
from clew.cli.session import reading
from clew.errors import UsageError
from clew.plugins import late

__all__ = ["retrace"]


@bundled
def retrace(
    place: Place,
    trajectory: Path = argument("LOG", "What `clew play --trajectory LOG` wrote."),
    file: Path = argument("FILE", "A new .html file."),
    run: str | None = option("ID", "With --memory: the map as this run saw it; default: all runs."),
) -> int:
    """Write a run as a page: what was seen, meant, recalled and done at each step.

    Runs of agents and of people in text worlds (`clew play`; `--human`). With --memory, the map of
    the game that was played into it stands beside the steps. The page needs no server and no
    network. A film shows a run in Crafter: `clew play clew/Crafter-v0 --video`.
    """
    if file.suffix != ".html":
        raise UsageError(f"expected a file that ends in .html for a page, got {str(file)!r}")
    if place.memory is None and run is not None:
        raise Misuse("--run names a run of a memory: name its file with --memory")
    pages = late("clew.server.run_page")
    if place.memory is None:
        made = pages.run_page(trajectory)
    else:
        with reading(place) as memory:
            made = pages.run_page(trajectory, memory, run)
    late("clew.agents.svg").write_new(file, made.html)
    value = {"file": file, "steps": made.steps, "places": made.places}
    places = f", {counted(made.places, 'place')}" if made.places else ""
    line = f"{file}: {counted(made.steps, 'step')}{places}; open it in a browser"
    return place.done(value, line)
