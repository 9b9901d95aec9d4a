"""Whose a thing is: who only has, keeps or borrowed it need not be its owner."""

from collections.abc import Sequence

from clew.graph.types import Fact
from clew.minds.english.asking.fact_match import says
from clew.minds.english.asking.parsed_question import Ask
from clew.minds.english.asking.relation_phrases import parse_phrase
from clew.minds.english.asking.stems import stem, stem_set
from clew.minds.english.asking.term_values import Matcher
from clew.minds.english.asking.version_choice import Match
from clew.regex import Regex
from clew.text import words

__all__ = ["holding", "is_only_held"]

_OWNING = frozenset(
    f"~{one}" for one in stem_set("own owner proprietor belong possess possession property")
)
_HAVING = stem_set("have")
_HOLDING = stem_set("keep borrow carry hold")
_STATED = stem_set("own belong possess")
_LENDING = stem_set("lend lent loan borrow borrowed rent hire lease")
_KEEPING = stem_set("keep look mind store")
_WHOSE = Regex(r"(?:the )?(?P<owner>.+?)['’]s? (?=\w)")


def is_only_held(matcher: Matcher, match: Match, ask: Ask) -> bool:
    """Tell whether somebody only has a thing, where the question is who owns it.

    So it is with what is kept or borrowed, and with what is somebody else's by its name.
    """
    exact = {one.key for one in ask.readings if one.exact}
    if exact.isdisjoint(_OWNING) or "~hav" in exact:
        return False
    head = parse_phrase(match.fact.relation).head
    if head not in _HAVING:
        return head in _HOLDING
    whose = _WHOSE.match(match.fact.object_name)
    other = whose is not None and not {*words(whose["owner"])} <= {*words(match.fact.subject_name)}
    return other or _is_lent(matcher, match) or _is_anothers(matcher, match)


def holding(matches: Sequence[Match], ask: Ask) -> list[Match]:
    """Return who has a thing, where that is asked, before who owns it."""
    exact = {one.key for one in ask.readings if one.exact}
    if "~hav" not in exact or ask.left is not None or ask.possessed:
        return list(matches)
    heads = [parse_phrase(match.fact.relation).head for match in matches]
    pairs = [*zip(matches, heads, strict=True)]
    held = {one.fact.object for one, head in pairs if head in _HAVING | _HOLDING}
    return [
        one
        for one, head in pairs
        if head not in _STATED
        or not {one.fact.subject, one.fact.object} & held
        or not _is_pointed(one.fact)
    ]


def _is_pointed(fact: Fact) -> bool:
    """Tell whether a fact is about one thing: the boat, Tom's boat, no "boat"."""
    names = (fact.subject_name, fact.object_name)
    return any(name.startswith("the ") or _WHOSE.match(name) for name in names)


def _is_anothers(matcher: Matcher, match: Match) -> bool:
    """Tell whether a thing is said to be somebody else's now: "it belongs to Tom"."""
    thing, having = match.fact.object, match.fact.subject
    one = match.fact.object_name[:1].isupper() or _is_pointed(match.fact)
    return one and any(
        parse_phrase(fact.relation).head in _STATED and having not in {fact.subject, fact.object}
        for fact in matcher.facts_of((thing,))
        if fact.valid_to is None
    )


def _is_lent(matcher: Matcher, match: Match) -> bool:
    thing = words(match.fact.object_name)[-1:]
    about = matcher.facts_of((match.fact.subject, match.fact.object))
    return any(
        _tells_of_lending(fact.relation) and all(says(fact, word) for word in thing)
        for fact in about
    )


def _tells_of_lending(relation: str) -> bool:
    said = [stem(word) for word in words(relation)]
    kept = not _KEEPING.isdisjoint(said) and "for" in said
    return kept or not _LENDING.isdisjoint(said)
