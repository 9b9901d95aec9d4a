"""What a message corrects in what was said just before: "Sorry, I meant Linz, not Graz.".

Only what is sure to be meant is corrected: what stands behind "not", or the only thing of its kind
(a name, a date, a number) that the last text told. All other corrections are doubts for who asks.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from clew.graph.types import Time
from clew.learn.tasks import ExtractedFact
from clew.minds.english.words.dates import find_times
from clew.minds.english.words.lexicon import KIN
from clew.minds.english.words.people import CAPITAL, gender_of
from clew.minds.english.words.word_lists import section
from clew.regex import Regex
from clew.text import words

__all__ = ["corrected", "takes_back"]


def _lines(name: str) -> str:
    return "|".join(section(name).strip().splitlines())


_SURE, _WEAK = _lines("corrects"), _lines("may_correct")
_GAP = r"[ ,.:;!…–—-]+"
_THING = r"(?:(?:the|an?|my) )?[\w’'@+/-][\w’'.:@+/-]*(?: [\w’'.:@+/-]+){0,4}?"
_TAIL = rf"(?:{_GAP}(?i:{_lines('correction_tails')}))*[ .!…)]*"
_FRAGMENT = Regex(
    rf"(?P<lead>(?:(?i:{_SURE}|{_WEAK}|it['’]?s|it is|that['’]?s){_GAP}){{0,5}})"
    rf"(?:(?P<new>{_THING}),? (?:and )?(?:not|instead of|rather than) (?P<old>{_THING})"
    rf"|not (?P<before>{_THING})(?:[,;.]+|,? but|,? rather)+ "
    rf"(?:it['’]s |it is )?(?P<instead>{_THING})"
    rf"|(?P<alone>{_THING}))(?P<tail>{_TAIL})"
)
_IS_SURE = Regex(rf"(?i)(?<![\w’'])(?:{_SURE})(?![\w’'])|\bmis(?:typed|spoke|remembered)\b")
_SAYS_AGAIN = Regex(r"(?i)^(?:he|she|they|i|we|it|there)(?:['’](?:s|re|m)| is| are| am)\b ?")
"""A whole clause with its own verb: "she's 38"."""
_MOST = 200
"""Characters of a longer message, which says more than a correction."""
_SPEAKER = Regex(r"^[^\n:]{1,40}: ")
_NAME = Regex(
    rf"(?!(?:I|He|She|We|They|You|It|This|That|There)\b)(?:the )?{CAPITAL}[\w’'.&-]*"
    rf"(?: (?:(?:of|the|de|van|von|der|da|and) )?{CAPITAL}[\w’'.&-]*){{0,4}}"
)
_ISO = Regex(r"\d{4}-\d\d-\d\d")


@dataclass(frozen=True, slots=True)
class _Correction:
    """What stands in place of what; `old` is empty where it is not told."""

    new: str
    old: str
    sure: bool


def takes_back(text: str, told: str) -> bool:
    """Say whether a message takes something back that may be in what was told just before it.

    >>> takes_back("Nora: Sorry, I meant Linz.", "Ada lives in Graz")
    True
    >>> takes_back("Nora: Tea, not coffee.", "Ada lives in Graz")
    False
    """
    said = _SPEAKER.sub("", text)
    if len(said) > _MOST or said.rstrip().endswith("?"):
        return False
    found = _correction_in(said)
    if found is not None and found.old:
        return {*words(found.old)} <= {*words(told)}
    return bool(_IS_SURE.search(said) or said.startswith("*"))


def corrected(
    said: str, told: Sequence[ExtractedFact], at: Time
) -> list[tuple[ExtractedFact, ExtractedFact]]:
    """Return facts told before that a sentence corrects, each with the one in its place.

    Args:
        said: the sentence.
        told: what the last text with facts has told.
        at: when the sentence was said, from which a date without a year counts.
    """
    found = _correction_in(said)
    if found is None or not found.new:
        return []
    if found.old:
        return [*_replaced(found, told)]
    kind = _kind(found.new, at)
    alike = [one for one in told if _kind(one.object, at) == kind and _can_be(found, one)]
    if kind == "word" or len({one.object for one in alike}) != 1:
        return []
    if kind == "name" and not found.sure:
        return []
    value = _iso(found.new, at) if kind == "date" else found.new
    return [(one, _with_object(one, value)) for one in alike if one.object != value]


def _correction_in(said: str) -> _Correction | None:
    found = _FRAGMENT.fullmatch(said.strip(" .!…")) if len(said) <= _MOST else None
    if found is None:
        return None
    if any(found[one] and _SAYS_AGAIN.match(found[one]) for one in ("new", "instead")):
        return _Correction("", found["old"] or found["before"], True)
    if found["alone"]:
        led = re.search(rf"(?i)\b(?:{_WEAK})\b", found["lead"]) is not None
        points = re.search(r"(?i)\b(?:it|that)(?: i|['’]?)s\b", found["lead"]) is not None
        sure = _IS_SURE.search(said) is not None or bool(found["tail"]) or (led and points)
        new = _SAYS_AGAIN.sub("", found["alone"])
        return _Correction(new, "", sure) if new and (led or sure) else None
    return _Correction(found["new"] or found["instead"], found["old"] or found["before"], True)


def _replaced(
    found: _Correction, told: Sequence[ExtractedFact]
) -> Iterator[tuple[ExtractedFact, ExtractedFact]]:
    """Yield facts with what is not so in them: as what they say of something, or as a tie."""
    for one in told:
        if _means(found.old, one.object):
            yield one, _with_object(one, found.new)
        elif {found.old, found.new} <= KIN and one.relation == f"is the {found.old} of":
            yield one, one.model_copy(update={"relation": f"is the {found.new} of"})


def _means(said: str, name: str) -> bool:
    bare = re.sub(r"^(?:the|an?|my) ", "", said.casefold())
    return re.sub(r"^(?:the|an?) ", "", name.casefold()) == bare


def _can_be(found: _Correction, fact: ExtractedFact) -> bool:
    """Say whether a name can be meant in place of a fact's object, and not of its subject."""
    if not found.new[:1].isupper() or not fact.object[:1].isupper():
        return True
    mine, its, whose = (gender_of(one.split()[0]) for one in (found.new, fact.object, fact.subject))
    if not mine:
        return not its and (bool(whose) or fact.subject.islower())
    return mine == its and whose != mine and bool(whose)


def _kind(name: str, at: Time) -> str:
    if _ISO.fullmatch(name) or _iso(name, at):
        return "date"
    if any(letter.isdigit() for letter in name):
        return "number"
    return "name" if _NAME.fullmatch(name) else "word"


def _iso(name: str, at: Time) -> str:
    """Return the day that a date in words is, if it is all of it: "11 April"."""
    spans, _ = find_times(f"on {name}", at)
    whole = len(spans) == 1 and spans[0].grain == "day" and spans[0].value == name
    return (spans[0].first or "") if whole else ""


def _with_object(fact: ExtractedFact, value: str) -> ExtractedFact:
    planned = {"planned_for": value} if fact.planned_for == fact.object else {}
    return fact.model_copy(update={"object": value, **planned})
