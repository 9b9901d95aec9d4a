"""Ariadne's offline mind: rules for all that it asks. No model, no download.

They explore what is unexplored, take and read what may matter, use what fits, and go back to
what they know. What they know is what their memory brings up: the rules keep nothing. They are
the baseline that a language model must beat, and the instrument with which memories compare.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from clew.agents.ariadne.aims import (
    COOK_VERBS,
    CUT_VERBS,
    aims,
    is_cooking,
    is_tidying,
    mentions,
    wanted,
)
from clew.agents.ariadne.known import CARRIED, Known, known
from clew.agents.ariadne.tasks import (
    Action,
    Choose,
    Explore,
    Exploring,
    MakePlan,
    Plan,
    Situation,
    SubGoal,
)
from clew.llm.base import Task
from clew.llm.rules import Rule
from clew.qa.tasks import EntityDepth, EntityDepths, QueryEntities
from clew.text import normalise_name

__all__ = ["RULES", "choose", "explore", "focus", "plan"]

_READABLE = re.compile(r"\b(?:note|letter|paper|scroll|manual|map|diary|cookbook|recipe)s?\b", re.I)
_TAKE = re.compile(r"take (.+?)(?: from .+)?", re.IGNORECASE)
_NAMES = re.compile(
    r"\b(?:[\w'-]+ )?(?:key|locker|chest|note|door|box|safe|cabinet|treasure)(?: \d+)?\b", re.I
)
_FURTHER = 2
"""How far a search goes from what the plan names: from a key over its lock to a room."""


def focus(task: QueryEntities) -> EntityDepths:
    """Name what the plan's sub-goals are about, and what the observation shows."""
    names: dict[str, int] = {}
    for line in task.text.splitlines():
        goal = re.fullmatch(
            r"(?:[\w-]+) (.+?)(?: (?:with|on|from|unlocks) (.+?))?(?: \(.*\))?", line
        )
        for name in goal.groups() if goal else ():
            if name and len(name) < 60:
                names.setdefault(name, _FURTHER)
        for found in _NAMES.findall(line):
            names.setdefault(found, 1)
    few = list(names.items())[:16]
    return EntityDepths(entities=tuple(EntityDepth(name=name, depth=depth) for name, depth in few))


def explore(task: Explore) -> Exploring:
    """Explore while a sub-goal is to find something."""
    first = task.plan.steps[0].sub_goal
    return Exploring(
        explore=any(one.sub_goal.startswith("find ") for one in task.plan.steps[:3])
        or "not known" in task.plan.steps[0].reason
        or first == "examine cookbook"
    )


def plan(task: MakePlan) -> Plan:
    """Plan from what is known; keep sub-goals in hand that memory has lost the cause of."""
    situation = task.situation
    told = known(situation)
    steps = {one.sub_goal: one for one in aims(told, situation)}
    for old in situation.plan.steps if situation.plan else ():
        if old.sub_goal not in steps and _stands(old, told):
            steps = {old.sub_goal: old} | steps
    if not steps:
        steps = {"find what helps": SubGoal(sub_goal="find what helps", reason="nothing is known")}
    return Plan(main_goal=situation.goal[:1000], steps=tuple(steps.values())[:30])


def _stands(old: SubGoal, told: Known) -> bool:
    """Tell whether a sub-goal that nothing recalled supports is still to be done."""
    use = re.fullmatch(r"unlock (.+) with (.+)", old.sub_goal)
    if use is None:
        return False
    lock, key = normalise_name(use[1]), normalise_name(use[2])
    done = told.states.get(lock, set()) & {"open", "unlocked"}
    return told.places.get(key) == CARRIED and not done


def choose(task: Choose) -> Action:
    """Do what helps here; else go where the plan leads, else explore, else look again."""
    situation = task.situation
    told = known(situation)
    for found in (
        _read_now(task),
        _take_here(task, told),
        _use_here(task, told),
        _planned(task, told),
        _unexplored(task),
        _again(task, told),
    ):
        if found is not None and found.action not in task.refused:
            return found
    action = next((one for one in task.actions if one not in task.refused), "look")
    return Action(reason="nothing better is known", action=action)


def _acts(task: Choose, verb: str) -> list[str]:
    return [one for one in task.actions if one.casefold().startswith(f"{verb} ")]


def _read_now(task: Choose) -> Action | None:
    """Read what was just taken."""
    last = task.situation.history[-1][1] if task.situation.history else ""
    taken = _TAKE.fullmatch(last)
    if taken is None or not _READABLE.search(taken[1]):
        return None
    for action in (*_acts(task, "read"), *_acts(task, "examine")):
        if normalise_name(action.split(" ", 1)[1]) == normalise_name(taken[1]):
            return Action(reason=f"{taken[1]} was just taken; it may say what to do", action=action)
    return None


def _take_here(task: Choose, told: Known) -> Action | None:
    for action in _acts(task, "take"):
        match = _TAKE.fullmatch(action)
        if match and wanted(match[1], told, task.situation) and not _dropped(task, match[1]):
            return Action(reason=f"{match[1]} may be needed", action=action)
    return None


def _dropped(task: Choose, thing: str) -> bool:
    """Tell whether taking a thing failed or was undone lately."""
    key = normalise_name(thing)
    return any(
        mentions(done, key) and done.startswith(("take", "drop", "put"))
        for _, done in task.situation.history
    )


def _use_here(task: Choose, told: Known) -> Action | None:
    """Unlock what a key fits, open what was unlocked or may hold something."""
    for action in _acts(task, "unlock"):
        return Action(reason="a key in hand fits", action=action)
    if is_cooking(task.situation):
        return _open_for(task, told, ("fridge", "refrigerator"))
    if is_tidying(task.situation):
        return None
    for action in _acts(task, "open"):
        return Action(reason="it may hold something", action=action)
    return None


def _open_for(task: Choose, told: Known, names: Sequence[str]) -> Action | None:
    del told
    for action in _acts(task, "open"):
        if action.split(" ", 1)[1].casefold() in names:
            return Action(reason="it may hold what is needed", action=action)
    return None


def _planned(task: Choose, told: Known) -> Action | None:
    """Do the first sub-goal that can be done here or whose place is known."""
    situation = task.situation
    assert situation.plan is not None
    for one in situation.plan.steps:
        if action := _done_by(one.sub_goal, task.actions, told):
            return Action(reason=f"{one.sub_goal}: {one.reason}", action=action)
        place = _place(one.sub_goal, told, situation)
        if place is None or place == situation.location:
            continue
        if (walk := f"go to {place}") in task.actions:
            return Action(reason=f"{one.sub_goal}: {one.reason}", action=walk)
    return None


def _done_by(sub_goal: str, actions: Iterable[str], told: Known) -> str | None:
    """Return the action that a sub-goal names, if it can be done."""
    verb, _, rest = sub_goal.partition(" ")
    if verb == "find":
        return None
    if verb == "put":
        thing, _, place = rest.rpartition(" on ")
        return _putting(thing, place, actions)
    named = [one for one in actions if one.split(" ", 1)[0].casefold() == verb]
    for action in named:
        after = normalise_name(action.split(" ", 1)[-1])
        key = normalise_name(rest)
        if after == key or after.startswith((f"{key} from ", f"{key} with ")):
            return action
    if verb in ("take", *CUT_VERBS.values(), *COOK_VERBS.values()):
        return None
    del told
    return next((one for one in named if mentions(one, rest)), None)


def _putting(thing: str, place: str, actions: Iterable[str]) -> str | None:
    every = list(actions)
    for verb in ("put", "insert"):
        for action in every:
            if (
                action.startswith(f"{verb} ")
                and mentions(action, thing)
                and mentions(action, place)
            ):
                return action
    return next(
        (one for one in every if normalise_name(one) == normalise_name(f"open {place}")), None
    )


def _place(sub_goal: str, told: Known, situation: Situation) -> str | None:
    """Return the room where a sub-goal is done, if it is known."""
    verb, _, rest = sub_goal.partition(" ")
    rooms = situation.rooms
    if verb == "find":
        return None
    if verb in COOK_VERBS.values():
        tool = {"fry": "stove", "roast": "oven", "grill": "bbq"}[verb]
        return told.room_of(tool, rooms)
    if verb in CUT_VERBS.values():
        return None
    if sub_goal == "prepare meal":
        return next((room for room in rooms if room.casefold() == "kitchen"), None)
    thing = rest
    if verb == "put":
        thing = rest.rpartition(" on ")[2]
    elif verb == "unlock":
        thing = rest.rpartition(" with ")[0]
    return told.room_of(normalise_name(thing), rooms)


def _unexplored(task: Choose) -> Action | None:
    """Take the nearest exit never taken, on the way through a closed door if there is one."""
    situation = task.situation
    for room, exits in situation.unexplored:
        if room == situation.location:
            for way in exits:
                if (action := f"go {way}") in task.actions:
                    return Action(reason=f"nobody knows what is {way} of {room}", action=action)
            for action in _acts(task, "open"):
                if re.search(r"\b(?:door|gate|portal|hatch|doorway)\b", action):
                    return Action(reason="there may be something behind it", action=action)
        elif exits and (walk := f"go to {room}") in task.actions:
            return Action(reason=f"from {room} there are ways never taken", action=walk)
    return None


def _again(task: Choose, told: Known) -> Action | None:
    """Look again where it was not looked for longest: memory may have lost what is there."""
    del told
    for action in _acts(task, "open"):
        return Action(reason="it may hold something", action=action)
    for room in task.situation.rooms:
        if room != task.situation.location and (walk := f"go to {room}") in task.actions:
            return Action(reason=f"what there is in {room} is worth another look", action=walk)
    return None


RULES: Mapping[type[Task[Any]], Rule] = MappingProxyType(
    {QueryEntities: focus, Explore: explore, MakePlan: plan, Choose: choose}
)
