"""Worlds of recipes: gather ingredients, prepare them as the recipe says, eat the meal."""

from collections.abc import Iterator

from clew.agents.ariadne.tasks import Situation, SubGoal
from clew.minds.textworld.aims import CUT_VERBS, TOOLS, VERBS, WorldKind, where
from clew.minds.textworld.beliefs import Beliefs, key_of
from clew.text import normalise_name

__all__ = ["MEALS", "spare"]


def _wanted(thing: str, told: Beliefs, situation: Situation) -> bool:
    del situation
    key = key_of(thing)
    return key in told.needs or (key == "knife" and _to_cut(told))


def _still_sought(verb: str, thing: str, told: Beliefs) -> bool:
    return verb in ("take", "find") and bool(told.needs) and thing not in told.places


def spare(told: Beliefs) -> list[str]:
    """Return carried things that a cook can put down, least needed first.

    Things not in the recipe; then the knife, if nothing is left to cut; then ready ingredients.
    """
    carried = told.carried()
    useless = [thing for thing in carried if thing not in told.needs and thing != "knife"]
    knife = ["knife"] if "knife" in carried and not _to_cut(told) else []
    ready = [thing for thing in carried if thing in told.needs and not _missing(thing, told)]
    return [*useless, *knife, *ready]


def _missing(thing: str, told: Beliefs) -> list[str]:
    """Return what is still to be done to an ingredient, in the recipe's order."""
    done = told.states.get(thing, set())
    return [need for need in told.needs.get(thing, ()) if need in VERBS and need not in done]


def _to_cut(told: Beliefs) -> bool:
    return any(need in CUT_VERBS for thing in told.needs for need in _missing(thing, told))


def _aims(told: Beliefs, situation: Situation) -> Iterator[SubGoal]:
    del situation
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
            told_where = f"{reason}; {where(thing, told)}"
            yield SubGoal(sub_goal=f"take {told.name(thing)}", reason=told_where)
        else:
            to_find.append(SubGoal(sub_goal=f"find {told.name(thing)}", reason=reason))
    for thing in told.needs:
        for need in _missing(thing, told):
            verb = VERBS[need]
            reason = f"the recipe says {need}; it is not yet"
            yield SubGoal(sub_goal=f"{verb} {told.name(thing)}", reason=reason)
            tool = TOOLS.get(verb, "")
            if tool and normalise_name(tool) not in told.places:
                to_find.append(SubGoal(sub_goal=f"find {tool}", reason=f"one needs it to {verb}"))
    yield from to_find
    if not lacking and not any(_missing(thing, told) for thing in told.needs):
        yield SubGoal(sub_goal="prepare meal", reason="everything is ready")


MEALS = WorldKind(aims=_aims, wanted=_wanted, still_sought=_still_sought, spare=spare)
