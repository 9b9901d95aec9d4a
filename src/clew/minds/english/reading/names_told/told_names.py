"""Other names that a text tells, by kinds of telling: "Ida Roy, Dot to her friends".

The patterns (`[name_grammar]` and the lists behind it in `word_lists.txt`) are those of words
around marked names, A and B. What is told in passing ("Ida Roy, alias Dot,") holds whatever its
sentence goes on to ask or to suppose; what is claimed ("Ida Roy is called Dot") only where the
sentence states it.
"""

import re
from collections.abc import Iterator
from functools import cache

from clew.minds.english.reading.claims import is_question
from clew.minds.english.reading.names_told.fitting_names import fitted, in_full
from clew.minds.english.reading.names_told.name_marks import MARK, Marked, marked_names
from clew.minds.english.reading.names_told.told_plainly import (
    has_whole_names,
    in_part,
    is_apart,
    is_claimed,
    is_denied,
    is_doubtful,
    is_known,
    is_subject,
)
from clew.minds.english.reading.names_told.whom_meant import Company
from clew.minds.english.reading.sentences import split_sentences
from clew.minds.english.words.lexicon import ROLES
from clew.minds.english.words.word_lists import section, word_list
from clew.minds.english.words.words_needed import Ways, words_needed
from clew.regex import Regex

__all__ = ["ToldNames"]

_NAME = f'"?{MARK}"?'
_ASIDE = rf"(?:, (?:the )?\d+(?:st|nd|rd|th) {MARK})?(?: \([^()§]{{1,40}}\))?"
"""What may stand between a name and what is told of it: "Ida Roy, 4th Lady Hall (1900 - 1980),"."""
_SAME = "the same (?:man|woman|person|boy|girl|ruler|saint|town|place|ship|river|king|queen)"
_PLACES = {
    "A": f"(?P<a>{_NAME}){_ASIDE}",
    "P": f'(?P<a>"?(?:the )?{MARK}"?)',
    "B": f'(?P<b>"?(?:the )?{MARK}"?)',
    "O": f"(?P<a>{_NAME}|[Hh]e|[Ss]he|[Ii]t)",
    "OB": f"(?P<a>{_NAME}|him|her|it|{_SAME})",
    "Q": "(?P<a>[Hh]is|[Hh]er|[Ii]ts)",
}
"""Whose name it is: A, as a name alone; P, with an article; O, also as a pronoun; OB, as one in the
object; Q, as an owner. B is what else it is called."""
_NAMELESS = "(?:[Tt]he|[Mm]y|[Oo]ur) [a-z-]+"
_ANYONE = f'(?P<a>{_NAME}{_ASIDE}|[Hh]e|[Ss]he|[Ii]t|{_NAMELESS}(?! (?:[a-z-]+ )?"?{MARK}))'
_OWNER = f"(?P<a>{_NAME}{_ASIDE}|{_NAMELESS})"
"""Whom a claim may be about."""
_GRAMMAR = dict(line.split(" ", 1) for line in section("name_grammar").strip().splitlines())
_GRAMMAR["ROLE"] = "|".join(sorted(ROLES | word_list("jobs")))
_MACRO = Regex(rf"(?<![A-Za-z\\])(?:{'|'.join(_GRAMMAR)})(?![A-Za-z])")
_PLACE = Regex(r"(?<![\w\\[])(?:OB|[APBOQ])(?![\w<])")


def _telling(told: str, *, anyone: bool) -> str:
    """Return the pattern of a line; A may also be a pronoun or "my sister" if it is anyone's."""
    anyones = _OWNER if told.startswith("A's") else _ANYONE
    places = _PLACES | ({"A": anyones} if anyone else {})
    whole = _PLACE.sub(lambda one: places[one[0]], told)
    start = "" if whole.startswith("(?:^") else r"(?<![\w'.-])"
    return rf"{start}(?:{whole})(?![\w'-]|\.\w)"


def _spelled_out(line: str) -> str:
    """Return a line with its macros spelled out."""
    return _MACRO.sub(lambda one: _macro(one[0]), line)


@cache
def _macro(name: str) -> str:
    return _spelled_out(_GRAMMAR[name])


@cache
def _tellings(name: str) -> Ways:
    """Return the patterns of a list: they are long, as the words that they need are not."""
    lines = section(name).strip().splitlines()
    told = [*map(_spelled_out, lines)]
    patterns = (_telling(one, anyone=name == "names_claimed") for one in told)
    needed = (line if words_needed(line) else one for line, one in zip(lines, told, strict=True))
    return Ways(patterns, needed)


_SOMEBODY = Regex(r"\b(?:h[ei]s?|him|she|hers?|its?|(?:the|my|our) [a-z]+)\b", re.IGNORECASE)
_FIRST_PERSON = Regex(r"\b(?:I|me|[Mm]y|mine)\b")
_ASKED = Regex(rf"(?:^|\b[Ww]ho is )(?P<a>{_NAME})\?$")
_REPLIED = Regex(
    r"(?:(?:oh|ah|well|sorry|yes),? )*(?:that (?:is|was|would be)|it is|you mean|s?he is) "
    r"(?:our |the [a-z]+ |(?:the|a) (?:[a-z]+ )?(?:nick)?name (?:of|for) )?"
    r"(?P<b>\"?§\"?)(?=[,.;!]|$| (?:from|in|at)\b)",
    re.IGNORECASE,
)
"""A name that is not known, and whose it is: "Wolf? That's Adolf from the mill."."""


class ToldNames:
    """The other names that the sentences of one text tell, as they are read.

    Args:
        text: the whole text, which may name who says "I" in it.

    >>> told = ToldNames("Meet Ida Roy. She goes by Dot.")
    >>> [*told.hear("Meet Ida Roy."), *told.hear("She goes by Dot.")]
    [('Ida Roy', 'Dot')]
    """

    def __init__(self, text: str) -> None:
        self._company = Company(_speaker(text) if _FIRST_PERSON.search(text) else "")
        self._before = Marked("", ())

    def hear(self, sentence: str, speaker: str = "") -> list[tuple[str, str]]:
        """Return each (name, other name) that the next sentence tells; who says it, if known."""
        marked, company = marked_names(sentence), self._company
        company.opens(marked, speaker)
        found: list[tuple[str, str]] = []
        if marked.names and not is_doubtful(marked.text):
            found += _replied(self._before, marked)
            asks = is_question(sentence) and not is_known(sentence)
            for pair in _told(marked, company, asks=asks):
                found.append(pair)
                company.one(*pair)
        company.closes()
        self._before = marked
        return found


def _speaker(text: str) -> str:
    """Return who says "I", if a text names exactly one."""
    found = {
        one.name_at(named.start("a"))
        for one in map(marked_names, split_sentences(text))
        for named in _tellings("speaker_named").finditer(one.text)
    }
    return found.pop() if len(found) == 1 else ""


def _replied(asked: Marked, reply: Marked) -> Iterator[tuple[str, str]]:
    """Yield (name, other name) of whom a question names only to ask who that is."""
    who, found = _ASKED.search(asked.text), _REPLIED.match(reply.text)
    if who and found:
        yield from fitted(asked.name_at(who.start("a")), reply.name_at(found.start("b")))


def _told(marked: Marked, company: Company, *, asks: bool) -> Iterator[tuple[str, str]]:
    """Yield the (name, other name) that one sentence tells."""
    text, several = marked.text, len(marked.names) > 1
    for found in _tellings("names_in_passing").finditer(text) if several else ():
        if not is_apart(text, found):
            yield from _pair(marked, found, company)
    if asks:
        return
    claims: list[tuple[re.Match[str], bool]] = []
    if several or _SOMEBODY.search(text):
        claims += [(found, False) for found in _tellings("names_claimed").finditer(text)]
        claims += [(found, True) for found in _tellings("names_given").finditer(text)]
    for found, is_given in sorted(claims, key=lambda one: one[0].start()):
        of_whom = is_given or MARK not in found["a"] or _is_of(text, found)
        if of_whom and is_claimed(text, found):
            yield from _pair(marked, found, company, given=is_given)
    for found in _tellings("names_of_speaker").finditer(text) if company.speaker else ():
        if not is_denied(text, found):
            yield from fitted(company.speaker, _name(marked, found, "b"), found.re.groupindex)


def _is_of(text: str, found: re.Match[str]) -> bool:
    """Say whether what is claimed is of the name before it: the subject, or "Ida, who ..."."""
    if found.groupdict().get("who"):
        return not is_apart(text, found)
    return is_subject(text, found)


def _pair(
    marked: Marked, found: re.Match[str], company: Company, *, given: bool = False
) -> Iterator[tuple[str, str]]:
    """Yield (name, other name) of a telling, if both are known and may be of one."""
    other, whose, kinds = _name(marked, found, "b"), found["a"], {*found.re.groupindex}
    if not has_whole_names(marked.text, found) or (whose.lower() == "it" and "loose" in kinds):
        return  # "it is Ida Roy": whoever called, say
    name = _name(marked, found, "a") if MARK in whose else ""
    if not name:
        name = company.meant(whose, found.start("a"), other, given=given)
        if not name:
            company.stands_for(whose, found.start("a"), other)
            return
        if company.is_nameless(name):
            kinds -= {"loose"}  # "A man signed as Tom Hill. He was Ida's cook, Ben Roy."
    yield from fitted(name, in_full(name, other) if in_part(marked.text, found) else other, kinds)


def _name(marked: Marked, found: re.Match[str], group: str) -> str:
    """Return a name of a telling, with its article: "the Old Oak"."""
    before = marked.text[max(0, found.start(group) - 4) : found.start(group)]
    pointed = found[group].lstrip('"').startswith("the ") or before.lower() == "the "
    return "the " * pointed + marked.name_at(found.start(group))
