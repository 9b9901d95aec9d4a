"""What the offline mind knows about its team at one decision, and what follows from the rules."""

from collections import Counter
from collections.abc import Mapping
from functools import cached_property

from clew.agents.damcs.lacks import Lack, lacking, maker, placing
from clew.agents.damcs.messages import Report
from clew.agents.damcs.navigator import FAR
from clew.agents.damcs.skills import Ways
from clew.agents.damcs.working import Working
from clew.envs.crafter.sight import Cell, apart
from clew.envs.crafter.tech_tree import Recipe

__all__ = ["Situation"]

_REBUILD = 4
"""Steps of walking that cost as much as one item of a new station."""


class Situation:
    """One agent, the teammates it hears from, and their known inventories.

    An agent that does not communicate is a team of one.
    """

    def __init__(self, working: Working) -> None:
        self.working, self.world, self.rules = working, working.world, working.world.rules
        self.sight, self.known, self.me = working.sight, working.known, working.agent
        self.has: Counter[str] = Counter(working.sight.inventory)
        self.ways = Ways(self.world, self.sight, self.known)
        own = Report(
            agent=self.me,
            step=self.sight.step,
            position=self.sight.position,
            resources=self.sight.inventory,
        )
        heard = self.known.mates if working.role.tells else {}
        all_ = {**heard, self.me: own}
        self.team = tuple(all_[name] for name in self.world.names if name in all_)
        self.mates = tuple(report for report in self.team if report.agent != self.me)
        self._leader = self.me if working.role.crafts else self.team[0].agent

    @cached_property
    def pool(self) -> Counter[str]:
        """All items of the team."""
        total: Counter[str] = Counter()
        for report in self.team:
            total.update(report.resources)
        return total

    @cached_property
    def made(self) -> tuple[Recipe, ...]:
        """Recipes of stations and tools on the way to the goal, the most demanding first."""
        names = dict.fromkeys(lacking(self.rules, {}, ()).steps)
        return tuple(self.rules.recipe(name) for name in reversed(names))

    @cached_property
    def standing(self) -> Mapping[str, tuple[Cell, ...]]:
        """Stations of the rules -> their known places."""
        names = dict.fromkeys(name for recipe in self.rules.recipes for name in recipe.stations)
        return {name: self.known.where(name) for name in names}

    def usable(self, station: str, position: Cell) -> bool:
        """Return whether one is near enough to be worth walking to, or no other can be built."""
        uses = placing(self.rules, station).uses
        ways = [apart(position, cell) for cell in self.standing[station]]
        short = any(self.pool[item] < count for item, count in uses.items())
        return bool(ways) and (short or min(ways) <= _REBUILD * sum(uses.values()))

    @cached_property
    def lack(self) -> Lack:
        """What the team lacks for the goal."""
        there = [
            name
            for name in self.standing
            if any(self.usable(name, report.position) for report in self.team)
        ]
        return lacking(self.rules, self.pool, there)

    def maker(self, recipe: Recipe) -> str:
        """Return who should make something."""
        return maker(self.rules, recipe, self.team, self.standing, self._leader)

    @cached_property
    def opener(self) -> str:
        """The tool that cuts stone, which everybody wants because it opens paths; or ""."""
        found = (
            recipe.tool
            for recipe in self.rules.recipes
            if "stone" in recipe.facing and recipe.leaves == "path"
        )
        return next(found, "")

    def kept(self, item: str) -> int:
        """Return how many of an item are reserved for tools that the team lacks."""
        return sum(
            recipe.uses.get(item, 0)
            for recipe in self.made
            if recipe.gives and not any(self.pool[given] for given in recipe.gives)
        )

    @cached_property
    def raw(self) -> Mapping[str, int]:
        """What this agent may collect: what is missing, less what nearer agents are going for."""
        raw = Counter(self.lack.raw)
        raw.update(self._for_openers())
        for mate in self.mates:
            if mate.target is None or not (material := self.known.at(mate.target)):
                continue
            ways = [apart(self.sight.position, cell) for cell in self.known.where(material)]
            if self.ways.sooner(min(ways, default=FAR), mate, mate.target):
                continue
            for recipe in self.rules.recipes:
                if recipe.action == "do" and material in recipe.facing:
                    raw.subtract(recipe.gives)
        return {item: count for item, count in raw.items() if count > 0}

    def _for_openers(self) -> Counter[str]:
        """Return the items for further openers, one per agent without one, beyond the first."""
        raw: Counter[str] = Counter()
        without = sum(not report.resources.get(self.opener) for report in self.team)
        more = without - (0 if self.pool[self.opener] else 1)
        recipe = next((one for one in self.rules.recipes if self.opener in one.gives), None)
        if self.mates and recipe is not None and more > 0:
            for item, count in recipe.uses.items():
                spare = 0 if self.lack.raw.get(item) else self.pool[item] - self.kept(item)
                raw[item] = max(0, count * more - max(0, spare))
        return raw

    def sources(self) -> list[tuple[Recipe, str]]:
        """Return recipes and materials for the items that this agent may collect."""
        return [
            (recipe, material)
            for recipe in self.rules.recipes
            if recipe.action == "do" and any(self.raw.get(item) for item in recipe.gives)
            for material in recipe.facing
        ]

    def carries(self, tool: str) -> bool:
        """Return whether the agent has everything to make a tool, including its station."""
        recipe = next(one for one in self.rules.recipes if tool in one.gives)
        needs = Counter(recipe.uses)
        for station in recipe.stations:
            needs.update(placing(self.rules, station).uses)
        return all(self.has[item] >= count for item, count in needs.items())
