"""Set phrases made plain before parsing: "was appointed director of" says "became director of".

Only phrases that occur in real prose are listed. The rewritten sentence is parsed, never shown.
"""

import re
from collections.abc import Iterator

from clew.minds.english.reading.line_shapes import has_verb
from clew.minds.english.words.people import CAPITAL, gender_of, is_verb_of_one
from clew.minds.english.words.word_lists import section
from clew.minds.english.words.words_needed import Ways
from clew.regex import Regex

__all__ = ["one_line", "plain_phrases", "with_generation", "without_label"]

_SPLIT_HYPHEN = Regex(
    r"(?<=\w)(\w)- (?!and |or |to |und )(?=[a-z])|(?<=\w )([A-Z][a-z]{2,20})- (?=[A-Z][a-z]{2})"
)
"""A hyphen that lost its word to a tokeniser: "London- based"."""
_LABEL = Regex(r"^(?:[A-Z][\w'’-]*|[a-z][\w'’-]*)(?: [a-z][\w'’-]*){0,4}: (?=\S)")
"""What a sentence is announced with: "Late news: the club sold its boat."."""

_NAME = rf"{CAPITAL}[\w’'.-]*(?: (?:(?:de|van|von|der|da|of|the) )?{CAPITAL}[\w’'.-]*){{0,4}}"
_GENERATION = Regex(r"(?<=[^\W_]) (jr|sr|jun|sen)\b\.?")
_JUNIOR = Regex(r"([A-Z][\w-]*\.?(?: [A-Z][\w-]+)?) (junior|senior)(?= ?(?:[(,;.:]|([a-z]+)|$))")


def _rules() -> Iterator[tuple[str, str]]:
    """Yield (pattern, what is plain) of each line; <PARTS> of patterns are spelled out."""
    parts = dict(line.split(": ", 1) for line in section("plain_parts").strip().splitlines())
    for line in section("plain_phrases").strip("\n").splitlines():
        pattern, _, plain = line.partition(" =>")
        for name, part in (*parts.items(), ("NAME", _NAME), ("CAPITAL", CAPITAL)):
            pattern = pattern.replace(f"<{name}>", part)
        yield pattern, plain.removeprefix(" ").removesuffix("|")


_PATTERNS, _PLAIN = zip(*_rules(), strict=True)
_WAYS = Ways(_PATTERNS)


def plain_phrases(sentence: str) -> str:
    """Return the sentence with its set phrases made plain.

    >>> plain_phrases("Anna has a dog named Rex."), plain_phrases("Oh, Ben got married to Eva.")
    ('Anna has a dog Rex.', 'Ben married Eva.')
    """
    likely = _WAYS.likely(sentence)
    for number, (pattern, plain) in enumerate(zip(_WAYS.patterns, _PLAIN, strict=True)):
        if number in likely and pattern.search(sentence):  # a template costs more than the search
            sentence = pattern.sub(plain, sentence)
            likely = _WAYS.likely(sentence)  # what is plain may have words of further patterns
    return sentence


def _as_name(found: re.Match[str]) -> str:
    name, mark, behind = found.groups()
    is_name = " " in name or gender_of(name) != ""  # else "Our senior"
    alone = behind is None or behind == "and" or is_verb_of_one(behind)  # "Anna Weber senior cook"
    return f"{name} {mark.title()}" if is_name and alone else found[0]


def with_generation(line: str) -> str:
    """Return a line in which what tells a father and a son apart is a part of the name.

    >>> with_generation("Karl Orth jun., Karl Orth senior (absent)")
    'Karl Orth Jun, Karl Orth Senior (absent)'
    """
    if "junior" in line or "senior" in line:  # else each capital of "AAAA" would begin a name
        line = _JUNIOR.sub(_as_name, line)
    return _GENERATION.sub(lambda found: f" {found[1].title()}", line)


def without_label(sentence: str) -> str:
    """Return a sentence without its label: "Late news: ..."; "Helga has two sons: ..." has none."""
    found = _LABEL.match(sentence)
    if found is None or has_verb(found[0].rstrip(": ").split()):
        return sentence
    return sentence[found.end()].upper() + sentence[found.end() + 1 :]


def one_line(raw: str) -> str:
    """Return a sentence without what only its layout needs, and "jun." as part of a name."""
    return with_generation(_SPLIT_HYPHEN.sub(r"\1\2-", " ".join(raw.lstrip("-*•#>| \t").split())))
