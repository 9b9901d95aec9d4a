"""What a team still lacks for its goal, computed from the rules, and who should make it."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from clew.agents.damcs.messages import Report
from clew.envs.crafter.sight import Cell, apart
from clew.envs.crafter.tech_tree import Recipe, Rules

__all__ = ["Lack", "lacking", "maker", "placing"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lack:
    """What is still to be done to reach the goal."""

    raw: Mapping[str, int]
    """Items to collect -> how many."""
    steps: tuple[str, ...]
    """Recipes to make or place, each after those it needs."""


def lacking(rules: Rules, pool: Mapping[str, int], stations: Iterable[str]) -> Lack:
    """Return what is lacking for the goal, given all items of the team and usable stations."""
    left, there = Counter(pool), set(stations)
    raw: Counter[str] = Counter()
    steps: list[str] = []

    def use(recipe: Recipe) -> None:
        """Count what a recipe uses up; a tool is kept."""
        if recipe.tool and not left[recipe.tool]:
            item(recipe.tool, 1)
            left[recipe.tool] += 1
        for name in recipe.stations:
            if name not in there:
                there.add(name)
                station = placing(rules, name)
                use(station)
                steps.append(station.name)
        for name, count in recipe.uses.items():
            item(name, count)

    def item(name: str, count: int) -> None:
        """Count how an item is got, down to what is collected with bare hands."""
        had = min(count, left[name])
        left[name] -= had
        recipe = next(one for one in rules.recipes if name in one.gives)
        for _ in range(count - had):
            use(recipe)
            if recipe.action == "do":
                raw[name] += 1
            else:
                steps.append(recipe.name)

    use(rules.recipe(rules.goal))
    return Lack(raw=raw, steps=tuple(steps))


def placing(rules: Rules, station: str) -> Recipe:
    """Return the recipe that places a station."""
    return next(one for one in rules.recipes if one.leaves == station)


def maker(
    rules: Rules,
    recipe: Recipe,
    reports: Iterable[Report],
    stations: Mapping[str, tuple[Cell, ...]],
    leader: str,
) -> str:
    """Return who should make something: who lacks least, counting the way to the station.

    Ties go to the first of the agents that report; the leader is preferred if the others are little
    better. `stations` are the known places of each.
    """

    def price(report: Report) -> float:
        cost: float = _missing(recipe, report)
        for name in recipe.stations:
            ways = [apart(report.position, cell) / _STEPS for cell in stations.get(name, ())]
            cost += min([*ways, _missing(placing(rules, name), report) + 1])
        return cost - (_LEADS if report.agent == leader else 0)

    return min(reports, key=price).agent


_STEPS = 2.0  # steps of walking that cost as much as one item to fetch or give
_LEADS = 1.5


def _missing(recipe: Recipe, report: Report) -> int:
    return sum(max(0, count - report.resources.get(i, 0)) for i, count in recipe.uses.items())
