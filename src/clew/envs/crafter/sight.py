"""What one agent perceives at one step, as data. Needs no extra."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from clew.envs.crafter.tech_tree import Rules

__all__ = ["DIRECTIONS", "Cell", "Sight", "Stepped", "action_names", "agent_names", "apart",
           "share"]  # fmt: skip

Cell = tuple[int, int]
"""x to the east (right), y to the south (down)."""
Stepped: TypeAlias = tuple[
    dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]
]
"""What a step of a team returns: observations, rewards, terminations, truncations, infos."""
DIRECTIONS: Mapping[str, Cell] = {
    "left": (-1, 0), "right": (1, 0), "up": (0, -1), "down": (0, 1),
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What an agent sees and feels; nothing beyond its view."""

    agent: str
    step: int
    position: Cell
    facing: Cell
    """Unit vector: the faced cell is `position` plus this."""
    corner: Cell
    """Top left cell of the view."""
    view: tuple[tuple[str, ...], ...]
    """Rows from top to bottom, cells from left to right: what stands there. A material, or the
    object on it (`cow`, `zombie`, `skeleton`, `arrow`, `plant`, an agent's name); "" outside the
    world."""
    inventory: Mapping[str, int] = field(default_factory=dict)
    """Items and tools it has, none with 0, in the rules' order; vitals are not among them."""
    vitals: Mapping[str, int] = field(default_factory=dict)
    """health, food, drink, energy: 0 to 9."""
    achievements: Mapping[str, int] = field(default_factory=dict)
    """Its own achievements -> how often; none with 0."""
    sleeping: bool = False
    daylight: float = 1.0

    def cells(self) -> Mapping[Cell, str]:
        """Return what stands on every cell in view inside the world."""
        left, top = self.corner
        return {
            (left + x, top + y): name
            for y, row in enumerate(self.view)
            for x, name in enumerate(row)
            if name
        }

    def faced(self) -> str:
        """Return what stands on the faced cell; "" outside the world."""
        (x, y), (right, down) = self.position, self.facing
        return self.cells().get((x + right, y + down), "")

    def near(self) -> frozenset[str]:
        """Return what stands on the eight cells around the agent."""
        (x, y), cells = self.position, self.cells()
        around = ((x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j)
        return frozenset(cells[cell] for cell in around if cell in cells)


def apart(one: Cell, other: Cell) -> int:
    """Return the distance between two cells in moves, ignoring obstacles."""
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


def agent_names(agents: int) -> tuple[str, ...]:
    """Return the names of this many agents, in order: `agent_0` leads."""
    return tuple(f"agent_{number}" for number in range(agents))


def share(item: str, agent: str) -> str:
    """Return the action that gives one unit of an item to an agent."""
    return f"share {item} with {agent}"


def action_names(rules: Rules, agents: int) -> tuple[str, ...]:
    """Return all action names of a world, by number.

    Crafter's own come first, in the order of their recipes, then each item shared with each agent.
    The list is the same for every agent; sharing with oneself does nothing.
    """
    own = ["noop", *(f"move_{name}" for name in DIRECTIONS), "do", "sleep"]
    own += [recipe.action for recipe in rules.recipes if recipe.action not in own]
    if agents == 1:
        return tuple(own)
    gifts = [share(item, agent) for agent in agent_names(agents) for item in rules.shareable]
    return (*own, *gifts)
