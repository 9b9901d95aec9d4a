"""Yes, no, or one of the states a question names; silence of the facts is not "no"."""

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeAlias

from clew.minds.english.asking.parsed_question import Ask, Form, Question, Tense, Term
from clew.minds.english.asking.relation_phrases import is_event, parse_phrase
from clew.minds.english.asking.term_values import Matcher
from clew.minds.english.asking.version_choice import Match, choose
from clew.minds.english.asking.vocabulary import EXCLUSIVE_STATES
from clew.text import words

__all__ = ["check"]

Checked: TypeAlias = tuple[str, Sequence[Match], str]
"""What is answered (empty: nothing), by which facts, and why."""
_NOBODY: frozenset[int] = frozenset()
_OTHER_WORDS = {"shut": "closed"}


def check(matcher: Matcher, ask: Ask, matches: Sequence[Match], question: Question) -> Checked:
    """Answer a question for yes or no, or for one of two states."""
    if ask.left is None:
        return "", (), "not in memory"
    if question.choices:
        said = _state(matcher, ask.left, question)
        if said[0] or ask.right is not None:
            return said
    chosen = choose(matches, question, matcher.now, _NOBODY)
    if chosen:
        return "yes", chosen, "facts"
    if ask.right is None:
        return "", (), "not in memory"
    rivals = choose(matcher.matches(replace(ask, right=None), 0), question, matcher.now, _NOBODY)
    states = [match for match in rivals if not is_event(match.fact.relation)]
    if states or (matches and question.tense is Tense.PRESENT):
        return "no", states or matches, "facts: another one holds"
    return "", (), "not in memory"


def _state(matcher: Matcher, subject: Term, question: Question) -> Checked:
    owners = matcher.values(subject)
    found = [
        Match(fact, fact.object, fact.object_name, 1.0)
        for fact in matcher.facts_of(owners)
        if fact.subject in owners
        and parse_phrase(fact.relation).head == "be"
        and not parse_phrase(fact.relation).preposition
    ]
    chosen = choose(found, question, matcher.now, _NOBODY)
    by_state = {words(match.name)[-1]: match for match in chosen if words(match.name)}
    asked = [_OTHER_WORDS.get(word, word) for word in question.choices]
    for word in asked:
        if word in by_state:
            return word if question.form is Form.CHOICE else "yes", (by_state[word],), "facts"
    for group in EXCLUSIVE_STATES:
        rival = next((by_state[word] for word in sorted(group) if word in by_state), None)
        if rival is not None and group & set(asked) and question.form is Form.CHECK:
            return "no", (rival,), f"facts: it is {rival.name}"
    return "", (), "not in memory"
