"""One decision as it is remembered: the situation, the answer and the result."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from clew.agents.damcs.response import Response
from clew.agents.damcs.working import Effort, Retrospection, Working, lacking
from clew.envs.crafter.sight import Sight
from clew.envs.crafter.tech_tree import WALKABLE
from clew.envs.crafter.telling import counts

__all__ = ["Experience", "changes", "efforts", "plain_words", "situation"]

_JOINT = re.compile(r"_(?!\d)")  # agent_0 stays one word
_SEEN = 12
"""Most kinds of thing in view that a text names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Experience:
    """One decision: the situation, the answer and the result."""

    working: Working
    """The pre-stage."""
    response: Response
    """The post-stage."""
    actions: tuple[str, ...]
    """The world's actions that carried it out, in order."""
    outcome: Sight
    """What was seen afterwards."""

    @property
    def step(self) -> int:
        """The step of the decision."""
        return self.working.sight.step

    @property
    def changed(self) -> tuple[str, ...]:
        """Its effects, in words."""
        return changes(self.working.sight, self.outcome)

    @property
    def text(self) -> str:
        """The experience as text, for people and for search: situation, action, reason."""
        sight, said = self.working.sight, self.response
        aims, action = said.goal, said.action
        lines = [
            f"{sight.agent}, step {sight.step}. Goal: {plain_words(aims.current)}, "
            f"for {plain_words(aims.long_term)}.",
            situation(sight),
            *(f"Heard: {message.words}" for message in self.working.messages),
            f"Did: {plain_words(action.words)}. Result: {', '.join(self.changed)}.",
            f"Why: {action.reason or aims.reason}" if action.reason or aims.reason else "",
            said.summary,
        ]
        return "\n".join(line for line in lines if line)

    def attributes(self, achieved: Mapping[str, int]) -> dict[str, object]:
        """Return the experience as data, the pre-stage and the post-stage.

        `achieved` maps what the agent has done so far to the step of it.
        """
        working, sight = self.working, self.working.sight
        current = str(self.response.goal.current)
        lack = working.feedback.missing.get(current)
        pre = {
            "perceived": {
                "position": list(sight.position),
                "facing": sight.faced(),
                "near": sorted(sight.near()),
                "inventory": dict(sight.inventory),
                "vitals": dict(sight.vitals),
                "messages": [message.words for message in working.messages],
            },
            "fed_back": {
                "ready": [name for name, each in working.feedback.missing.items() if not each],
                "missing": {current: lacking(lack)} if lack else {},
            },
            "recalled": _recalled(working.retrospection),
        }
        return {
            "step": sight.step,
            "goal": current,
            "long_term": str(self.response.goal.long_term),
            "action": self.response.action.words,
            "actions": list(self.actions),
            "result": ", ".join(self.changed),
            "achieved": dict(achieved),
            "pre": pre,
            "post": self.response.model_dump(mode="json", exclude_defaults=True),
        }


def _recalled(found: Retrospection) -> dict[str, object]:
    """Return what was recalled, except what the graph records anyway."""
    kept = {
        "long_term": found.long_term,
        "goal": found.goal,
        "progress": found.progress,
        "efforts": len(found.efforts),
        "past_goals": len(found.past_goals),
        "similar": list(found.similar),
    }
    return {name: value for name, value in kept.items() if value}


def situation(sight: Sight) -> str:
    """Return an agent's position, inventory and view, worded as in every experience."""
    seen = dict.fromkeys(sorted(set(sight.cells().values()) - {*WALKABLE, sight.agent}))
    held = ", ".join(f"{count} {plain_words(item)}" for item, count in sight.inventory.items())
    return (
        f"At {sight.position[0]},{sight.position[1]} facing {sight.faced() or 'nothing'}; "
        f"sees {', '.join(list(seen)[:_SEEN]) or 'nothing'}; has {held or 'nothing'}; "
        f"{counts(sight.vitals)}."
    )


def changes(before: Sight, after: Sight) -> tuple[str, ...]:
    """Return the differences between two sights of an agent, in words.

    Achievements first, then items, vitals that rose, health lost, place; `nothing changed` if
    nothing did. The steady loss of food, drink and energy is left out.
    """
    found = [
        f"{plain_words(name)} done"
        for name in after.achievements
        if not before.achievements.get(name)
    ]
    for item in dict.fromkeys((*before.inventory, *after.inventory)):
        more = after.inventory.get(item, 0) - before.inventory.get(item, 0)
        found += [f"{more:+d} {plain_words(item)}"] if more else []
    for name, left in after.vitals.items():
        more = left - before.vitals.get(name, left)
        found += [f"{more:+d} {name}"] if more > 0 or (more < 0 and name == "health") else []
    if before.sleeping != after.sleeping:
        found.append("fell asleep" if after.sleeping else "woke up")
    if before.position != after.position:
        found.append("moved")
    elif before.facing != after.facing:
        found.append("turned")
    return tuple(found) or ("nothing changed",)


def efforts(lived: Iterable[Mapping[str, Any]]) -> tuple[Effort, ...]:
    """Return experiences, given as data, as efforts; equal consecutive ones are merged."""
    same = groupby(lived, key=lambda one: (one["action"], one["result"]))
    return tuple(
        Effort(step=first["step"], action=action, result=result, times=1 + len(rest))
        for (action, result), (first, *rest) in same
    )


def plain_words(name: str) -> str:
    """Return a name from the world as plain words."""
    return _JOINT.sub(" ", name)
