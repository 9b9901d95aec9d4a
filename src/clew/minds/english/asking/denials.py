"""Answers of no from what texts deny: "I do not have a dog", "Tom does not work at Acme".

What is denied counts only in its own words. Who does not teach at a school may work there, and who
does not eat raw meat may eat meat.
"""

from collections.abc import Sequence

from clew.ask.evidence import Passage
from clew.graph.times import order_key
from clew.graph.types import Fact, Kind
from clew.minds.english.asking.parsed_question import Ask, Form, Name, Question, Tense, Term
from clew.minds.english.asking.stems import stem
from clew.minds.english.asking.term_values import Matcher
from clew.minds.english.asking.version_choice import Match
from clew.minds.english.asking.vocabulary import DETERMINERS
from clew.text import words

__all__ = ["denying"]

_SMALL = DETERMINERS | {"any"}


def denying(
    denials: Matcher, ask: Ask, question: Question, passages: Sequence[Passage]
) -> list[Match]:
    """Return the denials of what a question asks about now, unless a later text speaks of it.

    Args:
        denials: matches the facts that texts only deny.
        ask: what is asked.
        question: of which form and tense.
        passages: the recalled texts.
    """
    now = question.tense is Tense.PRESENT and question.window is None and question.order is None
    if question.form is not Form.CHECK or not now or ask.also:
        return []
    found = _states(denials, ask) if question.choices else denials.matches(ask)
    said = (*question.choices, *question.leftovers)
    return [
        one
        for one in found
        if one.exact
        and (_is_said(one.name, said) if said else _is_named(one.fact, ask.right))
        and _is_named(one.fact, ask.left)
        and not _is_told_later(one.fact, passages)
    ]


def _states(denials: Matcher, ask: Ask) -> list[Match]:
    owners = denials.values(ask.left) if ask.left is not None else ()
    return [
        Match(fact, fact.object, fact.object_name, 1.0, exact=True)
        for fact in denials.facts_of(owners)
        if fact.subject in owners and fact.relation == "is"
    ]


def _is_said(name: str, asked: Sequence[str]) -> bool:
    return _stems(name) == {stem(word) for word in asked if word not in _SMALL}


def _is_named(fact: Fact, term: Term | None) -> bool:
    """Tell whether an end of a fact has the very name that is asked for, or is somebody's."""
    if not isinstance(term, Name):
        return False
    names = {fact.subject: fact.subject_name, fact.object: fact.object_name}
    meant = [name for id, name in names.items() if id in term.ids]
    return any(name[:1].isupper() or _stems(name) == _stems(term.text) for name in meant)


def _is_told_later(fact: Fact, passages: Sequence[Passage]) -> bool:
    """Tell whether a text of later has the words of what is denied: it may be so by now."""
    thing = _stems(fact.object_name)
    return any(
        order_key(one.valid_from) > order_key(fact.valid_from) and thing <= _stems(one.text)
        for one in passages
        if one.kind is Kind.EPISODE and one.id not in fact.episodes
    )


def _stems(text: str) -> set[str]:
    return {stem(word) for word in words(text) if word not in _SMALL}
