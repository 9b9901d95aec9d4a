"""Events in a text world: feedback to the player's actions, and the inventory.

The phrases are those of TextWorld and tw-cooking ("You pick up the X from the ground."), of
Inform's standard rules ("You unlock the X.", "Taken.") and of Z-machine games ("Opening the X
reveals Y."). Carried things are in "inventory"; the agent is "player".
"""

import re

from clew.minds.textworld.seen_text import Draft, clean_name, read_items, rules, wording
from clew.minds.textworld.things import place_items, relation_to
from clew.regex import Regex

__all__ = ["DEED_RULES", "INVENTORY"]

INVENTORY = "inventory"

_GROUND = Regex(r"(?:the )?(?:ground|floor)", re.I)
_DONE = {
    "slice": "sliced", "sliced": "sliced", "dice": "diced", "diced": "diced",
    "chop": "chopped", "chopped": "chopped", "cut": "cut",
    "fry": "fried", "fried": "fried", "roast": "roasted", "roasted": "roasted",
    "grill": "grilled", "grilled": "grilled", "burn": "burned", "burned": "burned",
    "burnt": "burned", "cook": "cooked", "cooked": "cooked",
}  # fmt: skip


def _take(draft: Draft, match: re.Match[str]) -> bool:
    names = [item.name for item in read_items(match["x"])]
    place = clean_name(match.groupdict().get("y") or "")
    source = f" from the {place}" if place else ""
    facts = [(name, "is in", INVENTORY) for name in names]
    return bool(names) and draft.say(f"the player takes the {wording(names)}{source}.", facts)


def _drop(draft: Draft, match: re.Match[str]) -> bool:
    name = clean_name(match["x"])
    where = ("is in", draft.room) if draft.room else ("is on", "floor")
    return draft.say(f"the player drops the {name}.", [(name, *where)])


def _put(draft: Draft, match: re.Match[str]) -> bool:
    name, place = clean_name(match["x"]), draft.resolve(match["y"])
    if _GROUND.fullmatch(place):
        return _drop(draft, match)
    relation = relation_to(place, match["how"])
    text = f"the player puts the {name} {relation[3:]} the {place}."
    return draft.say(text, [(name, relation, place)], [(place, "is", "empty")])


def _open(draft: Draft, match: re.Match[str]) -> bool:
    name = draft.resolve(match["x"])
    what = match.groupdict().get("what") or ""
    items = [] if re.match(r"nothing", what, re.I) else read_items(what)
    inside = f" and finds {wording([item.name for item in items])} in it" if items else ""
    facts = [(name, "is", "open"), *place_items(items, "is in", name)]
    draft.thing = name or draft.thing
    # An open thing is no longer locked, even if the game did not mention the lock.
    return draft.say(f"the player opens the {name}{inside}.", facts, [(name, "is", "locked")])


def _close(draft: Draft, match: re.Match[str]) -> bool:
    name = draft.resolve(match["x"])
    return draft.say(f"the player closes the {name}.", [(name, "is", "closed")])


def _unlock(draft: Draft, match: re.Match[str]) -> bool:
    name, key = draft.resolve(match["x"]), clean_name(match.groupdict().get("y") or "")
    lock = match["verb"].casefold().startswith("lock")
    facts = [(name, "is", "locked" if lock else "unlocked")]
    facts += [(key, "unlocks", name)] if key else []
    tool = f" with the {key}" if key else ""
    draft.thing = name or draft.thing
    return draft.say(f"the player {'locks' if lock else 'unlocks'} the {name}{tool}.", facts)


def _consume(draft: Draft, match: re.Match[str]) -> bool:
    name = clean_name(match["x"])
    text = f"the player {match['verb'].casefold()}s the {name}."
    return draft.say(text, gone=[(name, "is in", INVENTORY)])


def _work(draft: Draft, match: re.Match[str]) -> bool:
    name, state = clean_name(match["x"]), _DONE[match["verb"].casefold()]
    return draft.say(f"the {name} is {state}.", [(name, "is", state)])


def _gain(draft: Draft, match: re.Match[str]) -> bool:
    name = clean_name(match["x"])
    return draft.say(f"the {name} is in the player's inventory.", [(name, "is in", INVENTORY)])


def _switch(draft: Draft, match: re.Match[str]) -> bool:
    name, state = clean_name(match["x"]), match["state"].casefold()
    return draft.say(f"the {name} is switched {state}.", [(name, "is", f"switched {state}")])


def _carry(draft: Draft, match: re.Match[str]) -> bool:
    what = match["what"]
    if re.match(r"nothing|no ", what, re.I):
        return draft.say("the player is carrying nothing.")
    items = read_items(what)
    facts = place_items(items, "is in", INVENTORY)
    carried = wording([item.label for item in items])
    return bool(items) and draft.say(f"the player is carrying {carried}.", facts)


_X = r"(?P<x>[^.,!?;:\"]{1,80}?)"
_Y = _X.replace("x", "y", 1)
_THE = r"(?:the |an? |some )?"
_PARTS = {
    "X": _X,
    "THE_X": f"{_THE}{_X}",
    "THE_Y": f"{_THE}{_Y}",
    "TAKE": r"(?:picks? up|picked up|takes?|took|grabs?|grabbed|gets?|got|removes?|removed"
    r"|collects?)",
    "PUT": r"(?:puts?|places?|placed|inserts?|inserted|sets?|lays?|hang|stow|deposit)",
    "OPEN": r"(?:pull |push |swing )?open(?:ed)?",
    "DONE": "|".join(_DONE),
}
_TABLE = r"""
carry: (?:You are|You're)(?: now| currently)? (?:carrying|holding):? (?P<what>.+)
carry: (?:Your )?inventory ?(?:contains|holds|:) ?(?P<what>.+)
take: You TAKE THE_X (?:from|off|out of|in|inside|on) THE_Y
take: You TAKE THE_X
take: You now have THE_X
take: X: taken
drop: You (?:drops?|dropped|discard) THE_X(?: (?:on|to|onto) the (?:floor|ground))?
drop: X: dropped
put: You PUT THE_X (?P<how>on top of|onto|on|upon|into|inside|in) THE_Y
open: You OPEN THE_X, (?:revealing|and find|finding|which reveals) (?P<what>.+)
open: Opening THE_X reveals:? (?P<what>.+)
open: You OPEN (?:the |an? |some )?(?!copy of)X(?: with .{1,60})?
open: (?P<x>(?:the )?[^.,!?;:]{1,60}?) (?:swings|slides|creaks|bursts) open
close: You (?:close|closed|shut) THE_X
unlock: You (?P<verb>unlock(?:ed)?|lock(?:ed)?) THE_X (?:with|using) THE_Y
unlock: You (?P<verb>unlock(?:ed)?|lock(?:ed)?) THE_X
unlock: \(?(?:first )?(?P<verb>unlock|lock)ing THE_X(?: with THE_Y)?\)?
consume: You (?P<verb>eat|drink|consume|swallow) THE_X
work: You (?P<verb>DONE) THE_X(?: (?:with|on|in|using) .{1,60})?
gain: Adding THE_X to your inventory
switch: You (?:turn|switch) (?P<state>on|off) THE_X
switch: You (?:turn|switch) THE_X (?P<state>on|off)
switch: (?:the )?X is now (?P<state>on|off)
"""
_ACTS = {
    "carry": _carry, "take": _take, "drop": _drop, "put": _put, "open": _open, "close": _close,
    "unlock": _unlock, "consume": _consume, "work": _work, "gain": _gain, "switch": _switch,
}  # fmt: skip

DEED_RULES = rules(_TABLE, _ACTS.__getitem__, _PARTS)
"""Tried in order on one sentence without its end mark."""
