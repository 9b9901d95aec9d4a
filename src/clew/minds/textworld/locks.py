"""Worlds of locks and keys: a thing is sought, and locks may be in the way."""

import re
from collections.abc import Iterator

from clew.agents.ariadne.tasks import Situation, SubGoal
from clew.minds.textworld.aims import DOUBT, WorldKind, where
from clew.minds.textworld.beliefs import Beliefs, key_of, mentions
from clew.minds.textworld.deeds import INVENTORY
from clew.regex import Regex
from clew.text import normalise_name

__all__ = ["LOCKS", "is_opened"]

_SOUGHT = Regex(r"\b(?:find|get) (?:the |an? )?([\w' -]+?)(?=[.,;:]| and\b| by\b|$)", re.IGNORECASE)
_USEFUL = Regex(
    r"\b(?:key|note|letter|paper|map|treasure|cookbook|recipe|scroll|manual|diary|gold|jewel)s?\b",
    re.IGNORECASE,
)


def _sought(situation: Situation) -> tuple[str, ...]:
    return tuple(match[1].strip() for match in _SOUGHT.finditer(situation.goal))


def _wanted(thing: str, told: Beliefs, situation: Situation) -> bool:
    del told
    named = {normalise_name(name) for name in _sought(situation)}
    return bool(_USEFUL.search(thing)) or key_of(thing) in named


def _aims(told: Beliefs, situation: Situation) -> Iterator[SubGoal]:
    yield from _unlock(told, situation)
    for name in _sought(situation):
        if told.places.get(normalise_name(name)) != INVENTORY:
            yield SubGoal(sub_goal=f"find {name}", reason="the main goal asks for it")


def _unlock(told: Beliefs, situation: Situation) -> Iterator[SubGoal]:
    carried = told.carried()
    for key, lock in told.unlocks.items():
        if key in carried and not is_opened(lock, told):
            lost = lock in told.places and "locked" not in told.states.get(lock, set())
            lost = lost and not _just_taken(key, situation)  # what it fits is still locked
            reason = f"{told.name(key)} is in hand; {where(lock, told)}"
            yield SubGoal(
                sub_goal=f"unlock {told.name(lock)} with {told.name(key)}",
                reason=f"{reason}; {DOUBT}" if lost else reason,
            )
    for lock in told.unlocks.values():
        if "unlocked" in told.states.get(lock, set()):
            yield SubGoal(sub_goal=f"open {told.name(lock)}", reason="it is unlocked")
    for key in told.unlocks:
        if key in told.places and key not in carried and told.reachable(key):
            yield SubGoal(sub_goal=f"take {told.name(key)}", reason="it unlocks something")
    for key in carried:
        if "key" in key.split() and key not in told.unlocks:
            yield SubGoal(sub_goal=f"find what {told.name(key)} unlocks", reason="it is in hand")


def is_opened(lock: str, told: Beliefs) -> bool:
    """Return whether a lock is known to be open; a thing seen empty was seen open."""
    states = told.states.get(lock, set())
    return "locked" not in states and bool(states & {"open", "closed", "unlocked", "empty"})


def _just_taken(thing: str, situation: Situation) -> bool:
    return any(done.startswith("take ") and mentions(done, thing) for _, done in situation.history)


LOCKS = WorldKind(aims=_aims, wanted=_wanted, always_seeks=True)
