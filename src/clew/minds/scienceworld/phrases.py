"""Words of commands and lines: what is named, and whether two names may mean one thing."""

import re
from collections.abc import Collection, Sequence

from clew.regex import Regex

__all__ = [
    "COMMON",
    "FAILED",
    "OUTCOME",
    "UNKNOWN",
    "base",
    "core_words",
    "form",
    "head",
    "masked",
    "named",
    "parsed",
    "said_of",
    "starts",
    "things",
    "tokens",
    "words",
]

_STOP = frozenset(
    (
        "in",
        "on",
        "inventory",
        "to",
        "with",
        "a",
        "an",
        "the",
        "of",
        "containing",
        "substance",
        "and",
    )
)
COMMON = frozenset(
    ("egg", "adult", "baby", "hatchling", "juvenile", "seed", "tree", "plant", "in", "the", "on")
) | {"of", "box"}
"""Words of the world's forms for what lives, which many names share."""
_LISTED = Regex(
    r"(?:^|[\s(:])(?:an?|the|some)\s+(?:substance called )?([A-Za-z][\w'&-]*(?: [\w'&-]+)*?)"
    r"(?= called|,|\.|\(| \(|\n|$|\)|:| which| is | (?:on|in|at) the | with | stage| approximately)"
)
_UNKNOWN_THING = Regex(r"unknown (?:substance|material) \w", re.IGNORECASE)
_NO_THINGS = {"agent", "air", "nothing", "substance"}
UNKNOWN = ("No known", "Unknown", "It's not")
"""How replies begin to commands that the world does not understand."""
FAILED = Regex(
    r"No known action|Unknown action|can't|cannot|not clear|is not |isn't|broken|doesn't"
    r"|must be|unable",
    re.IGNORECASE,
)
OUTCOME = "You focus on"
_VERBS = (
    "use {} on {}", "move {} to {}", "pour {} into {}", "pour {} in {}", "dunk {} in {}",
    "connect {} to {}", "focus on {}", "pick up {}", "put down {}", "drop {}", "activate {}",
    "deactivate {}", "open {}", "close {}", "examine {}", "look at {}", "look in {}", "read {}",
    "mix {}", "eat {}", "flush {}", "disconnect {}",
)  # fmt: skip
_FORMS = [(one, Regex(re.escape(one).replace(r"\{\}", "(.+?)"))) for one in _VERBS]
_POLES = Regex(r"^(?:anode|cathode|terminal \d) in ")
_KEPT = {"@", "anode", "cathode", "terminal", "to", "on", "in", "into", "#"}


def tokens(text: str) -> list[str]:
    """Return words and marks of a text, in lower case."""
    return re.findall(r"\w+(?:['-]+\w+)*|[.,()]", text.lower())


def words(text: str) -> list[str]:
    """Return the words of a name, without prepositions and articles."""
    return [word for word in re.findall(r"[\w'-]+", text.lower()) if word not in _STOP]


def things(look: str) -> list[str]:
    """Return the names of all things in what is seen, in lower case, longest first."""
    found = {name.strip().lower() for name in _LISTED.findall(look)}
    found |= {name.lower() for name in _UNKNOWN_THING.findall(look)}
    return sorted(found - _NO_THINGS, key=lambda name: (-len(name), name))


def named(name: str, text: str) -> bool:
    """Return whether a text has these words, one after the other."""
    return bool(re.search(rf"\b{re.escape(name)}\b", text, re.IGNORECASE))


def starts(reply: str, beginnings: Sequence[str] = UNKNOWN) -> bool:
    """Return whether a reply begins in one of these ways; by default: it was not understood."""
    return reply.startswith(tuple(beginnings))


def masked(reply: str) -> str:
    """Return a reply without its numbers."""
    return re.sub(r"-?\d+(\.\d+)?", "#", reply)


def said_of(reply: str) -> str:
    """Return the thing that the reply to a focus names.

    >>> said_of("You focus on the water.")
    'water'
    """
    return reply.replace(f"{OUTCOME} the ", "").strip(". ").lower()


def parsed(command: str, rooms: Collection[str]) -> tuple[str, list[str]]:
    """Return the form of a command with `{}` for its things, and these.

    >>> parsed("pour red cup into jug", ())
    ('pour {} into {}', ['red cup', 'jug'])
    """
    if command.count(" in ") > 1 or " containing " in command:
        for room in rooms:
            command = re.sub(rf" in {room}\b", "", command)
    poured = re.fullmatch(r"(pour|dunk) (.+) in(?:to)? (.+?)", command)
    if poured and " into " not in command and " in " not in poured[2]:
        return f"{poured[1]} {{}} in {{}}", [poured[2], poured[3]]
    for verb, pattern in _FORMS:
        if found := pattern.fullmatch(command):
            return verb, [part.strip() for part in found.groups()]
    return command, []


def base(reference: str) -> str:
    """Return what a reference names, without where it is and which part of it is meant."""
    whole = _POLES.sub("", re.sub(r"^substance in ", "", reference))
    return re.sub(r" (?:in|containing|terminal|anode|cathode)\b.*", "", whole)


def head(name: str) -> str:
    """Return the noun of a name, without its number."""
    parts = re.sub(r" \d+$", "", name).split()
    return parts[-1] if parts else ""


def core_words(reference: str) -> set[str]:
    """Return the words that a thing must have to be the one meant."""
    whole = _POLES.sub("", re.sub(r"^substance in ", "", reference))
    return {*words(re.sub(r" (?:in|on|containing)\b.*", "", whole))} - {
        "egg",
        "adult",
        "baby",
        "stage",
    }


def form(command: str) -> str:
    """Return a command with the names of things left out, but for `@`."""
    command = re.sub(r"\d+", "#", command)
    return command.split(" ")[0] + "|" + " ".join(w for w in command.split() if w in _KEPT)
