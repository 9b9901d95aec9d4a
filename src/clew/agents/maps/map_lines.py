"""Lines between boxes: where a way leaves a box, and how it passes by others."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import hypot
from typing import NamedTuple

__all__ = ["Box", "Curve", "Point", "arrow", "curve", "port"]

_PORTS = {
    "north": (0.5, 0), "northeast": (1, 0), "east": (1, 0.5), "southeast": (1, 1),
    "south": (0.5, 1), "southwest": (0, 1), "west": (0, 0.5), "northwest": (0, 0),
    "up": (0.75, 0), "down": (0.25, 1), "in": (1, 0.78), "out": (0, 0.22),
}  # fmt: skip
"""Direction -> where a way in it leaves a box, in parts of its width and height."""
_BOWS = (0, 26, -26, 52, -52, 90, -90, 140, -140, 200, -200)
"""How far the middle of a way may be pushed aside, in pixels, in the order tried."""
_SAMPLES = 24
_LONG, _WIDE = 9, 4
"""Pixels of an arrow head."""
_CLEAR = 3
"""Pixels that a way keeps from other boxes."""


class Point(NamedTuple):
    """A point in pixels, y down."""

    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Box:
    """A box in pixels by its upper left corner."""

    x: float
    y: float
    width: float
    height: float

    @property
    def middle(self) -> Point:
        """Its centre."""
        return Point(self.x + self.width / 2, self.y + self.height / 2)

    def holds(self, point: Point, clear: float = 0) -> bool:
        """Return whether a point is in it, or nearer than `clear`."""
        across = -clear <= point.x - self.x <= self.width + clear
        return across and -clear <= point.y - self.y <= self.height + clear


@dataclass(frozen=True, slots=True)
class Curve:
    """A quadratic curve; straight if `pull` is in the middle of its ends."""

    start: Point
    pull: Point
    end: Point

    def at(self, part: float) -> Point:
        """Return the point at a part of the way, from 0 to 1."""
        rest = 1 - part
        a, b, c = rest * rest, 2 * rest * part, part * part
        return Point(
            a * self.start.x + b * self.pull.x + c * self.end.x,
            a * self.start.y + b * self.pull.y + c * self.end.y,
        )

    @property
    def path(self) -> str:
        """Return it as SVG path data."""
        points = (self.start, self.pull, self.end)
        a, b, c = (f"{round(x, 1):g} {round(y, 1):g}" for x, y in points)
        return f"M{a}Q{b} {c}"


def port(box: Box, direction: str, other: Box) -> Point:
    """Return where a way leaves a box; without a direction, where it faces the other box."""
    if direction in _PORTS:
        x, y = _PORTS[direction]
        return Point(box.x + x * box.width, box.y + y * box.height)
    (x, y), (u, v) = box.middle, other.middle
    across, down = u - x, v - y
    scale = max(2 * abs(across) / box.width, 2 * abs(down) / box.height)
    return Point(x + across / scale, y + down / scale) if scale else Point(x, box.y)


def curve(start: Point, end: Point, avoided: Sequence[Box], *, nth: int = 0) -> Curve:
    """Return a line that passes by other boxes: straight if it can be, else the least bent.

    `nth` counts earlier lines between the same boxes: later ones are bent. If every bend crosses a
    box, the line is as straight as is allowed.
    """
    long = hypot(end.x - start.x, end.y - start.y) or 1.0
    aside = Point(-(end.y - start.y) / long, (end.x - start.x) / long)
    tries = []
    for bow in _BOWS[min(nth, len(_BOWS) - 1) :]:
        middle = Point((start.x + end.x) / 2, (start.y + end.y) / 2)
        pull = Point(middle.x + 2 * bow * aside.x, middle.y + 2 * bow * aside.y)
        drawn = Curve(start, pull, end)
        points = [drawn.at(n / _SAMPLES) for n in range(1, _SAMPLES)]
        if not any(box.holds(point, _CLEAR) for box in avoided for point in points):
            return drawn
        tries.append(drawn)
    return tries[0]


def arrow(drawn: Curve) -> str:
    """Return the corners of an arrow head at the end of a line."""
    tip, before = drawn.end, drawn.at(0.9)
    long = hypot(tip.x - before.x, tip.y - before.y) or 1.0
    u, v = (tip.x - before.x) / long, (tip.y - before.y) / long
    back = Point(tip.x - _LONG * u, tip.y - _LONG * v)
    corners = (
        tip,
        Point(back.x - _WIDE * v, back.y + _WIDE * u),
        Point(back.x + _WIDE * v, back.y - _WIDE * u),
    )
    return " ".join(f"{round(x, 1):g},{round(y, 1):g}" for x, y in corners)
