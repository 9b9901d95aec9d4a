"""How the offline mind makes missing things and gives others what they need."""

from collections import Counter
from dataclasses import dataclass

from clew.agents.damcs.lacks import placing
from clew.agents.damcs.navigator import FAR, clearable
from clew.agents.damcs.response import NAVIGATE, NONE, SHARE
from clew.envs.crafter.sight import DIRECTIONS, Cell, apart
from clew.envs.crafter.tech_tree import WALKABLE, Recipe
from clew.minds.crafter.situation import Situation

__all__ = ["Choice", "going", "hand_over", "make", "post", "supply"]

_AT_HAND = 3
"""Distance to a tool's target within which a lone agent makes the tool."""
_HANDOVER = 6
"""How many steps nearer another agent must be to be handed a tool."""


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
        if lack.facing and (action := _free_cell(now, recipe)):
            return Choice(goal=recipe.name, action=action, reason="a free cell is needed")
        near = [name for name in lack.stations if now.usable(name, now.sight.position)]
        if near and all(now.ways.cost(now.ways.to(name)) < FAR for name in near):
            return going(recipe.name, near[0], f"{recipe.name} is made there")
    return None


def _free_cell(now: Situation, recipe: Recipe) -> str | None:
    """Return an action towards facing free ground."""
    if now.sight.faced() in clearable(now.rules, now.has):
        return "do"
    x, y = now.sight.position
    cells = now.sight.cells()
    for name, (dx, dy) in DIRECTIONS.items():
        one, two = cells.get((x + dx, y + dy)), cells.get((x + 2 * dx, y + 2 * dy))
        if one in WALKABLE and two in recipe.facing:
            return f"move_{name}"
    return None


def _wanted(now: Situation, recipe: Recipe) -> bool:
    """Return whether this agent should make something."""
    if recipe.leaves:
        return _wanted_here(now, recipe)
    if now.opener not in recipe.gives:
        return not any(now.pool[item] for item in recipe.gives)
    if not now.has[now.opener]:
        return True
    without = any(not mate.resources.get(now.opener) for mate in now.mates)
    spare = all(now.has[i] - count >= now.kept(i) for i, count in recipe.uses.items())
    return without and spare and now.has[now.opener] < 2


def _wanted_here(now: Situation, station: Recipe) -> bool:
    """Return whether to place a station here, because something can be made at it at once."""
    if now.usable(station.leaves, now.sight.position):
        return False
    left = Counter(now.has)
    left.subtract(station.uses)
    return any(
        station.leaves in use.stations
        and _wanted(now, use)
        and all(left[item] >= count for item, count in use.uses.items())
        and (now.maker(use) == now.me or (now.opener in use.gives and now.pool[now.opener] > 0))
        and _at_hand(now, use)
        for use in now.made
    )


def _at_hand(now: Situation, use: Recipe) -> bool:
    """Return whether to make a tool here rather than nearer to its target.

    A tool that others need is made at once, as it can be given over any distance; so is the goal's
    tool, as nothing has to be brought back to a station afterwards.
    """
    serves = [recipe for recipe in now.rules.recipes if recipe.tool in use.gives]
    if now.mates or any(recipe.name == now.rules.goal for recipe in serves):
        return True
    cells = [now.ways.to(material) for recipe in serves for material in recipe.facing]
    most = _AT_HAND if now.sight.faced() in WALKABLE else _AT_HAND - 1
    return min((now.ways.cost(cell) for cell in cells), default=0) <= most


def hand_over(now: Situation, use: Recipe) -> Choice | None:
    """Give a tool to an agent that has none and is much nearer to its target."""
    tool = use.tool
    if tool not in now.rules.shareable or not now.has[tool]:
        return None
    cells = [cell for material in use.facing for cell in now.known.where(material)]
    without = [mate for mate in now.mates if not mate.resources.get(tool)]
    if not cells or not without:
        return None
    mine = min(apart(now.sight.position, cell) for cell in cells)
    mine = FAR if now.has[tool] > 1 else mine
    cost, agent = min((min(apart(m.position, c) for c in cells), m.agent) for m in without)
    return _giving(tool, agent) if cost + _HANDOVER < mine else None


def supply(now: Situation) -> Choice | None:
    """Give what another agent needs: a tool, or an item for what it is to make."""
    if not now.mates:
        return None
    for use in now.rules.recipes:
        wanted = use.name == now.rules.goal or any(now.lack.raw.get(item) for item in use.gives)
        if use.tool and wanted and (gift := hand_over(now, use)):
            return gift
    for name in now.lack.steps:
        recipe = now.rules.recipe(name)
        if recipe.gives and (gift := _feed(now, recipe)):
            return gift
    return None


def _feed(now: Situation, recipe: Recipe) -> Choice | None:
    """Give a recipe's maker an item, if it is this agent's turn among those that have it."""
    to = next(one for one in now.team if one.agent == now.maker(recipe))
    if to.agent == now.me:
        return None
    needs = Counter(recipe.uses)
    for station in recipe.stations:
        if not now.usable(station, to.position):
            needs.update(placing(now.rules, station).uses)
    for item, count in needs.items():
        short = count - to.resources.get(item, 0)
        others = (one for one in now.team if one.agent != to.agent)
        holders = [one.agent for one in others if one.resources.get(item)]
        if item in now.rules.shareable and short > 0 and now.me in holders[:short]:
            return _giving(item, to.agent)
    return None


def post(now: Situation) -> Cell | None:
    """Return the station at which this agent is to make something that the team has none of."""
    if not now.mates:
        return None
    for use in now.made:
        cells = [cell for station in use.stations for cell in now.standing[station]]
        made = any(now.pool[item] for item in use.gives)
        if cells and not made and now.maker(use) == now.me:
            return min(cells, key=lambda cell: apart(cell, now.sight.position))
    return None
