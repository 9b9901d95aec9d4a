"""Letters: who writes to whom, from the salutation and the signature.

"Dear Anna, ... Your brother, Tom" makes Tom the "I" and Anna the "you" of what stands between, and
says that Tom is Anna's brother. Both ends must be there: a text that only opens with "Dear diary"
or only ends with a name on a line of its own is no letter.
"""

import re
from dataclasses import dataclass

from clew.minds.english.words.lexicon import KIN
from clew.minds.english.words.names import CAPITAL

__all__ = ["Letter", "read_letter"]

_NAME = rf"{CAPITAL}[\w’'-]{{0,30}}(?: {CAPITAL}[\w’'.-]{{0,30}}){{0,2}}"
_OPENING = re.compile(rf"\s*(?:My )?(?i:dear|dearest|hello|hi),? (?P<name>{_NAME})\s*[,:!\n]\s*")
_CLOSING = re.compile(
    r"(?:^|\n|(?<=[.!?…]) )[ \t]*"
    r"(?:(?P<tie>(?i:your)(?: [a-z-]{1,20}){1,3}|(?:[A-Z][a-z]+(?: [a-z]+){0,4})),?\s+)?"
    rf"(?P<name>{_NAME})\.?\s*$"
)
_FAREWELL = re.compile(
    r"(?i:(?:with )?(?:all my |much |lots of |best |kind |warm )?"
    r"(?:love|yours|regards|wishes|greetings|cheers|hugs|kisses|thanks)\b.*|as ever|affectionately)"
)


@dataclass(frozen=True, slots=True)
class Letter:
    """A letter taken apart; `tie` is what the writer is to the reader ("brother"), or empty."""

    reader: str
    writer: str
    body: str
    tie: str = ""


def read_letter(text: str) -> Letter | None:
    r"""Return the letter a text is, or `None`.

    >>> letter = read_letter("Dear Aunt Eva,\nI live in Oslo.\nYour nephew, Tom")
    >>> letter.reader, letter.writer, letter.tie, letter.body
    ('Eva', 'Tom', 'nephew', 'I live in Oslo.')
    """
    opening = _OPENING.match(text[:200])
    closing = _CLOSING.search(text, max(0, len(text) - 160)) if opening else None
    if opening is None or closing is None or closing.start() < opening.end():
        return None
    tie = (closing["tie"] or "").strip()
    own_line = "\n" in text[closing.start() : closing.start() + 1]
    if not own_line and not tie:
        return None
    kin = tie.split()[-1].lower() if tie.lower().startswith("your ") else ""
    if tie and not kin and not _FAREWELL.fullmatch(tie):
        return None
    words = opening["name"].split()
    reader = words[1:] if len(words) > 1 and words[0].lower() in KIN else words
    body = text[opening.end() : closing.start()]
    return Letter(" ".join(reader), closing["name"], body, kin if kin in KIN else "")
