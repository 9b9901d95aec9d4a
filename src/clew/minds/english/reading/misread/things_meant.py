"""Whose "the album" is: the one thing of its kind that the text told by its name before.

"Red Salt is an album by Bask. The album was recorded in Voss." tells where Red Salt was recorded.
"""

import re
from collections.abc import Sequence

from clew.learn.tasks import ExtractedFact
from clew.minds.english.parsing.clause_types import Triple
from clew.minds.english.reading.misread.article_topic import (
    NOUN_ENDS,
    ArticleTopic,
    is_unnamed,
    of_its_years,
    topic_of,
)
from clew.minds.english.reading.misread.misread_parts import KINDS
from clew.regex import Regex

__all__ = ["with_things_meant"]

_SAME = {"movie": "film", "show": "series", "sitcom": "series", "group": "band", "firm": "company",
         "side": "team", "single": "song"}  # fmt: skip
_CLASS = Regex(r"is (?:an?|the) (.+) of")
_MEANT = Regex(r"(?P<part>the [a-z -]{1,40} of )?the (?P<kind>[a-z-]+)(?: \([^()]{1,80}\))?")

_OPENS = Regex(
    r"\s*[\"“]?([A-Z][^\n,;:.()\"“”]{1,60}?),?[\"”]? ?(?:\([^()\n]{1,120}\) ?)?"
    r"\b(?:is|was) (?:an?|the) ([^.,;:()\n]{3,120})"
)

Pending = Sequence[tuple[Triple, ExtractedFact]]


def with_things_meant(pending: Pending, text: str) -> list[tuple[Triple, ExtractedFact]]:
    """Return the facts of a text with the names of what "the album" or "the town" means in it.

    It means nothing known where the text tells of two such, or of another one. An article tells
    nothing of "the roof": its reader knows it from the sentences around.
    """
    topic = topic_of(text)
    named = dict(_opening(text) if topic is None else _of_topic(topic, text))
    known = frozenset(named if topic is not None else ())
    told: dict[str, bool] = {}  # by kind: whether the text tells of only one
    done: list[tuple[Triple, ExtractedFact]] = []
    for triple, fact in pending:
        subject, thing = _meant(fact.subject, named), _meant(fact.object, named)
        if topic is not None:
            subject = topic.whole(subject)
            part = fact.relation == "is" and topic.name.lower().startswith(f"{fact.object} ")
            if part or is_unnamed(subject) or (own := of_its_years(fact, text)) is None:
                continue
            fact = own
        if subject == thing:
            continue
        if (subject, thing) != (fact.subject, fact.object):
            fact = fact.model_copy(update={"subject": subject, "object": thing})
        done.append((triple, fact))
        kind = _kind(fact)
        if kind in known:
            continue
        if kind and kind not in told:
            told[kind] = not _again(kind, text)
        if told.get(kind):
            named[kind] = "" if named.get(kind, fact.subject) != fact.subject else fact.subject
    return done


def _of_topic(topic: ArticleTopic, text: str) -> list[tuple[str, str]]:
    """Return by what nouns an article may call what it is about."""
    name = f"the {topic.name[4:]}" if topic.name.startswith("The ") else topic.name
    kinds = {_SAME.get(one, one) for one in topic.kinds}
    return [(one, name) for one in sorted(kinds) if not _again(one, text)]


def _opening(text: str) -> list[tuple[str, str]]:
    """Return the kind and the name of what a text opens with: "Sims is a ghost town in Norland"."""
    found = _OPENS.match(text)
    words = found[1].split() if found else []
    head = next(iter(NOUN_ENDS.split(found[2], maxsplit=1)), "").rpartition(" ")[2] if found else ""
    if not words or head not in KINDS or any(one[:1].islower() for one in words):
        return []
    kind, name = _SAME.get(head, head), " ".join(words)
    name = f"the {name[4:]}" if name.startswith("The ") else name
    return [] if _again(kind, text) else [(kind, name)]


def _kind(fact: ExtractedFact) -> str:
    """Return what kind of thing a fact tells its named subject to be, or nothing."""
    name = fact.subject.removeprefix("the ")
    told = fact.object if fact.relation == "is" else ""
    if found := _CLASS.fullmatch(fact.relation):
        told = found[1]
    head = told.rpartition(" ")[2]
    known = name[:1].isupper() or name[:1].isdigit()
    return _SAME.get(head, head) if known and head in KINDS and not told[:1].isupper() else ""


def _again(kind: str, text: str) -> bool:
    """Say whether a text tells of another such thing: "the company bought a company in Bonn"."""
    words = [kind, *(one for one, same in _SAME.items() if same == kind)]
    nouns = "|".join(map(re.escape, words))
    one = rf"\b(?:an?|another|other|second|two|both) (?:[\w’'-]+ ){{0,5}}?(?:{nouns})s?\b"
    return sum(1 for _ in re.finditer(one, text, re.IGNORECASE)) > 1


def _meant(name: str, named: dict[str, str]) -> str:
    found = _MEANT.fullmatch(name)
    known = named.get(_SAME.get(found["kind"], found["kind"])) if found else ""
    if found is None or not known:
        return name
    return f"{found['part'] or ''}{known}"
