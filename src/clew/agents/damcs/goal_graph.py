"""The hierarchical graph of an agent's goals, read from its memory and drawn (figures 7 to 9)."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from clew.agents.damcs.drawing import GoalGraph, Node, page, picture
from clew.agents.damcs.experience import efforts
from clew.envs.crafter.telling import counts
from clew.errors import UsageError
from clew.graph.types import AsOf, Episode, Goal, Kind
from clew.graph.view import View
from clew.memory import Memory
from clew.new_files import write_new

__all__ = ["FORMS", "draw", "goal_graph", "newest"]

FORMS = (".svg", ".html")
"""File name suffixes of drawings."""
_KINDS = (Kind.LONG_TERM_GOAL, Kind.GOAL, Kind.EPISODE)


def goal_graph(memory: Memory, namespace: str | None = None) -> GoalGraph:
    """Return all goals of a memory, including past ones, and the experiences for each.

    Episodes that serve no goal are left out. `namespace` may name another one in the file.
    """
    name = namespace or memory.namespace
    with memory.store.view(name, AsOf(), now=0, any_time=True) as view:
        ids = sorted(i for kind in _KINDS for i in view.ids(kind))
        links = view.links(ids, (Kind.PART_OF, Kind.SEQUENCE))
        above: dict[int, int] = {}
        follows: list[tuple[int, int]] = []
        for one, each in zip(ids, links, strict=True):
            for link in each:
                if link.outgoing and link.kind is Kind.PART_OF:
                    above[one] = link.other
                elif link.outgoing:
                    follows.append((one, link.other))
        nodes = _nodes(view, ids, above)
    return GoalGraph(name=name, nodes=nodes, sequences=tuple(follows))


def _nodes(view: View, ids: Sequence[int], above: Mapping[int, int]) -> tuple[Node, ...]:
    items = view.items(ids)
    lived: dict[int, list[Mapping[str, Any]]] = {}
    for item in items:
        if isinstance(item, Episode) and item.id in above and "pre" in item.attributes:
            lived.setdefault(above[item.id], []).append(item.attributes)
    nodes = []
    for item in items:
        if isinstance(item, Goal):
            kind, title, about = item.kind, item.text, _of_goal(item, lived.get(item.id, ()))
        elif isinstance(item, Episode) and item.id in above:
            kind, title = Kind.EPISODE, str(item.attributes.get("step", item.id))
            about = _of_experience(item)
        else:
            continue
        part_of = above.get(item.id, 0)
        nodes.append(Node(id=item.id, kind=kind, title=title, about=about, part_of=part_of))
    return tuple(nodes)


def _of_goal(goal: Goal, lived: Sequence[Mapping[str, Any]]) -> dict[str, str]:
    """Return what a goal shows when opened: its current summary."""
    own: Mapping[str, Any] = goal.attributes
    about = {
        "since": f"step {own['since']}, {goal.valid_from}" if "since" in own else "",
        "until": str(goal.valid_to or ""),
        "for": str(own.get("long_term", "")),
        "why": str(own.get("why", "")),
        "efforts": "; ".join(effort.words for effort in efforts(lived)),
    }
    if lived:
        said: Mapping[str, Any] = lived[-1]["post"]
        about["progress"] = said["goal"].get("progress", "")
        done = sorted(lived[-1]["achieved"].items(), key=lambda one: (one[1], one[0]))
        about["achieved by then"] = ", ".join(f"{name} (step {step})" for name, step in done)
        about["summary"] = said.get("summary", "")
    return about


def _of_experience(episode: Episode) -> dict[str, str]:
    """Return what an experience shows when opened: situation, answer, result."""
    own: Mapping[str, Any] = episode.attributes
    if "pre" not in own:
        return {"at": str(episode.at), "text": episode.text}
    seen, told, recalled = (own["pre"][part] for part in ("perceived", "fed_back", "recalled"))
    said = own["post"]
    return {
        "at": f"step {own['step']}, {episode.at}",
        "perceived": f"at {seen['position']} facing {seen['facing'] or 'nothing'}, near "
        f"{', '.join(seen['near']) or 'nothing'}",
        "inventory": counts(seen["inventory"]) or "nothing",
        "vitals": counts(seen["vitals"]),
        "messages": " / ".join(seen["messages"]),
        "ready": ", ".join(told["ready"]),
        "missing": "; ".join(f"{goal}: {lack}" for goal, lack in told["missing"].items()),
        "recalled": ", ".join(f"{name} {_short(value)}" for name, value in recalled.items()),
        "goal": f"{own['goal']}, for {own['long_term']}",
        "reason": said["action"].get("reason", "") or said["goal"].get("reason", ""),
        "action": f"{own['action']} ({', '.join(own['actions'])})",
        "helps": str(said.get("collaboration", {}).get("helps", "")),
        "result": own["result"],
        "summary": said.get("summary", ""),
    }


def _short(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def newest(graph: GoalGraph) -> list[tuple[str, int]]:
    """Return the newest goal and its last experience, which are opened by default."""
    kinds = (graph.of(Kind.GOAL), graph.of(Kind.EPISODE))
    return [(graph.name, nodes[-1].id) for nodes in kinds if nodes]


def draw(graphs: Sequence[GoalGraph], path: Path, opened: Sequence[tuple[str, int]] = ()) -> None:
    """Draw graphs to a file: SVG or an HTML page, by the file's suffix.

    Raises:
        UsageError: another suffix, nothing to draw, or a file that exists or cannot be written.
        UnknownNameError: an opened node is in none of the graphs.
    """
    if path.suffix not in FORMS:
        raise UsageError(f"expected a file that ends in {' or '.join(FORMS)}, got {str(path)!r}")
    if not any(graph.nodes for graph in graphs):
        raise UsageError("there are no goals in this memory; agents of `clew play` write them")
    drawn = picture(graphs, opened) if path.suffix == ".svg" else page(graphs, opened)
    write_new(path, [drawn])
