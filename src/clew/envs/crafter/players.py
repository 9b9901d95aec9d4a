"""One agent in the world: Crafter's player with rules given as data. Needs the extra."""

from collections import Counter
from typing import Any

from crafter import constants, objects

from clew.envs.crafter.ground import Ground
from clew.envs.crafter.settings import VITALS, Settings
from clew.envs.crafter.sight import DIRECTIONS, Cell
from clew.envs.crafter.tech_tree import Recipe

__all__ = ["Gift", "Player", "items"]

Gift = tuple[str, str]
"""An item and the name of its receiver."""


def items(settings: Settings) -> tuple[str, ...]:
    """Return all items an agent can carry: Crafter's, in its order, then those of the rules."""
    own = [item for recipe in settings.rules.recipes for item in (*recipe.uses, *recipe.gives)]
    own += settings.rules.shareable
    return tuple(name for name in dict.fromkeys([*constants.items, *own]) if name not in VITALS)


class Player(objects.Player):  # type: ignore[misc]  # crafter is untyped
    """Does one action per step; hunger, thirst, sleep and damage work as in Crafter.

    `action` is its next action: a name as in Crafter (`do`, `move_left`, ...) or a `Gift`.
    """

    def __init__(self, ground: Ground, cell: Cell, name: str, settings: Settings) -> None:
        super().__init__(ground, cell)
        self.name = name
        self.achievements: Counter[str] = Counter()
        self.action: str | Gift = "noop"
        self.sleeping: bool = False
        self._settings = settings
        # Crafter's code looks up swords, whether or not these rules have any.
        self.inventory = {vital: constants.items[vital]["initial"] for vital in VITALS}
        self.inventory |= dict.fromkeys(items(settings), 0)

    @property
    def cell(self) -> Cell:
        """Where it stands."""
        return int(self.pos[0]), int(self.pos[1])

    @property
    def alive(self) -> bool:
        """Whether it has health left."""
        return bool(self.health > 0)

    def update(self) -> None:
        """Act, then update hunger, thirst, fatigue and health.

        A sleeper sleeps until it is rested or hurt, whatever its action. Lava kills at once.
        """
        self._wake_up_when_rested()
        self._act("sleep" if self.sleeping else self.action)
        if not self.alive:
            return
        self._update_life_stats()
        self._degen_or_regen_health()
        for name, count in self.inventory.items():
            most = constants.items[name]["max"] if name in VITALS else self._settings.cap
            self.inventory[name] = max(0, min(count, most))
        self._wake_up_when_hurt()

    def _wake_up_when_rested(self) -> None:
        if self.sleeping and self.inventory["energy"] >= constants.items["energy"]["max"]:
            self.sleeping = False
            self.achievements["wake_up"] += 1

    def _act(self, action: str | Gift) -> None:
        if isinstance(action, tuple):
            self._give(*action)
        elif action.startswith("move_"):
            self._turn(DIRECTIONS[action.removeprefix("move_")])
        elif action == "sleep":
            self.sleeping = self.inventory["energy"] < constants.items["energy"]["max"]
        elif action != "noop":
            self._work(action)

    def _turn(self, direction: Cell) -> None:
        self.facing = direction
        self.move(direction)
        if self.world[self.pos][0] == "lava":
            self.health = 0

    def _give(self, item: str, name: str) -> None:
        """Give one unit; no effect if the receiver is full, dead, too far away or the giver."""
        to = self.world.players.get(name)
        if to is None or not to.alive or self.inventory[item] < 1:
            return
        most = self._settings.share_distance
        if most is not None and self.distance(to) > most:
            return
        if to.inventory[item] < self._settings.cap:
            self.inventory[item] -= 1
            to.inventory[item] += 1

    def _work(self, action: str) -> None:
        """Do the first recipe of an action that has all it needs."""
        target = (self.pos[0] + self.facing[0], self.pos[1] + self.facing[1])
        material, thing = self.world[target]
        if action == "do" and thing is not None:
            self._do_object(thing)
            return
        if action == "do" and material == "water":
            self._thirst = 0
        near = self.world.near(self.cell)
        rules = self._settings.rules
        for recipe in rules.recipes:
            if recipe.action != action or (recipe.leaves and thing is not None):
                continue
            lacks = rules.missing(recipe.name, self.inventory, near=near, facing=material or "")
            if not lacks:
                self._apply(recipe, target)
                return

    def _apply(self, recipe: Recipe, target: Any) -> None:
        for item, count in recipe.uses.items():
            self.inventory[item] -= count
        if recipe.leaves == "plant":
            self.world.add(objects.Plant(self.world, target))
        elif recipe.leaves:
            self.world[target] = recipe.leaves
        # Crafter draws a random number for every collection, even a certain one.
        if recipe.action == "do" and self.random.uniform() > recipe.chance:
            return
        for item, count in recipe.gives.items():
            self.inventory[item] += count
        self.achievements[recipe.name] += 1
