"""Deeds, people and things as a text adventure narrates them in whole sentences.

Games written by hand tell more in one sentence than TextWorld does: "You open the door and walk
north", "Emil unlocks the chest with the key and puts it back in his pocket". Such a sentence is
cut into clauses first. What somebody else has is (thing, "is carried by", person): like every
place, it gives way to the next place of the thing.
"""

import re
from collections.abc import Iterable

from clew.minds.textworld.deeds import INVENTORY
from clew.minds.textworld.exits import compass
from clew.minds.textworld.seen_text import DIRECTION, Draft, Rule, clean_name, read_items, rules
from clew.minds.textworld.things import relation_to

__all__ = ["DEED", "GO", "NARRATED_RULES", "STAND", "clauses", "is_speech"]

_WHO = r"(?P<who>(?:the |an? )?[^\W\d_][^.,!?;:\"\d]{0,40}?)"
_X = r"(?P<x>(?:the |an? |some |your |his |her )[^.!?;:\"]{1,80}?|it)"
_Y = r"(?P<y>(?:(?:the|an?|your|his|her) )?[^.,!?;:\"]{1,60}?)"
_IN = r"(?P<how>on top of|onto|on|upon|into|inside|in|under|behind|beneath)"
_NEAR = r"(?P<how>on|in|inside|under|behind|against|by|near|beside|next to|at|to)"
STAND = r"(?:stands?|lies?|sits?|hangs?|leans?|rests?|waits?|sleeps?|kneels?|grows?)"
GO = r"(?:go|walk|climb|head|run|crawl|step|return|move|continue|swim|descend)"
DEED = (
    r"(?:open|close|shut|lock|unlock|take|get|grab|pick|put|place|drop|leave|give|hand|push|pull"
    rf"|turn|light|read|eat|drink|hang|lay|set|insert|hide|enter|cross|find|see|{GO})"
)
_DOES = (
    r"(?:opens|closes|locks|unlocks|takes|grabs|steals|picks|puts|places|drops|leaves|gives|hands"
    r"|hides|hangs|lays|walks|goes|comes|enters|runs|thanks|rewards|pockets|sells)"
)
_MORE_DEEDS = re.compile(
    rf"(?:,? and(?: then)? |, )(?=(?:{DEED}) (?:the|an?|it|them|up|down|back|to|into|in|out"
    rf"|through|{DIRECTION})\b)"
)
_MORE_DOINGS = re.compile(rf",? and(?: then)? (?={_DOES}\b)")
_DOER = re.compile(rf"(?P<who>(?:The |An? )?[^\W\d_][\w' -]{{0,40}}?) {_DOES}\b")
_NEXT_CLAUSE = re.compile(
    r",? and (?=(?:the|an?|he|she|[A-Z]\w+)\b[^,()]{0,60}? (?:is|thanks|gives|hands|takes|puts|stands"
    rf"|sits|lies|hangs)\b[^,]*$)|,? and (?=the [^,]{{1,40}} is to the {DIRECTION})"
)
_HE = re.compile(r"^(?:he|she|him)\b", re.I)
_NOTE = re.compile(
    r"^(?:the|an?|your) (?:[\w-]+ )?(?:letter|note|sign|book|page|inscription|scroll|map|diary"
    r"|plaque|poster|paper|label) (?:says|reads|tells you|explains)(?: that)? (?=[\w ])",
    re.I,
)
_SAYS = (
    r"(?:says?(?! (?:that )?(?:his|her|its) name is)|asks?|tells|replies|whispers|shouts|mutters"
    r"|answers|claims|thinks|believes)\b"
)
_SPEECH = re.compile(
    rf"^[\"“]|^(?:the |an? )?(?:[\w'-]+ ){{1,3}}?{_SAYS}|[\"”'’],? (?:the )?[\w ]{{1,30}} {_SAYS}", re.I
)
_PART_OF_ROOM = re.compile(
    r"(?:[\w-]+ )?(?:corner|middle|cent(?:re|er)|end|side|wall|floor|ground)"
    r"(?: of (?:the|this) (?P<of>.+))?",
    re.I,
)
_WAY = re.compile(r"(?:[\w-]+ )?(?:exit|path|road|stairs|staircase|stairway|ladder|passage|steps)", re.I)
_ON_BODY = re.compile(
    r"(?:your|his|her) (?:\w+ )?(?:pocket|bag|backpack|pack|rucksack|hand|belt|satchel)s?", re.I
)
_HEDGE = re.compile(r"(?:if|when|while|as|because|before|after|unless|although)\b", re.I)
_NO_THING = re.compile(
    r"(?:hand|arm|head|foot|feet|eye|breath|seat|look|step|nap|bow|kick|smile|hug|kiss|nod|push|punch"
    r"|pat|grip|grin|stair|road|path|lead)s?\b",
    re.I,
)
_NO_PERSON = re.compile(
    r"(?:it|there|this|that|what|nothing|you|they|we|i|he|she|everyone|nobody|someone)\b"
    r"|.*\b(?:as|he|she|him|her|then|while|looks|path|road|stairs?|staircase|ladder|door|passage|of|and|that|which|who)\b",
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


def _say(
    draft: Draft,
    match: re.Match[str],
    *facts: tuple[str, str, str],
    gone: Iterable[tuple[str, str, str]] = (),
) -> bool:
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
    """Return the things named; "the key" is the only thing told of whose name ends so."""
    if said.casefold() == "it":
        return [draft.thing] if draft.thing else []
    known = {end for fact in draft.facts for end in (fact.subject, fact.object)}
    found = []
    if re.search(r"\b(?:he|she|they|you)\b", said, re.I):
        return []
    for item in read_items(re.sub(r"^(?:his|her) ", "the ", said)):
        longer = [one for one in known if one.casefold().endswith(f" {item.name.casefold()}")]
        only = longer[0] if len(longer) == 1 and item.name not in known else item.name
        found += [] if _NO_THING.match(item.name) else [only]
    return found


def _spot(draft: Draft, how: str, place: str) -> tuple[str, str]:
    """Return the relation and the place of "in the corner", "by the door", "on a chair"."""
    name, how = clean_name(place), how.casefold()
    part = _PART_OF_ROOM.fullmatch(name)
    if part or name == "here" or how in {"against", "by", "near", "beside", "next to", "at", "to"}:
        room = part["of"] if part else None
        return "is in", draft.room or "" if room in {None, "room"} else str(room)
    behind = how in {"under", "behind", "beneath"}
    return f"is {how}" if behind else relation_to(name, how), name


def _put(draft: Draft, match: re.Match[str]) -> bool:
    """Handle "You leave the lamp on the well" and "Emil puts the key in his pocket"."""
    who = _who(draft, match["who"]) if "who" in match.groupdict() else INVENTORY
    things = _things(draft, match["x"])
    if _ON_BODY.fullmatch(match["y"]):
        spot = ("is in" if who == INVENTORY else "is carried by", who)
    else:
        spot = _spot(draft, match["how"], match["y"])
    facts = [(one, *spot) for one in things]
    gone = [] if spot[1] == who else [(spot[1], "is", "empty")]
    draft.thing = things[0] if len(things) == 1 else draft.thing
    return bool(who and things) and _say(draft, match, *facts, gone=gone)


def _drop(draft: Draft, match: re.Match[str]) -> bool:
    spot = ("is in", draft.room) if draft.room else ("is on", "floor")
    return _say(draft, match, *((one, *spot) for one in _things(draft, match["x"])))


def _lose(draft: Draft, match: re.Match[str]) -> bool:
    gone = [(one, "is in", INVENTORY) for one in _things(draft, match["x"])]
    return bool(gone) and _say(draft, match, gone=gone)


def _gain(draft: Draft, match: re.Match[str]) -> bool:
    """Handle "The baker gives you a loaf" and "You receive a loaf"."""
    who = _who(draft, match["who"]) if "who" in match.groupdict() else INVENTORY
    things = _things(draft, match["x"])
    return bool(who and things) and _say(
        draft, match, *((one, "is in", INVENTORY) for one in things)
    )


def _hand_over(draft: Draft, match: re.Match[str]) -> bool:
    """Handle "You give the cup to the baker" and "The baker takes the cup"."""
    words = match.groupdict()
    giver = _who(draft, words["giver"]) if words.get("giver") else INVENTORY
    who, things = _who(draft, match["who"]), _things(draft, match["x"])
    facts = [(one, "is carried by", who) for one in things]
    return bool(giver and who and things) and _say(draft, match, *facts)


def _work_lock(draft: Draft, match: re.Match[str]) -> bool:
    """Handle "Emil unlocks the chest with the silver key"."""
    who, locks, keys = _who(draft, match["who"]), _things(draft, match["x"]), match["y"]
    if not who or len(locks) != 1 or not (keys or _HE.match(match["who"])):
        return False  # "the brass key opens the box" tells of a key
    state = {"open": "open", "unlock": "unlocked", "lock": "locked"}.get(match["verb"], "closed")
    facts = [(locks[0], "is", state)]
    for key in _things(draft, keys) if keys else ():
        facts += [(key, "unlocks", locks[0]), (key, "is carried by", who)]
    return _say(draft, match, *facts)


def _arrive(draft: Draft, match: re.Match[str]) -> bool:
    """Take the room from a sentence about the player; where a title names it, the title does."""
    if draft.titled:
        return False
    draft.room = clean_name(match.groupdict().get("x") or "") or None
    return _say(draft, match, *((("player", "is in", draft.room),) if draft.room else ()))


def _stand(draft: Draft, match: re.Match[str]) -> bool:
    """Handle "A clock stands in the corner" and "Emil sits on a chair"."""
    if re.match(r"(?:it|there|this|that|what|who|you|they|he|she)\b", match["what"], re.I):
        return False
    items = [] if compass(match["y"]) else read_items(match["what"])
    spot = _spot(draft, match["how"], match["y"])
    if items:
        draft.thing = items[-1].name
    return bool(items) and _say(draft, match, *((one.name, *spot) for one in items))


def _named(draft: Draft, match: re.Match[str]) -> bool:
    """Handle "An old man called Emil is asleep on a chair": he is in the room."""
    name, rest = match["name"], match["rest"] or ""
    if not name[:1].isupper() or not _who(draft, name):
        return False
    state = re.match(r"(asleep|awake|dead|alive)\b", rest)
    facts = [(name, "is", match["kind"])]
    facts += [(name, "is in", draft.room)] if draft.room else []
    return _say(draft, match, *facts, *([(name, "is", state[1])] if state else []))


def _is_well(draft: Draft, match: re.Match[str]) -> bool:
    who = _who(draft, match["who"])
    return bool(who) and _say(draft, match, (who, "is", match["state"]))


def _called(draft: Draft, match: re.Match[str]) -> bool:
    return _say(draft, match, (clean_name(match["who"]), "is called", match["x"]))


def _beyond(draft: Draft, match: re.Match[str]) -> bool:
    """Handle "To the east there is an iron gate, which is locked", "East of the hall is a yard"."""
    words = match.groupdict()
    room, ways = clean_name(words.get("room") or "") or draft.room, compass(match["way"])
    things = _things(draft, match["x"])
    if not (room and ways and len(things) == 1):
        return _say(draft, match)
    facts = [(room, "has exit", ways[0])]
    if re.search(r"\b(?:door|gate|hatch|portal|trapdoor)$", things[0], re.I):
        facts.append((room, f"has door to the {ways[0]}", things[0]))
    elif not _WAY.search(things[0]):
        facts.append((things[0], f"is {ways[0]} of", room))
    facts += [(things[0], "is", words["state"])] if words.get("state") else []
    return _say(draft, match, *facts)


def _up_or_down(draft: Draft, match: re.Match[str]) -> bool:
    return bool(draft.room) and _say(draft, match, (draft.room or "", "has exit", match["way"]))


def _beside(draft: Draft, match: re.Match[str]) -> bool:
    """Handle "There is a lamp on the table, next to a letter": both are on it."""
    spot = _spot(draft, match["how"], match["y"])
    names = [*_things(draft, match["x"]), *_things(draft, match["z"] or "")]
    return bool(names) and _say(draft, match, *((one, *spot) for one in names))


NARRATED_RULES: tuple[Rule, ...] = rules(
    # The player moves: what follows is elsewhere.
    (
        rf"^You (?:{GO}|enter)\b.*? (?:(?:{DIRECTION}|up|down|back),? (?:back )?(?:in)?to|into"
        rf"|enter|back to) the (?P<x>(?:(?! and )[^.,!?;:\"]){{1,40}})$",
        _arrive,
    ),
    (r"^You (?:enter|return to) the (?P<x>[^.,!?;:\"]{1,40}?)$", _arrive),
    (rf"^You {GO} (?:{DIRECTION}|up|down|back|out|in|through|away)\b[^.:\"]*$", _arrive),
    (
        r"^You (?:wake up|awake|come to|find yourself|arrive|emerge|stand|are standing|are(?: now)?)"
        r" (?:in|inside) (?:an?|the) (?P<x>[^.,!?;:\"]{1,40}?)$",
        _arrive,
    ),
    # What the player has, gives and leaves.
    (rf"^You no longer (?:carry|have|hold) {_X}$", _lose),
    (rf"^You lose {_X}$", _lose),
    (
        rf"^You (?:leave|hang|rest|lean|stow|hide|set|lay|throw|toss|return|drop) {_X} (?:back |down )?"
        rf"{_IN} (?P<y>(?:the|an?|your) [^.,!?;:\"]{{1,60}}?)$",
        _put,
    ),
    (
        rf"^You (?:put|place|insert) (?P<x>.+? and .+?|it|(?:the|your|an?) .+?) (?:back |down )?{_IN}"
        r" (?P<y>your [^.,!?;:\"]{1,60}?|(?<= and ).+?)$",
        _put,
    ),
    (rf"^You (?:leave|drop|discard|put down|set down) {_X} (?:here|behind)$", _drop),
    (r"^You (?:drop|discard|put down) (?P<x>(?:the|your|an?) .+ and .+|it)$", _drop),
    (rf"^You (?:receive|accept|buy|pocket|fetch|retrieve|gather) {_X}(?: from [^.,;:]+)?$", _gain),
    (rf"^{_WHO} (?:gives|hands|passes|sells|throws|lends) you {_X}(?: .{{0,9}}in return)?$", _gain),
    (rf"^{_WHO} (?:thanks|rewards|repays|pays) you with {_X}$", _gain),
    (rf"^{_WHO} (?:gives|hands|passes) {_X} (?:back )?to you$", _gain),
    (rf"^You (?:give|hand|pass|sell|return|lend) (?:back )?{_X} to {_WHO}$", _hand_over),
    (rf"^You (?:give|hand|pass|sell|lend) {_WHO} (?P<x>(?:the|your|an?) .+)$", _hand_over),
    (
        rf"^(?P<giver>[^.,;:\"]{{1,40}}?) (?:gives|hands|passes|sells|lends) {_X} to {_WHO}$",
        _hand_over,
    ),
    # What others do.
    (
        rf"^{_WHO} (?:takes|picks up|grabs|steals|snatches|pockets|accepts) "
        r"(?P<x>(?:the|your) [^.,;:\"]{1,60}?)(?: from (?:you|the [^.,;:]+))?$",
        _hand_over,
    ),
    (
        rf"^{_WHO} (?:puts|places|leaves|drops|lays|hangs|hides|sets) {_X} (?:back |down )?{_IN} "
        rf"{_Y}$",
        _put,
    ),
    (
        rf"^{_WHO} (?P<verb>unlock|lock|open|close|shut)s {_X}(?: with {_Y})?$",
        _work_lock,
    ),
    (
        rf"^{_WHO} (?:comes|enters|arrives|walks|appears|stands|sits|returns|is)\b[^.,;:]{{0,40}}? "
        rf"(?:with|holding|carrying) {_X} in (?:his|her) (?:hand|arm)s?$",
        _hand_over,
    ),
    (rf"^{_WHO} (?:carries|is carrying|is holding) {_X}$", _hand_over),
    (
        r"^an? (?P<kind>[^.,;:]{1,30}?) (?:called|named) (?P<name>\w+),? (?:who )?(?:is )?(?P<rest>.+)$",
        _named,
    ),
    (rf"^{_WHO} is (?:now )?(?P<state>asleep|awake|dead|alive)(?: now| again)?$", _is_well),
    (rf"^{_WHO} says (?:that )?(?:his|her|its) name is (?P<x>[\w' -]{{2,40}})$", _called),
    # Where things are.
    (
        r"^There (?:is|are) (?P<x>(?:an?|some) [^.;:]{1,80}?) (?P<how>on|in|inside|under|behind) "
        r"(?P<y>(?:the|an?) [^.,;:]{1,40}), (?:next to|beside|and) (?P<z>(?:an?|the) [^.,;:]{1,40})$",
        _beside,
    ),
    (
        r"^There (?:is|are) (?P<x>(?:an?|some) [^.;:]{1,80}?) (?P<how>under|behind|by|near|beside) "
        r"(?P<y>(?:the|an?) [^.,;:]{1,40})(?P<z>)$",
        _beside,
    ),
    (
        rf"^(?P<what>(?:the|an?|some|two|three) [^.,;:]{{1,60}}?|[^\W\d_]+) (?:{STAND}|is (?:tied|chained"
        rf"|fixed|nailed|moored|sitting|standing|sleeping|asleep|waiting))(?: \w+ly| asleep)? {_NEAR} "
        r"(?P<y>(?:the|an?) [^.,;:]{1,60}|middle|corner)$",
        _stand,
    ),
    (
        rf"^(?P<what>an? [^.,;:]{{1,40}}?) (?:{STAND}|works|lives|sells [^.,;:]+|plays [^.,;:]+) "
        r"(?P<how>)(?P<y>here)$",
        _stand,
    ),
    (
        rf"^(?:to|on) the (?P<way>{DIRECTION})(?: side)?,? (?:there (?:is|are)|stands|lies) (?P<x>an? "
        r"[^.,;:]{1,50}?)(?:,? (?:which|that) is (?P<state>open|closed|locked))?$",
        _beyond,
    ),
    (
        rf"^(?P<way>{DIRECTION}) of the (?P<room>[^.,;:]{{1,40}}?) (?:lies|is|stands) "
        r"(?P<x>(?:the|an?) [^.,;:]{1,40})$",
        _beyond,
    ),
    (
        rf"^(?P<x>the [^.,;:]{{1,40}}?) (?:is|lies) (?:to the )?(?P<way>{DIRECTION})(?: of here)?$",
        _beyond,
    ),
    (rf"^an? {_WAY.pattern} leads (?P<way>up|down)(?: (?:in)?to [^.,;:]{{1,40}})?$", _up_or_down),
)
"""Tried before the rules for what engines print, in order, on one clause without its end mark."""
