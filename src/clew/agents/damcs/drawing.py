"""Goal graphs as SVG, without libraries, scripts or external resources."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import wrap

from clew.agents.svg import safe
from clew.errors import UnknownNameError
from clew.graph.types import Kind

__all__ = ["COLOURS", "GoalGraph", "Node", "page", "picture"]

COLOURS: Mapping[Kind, str] = {
    Kind.EPISODE: "#4178be",
    Kind.GOAL: "#3f9b54",
    Kind.LONG_TERM_GOAL: "#cc4437",
}
"""Blue, green and red, as in DAMCS, appendix C."""
_NAMES = {Kind.EPISODE: "experience", Kind.GOAL: "goal", Kind.LONG_TERM_GOAL: "long-term goal"}
_TALL = 10
"""Experiences in a column."""
_GAP, _COLUMN = 22, 66
"""Pixels between experiences; least width of a goal."""
_WIDE = 1500
"""Pixels after which the next goal starts a new band."""
_HEAD = 158
"""Pixels of a band above its experiences."""
_SHARE, _ACROSS = 620, 3
"""Pixels per graph, if several are side by side, and how many are."""
_CARD, _LETTER, _LINE = 96, 7.3, 16
"""Characters of a line of a card, the width of one and the height of a line in pixels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """An experience, a goal or a long-term goal."""

    id: int
    kind: Kind
    title: str
    """`collect wood`; for an experience, its step."""
    about: Mapping[str, str] = field(default_factory=dict)
    """What is shown when it is opened: name -> value, in order."""
    part_of: int = 0
    """The goal above it; 0 for a long-term goal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoalGraph:
    """One agent's nodes by id, that is, in chronological order."""

    name: str
    """The namespace, which is the agent's name."""
    nodes: tuple[Node, ...]
    sequences: tuple[tuple[int, int], ...] = ()
    """Which node follows which."""

    def of(self, kind: Kind) -> tuple[Node, ...]:
        """Return the nodes of a kind, by id."""
        return tuple(node for node in self.nodes if node.kind is kind)


@dataclass(slots=True)
class _Layout:
    """Position of each node, and total size."""

    places: dict[int, tuple[float, float]] = field(default_factory=dict)
    width: float = 0
    height: float = 0


def _laid_out(graph: GoalGraph) -> _Layout:
    """Place goals side by side in chronological order, experiences below, in bands."""
    layout = _Layout()
    steps: dict[int, list[Node]] = {}
    for node in graph.of(Kind.EPISODE):
        steps.setdefault(node.part_of, []).append(node)
    starts: dict[int, float] = {}
    left, top, deep = 0.0, 0.0, 0.0
    for goal in graph.of(Kind.GOAL):
        own = steps.get(goal.id, [])
        columns = -(-len(own) // _TALL)
        width = max(_COLUMN, columns * _GAP + 20)
        if left and left + width > _WIDE:
            left, top, deep = 0.0, top + _HEAD + deep, 0.0
        middle = left + width / 2
        layout.places[goal.id] = (middle, top + 112)
        first = layout.places.get(goal.part_of, (middle, top + 50))
        if first[1] == top + 50:  # centred over its goals in its first band
            starts.setdefault(goal.part_of, middle)
            layout.places[goal.part_of] = ((starts[goal.part_of] + middle) / 2, top + 50)
        for place, step in enumerate(own):  # down one column, up the next
            column, row = divmod(place, _TALL)
            x = middle + (column - (columns - 1) / 2) * _GAP
            y = top + _HEAD + (row if column % 2 == 0 else _TALL - 1 - row) * _GAP
            layout.places[step.id] = (x, y)
        left += width
        deep = max(deep, min(len(own), _TALL) * _GAP + 14)
        layout.width = max(layout.width, left)
        layout.height = top + _HEAD + deep
    return layout


def _drawn(graph: GoalGraph, layout: _Layout, linked: bool) -> Iterator[str]:
    """Yield the elements of a graph: edges first, so that nodes cover them."""
    for node in graph.nodes:
        if node.id in layout.places and node.part_of in layout.places:
            yield _line(layout.places[node.part_of], layout.places[node.id], "part")
    for one, other in graph.sequences:
        if one in layout.places and other in layout.places:
            yield _line(layout.places[one], layout.places[other], "next")
    for node in graph.nodes:
        if node.id in layout.places:
            shape = _circle(node, *layout.places[node.id])
            yield f'<a href="#{_anchor(graph, node)}">{shape}</a>' if linked else shape


def _line(start: tuple[float, float], end: tuple[float, float], kind: str) -> str:
    (x, y), (u, v) = start, end
    return f'<line class="{kind}" x1="{x:g}" y1="{y:g}" x2="{u:g}" y2="{v:g}"/>'


def _circle(node: Node, x: float, y: float) -> str:
    size = {Kind.EPISODE: 9, Kind.GOAL: 13, Kind.LONG_TERM_GOAL: 17}[node.kind]
    hint = safe(f"{_NAMES[node.kind]} {node.title}")
    drawn = f'<circle cx="{x:g}" cy="{y:g}" r="{size}" fill="{COLOURS[node.kind]}"/>'
    if node.kind is Kind.EPISODE:
        label = f'<text class="step" x="{x:g}" y="{y + 3:g}">{safe(node.title)}</text>'
    else:
        words = node.title.split()[:3]
        first = y - size - 3 - 10 * (len(words) - 1)
        label = "".join(
            f'<text x="{x:g}" y="{first + 10 * row:g}">{safe(word)}</text>'
            for row, word in enumerate(words)
        )
    return f"<g><title>{hint}</title>{drawn}{label}</g>"


def _anchor(graph: GoalGraph, node: Node) -> str:
    return re.sub(r"\W", "-", f"{graph.name}-{node.id}")


def _rows(node: Node) -> list[str]:
    """Return the lines of a node's card."""
    rows = [f"{_NAMES[node.kind]}: {node.title}"]
    for name, value in node.about.items():
        rows += wrap(f"{name}: {value}", _CARD, subsequent_indent="    ") if value else []
    return rows


def _card(graph: GoalGraph, node: Node, top: float) -> tuple[str, float]:
    """Return an opened node as a box of text below the graph, and its height."""
    rows = _rows(node)
    height = _LINE * len(rows) + 20
    lines = "".join(
        f'<text class="card" x="14" y="{top + 22 + _LINE * row:g}" xml:space="preserve">'
        f"{safe(text)}</text>"
        for row, text in enumerate([f"{graph.name}, {rows[0]}", *rows[1:]])
    )
    box = (
        f'<rect x="4" y="{top + 4:g}" width="{_CARD * _LETTER + 24:g}" height="{height - 4:g}" '
        f'rx="6" fill="#fff" stroke="{COLOURS[node.kind]}" stroke-width="2"/>'
    )
    return box + lines, height


_STYLE = (
    "<style>text{font:9px sans-serif;text-anchor:middle;fill:#222}"
    "text.step{font-size:7px;fill:#fff}text.card{font:12px monospace;text-anchor:start}"
    "text.name{font:bold 14px sans-serif;text-anchor:start}"
    "line.part{stroke:#ddd;stroke-width:1}line.next{stroke:#666;stroke-width:1.4}</style>"
)


def picture(
    graphs: Sequence[GoalGraph], opened: Sequence[tuple[str, int]] = (), *, linked: bool = False
) -> str:
    """Return one SVG: a graph alone in full, several side by side, then the opened nodes.

    The content of the `opened` (graph, node) pairs is shown below, in this order. `linked` makes
    each node link to its description, as in `page`.
    """
    laid = [_laid_out(graph) for graph in graphs]
    across = max(1, min(_ACROSS, len(graphs)))
    wide = float(_SHARE)
    if across == 1:
        wide = max([300.0, *(layout.width for layout in laid)]) + 20
    parts, top = [], 0.0
    pairs = list(zip(graphs, laid, strict=True))
    for start in range(0, len(pairs), across):
        tallest = 0.0
        for place, (graph, layout) in enumerate(pairs[start : start + across]):
            scale = min(1.0, wide / (max(layout.width, 300) + 20))
            parts.append(_panel(graph, layout, place * wide + 10, top, scale, linked))
            tallest = max(tallest, layout.height * scale)
        top += tallest + 40
    for graph, node in _chosen(graphs, opened):
        card, height = _card(graph, node, top)
        parts.append(card)
        top += height + 8
    width = max(across * wide, _CARD * _LETTER + 32 if opened else 0) + 20
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:g} {top + 10:g}" '
        f'width="{width:g}" height="{top + 10:g}">{_STYLE}'
        f'<rect width="100%" height="100%" fill="#fff"/>{"".join(parts)}</svg>\n'
    )


def _panel(
    graph: GoalGraph, layout: _Layout, left: float, top: float, scale: float, linked: bool
) -> str:
    """Return a graph with its name above it."""
    return (
        f'<text class="name" x="{left:g}" y="{top + 18:g}">{safe(graph.name)}</text>'
        f'<g transform="translate({left:g} {top + 26:g}) scale({scale:.4g})">'
        f"{''.join(_drawn(graph, layout, linked))}</g>"
    )


def _chosen(
    graphs: Sequence[GoalGraph], opened: Sequence[tuple[str, int]]
) -> Iterator[tuple[GoalGraph, Node]]:
    """Yield the opened nodes.

    Raises:
        UnknownNameError: there is no such node.
    """
    nodes = {(graph.name, node.id): (graph, node) for graph in graphs for node in graph.nodes}
    for name, number in opened:
        if (name, number) not in nodes:
            known = [f"{graph}:{node}" for graph, node in nodes]
            raise UnknownNameError("node", f"{name}:{number}", known)
        yield nodes[name, number]


def page(graphs: Sequence[GoalGraph], opened: Sequence[tuple[str, int]] = ()) -> str:
    """Return an HTML page with the picture; clicking a node shows its content, without script."""
    chosen = {(graph.name, node.id) for graph, node in _chosen(graphs, opened)}
    title = "Memory of " + ", ".join(graph.name for graph in graphs)
    parts = [
        "<!doctype html>",
        f'<html lang="en"><head><meta charset="utf-8"><title>{safe(title)}</title>',
        "<style>body{font-family:sans-serif}pre{white-space:pre-wrap;margin:0 0 1em 2em}"
        "div{overflow:auto}:target{outline:2px solid #e0a000}</style></head><body>",
        f"<div>{picture(graphs, linked=True)}</div>",
    ]
    for graph in graphs:
        parts.append(f"<h2>{safe(graph.name)}</h2>")
        for node in graph.nodes:
            first, *rows = _rows(node)
            state = " open" if (graph.name, node.id) in chosen else ""
            body = safe("\n".join(rows))
            parts.append(
                f'<details id="{_anchor(graph, node)}"{state}><summary style="color:'
                f'{COLOURS[node.kind]}">{safe(first)}</summary><pre>{body}</pre></details>'
            )
    return "\n".join([*parts, "</body></html>", ""])
