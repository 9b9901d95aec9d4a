"""Deeds, people and things as a text adventure narrates them in whole sentences.

Games written by hand tell more in one sentence than TextWorld does: "You open the door and walk
north". Such a sentence is cut into clauses first. What somebody else has is (thing, "is carried
by", person): like every place, it gives way to the next place of the thing.
"""

import re
from collections.abc import Iterable
from typing import TypeAlias

from clew.minds.textworld.deeds import INVENTORY
from clew.minds.textworld.exits import compass
from clew.minds.textworld.seen_text import DIRECTION, Act, Draft, clean_name, read_items, rules
from clew.minds.textworld.things import relation_to
from clew.regex import Regex

__all__ = ["NARRATED_RULES", "clauses", "is_speech"]

_Facts: TypeAlias = Iterable[tuple[str, str, str]]
_STAND = r"(?:stands?|lies?|sits?|hangs?|leans?|rests?|waits?|sleeps?|kneels?|grows?)"
_GO = r"(?:go|walk|climb|head|run|crawl|step|return|move|continue|swim|descend)"
_DEED = (
    r"(?:open|close|shut|lock|unlock|take|get|grab|pick|put|place|drop|leave|give|hand|push|pull"
    rf"|turn|light|read|eat|drink|hang|lay|set|insert|hide|enter|cross|find|see|{_GO})"
)
_DOES = (
    r"(?:opens|closes|locks|unlocks|takes|grabs|steals|picks|puts|places|drops|leaves|gives|hands"
    r"|hides|hangs|lays|walks|goes|comes|enters|runs|thanks|rewards|pockets|sells)"
)
_MORE_DEEDS = Regex(
    rf"(?:,? and(?: then)? |, )(?=(?:{_DEED}) (?:the|an?|it|them|up|down|back|to|into|in|out"
    rf"|through|{DIRECTION})\b)"
)
_MORE_DOINGS = Regex(rf",? and(?: then)? (?={_DOES}\b)")
_DOER = Regex(rf"(?P<who>(?:The |An? )?[^\W\d_][\w' -]{{0,40}}?) {_DOES}\b")
_NEXT_CLAUSE = Regex(
    r",? and (?=(?:the|an?|he|she|[A-Z]\w+)\b[^,()]{0,60}? (?:is|thanks|gives|hands|takes|puts"
    rf"|stands|sits|lies|hangs)\b[^,]*$)|,? and (?=the [^,]{{1,40}} is to the {DIRECTION})"
)
_HE = Regex(r"^(?:he|she|him)\b", re.I)
_HEDGE = Regex(r"(?:if|when|while|as|because|before|after|unless|although)\b", re.I)
_NOTE = Regex(
    r"^(?:the|an?|your) (?:[\w-]+ )?(?:letter|note|sign|book|page|inscription|scroll|map|diary"
    r"|plaque|poster|paper|label) (?:says|reads|tells you|explains)(?: that)? (?=[\w ])",
    re.I,
)
_SAYS = (
    r"(?:says?(?! (?:that )?(?:his|her|its) name is)|asks?|tells|replies|whispers|shouts|mutters"
    r"|answers|claims|thinks|believes)\b"
)
_SPEECH = Regex(
    rf"^[\"“]|^(?:the |an? )?(?:[\w'-]+ ){{1,3}}?{_SAYS}|[\"”'’],? (?:the )?[\w ]{{1,30}} {_SAYS}",
    re.I,
)
_PART_OF_ROOM = Regex(
    r"(?:[\w-]+ )?(?:corner|middle|cent(?:re|er)|end|side|wall|floor|ground|here)"
    r"(?: of (?:the|this) (?P<of>.+))?",
    re.I,
)
_ON_BODY = Regex(
    r"(?:your|his|her) (?:\w+ )?(?:pocket|bag|backpack|pack|rucksack|hand|belt|satchel)s?", re.I
)
_NO_THING = Regex(
    r"(?:hand|arm|head|foot|feet|eye|breath|seat|look|step|nap|bow|kick|smile|hug|kiss|nod|push"
    r"|punch|pat|grip|grin|stair|road|path|lead)s?(?: (?:to|on|in|at|of) .+)?",
    re.I,
)
_NO_PERSON = Regex(
    r"(?:it|there|this|that|what|nothing|you|they|we|i|everyone|nobody|someone)\b"
    r"|.*\b(?:as|he|she|him|her|then|while|looks|path|road|stairs?|ladder|door|of|and|which|who)\b",
    re.I,
)


def clauses(sentence: str) -> list[str]:
    """Return the clauses of a sentence, each with its subject.

    >>> clauses("You open the gate and walk north"), clauses("The note says that the key is hot")
    (['You open the gate', 'You walk north'], ['the key is hot'])
    """
    if _HEDGE.match(sentence):
        return [sentence]
    found = []
    for part in _NEXT_CLAUSE.split(_NOTE.sub("", sentence)):
        doer, cut = ("You", _MORE_DEEDS) if part.startswith("You ") else ("", _MORE_DOINGS)
        if match := _DOER.match(part):
            doer = doer or match["who"]
        first, *more = cut.split(part) if doer else [part]
        found += [first, *(f"{doer} {deed}" for deed in more)]
    return found


def is_speech(sentence: str) -> bool:
    """Return whether a sentence tells what somebody says, which need not be so."""
    return _SPEECH.search(_NOTE.sub("", sentence)) is not None


def _say(draft: Draft, match: re.Match[str], facts: _Facts, gone: _Facts = ()) -> bool:
    text = match[0][:1].upper() + match[0][1:]
    who = draft.people[0] if len(draft.people) == 1 else "he"
    return draft.say(f"{_HE.sub(who, text) if _HE.match(text) else text}.", facts, gone)


def _who(draft: Draft, said: str) -> str:
    """Return who does something; "he" only where one person is told of; "" if it is no person."""
    if _HE.fullmatch(said):
        return draft.people[0] if len(draft.people) == 1 else ""
    name = "" if _NO_PERSON.match(said) else clean_name(said)
    if name and name not in draft.people:
        draft.people.append(name)
    return name


def _things(draft: Draft, said: str) -> list[str]:
    """Return the things named; "the key" is "brass key" if no other known name ends in "key"."""
    if said.casefold() == "it" or re.search(r"\b(?:he|she|they|you)\b", said, re.I):
        return [draft.thing] if draft.thing and said.casefold() == "it" else []
    known = {end for fact in draft.facts for end in (fact.subject, fact.object)}
    found = []
    for item in read_items(re.sub(r"^(?:his|her) ", "the ", said)):
        longer = [one for one in known if one.casefold().endswith(f" {item.name.casefold()}")]
        only = longer[0] if len(longer) == 1 and item.name not in known else item.name
        found += [] if _NO_THING.fullmatch(item.name) else [only]
    return found


def _spot(draft: Draft, how: str, place: str) -> tuple[str, str]:
    """Return the relation and the place of "in the corner", "by the door", "on a chair"."""
    name, how = clean_name(place) or place, how.casefold()
    part = _PART_OF_ROOM.fullmatch(name)
    if part or how in {"against", "by", "near", "beside", "next to", "at", "to"}:
        room = part["of"] if part else None
        return "is in", draft.room or "" if room in {None, "room"} else str(room)
    behind = how in {"under", "behind", "beneath"}
    return f"is {how}" if behind else relation_to(name, how), name


def _tells(*stated: list[str]) -> Act:
    """Return the action of a rule that states facts; its groups stand for what they name."""

    def act(draft: Draft, match: re.Match[str]) -> bool:
        said = {"room": [draft.room or ""]}
        for group, text in match.groupdict().items():
            person = group in {"who", "giver"}
            said[group] = [_who(draft, text)] if person else _things(draft, text)
        ends = [(said.get(one, [one]), how, said.get(two, [two])) for one, how, two in stated]
        facts = [(a, how, b) for left, how, right in ends for a in left for b in right]
        whole = all(left and right for left, _, right in ends)
        return whole and all(said.get("giver", ["-"])) and _say(draft, match, facts)

    return act


def _put(draft: Draft, match: re.Match[str]) -> bool:
    """Handle "You leave the lamp on the well" and "Emil puts the key in his pocket"."""
    who = _who(draft, match["who"]) if "who" in match.groupdict() else INVENTORY
    things = _things(draft, match["x"])
    if _ON_BODY.fullmatch(match["y"]):
        spot = ("is in" if who == INVENTORY else "is carried by", who)
    else:
        spot = _spot(draft, match["how"], match["y"])
    draft.thing = things[0] if len(things) == 1 else draft.thing
    facts = [(one, *spot) for one in things]
    return bool(who and things) and _say(draft, match, facts, [(spot[1], "is", "empty")])


def _lose(draft: Draft, match: re.Match[str]) -> bool:
    gone = [(one, "is in", INVENTORY) for one in _things(draft, match["x"])]
    return bool(gone) and _say(draft, match, (), gone)


def _arrive(draft: Draft, match: re.Match[str]) -> bool:
    """Take the room from a sentence about the player; where a title names it, the title does."""
    if draft.titled:
        return False
    draft.room = clean_name(match.groupdict().get("x") or "") or None
    return _say(draft, match, [("player", "is in", draft.room)] if draft.room else [])


def _stand(draft: Draft, match: re.Match[str]) -> bool:
    """Handle "A clock stands in the corner" and "There is a lamp on the table, next to a cup"."""
    words = match.groupdict("")
    what, place = words["x"] or words.get("name", ""), words["y"] or "middle"
    if compass(place) or _NO_PERSON.fullmatch(what):
        return False
    items = [*read_items(what), *read_items(words.get("z", ""))]
    spot = _spot(draft, words.get("how", ""), place)
    draft.thing = items[0].name if items else draft.thing
    return bool(items) and _say(draft, match, [(one.name, *spot) for one in items])


def _beyond(draft: Draft, match: re.Match[str]) -> bool:
    """Handle "To the east there is an iron gate, which is locked", "East of the hall is a yard"."""
    words = match.groupdict("")
    room, ways = clean_name(words.get("place", "")) or draft.room, compass(match["way"])
    things = _things(draft, match["x"])
    if not (room and ways and len(things) == 1):
        return _say(draft, match, [])
    facts = [(room, "has exit", ways[0])]
    if re.search(r"\b(?:door|gate|hatch|portal|trapdoor)$", things[0], re.I):
        facts.append((room, f"has door to the {ways[0]}", things[0]))
    elif not re.search(r"\b(?:exit|path|road|stairs|ladder|passage|steps)\b", things[0], re.I):
        facts.append((things[0], f"is {ways[0]} of", room))
    facts += [(things[0], "is", words["state"])] if words.get("state") else []
    return _say(draft, match, facts)


_ACTS = {"arrive": _arrive, "put": _put, "lose": _lose, "stand": _stand, "beyond": _beyond}
_PARTS = {
    "WHO": r"(?P<who>(?:the |an? )?[^\W\d_][^.,!?;:\"\d]{0,40}?)",
    "THING": r"(?P<x>(?:the |an? |some |your |his |her )[^.!?;:\"]{1,80}?|it)",
    "THE": r"(?P<x>(?:the|your) [^.,;:\"]{1,60}?)",
    "ONE": r"(?P<x>(?:an?|some|the) [^.,;:]{1,60}?)",
    "PLACE": r"(?P<y>(?:the|an?|your|his|her) [^.,!?;:\"]{1,60}?)",
    "INTO": r"(?P<how>on top of|onto|on|upon|into|inside|in|under|behind|beneath)",
    "NEAR": r"(?P<how>on|in|inside|under|behind|against|by|near|beside|next to|at|to)",
    "ROOM": r"(?P<x>(?:(?! and )[^.,!?;:\"]){1,40})",
    "AWAY": rf"(?:{DIRECTION}|up|down|back|out|in|through|away)",
    "WAY": rf"(?P<way>{DIRECTION})",
    "STAND": _STAND,
    "GO": _GO,
}
_TABLE = r"""
arrive: You (?:GO\b.*? (?:AWAY,? (?:back )?(?:in)?to|into)|enter|return to) the ROOM
arrive: You GO AWAY\b[^.:"]*
arrive: You (?:wake up|awake|find yourself|arrive|stand|are standing|are(?: now)?) in(?:side)? (?:an?|the) ROOM
lose: You (?:no longer (?:carry|have|hold)|lose) THING
put: You (?:leave|hang|rest|lean|hide|set|lay|throw|toss|return|drop) THING (?:down )?INTO PLACE
put: You (?:put|place|insert) (?P<x>.+? and .+?|it) (?:back )?INTO PLACE
put: You (?:put|place|insert) THING (?:back )?INTO (?P<y>your .+)
x, is in, room: You (?:leave|drop|put down) THING (?:here|behind)
x, is in, room: You (?:drop|put down) (?P<x>(?:the|your|an?) .+ and .+|it)
x, is in, inventory: You (?:receive|accept|buy|pocket|fetch|retrieve) THING(?: from [^.,;:]+)?
x, is in, inventory: WHO (?:gives|hands|passes|sells|throws|lends) you THING(?: in return)?
x, is in, inventory: WHO (?:thanks|rewards|repays|pays) you with THING
x, is in, inventory: WHO (?:gives|hands|passes) THING (?:back )?to you
x, is carried by, who: You (?:give|gave|hand|handed|offer|pass|sell|return|lend) (?:back )?THING to WHO
x, is carried by, who: You (?:give|hand|pass|sell|lend) WHO (?P<x>(?:the|your|an?) .+)
x, is carried by, who: (?P<giver>[^.,;:]{1,40}?) (?:gives|hands|passes|sells|lends) THING to WHO
x, is carried by, who: WHO (?:takes|picks up|grabs|steals|snatches|accepts) THE(?: from (?:you|the [^.,;:]+))?
x, is carried by, who: WHO (?:comes|enters|arrives|walks|stands|sits|returns|is)\b[^.,;:]{0,40}? with THING in (?:his|her) (?:hand|arm)s?
x, is carried by, who: WHO (?:carries|is carrying|is holding) THING
put: WHO (?:puts|places|leaves|drops|hangs|hides) THING (?:back |down )?INTO PLACE
x, is, unlocked; y, unlocks, x; y, is carried by, who: WHO unlocks (?P<x>the [^.,;:]{1,60}?) with PLACE
who, is, kind; who, is in, room: an? (?P<kind>[^.,;:]{1,30}?) (?:called|named) (?P<who>(?-i:[A-Z])\w+),? (?:who )?(?:is|STAND) .+
who, is, how: WHO is (?P<how>asleep|awake|dead|alive)(?: now| again)?
who, is called, x: WHO says (?:that )?(?:his|her|its) name is (?P<x>[\w' -]{2,40})
stand: There (?:is|are) ONE NEAR PLACE, (?:next to|beside|and) (?P<z>(?:an?|the) [^.,;:]{1,40})
stand: (?:ONE|(?P<name>\w+)) (?:STAND|is (?:tied|fixed|sitting|standing|asleep))(?: \w+ly| asleep)? NEAR (?:PLACE|middle)
stand: ONE (?:STAND|works|lives|sells [^.,;:]+|plays [^.,;:]+) (?P<y>here)
beyond: (?:to|on) the WAY(?: side)?,? (?:there (?:is|are)|stands|lies) ONE(?:,? (?:which|that) is (?P<state>open|closed|locked))?
beyond: WAY of the (?P<place>[^.,;:]{1,40}?) (?:lies|is|stands) ONE
beyond: ONE (?:is|lies) (?:to the )?WAY(?: of here)?
room, has exit, way: an? (?:\w+ )?(?:path|road|stairs|staircase|stairway|ladder|passage) leads (?P<way>up|down)(?: (?:in)?to .+)?
"""  # noqa: E501
"""An action, or the facts stated, and a pattern; words in capitals are parts (`_PARTS`)."""


def _act(what: str) -> Act:
    return _ACTS.get(what) or _tells(*(fact.split(", ") for fact in what.split("; ")))


NARRATED_RULES = rules(_TABLE, _act, _PARTS)
"""Tried before the rules for what engines print, in order, on one clause without its end mark."""
