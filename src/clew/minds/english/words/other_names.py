"""Other names of people and things told in passing: "Robert, whom everybody calls Bob"."""

import re
import unicodedata
from collections.abc import Iterator

from clew.minds.english.words.names import CAPITAL, NOT_NAMES
from clew.minds.english.words.word_lists import words_in_order

__all__ = ["nicknames", "told_apart"]

_WORD = rf"(?:{CAPITAL}|[^\W\d_a-z])[\w.'’-]*"
_NAME = rf"{_WORD}(?: (?:(?:of|the|de|van|von|der) )?{_WORD}){{0,4}}"
_FORMS = {"NAME": rf"(?P<name>{_NAME})", "OTHER": rf"[\"“‘]?(?P<other>(?:the )?{_NAME})"}
_TOLD = [
    re.compile(
        r"(?<![\w'’.-])"
        + pattern.replace("_", " ").replace("NAME", _FORMS["NAME"]).replace("OTHER", _FORMS["OTHER"])
    )
    for pattern in words_in_order("other_names")
]
_BRACKET = re.compile(rf"(?P<name>{_NAME}) \([\"“]?(?P<other>[^\W\d_][^\W\d_.]*(?: [^\W\d_]+){{0,3}})[\"”]?\)")
_NEE = re.compile(rf"(?P<name>{_NAME}),? \(?n[ée]e (?P<other>{_WORD})")


def nicknames(sentence: str, speaker: str = "") -> Iterator[tuple[str, str]]:
    """Yield (name, other name) of one sentence whose pronouns are already replaced.

    >>> list(nicknames("Robert Hale, also known as Bob, is ill."))
    [('Robert Hale', 'Bob')]
    >>> list(nicknames("Ann Roy, née Day, and Wilma Fox (Will) met."))
    [('Ann Roy', 'Ann Day'), ('Wilma Fox', 'Will')]
    """
    for found in (one for pattern in _TOLD for one in pattern.finditer(sentence)):
        name, other = found["name"].rstrip(".,"), found["other"].rstrip(",")
        other = other if len(other) < 4 else other.rstrip(".")
        if name != other and not {name.lower(), other.lower()} & NOT_NAMES:
            yield name, other
    for found in _NEE.finditer(sentence):
        yield found["name"], f"{found['name'].split()[0]} {found['other']}"
    for found in _BRACKET.finditer(sentence):
        if _may_be_short(found["other"], found["name"]):
            yield found["name"], found["other"]
    asked = re.search(rf"\bcall (?:me|{re.escape(speaker)}) ({CAPITAL}[\w’'-]*)", sentence)
    if speaker and asked:
        yield speaker, asked[1]


def told_apart(name: str, other: str, sentence: str) -> str:
    """Return another name with whose it is in brackets, where somebody else has it too.

    >>> told_apart("my aunt", "Eva", "My aunt, who is called Eva too, came.")
    'Eva (my aunt)'
    """
    also = re.search(rf"\b{re.escape(other)},? (?:too|as well)\b", sentence)
    return f"{other} ({name})" if also else other


def _may_be_short(other: str, name: str) -> bool:
    """Return whether what is in brackets is a part of a name, its initials, or in another script."""
    initials = "".join(word[0] for word in name.split())
    scripts = [unicodedata.name(text[0], "").split()[0] for text in (other, name)]
    within = other.lower() in name.split()[0].lower() and other[0].isupper()
    return other == initials or within or scripts[0] != scripts[1]
