"""Other names beside a name or in parts: "Wilma (Wil)", "her first name is Eva"."""

import re
import unicodedata
from collections.abc import Iterator
from difflib import SequenceMatcher

from clew.minds.english.words.people import CAPITAL, NOT_NAMES, TITLES, gender_of
from clew.minds.english.words.person_nouns import is_person_noun
from clew.minds.english.words.word_lists import words_in_order
from clew.regex import Regex

__all__ = ["is_shared", "is_shortened", "nicknames", "renamed", "told_apart", "without_job"]

_WORD = rf"(?:(?:al|el|as|ad|ar|az|ul)-)?(?:{CAPITAL}|[^\W\d_a-z])[\w.'’-]*"
_NAME = rf"{_WORD}(?: (?:(?:of|the|de|van|von|der|da|di|del|bin|ibn) )?{_WORD}){{0,4}}"
_SAID = rf"(?!(?:Our|My|His|Her|Their|The|An?|In|On|At) )(?P<name>{_NAME})"
_OTHER = rf"[\"“‘]?(?P<other>(?:the )?{_NAME})"


def _spelled_out(pattern: str) -> str:
    return pattern.replace("_", " ").replace("NAME", _SAID).replace("OTHER", _OTHER)


_START = r"(?<![\w'’.-])"
_WAYS = words_in_order("other_names")
_TOLD = [Regex(_START + _spelled_out(pattern)) for pattern in _WAYS]
_BRACKET = Regex(
    rf"(?P<name>{_NAME}) \([\"“]?(?P<other>[^\W\d_][^\W\d_.]*(?: [^\W\d_]+){{0,3}})[\"”]?\)"
)
_SLASH = Regex(rf"(?P<name>{_NAME}) / (?P<other>{_NAME})")
_QUOTED = Regex(
    rf"(?P<first>{_WORD}) (?:[\"“]|(?P<in>\())(?P<other>{_WORD})[\"”)] (?P<last>{_NAME})"
)
_QUOTE = Regex('["“(]')
_IN_PART = Regex(rf"(?P<name>{_NAME})['’]s (?P<part>first|last) name (?:is|was) (?P<other>{_WORD})")
"""What else somebody is called: "Mrs Lund's first name is Eva"."""
_WHO = Regex(r",? (?:who|that|which)\b")
_ENDEARING = Regex(r"(\w)\1?(?:y|ie|i)$")
_RENAMED = Regex(
    rf"{_START}(?P<name>(?P<first>{_WORD}) {_WORD})\b(?!['’])[^\n]{{0,200}}?[.!?;,] "
    rf"(?:[Ss]he|[Hh]e) (?:is now|is|will be|has been|became|goes by) (?:now )?(?:called )?"
    rf"(?P<other>(?P=first) {_WORD})(?<![.,])"
    r"(?: now| again| these days| from (?:now|today)|(?=[.,;]))"
)
"""Who has another last name now: "Ida Roy married Leo Day. She is Ida Day now."."""


def nicknames(*wordings: str) -> Iterator[tuple[str, str]]:
    """Yield (name, other name) where the two stand side by side, or are told in parts.

    Args:
        wordings: one sentence, with its pronouns and with whom they mean.

    >>> list(nicknames('Ann Roy and Wilma Fox (Wil) met Leo "Lee" Hall.'))
    [('Wilma Fox', 'Wil'), ('Leo "Lee" Hall', 'Leo Hall'), ('Leo "Lee" Hall', 'Lee')]
    """
    for sentence in dict.fromkeys(wordings):
        yield from _side_by_side(sentence)
        yield from _told_in_parts(sentence)


def _side_by_side(sentence: str) -> Iterator[tuple[str, str]]:
    for found in (one for pattern in _TOLD for one in pattern.finditer(sentence)):
        name, other = found["name"].rstrip(".,"), found["other"].rstrip(",")
        other = other if len(other) < 4 else other.rstrip(".")
        named = name != other and not name.endswith(("'s", "’s"))
        named = named and not {name.lower(), other.lower()} & (NOT_NAMES | TITLES)
        if named and not _tells_apart(found, sentence):
            yield without_job(name), other
    for found in _SLASH.finditer(sentence) if " / " in sentence else ():
        if _script(found["name"]) != _script(found["other"]):
            yield without_job(found["name"]), found["other"].rstrip(".,")
    for found in _BRACKET.finditer(sentence) if " (" in sentence else ():
        if _may_be_short(found["other"], found["name"]):
            yield without_job(found["name"]), found["other"]


def renamed(text: str) -> Iterator[tuple[str, str]]:
    """Yield (name, other name) of whoever a later sentence gives another last name.

    >>> list(renamed("Ida Roy married Leo Day in May. She is Ida Day now."))
    [('Ida Roy', 'Ida Day')]
    """
    for found in _RENAMED.finditer(text):
        if found["name"] != found["other"]:
            yield found["name"], found["other"]


def _told_in_parts(sentence: str) -> Iterator[tuple[str, str]]:
    """Yield (name, other name) where only a first or a last name is told of somebody."""
    for found in _QUOTED.finditer(sentence) if _QUOTE.search(sentence) else ():
        whole, plain = found[0].rstrip("."), f"{found['first']} {found['last']}".rstrip(".")
        yield from (
            [(plain, found["other"])] if found["in"] else [(whole, plain), (whole, found["other"])]
        )
    for found in _IN_PART.finditer(sentence) if " name " in sentence else ():
        name, other = found["name"].split(), found["other"].rstrip(".")
        full = (other, name[-1]) if found["part"] == "first" else (name[0], other)
        yield found["name"], " ".join(full)


def _tells_apart(found: re.Match[str], sentence: str) -> bool:
    """Say whether the two are two: "it is Ida, not Ben, who called"."""
    if sentence[found.end("name") : found.start("other")] != ", not ":
        return False
    # A spelling is corrected, or somebody else is meant.
    alike = SequenceMatcher(None, found["name"], found["other"]).ratio()
    spelt = re.search("spel|typo|writ|wrote|letter", sentence) is not None
    return not spelt or alike < 0.6 or _WHO.match(sentence, found.end()) is not None


def told_apart(name: str, other: str, sentence: str) -> str:
    """Return another name with whose it is in brackets, where somebody else has it too.

    >>> told_apart("my aunt", "Eva", "My aunt, who is called Eva too, came.")
    'Eva (my aunt)'
    """
    return f"{other} ({name})" if is_shared(other, sentence) else other


def is_shared(name: str, sentence: str) -> bool:
    """Return whether a sentence says that somebody else has a name, too."""
    return re.search(rf"\b{re.escape(name)},? (?:too|as well)\b", sentence) is not None


def is_shortened(other: str, name: str) -> bool:
    """Return whether a name is a shorter or dearer form of a word of another.

    >>> [is_shortened(one, "Tim Wenzel") for one in ("Wenz", "Timmy", "Goalkeeper")]
    [True, True, False]
    """
    low, full = other.lower(), name.lower().split()
    stem = _ENDEARING.sub(r"\1", low)
    return len(stem) > 1 and any(low in word or word.startswith(stem) for word in full)


def _may_be_short(other: str, name: str) -> bool:
    """Return whether a bracket holds a part or a dear form, initials, or another script."""
    initials = "".join(word[0] for word in name.split())
    first = name.split()[0]
    within = other[0].isupper() and (other.lower() in first.lower() or is_shortened(other, first))
    return other == initials or within or _script(other) != _script(name)


def without_job(name: str) -> str:
    """Return a name without the job that opens its sentence: "Wrestler Ida Lund"."""
    first, _, rest = name.partition(" ")
    job = first.lower()
    is_job = " " in rest and job not in TITLES and is_person_noun(job) and not gender_of(job)
    return rest if is_job else name


def _script(name: str) -> str:
    """Return the script that a name is written in: "LATIN", "CJK"."""
    return unicodedata.name(name[0], "").split()[0]
