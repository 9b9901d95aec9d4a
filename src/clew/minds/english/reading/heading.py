"""The heading of a text as one name: "Salt in the Wind", where the text goes on about it.

The parser ends a name at the first small word. Where a text opens with its own heading, no word of
it is anything but a part of that name.
"""

import re

from clew.minds.english.words.people import looks_personal
from clew.minds.english.words.word_lists import words_in_order
from clew.regex import Regex

__all__ = ["heading_of", "with_whole_heading"]

_HEADING = Regex(r"(?:#+ )?([^\n]{2,100}?)(?: \([^()\n]{1,60}\))?[ \t]*\n\s{0,4}[\"“]?")
_LINKS = frozenset(
    "the a an of in on at for to from with and or by my your his her our into over under".split()  # noqa: SIM905
)
_WORKS = (*words_in_order("works_named"), *words_in_order("told_works"))
_OPENING = Regex(
    r"([A-Z][^\n.;()\"“”]{2,80}?) ?(?:\([^()\n]{1,120}\) ?|, )?"
    r"(?:is|was) (?:an?|the) (?:[\w’'-]+ ){0,7}?"
    rf"(?:{'|'.join(_WORKS)})\b"
)
"""The name of a work before what kind of work it is: "Salt in the Wind is a 1934 film"."""
_OF = Regex(r" of (?:the )?")
"""The parser reads these in a name: "The Boss of the Mill"."""
_NEAR = 300
"""So far a heading and its name in the sentence behind it may reach."""
_SMALL = Regex(r"(?:A|An) |.* [a-z]|.*[,:]")
_WORDS = frozenset(
    "i it me you we us he she that this my your after before while when until since".split()  # noqa: SIM905
)
"""Words that the parser would not read in a name."""


def heading_of(text: str) -> str:
    r"""Return the heading that a text opens with again, if the parser could not read it as a name.

    >>> heading_of("Salt in the Wind (1934 film)\n\nSalt in the Wind is a film.")
    'Salt in the Wind'
    >>> heading_of("Salt in the Wind is a 1934 film. It was shown in Bonn.")
    'Salt in the Wind'
    >>> heading_of("Ida Roy\n\nIda Roy is a painter."), heading_of("A note\n\nIda sings.")
    ('', '')
    """
    text = text.lstrip()[:_NEAR]
    found = _HEADING.match(text)
    start = found.end() if found else 0
    if found and text.startswith(f"The {found[1]}", start):
        start += len("The ")
    if found is None or not text.startswith(found[1], start):
        return _named_work(text)
    name = found[1]
    again = not text[start + len(name) :][:1].isalnum()
    person = looks_personal(name) or re.match(r"[^,]* [^,]*, ", name)  # "Ida Roy, Lady of Voss"
    pronoun = not _WORDS.isdisjoint(name.lower().split())
    needed = pronoun or _SMALL.match(name) is not None
    return name if again and needed and (pronoun or not person) and '"' not in name else ""


def _named_work(text: str) -> str:
    """Return the name of a work that a text opens with, if it has small words inside."""
    found = _OPENING.match(text)
    if found is None:
        return ""
    words = found[1].rstrip(" ,").split()
    small = [one for one in _OF.sub(" ", " ".join(words)).split() if one[:1].islower()]
    needed = small or (words and (words[0] in {"A", "An"} or ":" in found[1]))
    whole = needed and words[-1][:1].isupper() and _LINKS.issuperset(small)
    return " ".join(words) if whole else ""


def with_whole_heading(sentence: str, heading: str) -> str:
    """Return a sentence with its text's heading in quotes, which the parser takes for one name.

    >>> with_whole_heading("In 1934 Salt in the Wind was shown.", "Salt in the Wind")
    'In 1934 "Salt in the Wind" was shown.'
    """
    if not heading or heading not in sentence:
        return sentence
    name = re.escape(heading)
    return re.sub(rf"(?<![\w\"“]){name}(?![\w\"”])", lambda found: f'"{found[0]}"', sentence)
