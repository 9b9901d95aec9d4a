"""A sentence with a mark for every name, so that patterns of words need not know names."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from clew.minds.english.words.lexicon import NAME_LINKS, VERBS
from clew.minds.english.words.people import NOT_NAMES, THINGS, TITLES, gender_of, is_opener
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex
from clew.text import NUMBER_WORDS

__all__ = ["MARK", "Marked", "marked_names"]

MARK = "§"
"""What stands for a name."""
_TOKEN = Regex(r"@?\w[\w.'@-]*|\s+|[^\w\s]")
_POSSESSIVE = Regex(r"'s?$")
_QUOTES = str.maketrans(
    dict.fromkeys("“”„«»", '"') | {"’": "'", "‘": "'", "\u00a0": " ", MARK: " "}
)
_SHORTENED = Regex(
    r"\b([Hh]e|[Ss]he|[Ii]t|[Tt]hey|I|[Yy]ou|[Ww]e|[Tt]hat|[Ww]ho)'(d|s|m|ve|re|ll)\b(?= (been\b)?)"
)
_WHOLE = {"d": "would", "s": "is", "m": "am", "ve": "have", "re": "are", "ll": "will"}
_DASH = Regex(r" +[-–—]+ +| ?— ?")
_QUOTED = Regex(r'(?<![\w"])"([^"]{1,60})"(?!\w)')
_PREFIX = Regex(r"(?:al|el|as|ad|ar|az|ul|d|l|o|de|van)[-'](?=.)")
_HANDLE = Regex(r"@\w.*|[^\W\d_][\w.-]*_.*|[^\W\d_]{3,}[\w-]*\d.*")
_DOTTED = TITLES | {"sr", "jr", "mt", "ste", "hon", "co", "rt"}
_NO_NAMES = NOT_NAMES | word_list("languages") | word_list("nobody") | word_list("greetings")
_NO_START = word_list("determiners") | word_list("no_names") | {*NUMBER_WORDS}
_OPENING = frozenset('":.?!')
_LINKS = NAME_LINKS | {"zu", "af", "av", "bin", "&"}
_OF_HEADS = THINGS | TITLES | word_list("roles") | word_list("name_heads")
_EPITHETS = word_list("epithets")
_SAINTS = frozenset({"St", "St.", "Saint"})
"""What begins the name of a house, which may own it: "St. Ida's School"."""
_MOST = 7
"""Words of a name."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A sentence with its names marked."""

    text: str
    names: tuple[str, ...]
    """In order."""

    def name_at(self, place: int) -> str:
        """Return the name whose mark stands at a place, or first behind it."""
        return self.names[self.text.count(MARK, 0, place)]


def marked_names(sentence: str) -> Marked:
    """Mark the names of a sentence; quotation marks and dashes become plain ones.

    >>> marked_names("Ida Roy, “Dot” to all, met Tom of Bonn.").text
    '§, "§" to all, met §.'
    >>> marked_names("Ida Roy, “Dot” to all, met Tom of Bonn.").names
    ('Ida Roy', 'Dot', 'Tom of Bonn')
    """
    plain = _SHORTENED.sub(_spelled_out, _DASH.sub(", ", sentence.translate(_QUOTES)))
    parts: list[str] = []
    names: list[str] = []
    at = 0
    for quoted in _QUOTED.finditer(plain):
        if not _is_name(quoted[1].strip(" ,").split()):
            continue
        _mark(plain[at : quoted.start()], parts, names, opens=at == 0)
        names.append(quoted[1].strip(" ,"))
        parts.append(f'"{MARK}"' + "," * quoted[1].endswith(","))
        at = quoted.end()
    _mark(plain[at:], parts, names, opens=at == 0)
    if names and parts[-1] == MARK and len(names[-1].split()[-1].rstrip(".")) == 1:
        names[-1] = names[-1].rstrip(".")  # the stop is that of the sentence
    return Marked("".join(parts), tuple(names))


def _spelled_out(found: re.Match[str]) -> str:
    """Return "she had" for "she'd" before "been"."""
    been = {"d": "had", "s": "has"} if found[3] else {}
    return f"{found[1]} {(_WHOLE | been)[found[2]]}"


def _is_name(words: list[str]) -> bool:
    """Say whether what stands in quotation marks may be a name."""
    if not 0 < len(words) <= 4 or words[-1][-1] in "!?" or words[0].lower() in VERBS:
        return False
    named = [one for one in words if _is_large(one) or one.isdecimal()]
    small = {one for one in words if one not in named}
    last = words[-1].rstrip(".")
    return (
        bool(named) and (last == words[-1] or _keeps_stop(last)) and small <= _LINKS | {"the", "of"}
    )


def _mark(text: str, parts: list[str], names: list[str], *, opens: bool) -> None:
    """Add a stretch of a sentence to the parts, and its names to the names."""
    tokens, number = _TOKEN.findall(text), 0
    while number < len(tokens):
        token = tokens[number]
        size = _size(tokens, number, opens=opens) if _may_begin(token) else 0
        opens = token in _OPENING or (opens and not token[:1].isalnum())
        if not size:
            parts.append(token)
            number += 1
            continue
        bare, tail = _ends(tokens[number + size - 1])
        names.append("".join([*tokens[number : number + size - 1], bare]))
        parts.append(MARK + tail)
        number += size


def _size(tokens: list[str], start: int, *, opens: bool) -> int:
    """Return how many tokens the name is that starts at one; 0 if none does."""
    end = start + 1
    for last, link in _steps(tokens, start):
        whole = link in {"of", "of the"} and _is_given("".join(tokens[start:end]))
        goes_on = whole or _goes_on(tokens[end - 1], link, tokens[last])
        house = tokens[start] in _SAINTS and _ends(tokens[last])[0].lower() in THINGS
        if (_ends(tokens[end - 1])[1] and not house) or not goes_on:
            break
        end = last + 1
    alone = end == start + 1
    low = _ends(tokens[start])[0].lower()
    pointed = start > 1 and tokens[start - 2] == "the"  # "the Colonel"
    if low in _NO_NAMES or (alone and not pointed and low.rstrip(".") in TITLES | _NO_START):
        return 0
    common = low in VERBS or is_opener(low) or low in _NO_START
    return 0 if opens and common and not gender_of(low) else end - start


def _steps(tokens: list[str], start: int) -> Iterator[tuple[int, str]]:
    """Yield where a name may go on, word for word, with the small words before it."""
    at = start
    while at + 2 < len(tokens) and (at - start) // 2 < _MOST:
        link: list[str] = []
        while at + 2 < len(tokens) and tokens[at + 1] == " " and len(link) < 3:
            at += 2
            if _is_first(tokens, at) and not link:
                break
            if _is_large(tokens[at]) and _ends(tokens[at])[0].lower() not in NOT_NAMES:
                break
            link.append(tokens[at])
        else:
            return
        if len(link) == 3:
            return
        yield at, " ".join(link)


def _is_first(tokens: list[str], at: int) -> bool:
    """Say whether an "I" is the number of a ruler: "Hugh I of Bonn"."""
    behind = "".join(tokens[at + 1 : at + 4])
    return tokens[at] == "I" and (
        behind[:1] in {",", ".", ";", ")", ""} or behind.startswith(" of ")
    )


def _is_given(name: str) -> bool:
    """Say whether a name is one that "of" goes with: "Hugh of Bonn", "Hugh II of Bonn"."""
    return re.fullmatch(r"[^\W\d_][\w'-]*(?: [IVX]+)?", name) is not None


def _goes_on(before: str, link: str, behind: str) -> bool:
    """Say whether small words join what stands before them to a further part of the name."""
    if link == "the":
        return behind in _EPITHETS
    if not link or {*link.split()} <= _LINKS:
        return True
    return link in {"of", "of the", "for", "for the"} and before.lower() in _OF_HEADS


def _may_begin(token: str) -> bool:
    return _is_large(token) or _HANDLE.fullmatch(token) is not None


def _is_large(token: str) -> bool:
    """Say whether a word is written as a name is: with a capital, or in a script without them."""
    first = _PREFIX.sub("", token, count=1)[:1]
    return (
        first.isalpha()
        and not first.islower()
        and token != "I"
        and not token.startswith("I'")
        and not token.endswith("n't")
    )


def _ends(token: str) -> tuple[str, str]:
    """Return a word of a name, and what behind it is none of it: a stop, "'s"."""
    bare = _POSSESSIVE.sub("", token)
    if bare == token and token.endswith(".") and not _keeps_stop(token[:-1]):
        bare = token.rstrip(".")
    return bare, token[len(bare) :]


def _keeps_stop(word: str) -> bool:
    """Say whether a stop behind a word is part of it: "Dr.", "K."."""
    return word.lower() in _DOTTED or (len(word.rpartition(".")[2]) == 1 and word != "I")
