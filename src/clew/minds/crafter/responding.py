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
from clew.agents.damcs.response import EAT, HELP, NAVIGATE, NONE, SHARE, SLEEP, UNEXPLORED, Response
from clew.agents.damcs.tasks import Respond
from clew.agents.damcs.working import Working
from clew.envs.crafter.sight import DIRECTIONS, apart
from clew.llm.base import Task
from clew.llm.rules import Rule
from clew.minds.crafter.making import Choice, going, hand_over, make, post, supply
from clew.minds.crafter.situation import Situation

__all__ = ["RULES", "choose"]

_LOW, _EMPTY, _FULL = 3, 1, 7
_NEAR = 6
"""Steps worth walking for a low need; for an empty one, any number."""
_LEASH = 6
"""Distance from its station within which a maker gathers."""
_WOOD_WAY = 12
"""Distance within which agents of a team gather wood; those farther away explore."""
_STICK = 3
"""Bonus in steps for the target that an agent is already going to."""


def choose(working: Working) -> Choice:
    """Return what to do now."""
    now = Situation(working)
    for rule in (_survive, _win, make, supply, _take, _gather):
        choice = rule(now)
        if choice is not None:
            return choice
    return _look(now)


def _survive(now: Situation) -> Choice | None:
    """Fight attackers; drink, eat and sleep before it becomes fatal."""
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
        cost = now.ways.cost(now.ways.to(thing))
        if (level <= _LOW and cost <= _NEAR) or (level <= _EMPTY and cost < FAR):
            return going(goal, thing, f"{vital} is {level}")
        if level <= 0:
            return going(goal, UNEXPLORED, f"{vital} is {level}")
    # Sleep takes some ninety steps; without energy, health lasts longer than that.
    tired = vitals.get("energy", _FULL) <= 0 and vitals.get("health", _FULL) <= _LOW
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
    """Use the goal's tool, or hand it to a nearer agent."""
    goal = now.rules.recipe(now.rules.goal)
    if goal.tool and not now.has[goal.tool]:
        return None
    if now.sight.faced() in goal.facing:
        return Choice(goal=goal.name, action="do", reason="nothing is missing")
    gift = hand_over(now, goal)
    if gift is not None:
        return gift
    for material in goal.facing:
        if now.ways.cost(now.ways.to(material)) < FAR:
            return going(goal.name, material, "the tool is there")
    return going(goal.name, UNEXPLORED, f"no {goal.facing[0]} was seen")


def _take(now: Situation) -> Choice | None:
    """Take what is in front, if it is wanted."""
    for recipe, _ in now.sources():
        if not now.working.feedback.missing[recipe.name]:
            return Choice(goal=recipe.name, action="do", reason="it is in front")
    return None


def _gather(now: Situation) -> Choice | None:
    """Go to the nearest wanted material; stone, which is everywhere, comes last."""
    station, last = post(now), now.working.last_actions[-1:]
    found = []
    for recipe, material in now.sources():
        if recipe.tool and not now.has[recipe.tool] and not now.carries(recipe.tool):
            continue
        cell = now.ways.to(material)
        cost = now.ways.cost(cell)
        away = station is not None and cell is not None and apart(station, cell) > _LEASH
        if cost >= FAR or away or (material == "tree" and now.mates and cost > _WOOD_WAY):
            continue
        if last == (f"{NAVIGATE} to {material}",):
            cost = max(0, cost - _STICK)
        late = material == "stone" and not _first_stone(now)
        found.append((late, cost, recipe.name, material))
    if not found:
        return None
    late, cost, name, material = min(found)
    if late and _hidden(now):
        return None
    return going(name, material, f"about {cost} steps away")


def _first_stone(now: Situation) -> bool:
    """Return whether a stone tool is missing, which makes stone as urgent as anything else."""
    return any(
        "stone" in recipe.uses and recipe.gives and recipe.name in now.lack.steps
        for recipe in now.made
    )


def _hidden(now: Situation) -> list[str]:
    """Return wanted materials without a known place; for a team, also the goal's."""
    wanted = [material for _, material in now.sources()]
    wanted += now.rules.recipe(now.rules.goal).facing if now.mates else ()
    return [material for material in wanted if not now.known.where(material)]


def _look(now: Situation) -> Choice:
    """Look for what is wanted, or wait at the station to which others bring things."""
    station = post(now)
    if station is not None and any(mate.resources.get(now.opener) for mate in now.mates):
        reason, goal = "others bring what is needed", now.rules.goal
        if apart(station, now.sight.position) > 2:
            return going(goal, now.known.at(station), reason)
        return Choice(goal=goal, action="noop", reason=reason)
    hidden = _hidden(now)
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
    items = {} if lack is None else lack.items
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
