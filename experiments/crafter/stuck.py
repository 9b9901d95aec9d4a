"""Livelock in a run: agents that go to and fro, or a team of which nobody gets anywhere."""

from collections.abc import Mapping, Sequence
from typing import Any

__all__ = ["stuck_in"]

_STEPS = 40
"""Steps after which an agent that got nowhere is stuck."""
_PLACES = 3
"""Places that it may be at meanwhile."""


def stuck_in(steps: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether agents were stuck, given the steps of a trajectory.

    That is so if an agent that is awake stays in three places for 40 steps with the same inventory
    although it acts in at least half of them, or if this is so of all agents alive, whether they
    act or wait. A sleeper is not stuck, nor is who waits while others get on.
    """
    since: dict[str, int] = {}
    acts = [step["agents"] for step in steps]
    for now, alive in enumerate(acts):
        for name, act in alive.items():
            if act["observation"]["sleeping"]:
                since[name] = now + 1
        idle = [name for name in alive if _idle(acts, name, now, since.get(name, 0))]
        if any(_busy(acts, name, now) for name in idle) or len(idle) == len(alive):
            return True
    return False


def _idle(acts: Sequence[Mapping[str, Any]], name: str, now: int, since: int) -> bool:
    """Return whether an agent got nowhere in the steps that end now."""
    first = now - _STEPS + 1
    if first < since:
        return False
    seen = [acts[step][name]["observation"] for step in range(first, now + 1)]
    places = {tuple(each["position"]) for each in seen}
    return len(places) <= _PLACES and all(
        each["inventory"] == seen[0]["inventory"] for each in seen
    )


def _busy(acts: Sequence[Mapping[str, Any]], name: str, now: int) -> bool:
    waits: int = sum(
        acts[step][name]["action"] == "noop" for step in range(now - _STEPS + 1, now + 1)
    )
    return 2 * waits <= _STEPS
