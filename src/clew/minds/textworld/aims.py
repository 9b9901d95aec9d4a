"""Sub-goals of the offline mind: their wording, and what differs between kinds of world."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from clew.agents.ariadne.tasks import Plan, Situation, SubGoal
from clew.minds.textworld.beliefs import Beliefs

__all__ = [
    "COOK_VERBS",
    "CUT_VERBS",
    "DONE",
    "DOUBT",
    "TOOLS",
    "VERBS",
    "Aim",
    "WorldKind",
    "aim_of",
    "seeks",
    "where",
]

CUT_VERBS = {"diced": "dice", "sliced": "slice", "chopped": "chop"}
COOK_VERBS = {"fried": "fry", "roasted": "roast", "grilled": "grill"}
TOOLS = {"fry": "stove", "roast": "oven", "grill": "BBQ"}
VERBS = CUT_VERBS | COOK_VERBS
DONE = {verb: done for done, verb in VERBS.items()}
DOUBT = "whether it is still locked is not known"
"""In a sub-goal's reason: it may already be done, but memory does not say."""
_BETWEEN = {"unlock": " with ", "put": " on "}


@dataclass(frozen=True, slots=True)
class Aim:
    """A parsed sub-goal: "unlock LOCK with KEY", "put THING on PLACE", "take THING"."""

    verb: str
    thing: str
    other: str = ""


@lru_cache(maxsize=1 << 10)
def aim_of(sub_goal: str) -> Aim:
    """Parse a sub-goal; one in another form means to find what it names.

    >>> aim_of("put toy car on toy chest")
    Aim(verb='put', thing='toy car', other='toy chest')
    """
    verb, _, rest = sub_goal.partition(" ")
    if not rest or not verb.islower():
        return Aim("find", sub_goal)
    thing, between, other = rest.rpartition(_BETWEEN.get(verb, "\n"))
    return Aim(verb, thing, other) if between else Aim(verb, rest)


def seeks(plan: Plan) -> bool:
    """Return whether a plan has something to find, or whose place is unknown."""
    return any(
        one.sub_goal.startswith(("find ", "examine ")) or "not known" in one.reason
        for one in plan.steps
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class WorldKind:
    """All that the offline mind knows about one kind of world."""

    aims: Callable[[Beliefs, Situation], Iterator[SubGoal]]
    """Yields sub-goals, next one first; none if nothing known helps."""
    wanted: Callable[[str, Beliefs, Situation], bool]
    """Returns whether a thing, as an action names it, is worth taking."""
    still_sought: Callable[[str, str, Beliefs], bool] = lambda *_: False
    """Returns whether to still "take" or "find" a thing when the reason is forgotten."""
    spare: Callable[[Beliefs], Sequence[str]] = lambda _: ()
    """Returns carried things that can be put down, least needed first."""
    always_seeks: bool = False
    """Whether closed things are opened whatever the plan says."""
    opens_furniture: bool = True
    """Whether furniture is opened in a search, not only doors."""
    explores_first: bool = False
    """Whether untaken exits come before places where something is to be done."""


def where(thing: str, told: Beliefs) -> str:
    """Return where a thing is, in words."""
    place = told.places.get(thing)
    return f"it is in {told.name(place)}" if place else "where it is is not known"
