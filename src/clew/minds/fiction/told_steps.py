"""The steps of a task that a text tells, as in "First, open the trunk, then go east".

Only a text that says that there is a task is read so; a story's sentences are no orders.
"""

import re
from dataclasses import dataclass

from clew.agents.worldmap import direction_of
from clew.regex import Regex

__all__ = ["ToldStep", "told_steps"]

_TASK = Regex(
    r"\b(?:your|today's) (?:task|objective|goal|mission|quest)\b|\b(?:need|want) you to\b"
    r"|\bhere is how to play\b|\bfirst (?:off|of all|step|stop|thing)\b"
    r"|\bfirst, .{3,120}?[.!] (?:after|then|next|following|that done|with that)\b",
    re.IGNORECASE,
)
_BEFORE = Regex(
    r"\A(?:and |so |okay,? |then,? |next,? )*"
    r"(?:after|once|having|if|with|when|that|following|then|next|first|finally|lastly)\b[^,]{0,80},",
    re.IGNORECASE,
)
"""What stands before a step: "After unlocking the door,", "First of all,"."""
_WAY = Regex(
    r"\b(?:go|goes|head|venture|travel|move|walk|run|trip|proceed)(?: to| through)?(?: the)?"
    r" (north|south|east|west|northeast|northwest|southeast|southwest|up|down)\b(?!,? or\b)",
    re.IGNORECASE,
)
_STATE = Regex(
    r"\b(?:the )?(?P<thing>[\w' -]+?) is (?:wide )?"
    r"(?P<state>opened|open|ajar|closed|shut|unlocked|locked)\b"
    r"(?: with (?:the )?(?P<tool>[\w' -]+))?",
    re.IGNORECASE,
)
_STATES = {"opened": "open", "open": "open", "ajar": "open", "closed": "close", "shut": "close",
           "unlocked": "unlock", "locked": "lock"}  # fmt: skip
_INTO_LOCK = Regex(
    r"\binsert (?:the )?(?P<tool>[\w' -]+?) into (?:the )?(?P<thing>[\w' -]+?)(?:'s lock)?"
    r" to (?P<verb>unlock|lock) it\b",
    re.IGNORECASE,
)
_DEED = Regex(
    r"\b(?P<verb>pick[- ]up|take|retrieve|recover|lift|get|grab|find|open|close|shut|unlock|lock"
    r"|insert|put|place|deposit|sit|rest|set|drop|ditch|throw|toss|eat|drink|examine|read|push|pull"
    r"|turn on|turn off|wear|give|cook|cut|slice|chop|dice|fry|grill|roast)"
    r" (?:the )?(?P<thing>[\w'-]+(?: [\w'-]+){0,4}?)"
    r"(?: (?P<between>from|on(?:to)?|into|inside|in|with|using|to|within) (?:the )?"
    r"(?P<other>[\w' -]+))?\Z",
    re.IGNORECASE,
)
_VERBS = {
    "pick up": "take", "pick-up": "take", "retrieve": "take", "recover": "take", "lift": "take",
    "get": "take", "grab": "take", "find": "take", "shut": "close", "insert": "put",
    "place": "put", "deposit": "put", "sit": "put", "rest": "put", "set": "put", "ditch": "drop",
    "throw": "drop", "toss": "drop",
}  # fmt: skip
_PLACE = Regex(r" (?:with)?in(?:side)? the .*| that's .*| of the .*", re.IGNORECASE)
"""Where a thing is: said after its name, not part of it."""
_DISH = Regex(
    r"\b(?:missing|lacks?|needs?) (?:an? |some |the )?"
    r"(?P<how>grilled|fried|boiled|cooked|roasted|baked) (?P<thing>[\w' -]+)",
    re.IGNORECASE,
)
_CHECK = Regex(
    r"\b(?:check|consult|read) the (?P<thing>[\w' -]+?)(?: (?:in|on|at) the [\w' -]+)?"
    r" for the recipe\b",
    re.IGNORECASE,
)
_OVEN = frozenset(("roasted", "baked"))
_FLOOR = Regex(r"\b(?:floor|ground)\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ToldStep:
    """One step of a task."""

    command: str
    """A direction, or a command to a parser."""
    things: tuple[str, ...] = ()
    """The things it needs, in view or carried."""
    tool: str = ""
    """What has to be carried for it, too."""
    at: str = ""
    """A thing or kind of place that it has to be done at."""
    done: str = ""
    """How the first thing is called when that was done already; "carried" if it need only be."""

    @property
    def is_way(self) -> bool:
        """Whether the step is a way to take."""
        return not self.things


def told_steps(text: str) -> tuple[ToldStep, ...]:
    """Return the steps of the task that a text tells, in order; none if it tells no task.

    >>> [one.command for one in told_steps(
    ...     "Here is your task for today. First, make sure that the oak chest is open. "
    ...     "Then, pick up the key from the oak chest. After that, try to go east.")]
    ['open oak chest', 'take key', 'east']
    """
    for paragraph in re.split(r"\n\s*\n", text):
        flat = " ".join(paragraph.split())
        if book := _CHECK.search(flat):
            return (ToldStep(f"read {book['thing']}", (book["thing"],)),)
        if dish := _DISH.search(flat):
            heat = "oven" if dish["how"].lower() in _OVEN else "stove"
            return (_with("put", dish["thing"], "in" if heat == "oven" else "on", heat),)
        if said := _TASK.search(flat):
            sentences = re.split(r"(?<=[.!?])\s+", flat)
            told = [one for one in sentences if said.start() < flat.index(one) + len(one)]
            return tuple(step for one in told if (step := _step(one)) is not None)
    return ()


def _step(sentence: str) -> ToldStep | None:
    rest = sentence.strip(" .!?")
    while before := _BEFORE.match(rest):
        rest = rest[before.end() :].lstrip()
    if way := _WAY.search(rest):
        return ToldStep(direction_of(way[1].lower()) or way[1].lower())
    if found := _INTO_LOCK.search(rest):
        return _with(found["verb"].lower(), found["thing"], "with", found["tool"])
    if found := _STATE.search(_that(rest)):
        return _with(_STATES[found["state"].lower()], found["thing"], "with", found["tool"] or "")
    if found := _DEED.search(rest):
        verb = found["verb"].lower()
        return _with(
            _VERBS.get(verb, verb), found["thing"], found["between"] or "", found["other"] or ""
        )
    return None


def _that(clause: str) -> str:
    """Return what a clause says should be so: what follows "that" or "sure"."""
    return re.split(r"\b(?:(?:sure|so) that|sure|so|that)\b", clause, maxsplit=1)[-1].strip()


def _with(verb: str, thing: str, between: str, other: str) -> ToldStep:
    thing, other = _PLACE.sub("", thing.strip()), _PLACE.sub("", other.strip())
    between = between.lower().replace("using", "with")
    if verb == "take" or not other or between == "within":
        return ToldStep(f"{verb} {thing}", (thing,))
    if verb == "put" and _FLOOR.search(other):
        return ToldStep(f"drop {thing}", (thing,))
    if verb == "drop":
        if _FLOOR.search(other):
            return ToldStep(f"drop {thing}", (thing,))
        return ToldStep(f"put {thing} {between} {other}", (thing, other))
    if verb not in {"put", "give"} and between != "with":
        return ToldStep(f"{verb} {thing}", (thing,))  # between tells where it is
    return ToldStep(f"{verb} {thing} {between} {other}", (thing, other))
