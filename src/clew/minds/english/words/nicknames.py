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
_NAME = rf"{CAPITAL}[\w’'-]*(?: (?:(?:de|da|van|von|der) )?{CAPITAL}[\w’'-]*){{0,3}}"
_THING = r"(?:[Tt]he|[Ii]ts|[Oo]ur|[Tt]heir|[Mm]y) (?:[\w-]+ ){0,2}[\w-]+"
_CALLED = re.compile(
    rf"(?<![\w'’-])(?P<name>{_NAME}(?:'s (?:[\w-]+ ){{0,2}}[\w-]+)?|{_THING}),?"
    r" (?:whom|which|that|who) [^,.;:]{0,40}?\b"
    rf"(?:calls?|called|christened|nicknamed|dubbed|named) (?P<other>{_NAME})"
)
_KNOWN_TO = re.compile(
    rf"(?<![\w'’-])(?P<name>{_NAME}),? (?:known|called) (?:to|by) [^,.;:]{{1,40}}? (?:as )?"
    rf"(?P<other>{_NAME})"
)
_TO_FRIENDS = re.compile(
    rf"(?<![\w'’-])(?P<name>{_NAME}), (?:or )?(?P<other>{_NAME}) (?:to|for)"
    r" (?:[\w'’-]+['’]s? |his |her |their |my |our |all |the )?"
    r"(?:friends|family|colleagues|everyone|everybody|us|neighbours|neighbors|mates|players)\b"
)


def nicknames(sentence: str, speaker: str = "") -> Iterator[tuple[str, str]]:
    """Yield (name, other name) of one sentence whose pronouns are already replaced.

    >>> list(nicknames("Robert Hale, whom everybody calls Bob, is ill."))
    [('Robert Hale', 'Bob')]
    """
    for pattern in (_ALSO, _CALLED, _KNOWN_TO, _TO_FRIENDS):
        for found in pattern.finditer(sentence):
            if found["name"] != found["other"]:
                yield found["name"].strip(), found["other"].strip()
    if speaker:
        asked = re.search(rf"\bcall (?:me|{re.escape(speaker)}) (?P<other>{_NAME})", sentence)
        if asked:
            yield speaker, asked["other"]
