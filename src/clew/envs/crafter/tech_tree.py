"""Crafter's recipes as data: what can be done, and what it takes.

The world, the semantic memory ("what is missing for X") and the briefing all use them, so changed
rules change all three. Needs no extra.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from clew.errors import UsageError

__all__ = ["CRAFTER", "PAPER", "TASKS", "WALKABLE", "Missing", "Recipe", "Rules"]

WALKABLE = ("grass", "sand", "path")
"""Materials that can be walked on safely, and built on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipe:
    """One goal: what to face or be near, what it takes, what it gives."""

    name: str
    """`collect_wood`, `place_table`, `make_wood_pickaxe`, ...: also its achievement."""
    action: str
    """The world's action: `do`, `place_table`, `make_wood_pickaxe`, ..."""
    facing: tuple[str, ...] = ()
    """What the agent must face: any of these."""
    stations: tuple[str, ...] = ()
    """The stations it must be at: all of these."""
    tool: str = ""
    """What it must have; it is not used up."""
    uses: Mapping[str, int] = field(default_factory=dict)
    """What is used up."""
    gives: Mapping[str, int] = field(default_factory=dict)
    leaves: str = ""
    """The material of the faced cell afterwards; "" for no change."""
    chance: float = 1.0

    @property
    def needs(self) -> frozenset[str]:
        """The items it takes, and its stations, as in `offers`."""
        items = [*filter(None, [self.tool]), *self.uses]
        return frozenset([*items, *(f"at {name}" for name in self.stations)])

    @property
    def offers(self) -> tuple[str, ...]:
        """The items it gives, and `at X` for the station that it leaves."""
        return (*self.gives, f"at {self.leaves}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Missing:
    """What an agent lacks for a goal; falsy if nothing."""

    items: Mapping[str, int] = field(default_factory=dict)
    """Item -> how many more, including tools; in the recipe's order."""
    stations: tuple[str, ...] = ()
    """Stations it is not at."""
    facing: tuple[str, ...] = ()
    """What it should face, any of these; () when it does."""

    def __bool__(self) -> bool:
        """Return whether anything is missing."""
        return bool(self.items or self.stations or self.facing)


def _collect(
    thing: str, source: str = "", *, tool: str = "", leaves: str = "path", chance: float = 1.0
) -> Recipe:
    """Return the recipe that takes one of a thing from a cell, by default one of the same name."""
    return Recipe(
        name=f"collect_{thing}",
        action="do",
        facing=(source or thing,),
        tool=tool,
        gives={thing: 1},
        leaves=leaves,
        chance=chance,
    )


def _place(thing: str, *on: str, **uses: int) -> Recipe:
    name = f"place_{thing}"
    return Recipe(name=name, action=name, facing=on, uses=uses, leaves=thing)


def _make(thing: str, station: str, **uses: int) -> Recipe:
    name = f"make_{thing}"
    return Recipe(name=name, action=name, stations=(station,), uses=uses, gives={thing: 1})


_RECIPES = (
    _collect("wood", "tree", leaves="grass"),
    _place("table", *WALKABLE, wood=2),
    _make("wood_pickaxe", "table", wood=1),
    _collect("stone", tool="wood_pickaxe"),
    _make("stone_pickaxe", "table", wood=1, stone=1),
    _collect("iron", tool="stone_pickaxe"),
    _collect("coal", tool="wood_pickaxe"),
    _place("furnace", *WALKABLE, stone=4),
    _make("iron_pickaxe", "furnace", wood=1, coal=1, iron=1),
    _collect("diamond", tool="iron_pickaxe"),
    _collect("drink", "water", leaves=""),
    _collect("sapling", "grass", leaves="", chance=0.1),
    _place("stone", *WALKABLE, "water", "lava", stone=1),
    _place("plant", "grass", sapling=1),
    _make("wood_sword", "table", wood=1),
    _make("stone_sword", "table", wood=1, stone=1),
    _make("iron_sword", "furnace", wood=1, coal=1, iron=1),
)
TASKS = tuple(recipe.name for recipe in _RECIPES[:10])
"""The ten tasks of the paper's table 1, in its order."""


@dataclass(frozen=True, kw_only=True)
class Rules:
    """All recipes of a world, and how a station is used."""

    recipes: tuple[Recipe, ...] = _RECIPES
    adjacency: str = "near"
    """`near`: a station stands on one of the eight cells around (Crafter); `facing`: it is faced
    (appendix A)."""
    goal: str = "collect_diamond"
    """Whoever does it first ends the run."""
    shareable: tuple[str, ...] = (
        "wood", "stone", "coal", "iron", "diamond",
        "wood_pickaxe", "stone_pickaxe", "iron_pickaxe",
    )  # fmt: skip

    @cached_property
    def _by_name(self) -> Mapping[str, Recipe]:
        return {recipe.name: recipe for recipe in self.recipes}

    def recipe(self, name: str) -> Recipe:
        """Return the recipe of a goal.

        Raises:
            KeyError: no recipe has that name.
        """
        return self._by_name[name]

    @cached_property
    def tree(self) -> Mapping[str, int]:
        """The depth of the world's goal and of every goal that it needs.

        A goal that needs nothing has depth 1, any other is one deeper than the deepest it needs. If
        two goals give the same thing, the shallower counts, then the first. Ordered by depth, then
        by the order of the recipes.

        Raises:
            UsageError: no recipe has the goal's name, or nothing gives what it needs.
        """
        depths: dict[str, int] = {}
        giver: dict[str, str] = {}  # thing -> the shallowest goal that offers it
        while self.goal not in depths:
            ready = [
                one for one in self.recipes if one.name not in depths and giver.keys() >= one.needs
            ]
            if not ready:
                raise UsageError(
                    f"expected rules by which {self.goal} can be done; the recipes only lead to "
                    f"{', '.join(depths) or 'nothing'}"
                )
            depth = 1 + max(depths.values(), default=0)
            depths |= {one.name: depth for one in ready}
            for one in ready:
                giver |= {thing: one.name for thing in one.offers if thing not in giver}
        needed = [self.goal]
        for name in needed:
            needed += {giver[need] for need in self.recipe(name).needs} - {*needed}
        return {name: depth for name, depth in depths.items() if name in needed}

    def missing(
        self,
        name: str,
        inventory: Mapping[str, int],
        *,
        near: frozenset[str] = frozenset(),
        facing: str = "",
    ) -> Missing:
        """Return what an agent lacks for a goal, with what stands around it on eight cells."""
        recipe = self.recipe(name)
        needs = ({recipe.tool: 1} if recipe.tool else {}) | dict(recipe.uses)
        at = near if self.adjacency == "near" else frozenset((facing,))
        return Missing(
            items={
                item: count - inventory.get(item, 0)
                for item, count in needs.items()
                if inventory.get(item, 0) < count
            },
            stations=tuple(station for station in recipe.stations if station not in at),
            facing=() if not recipe.facing or facing in recipe.facing else recipe.facing,
        )


PAPER = Rules()
"""DAMCS's world: appendix A's amounts; the iron pickaxe needs the furnace only."""
CRAFTER = Rules(
    recipes=tuple(
        replace(recipe, stations=("table", "furnace")) if "furnace" in recipe.stations else recipe
        for recipe in _RECIPES
    )
)
"""The original's: what is made of iron needs the table too."""
