"""Rules that turn the output of second-person text games into facts and theses.

This is the offline extraction for observations of TextWorld, Inform and Z-machine games. It knows
the kind of text, but no game. AriGraph (arXiv:2407.04363, section 3) uses a language model instead.

Facts follow one scheme: (thing, "is in" | "is on", place), the player's belongings are in
"inventory"; (room, "has exit", direction), (room, "has door to the north", door); (thing, "is",
open | closed | locked | unlocked | empty | sliced ...); (key, "unlocks", lock); (recipe,
"requires", ingredient), (ingredient, "needs to be", "diced"); ("player", "is in", room). The
relative position of rooms is left to the caller, who knows the move that was made.
"""

import re
from collections.abc import Iterable
from functools import lru_cache

from clew.learn.tasks import Extraction
from clew.minds.textworld.adventure_signs import has_command, speaks_to_a_reader, without_speech
from clew.minds.textworld.deeds import DEED_RULES
from clew.minds.textworld.exits import EXIT_RULES
from clew.minds.textworld.narrated import NARRATED_RULES, clauses, is_speech
from clew.minds.textworld.notes import NOTE_RULES, read_recipe
from clew.minds.textworld.seen_text import (
    ARTICLE,
    DIRECTION,
    Draft,
    Rule,
    Scene,
    clean_name,
    scenes,
    sentences,
)
from clew.minds.textworld.things import THING_RULES
from clew.regex import Regex
from clew.text import normalise_name, normalise_relation

__all__ = ["extract_world", "looks_like_world", "world_slot", "world_slots"]

_INTRO = Regex(
    r"(?:^|.*\b)(?:you(?:'re| are| find yourself| arrive)(?: now)?|here we are|back) in"
    r" (?:an?|the)(?: place we're calling (?:an?|the))? (?P<a>[^.,!?;:]{1,60})$"
    r"|^(?:This [^.]{0,60}\b)?you(?:'ve| have)(?: just)? (?:entered|walked into|shown up in"
    r"|sauntered into|moved into|stumbled into|come into|re-entered) (?:an?|the)"
    r" (?P<b>[^.,!?;:]{1,60})$",
    re.I,
)
_CHATTER = Regex(
    r"TextWorld|^(?:Huh|Hm+|Oh|Aw|Ah|Wow|Well|Okay,|What a|What,|I mean|Silly|Sometimes, just"
    r"|Hopefully|Not bad|Fancy seeing|I am|I never|I just|I guess you better|Look at (?:you|that)"
    r"|Of every|Here, by the way|This just in|If you're wondering|And now, well|And then it hits"
    r"|Your mind races|Welcome to|That is to say|No, this is|Not the|It's not every day"
    r"|It seems to be pretty|It would have been so|Make a note|Let's see what's in|Take it all in"
    r"|Look around you|Something scurries|The light flickers|Suddenly, you bump|Don't worry|And hey"
    r"|This always|This is the worst|Now why would|There's something strange|Why couldn't"
    r"|Why don't you|The room (?:is well lit|seems oddly)|Gather all|That's not a verb"
    r"|Read the notes|You (?:shudder|wonder|idly|swear|move on|can barely|try to gain|decide to"
    r"|start to take|begin(?: to)?|bend down|lean against|make a(?:nother)?\b|always thought"
    r"|look around|think about|better believe|can't wait|can't really|can(?:'t)? see inside it)\b)"
    r"|^An? [\w-]+ (?:one|kind of place)$|^You've seen better|in a text adventure|\bprice tag\b"
    r"|\b(?:bucks|big ones)\b|That's ridiculous|tells you that you",
    re.I,
)
"""TextWorld prose that says nothing about the world, and parser noise; it gives no thesis."""
_QUOTED = Regex(r"[\"“][^\"“”\n]{1,600}[\"”]")
_PRINTED = (*DEED_RULES, *EXIT_RULES, *NOTE_RULES, *THING_RULES)
_RULES = (*NARRATED_RULES, *_PRINTED)


_LIST_LINES = Regex(rf":[ \t]*\n((?:{ARTICLE} [^\n.]{{1,100}}(?:\n|$))+)", re.I)
_SURE = Regex(
    r"-= [^\n]{1,60} =-|\AGame step #\d|^You(?: are|'re) carrying(?: nothing\b|:)"
    r"|^(?:Obvious )?[Ee]xits: \w|\bstart reading:\s*$|^You can't go that way\b"
    r"|\bYour score has just gone (?:up|down)\b"
    r"|^That's not a verb I recogni[sz]e|^You can't see any such thing"
    r"|\bthat entranceway is (?:un|not )(?:blocked|guarded)"
    r"|\bThere is an un(?:blocked|guarded) exit\b|^Adding the \w+ to your inventory\b",
    re.M,
)
_SECOND_PERSON = Regex(
    r"You (?:can (?:also )?|even )?(?:see|make out|notice) (?:an?|the|some) \w"
    rf"|You (?:should try|can) (?:going|go) {DIRECTION}\b"
    r"|There (?:is|are) an? [^,]{1,60} (?:here|on the (?:floor|ground))$"
    rf"|There is (?:an?|the) [^,]{{1,40}} leading (?:to the )?{DIRECTION}\b"
    rf"|There is an exit to the {DIRECTION}\b|Opening the [^,]{{1,60}} reveals\b"
    r"|You (?:pick up|take|drop|put|place|insert|open|close|shut|unlock|lock|eat|drink|slice|dice"
    r"|chop|fry|fried|roast|roasted|grill|grilled|burned|give|wear|turn (?:on|off)) the "
    r"[^,]{1,90}(?:, revealing .+)?$"
    r"|It is (?:open|closed|locked)$|You can(?:'t)? see inside it\b|[^:]{1,60}: Taken$"
    r"|[IO]n the [^,]{1,60} (?:is|are|you (?:can )?see) (?:an?|some) [^,]{1,40}$"
    r"|The [^,]{1,60} contains (?:an?|some) [^,]{1,40}$"
    r"|You are (?:standing|in|at|on|inside) (?:an?|the) \w"
)
_NOT_A_GAME = Regex(r"\b(?:I|I'm|I've|we|we're|my|our)\b|^[ \t]*[A-Z]\w*: ", re.M)
_DEED = Regex(
    r"You (?:are (?:now )?carrying (?:an?|the|some|nothing)\b|(?:un)?lock the [^,]{1,60} with the )"
)
_TITLE_LINE = Regex(r"\A\s*[A-Z][\w' -]{2,40}\n(?=\s*You(?: are|'re) )")
_SLOTS = {
    **dict.fromkeys(("open", "opened", "closed", "shut", "ajar"), "openness"),
    **dict.fromkeys(("locked", "unlocked"), "lock"),
    "empty": "contents",
    **dict.fromkeys(("raw", "cooked", "fried", "roasted", "grilled", "burned"), "cooking"),
    **dict.fromkeys(("uncut", "cut", "sliced", "diced", "chopped"), "cutting"),
    **dict.fromkeys(("switched on", "switched off"), "power"),
}
_PLACE = Regex(r"(?:is|are) (?:in|on|at|inside|under|behind|beneath|upon|carried by)")


def extract_world(text: str) -> Extraction:
    """Return the facts and theses of one observation of a text world, in reading order.

    Facts begin at the observation's own time, the default of `valid_from`.

    Args:
        text: the raw output, with or without titles, prompt, status line and step number; it may
            cover several rooms. Any text is accepted; unknown prose gives theses.

    Returns:
        Facts and the theses that word them (`thesis` is the index). An observation ends facts
        only if the text says so: food eaten is no longer carried, a thing opened is not locked, a
        container filled is not empty.
    """
    draft = Draft()
    found = scenes(text)
    for index, scene in enumerate(found):
        _read_scene(draft, scene, last=index == len(found) - 1)
    return Extraction(facts=tuple(draft.facts), theses=tuple(draft.theses))


def _read_scene(draft: Draft, scene: Scene, *, last: bool) -> None:
    draft.room, draft.thing, draft.titled = scene.room, None, scene.room is not None
    if draft.room and last:  # of several rooms walked through, the player is in the last
        draft.state("player", "is in", draft.room, thesis=None)
    text = _QUOTED.sub(lambda said: said[0].replace(". ", "; "), scene.text)  # one sentence
    body = _LIST_LINES.sub(lambda m: ": " + ", ".join(m[1].split("\n")), text)
    for sentence in sentences(read_recipe(draft, body)):
        bare = sentence.rstrip(" .!\"'")
        if sentence.endswith("?") or bare.startswith(">"):
            continue
        parts = [] if is_speech(sentence) else clauses(bare)
        read = [_is_intro(draft, part) or _read_sentence(draft, part) for part in parts]
        unread = not (read and all(read)) and not _CHATTER.search(bare)
        if unread and len(sentence.split()) >= 4:  # shorter ones hardly mean anything
            draft.say(sentence)


def _is_intro(draft: Draft, bare: str) -> bool:
    """Handle "You've entered a cellar", which names the room unless a title did."""
    match = _INTRO.match(bare)
    if not match:
        return False
    name = clean_name(match["a"] or match["b"])
    if draft.room is None and name:
        draft.room = name
        draft.state("player", "is in", draft.room, thesis=None)
    return name.casefold() in (draft.room or "").casefold()


def _read_sentence(draft: Draft, bare: str) -> bool:
    for pattern, act in _RULES if " " in bare else _PRINTED:  # nobody narrates in one word
        match = pattern.fullmatch(bare)
        if match and act(draft, match):
            return True
    return False


def looks_like_world(text: str) -> bool:
    """Return whether a text is the output of a second-person text game.

    One sure sign is enough: "-= Kitchen =-", "You are carrying:", exit phrases, parser errors.
    Otherwise at least half of the sentences must be typical of games ("You take the X from the
    Y.", "There is a lamp here."), without speaker or first person. "Taken." alone is not enough.

    >>> looks_like_world("You take the red apple from the counter."), looks_like_world("Taken.")
    (True, False)
    """
    head = text[:6000].replace("\r\n", "\n")
    if _SURE.search(head):
        return True
    head = without_speech(head)
    if _NOT_A_GAME.search(head):
        return False
    lines = [sentence.rstrip(" .!") for scene in scenes(head) for sentence in sentences(scene.text)]
    hits = sum(1 for line in lines if _SECOND_PERSON.match(line))
    if _TITLE_LINE.match(head):
        hits += 1
    return (hits > 0 and 2 * hits >= len(lines)) or _is_told(head, lines)


def _is_told(head: str, lines: list[str]) -> bool:
    """Return whether most lines are what the rules read, one of them a narrated deed of "you"."""
    if speaks_to_a_reader(head):
        return False
    you = [line for line in lines if line.startswith("You ")]
    deeds = any(_DEED.match(line) or _any_reads(NARRATED_RULES, line) for line in you)
    if not deeds and not any(" unlocks the " in line and " with the " in line for line in lines):
        return bool(you) and has_command(head)
    read = sum(1 for line in lines if _SECOND_PERSON.match(line) or _any_reads(_RULES, line))
    return (deeds or read > 1) and 2 * read >= len(lines)


def _any_reads(rules: Iterable[Rule], line: str) -> bool:
    return any(pattern.fullmatch(part) for part in clauses(line) for pattern, _ in rules)


@lru_cache(maxsize=1 << 14)
def world_slot(relation: str, object: str) -> str | None:
    """Return the slot that a fact fills for its subject; None if it excludes nothing.

    A subject has one value in each slot at a time: a newer fact in the same slot replaces the
    older. "place" (is in, on, at, under ...), "openness" (open, closed), "lock" (locked,
    unlocked), "contents" (empty), "cooking", "cutting", "power". Openness and lock are separate:
    worlds print "It is closed." of a locked chest, which must not erase the lock. When a thing is
    opened, `extract_world` ends the fact that it is locked.

    >>> world_slot("is in", "blue locker"), world_slot("is", "locked"), world_slot("has exit", "up")
    ('place', 'lock', None)
    """
    verb = normalise_relation(relation)
    if _PLACE.fullmatch(verb):
        return "place"
    return _SLOTS.get(normalise_name(object)) if verb in {"is", "are"} else None


def world_slots(relation: str) -> frozenset[str]:
    """Return the slots that facts with this relation may fill, whatever their object."""
    if normalise_relation(relation) in {"is", "are"}:
        return frozenset(_SLOTS.values())
    return frozenset(filter(None, [world_slot(relation, "")]))
