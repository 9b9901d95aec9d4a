"""What ScienceWorld prints, taken apart: rooms, choices, goals."""

import re
import string

__all__ = ["ALPHABET", "LONGEST", "choices", "goals", "room", "shown"]

LONGEST = 20_000
"""Characters of the longest observation; of a longer one the end is left out."""
_UNKNOWN = "\ufffd"
ALPHABET = frozenset(string.printable + "°‘’“”–—…" + _UNKNOWN)
_CALLED = re.compile(r"\A.*? is called the (.+?)\. ")
_AMBIGUOUS = "Ambiguous request:"
_CHOICE = re.compile(r"^(\d+):\t(.+)$", re.MULTILINE)
_GOAL = re.compile(r"^\d+\t(true|false)\t +\w+\t(.+)$", re.MULTILINE)


def shown(text: str) -> str:
    """Return a text of the world as the agent sees it."""
    told = "".join(letter if letter in ALPHABET else _UNKNOWN for letter in text.strip())
    return told if len(told) <= LONGEST else told[: LONGEST - 1] + "…"


def room(look: str) -> str | None:
    r"""Return the place that the answer to "look around" tells of.

    >>> room("This room is called the hallway. In it, you see: \n\tthe agent")
    'hallway'
    """
    named = _CALLED.match(look)
    return named[1] if named else None


def choices(answer: str) -> tuple[str, ...]:
    r"""Return the actions that the world asks to choose from, by number from 0.

    >>> choices("Ambiguous request: Please enter the number:\n0:\topen a door\n1:\topen a box\n")
    ('open a door', 'open a box')
    """
    return tuple(what for _, what in _CHOICE.findall(answer)) if _AMBIGUOUS in answer else ()


def goals(progress: str) -> tuple[tuple[str, bool], ...]:
    r"""Return goals and whether each is reached: those of the task in order, then optional ones.

    >>> goals("0\ttrue\t     GoalFind\tfocus on substance\n")
    (('focus on substance', True),)
    """
    return tuple((words, reached == "true") for reached, words in _GOAL.findall(progress))
