"""Other names of people and things told in passing: "Robert, whom everybody calls Bob"."""

import re
from collections.abc import Iterator

from clew.minds.english.words.names import CAPITAL

__all__ = ["nicknames"]

_ALSO = re.compile(
    r"(?<![\w'’.-])(?P<name>[^\W\d_][\w.'’-]*(?: (?:of|the|de|van|von|[A-Z])[\w.'’-]*){0,5}?)"
    r",? ?\(?"
    r"(?:also (?:known as|called)|a\.?k\.?a\.?|better known as|nicknamed|known as|née|or simply) "
    r"[\"“]?(?P<other>(?:the )?[A-Z][\w.'’-]*(?: (?:of|the|de|van|von|[A-Z])[\w.'’-]*){0,4})"
)


def nicknames(sentence: str, speaker: str = "") -> Iterator[tuple[str, str]]:
    """Yield (name, other name) of one sentence whose pronouns are already replaced.

    >>> list(nicknames("Robert Hale, also known as Bob, is ill."))
    [('Robert Hale', 'Bob')]
    """
    for found in _ALSO.finditer(sentence):
        if found["name"] != found["other"]:
            yield found["name"].strip(), found["other"].strip()
    asked = re.search(rf"\bcall (?:me|{re.escape(speaker)}) ({CAPITAL}[\w’'-]*)", sentence)
    if speaker and asked:
        yield speaker, asked[1]
