"""Ariadne's offline mind: rules for all of its tasks, without a model or a download.

They explore, take and read what may matter, use what fits, and return to known places. The rules
store nothing: all they know is what the memory recalls. They are the baseline for language models
and the means to compare memories.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from clew.agents.ariadne.tasks import (
    Action,
    Choose,
    Decide,
    Decided,
    Explore,
    Exploring,
    MakePlan,
    Plan,
    SubGoal,
)
from clew.ask.tasks import EntityDepth, EntityDepths, QueryEntities
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
from clew.minds.textworld.aims import TOOLS, aim_of, seeks
from clew.minds.textworld.beliefs import Beliefs, believed, read
from clew.minds.textworld.belongings import homes
from clew.minds.textworld.deeds import INVENTORY
from clew.minds.textworld.world_kinds import kind_of, stands
from clew.regex import Regex
from clew.text import normalise_name

__all__ = ["choose", "decide", "explore", "focus", "plan"]

_MOST = 24
"""Most names to search from: from the plan first, then carried things, then seen ones."""
_FURTHER = 2
"""Search depth from names in the plan: from a key via its lock to a room."""
_PLANNED = Regex(r"(.+?) \(.*\)")
_ORDER = {"find": 1, "prepare": 2}
"""Verbs of sub-goals that come after those with a known place."""
_HARMLESS = ("look", "examine", "inventory")
"""Verbs that cannot lose a game."""


def focus(task: QueryEntities) -> EntityDepths:
    """Name what the plan mentions, what is carried, and what is seen."""
    names: dict[str, int] = {}
    lines = task.text.splitlines()
    for line in lines:
        planned = _PLANNED.fullmatch(line)
        for name in _about(planned[1]) if planned else ():
            names.setdefault(name, _FURTHER)
    statements = read("\n".join(line for line in lines if not _PLANNED.fullmatch(line)))
    carried = [one for one, _, place in statements if normalise_name(place) == INVENTORY]
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
    """Yield the things that a sub-goal names."""
    aim = aim_of(sub_goal)
    unlocks = re.fullmatch(r"what (.+) unlocks", aim.thing)
    yield unlocks[1] if unlocks else aim.thing
    if aim.other:
        yield aim.other
    if aim.verb in TOOLS:
        yield TOOLS[aim.verb]


def explore(task: Explore) -> Exploring:
    """Explore while a sub-goal is to find something, or its place is unknown."""
    return Exploring(explore=seeks(task.plan))


def plan(task: MakePlan) -> Plan:
    """Plan from what is known; keep open sub-goals whose reason memory has lost."""
    situation = task.situation
    told = believed(situation)
    steps = {one.sub_goal: one for one in kind_of(situation).aims(told, situation)}
    for old in situation.plan.steps if situation.plan else ():
        if old.sub_goal not in steps and stands(old, told, situation):
            steps[old.sub_goal] = old
    if not steps:
        steps = {"find what helps": SubGoal(sub_goal="find what helps", reason="nothing is known")}
    ordered = sorted(steps.values(), key=lambda one: _ORDER.get(aim_of(one.sub_goal).verb, 0))
    return Plan(main_goal=situation.goal[:1000], steps=tuple(ordered)[:30])


def choose(task: Choose) -> Action:
    """Do what helps here; else go where the plan leads, else explore, else look again.

    If memory does not say whether a sub-goal is done, exploring comes before going to check.

    In a house to tidy, exploring comes first: carried things are put down on the way.
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


def decide(task: Decide) -> Decided:
    """Plan, choose by the plan, and name what to look up and whether to explore for it."""
    made = plan(MakePlan(task.situation))
    situation = replace(task.situation, plan=made)
    chosen = choose(Choose(situation, task.actions))
    seen = f"{situation.observation}\n{situation.inventory}"
    return Decided(
        main_goal=made.main_goal,
        steps=made.steps,
        reason=chosen.reason,
        action=chosen.action,
        look_up=focus(QueryEntities(f"{made.text}\n{seen}")).entities,
        explore=explore(Explore(made)).explore,
    )


_Act = Callable[[Choose, Beliefs], Iterator[Action]]


def _vain(task: Choose, action: str) -> bool:
    """Return whether an action was just done; except for moves, it is not repeated."""
    if action.startswith("go "):
        return False
    return any(done == action for _, done in task.situation.history)
