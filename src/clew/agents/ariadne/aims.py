"""From what is known to sub-goals: what the offline mind plans in each kind of world.

Three kinds of world are understood: locks and their keys, recipes and their ingredients, and
things that lie where such things do not belong. No game is known.
"""

import re
from collections.abc import Iterator, Sequence

from clew.agents.ariadne.belongings import belongs, home_of
from clew.agents.ariadne.known import CARRIED, Known
from clew.agents.ariadne.tasks import Situation, SubGoal
from clew.text import normalise_name, words

__all__ = ["COOK_VERBS", "CUT_VERBS", "aims", "is_cooking", "is_tidying", "sought", "wanted"]

CUT_VERBS = {"diced": "dice", "sliced": "slice", "chopped": "chop", "cut": "cut"}
COOK_VERBS = {"fried": "fry", "roasted": "roast", "grilled": "grill"}
_VERBS = CUT_VERBS | COOK_VERBS
_COOKING = re.compile(r"\b(?:recipe|cookbook|meal)\b", re.IGNORECASE)
_TIDYING = re.compile(
    r"\b(?:tidy|clean|out of place|where (?:it|they|such a thing) belongs?)\b", re.I
)
_SOUGHT = re.compile(r"\bfind (?:the |an? )?([\w' -]+?)(?=[.,;:]| and\b| by\b|$)", re.IGNORECASE)
_USEFUL = re.compile(
    r"\b(?:key|note|letter|paper|map|treasure|cookbook|recipe|scroll|manual|diary|gold|jewel)s?\b",
    re.IGNORECASE,
)


def is_cooking(situation: Situation) -> bool:
    """Tell whether the goal is a meal."""
    return _COOKING.search(situation.goal) is not None


def is_tidying(situation: Situation) -> bool:
    """Tell whether the goal is to bring things to where they belong."""
    return _TIDYING.search(situation.goal) is not None


def sought(situation: Situation) -> tuple[str, ...]:
    """Return what the goal says is to be found."""
    return tuple(match[1].strip() for match in _SOUGHT.finditer(situation.goal))


def wanted(thing: str, told: Known, situation: Situation) -> bool:
    """Tell whether a thing is worth taking."""
    key = normalise_name(thing)
    if is_cooking(situation):
        missing = set(told.needs.get(key, ())) - told.states.get(key, set())
        return key in told.needs or (key == "knife" and _to_cut(told)) or bool(missing)
    if is_tidying(situation):
        return _astray(key, told)
    named = {normalise_name(name) for name in sought(situation)}
    return bool(_USEFUL.search(thing)) or key in named


def aims(told: Known, situation: Situation) -> Iterator[SubGoal]:
    """Yield sub-goals, the next one first; none where all that is known leads nowhere."""
    if is_cooking(situation):
        yield from _cook(told)
    elif is_tidying(situation):
        yield from _tidy(told)
    else:
        yield from _unlock(told)
        for name in sought(situation):
            if told.places.get(normalise_name(name)) != CARRIED:
                yield SubGoal(sub_goal=f"find {name}", reason="the main goal asks for it")


def _unlock(told: Known) -> Iterator[SubGoal]:
    carried = told.carried()
    for key, lock in told.unlocks.items():
        if told.states.get(lock, set()) & {"open", "unlocked"}:
            continue
        if key in carried:
            place = told.places.get(lock)
            where = f"it is in {told.name(place)}" if place else "where it is is not known"
            yield SubGoal(
                sub_goal=f"unlock {told.name(lock)} with {told.name(key)}",
                reason=f"{told.name(key)} is in hand; {where}",
            )
    for lock in told.unlocks.values():
        if "unlocked" in told.states.get(lock, set()):
            yield SubGoal(sub_goal=f"open {told.name(lock)}", reason="it is unlocked")
    for key in carried:
        if "key" in key.split() and key not in told.unlocks:
            yield SubGoal(sub_goal=f"find what {told.name(key)} unlocks", reason="it is in hand")
    for key in told.unlocks:
        if key in told.places and key not in carried:
            yield SubGoal(sub_goal=f"take {told.name(key)}", reason="it unlocks something")


def _to_cut(told: Known) -> bool:
    return any(
        need in CUT_VERBS and need not in told.states.get(thing, set())
        for thing, needs in told.needs.items()
        for need in needs
    )


def _cook(told: Known) -> Iterator[SubGoal]:
    carried = told.carried()
    if not told.needs:
        yield SubGoal(sub_goal="examine cookbook", reason="the recipe is not known")
        return
    if "meal" in carried:
        yield SubGoal(sub_goal="eat meal", reason="it is prepared")
        return
    for thing in told.needs:
        if thing not in carried:
            yield SubGoal(sub_goal=f"take {told.name(thing)}", reason="the recipe requires it")
    if _to_cut(told) and "knife" not in carried:
        yield SubGoal(sub_goal="take knife", reason="something is to be cut")
    for thing, needs in told.needs.items():
        for need in needs:
            if need not in told.states.get(thing, set()) and need in _VERBS:
                yield SubGoal(
                    sub_goal=f"{_VERBS[need]} {told.name(thing)}",
                    reason=f"the recipe says {need}; it is not yet",
                )
    yield SubGoal(sub_goal="prepare meal", reason="everything is ready")


def _astray(thing: str, told: Known) -> bool:
    place = told.places.get(thing)
    return place is not None and place != CARRIED and not belongs(thing, place)


def _tidy(told: Known) -> Iterator[SubGoal]:
    known: Sequence[str] = sorted({*told.places, *told.places.values()})
    for thing in told.carried():
        home = home_of(thing, known)
        if home is not None:
            yield SubGoal(
                sub_goal=f"put {told.name(thing)} on {told.name(home)}", reason="it belongs there"
            )
    for thing in told.places:
        if _astray(thing, told) and home_of(thing, known) is not None:
            yield SubGoal(sub_goal=f"take {told.name(thing)}", reason="it is out of place")
    for thing in told.carried():
        if home_of(thing, known) is None:
            yield SubGoal(sub_goal=f"find a place for {told.name(thing)}", reason="it is in hand")
    yield SubGoal(sub_goal="find what is out of place", reason="the house is to be tidy")


def mentions(action: str, thing: str) -> bool:
    """Tell whether an action names a thing, word for word."""
    return f" {' '.join(words(thing))} " in f" {' '.join(words(action))} "
