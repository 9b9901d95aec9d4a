"""What a parser game prints, read: room headings, points, and how a game ended.

For games whose memory Jericho does not know; the wordings are those of Inform's and TIG's
libraries, in which most games are written.
"""

import re

__all__ = ["ended", "heading", "is_heading", "points", "printed_rooms"]

_STATUS = re.compile(r"^\s*-= (.+?) =-\s*$", re.MULTILINE)
_FRAMED = re.compile(r"\A\W*(\w.*?)\W*\Z")
_LONGEST_HEADING = 60
_END = re.compile(r"^\s*\*{2,}\s*(.+?)\s*\*{2,}\s*$", re.MULTILINE)
_WON = re.compile(r"\b(?:won|win|victory|congratulations|the end)\b", re.IGNORECASE)
_POINTS = re.compile(r"your score has (?:just )?gone (up|down) by (\w+(?:-\w+)?)", re.IGNORECASE)
_UNITS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
    "twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen",
)  # fmt: skip
_TENS = ["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"]
_NUMBERS = {
    **{word: number for number, word in enumerate(_UNITS)},
    **{word: 10 * number for number, word in enumerate(_TENS, 2)},
}


def printed_rooms(text: str) -> list[str]:
    r"""Return the rooms that TextWorld has printed in a text, each as a line of its own.

    >>> printed_rooms("-= Attic =-\nA sign says -= Cellar =- and no more.")
    ['Attic']
    """
    return _STATUS.findall(text)


def heading(text: str) -> str | None:
    r"""Return the room that a text begins with, as "look" prints it; `None` if there is none.

    >>> heading("<< Outside >>\nYou are outside in the cold.")
    'Outside'
    >>> heading("You see nothing special.") is None
    True
    """
    if rooms := printed_rooms(text):
        return rooms[-1]
    first, _, rest = text.strip().partition("\n")
    found = _FRAMED.match(first)
    if found is None or len(first) > _LONGEST_HEADING or not rest.strip():
        return None
    return None if first.rstrip()[-1] in ".!?:,;" else found[1]


def is_heading(line: str, place: str) -> bool:
    """Return whether a line is the heading of a place.

    >>> is_heading("Bedroom (in bed)", "bed"), is_heading("The bed is soft.", "bed")
    (True, False)
    """
    bare = re.sub(r"\([^)]*\)", "", line)
    plain = re.sub(r"\A[\W_]+|[\W_]+\Z", "", bare).lower()
    inside = re.search(r"\((?:[io]n|under) (?:the )?(.+?)\)", line.lower())
    return bool(plain) and place.lower().strip() in {plain, inside[1] if inside else plain}


def points(text: str) -> int:
    """Return by how much a text says that the score has changed.

    >>> points("[Your score has just gone up by twenty-five points.]")
    25
    """
    change = 0
    for way, amount in _POINTS.findall(text):
        change += _number(amount.lower()) * (1 if way.lower() == "up" else -1)
    return change


def _number(word: str) -> int:
    if word.isdecimal():
        return int(word)
    return sum(_NUMBERS.get(part, 0) for part in word.split("-"))


def ended(text: str) -> bool | None:
    r"""Return whether a text says that the game is won, or lost; `None`: it goes on.

    >>> ended("You eat the meal.\n\n    *** The End ***")
    True
    >>> ended("    *** You have died ***")
    False
    """
    banners = _END.findall(text)
    return bool(_WON.search(banners[-1])) if banners else None
