"""Ariadne's offline mind: rules for all that it asks. No model, no download.

They explore what is unexplored, take and read what may matter, use what fits, and go back to
what they know. What they know is what their memory brings up: the rules keep nothing. They are
the baseline that a language model must beat, and the instrument with which memories compare.
"""

import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from clew.agents.ariadne.tasks import Action, Choose, Explore, Exploring, MakePlan, Plan, SubGoal
from clew.ask.tasks import EntityDepth, EntityDepths, QueryEntities
from clew.llm.base import Task
from clew.llm.rules import Rule
from clew.minds.textworld.acts import (
    check_planned,
    do_planned,
    drop_spare,
    explore_on,
    go_planned,
    look_again,
    read_now,
    take_here,
    use_here,
)
from clew.minds.textworld.aims import TOOLS, aim_of
from clew.minds.textworld.beliefs import CARRIED, Beliefs, believed, read
from clew.minds.textworld.belongings import homes
from clew.minds.textworld.world_kinds import aims, kind_of, stands
from clew.text import normalise_name

__all__ = ["RULES", "choose", "explore", "focus", "plan"]

_MOST = 24
"""Names that a search starts from: those of the plan first, then what is carried, then seen."""
_FURTHER = 2
"""How far a search goes from what the plan names: from a key over its lock to a room."""
_PLANNED = re.compile(r"(.+?) \(.*\)")
_ORDER = {"find": 1, "prepare": 2}
"""Sub-goals that come after those that can be done in a known place."""
_HARMLESS = ("look", "examine", "inventory")
"""What cannot lose a game."""


def focus(task: QueryEntities) -> EntityDepths:
    """Name what the plan is about, what is carried, and what is seen."""
    names: dict[str, int] = {}
    lines = task.text.splitlines()
    for line in lines:
        planned = _PLANNED.fullmatch(line)
        for name in _about(planned[1]) if planned else ():
            names.setdefault(name, _FURTHER)
    statements = read("\n".join(line for line in lines if not _PLANNED.fullmatch(line)))
    carried = [one for one, _, place in statements if normalise_name(place) == CARRIED]
    for name in carried:
        names.setdefault(name, _FURTHER)
        for place in homes(name)[:2]:
            names.setdefault(place, 1)
    for one, relation, _ in statements:
        if relation.startswith("is ") and one != "player":
            names.setdefault(one, 1)
    found: dict[str, EntityDepth] = {}
    for name, depth in names.items():
        found.setdefault(normalise_name(name), EntityDepth(name=name[:300], depth=depth))
    return EntityDepths(entities=tuple(found.values())[:_MOST])


def _about(sub_goal: str) -> Iterator[str]:
    """Yield the things that a sub-goal is about."""
    aim = aim_of(sub_goal)
    unlocks = re.fullmatch(r"what (.+) unlocks", aim.thing)
    yield unlocks[1] if unlocks else aim.thing
    if aim.other:
        yield aim.other
    if aim.verb in TOOLS:
        yield TOOLS[aim.verb]


def explore(task: Explore) -> Exploring:
    """Explore while a sub-goal is to find something, or has a place that is not known."""
    return Exploring(
        explore=any(
            one.sub_goal.startswith(("find ", "examine ")) or "not known" in one.reason
            for one in task.plan.steps
        )
    )


def plan(task: MakePlan) -> Plan:
    """Plan from what is known; keep sub-goals in hand that memory has lost the cause of."""
    situation = task.situation
    told = believed(situation)
    steps = {one.sub_goal: one for one in aims(told, situation)}
    for old in situation.plan.steps if situation.plan else ():
        if old.sub_goal not in steps and stands(old, told, situation):
            steps[old.sub_goal] = old
    if not steps:
        steps = {"find what helps": SubGoal(sub_goal="find what helps", reason="nothing is known")}
    ordered = sorted(steps.values(), key=lambda one: _ORDER.get(aim_of(one.sub_goal).verb, 0))
    return Plan(main_goal=situation.goal[:1000], steps=tuple(ordered)[:30])


def choose(task: Choose) -> Action:
    """Do what helps here; else go where the plan leads, else explore, else look again.

    Where memory has lost whether a sub-goal is done, exploring comes before going there to see.

    In a house to be tidied exploring comes first: what is carried is put down on the way.
    """
    told = believed(task.situation)
    onward: tuple[_Act, ...] = (go_planned, explore_on)
    if kind_of(task.situation).explores_first:
        onward = (explore_on, go_planned)
    at_last = (check_planned, look_again)
    for act in (read_now, take_here, use_here, do_planned, drop_spare, *onward, *at_last):
        for found in act(task, told):
            if found.action not in task.refused and not _vain(task, found.action):
                return found
    left = [one for one in task.actions if one not in task.refused]
    harmless = [one for verb in _HARMLESS for one in left if one.partition(" ")[0] == verb]
    return Action(reason="nothing better is known", action=(*harmless, *left, "look")[0])


_Act = Callable[[Choose, Beliefs], Iterator[Action]]


def _vain(task: Choose, action: str) -> bool:
    """Tell whether an action was done just now: what is no way and no change is not repeated."""
    if action.startswith("go "):
        return False
    return any(done == action for _, done in task.situation.history)


RULES: Mapping[type[Task[Any]], Rule] = MappingProxyType(
    {QueryEntities: focus, Explore: explore, MakePlan: plan, Choose: choose}
)
