"""Somebody else's words in what one writes: quoted, forwarded, pasted to be proofread.

"I" is nobody who is known in them, and whose words end where is rarely told: so what comes behind
is nobody's until the message ends.
"""

import re

from clew.minds.english.words.people import CAPITAL, gender_of
from clew.minds.english.words.word_lists import words_in_order
from clew.regex import Regex

__all__ = ["own_and_others", "tells_for_others"]


def _any_of(name: str) -> str:
    return "|".join(words_in_order(name)).replace("_", " ")


_NAME = rf"{CAPITAL}[\w’'.-]*(?: {CAPITAL}[\w’'.-]*){{0,2}}"
_STAMP = r"(?:[\[(]?[^\W_]{0,9}[ ,./-]{0,2}[\d ,./:-]{3,20}(?:[ap]m)?[\])]?,? {0,2}(?:- )?)"
_STARTS, _BEFORE, _BEHIND = r"(?:^|(?<=\n)|(?<=[.!?…] ))", r"[^:.!?\n]{0,60}", r"[^:.!?\n]{0,40}"
_MINE = r"(?=.{0,300}\b(?:I|[Mm]y|[Mm]e|[Mm]ine|[Ww]e|[Oo]ur|[Uu]s)\b)"
"""Only words of a first person would be taken for the writer's."""
_MY_OWN = rf"(?!{_BEFORE}\bI (?:\w+ ){{0,2}}(?:{_any_of('wrote')})\b)"
_WROTE = rf"{_MY_OWN}{_BEFORE}\b(?:{_any_of('wrote')})\b{_BEHIND}"
_TO_KEEP = r"(?!(?:[Pp]lease )?(?i:save|store|remember|note|keep|log|record)\b)"
_WRITTEN = rf"{_TO_KEEP}{_BEFORE}\b(?i:{_any_of('written')})\b{_BEFORE}"
_FROM = rf"(?:{_BEFORE}\b(?:this|that|it|got|one) )?[Ff]rom {_NAME}"
_PASTED = rf"{_BEFORE}\b(?i:{_any_of('pasted')})\b{_BEFORE}"
_FORWARDED = r"(?:-+ ?)?(?i:(?:re)?forward(?:ed|ing)?|fwd?)\b"
_HANDING = Regex(
    rf"{_STARTS}(?:(?:{_WROTE}|{_WRITTEN}|{_FROM}) ?:(?:$|(?=\s+[^\s\"“«]){_MINE})"
    rf"|(?:{_FORWARDED}{_BEFORE}|{_PASTED}) ?:(?=\s|$)"
    rf"|{_FORWARDED} (?:message|as received|from {_NAME})[ -]*$)",
    re.DOTALL | re.MULTILINE,
)
"""How others' words are opened: "Eva wrote:", "Her draft:", "Forwarded from Otto:",
"Please proofread this:"."""
_STAMPED = Regex(
    rf"{_STAMP}{_NAME}: |{_NAME},? ?[\[(]?\d{{1,2}}[:.]\d\d[^:\n]{{0,8}}: ?|<[^<>\n]{{2,30}}> "
)
_LABELLED = Regex(rf"(?P<name>{_NAME}): {_MINE}")
_OWN_LABELS = frozenset(words_in_order("own_labels"))


def own_and_others(said: str, speaker: str = "") -> tuple[str, str]:
    """Return what of a message is its writer's own, and what is not from some word on.

    >>> own_and_others("I was out. Eva wrote: I'm ill.")
    ('I was out.', "Eva wrote: I'm ill.")
    >>> own_and_others("Update: I moved."), own_and_others("Otto: I moved.", "Nora")
    (('Update: I moved.', ''), ('', 'Otto: I moved.'))
    """
    if _STAMPED.match(said) or (speaker and _is_anothers(said, speaker)):
        return "", said
    found = _HANDING.search(said)
    return (said[: found.start()].rstrip(), said[found.start() :]) if found else (said, "")


def tells_for_others(said: str) -> bool:
    """Say whether a sentence hands on what others say: "Eva wrote: I'm ill."."""
    return own_and_others(said)[0] != said or _is_anothers(said, "")


def _is_anothers(said: str, speaker: str) -> bool:
    """Say whether words begin with a name other than the speaker's: "Otto: I moved."."""
    found = _LABELLED.match(said)
    if found is None or found["name"] == speaker:
        return False
    first, *more = found["name"].split()
    return bool(gender_of(first)) or not {first.lower(), *map(str.lower, more)} & _OWN_LABELS
