"""Questions whose verb is "be": "where is TERM kept", "who is married to TERM"."""

from collections.abc import Sequence
from dataclasses import replace

from clew.minds.english.asking.noun_phrases import Node, ask_noun, reduce_terms, words_of
from clew.minds.english.asking.parsed_question import Ask, Both, Form, Name, Question, Term, Want
from clew.minds.english.asking.question_names import Token
from clew.minds.english.asking.question_parts import (
    ANY_PREPOSITION,
    Head,
    Tail,
    finish,
    opens_with,
    participle,
    prepositions_of,
    readings_of_all,
    tail_of,
)
from clew.minds.english.asking.relation_phrases import Phrase, noun_readings, readings, readings_of
from clew.minds.english.asking.stems import is_past
from clew.minds.english.asking.vocabulary import DETERMINERS, PREPOSITIONS
from clew.text import normalise_name

__all__ = ["be_clause"]

_PLACED = ("is in", "is on", "is at", "lives in")
_DESCRIBED = ("is", "works as", "became")


def be_clause(nodes: list[Node], head: Head, question: Question) -> Question:
    """Read "is TERM ...", "is verbed by TERM", "is the noun of TERM", "be" standing first."""
    reduced = reduce_terms(nodes[1:], verb_follows=False, apposition=bool(head.word))
    if opens_with(reduced, {"there"}):
        reduced = reduced[1:]
    start = 1 if opens_with(reduced, DETERMINERS) else 0
    subject = reduced[start] if start < len(reduced) else None
    if subject is None or isinstance(subject, Token):
        return _predicate(reduced, head, question)
    rest = reduced[start + 1 :]
    if not rest:
        return _bare(question, head, subject)
    if opens_with(rest, {"and"}):
        return question
    tail = tail_of(rest)
    if head.word == "":
        return _check(question, subject, rest, tail)
    if not tail.words:
        return _placed(question, head, subject, tail)
    if isinstance(subject, Ask) and not tail.slots and opens_with(rest, PREPOSITIONS):
        return finish(question, Form.LOOKUP, subject, tail.words)  # "my friends at school"
    return _verbed(question, head, subject, tail)


def _bare(question: Question, head: Head, subject: Term) -> Question:
    """Read "WH is TERM"."""
    if head.word == "where":
        placed = Ask(readings_of_all(_PLACED), subject, None, want=Want.PLACE)
        return finish(question, Form.LOOKUP, placed, ())
    if head.word == "when" and isinstance(subject, Ask):
        return finish(question, Form.LOOKUP, replace(subject, want=Want.TIME), ())
    if head.word in {"", "when"} or head.word.startswith("how"):
        return question
    if head.noun and (head.preposition or isinstance(subject, Name)):
        return _of_kind(question, head, subject)
    if isinstance(subject, Ask | Both):
        return finish(question, Form.LOOKUP, subject, ())
    if head.want is Want.PERSON and subject.text.islower():
        return finish(question, Form.LOOKUP, _role(normalise_name(subject.text)), ())
    return finish(question, Form.LOOKUP, Ask(readings_of_all(_DESCRIBED), subject, None), ())


def _role(noun: str) -> Ask:
    """Return the term for "the `noun`" where no owner is named."""
    return Ask(noun_readings(noun), None, None, noun=noun, possessed=True)


def _of_kind(question: Question, head: Head, subject: Term) -> Question:
    """Read "what colour is TERM", "in which room is TERM"."""
    term = ask_noun(head.noun, subject)
    if head.want is Want.PLACE or head.preposition:
        found = readings_of_all(_PLACED)
        term = Ask(found, subject, None, noun=head.noun, want=head.want)
    return finish(question, Form.LOOKUP, term, ())


def _placed(question: Question, head: Head, subject: Term, tail: Tail) -> Question:
    """Read "where is TERM from", "who is TERM with", "what is TERM in"."""
    if tail.slots:
        terms = tuple(term for _, term in tail.slots)
        if isinstance(subject, Ask) and head.word != "where":
            return finish(question, Form.LOOKUP, replace(subject, also=terms), ())
        ask = Ask(readings_of_all(_PLACED), subject, None, want=head.want, also=terms)
        return finish(question, Form.LOOKUP, ask, ())
    found = readings_of(Phrase("be", tail.stranded or head.preposition))
    return finish(question, Form.LOOKUP, Ask(found, subject, None, want=head.want), ())


def _verbed(question: Question, head: Head, subject: Term, tail: Tail) -> Question:
    """Read "where is TERM kept", "who is TERM married to", "what is TERM called"."""
    verb, *words = tail.words
    if verb in {"called", "named"}:
        called = subject if isinstance(subject, Ask) else Ask(readings("is called"), subject, None)
        return finish(question, Form.LOOKUP, called, words)
    if head.word == "when":
        preposition, right = tail.slots[0] if tail.slots else (None, None)
        prepositions = ANY_PREPOSITION if preposition is None else (preposition,)
        return finish(
            question, Form.WHEN, Ask(participle(verb, prepositions), subject, right), words
        )
    found = participle(verb, prepositions_of(head, tail))
    also = tuple(term for _, term in tail.slots)
    ask = Ask(found, subject, None, noun=head.noun, want=head.want, also=also)
    form = Form.UNKNOWN if head.word.startswith("how ") else Form.LOOKUP
    return finish(question, form, ask, words)


def _check(question: Question, subject: Term, rest: Sequence[Node], tail: Tail) -> Question:
    """Read "is TERM married (to TERM)", "is TERM open (or locked)", "is TERM in TERM"."""
    if tail.slots and not tail.slots[0][0] and isinstance(tail.slots[0][1], Name):
        named = tail.slots[0][1]
        if named.text == named.text.casefold():  # a state that is also an object: "locked"
            tail.words.append(named.text)
            tail.slots.pop(0)
    if not tail.slots:
        return _state(question, subject, rest, tail)
    preposition, right = tail.slots[0]
    if tail.words:
        verb, *words = tail.words
        found = participle(verb, (preposition,))
        if len(noun_readings(verb)) > 1:
            found = (*found, *noun_readings(verb))
        return finish(question, Form.CHECK, Ask(found, subject, right), words)
    if isinstance(right, Ask) and not preposition:  # "is SUBJECT the noun of OWNER"
        both = replace(right, left=subject) if right.left is None else replace(right, right=subject)
        return finish(question, Form.CHECK, both, ())
    found = readings_of(Phrase("be", preposition))
    return finish(question, Form.CHECK, Ask(found, subject, right), ())


def _state(question: Question, subject: Term, rest: Sequence[Node], tail: Tail) -> Question:
    """Read "is TERM open", "is TERM open or locked"."""
    if not tail.words:
        return question
    choices = tuple(tail.words)
    if "or" in words_of(rest) and len(choices) > 1:
        term = Ask(readings("is"), subject, None)
        return replace(question, form=Form.CHOICE, term=term, choices=choices)
    term = Ask(participle(choices[0], ANY_PREPOSITION), subject, None)
    return replace(question, form=Form.CHECK, term=term, choices=choices)


def _predicate(nodes: list[Node], head: Head, question: Question) -> Question:
    """Read a clause whose subject is the question word: "who is married to TERM"."""
    tail = tail_of(nodes)
    if not tail.slots:
        if 0 < len(tail.words) < 4 and not is_past(tail.words[-1]):
            return finish(question, Form.LOOKUP, _role(" ".join(tail.words)), ())
        return finish(question, Form.UNKNOWN, None, tail.words)
    (preposition, term), *others = tail.slots
    if not tail.words:
        if not preposition:
            return finish(question, Form.UNKNOWN, None, ())
        found = readings_of(Phrase("be", preposition))
        ask = Ask(found, None, term, noun=head.noun, want=head.want)
        return finish(question, Form.LOOKUP, ask, ())
    text = " ".join(("is", *tail.words, preposition))
    if preposition == "in" and tail.words == ["charge"]:
        text = "is in charge of"
    found = (*readings(text), *participle(tail.words[-1], (preposition,)))
    also = tuple(other for _, other in others)
    unique = tuple(dict.fromkeys(found))
    ask = Ask(unique, None, term, noun=head.noun, want=head.want, also=also)
    return finish(question, Form.COUNT if head.word == "how many" else Form.LOOKUP, ask, ())
