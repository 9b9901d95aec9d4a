"""`clew draw`: agents' goals, or the map of a game, as a picture; a memory as a page.

`clew retrace`: a run that was played, as a page to step through.
"""

from dataclasses import fields
from pathlib import Path

from clew.cli.options import Misuse, Place, argument, bundled, flag, option
from clew.cli.session import reading
from clew.errors import UsageError
from clew.new_files import write_new
from clew.plugins import late
from clew.settings import memory_path
from clew.text import counted, whole_number

__all__ = ["draw", "retrace"]


@bundled
def draw(
    place: Place,
    file: Path = argument("FILE", "A new .svg file; for goals also .html; for --page .html."),
    open_: list[str] | None = option(
        "[AGENT:]ID", "Show a node's content; default for one agent: newest goal and experience."
    ),
    map_: bool = flag("Draw the map of the game that was played into the memory.", "--map"),
    run: str | None = option(
        "ID", "With --map: what this run saw; default: all runs of the world played last."
    ),
    page: bool = flag("Write the memory as a page that needs no server, to look at and to send."),
    most: int = option("N", "With --page: most facts, the newest.", 20_000, min=1),
) -> int:
    """Draw agents' goals, and what they did to reach them; or a game's map (`--map`).

    With `--page`, any memory: its graph, cards, times and texts, in one file for a browser.

    Long-term goals are red, goals green, experiences blue. Without --namespace, all agents in the
    file are drawn side by side. In a page (.html), any node can be opened. A map shows places by
    their directions, ways, untried exits, doors, what is where, and where somebody died.
    """
    if page:
        if map_ or open_ or run is not None:
            raise Misuse("--map, --open and --run are not for --page")
        return _write_page(place, file, most)
    if map_:
        if open_:
            raise Misuse("--open is for goals, not for --map")
        return _draw_map(place, file, run)
    if run is not None:
        raise Misuse("--run is for --map")
    graphs = late("clew.agents.damcs.goal_graph")
    with reading(place, any_namespace=True) as memory:
        one = place.namespace != Place().namespace
        names = [place.namespace] if one else memory.store.names()
        drawn = [graphs.goal_graph(memory, name) for name in names]
    drawn = [graph for graph in drawn if graph.nodes]
    opened = [_node(text, [graph.name for graph in drawn]) for text in open_ or ()]
    if not opened and len(drawn) == 1:
        opened = graphs.newest(drawn[0])
    graphs.draw(drawn, file, opened)
    sizes = {graph.name: len(graph.nodes) for graph in drawn}
    value = {"file": file, "nodes": sizes, "opened": [f"{a}:{i}" for a, i in opened]}
    line = f"{file}: {counted(sum(sizes.values()), 'node')} of {counted(len(drawn), 'agent')}"
    return place.done(value, line)


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
    _check_html(file)
    if place.memory is None and run is not None:
        raise Misuse("--run names a run of a memory: name its file with --memory")
    pages = late("clew.server.run_page")
    if place.memory is None:
        made = pages.run_page(trajectory)
    else:
        with reading(place) as memory:
            made = pages.run_page(trajectory, memory, run)
    write_new(file, [made.html])
    value = {"file": file, "steps": made.steps, "places": made.places}
    places = f", {counted(made.places, 'place')}" if made.places else ""
    line = f"{file}: {counted(made.steps, 'step')}{places}; open it in a browser"
    return place.done(value, line)


def _draw_map(place: Place, file: Path, run: str | None) -> int:
    """Draw the map of a game; the file must be new."""
    if file.suffix != ".svg":
        raise UsageError(f"expected a file that ends in .svg for a map, got {str(file)!r}")
    with reading(place) as memory:
        known = late("clew.agents.maps.known_map").known_map(memory, run)
    if not known.spots:
        raise UsageError(
            f"expected a memory that holds ways between places; came one with none, of "
            f"{known.name!r}; play into it: clew play GAME --memory {memory_path(place.memory)}"
        )
    write_new(file, [late("clew.agents.maps.map_drawing").picture(known)])
    untried = sum(len(spot.untried) for spot in known.spots)
    value = {"file": file, **{each.name: getattr(known, each.name) for each in fields(known)}}
    line = (
        f"{file}: {counted(len(known.spots), 'place')}, {counted(len(known.passages), 'way')}, "
        f"{counted(untried, 'untried exit')} of {known.name}"
    )
    return place.done(value, line)


def _write_page(place: Place, file: Path, most: int) -> int:
    """Write a memory as a page; the file must be new."""
    _check_html(file)
    with reading(place) as memory:
        made = late("clew.server.page_export").exported(memory, most)
    write_new(file, [made.html])
    value = {"file": file, "facts": made.facts, "left_out": made.left_out}
    rest = f"; {counted(made.left_out, 'older fact')} left out (--most)" if made.left_out else ""
    return place.done(value, f"{file}: {counted(made.facts, 'fact')}{rest}; open it in a browser")


def _node(text: str, names: list[str]) -> tuple[str, int]:
    """Return the (agent, id) that was typed."""
    name, _, typed = text.rpartition(":")
    if (number := whole_number(typed)) is None or (not name and len(names) != 1):
        raise UsageError(f"expected AGENT:ID for --open, got {text!r}; agents: {', '.join(names)}")
    return name or names[0], number


def _check_html(file: Path) -> None:
    if file.suffix != ".html":
        raise UsageError(f"expected a file that ends in .html for a page, got {str(file)!r}")
