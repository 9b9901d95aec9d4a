"""Exits and doors as a text world describes them.

The phrases are those of TextWorld's room grammar (house_room.twg and tw-cooking's version of it,
MIT licence), of Inform's standard rules and of common Z-machine prose. The room behind an exit is
not read here: it follows from the player's moves.
"""

import re

from clew.minds.textworld.seen_text import (
    DIRECTION,
    STATES,
    Draft,
    Rule,
    clean_name,
    rules,
    wording,
)

__all__ = ["EXIT_RULES", "compass"]

_FREE = r"(?:unblocked|unguarded|open|clear|exposed|free|obvious|visible)"
_LIST = (
    rf"(?P<ways>{DIRECTION}(?:(?:\s*,\s*(?:and |or )?|\s+(?:and|or)\s+)(?:to the |the )?"
    rf"{DIRECTION})*)"
)
_LOOSE = r"(?P<ways>[a-z, -]+)"
_DOOR = r"(?P<door>[^.,!?;:]{1,60}?)"
_GATE = (
    r"(?P<door>(?:[\w'-]+ ){0,5}?(?:door|gate|portal|hatch|gateway|passageway|doorway|archway"
    r"|trapdoor)s?)"
)
_WAY = r"(?:exits?|entrance(?:way)?s?|passages?(?:way)?|paths?|trails?|roads?|corridors?|stairs)"
_SHORT = {"upstairs": "up", "downstairs": "down", "upward": "up", "downward": "down"}
_LOOSE_WAYS = re.compile(rf"\b(?:{DIRECTION}|up|down|in|out)\b", re.I)


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


EXIT_RULES: tuple[Rule, ...] = rules(
    # Doors first: "There is a closed gate leading east" must not be read as a bare exit.
    (
        rf"^There (?:is|are) (?:an?|the|two) {_DOOR},? (?:leading|heading|facing) (?:to the )?"
        rf"{_LIST}\b",
        _door,
    ),
    (rf"^(?:an?|the) {_DOOR} (?:leads?|opens) (?:off |out )?(?:to the )?{_LIST}\b", _door),
    (
        rf"^You (?:can|should|may|should be able to)? ?(?:see|make out|notice) (?:an?|the) {_DOOR}"
        rf" (?:at|blocking|leading to) the {_LIST}(?: exits?)?\b",
        _door,
    ),
    (
        rf"^You (?:can )?(?:see|make out|notice) (?:an?|the) {_DOOR},? (?:which |that )?"
        rf"(?:leads?|leading) (?:to the )?{_LIST}\b",
        _door,
    ),
    (
        rf"^The exits? to the {_LIST} (?:is|are) (?:going through|through|blocked by) (?:an?|the) "
        rf"{_DOOR}$",
        _door,
    ),
    (
        rf"^The {_LIST} exits? (?:has|have|is|are) (?:blocked by )?(?:an?|the) {_DOOR}"
        r"(?: blocking (?:it|them))?$",
        _door,
    ),
    (
        rf"^(?:There is )?(?:an?|the) {_DOOR},? (?:is |stands )?(?:blocking|blocks|barring|bars) "
        rf"(?:your|the) (?:way|path|exit) (?:to the )?{_LIST}\b",
        _door,
    ),
    (
        rf"^(?:There (?:is|are) )?(?:an?|the) {_GATE} (?:is |lies |stands )?(?:to|on) the {_LIST}"
        r"(?: (?:is|stands) (?P<state>open|closed|locked))?(?: of you| side| wall)?$",
        _door,
    ),
    # Bare exits.
    (
        rf"^There (?:is|are)(?: also)? (?:an? |\w+ )?(?:{_FREE} )?{_WAY} (?:leading )?"
        rf"(?:to the |to |towards? the )?{_LIST}\b",
        _exits,
    ),
    (rf"^You should try going {_LIST}\b", _exits),
    (
        rf"^(?:(?:not a fan of|you don't like) [\w ]{{1,30}},? )?Why not (?:try going|try|go) "
        rf"{_LIST}\b",
        _exits,
    ),
    (rf"^(?:An exit|Exits)(?: {_FREE})? (?:lies?|leads?|are) (?:to the )?{_LIST}\b", _exits),
    (
        rf"^(?:{_FREE} )?(?:exits|directions)(?: (?:are|lead|include|lie))?(?: to the)?\s*[:-]?\s+"
        rf"{_LOOSE}$",
        _exits,
    ),
    (rf"^You can (?:go|leave|exit|travel|head|walk|move)(?: to the)? {_LIST}\b", _exits),
    (rf"^[^.]{{0,60}}\byou (?:can|could) (?:exit to the|try going|leave by the) {_LIST}\b", _exits),
    (rf"^(?:Hot tip- ?)?if you go {_LIST}, you won't", _exits),
    (rf"^(?:To|On) the {_LIST} (?:is|are|lies?|you (?:can )?see|stands?)\b", _exits),
    (
        rf"^(?:an?|the|\w+) {_WAY} (?:leads?|continues?|goes|runs?|lies?|winds?) (?:off )?"
        rf"(?:to the |towards? the )?{_LIST}\b",
        _exits,
    ),
)
"""Tried in order on one sentence without its end mark."""
