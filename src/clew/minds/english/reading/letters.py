"""Letters and mail: who writes to whom, from the header, the salutation and the signature.

"Dear Anna, ... Your brother, Tom" makes Tom the "I" and Anna the "you" of what stands between, and
says that Tom is Anna's brother. Without a mail header both ends must be there, or a farewell
with a name on a line of its own: a text that only opens with "Dear diary" or only ends with a name
is no letter.
"""

import re
from dataclasses import dataclass

from clew.minds.english.words.lexicon import KIN
from clew.minds.english.words.people import CAPITAL
from clew.regex import Regex

__all__ = ["Letter", "is_salutation", "read_letter"]

_NAME = rf"{CAPITAL}[\w’'-]{{0,30}}(?: {CAPITAL}[\w’'.-]{{0,30}}){{0,2}}"
_OPENING = Regex(
    rf"^[ \t]*(?:My )?(?i:dear|dearest|hello|hi),? (?P<name>{_NAME})\s*[,:!\n]\s*", re.MULTILINE
)
_CLOSING = Regex(
    r"(?:^|\n|(?<=[.!?…]) )[ \t]*"
    r"(?:(?P<tie>(?i:your)(?: [a-z-]{1,20}){0,3}|(?:[A-Z][a-z]+(?: [a-z]+){0,4})),?\s+)?"
    rf"(?P<name>{_NAME})\.?\s*$"
)
_FAREWELL = Regex(
    r"(?i:(?:with )?(?:all my |much |lots of |best |kind |warm )?"
    r"(?:love|yours|your|regards|wishes|greetings|cheers|hugs|kisses|thanks)\b.*"
    r"|as ever|affectionately)"
)
_FROM = Regex(r"^From: *\"?(?P<from>[^<\"\n]{2,60}?)\"? *(?:<[^>\n]*>)?$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Letter:
    """Who writes to whom; `tie` is what the writer is to the reader ("brother"), or empty."""

    reader: str
    writer: str
    body: str
    """What stands between salutation and signature in a letter of one line, else the whole."""
    tie: str = ""
    mail: bool = False
    """It has a mail header: "we" may be a firm."""


def is_salutation(line: str) -> bool:
    """Say whether a line only greets: "Dear Anna,", "All,", "Hi everyone"."""
    return bool(
        re.fullmatch(r"\s*[A-Z][\w’'-]*(?: [A-Z][\w’'-]*){0,3} ?[,!]\s*", line)
        or re.fullmatch(r"\s*(?i:dear|hi|hello|hey)\b[^.]{0,40}", line)
    )


def read_letter(text: str) -> Letter | None:
    r"""Return the letter a text is, or `None`.

    >>> letter = read_letter("Dear Aunt Eva,\nI live in Oslo.\nYour nephew, Tom")
    >>> letter.reader, letter.writer, letter.tie
    ('Eva', 'Tom', 'nephew')
    """
    head, opening = _FROM.search(text[:600]), _OPENING.search(text[:600])
    if head is not None:
        last, comma, first = head["from"].strip().partition(", ")
        return Letter("", f"{first} {last}" if comma else last, text, mail=True)
    closing = _CLOSING.search(text, max(0, len(text) - 160))
    if closing is None or (opening and closing.start() < opening.end()):
        return None
    tie = (closing["tie"] or "").strip()
    own_line = "\n" in text[closing.start() : closing.start() + 1]
    if opening is None:
        return Letter("", closing["name"], text) if own_line and _FAREWELL.fullmatch(tie) else None
    if not own_line and not tie:
        return None
    kin = tie.split()[-1].lower() if tie.lower().startswith("your ") else ""
    if tie and not kin and not _FAREWELL.fullmatch(tie):
        return None
    words = opening["name"].split()
    reader = words[1:] if len(words) > 1 and words[0].lower() in KIN else words
    body = text if "\n" in text else text[opening.end() : closing.start()]
    return Letter(" ".join(reader), closing["name"], body, kin if kin in KIN else "")
