"""What the story mind takes over of earlier runs of a game that its memory knows."""

from clew.agents.memory import (
    AgentMemory,
    KeepsOutcomes,
    KeepsReplies,
    KeepsScenes,
    KeepsWays,
    Outcome,
)
from clew.agents.worldmap import OPPOSITE
from clew.minds.fiction.room_text import read_room
from clew.minds.fiction.story_places import Places
from clew.minds.fiction.tries import Tries
from clew.regex import Regex

__all__ = ["NUMBERED", "bare", "take_over"]

NUMBERED = Regex(r" \(\d+\)\Z")
"""The number by which a place is told from others of its name."""


def take_over(memory: AgentMemory, places: Places, tries: Tries) -> None:
    """Take over ways, what the texts of places mention, and what came of commands.

    What came of each kind of command is counted as if it had been seen in this run, and which words
    the game does not know is learned from its replies again.
    """
    ways = memory.known_ways() if isinstance(memory, KeepsWays) else ()
    outcomes = memory.known_outcomes() if isinstance(memory, KeepsOutcomes) else ()
    for before, _, after in ways:
        places.known(bare(after))
        places.known(bare(before))
    for place, text in memory.known_scenes() if isinstance(memory, KeepsScenes) else ():
        places.known(bare(place)).describe(read_room(text, NUMBERED.sub("", bare(place))))
    gave = {one[:2] for one in outcomes if one[2] is Outcome.POINTS}
    for before, way, after in ways:
        known = places.known(bare(before))
        if known.name in places.known(bare(after)).ways.values():
            known.supposed.setdefault(way, bare(after))
        points = (before, way) in gave
        tries.count(known, way, Outcome.POINTS if points else Outcome.DONE)
        known.ways.setdefault(way, bare(after))
    for place, command, outcome in outcomes:
        if bare(command) not in OPPOSITE or outcome is not Outcome.POINTS:
            known = places.known(bare(place))
            tries.count(known, bare(command), outcome)
        tries.known(bare(place), bare(command), outcome)
    replies = memory.known_replies() if isinstance(memory, KeepsReplies) else ()
    did = {one[:2] for one in outcomes if one[2] in {Outcome.POINTS, Outcome.DONE}}
    for place, command, reply in replies:
        tries.refusals.note(bare(command), reply, changed=(place, command) in did)
    for place, command, reply in replies:
        tries.reread(places.known(bare(place)), bare(command), reply)


def bare(name: str) -> str:
    """Return a name without the article that texts put before it: a memory may know it so."""
    return name.removeprefix("the ")
