"""Phrases that the parser ended too soon: "flight" of "flight testing", "the calm" of two words.

What stands right behind a phrase shows it. Half a phrase is no thing, so no fact is made of it.
"""

import re
from dataclasses import replace

from clew.minds.english.parsing.clause_types import Clause, Phrase
from clew.minds.english.words.lexicon import ADJECTIVES, DETERMINERS, PREPOSITIONS, PRONOUNS, VERBS
from clew.minds.english.words.people import THINGS
from clew.minds.english.words.person_nouns import is_person_word
from clew.minds.english.words.word_lists import word_list

__all__ = ["without_cut"]

_DOING = re.compile(r" ([a-z]+ing)\b(?: ([a-z]+)\b|(?=[.,;]|$))")
_NO_NOUN = DETERMINERS | (PREPOSITIONS - {"of"}) | PRONOUNS | {"that", "to", "how", "and", "or"}
_TELLING = word_list("telling_of_nouns")
"""What a noun does behind which one may stand: "a firm selling shoes"."""
_QUALITY = re.compile(
    r"[\w-]{3,}(?:ive|ous|less|ical|ural|onal|ary|ible|able|ular|istic|antic|tic)"
)
_TWO = re.compile(r" and (?!other\b)[a-z-]+ ([a-z-]+)")


def without_cut(clause: Clause, sentence: str) -> Clause:
    """Return a clause without the phrases of which only a part was read.

    A clause that loses all its objects claims nothing.
    """
    objects = tuple(one for one in clause.objects if not _is_cut(one, clause, sentence))
    preps = tuple(
        (prep, whole)
        for prep, ones in clause.preps
        if (whole := tuple(one for one in ones if not _is_cut(one, clause, sentence)))
    )
    lost = bool(clause.objects) and not objects
    lost = lost or (bool(clause.preps) and not (preps or clause.objects))
    acts = (one for one in clause.subjects if not one.named and 0 <= one.end < clause.start)
    lost = lost or any(_before_doing(sentence[one.end : one.end + 60]) for one in acts)
    return replace(clause, objects=objects, preps=preps, asserted=clause.asserted and not lost)


def _is_cut(phrase: Phrase, clause: Clause, sentence: str) -> bool:
    if phrase.named or phrase.end <= phrase.start:
        return False
    behind = sentence[phrase.end : phrase.end + 60]
    return _before_doing(behind) or _is_half(phrase, clause, behind)


def _before_doing(behind: str) -> bool:
    """Say whether "testing" follows "conducted flight": a noun, nothing that a flight does."""
    found = _DOING.match(behind)
    if found is None or found[1] in _TELLING:
        return False
    return found[2] not in _NO_NOUN


def _is_half(phrase: Phrase, clause: Clause, behind: str) -> bool:
    """Say whether "and gritty tone" follows "the fluid": two words for one tone."""
    two = _TWO.match(behind)
    if (
        two is None
        or two[1] in _NO_NOUN | {"of"}
        or two[1] in VERBS
        or " " in phrase.base + phrase.of
    ):
        return False
    if is_person_word(phrase):
        return False
    quality = _QUALITY.fullmatch(phrase.head) and phrase.head not in THINGS
    sort = clause.verb == "be" and phrase.determiner in {"a", "an"} and phrase.head not in THINGS
    return bool(quality or sort) and phrase.head not in ADJECTIVES
