"""The kinds of world that the offline mind understands, recognised by the goal."""

import re

from clew.agents.ariadne.tasks import Situation, SubGoal
from clew.minds.textworld.aims import DONE, WorldKind, aim_of
from clew.minds.textworld.beliefs import Beliefs
from clew.minds.textworld.deeds import INVENTORY
from clew.minds.textworld.houses import HOUSES
from clew.minds.textworld.locks import LOCKS, is_opened
from clew.minds.textworld.meals import MEALS
from clew.regex import Regex
from clew.text import normalise_name

__all__ = ["kind_of", "stands"]

_KINDS: tuple[tuple[Regex, WorldKind], ...] = (
    (Regex(r"\b(?:recipe|cookbook|meal)\b", re.IGNORECASE), MEALS),
    (
        Regex(
            r"\b(?:tidy|clean|out of place|where (?:it|they|such a thing) belongs?"
            r"|proper locations?)\b",
            re.IGNORECASE,
        ),
        HOUSES,
    ),
    (Regex(""), LOCKS),
)
"""(pattern in the goal, kind of world); the first match counts."""


def kind_of(situation: Situation) -> WorldKind:
    """Return the kind of world that the goal indicates."""
    return next(kind for said, kind in _KINDS if said.search(situation.goal))


def stands(old: SubGoal, told: Beliefs, situation: Situation) -> bool:
    """Return whether a sub-goal whose reason is not recalled is still to be done."""
    aim = aim_of(old.sub_goal)
    thing, other = normalise_name(aim.thing), normalise_name(aim.other)
    if aim.verb == "unlock":
        return told.places.get(other) == INVENTORY and not is_opened(thing, told)
    if aim.verb == "put":
        return told.places.get(thing) == INVENTORY
    if aim.verb in DONE:
        return DONE[aim.verb] not in told.states.get(thing, set())
    return kind_of(situation).still_sought(aim.verb, thing, told)
