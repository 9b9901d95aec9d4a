"""Events in a text world: feedback to the player's actions, and the inventory.

The phrases are those of TextWorld and tw-cooking ("You pick up the X from the ground."), of
Inform's standard rules ("You unlock the X.", "Taken.") and of Z-machine games ("Opening the X
reveals Y."). Carried things are in "inventory"; the agent is "player".
"""

import re

from clew.minds.textworld.seen_text import Draft, Rule, clean_name, read_items, rules, wording
from clew.minds.textworld.things import place_items, relation_to

__all__ = ["DEED_RULES", "INVENTORY"]

INVENTORY = "inventory"

_X = r"(?P<x>[^.,!?;:\"]{1,80}?)"
_Y = r"(?P<y>[^.,!?;:\"]{1,80}?)"
_GROUND = re.compile(r"(?:the )?(?:ground|floor)", re.I)
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
    names = [" ".join((*item.states, item.name)) for item in items]
    facts = place_items(items, "is in", INVENTORY)
    return bool(items) and draft.say(f"the player is carrying {wording(names)}.", facts)


_TAKE = r"(?:picks? up|picked up|takes?|took|grabs?|grabbed|gets?|got|removes?|removed|collects?)"
_PUT = r"(?:puts?|places?|placed|inserts?|inserted|sets?|lays?|hang|stow|deposit)"
_OPEN = r"(?:pull |push |swing )?open(?:ed)?"
_THE = r"(?:the |an? |some )?"

DEED_RULES: tuple[Rule, ...] = rules(
    (
        r"^(?:You are|You're)(?: now| currently)? (?:carrying|holding):? (?P<what>.+)$",
        _carry,
    ),
    (r"^(?:Your )?inventory ?(?:contains|holds|:) ?(?P<what>.+)$", _carry),
    (rf"^You {_TAKE} {_THE}{_X} (?:from|off|out of|in|inside|on) {_THE}{_Y}$", _take),
    (rf"^You {_TAKE} {_THE}{_X}$", _take),
    (rf"^You now have {_THE}{_X}$", _take),
    (rf"^{_X}: taken$", _take),
    (
        rf"^You (?:drops?|dropped|discard) {_THE}{_X}(?: (?:on|to|onto) the (?:floor|ground))?$",
        _drop,
    ),
    (rf"^{_X}: dropped$", _drop),
    (
        rf"^You {_PUT} {_THE}{_X} (?P<how>on top of|onto|on|upon|into|inside|in) {_THE}{_Y}$",
        _put,
    ),
    (
        rf"^You {_OPEN} {_THE}{_X}, (?:revealing|and find|finding|which reveals) (?P<what>.+)$",
        _open,
    ),
    (rf"^Opening {_THE}{_X} reveals:? (?P<what>.+)$", _open),
    (rf"^You {_OPEN} {_THE}(?!copy of){_X}(?: with .{{1,60}})?$", _open),
    (r"^(?P<x>(?:the )?[^.,!?;:]{1,60}?) (?:swings|slides|creaks|bursts) open$", _open),
    (rf"^You (?:close|closed|shut) {_THE}{_X}$", _close),
    (
        rf"^You (?P<verb>unlock(?:ed)?|lock(?:ed)?) {_THE}{_X} (?:with|using) {_THE}{_Y}$",
        _unlock,
    ),
    (rf"^You (?P<verb>unlock(?:ed)?|lock(?:ed)?) {_THE}{_X}$", _unlock),
    (rf"^\(?(?:first )?(?P<verb>unlock|lock)ing {_THE}{_X}(?: with {_THE}{_Y})?\)?$", _unlock),
    (rf"^You (?P<verb>eat|drink|consume|swallow) {_THE}{_X}$", _consume),
    (
        rf"^You (?P<verb>{'|'.join(_DONE)}) {_THE}{_X}(?: (?:with|on|in|using) .{{1,60}})?$",
        _work,
    ),
    (rf"^Adding {_THE}{_X} to your inventory$", _gain),
    (rf"^You (?:turn|switch) (?P<state>on|off) {_THE}{_X}$", _switch),
    (rf"^You (?:turn|switch) {_THE}{_X} (?P<state>on|off)$", _switch),
    (rf"^(?:the )?{_X} is now (?P<state>on|off)$", _switch),
)
"""Tried in order on one sentence without its end mark."""
