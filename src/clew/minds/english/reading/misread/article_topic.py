r"""What an article is about: the name that its first sentence tells to be one of a kind.

"Rona Hill\nRona Hill (est. 1912) is a school in Voss. The school was built in 1920." In an article
"the school" is the one it is about, and "the roof" is known to nobody who did not read it.
"""

import re
from dataclasses import dataclass

from clew.learn.tasks import ExtractedFact
from clew.minds.english.words.person_nouns import is_person_noun
from clew.regex import Regex

__all__ = ["NOUN_ENDS", "ArticleTopic", "is_unnamed", "of_its_years", "person_told_of",
           "topic_of"]  # fmt: skip

_TITLE = Regex(r"(?:#+ )?([^\n]{2,100}?)(?: \(([^()\n]{1,60})\))?[ \t]{0,8}\n\s{0,8}(?=\S)")
_TOLD = Regex(
    r"[\"“'`]*(?P<name>[A-Z0-9][^\n,;()\"“”]{1,80}?)[\"”'’]*,?[\"”]? ?"
    r"(?:(?:\((?:[^()\n]|\([^()\n]{0,60}\)){0,200}\)|, [^,.;()\n]{1,120}),? ?){0,4},? ?"
    r"\b(?:is|was|are|were) (?P<first>an?|the|one of the) (?P<kind>[^.,;:()\n]{3,120})"
)
NOUN_ENDS = Regex(
    r" (?:in|of|by|on|for|from|with|at|to|about|that|which|who|whose|where"
    r"|set|born|held|written|made|built|known|run|led|sung|[a-z]+ed|(?!building)[a-z]+ing)\b"
)
"""What ends the noun of which something is told to be one."""
_SPEAKER = Regex(
    r"\b(?:my|me|we|ours?|yours?|you)\b|(?:(?:^|[.!?\n])\s{0,3}|\b[a-z]+ )(?:I|We|My|Our|You)\b"
)
"""Somebody's own words; "World War I" and "the film My Day" are none."""
_VERB = Regex(r" (?:is|was|are|were|has|had) ")
_NEAR = 600
"""So far a title and the sentence behind it may reach."""
_LONG = 200
"""A note that names its title again is no article if it is shorter than this."""
_DAY = Regex(r"\d{4}-\d\d(?:-\d\d)?")
_WORD = Regex(r"\w{3,}")
_MARK = Regex(r" \([^()]*\)$")
_UNNAMED = Regex(r"(?:the|this|that|these|those) [^A-Z]+|(?:the )?(?:DVD|CD|EP|LP)")


@dataclass(frozen=True, slots=True)
class ArticleTopic:
    """Whom or what an article is about; `kinds` are the nouns it may be called by."""

    name: str
    kinds: frozenset[str]

    def whole(self, name: str) -> str:
        """Return the name of the topic for its end, where the parser lost what is before it."""
        ahead = self.name.removesuffix(f" {name}")
        small = name.isupper() or not ahead.rpartition(" ")[2].istitle()
        cut = ahead != self.name and (small or " " in name)
        return self.name if cut or f": {name}" in self.name else name


def topic_of(text: str) -> ArticleTopic | None:
    r"""Return what an article is about: a title, and a sentence that tells what its owner is.

    A longer text that only names its title again is about it, too.

    >>> topic = topic_of("Rona Hill\nRona Hill is an old school in Voss.")
    >>> topic.name, sorted(topic.kinds)
    ('Rona Hill', ['hill', 'school'])
    >>> topic_of("Rona Hill is a school."), topic_of("Our trip\nRona Hill is a school.")
    (None, None)
    """
    opening = text.lstrip()[:_NEAR]
    title = _TITLE.match(opening)
    if title is None or _SPEAKER.search(text):
        return None
    told = _TOLD.match(opening, title.end())
    name = told["name"].strip() if told else ""
    words = {one.lower() for one in _WORD.findall(title[1])}
    if told is None or _VERB.search(name) or words.isdisjoint(map(str.lower, _WORD.findall(name))):
        again = title[1][:1].isupper() and len(text) > _LONG and title[1] in opening[title.end() :]
        return ArticleTopic(title[1], _called(title[1], title[2])) if again else None
    kind = next(iter(NOUN_ENDS.split(told["kind"], maxsplit=1)))
    kinds = [one.split()[-1] for one in re.split(r" and | or |/", kind) if one.split()]
    if kinds and is_person_noun(kinds[-1]):
        return ArticleTopic(name, frozenset(kinds[-1:]))  # "a film and television editor"
    return ArticleTopic(name, _called(name, title[2]) | {one for one in kinds if one.islower()})


def person_told_of(text: str) -> str:
    r"""Return the name of the person whom an article is about, else "".

    >>> person_told_of("Ida Roy\nIda Roy (born 1970) is a Norse painter.")
    'Ida Roy'
    """
    topic = topic_of(text)
    person = topic is not None and len(topic.kinds) == 1 and is_person_noun(*topic.kinds)
    return topic.name if topic and person else ""


def _called(name: str, bracket: str | None) -> frozenset[str]:
    """Return the nouns of a name: "hill" of "Rona Hill", "college" of "the College of Rona"."""
    heads = (bracket or "", name, name.partition(" of ")[0])
    return frozenset(one.split()[-1].lower() for one in heads if one)


def of_its_years(fact: ExtractedFact, text: str) -> ExtractedFact | None:
    """Return a fact of an article without times that count from the day it was kept.

    "Held on 3 April" is not of this year, "arrives in June" of none: a fact of such a day is gone.
    """
    if _DAY.fullmatch(fact.object) and fact.object[:4] not in text:
        return None
    told = [one for one in (fact.valid_from, fact.valid_to) if one and one != "unknown"]
    if all(one[:4] in text for one in told):
        return fact
    return fact.model_copy(update={"valid_from": None, "valid_to": None})


def is_unnamed(name: str) -> bool:
    """Say whether a name has no proper name in it: "the roof", "the second film (page)"."""
    return _UNNAMED.fullmatch(_MARK.sub("", name)) is not None
