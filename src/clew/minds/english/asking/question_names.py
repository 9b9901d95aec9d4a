"""The words of a question, and the names among them.

The memory is asked through one function, `Find`: a name as written -> the ids it may mean. The
pipeline gives it a view's index, the rules a task's evidence.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from clew.minds.english.asking.relation_phrases import noun_readings
from clew.minds.english.asking.stems import word_set
from clew.minds.english.asking.thing_kinds import is_occupation
from clew.minds.english.asking.vocabulary import (
    AUXILIARIES,
    DETERMINERS,
    EXCLUSIVE_STATES,
    PLACES,
    PREPOSITIONS,
)
from clew.minds.english.words.lexicon import ADJECTIVES, OFFICES, RANKS, VERBS, singular_noun
from clew.minds.english.words.person_nouns import is_person_noun
from clew.regex import Regex
from clew.text import STOP_WORDS

__all__ = ["MAX_TOKENS", "Find", "Mention", "Token", "mentions", "tokens"]

Find: TypeAlias = Callable[[str], tuple[int, ...]]
MAX_TOKENS = 120
"""Words of a question that are read; what follows is ignored (no question is longer)."""
_LONGEST = 8
_TOKEN = Regex(r"['’]s\b|s(?P<own>['’])(?=\s)|\w+(?:[-'’](?!s\b)\w+)*|[,;]", re.UNICODE)
_QUESTION_WORDS = word_set("who whom whose what which where when why how")
_FIRST_PERSON = frozenset({"i", "me", "my", "mine", "we", "our", "us", "myself"})
_GROUPS = frozenset({"team", "group", "band", "club"})
"""Ours is kept as the one that a text tells of."""
_DOING = frozenset({"do", "does", "did", "will"})
_BEFORE_NOUNS = ADJECTIVES | DETERMINERS | PREPOSITIONS | {"'s", "and", "or", ","}
_STATES = frozenset(state for group in EXCLUSIVE_STATES for state in group)
_CHARACTERS = 4000


@dataclass(frozen=True, slots=True)
class Token:
    """A word of the question; "'s" is a token of its own."""

    text: str
    start: int
    end: int

    @property
    def low(self) -> str:
        """The word casefolded, typographic apostrophes made plain."""
        return self.text.casefold().replace("’", "'")

    @property
    def capital(self) -> bool:
        """Whether it is written like a name; a script without cases counts as one."""
        first = self.text[:1]
        return first.isalpha() and not first.islower()


@dataclass(frozen=True, slots=True)
class Mention:
    """Tokens `first` to `last` (exclusive) name one of `ids`; no ids: a name not in memory."""

    first: int
    last: int
    text: str
    ids: tuple[int, ...]


def tokens(question: str) -> tuple[Token, ...]:
    """Return the first `MAX_TOKENS` words.

    >>> [token.text for token in tokens("Who is Anna's boss?")]
    ['Who', 'is', 'Anna', "'s", 'boss']
    """
    found: list[Token] = []
    for match in _TOKEN.finditer(question[:_CHARACTERS]):
        found.append(Token(match[0], match.start(), match.end()))
        if len(found) == MAX_TOKENS:
            break
    return tuple(found)


def mentions(
    question: str, words: Sequence[Token], find: Find, *, compound: bool = True
) -> tuple[Mention, ...]:
    """Return the mentions of a question in order, longest first where they overlap.

    Only a `compound` name may span "'s" or "of" ("director of the mint"), unless it is capitalised.

    Returns:
        Mentions with ids, and capitalised words that name nothing known, without ids.
    """
    deed = _deed(words)
    plain = not any(word.capital for word in words)
    if plain:  # typed without capitals: "where does anna live"
        words = [replace(word, text=word.text.title()) for word in words]
        question = question.title()
    found: list[Mention] = []
    at = 0
    while at < len(words):
        mention = _longest(question, words, at, find, compound) if at != deed else None
        if mention is None or (plain and not mention.ids):
            at += 1
        else:
            found.append(mention)
            at = mention.last
    return tuple(found)


def _longest(
    question: str, words: Sequence[Token], at: int, find: Find, compound: bool
) -> Mention | None:
    if words[at].low in _FIRST_PERSON:
        if owned := _possession(question, words, at, find, compound):
            return owned
        ids = find(words[at].text) or find("I")
        return Mention(at, at + 1, words[at].text, ids) if ids else None
    for last in range(min(len(words), at + _LONGEST), at, -1):
        if not _plausible(words, at, last, compound):
            continue
        text = question[words[at].start : words[last - 1].end]
        ids = find(text)
        if ids:
            return Mention(at, last, text, ids)
    return _unknown(question, words, at)


def _possession(
    question: str, words: Sequence[Token], at: int, find: Find, compound: bool
) -> Mention | None:
    """Return "our paper" where a thing is kept under this very name, or as "the paper".

    Of people, who may be kept by a name of their own, only a `compound` name is one: "my brother".
    """
    if words[at].low not in {"my", "our"}:
        return None
    for last in range(min(len(words), at + 4), at + 1, -1):
        low = [word.low for word in words[at + 1 : last]]
        if any(word in STOP_WORDS | {"'s", ",", ";"} for word in low):
            continue
        rest = question[words[at].start : words[last - 1].end][len(words[at].text) :]
        related = len(noun_readings(low[-1])) > 1
        person = is_person_noun(singular_noun(low[-1]))
        if related and ((person and not compound) or low[-1] in PLACES):
            continue
        only = (related and low[-1] not in _GROUPS) or is_occupation(low[-1])
        for whose in (("my", "our"),) if only else (("my", "our"), ("the",)):
            ids = dict.fromkeys(id for one in whose for id in find(one + rest))
            if ids:
                return Mention(at, last, whose[-1] + rest, tuple(ids))
    return None


def _plausible(words: Sequence[Token], first: int, last: int, compound: bool) -> bool:
    """Tell whether tokens may be a name: cheap, so that few look-ups are made."""
    span = words[first:last]
    low = [word.low for word in span]
    if any(word in _QUESTION_WORDS or word in {",", ";"} for word in low):
        return False
    lettered = len(span) > 1 and span[-1].text == "A" and span[-2].capital  # "Room A"
    if low[0] in {"'s", "of"} or (low[-1] in STOP_WORDS | {"'s"} and not lettered):
        return len(span) == 1 and span[0].capital and first > 0 and low[0] not in AUXILIARIES
    if low[0] in AUXILIARIES | PREPOSITIONS and not (first > 0 and span[0].capital):
        return False
    if not compound and any(word in {"'s", "of"} for word in low) and not _proper(span):
        return False
    if any(word.capital for word in span) and (first > 0 or len(span) > 1 or span[0].capital):
        return True
    return _common(words, first, last, compound)


def _proper(span: Sequence[Token]) -> bool:
    """Tell whether every content word is capitalised: "University of Oslo", "Oliver's Arms"."""
    return all(word.capital or word.low in STOP_WORDS | {"'s"} for word in span)


def _common(words: Sequence[Token], first: int, last: int, compound: bool) -> bool:
    """Tell whether lower-case words stand where a thing is named, not a relation or a verb."""
    low = words[first].low
    before = words[first - 1].low if first else ""
    after = words[last].low if last < len(words) else ""
    relation = len(noun_readings(words[last - 1].low)) > 1
    if after == "of" and not compound:
        return False
    if relation and (after in {"of", "at", "who", "that"} or _owned(words, first)):
        return False
    unnamed = {"my", "our", "many", "much", "which", "what"}
    if before in unnamed or (last - first == 1 and low in _STATES):
        return False
    if words[first].low in DETERMINERS:
        return last - first > 1
    if before in DETERMINERS or before in PREPOSITIONS or last - first > 1:
        return True
    return first > 1 and before not in _QUESTION_WORDS | AUXILIARIES | {"'s", ""}


def _deed(words: Sequence[Token]) -> int:
    """Return where it says what is done: "graduate" in "when did my brother graduate"; else -1."""
    did = next((at for at, one in enumerate(words) if one.low in _DOING), len(words))
    for at in range(did + 2, len(words)):
        before = words[at - 1].low
        if before not in _BEFORE_NOUNS and "b" in VERBS.get(words[at].text, ("", ""))[1]:
            return at
    return -1


def _owned(words: Sequence[Token], first: int) -> bool:
    """Tell whether a noun is somebody's: "Anna's class *teacher*", "my old *boss*"."""
    for at in range(first - 1, max(first - 4, -1), -1):
        low = words[at].low
        if low in {"'s", "my", "our"}:
            return True
        if low in STOP_WORDS | PREPOSITIONS | AUXILIARIES:
            return False
    return False


def _unknown(question: str, words: Sequence[Token], at: int) -> Mention | None:
    """Return a run of capitalised words that names nothing known, unless it opens the text."""
    if at == 0 or not words[at].capital or words[at].low in STOP_WORDS:
        return None
    last = at + 1
    while last < len(words) and words[last].capital:
        last += 1
    if all(word.low in OFFICES | RANKS for word in words[at:last]):
        return None  # "the CEO of Acme": an office, no name
    return Mention(at, last, question[words[at].start : words[last - 1].end], ())
