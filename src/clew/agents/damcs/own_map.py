"""An agent's own map, built from its views and from what others tell it."""

from collections.abc import Hashable, Iterable, Mapping
from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from clew.agents.damcs.messages import Message, Report
from clew.envs.crafter.sight import Cell, Sight
from clew.envs.crafter.tech_tree import WALKABLE

__all__ = ["BEINGS", "OwnMap"]

BEINGS = ("cow", "zombie", "skeleton", "arrow", "plant")
"""Creatures that may have moved by the next look, as agents may."""
_UNDER = "grass"  # assumed under a being if nothing walkable is known there
_APART = 3  # steps between two looks after which a being may have come back
_LATELY = 50  # steps after a look in which a being that stood is supposed to stand there still


class OwnMap:
    """What stands where, as far as one agent knows.

    What it saw overrides what it was told, unless that is newer. A being stays where it was last
    seen until that cell is seen without it.
    """

    def __init__(self, area: Cell, agents: Iterable[str] = (), owner: str = "") -> None:
        """Begin with an empty map of a world's area; agents may stand on cells as `BEINGS` do.

        The owner is also learned from what it sees. Its own reports, which others may pass on, are
        no news to it.
        """
        self._owner = owner
        self.area = area
        self._moving = frozenset((*BEINGS, *agents))
        self._names = [""]
        self._codes = {"": 0}
        self._code: NDArray[np.uint8] = np.zeros(area, np.uint8)
        self._when: NDArray[np.int32] = np.full(area, -1, np.int32)
        self._told: NDArray[np.bool_] = np.zeros(area, bool)
        self._beings: dict[Cell, tuple[str, int, int]] = {}
        """Who, last seen there when, and there since when."""
        self._now = 0
        """The step of the last view."""
        self._mates: dict[str, Report] = {}
        self._where: dict[str, tuple[Cell, ...]] = {}
        self.derived: dict[Hashable, Any] = {}
        """What others have computed of its present state; it is emptied when it changes."""

    @property
    def mates(self) -> Mapping[str, Report]:
        """The newest report of each other agent, in their order."""
        return dict(sorted(self._mates.items(), key=lambda item: (len(item[0]), item[0])))

    @property
    def codes(self) -> NDArray[np.uint8]:
        """Material codes, [x, y]; 0 is unknown. Do not write to it."""
        return self._code

    @property
    def watched(self) -> NDArray[np.bool_]:
        """Cells, [x, y], seen by this agent or by one that reported to it."""
        return self._told | (self._code > 0)

    @property
    def beings(self) -> Mapping[Cell, str]:
        """Cell -> the being last seen there."""
        return {cell: self._beings[cell][0] for cell in sorted(self._beings)}

    def stood(self, cell: Cell) -> int:
        """Return for how many steps the being of a cell was seen there, one look after another.

        It is 0 some time after the last look: else one in a tunnel would close it for good.
        """
        _, last, since = self._beings[cell]
        return last - since if self._now - last <= _LATELY else 0

    def code(self, name: str) -> int:
        """Return the code of a material; -1 if it was never seen."""
        return self._codes.get(name, -1)

    def at(self, cell: Cell) -> str:
        """Return the material of a cell; "" if unknown or outside the world."""
        x, y = cell
        inside = 0 <= x < self.area[0] and 0 <= y < self.area[1]
        return self._names[self._code[x, y]] if inside else ""

    def where(self, name: str) -> tuple[Cell, ...]:
        """Return the cells of a material or being, by x, then y."""
        if name in self._moving:
            return tuple(cell for cell, being in self.beings.items() if being == name)
        if name not in self._where:
            cells = np.argwhere(self._code == self.code(name)).tolist()
            self._where[name] = tuple((x, y) for x, y in cells)
        return self._where[name]

    def see(self, sight: Sight) -> tuple[tuple[str, Cell], ...]:
        """Take in a view; return new materials with their cells."""
        self._owner = sight.agent
        self.derived.clear()
        self._mates.pop(sight.agent, None)
        self._now = step = sight.step
        news = []
        seen = sight.cells()
        for cell, name in seen.items():
            being = self._beings.pop(cell, None)
            if name in self._moving:
                if name != sight.agent:
                    stays = being is not None and being[0] == name and step - being[1] <= _APART
                    self._beings[cell] = (name, step, being[2] if being and stays else step)
                under = self.at(cell)
                name = under if under in WALKABLE else _UNDER
            if self._put(cell, name, step):
                news.append((name, cell))
        return tuple(sorted(news, key=lambda item: item[1]))

    def hear(self, message: Message, view: Cell = (9, 7)) -> tuple[tuple[str, Cell], ...]:
        """Take in a message: sightings and reports; return new materials with their cells.

        Of reports the newest counts. The surroundings of a reporting agent, as wide and high as its
        view, count as seen. What the owner itself reported is passed over.
        """
        self.derived.clear()
        news = [(name, cell) for name, cell in message.seen if self._put(cell, name, message.step)]
        for report in (*((message.report,) if message.report else ()), *message.passed_on):
            if report.agent == self._owner:
                continue
            last = self._mates.get(report.agent)
            if last is None or last.step <= report.step:
                self._mates[report.agent] = report
            x, y = report.position
            left, top = max(0, x - view[0] // 2), max(0, y - view[1] // 2)
            self._told[left : x + view[0] // 2 + 1, top : y + view[1] // 2 + 1] = True
        return tuple(news)

    def keep_mates(self, agents: Iterable[str]) -> None:
        """Drop the reports of all other agents."""
        left = set(agents)
        self._mates = {name: report for name, report in self._mates.items() if name in left}

    def fill(self, rows: Iterable[Iterable[str]], step: int) -> None:
        """Take in a whole map, rows from top to bottom, for the full-map option."""
        self.derived.clear()
        for y, row in enumerate(rows):
            for x, name in enumerate(row):
                self._put((x, y), name, step)

    def plain(self) -> str:
        """Return a digest of its content, for the keys of recorded answers (`clew.llm.keys`)."""
        rest = self._names, sorted(self._beings.items()), self.mates, self.area
        arrays = (each.tobytes() for each in (self._code, self._when, self._told))
        return sha256(b"".join([*arrays, repr(rest).encode()])).hexdigest()

    def _put(self, cell: Cell, name: str, step: int) -> bool:
        """Record a material unless a newer one is known; return whether it is new."""
        x, y = cell
        if step < self._when[x, y]:
            return False
        self._when[x, y] = step
        code = self._codes.get(name)
        if code is None:
            code = self._codes[name] = len(self._names)
            self._names.append(name)
        old = int(self._code[x, y])
        if old != code:
            self._code[x, y] = code
            self._where.pop(self._names[old], None)
            self._where.pop(name, None)
        return old != code
