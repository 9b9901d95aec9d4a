"""`clew draw`: agents' goals as a picture."""

from pathlib import Path

from clew.cli.options import Place, argument, bundled, option
from clew.cli.output import counted
from clew.cli.session import reading
from clew.errors import UsageError
from clew.plugins import late

__all__ = ["draw"]


@bundled
def draw(
    place: Place,
    file: Path = argument("FILE", "A new .svg or .html file."),
    open_: list[str] | None = option(
        "[AGENT:]ID", "Show a node's content; default for one agent: newest goal and experience."
    ),
) -> int:
    """Draw agents' goals, and what they did to reach them, from a memory they wrote.

    Long-term goals are red, goals green, experiences blue. Without --namespace, all agents in the
    file are drawn side by side. In a page (.html), any node can be opened.
    """
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


def _node(text: str, names: list[str]) -> tuple[str, int]:
    """Return the (agent, id) that was typed."""
    name, _, number = text.rpartition(":")
    if not number.isdecimal() or (not name and len(names) != 1):
        raise UsageError(f"expected AGENT:ID for --open, got {text!r}; agents: {', '.join(names)}")
    return name or names[0], int(number)
