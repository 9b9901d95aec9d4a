"""Things that a text world describes: in rooms, on supporters, in containers, with states.

The phrases are those of TextWorld's house grammar (house_room.twg, house_obj.twg, MIT licence), of
Inform's standard rules and of Z-machine games. A thing is in one place: "is in" or "is on" its
holder, or "is in" the room, which includes the floor.
"""

import re

from clew.minds.textworld.exits import compass
from clew.minds.textworld.seen_text import (
    ARTICLE,
    DIRECTION,
    STATES,
    Draft,
    Item,
    clean_name,
    read_items,
    rules,
    wording,
)
from clew.regex import Regex

__all__ = ["THING_RULES", "place_items", "relation_to"]

_X = r"(?P<x>[^.,!?;:]{1,80}?)"
_PARTS = {
    "X": _X,
    "WHAT": rf"(?P<what>{ARTICLE}\b.+)",
    "ANY": r"(?P<what>\S.*)",
    "ARTICLE": ARTICLE,
    "SEE": r"you (?:can )?(?:also |even )?(?:see|make out|notice|spot|find)",
    # No "stand": "on the dumbbell stand you see".
    "ARE": r"(?:is|are|sits|lies|rests|stands|hangs)",
    "STATE": "(?P<state>" + "|".join(STATES) + ")",
}
_EMPTY_HAND = Regex(r"nothing|no one|a thing|anything", re.I)
_ROOM_ITSELF = Regex(
    r"floor|ground|corner|(?:(?:(?:far )?corner|center|centre|middle|end) of (?:the|this) )?room",
    re.I,
)
_SUPPORTER = Regex(
    r"(?:table|counter|shelf|shelves|desk|bench|workbench|rack|stand|bed|couch|sofa|pedestal|slab"
    r"|board|mantelpiece|mantle|chair|armchair|recliner|stool|tray|plate|platter|stove|altar|hook"
    r"|platform|island|bar|treadmill|toilet|sink|stovetop|barbecue|grill|mat|rug)s?",
    re.I,
)


def relation_to(holder: str, word: str = "") -> str:
    """Return "is on" or "is in" for what `holder` holds; `word` is the text's preposition, if any.

    >>> relation_to("patio table"), relation_to("patio table", "in"), relation_to("blue locker")
    ('is on', 'is in', 'is in')
    """
    if word:
        return "is on" if word.casefold().startswith(("on", "upon", "atop")) else "is in"
    return "is on" if _SUPPORTER.fullmatch(holder.rsplit(" ", 1)[-1]) else "is in"


def place_items(items: list[Item], relation: str, holder: str) -> list[tuple[str, str, str]]:
    """Return the facts that put things in or on `holder` (a room, a thing, "inventory")."""
    facts = []
    for item in items:
        facts += [(item.name, relation, holder)] if holder else []
        facts += [(item.name, "is", state) for state in item.states]
        facts += [(name, inner, item.name) for inner, name in item.holds]
    return facts


def _noticed(draft: Draft, match: re.Match[str]) -> bool:
    what = match["what"]
    if re.search(r"\b(?:next|every|first) time you\b", match[0], re.I):
        return False  # a thought, not a sight
    if inner := re.fullmatch(rf"([^()]+?) (on|in|inside|upon|atop) (?:the|it)\b ?{_X}", what, re.I):
        if not _ROOM_ITSELF.fullmatch(inner["x"] or "it"):
            return _hold(draft, inner[1], inner["x"] or "it", inner[2])
        what = inner[1]
    items = read_items(what)
    if len(items) > 1 and re.match(r"(?:\d+|two|three|four|five|six) \w+(?:,|$)", what):
        items = items[1:]  # "2 lockers, a red locker and a blue locker": the first counts the rest
    if not items:
        return False
    place = draft.room or ""
    lies = " on the floor" if re.search(r"\bon the (?:floor|ground)\b", match["what"]) else ""
    verb = "is" if len(items) == 1 else "are"
    facts = [fact for item in items for fact in _there_is(item, place)]
    draft.thing = items[-1].name
    return draft.say(f"there {verb} {_with_article(items)}{lies}.", facts)


def _there_is(item: Item, room: str) -> list[tuple[str, str, str]]:
    """Return the facts of a thing in a room; "doorway to the east" is an exit."""
    way = re.fullmatch(rf"(.+?) (?:leading )?(?:to the )?({DIRECTION})", item.name, re.I)
    if not way:
        return place_items([item], "is in", room)
    return [(room, "has exit", compass(way[2])[0])] if room else []


def _with_article(items: list[Item]) -> str:
    labels = [item.label for item in items]
    if len(labels) > 1:
        return wording(labels)
    return f"{'an' if labels[0][:1].casefold() in 'aeiou' else 'a'} {labels[0]}"


def _hold(draft: Draft, what: str, holder: str, word: str) -> bool:
    name = draft.resolve(holder)
    if not name:
        return False
    if _EMPTY_HAND.match(what.strip()):
        return _say_empty(draft, name)
    items = read_items(re.sub(r"^(?:that|the following),?\s*", "", what))
    if not items:
        return False
    relation = relation_to(name, word)
    verb = "is" if len(items) == 1 else "are"
    facts = place_items(items, relation, name)
    draft.thing = name
    return draft.say(f"{relation[3:]} the {name} {verb} {_with_article(items)}.", facts)


def _holding(draft: Draft, match: re.Match[str]) -> bool:
    words = match.groupdict()
    return _hold(draft, match["what"], words.get("x") or "it", words.get("how") or "")


def _thing_at(draft: Draft, match: re.Match[str]) -> bool:
    """Handle "The brass key is under the mat", with the thing before the place."""
    name, place = draft.resolve(match["x"]), draft.resolve(match["y"])
    if not name or not place or re.match(r"(?:there|what|who|this|that)\b", name, re.I):
        return False
    how = match["how"].casefold()
    if re.fullmatch(r"floor|ground", place, re.I):
        place, how = draft.room or "floor", "in" if draft.room else "on"
    relation = f"is {how}" if how in {"under", "behind", "beneath"} else relation_to(place, how)
    text = f"{_the(match['x'], name)} {relation} the {place}."
    return draft.say(text, [(name, relation, place)])


def _the(read: str, name: str) -> str:
    """Return "the NAME", or a proper name without an article if the text has none."""
    return name if read[:1].isupper() and read == name else f"the {name}"


def _say_empty(draft: Draft, name: str) -> bool:
    draft.thing = name
    return draft.say(f"the {name} is empty.", [(name, "is", "empty")])


def _empty(draft: Draft, match: re.Match[str]) -> bool:
    name = draft.resolve(match.groupdict().get("x") or "it")
    return bool(name) and _say_empty(draft, name)


def _state(draft: Draft, match: re.Match[str]) -> bool:
    name = draft.resolve(match["x"])
    if not name:
        return False
    state = STATES[match["state"].casefold()]
    draft.thing = name
    return draft.say(f"the {name} is {state}.", [(name, "is", state)])


def _is_like(draft: Draft, match: re.Match[str]) -> bool:
    name = clean_name(match["x"])
    how = re.sub(r"^(?:already|now|currently) ", "", match["how"].strip())
    if not name or re.match(r"(?:it|there|this|that|what|nothing)\b", name, re.I):
        return False
    relation = "looks" if match["verb"].casefold() in {"looks", "seems", "appears"} else "is"
    first, *rest = re.split(r", (?:and|but) ", how)
    facts = [(name, relation, first), *((name, "is", part) for part in rest)]
    draft.thing = name
    return draft.say(f"the {name} {relation} {how}.", facts)


def _there(draft: Draft, match: re.Match[str]) -> bool:
    what = match["what"]
    if re.match(r"(?:an? |the )?(?:nothing|no|something|exit|way|point|reason|sign)\b", what, re.I):
        return False
    return _noticed(draft, match)


_TABLE = r"""
holding: (?P<how>On|Upon|Atop|In|Inside)(?: top of)? (?:the )?X,? (?:SEE|there (?:is|are)|ARE)
    (?: displayed| the following)?:? ANY
holding: (?:the |this )?X (?:contains|holds|shelters|is filled with|reveals inside it|offers you
    |reveals to you|has the following upon it),?:? ANY
holding: (?:Contents|Contained within|Inside are the following|Inventory is as follows
    |Here's what's inside|Let's see what's inside) ?- ?ANY
holding: (?:Also, )?there (?:is|are) ANY (?:found )?(?P<how>in|on|inside) (?P<x>it)
holding: (?:sitting|resting|lying|standing|hanging) (?P<how>on|in|inside|from) (?:the )?X ARE ANY
holding: you gaze in terror at (?:the )?(?P<what>.+) that lie (?P<how>upon) this (?:very )?X
empty: (?:However,? |But |Unfortunately,? |What a letdown! )?(?:the )?X,?
    (?: (?:is|appears to be|seems to be|looks) empty\b| like an empty [^,]+, has nothing on it
    | hasn't got anything on it| contains nothing| has nothing (?:on|in) it).*
empty: (?:But |Unfortunately,? )?there(?: is|'s| isn't| are)(?:n't)? (?:a thing|nothing|anything)
    (?: on| in) (?:this piece of \w+|(?:the )?(?P<x>[^.,!?;:]{1,80}))
empty: Looks like someone's already been here and taken everything off it\b.*
empty: Empty
there: There (?:is|are) WHAT
noticed: (?P<what>ARTICLE [^.;:]{1,80}) (?:is|are)(?: lying| sitting)?
    (?: right there by you| here| nearby| close by| in the (?:corner|room))
noticed: (?:.*\b)?(?:SEE|seeing|it's(?: just)?|here's|follow it to|fall onto|other than
    |opens up to reveal|look over there,|attention is drawn to) WHAT
state: (?:the |this )?X (?:is|are|seems to be|appears to be)(?: now| already| currently)? STATE
    (?: now)?
thing_at: (?:the |this )?X (?:is|lies|sits|rests|stands|hangs)(?: hidden| lying| sitting)? (?P<how>
    in|on|inside|under|behind|beneath|upon) (?:the |an? )?(?P<y>[^.,!?;:]{1,80})
is_like: (?:the )X (?P<verb>looks|seems|appears|is) (?P<how>[a-z-]+(?: [a-z-]+){0,2}
    |[a-z-]+, (?:and|but) [a-z -]{1,60})
"""
_ACTS = {
    "holding": _holding, "empty": _empty, "there": _there, "noticed": _noticed, "state": _state,
    "thing_at": _thing_at, "is_like": _is_like,
}  # fmt: skip

THING_RULES = rules(_TABLE, _ACTS.__getitem__, _PARTS)
"""Tried in order on one sentence without its end mark."""
