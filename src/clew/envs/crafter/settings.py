"""The settings of a Multi-Agent Crafter world. Needs no extra."""

from dataclasses import dataclass, field

from clew.envs.crafter.tech_tree import PAPER, Rules
from clew.errors import UsageError

__all__ = ["VITALS", "Rewards", "Settings"]

VITALS = ("health", "food", "drink", "energy")
"""From 0 to 9; without health an agent is dead."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rewards:
    """An agent's reward for a step: the tree's depth minus time (DAMCS, section 6.1)."""

    depth: float = 1.0
    """Per level of a goal in the tech tree, when the agent first does it: in the paper's rules the
    level is 1 for wood and 8 for the diamond."""
    time: float = 0.01
    """Subtracted at every step."""
    health: float = 0.0
    """Per point of health gained; subtracted per point lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The paper's world by default; docs/crafter.md says where it differs from Crafter."""

    agents: int = 1
    rules: Rules = PAPER
    area: tuple[int, int] = (64, 64)
    """Cells from west to east and from north to south."""
    view: tuple[int, int] = (9, 7)
    """Cells that an agent sees, itself in the middle."""
    length: int | None = 500
    """Steps until the run is truncated; `None` for no limit."""
    cows: bool = True
    zombies: bool = False
    skeletons: bool = False
    share_distance: int | None = None
    """How many moves away the receiver of a gift may be; `None` for any."""
    cap: int = 9
    """How many of an item an agent can carry."""
    rewards: Rewards = field(default_factory=Rewards)
    image: tuple[int, int] = (64, 64)
    """Width and height of an agent's picture in pixels."""

    def __post_init__(self) -> None:
        """Check the numbers and the rules.

        Raises:
            UsageError: a number is out of range, the rules' goal cannot be done by their recipes,
                or something that is not an item is shareable.
        """
        odd = sum(side >= 3 and side % 2 == 1 for side in self.view)
        length, distance = self.length, self.share_distance
        for wrong, expected, got in (
            (self.agents < 1, "at least 1 agent", self.agents),
            (min(self.area) < 16, "an area of at least 16 x 16 cells", self.area),
            (odd < len(self.view), "a view of odd sides from 3 on", self.view),
            (length is not None and length < 1, "a length of at least 1 step", length),
            (self.cap < 1, "a cap of at least 1", self.cap),
            (distance is not None and distance < 1, "a share distance from 1 on", distance),
        ):
            if wrong:
                raise UsageError(f"expected {expected}, got {got}")
        for item in self.rules.shareable:
            if item in VITALS:
                raise UsageError(f"{item!r} cannot be shared: it is no item")
        _ = self.rules.tree  # raises, if there is none
