"""The signs that a text is, or is not, a text adventure told in prose.

Letters, recipes, manuals, directions and adverts also speak of what "you" do. They tell of other
times, of amounts, of what may be, or of things that no adventure has: one such word decides.
"""

import re

from clew.regex import Regex

__all__ = ["has_command", "speaks_to_a_reader", "without_speech"]

_QUOTED = Regex(r"\"[^\"\n]*\"|“[^”\n]*”|(?<!\w)['‘][^'’\n]{2,}?[,.!?]['’](?!\w)")
_COMMAND = Regex(
    r"^>\s*(?:(?:go |walk )?(?:north|south|east|west|up|down|[nsewudlix])|look|inventory|(?:take"
    r"|get|drop|open|close|unlock|lock|read|examine|put|give|enter|push|pull|light|wear|talk to)"
    r" (?!me\b|it easy|care\b)[a-z]+(?: [a-z]+){0,5})\s*$",
    re.M,
)
_TO_A_READER = Regex(
    r"[\d%€£$@]|'ll\b|\b(?:will|should|must|might|may|would|could|have to|need|want|if|when|unless"
    r"|until|while|because|every|each|always|usually|often|sometimes|please|dear|hi|hello|today"
    r"|tomorrow|tonight|yesterday|\w+(?:nes|urs|ri|tur|sun|mon|tues)day|minutes?|hours?|days?|weeks?"
    r"|months?|years?|free|prices?|costs?|order|offer|discount|app|accounts?|website|e?-?mail"
    r"|customers?|clients?|meeting|appointment|oven|stir|simmer|bake|dough|sauce|pan|degrees"
    r"|batter(?:y|ies)|screws?|device|machine|cable|plug|filter|screen|games?|players?|levels?"
    r"|puzzles?|reviews?|cards?|dice|points?|left|right|straight|lift|elevator|bus|train|tram"
    r"|taxi|airport|station|streets?|(?:first|second|third|top) floor|love|career|luck|energy"
    r"|relationships?|breathe?|dreams?|bathrooms?|rent)\b",
    re.I,
)


def without_speech(text: str) -> str:
    """Return a text without what people in it say.

    >>> without_speech('The monk says: "I am old." You nod.')
    'The monk says:  You nod.'
    """
    return _QUOTED.sub("", text)


def speaks_to_a_reader(text: str) -> bool:
    """Return whether a text tells of other times, amounts or what may be, as letters do."""
    return _TO_A_READER.search(text) is not None


def has_command(text: str) -> bool:
    """Return whether a line is what a player types: "> take lamp"."""
    return _COMMAND.search(text) is not None
