"""The form of a command: its verb, and what kinds of things it is about."""

import re

__all__ = ["NUMBER", "TEXT", "THING", "UNIVERSAL", "form_of"]

THING, NUMBER, TEXT = "x", "NUMBER", "TEXT"
"""The kinds of what a command is about: a thing or person, a number, words in quotes."""
UNIVERSAL = (
    *("go north", "go south", "go east", "go west", "look"),
    *("examine x", "take x", "drop x", "inventory", "restart"),
)
"""What nearly every game takes: the paper's ten commands (section 3.2.2)."""
_TOKEN = re.compile(r"\"[^\"]*\"|[\w'-]+|[.,;:]")
_DROPPED = frozenset({"a", "an", "the", "my", "your", "some"})
_KEPT = frozenset((
    "about", "across", "against", "and", "around", "at", "away", "back", "behind", "beneath",
    "down", "east", "for", "from", "in", "inside", "into", "ne", "north", "northeast", "northwest",
    "nw", "of", "off", "on", "onto", "out", "outside", "over", "se", "south", "southeast",
    "southwest", "sw", "then", "through", "to", "toward", "towards", "under", "up", "upon",
    "upstairs", "downstairs", "west", "with", "without", ".", ",", ";", ":",
))  # fmt: skip
_LONGEST = 12
"""Most words of a form; what follows is cut off."""


def form_of(command: str) -> str:
    """Return the form of a command: the verb, directions and prepositions are kept.

    All else is a thing, but for words in quotes, numbers and adverbs ("carefully"). Which words
    are nouns is not known, so "look around area" has a thing where a person would say it has none.

    >>> form_of("Put the brass key in my box."), form_of("type 42"), form_of("go north")
    ('put x in x', 'type NUMBER', 'go north')
    >>> form_of("examine book carefully"), form_of('say "open sesame" to man')
    ('examine x carefully', 'say TEXT to x')
    """
    quoted = command.strip().rstrip(".!?")
    if re.fullmatch(r"\"[^\"]*\"", quoted):  # a model's quotes around the whole command
        quoted = quoted[1:-1]
    tokens = _TOKEN.findall(quoted.lower())
    kinds = tokens[:1] + [_kind(one) for one in tokens[1:] if one not in _DROPPED]
    merged = [one for i, one in enumerate(kinds) if one != THING or i == 0 or kinds[i - 1] != THING]
    return " ".join(merged[:_LONGEST])


def _kind(token: str) -> str:
    if token.startswith('"'):
        return TEXT
    if token.isdigit():
        return NUMBER
    return token if token in _KEPT or token.endswith("ly") else THING
