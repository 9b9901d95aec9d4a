"""Things listed in a sentence: "three children: Jonas, Paula and Simon"."""

import re

from clew.minds.english.asking.kind_words import MEMBERS
from clew.minds.english.asking.kinds import is_moment
from clew.minds.english.asking.phrases import AUXILIARIES
from clew.minds.english.asking.stems import is_past, stem
from clew.text import words

__all__ = ["listed", "with_others"]

_DETERMINER = r"(?:(?:the|an?|his|her|its|their|my|our|one|two|three|four|five|old|little)\s+)"
_STOP = (
    r"(?:and|or|but|who|which|that|where|when|because|since|while|to|in|at|on|for|from|by|with|of"
    r"|is|are|was|were|has|have|had|will|now|then|so|as|also|both|all|live|lives|work|works)"
)
_WORD = rf"(?!{_STOP}\b)[\w'’&.-]+(?<!\.)"
_ITEM = rf"{_DETERMINER}{{0,2}}{_WORD}(?:\s{_WORD}){{0,3}}"
_MORE = rf"(?:,\s+(?:and\s+)?|\s+and\s+|\s+&\s+)(?P<item>{_ITEM})"
_NEXT = re.compile(_MORE)
_KNOWN = frozenset[str]().union(*MEMBERS.values())
_FIRST = re.compile(_ITEM)
_ARTICLE = re.compile(rf"^{_DETERMINER}+", re.IGNORECASE)
_NAME = r"[^\W\d_a-zß-ÿ][\w'’-]*"
_BEFORE = re.compile(rf"(?P<item>{_NAME}(?:\s{_NAME}){{0,2}})(?:,\s+|,?\s+and\s+)$")


def listed(noun: str, text: str) -> tuple[str, ...]:
    """Return the things a sentence lists right after a plural noun; fewer than two are none.

    >>> listed("children", "Helga has three children: Jonas, Paula and Simon.")
    ('Jonas', 'Paula', 'Simon')
    >>> listed("friends", "My friends at school are Mateo, Priya and Veera.")
    ('Mateo', 'Priya', 'Veera')
    >>> listed("dogs", "He has two dogs and lives in Graz.")
    ()
    """
    wanted = stem(noun.split()[-1]) if noun else ""
    for said in re.finditer(r"[\w-]+", text):
        if not wanted or stem(said[0]) != wanted:
            continue
        lead = re.compile(
            r"(?::|,|\s+(?:(?:at|in|of|from)\s+(?:the\s+)?[\w-]+\s+)?(?:are|were)(?:\s+called)?"
            r"|,?\s+(?:called|named))\s+"
        ).match(text, said.end())
        if lead is not None:
            found = _run(text, lead.end())
            if len(found) > 1:
                return found
    return ()


def _run(text: str, start: int) -> tuple[str, ...]:
    first = _FIRST.match(text, start)
    if first is None:
        return ()
    return with_others(text, first.start(), first.end(), backward=False)


def with_others(text: str, start: int, end: int, *, backward: bool) -> tuple[str, ...]:
    """Return the phrase at `start` to `end` and those a sentence joins to it.

    Args:
        text: the sentence.
        start: where the phrase starts.
        end: where it ends.
        backward: look at the names before it, else at the things after it.

    >>> with_others("Gwen, Olu and Marek rowed.", 14, 19, backward=True)
    ('Gwen', 'Olu', 'Marek')
    >>> with_others("Ida plays the harp and sings.", 14, 18, backward=False)
    ('harp',)
    """
    found = [_bare(text[start:end])]
    while backward:
        before = _BEFORE.search(text[:start])
        if before is None or is_moment(before["item"]):
            break
        found.insert(0, _bare(before["item"]))
        start = before.start()
    while not backward:
        match = _NEXT.match(text, end)
        if match is None or not _alike(text[start:end], match["item"]):
            break
        found.append(_bare(match["item"]))
        end = match.end()
    return tuple(dict.fromkeys(found))


def _bare(phrase: str) -> str:
    return _ARTICLE.sub("", phrase).strip() or phrase


def _alike(first: str, other: str) -> bool:
    """Tell whether a phrase goes on the list, and does not open the next clause."""
    said = words(other)
    if not said or is_past(said[0]) or said[0] in AUXILIARIES or is_moment(other):
        return False
    if first[:1].isupper():
        return any(word[:1].isupper() for word in other.split())
    if said[0].endswith("s") and not first.endswith("s") and said[0] not in _KNOWN:
        return False  # "the harp and sings"
    return len(said) < 3 or _ARTICLE.match(other) is not None
