"""How the offline mind makes missing things and gives others what they need."""

from collections import Counter
from dataclasses import dataclass

from clew.agents.damcs.lacks import placing
from clew.agents.damcs.navigator import FAR, clearable
from clew.agents.damcs.response import NAVIGATE, NONE, SHARE
from clew.envs.crafter.sight import DIRECTIONS, Cell, apart
from clew.envs.crafter.tech_tree import WALKABLE, Recipe
from clew.minds.crafter.situation import Situation

__all__ = ["Choice", "free_cell", "going", "make", "post", "supply"]

_AT_HAND = 3
"""Distance to a tool's target within which a lone agent makes the tool."""
_BESIDE = 4
"""Steps that an agent of a team walks to a station for an opener of its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """A decision in brief."""

    goal: str
    action: str
    reason: str = ""
    destination: str = NONE
    item: str = NONE
    recipient: str = NONE


def going(goal: str, destination: str, reason: str) -> Choice:
    """Return the choice to go somewhere."""
    return Choice(goal=goal, action=NAVIGATE, destination=destination, reason=reason)


def _giving(item: str, agent: str) -> Choice:
    reason = f"{agent} needs {item}"
    return Choice(goal=SHARE, action=SHARE, item=item, recipient=agent, reason=reason)


def make(now: Situation) -> Choice | None:
    """Make or place something wanted if possible, or go where it is possible."""
    for recipe in now.made:
        if not _wanted(now, recipe):
            continue
        lack = now.working.feedback.missing[recipe.name]
        if not lack:
            return Choice(goal=recipe.name, action=recipe.action, reason="nothing is missing")
        if lack.items:
            continue
        if lack.facing and (action := free_cell(now, recipe)):
            return Choice(goal=recipe.name, action=action, reason="a free cell is needed")
        near = [name for name in lack.stations if now.usable(name, now.sight.position)]
        most = FAR if not _further(now, recipe) else _BESIDE + 1
        if near and all(now.ways.cost(now.ways.to(name)) < most for name in near):
            return going(recipe.name, near[0], f"{recipe.name} is made there")
    return None


def _further(now: Situation, recipe: Recipe) -> bool:
    """Return whether a recipe would only give a further opener."""
    return bool(now.mates) and now.opener in recipe.gives and now.pool[now.opener] > 0


def free_cell(now: Situation, recipe: Recipe) -> str | None:
    """Return an action towards facing ground that is free, or that can be cleared."""
    clears = clearable(now.rules, now.has)
    if now.sight.faced() in clears:
        return "do"
    x, y = now.sight.position
    cells, good = now.sight.cells(), (*recipe.facing, *sorted(clears))
    for name, (dx, dy) in DIRECTIONS.items():
        one, two = cells.get((x + dx, y + dy)), cells.get((x + 2 * dx, y + 2 * dy))
        if one in clears or (one in WALKABLE and two in good):
            return f"move_{name}"
    return None


def _wanted(now: Situation, recipe: Recipe) -> bool:
    """Return whether this agent should make something."""
    if recipe == now.goal:
        return True
    if recipe.leaves:
        return _wanted_here(now, recipe)
    if not any(now.pool[item] for item in recipe.gives):
        return True
    if now.opener not in recipe.gives:
        return False
    spare = all(now.has[i] - count >= now.kept(i) for i, count in recipe.uses.items())
    return now.more_openers > 0 and spare


def _wanted_here(now: Situation, station: Recipe) -> bool:
    """Return whether to place a station here, because something can be made at it at once."""
    if now.usable(station.leaves, now.sight.position):
        return False
    left = Counter(now.has)
    left.subtract(station.uses)
    return any(
        station.leaves in use.stations
        and _wanted(now, use)
        and not _further(now, use)
        and all(left[item] >= count for item, count in use.uses.items())
        and now.maker(use) == now.me
        and _at_hand(now, use)
        for use in (now.goal, *now.made)
    )


def _at_hand(now: Situation, use: Recipe) -> bool:
    """Return whether to make a tool here rather than nearer to its target.

    A tool that others need is made at once, as it can be given over any distance; so is the goal's
    tool, as nothing has to be brought back to a station afterwards.
    """
    serves = [recipe for recipe in now.rules.recipes if recipe.tool in use.gives]
    if now.mates or use == now.goal or now.goal in serves:
        return True
    cells = [now.ways.to(material) for recipe in serves for material in recipe.facing]
    most = _AT_HAND if now.sight.faced() in WALKABLE else _AT_HAND - 1
    return min((now.ways.cost(cell) for cell in cells), default=0) <= most


def supply(now: Situation) -> Choice | None:
    """Give what another agent needs: a tool, or an item for what it is to make."""
    if not now.mates:
        return None
    return _hand_over(now) or _feed_makers(now) or _open_up(now)


def _hand_over(now: Situation) -> Choice | None:
    """Give a tool to an agent without one that goes for what needs it.

    Who waits where it needs another tool gives its only opener, too: two would wait for each other.
    """
    mine = now.jobs.get(now.me)
    for mate in reversed(now.mates):
        job = now.jobs.get(mate.agent)
        tool = "" if job is None else job.recipe.tool
        if job is None or not tool or mate.resources.get(tool) or not now.has[tool]:
            continue
        needed = mine is not None and mine.recipe.tool == tool
        needed = needed or (tool == now.opener and now.smith != now.me and not now.waits)
        if (needed and now.has[tool] == 1) or tool not in now.rules.shareable:
            continue
        if _first_without(now, tool) == mate.agent:
            return _giving(tool, mate.agent)
    return None


def _first_without(now: Situation, tool: str) -> str:
    """Return the agent that is nearest to what it needs a tool for, of those without one."""
    found = [
        (apart(one.position, now.jobs[one.agent].cell), one.agent)
        for one in now.team
        if one.agent in now.jobs
        and now.jobs[one.agent].recipe.tool == tool
        and not one.resources.get(tool)
    ]
    return min(found, default=(0, ""))[1]


def _open_up(now: Situation) -> Choice | None:
    """Give a further opener to an agent without one."""
    if now.has[now.opener] < 2 or now.opener not in now.rules.shareable:
        return None
    without = [one for one in now.mates if not one.resources.get(now.opener)]
    ranked = [(one.agent not in now.jobs, one.agent == now.smith, one.agent) for one in without]
    return _giving(now.opener, min(ranked)[2]) if ranked else None


def _feed_makers(now: Situation) -> Choice | None:
    for name in now.lack.steps:
        recipe = now.rules.recipe(name)
        if recipe.gives and (gift := _feed(now, recipe)):
            return gift
    if now.goal.uses and (gift := _feed(now, now.goal)):
        return gift
    further = [recipe for recipe in now.made if now.opener in recipe.gives]
    if now.more_openers and further and now.smith == now.maker(further[0]):
        return _feed(now, further[0], now.more_openers)
    return None


def _feed(now: Situation, recipe: Recipe, times: int = 1) -> Choice | None:
    """Give a recipe's maker an item, if it is this agent's turn among those that have it."""
    to = next(one for one in now.team if one.agent == now.maker(recipe))
    if to.agent == now.me:
        return None
    needs = Counter({item: count * times for item, count in recipe.uses.items()})
    for station in recipe.stations:
        if not now.usable(station, to.position):
            needs.update(placing(now.rules, station).uses)
    for item, count in needs.items():
        if now.has[item] <= 0:
            continue
        short = count - to.resources.get(item, 0)
        others = (one for one in now.team if one.agent != to.agent)
        holders = [one.agent for one in others if one.resources.get(item)]
        if item in now.rules.shareable and short > 0 and now.me in holders[:short]:
            return _giving(item, to.agent)
    return None


def post(now: Situation) -> Cell | None:
    """Return the station at which this agent is to make something that the team has none of."""
    if now.smith != now.me:
        return None
    cells = [cell for use in now.made for station in use.stations for cell in now.standing[station]]
    return min(cells, key=lambda cell: apart(cell, now.sight.position))
