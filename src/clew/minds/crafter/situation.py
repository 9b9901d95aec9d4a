"""What the offline mind knows about its team at one decision, and what follows from the rules."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import cached_property

from clew.agents.damcs.lacks import Lack, lacking, maker, placing
from clew.agents.damcs.messages import Report
from clew.agents.damcs.skills import Ways
from clew.agents.damcs.working import Working
from clew.envs.crafter.sight import Cell, apart
from clew.envs.crafter.tech_tree import Recipe
from clew.minds.crafter.jobs import Demand, Job, assigned

__all__ = ["Situation"]

_HANDS = 2
"""Others that a team needs for one to wait at a station for what they bring."""
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
            target=working.heading,
        )
        heard = self.known.mates if working.role.tells else {}
        all_ = {**heard, self.me: own}
        self.team = tuple(all_[name] for name in self.world.names if name in all_)
        self.mates = tuple(report for report in self.team if report.agent != self.me)
        self._leader = self.me if working.role.crafts else self.team[0].agent
        self.goal = self.rules.recipe(self.rules.goal)

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
        return lacking(self.rules, self.pool, self._stations)

    @cached_property
    def _stations(self) -> tuple[str, ...]:
        """The stations that somebody of the team can use."""
        return tuple(
            name
            for name in self.standing
            if any(self.usable(name, report.position) for report in self.team)
        )

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
    def more_openers(self) -> int:
        """How many further openers the team wants, one for each agent without one."""
        if not self.mates or not self.opener or not self.pool[self.opener]:
            return 0
        without = sum(not report.resources.get(self.opener) for report in self.team)
        return max(0, without - self.spare_openers)

    @cached_property
    def spare_openers(self) -> int:
        """How many openers are with agents that have more than one."""
        return sum(max(0, one.resources.get(self.opener, 0) - 1) for one in self.team)

    @cached_property
    def for_openers(self) -> Mapping[str, int]:
        """What is still to be collected for further openers."""
        if not self.more_openers:
            return {}
        recipe = next(one for one in self.rules.recipes if self.opener in one.gives)
        found = {}
        for item, count in recipe.uses.items():
            spare = 0 if self.lack.raw.get(item) else self.pool[item] - self.kept(item)
            found[item] = max(0, count * self.more_openers - max(0, spare))
        return found

    @cached_property
    def raw(self) -> Mapping[str, int]:
        """What is to be collected."""
        raw = Counter(self.lack.raw)
        raw.update(self.for_openers)
        return {item: count for item, count in raw.items() if count > 0}

    def sources(self) -> list[tuple[Recipe, str]]:
        """Return recipes and materials for the items that are to be collected."""
        return self._collecting(self.raw)

    def _collecting(self, raw: Mapping[str, int]) -> list[tuple[Recipe, str]]:
        return [
            (recipe, material)
            for recipe in self.rules.recipes
            if recipe.action == "do" and any(raw.get(item) for item in recipe.gives)
            for material in recipe.facing
        ]

    @cached_property
    def jobs(self) -> Mapping[str, Job]:
        """Agent -> what it goes for; for all of the team but who waits at a station."""
        free = tuple(one for one in self.team if one.agent != self.smith)
        opener = self.opener if self.pool[self.opener] else ""
        return assigned(free, self._demands(len(free)), opener)

    @cached_property
    def waits(self) -> bool:
        """Whether the agent is where it is to be, and its team has no tool for what is there."""
        job = self.jobs.get(self.me)
        if job is None or not job.recipe.tool or self.pool[job.recipe.tool]:
            return False
        return self.sight.faced() == self.known.at(job.cell)

    def _demands(self, workers: int) -> tuple[Demand, ...]:
        found = []
        recipes = [one for one in self.rules.recipes if one.action == "do"]
        for recipe in recipes:
            count = sum(self.raw.get(item, 0) for item in recipe.gives)
            count = 1 if recipe.name == self.rules.goal else min(count, (workers + 1) // 2)
            cells = tuple(cell for name in recipe.facing for cell in self.known.where(name))
            if count and cells:
                ready = not recipe.tool or self.pool[recipe.tool] > 0
                found.append(Demand(recipe=recipe, count=count, cells=cells, ready=ready))
        depth = self.rules.tree
        found.sort(key=lambda one: (not one.ready, -depth.get(one.recipe.name, 0)))
        return tuple(self._worth_waiting(found))

    def _worth_waiting(self, demands: list[Demand]) -> Iterator[Demand]:
        """Yield the demands; of those without a tool, only for agents that can be spared.

        Nobody waits for a tool whose materials are still to be found, and while anything is to be
        found fewer than half of the team wait.
        """
        spare = (len(self.team) - 1) // 2 if self.hidden() else len(self.team)
        for demand in demands:
            if demand.ready:
                yield demand
            elif spare and self._in_sight(demand.recipe):
                count = min(demand.count, spare)
                spare -= count
                yield replace(demand, count=count)

    def _in_sight(self, recipe: Recipe) -> bool:
        """Return whether there are known places of all that a recipe's tool is made from."""
        raw = lacking(replace(self.rules, goal=recipe.name), self.pool, self._stations).raw
        needed = [material for one, material in self._collecting(raw) if one != recipe]
        return all(self.known.where(material) for material in needed)

    def hidden(self) -> list[str]:
        """Return wanted materials without a known place; for a team, also the goal's."""
        wanted = [material for _, material in self.sources()]
        wanted += self.goal.facing if self.mates or not wanted else ()
        return [material for material in wanted if not self.known.where(material)]

    @cached_property
    def smith(self) -> str:
        """Who waits at a station to make something that the team has none of; "" for nobody.

        Of two agents none waits: the other would do all the work.
        """
        if len(self.mates) < _HANDS:
            return ""
        for use in self.made:
            stands = any(self.standing[station] for station in use.stations)
            last = any(self.pool[item] for item in use.gives)
            if stands and (not last or (self.opener in use.gives and self.more_openers)):
                return self.maker(use)
        return ""

    def carries(self, tool: str) -> bool:
        """Return whether the agent has everything to make a tool, including its station."""
        recipe = next(one for one in self.rules.recipes if tool in one.gives)
        needs = Counter(recipe.uses)
        for station in recipe.stations:
            needs.update(placing(self.rules, station).uses)
        return all(self.has[item] >= count for item, count in needs.items())
