"""Reads what ScienceWorld prints into facts: the rule for `Extract`.

    "a stove, which is turned off. On the stove is: a pot (containing water)."
        -> stove | is in | kitchen; stove | is | switched off; pot | is on | stove;
           water | is in | pot
    "> use thermometer on water", "the thermometer measures a temperature of 13 degrees celsius"
        -> water | has | temperature of 13 degrees celsius

Ways between rooms, results of mixing and what is read outlast a run; where things are, how they
stand and what was measured does not: these relations are those of text worlds
(`clew.agents.graph_memory.TEXT_WORLD`), and so are the slots that a new fact fills. It knows the
forms of the world's lines; no task, no thing and no place.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from clew.learn.tasks import Extract, ExtractedFact, Extraction
from clew.regex import Regex

__all__ = ["INVENTORY", "LEADS_TO", "MAKES", "Item", "extract", "listed_items", "looks_like_place"]

INVENTORY = "inventory"
LEADS_TO = "leads to"
MAKES = "mixes to make"
_SAYS = "says"
_PLAYER = "player"
Triple: TypeAlias = tuple[str, str, str]

_COMMAND = Regex(r"\A> ([^\n]*)\n")
_PLACE = Regex(r"^This [\w ]+ is called the (?P<name>[^.]+)\. [^\n]*?:", re.MULTILINE)
_CARRIED = Regex(r"^In your inventory, you see:", re.MULTILINE)
_DOOR = Regex(r"^\tA door to the (?P<to>.+?) \(that is (?P<state>open|closed)\)", re.MULTILINE)
_LINE = Regex(r"^\t(?:an?|the|some) .+$", re.MULTILINE)
_NAME = Regex(
    r"(?:(?:an?|the|some) )?(?:substance called )?(?P<name>.+?)"
    r"(?=,| \(|\. |\.?$| in the \w+ stage| on the | with |: )"
)
_STATE = Regex(r", which is (?:turned )?(on|off|activated|deactivated)\b")
_SHUT = Regex(r"\bdoor is (open|closed)\b|\(that is (open|closed)\)")
_STAGE = Regex(r" in the (\w+ stage)\b")
_HOLDS = Regex(r"(?P<in>In|On) the (?P<name>[^:.()]+?) (?:is|you see): ")
_STANDS = {
    "on": "switched on", "off": "switched off",
    "activated": "switched on", "deactivated": "switched off",
}  # fmt: skip
_MOVED = Regex(r"^You move the (.+?) to the (.+?)\.$", re.MULTILINE)
_POURED = Regex(r"^You pour the contents of the (.+?) into the (.+?)\.$", re.MULTILINE)
_SWITCHED = Regex(r"^The (.+?) is (?:now|already) (activated|deactivated|open|closed)\.$", re.M)
_BROKEN = Regex(r"^The (.+?) appears broken\b", re.MULTILINE)
_DEGREES = Regex(r"measures a temperature of (-?\d+(?:\.\d+)?) degrees celsius")
_TICKS = Regex(r"The time reads (\d+) ticks")
_MIXED = Regex(r"^(.+?) and (.+?) mix to produce (.+?)\.$", re.MULTILINE)
_READS = Regex(r"^The (.+?) reads:\s*(.+)", re.MULTILINE | re.DOTALL)
_ON_WHAT = Regex(r"^use .+? on (.+)$")
_CONTAINING = "(containing "
_LONGEST = 280


def extract(task: Extract) -> Extraction:
    """Return the facts of one text: what is seen, or a command and its reply; in reading order."""
    told = dict.fromkeys(_all(task.text))
    return Extraction(
        facts=tuple(
            ExtractedFact(subject=subject, relation=relation, object=value)
            for subject, relation, value in told
            if max(len(subject), len(value)) <= _LONGEST
        )
    )


def looks_like_place(text: str) -> str | None:
    r"""Return the place that a text shows, if it shows one.

    >>> looks_like_place("This room is called the attic. In it, you see: \n\ta box")
    'attic'
    """
    found = _PLACE.search(text)
    return found["name"] if found else None


def _all(text: str) -> Iterator[Triple]:
    command = _COMMAND.match(text)
    reply = text[command.end() :] if command else text
    if here := looks_like_place(reply):
        yield from _seen(reply, here)
    elif _CARRIED.search(reply):
        yield from _things(reply, INVENTORY)
    else:
        yield from _replied(command[1] if command else "", reply)


def _seen(look: str, here: str) -> Iterator[Triple]:
    yield _PLAYER, "is in", here
    for door in _DOOR.finditer(look):
        yield here, LEADS_TO, door["to"]
        yield f"door from {here} to {door['to']}", "is", door["state"]
    yield from _things(_DOOR.sub("", look), here)


def _things(look: str, place: str) -> Iterator[Triple]:
    """Yield where each thing is and how it stands; of things with one name, who holds some."""
    found = [one for line in _LINE.findall(look) for one in listed_items(line.strip(), place)]
    often = Counter(one.name for one in found)
    for one in found:
        if often[one.name] == 1:
            yield one.name, one.where, one.place
            for state in one.states:
                yield one.name, "is", state
        elif one.place != place:
            yield one.place, "contains", one.name


@dataclass(frozen=True, slots=True)
class Item:
    """A thing seen."""

    name: str
    where: str
    """`is in` or `is on`."""
    place: str
    """A room, or the thing that holds it."""
    states: tuple[str, ...] = ()


def listed_items(text: str, place: str, where: str = "is in") -> Iterator[Item]:
    """Yield the thing that a line tells of, and what it holds.

    >>> [(one.name, one.place) for one in listed_items("a cup (containing a substance called tea)", "hall")]
    [('cup', 'hall'), ('tea', 'cup')]
    """  # noqa: E501  # one line of output
    found = _NAME.match(text)
    if not found or found["name"] in ("nothing", "agent"):
        return
    name, rest = found["name"], text[found.end() :]
    head = re.split(r"\(containing|(?:In|On) the [^:.()]+? (?:is|you see): ", rest)[0]
    states = [_STANDS[state] for state in _STATE.findall(head)]
    states += [state for pair in _SHUT.findall(head) for state in pair if state]
    states += _STAGE.findall(head)
    yield Item(name, where, place, tuple(dict.fromkeys(states)))
    for relation, inside in _held(rest):
        for each in _parts(inside):
            yield from listed_items(each, name, relation)


def _held(rest: str) -> Iterator[tuple[str, str]]:
    """Yield the list of what a thing holds, after its name."""
    at, listed = rest.find(_CONTAINING), _HOLDS.search(rest)
    if listed and not 0 <= at < listed.start():
        yield ("is in" if listed["in"] == "In" else "is on"), rest[listed.end() :].rstrip(" .")
    elif at >= 0:
        inside = rest[at + len(_CONTAINING) :]
        yield "is in", inside[: _closing(inside)]


def _closing(text: str) -> int:
    """Return where the bracket that was opened before a text is closed."""
    depth = 0
    for at, letter in enumerate(text):
        if letter == ")" and depth == 0:
            return at
        depth += (letter == "(") - (letter == ")")
    return len(text)


def _parts(inside: str) -> list[str]:
    """Return the members of a list; what is told of one ("which is off") stays with it."""
    parts, depth, begin = [], 0, 0
    for at, letter in enumerate(inside):
        depth += (letter == "(") - (letter == ")")
        if letter == "," and depth == 0 and not inside.startswith(", which is", at):
            parts.append(inside[begin:at])
            begin = at + 1
    return [part.strip() for part in (*parts, inside[begin:]) if part.strip()]


def _replied(command: str, reply: str) -> Iterator[Triple]:
    for thing, place in _MOVED.findall(reply):
        yield thing, "is in", place
    for vessel, into in _POURED.findall(reply):
        yield f"contents of {vessel}", "is in", into
    for thing, state in _SWITCHED.findall(reply):
        yield _named(thing, command), "is", _STANDS.get(state, state)
    for thing in _BROKEN.findall(reply):
        yield thing, "is", "broken"
    if (number := _DEGREES.search(reply)) and (what := _ON_WHAT.match(command)):
        yield what[1], "has", f"temperature of {number[1]} degrees celsius"
    if number := _TICKS.search(reply):
        yield "stopwatch", "has", f"time of {number[1]} ticks"
    yield from _learned(reply)


def _learned(reply: str) -> Iterator[Triple]:
    """Yield what outlasts the run: what was read, and what mixes into what."""
    if read := _READS.search(reply):
        yield read[1], _SAYS, " ".join(read[2].split())[:_LONGEST]
    for first, last, result in _MIXED.findall(reply):
        kind = last.rpartition(" ")[2]
        for part in [each.strip() for each in first.split(",")] + [last]:
            if part:  # "Blue and yellow paint": both are paints
                whole = f"{part} {kind}" if result.endswith(f" {kind}") else part
                yield (part if part.endswith(kind) else whole).lower(), MAKES, result


def _named(thing: str, command: str) -> str:
    """Return the full name of a thing that the reply calls by its kind only ("the door")."""
    full = re.sub(r"^(?:open|close|activate|deactivate) ", "", command)
    return full if thing in full.split() and full else thing
