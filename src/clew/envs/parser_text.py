"""What a game's parser is given and what the game prints: letters, lengths, commands of a line."""

import re
import string

from clew.errors import UsageError

__all__ = [
    "ALPHABET",
    "LONGEST",
    "MAX_ACTION",
    "TYPED",
    "commands_in",
    "printable",
    "shown",
    "typeable",
]

MAX_ACTION = 198
"""Characters of the longest action: what Jericho's interpreter takes; it cuts off the rest."""
LONGEST = 20_000
"""Characters of the longest observation."""
_UNKNOWN = "\ufffd"
ALPHABET = frozenset(
    string.printable + "".join(map(chr, range(0xA0, 0x180))) + "‘’“”–—…" + _UNKNOWN
)
"""The characters of observations."""
TYPED = frozenset(string.ascii_letters + string.digits + string.punctuation + " ") - {"\\"}
"""The characters of actions. No backslash: the interpreter would read it as a command, and hang."""
_BANNER = re.compile(r"\A(?:[ \\/|$_>]*\n)+")
_PROMPT = re.compile(r"\n?^>[^\n]*\s*\Z", re.MULTILINE)
_NEXT_COMMAND = re.compile(r"[.,;:!?]|\b(?:then|and)\b")


def printable(text: str) -> str:
    """Return what a game prints without space around it, cut off, with known characters only."""
    told = text.strip()[:LONGEST]
    return "".join(letter if letter in ALPHABET else _UNKNOWN for letter in told)


def shown(text: str) -> str:
    r"""Return the game's text without its banner, prompt and status line.

    >>> shown("\n\n-= Cellar =-\nIt is dark.\n\n>      -= Cellar =-0/3")
    '-= Cellar =-\nIt is dark.'
    """
    told = _PROMPT.sub("", _BANNER.sub("", text + "\n" if "\n" not in text else text))
    told = re.sub(r"\n{3,}", "\n\n", told)
    return printable(told)


def typeable(action: str) -> None:
    """Refuse what no player could type.

    Raises:
        UsageError: the action is not a line of 1 to `MAX_ACTION` characters of `TYPED`.
    """
    if not 0 < len(action) <= MAX_ACTION or not TYPED.issuperset(action):
        raise UsageError(
            f"expected an action of 1 to {MAX_ACTION} printable ASCII characters, no backslash; "
            f"got {action!r:.100}"
        )


def commands_in(action: str) -> list[list[str]]:
    """Return the words of each command in a line, in lower case, empty ones left out.

    >>> commands_in("Open box, then look.")
    [['open', 'box'], ['look']]
    """
    parts = (one.split() for one in _NEXT_COMMAND.split(action.lower()))
    return [words for words in parts if words]
