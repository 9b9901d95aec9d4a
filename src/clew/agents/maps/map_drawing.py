"""A known map as SVG, without libraries, scripts or external resources."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from textwrap import wrap

from clew.agents.maps.known_map import Door, KnownMap, Passage, Spot
from clew.agents.maps.map_layout import COMPASS, Layout, laid_out
from clew.agents.maps.map_lines import Box, Curve, Point, arrow, curve, port
from clew.agents.svg import safe
from clew.agents.worldmap import OPPOSITE

__all__ = ["picture"]

_NAME, _THING = 22, 27
"""Characters in a line of a place's name, and of what is there."""
_ROWS = 5
"""Most lines of things; the last one says how many more there are."""
_LINE, _HEAD = 14, 10
"""Pixels of a line of text, and of a box above and below its lines."""
_GAP = 54
"""Pixels between columns and rows of places."""
_NARROW = 96
"""Least width of a box in pixels."""
_STUB = 20
"""Length of an exit that is not known to lead anywhere."""
_EDGE = 34
"""Pixels around the map: room for its stubs."""
_ASIDE = {"up": (0, -1), "down": (0, 1), "in": (1, 0), "out": (-1, 0)}
"""Which way a stub without a compass direction points."""
_STYLE = (
    "<style>text{font:11px sans-serif;text-anchor:middle;fill:#222}"
    "text.name{font:bold 12px sans-serif}text.mark{font:10px sans-serif;fill:#555}"
    "text.door{font:10px sans-serif;fill:#b3261e}text.more{fill:#777;font-style:italic}"
    "text.title{font:bold 15px sans-serif;text-anchor:start}"
    "text.about{font:11px sans-serif;text-anchor:start;fill:#555}"
    "text.mark,text.door{paint-order:stroke;stroke:#fff;stroke-width:3px}"
    "path{fill:none;stroke:#555;stroke-width:1.6}path.beside{stroke-dasharray:2 3}"
    "path.bent{stroke:#9440a8;stroke-dasharray:6 3}path.door{stroke:#b3261e}"
    "path.stub{stroke:#2a7a3b}circle.stub{fill:#fff;stroke:#2a7a3b;stroke-width:1.6}"
    "polygon{fill:#555}polygon.bent{fill:#9440a8}polygon.door{fill:#b3261e}"
    "rect.place{fill:#f7f7f4;stroke:#777;stroke-width:1.4}rect.here{fill:#fff3c4;stroke:#c98a00;"
    "stroke-width:3}rect.killed{stroke:#b3261e;stroke-width:2.4}rect.maze{stroke:#9440a8;"
    "stroke-dasharray:6 3}path.killed{stroke:#b3261e;stroke-width:2.4}</style>"
)


@dataclass(frozen=True, slots=True)
class _Label:
    """A place's box before it is drawn: its lines, each with a class."""

    lines: tuple[tuple[str, str], ...]
    width: float
    height: float


def picture(known: KnownMap) -> str:
    """Return a map as one SVG: places, ways, what is there, and a legend of the marks used.

    The same map gives the same text in any process.
    """
    ways = [(one.place, one.direction, one.other) for one in known.passages]
    layout = laid_out([spot.name for spot in known.spots], ways)
    labels = {spot.name: _label(spot) for spot in known.spots}
    boxes = _boxes(layout, labels)
    drawn = _curves(known.passages, layout, boxes)
    lines, words = _lines(drawn, layout)
    for spot in known.spots:
        more, said = _stubs(spot, boxes[spot.name])
        lines += more
        words += said
    places = [_place(spot, labels[spot.name], boxes[spot.name], layout) for spot in known.spots]
    left, above, right, below = _extent(boxes.values(), [curve for _, curve in drawn])
    about, legend = _about(known), _legend(known, layout)
    top = 44 + 15 * len(about)
    wide = max(right - left, 620.0)
    tall = top + below - above
    rows = [_text(row, 14, 44 + 15 * n, "about") for n, row in enumerate(about)]
    rows += [_text(row, 14, tall + 14 + 18 * n, "about") for n, row in enumerate(legend)]
    tall += 18 * len(legend) + 14
    moved = f"{_n((wide - right + left) / 2 - left)} {_n(top - above)}"
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_n(wide)} {_n(tall)}" '
        f'width="{_n(wide)}" height="{_n(tall)}">{_STYLE}',
        f'<rect width="100%" height="100%" fill="#fff"/>{_text(known.name, 14, 24, "title")}',
        *rows,
        f'<g transform="translate({moved})">',
        *(*lines, *places, *words),
        "</g>",
        "</svg>",
    ]
    return "\n".join(parts) + "\n"


def _extent(boxes: Iterable[Box], curves: Iterable[Curve]) -> tuple[float, float, float, float]:
    """Return the edges of the map: left, top, right, bottom."""
    points = [Point(box.x + x * box.width, box.y + y * box.height)
              for box in boxes for x in (0, 1) for y in (0, 1)]  # fmt: skip
    points += [curve.at(n / 8) for curve in curves for n in range(9)]
    across, down = [point.x for point in points], [point.y for point in points]
    return min(across) - _EDGE, min(down) - _EDGE, max(across) + _EDGE, max(down) + _EDGE


def _about(known: KnownMap) -> list[str]:
    """Return the lines below the title: how much is known, and what the player has."""
    untried = sum(len(spot.untried) for spot in known.spots)
    counts = ((len(known.spots), "place"), (len(known.passages), "way"), (untried, "untried exit"))
    told = ", ".join(f"{n} {word}{'' if n == 1 else 's'}" for n, word in counts)
    return [told, *wrap(f"carried: {', '.join(known.carried) or 'nothing known'}", 100)]


def _legend(known: KnownMap, layout: Layout) -> list[str]:
    """Return a line for each mark that the map uses."""
    passages, spots = known.passages, known.spots
    marks = {
        "yellow box: the player's last place": any(spot.here for spot in spots),
        "red box with a cross: somebody died there": any(spot.killed for spot in spots),
        "green stub: an exit not known to lead anywhere": any(spot.untried for spot in spots),
        "arrow: known to lead one way only": any(not one.back for one in passages),
        "red: a door that was shut when it was last seen": any(
            door and door.shut
            for doors in ([one.door for one in passages], *(s.untried.values() for s in spots))
            for door in doors
        ),
        "dotted: up, down, in, out or no direction": any(
            one.direction not in COMPASS for one in passages
        ),
        "violet, dashed: directions that contradict others; the map cannot keep them": bool(
            layout.bent or layout.mazes
        ),
    }
    return [mark for mark, used in marks.items() if used]


def _label(spot: Spot) -> _Label:
    names = wrap(spot.name, _NAME) or ["?"]
    shown = spot.things if len(spot.things) <= _ROWS else spot.things[: _ROWS - 1]
    lines = [(name, "name") for name in names] + [(_cut(thing), "") for thing in shown]
    if more := len(spot.things) - len(shown):
        lines.append((f"and {more} more", "more"))
    sizes = [len(text) * (7.2 if kind == "name" else 6.1) for text, kind in lines]
    return _Label(tuple(lines), max(_NARROW, *sizes) + 16, _LINE * len(lines) + 2 * _HEAD)


def _cut(text: str) -> str:
    return text if len(text) <= _THING else text[: _THING - 1].rstrip() + "…"


def _boxes(layout: Layout, labels: Mapping[str, _Label]) -> dict[str, Box]:
    """Return the box of each place, centred in its cell."""
    columns = _starts({place: cell[0] for place, cell in layout.cells.items()},
                      {place: label.width for place, label in labels.items()})  # fmt: skip
    rows = _starts({place: cell[1] for place, cell in layout.cells.items()},
                   {place: label.height for place, label in labels.items()})  # fmt: skip
    boxes = {}
    for place, (column, row) in layout.cells.items():
        label = labels[place]
        x = (columns[column] + columns[column + 1] - _GAP) / 2
        y = (rows[row] + rows[row + 1] - _GAP) / 2
        boxes[place] = Box(x - label.width / 2, y - label.height / 2, label.width, label.height)
    return boxes


def _starts(lines: Mapping[str, int], sizes: Mapping[str, float]) -> list[float]:
    """Return where each column or row starts, and where the one after the last would."""
    widest = [0.0] * (max(lines.values()) + 1)
    for place, line in lines.items():
        widest[line] = max(widest[line], sizes[place])
    return list(accumulate((size + _GAP for size in widest), initial=0.0))


def _curves(
    passages: Sequence[Passage], layout: Layout, boxes: Mapping[str, Box]
) -> list[tuple[Passage, Curve]]:
    """Return the line of every way; those between the same two places lie side by side."""
    found = {}
    used: Counter[tuple[str, str]] = Counter()
    for one in sorted(passages, key=lambda one: not _kept(one, layout)):
        ends = (min(one.place, one.other), max(one.place, one.other))
        box, other = boxes[one.place], boxes[one.other]
        kept = _kept(one, layout)
        leaving = one.direction if kept else ""
        start, end = port(box, leaving, other), port(other, OPPOSITE.get(leaving, ""), box)
        avoided = [each for place, each in boxes.items() if place not in ends]
        found[one] = curve(start, end, avoided, nth=0 if kept else used[ends])
        used[ends] += 1
    return [(one, found[one]) for one in passages]


def _kept(one: Passage, layout: Layout) -> bool:
    """Return whether a way is drawn in its direction."""
    return one.direction in COMPASS and (one.place, one.direction, one.other) not in layout.bent


def _lines(drawn: Sequence[tuple[Passage, Curve]], layout: Layout) -> tuple[list[str], list[str]]:
    """Return the ways, with an arrow if they lead one way, and what is written on them."""
    lines, words = [], []
    for one, line in drawn:
        bent = one.direction in COMPASS and not _kept(one, layout)
        kind = "door" if one.door and one.door.shut else "bent" if bent else ""
        dashes = "" if _kept(one, layout) or bent else " beside"
        back = f", {OPPOSITE[one.direction]} back" if one.back and one.direction else ""
        hint = f"{one.place}: {one.direction or 'a way'} to {one.other}{back}"
        hint += f"; {one.door.text}" if one.door else ""
        head = "" if one.back else f'<polygon class="{kind}" points="{arrow(line)}"/>'
        lines.append(
            f"<g><title>{safe(hint)}</title>"
            f'<path class="{kind}{dashes}" d="{line.path}"/>{head}</g>'
        )
        if one.door:
            words.append(_at(line, 0.5, *_said(one.door)))
        if one.direction and not _kept(one, layout):
            words.append(_at(line, 0.25, one.direction, "mark"))
            if one.back:
                words.append(_at(line, 0.75, OPPOSITE[one.direction], "mark"))
    return lines, words


def _said(door: Door) -> tuple[str, str]:
    """Return what fits on the line of a door, and how it is written."""
    return door.state or "door", "door" if door.shut else "mark"


def _at(line: Curve, part: float, text: str, kind: str) -> str:
    x, y = line.at(part)
    return _text(text, x, y + 3, kind)


def _stubs(spot: Spot, box: Box) -> tuple[list[str], list[str]]:
    """Return the exits of a place that are not known to lead anywhere, and their words."""
    lines, words = [], []
    for direction, door in spot.untried.items():
        x, y = port(box, direction, box)
        u, v = COMPASS.get(direction) or _ASIDE[direction]
        long = _STUB * (0.7 if u and v else 1)
        end = Point(x + u * long, y + v * long)
        hint = f"{spot.name}: {direction}, untried" + (f"; {door.text}" if door else "")
        lines.append(
            f"<g><title>{safe(hint)}</title>"
            f'<path class="{"door" if door and door.shut else "stub"}" '
            f'd="M{_n(x)} {_n(y)}L{_n(end.x)} {_n(end.y)}"/>'
            f'<circle class="stub" cx="{_n(end.x)}" cy="{_n(end.y)}" r="3.2"/></g>'
        )
        below = 13 if v > 0 else -7
        if direction not in COMPASS:
            words.append(_text(direction, end.x, end.y + below, "mark"))
        elif door:
            said, kind = _said(door)
            words.append(_text(said, end.x, end.y + below, kind))
    return lines, words


def _place(spot: Spot, label: _Label, box: Box, layout: Layout) -> str:
    """Return a place: its box, its name, what is there, and its marks."""
    marks = {"here": spot.here, "killed": bool(spot.killed), "maze": spot.name in layout.mazes}
    kinds = " ".join(["place", *(mark for mark, has in marks.items() if has)])
    hint = [spot.name, *spot.things, *(f"A death: {_told(text)}" for text in spot.killed)]
    parts = [
        f"<title>{safe(chr(10).join(hint))}</title>",
        f'<rect class="{kinds}" x="{_n(box.x)}" y="{_n(box.y)}" width="{_n(box.width)}" '
        f'height="{_n(box.height)}" rx="6"/>',
    ]
    for n, (text, kind) in enumerate(label.lines):
        middle = box.x + box.width / 2
        parts.append(_text(text, middle, box.y + _HEAD + _LINE * n + 11, kind))
    if spot.killed:
        x, y = box.x + box.width - 11, box.y + 5
        parts.append(f'<path class="killed" d="M{_n(x)} {_n(y)}l6 6m0 -6l-6 6"/>')
    return f"<g>{''.join(parts)}</g>"


def _told(text: str) -> str:
    """Return the last words before the words that end a game."""
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    ends = [n for n, line in enumerate(lines) if line.startswith("**")]
    return lines[max(0, ends[-1] - 1)] if ends else lines[-1]


def _text(text: str, x: float, y: float, kind: str) -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text{named} x="{_n(x)}" y="{_n(y)}">{safe(text)}</text>'


def _n(number: float) -> str:
    """Return a number of pixels to one decimal place."""
    return f"{round(number, 1):g}"
