"""Exits and doors as a text world describes them.

The phrases are those of TextWorld's room grammar (house_room.twg and tw-cooking's version of it,
MIT licence), of Inform's standard rules and of common Z-machine prose. The room behind an exit is
not read here: it follows from the player's moves.
"""

import re

from clew.minds.textworld.seen_text import DIRECTION, STATES, Draft, clean_name, rules, wording
from clew.regex import Regex

__all__ = ["EXIT_RULES", "compass"]

_LIST = (
    rf"(?P<ways>{DIRECTION}(?:(?:\s*,\s*(?:and |or )?|\s+(?:and|or)\s+)(?:to the |the )?"
    rf"{DIRECTION})*)"
)
_WAY = r"(?:exits?|entrance(?:way)?s?|passages?(?:way)?|paths?|trails?|roads?|corridors?|stairs)"
_PARTS = {
    "LIST": _LIST,
    "WAYS": rf"{_LIST}\b.*",
    "WAY": _WAY,
    "FREE": r"(?:unblocked|unguarded|open|clear|exposed|free|obvious|visible)",
    "DOOR": r"(?P<door>[^.,!?;:]{1,60}?)",
    "GATE": r"(?P<door>(?:[\w'-]+ ){0,5}?(?:door|gate|portal|hatch|gateway|passageway|doorway"
    r"|archway|trapdoor)s?)",
}
_SHORT = {"upstairs": "up", "downstairs": "down", "upward": "up", "downward": "down"}
_LOOSE_WAYS = Regex(rf"\b(?:{DIRECTION}|up|down|in|out)\b", re.I)


def compass(text: str) -> list[str]:
    """Return the directions in a phrase, in order, normalised ("North-East" is "northeast").

    >>> compass("north, South-West and upstairs")
    ['north', 'southwest', 'up']
    """
    found = []
    for word in _LOOSE_WAYS.findall(text):
        plain = re.sub(r"(?<=[a-z])wards?$", "", word.casefold().replace("-", ""))
        found.append(_SHORT.get(word.casefold(), plain))
    return list(dict.fromkeys(found))


def _exits(draft: Draft, match: re.Match[str]) -> bool:
    ways = compass(match["ways"])
    if not ways:
        return False
    noun = "an exit" if len(ways) == 1 else "exits"
    facts = [(draft.room, "has exit", way) for way in ways] if draft.room else []
    return draft.say(
        f"there {'is' if len(ways) == 1 else 'are'} {noun} to the {wording(ways)}.", facts
    )


def _door(draft: Draft, match: re.Match[str]) -> bool:
    words = match.groupdict()
    first, _, rest = re.sub(r"^(?:an?|the) ", "", words["door"], flags=re.I).partition(" ")
    state = STATES.get(first.casefold(), "") if rest else ""
    state = STATES.get((words.get("state") or "").casefold(), state)
    name = clean_name(rest if first.casefold() in STATES else words["door"])
    ways = compass(words["ways"])
    if not ways or not name or re.fullmatch(rf"(?:.* )?{_WAY}", name, re.I):
        return _exits(draft, match) if ways else False
    facts = [(name, "is", state)] if state else []
    for way in ways if draft.room else ():
        facts += [(draft.room or "", "has exit", way), (draft.room or "", _behind(way), name)]
    article = "an" if (state or name)[:1].casefold() in "aeiou" else "a"
    thing = f"{state} {name}" if state else name
    draft.thing = name
    return draft.say(f"there is {article} {thing} leading {wording(ways)}.", facts)


def _behind(way: str) -> str:
    return f"has door {way}" if way in {"up", "down", "in", "out"} else f"has door to the {way}"


# Doors first: "There is a closed gate leading east" must not be read as a bare exit.
_TABLE = r"""
door: There (?:is|are) (?:an?|the|two) DOOR,? (?:leading|heading|facing) (?:to the )?WAYS
door: (?:an?|the) DOOR (?:leads?|opens) (?:off |out )?(?:to the )?WAYS
door: You (?:can|should|may|should be able to)? ?(?:see|make out|notice) (?:an?|the) DOOR
    (?: at| blocking| leading to) the LIST(?: exits?)?\b.*
door: You (?:can )?(?:see|make out|notice) (?:an?|the) DOOR,? (?:which |that )?(?:leads?|leading)
    (?: to the)? WAYS
door: The exits? to the LIST (?:is|are) (?:going through|through|blocked by) (?:an?|the) DOOR
door: The LIST exits? (?:has|have|is|are) (?:blocked by )?(?:an?|the) DOOR
    (?: blocking (?:it|them))?
door: (?:There is )?(?:an?|the) DOOR,? (?:is |stands )?(?:blocking|blocks|barring|bars)
    (?: your| the) (?:way|path|exit) (?:to the )?WAYS
door: (?:There (?:is|are) )?(?:an?|the) GATE (?:is |lies |stands )?(?:to|on) the LIST
    (?: (?:is|stands) (?P<state>open|closed|locked))?(?: of you| side| wall)?
exits: There (?:is|are)(?: also)? (?:an? |\w+ )?(?:FREE )?WAY (?:leading )?
    (?:to the |to |towards? the )?WAYS
exits: You should try going WAYS
exits: (?:(?:not a fan of|you don't like) [\w ]{1,30},? )?Why not (?:try going|try|go) WAYS
exits: (?:An exit|Exits)(?: FREE)? (?:lies?|leads?|are) (?:to the )?WAYS
exits: (?:FREE )?(?:exits|directions)(?: (?:are|lead|include|lie))?(?: to the)?\s*[:-]?\s+
    (?P<ways>[a-z, -]+)
exits: You can (?:go|leave|exit|travel|head|walk|move)(?: to the)? WAYS
exits: [^.]{0,60}\byou (?:can|could) (?:exit to the|try going|leave by the) WAYS
exits: (?:Hot tip- ?)?if you go LIST, you won't.*
exits: (?:To|On) the LIST (?:is|are|lies?|you (?:can )?see|stands?)\b.*
exits: (?:an?|the|\w+) WAY (?:leads?|continues?|goes|runs?|lies?|winds?) (?:off )?
    (?:to the |towards? the )?WAYS
"""

EXIT_RULES = rules(_TABLE, {"door": _door, "exits": _exits}.__getitem__, _PARTS)
"""Tried in order on one sentence without its end mark."""
