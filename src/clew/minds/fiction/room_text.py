"""What a text of a parser game mentions: things, ways out, and what it tells one to do.

Libraries for such games (Inform, ZIL, TADS) print a room's heading, a paragraph about the room,
and then what lies there, each thing with "a" or in a list. What is described with "the", or in
the first paragraph, is mostly scenery.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from clew.agents.worldmap import OPPOSITE
from clew.envs.fiction.signs import is_heading
from clew.minds.english.words.lexicon import VERBS
from clew.minds.fiction.thing_phrases import thing_phrases
from clew.regex import Regex

__all__ = ["Mentioned", "RoomText", "advice", "meant", "no_way", "read_room", "things_in",
           "ways_in"]  # fmt: skip

_PARAGRAPH = Regex(r"\n\s*\n")
_SENTENCE = Regex(r"(?<=[.!?:])[\"')]?\s+|\n{2,}")
_LISTS = Regex(
    r"\b(?:(?:can|could) (?:also |now )?see|there(?:'s| is| are|, is|, are)(?! no\b)"
    r"|you (?:also )?(?:see|notice|find|spot|discover)|contains?|revealing|reveals?|lies|lying"
    r"|(?:is|are) (?:here|sitting|standing|resting)|sits|rests|carries|holds|drops?|remains|falls?"
    r"|appears|rolls out|tumbles)\b"
    r"|^(?:[io]n|under|beside|behind|atop|inside) (?:the|your) [\w ]{2,40}(?:is|are)\b",
    re.IGNORECASE,
)
"""Sentences that tell of things that were put somewhere, not of scenery."""
_ASLEEP = Regex(r"\b(?:asleep|sleeping|snor(?:es|ing)|dozing|unconscious)\b", re.IGNORECASE)
_BARE_LIST = Regex(r"\bsee:\s*(.+)", re.IGNORECASE)
_EXIT_LIST = Regex(
    r"\bexits?\b[^.:]{0,30}(?:\b(?:is|are)\b|:)|\bcan (?:only |also )?(?:go|exit|leave|head)\b"
    r"|\bonly (?:way|exit)\b|\bways? out\b",
    re.IGNORECASE,
)
"""Sentences that list the ways out: other ones are unlikely."""
_INDEFINITE = frozenset(("a", "an", "some", "another", "several", "one", "two", "three"))
_DIRECTIONS = frozenset(OPPOSITE) - {"in", "out"}
_WAY_WORD = Regex(
    r"\b((?:north|south)-?(?:east|west)|north|south|east|west|up|down)(?:ern|wards?|erly)?\b", re.I
)
_UP_DOWN = Regex(
    r"\b(?:stairs?|stairway|stairwell|ladder|steps|path|climb\w*|lead\w*|go|exits?|hole|slop\w+"
    r"|descend\w*|ascend\w*|trap-?door|way)\b",
    re.IGNORECASE,
)
"""What makes "up" and "down" ways in a sentence."""
_CLAUSE = Regex(r"(?<=[.!?])\s+|,? (?:but|then|though|however|except)\b")
_NO_WAY = Regex(
    r"\b(?:no (?:way|exit|entrance)|dead end|can(?:'t|not) go|(?<!not )blocked)\b", re.I
)
_NO_THING = frozenset((
    "air", "area", "back", "beginning", "bit", "bottom", "breeze", "building", "center", "centre",
    "city", "comfort", "company", "copyright", "corner", "day", "direction", "distance", "edge",
    "end", "entrance", "evening", "everything", "exit", "exits", "far", "feet", "floor", "front",
    "game",
    "ground", "half", "hand", "hands", "head", "hour", "kind", "land", "left", "length", "light",
    "lot", "middle", "midst", "minute", "moment", "morning", "nearby", "neighborhood", "night",
    "north",
    "nothing", "number", "pair", "part", "piece", "place", "point", "release", "rest", "right",
    "room", "score", "scene", "shadows", "side", "sides", "sight", "sky", "sort", "sound",
    "sounds", "space", "spot", "step", "story", "sun", "surface", "thing", "things", "time", "top",
    "town", "view", "way", "ways", "wind", "word", "words", "world", "year", "years", "you",
    "yours", "south", "east", "west", "northeast", "northwest", "southeast", "southwest", "up",
    "down", "it", "that", "there", "here", "who", "what", "smell", "odor", "odour", "echo",
    "silence", "darkness", "feeling", "memory", "idea", "reason", "thunder", "lightning", "rain",
    "hail", "storm", "weather", "hurry", "crack", "flash", "crash", "noise", "voice", "need",
))  # fmt: skip
_ADVICE = Regex(
    r"\b(?:have to|should|must|need to|ought to|better|wants? (?:you )?to|asks? you to)"
    r"(?: probably| first| just| at least)? ((?:[a-z0-9'-]+ ){0,9}[a-z0-9'-]+)",
    re.IGNORECASE,
)
_NO_ADVICE = frozenset((
    "be", "have", "know", "see", "say", "make", "think", "go", "do", "want", "like", "need", "feel",
))  # fmt: skip
_LONGEST_COMMAND = 6
_PLAIN = Regex(r"[a-z][a-z'-]*[a-z](?: \d+)?")
_STOP = Regex(r"\s+(?:first|before|now|instead|yourself|in order|to get|so that|if|when)\b.*")


@dataclass(frozen=True, slots=True)
class Mentioned:
    """A thing in a text."""

    name: str
    """Its noun, lower-case."""
    phrase: str
    """With its adjectives, lower-case."""
    listed: bool
    """Whether it is told as lying somewhere, rather than described as part of the place."""
    asleep: bool = False
    """Whether it is told to be asleep."""


@dataclass(frozen=True, slots=True)
class RoomText:
    """What the text on entering or looking says."""

    body: str
    """Its first paragraph; empty if the game told only of what lies there."""
    things: tuple[Mentioned, ...]
    ways: tuple[str, ...]
    all_ways: bool
    """Whether the text lists the ways out."""


def read_room(text: str, name: str) -> RoomText:
    r"""Read the part of a text from the heading `name` on; all of it if that is not there.

    >>> read_room("Hall\nA door leads north.\n\nYou can see a lamp here.", "Hall").things[-1].name
    'lamp'
    """
    lines = text.splitlines()
    heads = [i for i, line in enumerate(lines) if is_heading(line, name)]
    after = "\n".join(lines[heads[-1] + 1 :] if heads else lines)
    joined = bool(after) and not after.startswith(("\n", " \n")) if heads else True
    parts = [one.strip() for one in _PARAGRAPH.split(after.strip("\n")) if one.strip()]
    body = parts[0] if parts and joined else ""
    rest = parts[1:] if body else parts
    things = [*things_in(body), *(one for part in rest for one in things_in(part, apart=True))]
    told = "\n".join((body, *rest))
    kept: dict[str, Mentioned] = {}
    for one in things:
        if one.name not in kept or (one.listed and not kept[one.name].listed):
            kept[one.name] = one
    return RoomText(body, tuple(kept.values()), ways_in(told), bool(_EXIT_LIST.search(told)))


def things_in(text: str, *, apart: bool = False) -> tuple[Mentioned, ...]:
    """Return the things that a text mentions, in order, each noun once.

    Args:
        text: one paragraph.
        apart: whether it stands apart from the description of the place: its subject is a thing.

    >>> [one.name for one in things_in("On the end table are a telephone and some keys.")]
    ['table', 'telephone', 'keys']
    """
    found: dict[str, Mentioned] = {}
    for sentence in _sentences(text):
        lists, asleep = bool(_LISTS.search(sentence)), bool(_ASLEEP.search(sentence))
        for position, (determiner, words) in enumerate(thing_phrases(sentence)):
            name = words[-1]
            if name in _NO_THING or name.endswith("ward") or not _PLAIN.fullmatch(name):
                continue
            new = determiner in _INDEFINITE or not determiner
            listed = (new and lists and bool(determiner)) or (apart and new and position == 0)
            listed = listed or (determiner == "see:")
            one = Mentioned(name, " ".join(words[-3:]), listed, asleep)
            if name not in found or (listed and not found[name].listed):
                found[name] = one
    return tuple(found.values())


def _sentences(text: str) -> Iterator[str]:
    flat = " ".join(text.split())
    if bare := _BARE_LIST.search(flat):
        for part in re.split(r"\s+-\s+|,\s+| and ", re.sub(r"\([^)]*\)", "", bare[1])):
            if words := re.findall(r"[a-z'-]+", part.split("reads")[0].lower()):
                yield "see: " + " ".join(words)
        flat = flat[: bare.start()]
    yield from _SENTENCE.split(flat)


def ways_in(text: str) -> tuple[str, ...]:
    """Return the directions that a text names as ways, in order, each once.

    >>> ways_in("To the east is a dead end. A path leads north and the stairs go up.")
    ('north', 'up')
    """
    found: dict[str, None] = {}
    for sentence in _CLAUSE.split(" ".join(text.split())):
        if _NO_WAY.search(sentence):
            continue
        for match in _WAY_WORD.finditer(sentence):
            way = match[1].lower().replace("-", "")
            if way in _DIRECTIONS and (way not in {"up", "down"} or _UP_DOWN.search(sentence)):
                found[way] = None
    return tuple(found)


def no_way(text: str) -> bool:
    """Say whether a text says that there is no way, not that something is in the way."""
    return bool(_NO_WAY.search(text))


_WHICH = Regex(r"\b(?:which do you mean,|what do you want to \w+:)\s*([^?]+)\?", re.IGNORECASE)


def meant(text: str) -> tuple[str, ...]:
    """Return the names among which a game asks to choose, without articles.

    >>> meant("[Which do you mean, the front door or your bedroom door?]")
    ('front door', 'bedroom door')
    """
    asked = _WHICH.search(" ".join(text.split()))
    if asked is None:
        return ()
    parts = re.split(r",\s*(?:or )?|\s+or\s+", asked[1])
    bare = (re.sub(r"\A(?:an?|the|your|my|some)\s+", "", one.strip().lower()) for one in parts)
    return tuple(one for one in bare if re.fullmatch(r"[a-z][a-z' -]*", one))


def advice(text: str) -> tuple[str, ...]:
    """Return the commands that a text says one should or has to give, in order.

    >>> advice("You'll have to get out of bed first.")
    ('get out of bed',)
    """
    found = []
    for match in _ADVICE.finditer(" ".join(text.split())):
        words = _STOP.sub("", match[1].lower()).split()
        if words and words[0] in VERBS and words[0] not in _NO_ADVICE:
            command = [one for one in words if one not in {"the", "a", "an", "your"}]
            if len(command) <= _LONGEST_COMMAND:
                found.append(" ".join(command))
    return tuple(dict.fromkeys(found))
