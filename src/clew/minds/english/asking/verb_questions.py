"""Questions with a full verb: "where does TERM work", "who works at TERM".

Noun phrases have been reduced to terms, so a flat list of words and terms follows the verb.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from clew.minds.english.asking.noun_phrases import Node, ask_noun, reduce_terms, verb_readings
from clew.minds.english.asking.parsed_question import Ask, Form, Question, Term, Want
from clew.minds.english.asking.question_names import Token
from clew.minds.english.asking.question_parts import (
    ANY_PREPOSITION,
    HAVE,
    Head,
    Tail,
    finish,
    opens_with,
    prepositions_of,
    readings_of_all,
    tail_of,
)
from clew.minds.english.asking.relation_phrases import Reading, noun_readings, readings
from clew.minds.english.asking.stems import is_past, stem
from clew.minds.english.asking.synonyms import BETWEEN_PEOPLE
from clew.minds.english.asking.vocabulary import DETERMINERS

__all__ = ["do_clause", "subject_clause"]

_OF_PEOPLE = BETWEEN_PEOPLE | {"teach", "supervise", "live with"}


@dataclass(frozen=True, slots=True)
class _Verb:
    lemma: str
    subject: Term
    tail: Tail
    passive: bool = False


def do_clause(nodes: list[Node], head: Head, question: Question) -> Question:
    """Read "does TERM verb ...", "has TERM verbed ...", the auxiliary standing first."""
    reduced = reduce_terms(nodes[1:], verb_follows=True)
    start = 1 if opens_with(reduced, DETERMINERS) else 0
    subject = reduced[start] if start < len(reduced) else None
    if subject is None or isinstance(subject, Token):
        return question
    rest = reduced[start + 1 :]
    while opens_with(rest, {"been", "be", "to"}):
        rest = rest[1:]
    passive = any(isinstance(node, Token) and node.low == "been" for node in reduced)
    if not rest or not isinstance(rest[0], Token):
        return question
    verb, tail = rest[0].low, tail_of(rest[1:])
    lemma = "found_" if verb == "found" else stem(verb)
    if lemma == "do" and not tail.slots and head.word == "what":
        return finish(question, Form.LOOKUP, ask_noun("job", subject), ())
    return _verb_clause(question, head, _Verb(lemma, subject, tail, passive and is_past(verb)))


def _verb_clause(question: Question, head: Head, verb: _Verb) -> Question:
    """Choose the wanted end of a verb whose subject is known, and its prepositions."""
    tail, lemma = verb.tail, verb.lemma
    terms = tuple(term for _, term in tail.slots)
    if head.word in {"", "when"} or (head.want is Want.TIME and not head.preposition):
        return _check_or_when(question, head, verb)
    if head.want is Want.PLACE and terms:
        ask = Ask((), verb.subject, None, want=Want.PLACE, also=terms)
        return finish(question, Form.UNKNOWN, ask, tail.words)
    if lemma == "hav" and head.noun:
        found = noun_readings(head.noun.split()[-1])
        ask = Ask(found, None, verb.subject, noun=head.noun, possessed=True)
    else:
        ask = Ask(
            _lookup_readings(head, verb),
            verb.subject,
            None,
            noun=head.noun,
            want=head.want,
            also=terms,
        )
    return finish(question, head.form, ask, tail.words)


def _lookup_readings(head: Head, verb: _Verb) -> tuple[Reading, ...]:
    if verb.lemma == "hav" and not verb.tail.stranded:
        return readings_of_all(HAVE)
    found = verb_readings(verb.lemma, prepositions_of(head, verb.tail), passive=verb.passive)
    if head.want is Want.PLACE:  # "study under", "live beside" tell of people
        return tuple(one for one in found if one.key not in _OF_PEOPLE)
    return found


def _check_or_when(question: Question, head: Head, verb: _Verb) -> Question:
    tail = verb.tail
    prepositions: Sequence[str] = ANY_PREPOSITION
    right: Term | None = None
    also: tuple[Term, ...] = ()
    if tail.slots:
        (preposition, right), *others = tail.slots
        prepositions = (preposition,)
        also = tuple(term for _, term in others)
    if verb.lemma == "hav":
        found = readings_of_all(HAVE)
    else:
        found = verb_readings(verb.lemma, prepositions, passive=verb.passive)
    form = Form.CHECK if head.word == "" else Form.WHEN
    return finish(question, form, Ask(found, verb.subject, right, also=also), tail.words)


def subject_clause(nodes: list[Node], head: Head, question: Question) -> Question:
    """Read "who works at TERM", "which company employs TERM", the verb standing first."""
    reduced = reduce_terms(nodes[1:], verb_follows=False)
    verb, tail = nodes[0], tail_of(reduced)
    if not isinstance(verb, Token) or not tail.slots or head.want is Want.TIME:
        return finish(question, Form.UNKNOWN, None, tail.words)
    preposition, term = tail.slots[0]
    lemma = stem(verb.low)
    if lemma == "hav" and not preposition:
        found = readings_of_all(HAVE)
    elif tail.words and not preposition:
        found = readings(f"{verb.low} {' '.join(tail.words)}")
    else:
        found = verb_readings(lemma, (preposition,), passive=False)
    also = tuple(other for _, other in tail.slots[1:])
    ask = Ask(found, None, term, noun=head.noun, want=head.want, also=also)
    return finish(question, head.form, ask, tail.words)
