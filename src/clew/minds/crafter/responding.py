"""The offline mind: decides by the crafting rules, the agent's own map and its messages.

One policy for any number of agents. The team's needs are computed from all known inventories;
things are made by whoever lacks least for them; items are given to those that need them; then each
agent gathers what is nearest, or looks for what nobody has seen. It only uses what its task
contains.
"""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from clew.agents.damcs.navigator import FAR
from clew.agents.damcs.response import (
    EAT,
    HELP,
    NAVIGATE,
    NONE,
    SHARE,
    SLEEP,
    UNEXPLORED,
    WAIT,
    Response,
)
from clew.agents.damcs.tasks import Respond
from clew.agents.damcs.working import Working
from clew.envs.crafter.sight import DIRECTIONS, Cell, apart
from clew.envs.crafter.tech_tree import Recipe
from clew.llm.base import Task
from clew.llm.rules import Rule
from clew.minds.crafter.making import Choice, free_cell, going, make, post, supply
from clew.minds.crafter.situation import Situation

__all__ = ["RULES", "choose"]

_LOW, _FULL = 3, 7
_NEAR = 6
"""Steps worth walking for a low need; for an empty one, any number once health gets low."""
_FADES, _SPARE = 16, 40
"""Steps that a point of health lasts when a need is empty, and steps to spare; a search for what
is not known is given as many."""
_WEAK = 2
"""Health at which an agent without energy sleeps."""
_LEASH = 6
"""Distance from its station within which a maker gathers."""
_STICK = 3
"""Bonus in steps for the target that an agent is already going to."""


def choose(working: Working) -> Choice:
    """Return what to do now."""
    now = Situation(working)
    for rule in (_survive, _win, make, supply, _take, _work if now.mates else _gather):
        choice = rule(now)
        if choice is not None:
            return choice
    return _look(now)


def _survive(now: Situation) -> Choice | None:
    """Fight attackers; drink, eat and sleep before it becomes fatal.

    An empty need takes health slowly, so a long way for it waits until health demands it.
    """
    fight = _fight(now)
    if fight is not None:
        return fight
    faced, vitals = now.sight.faced(), now.sight.vitals
    for vital, thing, goal in (("drink", "water", "collect_drink"), ("food", "cow", EAT)):
        level = vitals.get(vital, _FULL)
        if goal not in now.world.goals or level >= _FULL:
            continue
        if faced == thing:
            return Choice(goal=goal, action="do", reason=f"{vital} is {level}")
        if level > _LOW:
            continue
        cost = now.ways.cost(now.ways.to(thing))
        known = cost < FAR
        left = vitals.get("health", _FULL) * _FADES - (cost if known else _SPARE)
        if cost <= _NEAR or (level <= 0 and left <= _SPARE):
            return going(goal, thing if known else UNEXPLORED, f"{vital} is {level}")
    # Sleep takes some ninety steps; without energy, health lasts longer than that.
    tired = vitals.get("energy", _FULL) <= 0 and vitals.get("health", _FULL) <= _WEAK
    if tired and not _nearly(now):
        return Choice(goal=SLEEP, action="sleep", reason="there is no energy left")
    return None


def _nearly(now: Situation) -> bool:
    """Return whether the goal's tool is at hand and the goal in sight."""
    goal = now.rules.recipe(now.rules.goal)
    return now.has[goal.tool] > 0 and any(now.known.where(name) for name in goal.facing)


def _fight(now: Situation) -> Choice | None:
    x, y = now.sight.position
    cells = now.sight.cells()
    for name, (dx, dy) in DIRECTIONS.items():
        if cells.get((x + dx, y + dy)) in ("zombie", "skeleton"):
            action = "do" if now.sight.facing == (dx, dy) else f"move_{name}"
            return Choice(goal=now.rules.goal, action=action, reason="it attacks")
    return None


def _win(now: Situation) -> Choice | None:
    """Do the goal if nothing is missing; go where it can be done, if only the place is missing."""
    goal = now.goal
    lack = now.working.feedback.missing[goal.name]
    if not lack:
        return Choice(goal=goal.name, action=goal.action, reason="nothing is missing")
    if lack.items or (now.mates and goal.tool and not _on(now, goal)):
        return None
    if goal.action != "do" and lack.facing and (action := free_cell(now, goal)):
        return Choice(goal=goal.name, action=action, reason="a free cell is needed")
    for name in (*lack.stations, *lack.facing):
        if now.ways.cost(now.ways.to(name)) < FAR:
            return going(goal.name, name, "nothing else is missing")
    return None


def _on(now: Situation, recipe: Recipe) -> bool:
    """Return whether this agent of a team is the one to go for something."""
    job = now.jobs.get(now.me)
    return job is not None and job.recipe == recipe


def _take(now: Situation) -> Choice | None:
    """Take what is in front, if it is wanted."""
    for recipe, _ in now.sources():
        if not now.working.feedback.missing[recipe.name]:
            return Choice(goal=recipe.name, action="do", reason="it is in front")
    return None


def _work(now: Situation) -> Choice | None:
    """Go for what this agent of a team is to get; wait there for the tool, if it has none."""
    station = post(now)
    if station is not None:
        return _attend(now, station)
    job = now.jobs.get(now.me)
    if job is None:
        return None
    material, recipe = now.known.at(job.cell), job.recipe
    cost = now.ways.cost(now.ways.to(material))
    if cost >= FAR:
        return None
    if now.sight.faced() == material:
        return Choice(goal=recipe.name, action=WAIT, reason=f"I wait here for the {recipe.tool}")
    return going(recipe.name, material, f"about {cost} steps away")


def _attend(now: Situation, station: Cell) -> Choice:
    """Stay where something is made of what others bring; gather what is near."""
    near = []
    for recipe, material in now.sources():
        cell = now.ways.to(material)
        if (
            cell is None
            or apart(station, cell) > _LEASH
            or (recipe.tool and not now.has[recipe.tool])
        ):
            continue
        near.append((now.ways.cost(cell), recipe.name, material))
    if near and min(near)[0] < FAR:
        cost, name, material = min(near)
        return going(name, material, f"about {cost} steps away")
    reason, goal = "others bring what is needed", now.rules.goal
    if apart(station, now.sight.position) > 2:
        return going(goal, now.known.at(station), reason)
    return Choice(goal=goal, action=WAIT, reason=reason)


def _gather(now: Situation) -> Choice | None:
    """Go to the nearest wanted material; stone, which is everywhere, comes last."""
    last = now.working.last_actions[-1:]
    found = []
    for recipe, material in now.sources():
        if recipe.tool and not now.has[recipe.tool] and not now.carries(recipe.tool):
            continue
        cost = now.ways.cost(now.ways.to(material))
        if cost >= FAR:
            continue
        if last == (f"{NAVIGATE} to {material}",):
            cost = max(0, cost - _STICK)
        late = material == "stone" and not _first_stone(now)
        found.append((late, cost, recipe.name, material))
    if not found:
        return None
    late, cost, name, material = min(found)
    if late and now.hidden():
        return None
    return going(name, material, f"about {cost} steps away")


def _first_stone(now: Situation) -> bool:
    """Return whether a stone tool is missing, which makes stone as urgent as anything else."""
    return any(
        "stone" in recipe.uses and recipe.gives and recipe.name in now.lack.steps
        for recipe in now.made
    )


def _look(now: Situation) -> Choice:
    """Look for what is wanted and has no known place."""
    hidden = now.hidden()
    goals = [recipe.name for recipe, material in now.sources() if material in hidden]
    reason = f"no {', '.join(hidden) or 'new thing'} was seen"
    return going(goals[-1] if goals else now.rules.goal, UNEXPLORED, reason)


def _respond(task: Respond) -> Response:
    now, choice = task.working, choose(task.working)
    sight = now.sight
    moved = f"I was at {sight.position[0]},{sight.position[1]} with {_held(sight.inventory)}"
    answer = task.output_type.model_validate(
        {
            "reflection": {"facing": sight.faced() or NONE},
            "goal": {
                "ultimate": now.world.rules.goal,
                "long_term": _long_term(now, choice),
                "current": choice.goal,
                "reason": choice.reason,
            },
            "action": {
                "name": choice.action,
                "reason": choice.reason,
                "destination": choice.destination,
                "item": choice.item,
                "recipient": choice.recipient,
            },
            "collaboration": _collaboration(now, choice),
            "summary": f"{moved}; for {choice.goal}: {choice.reason}.",
        }
    )
    assert isinstance(answer, Response)
    return answer


def _held(inventory: Mapping[str, int]) -> str:
    return ", ".join(f"{count} {item}" for item, count in inventory.items()) or "nothing"


def _long_term(now: Working, choice: Choice) -> str:
    """Return the first goal on the way to the last one that is not done yet."""
    rules = now.world.rules
    for name in now.world.long_term_goals:
        if name == HELP:
            continue
        recipe = rules.recipe(name)
        there = recipe.leaves and recipe.action != "do" and now.known.where(recipe.leaves)
        has = any(now.sight.inventory.get(item) for item in recipe.gives)
        if not (there or has or name in now.sight.achievements):
            return HELP if choice.action == SHARE else name
    return rules.goal


def _collaboration(now: Working, choice: Choice) -> Mapping[str, Any]:
    """Return whom the agent helps, and what it asks the others for."""
    if not now.role.tells:
        return {}
    lack = now.feedback.missing.get(choice.goal)
    items = {} if lack is None or choice.destination == UNEXPLORED else lack.items
    given = choice.action == SHARE
    return {
        "helps": choice.recipient if given else (now.role.helps or NONE),
        "need": choice.item if given else NONE,
        "how": f"I give {choice.item}" if given else f"I see to {choice.goal}",
        "can_help_now": given,
        "requests": [
            {"item": item, "count": count}
            for item, count in items.items()
            if item in now.world.items
        ],
    }


RULES: Mapping[type[Task[Any]], Rule] = MappingProxyType({Respond: _respond})
"""For the task that agents in Crafter ask at every decision."""
