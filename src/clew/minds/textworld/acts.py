"""Actions of the offline mind at one step: each function yields actions, best first."""

import re
from collections.abc import Iterable, Iterator, Sequence

from clew.agents.ariadne.tasks import Action, Choose, Situation
from clew.agents.worldmap import OPPOSITE
from clew.minds.textworld.aims import COOK_VERBS, CUT_VERBS, DOUBT, TOOLS, Aim, aim_of, seeks
from clew.minds.textworld.beliefs import Beliefs, key_of, mentions
from clew.minds.textworld.deeds import INVENTORY
from clew.minds.textworld.world_kinds import kind_of
from clew.regex import Regex
from clew.text import normalise_name

__all__ = [
    "check_planned",
    "do_planned",
    "drop_spare",
    "explore_on",
    "go_planned",
    "look_again",
    "read_now",
    "take_here",
    "use_here",
]

_READABLE = Regex(r"\b(?:note|letter|paper|scroll|manual|map|diary|cookbook|recipe)s?\b", re.I)
_TAKE = Regex(r"take (.+?)(?: from .+)?", re.IGNORECASE)
_PUT = Regex(r"(?:put|insert) (.+) (?:on|onto|in|into) (.+)", re.IGNORECASE)
_PARTS = Regex(r" (from|with) ")
_DOOR = Regex(r"\b(?:door|gate|portal|hatch|doorway|gateway)\b", re.IGNORECASE)
_COOKERS = frozenset(tool.casefold() for tool in TOOLS.values())
_EXACT = ("take", "drop", "eat", *CUT_VERBS.values(), *COOK_VERBS.values())
"""Verbs that need an exact match of the thing: a red apple is not a red apple pie."""


def _acts(task: Choose, verb: str) -> list[str]:
    return [one for one in task.actions if one.casefold().startswith(f"{verb} ")]


def read_now(task: Choose, told: Beliefs) -> Iterator[Action]:
    """Read what was just taken."""
    del told
    last = task.situation.history[-1][1] if task.situation.history else ""
    taken = _TAKE.fullmatch(last)
    if taken is None or not _READABLE.search(taken[1]):
        return
    for action in (*_acts(task, "read"), *_acts(task, "examine")):
        if normalise_name(action.split(" ", 1)[1]) == normalise_name(taken[1]):
            reason = f"{taken[1]} was just taken; it may say what to do"
            yield Action(reason=reason, action=action)


def take_here(task: Choose, told: Beliefs) -> Iterator[Action]:
    """Take what is worth taking, unless it was just put down."""
    wanted = kind_of(task.situation).wanted
    for action in _acts(task, "take"):
        match = _TAKE.fullmatch(action)
        if match and wanted(match[1], told, task.situation) and not _put_down(task, match[1]):
            yield Action(reason=f"{match[1]} may be needed", action=action)


def _put_down(task: Choose, thing: str) -> bool:
    return any(
        mentions(done, thing) and done.startswith(("drop", "put", "insert"))
        for _, done in task.situation.history
    )


def use_here(task: Choose, told: Beliefs) -> Iterator[Action]:
    """Unlock what a key fits; open what may contain, or lead to, what is sought."""
    del told
    for action in _acts(task, "unlock"):
        yield Action(reason="a key in hand fits", action=action)
    if not _seeking(task.situation):
        return
    opens_furniture = kind_of(task.situation).opens_furniture
    for action in _acts(task, "open"):
        thing = action.split(" ", 1)[1]
        if not opens_furniture and not _DOOR.search(thing):
            continue
        if thing.casefold() in _COOKERS:
            continue
        why = "there may be a way behind it" if _DOOR.search(thing) else "it may hold something"
        yield Action(reason=why, action=action)


def _seeking(situation: Situation) -> bool:
    assert situation.plan is not None
    return seeks(situation.plan) or kind_of(situation).always_seeks


def do_planned(task: Choose, told: Beliefs) -> Iterator[Action]:
    """Do the first sub-goal that can be done here."""
    del told
    assert task.situation.plan is not None
    for one in task.situation.plan.steps:
        if action := _doing(aim_of(one.sub_goal), task.actions):
            yield Action(reason=f"{one.sub_goal}: {one.reason}", action=action)
        elif one.sub_goal == "prepare meal" and task.situation.location.casefold() == "kitchen":
            for action in _acts(task, "examine"):
                if mentions(action, "cookbook"):
                    reason = "it cannot be prepared yet: something in the recipe was overlooked"
                    yield Action(reason=reason, action=action)


def go_planned(task: Choose, told: Beliefs) -> Iterator[Action]:
    """Go to the place of the first sub-goal whose place is known."""
    return _go(task, told, doubtful=False)


def check_planned(task: Choose, told: Beliefs) -> Iterator[Action]:
    """Go to the place of a sub-goal that may already be done: memory does not say."""
    return _go(task, told, doubtful=True)


def _go(task: Choose, told: Beliefs, *, doubtful: bool) -> Iterator[Action]:
    situation = task.situation
    assert situation.plan is not None
    for one in situation.plan.steps:
        if (DOUBT in one.reason) != doubtful:
            continue
        place = _place(aim_of(one.sub_goal), told, situation)
        if place is None or place == situation.location:
            continue
        if (walk := f"go to {place}") in task.actions:
            yield Action(reason=f"{one.sub_goal}: {one.reason}", action=walk)


def drop_spare(task: Choose, told: Beliefs) -> Iterator[Action]:
    """Put something down if full hands prevent taking a wanted thing in reach.

    Worlds with a carrying limit then offer no "take"; things in reach can still be examined.
    """
    kind = kind_of(task.situation)
    spare = kind.spare(told)
    if not spare:
        return
    can_take = {match[1] for one in _acts(task, "take") if (match := _TAKE.fullmatch(one))}
    for seen in _acts(task, "examine"):
        thing = seen.split(" ", 1)[1]
        if thing in can_take or told.places.get(key_of(thing)) == INVENTORY:
            continue
        if not kind.wanted(thing, told, task.situation):
            continue
        for less in spare:
            for action in _acts(task, "drop"):
                if key_of(action.split(" ", 1)[1]) == less:
                    yield Action(reason=f"hands are full; {thing} is needed more", action=action)


def _doing(aim: Aim, actions: Iterable[str]) -> str | None:
    """Return the action that achieves a sub-goal, if it is possible."""
    if aim.verb == "find":
        return None
    every = list(actions)
    if aim.verb == "put":
        return _putting(aim, every)
    key, tool = key_of(aim.thing), TOOLS.get(aim.verb, "").casefold()
    for action in every:
        verb, _, rest = action.partition(" ")
        thing, _, other = _PARTS.split(rest, maxsplit=1) if _PARTS.search(rest) else (rest, "", "")
        if key_of(thing) != key:
            continue
        if verb.casefold() == aim.verb or (tool and (verb, other.casefold()) == ("cook", tool)):
            return action
    if aim.verb in _EXACT:
        return None
    named = (one for one in every if one.split(" ", 1)[0].casefold() == aim.verb)
    return next((one for one in named if mentions(one, aim.thing)), None)


def _putting(aim: Aim, actions: Sequence[str]) -> str | None:
    """Return the action that puts a thing where it belongs, or opens what it belongs in."""
    thing, place = key_of(aim.thing), key_of(aim.other)
    for action in actions:
        put = _PUT.fullmatch(action)
        if put and key_of(put[1]) == thing and key_of(put[2]) == place:
            return action
    lid = normalise_name(f"open {aim.other}")
    return next((one for one in actions if normalise_name(one) == lid), None)


def _place(aim: Aim, told: Beliefs, situation: Situation) -> str | None:
    """Return the room where a sub-goal can be done, if known."""
    rooms = situation.rooms
    if aim.verb in ("find", *CUT_VERBS.values()):
        return None
    if aim.verb in TOOLS:
        in_hand = told.places.get(normalise_name(aim.thing)) == INVENTORY
        return told.room_of(normalise_name(TOOLS[aim.verb]), rooms) if in_hand else None
    if aim.verb == "prepare":
        return next((room for room in rooms if room.casefold() == "kitchen"), None)
    thing = aim.other if aim.verb == "put" else aim.thing
    return told.room_of(normalise_name(thing), rooms)


def explore_on(task: Choose, told: Beliefs) -> Iterator[Action]:
    """Take the nearest exit never taken, then go to a door that was seen closed."""
    situation = task.situation
    for room, exits in situation.unexplored:
        if room == situation.location:
            for way in exits:
                if (action := f"go {way}") in task.actions:
                    yield Action(reason=f"nobody knows what is {way} of {room}", action=action)
        elif exits and (walk := f"go to {room}") in task.actions:
            yield Action(reason=f"from {room} there are ways never taken", action=walk)
    if not situation.exploring:
        return
    by_key = {normalise_name(room): room for room in situation.rooms}
    for key, doors in told.doors.items():
        for door in doors.values():
            if told.shut(door) and (walk := f"go to {by_key.get(key, '')}") in task.actions:
                yield Action(reason=f"{told.name(door)} there is closed", action=walk)


def look_again(task: Choose, told: Beliefs) -> Iterator[Action]:
    """Revisit the places not seen for longest: memory may have lost what is there."""
    del told
    for action in _acts(task, "open"):
        if action.split(" ", 1)[1].casefold() not in _COOKERS:
            yield Action(reason="it may hold something", action=action)
    for room in task.situation.rooms:
        if room != task.situation.location and (walk := f"go to {room}") in task.actions:
            yield Action(reason=f"what there is in {room} is worth another look", action=walk)
    yield from _wander(task)


def _wander(task: Choose) -> Iterator[Action]:
    """Without `go to`, take the exit not taken for longest, and the way back last."""
    done = [action for _, action in task.situation.history]
    back = f"go {OPPOSITE.get(done[-1].removeprefix('go '), '')}" if done else ""
    ways = [one for one in _acts(task, "go") if one.removeprefix("go ") in OPPOSITE]
    age = {action: number for number, action in enumerate(done)}
    for way in sorted(ways, key=lambda one: (one == back, age.get(one, -1))):
        yield Action(reason="something may have been overlooked", action=way)
