"""Houses to tidy: things out of place are taken to where they belong."""

from collections.abc import Iterator, Sequence

from clew.agents.ariadne.tasks import Situation, SubGoal
from clew.minds.textworld.aims import WorldKind, where
from clew.minds.textworld.beliefs import Beliefs, key_of
from clew.minds.textworld.belongings import belongs, home_of, homes
from clew.minds.textworld.deeds import INVENTORY

__all__ = ["HOUSES"]


def _wanted(thing: str, told: Beliefs, situation: Situation) -> bool:
    del situation
    return _astray(key_of(thing), told)


def _still_sought(verb: str, thing: str, told: Beliefs) -> bool:
    return verb == "take" and thing not in told.places


def _astray(thing: str, told: Beliefs) -> bool:
    place = told.places.get(thing)
    return place is not None and place != INVENTORY and not belongs(thing, place)


def _aims(told: Beliefs, situation: Situation) -> Iterator[SubGoal]:
    del situation
    known: Sequence[str] = sorted({*told.places, *told.places.values()})
    lost: list[SubGoal] = []
    for thing in told.carried():
        home = home_of(thing, known)
        if home is not None:
            yield SubGoal(
                sub_goal=f"put {told.name(thing)} on {told.name(home)}",
                reason=f"it belongs there; {where(home, told)}",
            )
        elif kinds := homes(thing):
            reason = f"{told.name(thing)} belongs there"
            lost.append(SubGoal(sub_goal=f"find {kinds[0]}", reason=reason))
    for thing in told.places:
        if _astray(thing, told):
            reason = f"it is out of place; {where(thing, told)}"
            yield SubGoal(sub_goal=f"take {told.name(thing)}", reason=reason)
    yield from lost
    yield SubGoal(sub_goal="find what is out of place", reason="the house is to be tidy")


HOUSES = WorldKind(
    aims=_aims,
    wanted=_wanted,
    still_sought=_still_sought,
    opens_furniture=False,
    explores_first=True,
)
