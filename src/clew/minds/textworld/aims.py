"""From what is known to sub-goals: what the offline mind plans in each kind of world.

Three kinds of world are understood: locks and their keys, recipes and their ingredients, and
things that lie where such things do not belong. No game is known.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from clew.agents.ariadne.tasks import Situation, SubGoal
from clew.minds.textworld.beliefs import CARRIED, Beliefs, key_of, mentions
from clew.minds.textworld.belongings import belongs, home_of, homes
from clew.text import normalise_name

__all__ = [
    "COOK_VERBS",
    "CUT_VERBS",
    "DOUBT",
    "TOOLS",
    "Aim",
    "aim_of",
    "aims",
    "is_cooking",
    "is_tidying",
    "spare",
    "stands",
    "wanted",
]

CUT_VERBS = {"diced": "dice", "sliced": "slice", "chopped": "chop"}
COOK_VERBS = {"fried": "fry", "roasted": "roast", "grilled": "grill"}
TOOLS = {"fry": "stove", "roast": "oven", "grill": "BBQ"}
_VERBS = CUT_VERBS | COOK_VERBS
_DONE = {verb: done for done, verb in _VERBS.items()}
_COOKING = re.compile(r"\b(?:recipe|cookbook|meal)\b", re.IGNORECASE)
_TIDYING = re.compile(
    r"\b(?:tidy|clean|out of place|where (?:it|they|such a thing) belongs?|proper locations?)\b",
    re.IGNORECASE,
)
_SOUGHT = re.compile(
    r"\b(?:find|get) (?:the |an? )?([\w' -]+?)(?=[.,;:]| and\b| by\b|$)", re.IGNORECASE
)
_USEFUL = re.compile(
    r"\b(?:key|note|letter|paper|map|treasure|cookbook|recipe|scroll|manual|diary|gold|jewel)s?\b",
    re.IGNORECASE,
)
DOUBT = "whether it is still locked is not known"
"""In the reason of a sub-goal: it may be done already, memory has lost it."""
_BETWEEN = {"unlock": " with ", "put": " on "}


@dataclass(frozen=True, slots=True)
class Aim:
    """A sub-goal taken apart: "unlock LOCK with KEY", "put THING on PLACE", "take THING"."""

    verb: str
    thing: str
    other: str = ""


@lru_cache(maxsize=1 << 10)
def aim_of(sub_goal: str) -> Aim:
    """Return what a sub-goal asks for; one that is not of our form is to find what it names.

    >>> aim_of("put toy car on toy chest")
    Aim(verb='put', thing='toy car', other='toy chest')
    """
    verb, _, rest = sub_goal.partition(" ")
    if not rest or not verb.islower():
        return Aim("find", sub_goal)
    thing, between, other = rest.rpartition(_BETWEEN.get(verb, "\n"))
    return Aim(verb, thing, other) if between else Aim(verb, rest)


def is_cooking(situation: Situation) -> bool:
    """Tell whether the goal is a meal."""
    return _COOKING.search(situation.goal) is not None


def is_tidying(situation: Situation) -> bool:
    """Tell whether the goal is to bring things to where they belong."""
    return not is_cooking(situation) and _TIDYING.search(situation.goal) is not None


def _sought(situation: Situation) -> tuple[str, ...]:
    return tuple(match[1].strip() for match in _SOUGHT.finditer(situation.goal))


def wanted(thing: str, told: Beliefs, situation: Situation) -> bool:
    """Tell whether a thing, as an action names it, is worth taking."""
    key = key_of(thing)
    if is_cooking(situation):
        return key in told.needs or (key == "knife" and _to_cut(told))
    if is_tidying(situation):
        return _astray(key, told)
    named = {normalise_name(name) for name in _sought(situation)}
    return bool(_USEFUL.search(thing)) or key in named


def spare(told: Beliefs) -> list[str]:
    """Return carried things that a cook can put down, the least needed first.

    Things that no recipe asks for; the knife, when nothing is left to be cut; what is ready.
    """
    carried = told.carried()
    useless = [thing for thing in carried if thing not in told.needs and thing != "knife"]
    knife = ["knife"] if "knife" in carried and not _to_cut(told) else []
    ready = [thing for thing in carried if thing in told.needs and not _missing(thing, told)]
    return [*useless, *knife, *ready]


def aims(told: Beliefs, situation: Situation) -> Iterator[SubGoal]:
    """Yield sub-goals, the next one first; none where all that is known leads nowhere."""
    if is_cooking(situation):
        yield from _cook(told)
    elif is_tidying(situation):
        yield from _tidy(told)
    else:
        yield from _unlock(told, situation)
        for name in _sought(situation):
            if told.places.get(normalise_name(name)) != CARRIED:
                yield SubGoal(sub_goal=f"find {name}", reason="the main goal asks for it")


def stands(old: SubGoal, told: Beliefs, situation: Situation) -> bool:
    """Tell whether a sub-goal whose cause is not remembered just now is still to be done."""
    aim = aim_of(old.sub_goal)
    thing, other = normalise_name(aim.thing), normalise_name(aim.other)
    if aim.verb == "unlock":
        return told.places.get(other) == CARRIED and not _opened(thing, told)
    if aim.verb == "put":
        return told.places.get(thing) == CARRIED
    if aim.verb == "take" and is_tidying(situation):
        return thing not in told.places
    if aim.verb in ("take", "find") and is_cooking(situation):
        return bool(told.needs) and thing not in told.places
    if aim.verb in _DONE:
        return _DONE[aim.verb] not in told.states.get(thing, set())
    return False


def _opened(lock: str, told: Beliefs) -> bool:
    """Tell whether a lock is known to be done; what was seen to be empty was seen open."""
    states = told.states.get(lock, set())
    return "locked" not in states and bool(states & {"open", "closed", "unlocked", "empty"})


def _just_taken(thing: str, situation: Situation) -> bool:
    return any(done.startswith("take ") and mentions(done, thing) for _, done in situation.history)


def _where(thing: str, told: Beliefs) -> str:
    place = told.places.get(thing)
    return f"it is in {told.name(place)}" if place else "where it is is not known"


def _unlock(told: Beliefs, situation: Situation) -> Iterator[SubGoal]:
    carried = told.carried()
    for key, lock in told.unlocks.items():
        if key in carried and not _opened(lock, told):
            lost = lock in told.places and "locked" not in told.states.get(lock, set())
            lost = lost and not _just_taken(key, situation)  # what it fits is still locked
            reason = f"{told.name(key)} is in hand; {_where(lock, told)}"
            yield SubGoal(
                sub_goal=f"unlock {told.name(lock)} with {told.name(key)}",
                reason=f"{reason}; {DOUBT}" if lost else reason,
            )
    for lock in told.unlocks.values():
        if "unlocked" in told.states.get(lock, set()):
            yield SubGoal(sub_goal=f"open {told.name(lock)}", reason="it is unlocked")
    for key in told.unlocks:
        if key in told.places and key not in carried:
            yield SubGoal(sub_goal=f"take {told.name(key)}", reason="it unlocks something")
    for key in carried:
        if "key" in key.split() and key not in told.unlocks:
            yield SubGoal(sub_goal=f"find what {told.name(key)} unlocks", reason="it is in hand")


def _missing(thing: str, told: Beliefs) -> list[str]:
    """Return what is still to be done to an ingredient, in the recipe's order."""
    done = told.states.get(thing, set())
    return [need for need in told.needs.get(thing, ()) if need in _VERBS and need not in done]


def _to_cut(told: Beliefs) -> bool:
    return any(need in CUT_VERBS for thing in told.needs for need in _missing(thing, told))


def _cook(told: Beliefs) -> Iterator[SubGoal]:
    carried = told.carried()
    if "meal" in carried:
        yield SubGoal(sub_goal="eat meal", reason="it is prepared")
        return
    if not told.needs:
        yield SubGoal(sub_goal="examine cookbook", reason="the recipe is not known")
        return
    lacking = [(thing, "the recipe requires it") for thing in told.needs if thing not in carried]
    if _to_cut(told) and "knife" not in carried:
        lacking.append(("knife", "something is to be cut"))
    to_find: list[SubGoal] = []
    for thing, reason in lacking:
        if thing in told.places:
            told_where = f"{reason}; {_where(thing, told)}"
            yield SubGoal(sub_goal=f"take {told.name(thing)}", reason=told_where)
        else:
            to_find.append(SubGoal(sub_goal=f"find {told.name(thing)}", reason=reason))
    for thing in told.needs:
        for need in _missing(thing, told):
            verb = _VERBS[need]
            reason = f"the recipe says {need}; it is not yet"
            yield SubGoal(sub_goal=f"{verb} {told.name(thing)}", reason=reason)
            tool = TOOLS.get(verb, "")
            if tool and normalise_name(tool) not in told.places:
                to_find.append(SubGoal(sub_goal=f"find {tool}", reason=f"one needs it to {verb}"))
    yield from to_find
    if not lacking and not any(_missing(thing, told) for thing in told.needs):
        yield SubGoal(sub_goal="prepare meal", reason="everything is ready")


def _astray(thing: str, told: Beliefs) -> bool:
    place = told.places.get(thing)
    return place is not None and place != CARRIED and not belongs(thing, place)


def _tidy(told: Beliefs) -> Iterator[SubGoal]:
    known: Sequence[str] = sorted({*told.places, *told.places.values()})
    lost: list[SubGoal] = []
    for thing in told.carried():
        home = home_of(thing, known)
        if home is not None:
            yield SubGoal(
                sub_goal=f"put {told.name(thing)} on {told.name(home)}",
                reason=f"it belongs there; {_where(home, told)}",
            )
        elif kinds := homes(thing):
            reason = f"{told.name(thing)} belongs there"
            lost.append(SubGoal(sub_goal=f"find {kinds[0]}", reason=reason))
    for thing in told.places:
        if _astray(thing, told):
            reason = f"it is out of place; {_where(thing, told)}"
            yield SubGoal(sub_goal=f"take {told.name(thing)}", reason=reason)
    yield from lost
    yield SubGoal(sub_goal="find what is out of place", reason="the house is to be tidy")
