"""The three shapes of an English main clause, read into a `Question`.

`be`: "where is TERM kept"; `do`: "where does TERM work"; subject: "who works at TERM". Tails are
flat lists of words and terms, since noun phrases were reduced before.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache

from clew.minds.english.asking.clause_parts import Head, Tail, finish, participle, tail_of
from clew.minds.english.asking.noun_phrases import (
    Node,
    ask_noun,
    is_term,
    reduce_terms,
    role_term,
    verb_readings,
    words_of,
)
from clew.minds.english.asking.parsed_question import Ask, Both, Form, Name, Question, Term, Want
from clew.minds.english.asking.question_names import Token
from clew.minds.english.asking.relation_phrases import (
    Phrase,
    Reading,
    noun_readings,
    parse_phrase,
    readings,
    readings_of,
)
from clew.minds.english.asking.stems import is_past, stem, word_set
from clew.minds.english.asking.synonyms import BETWEEN_PEOPLE
from clew.minds.english.asking.vocabulary import (
    AUXILIARIES,
    DETERMINERS,
    PLACE_PREPOSITIONS,
    PREPOSITIONS,
)
from clew.text import normalise_name

__all__ = ["be_clause", "do_clause", "subject_clause"]

_ANY_PREPOSITION = ("", *sorted(PREPOSITIONS))
_HAVE = ("has", "owns", "carries", "keeps", "belongs to", "borrowed")
_BE_PLACE = ("is in", "is on", "is at", "lives in")
_DESCRIBED = ("is", "works as", "became")


@cache
def _read(texts: tuple[str, ...]) -> tuple[Reading, ...]:
    """Return the readings of several relations."""
    return tuple(reading for text in texts for reading in readings(text))


def do_clause(nodes: list[Node], head: Head, question: Question) -> Question:
    """Read "does TERM verb ...", "has TERM verbed ...", the auxiliary standing first."""
    reduced = reduce_terms(nodes[1:], verb_follows=True)
    reduced = _with_subject(reduced)
    start = 1 if _is(reduced, 0, DETERMINERS) else 0
    subject = reduced[start] if start < len(reduced) else None
    if subject is None or isinstance(subject, Token):
        return question
    rest = reduced[start + 1 :]
    while rest and _is(rest, 0, {"been", "be", "have", "to"} - {"have"}):
        rest = rest[1:]
    passive = "been" in [node.low for node in reduced if isinstance(node, Token)]
    if not rest or not isinstance(rest[0], Token):
        return question
    verb, tail = rest[0].low, tail_of(rest[1:])
    lemma = "found_" if verb == "found" else stem(verb)
    if lemma == "do" and not tail.slots and head.word == "what":
        return finish(question, Form.LOOKUP, ask_noun("job", subject), ())
    return _verb_clause(question, head, _Verb(lemma, subject, tail, passive and is_past(verb)))


def _with_subject(nodes: list[Node]) -> list[Node]:
    """Read "the head coach" before a verb as whoever is that; a verb must be left."""
    if not _is(nodes, 0, frozenset({"the"})):
        return nodes
    last = 1
    while (
        last < min(len(nodes), 4)
        and isinstance(nodes[last], Token)
        and not _is(nodes, last, PREPOSITIONS | AUXILIARIES)
    ):
        last += 1
    last -= 1  # the verb
    first, head = nodes[0], nodes[last - 1]
    if last < 2 or not (isinstance(first, Token) and isinstance(head, Token)):
        return nodes
    role = role_term(" ".join(words_of(nodes[1:last])))
    return [replace(role, span=(first.start, head.end)), *nodes[last:]]


@dataclass(frozen=True, slots=True)
class _Verb:
    lemma: str
    subject: Term
    tail: Tail
    passive: bool = False


def _verb_clause(question: Question, head: Head, verb: _Verb) -> Question:
    """Choose the wanted end of a verb whose subject is known, and its prepositions."""
    tail, lemma = verb.tail, verb.lemma
    terms = tuple(term for _, term in tail.slots)
    if head.word == "" or head.word == "when" or (head.want is Want.TIME and not head.preposition):
        return _check_or_when(question, head, verb)
    if head.want is Want.PLACE and terms:
        ask = Ask((), verb.subject, None, want=Want.PLACE, also=terms)
        return finish(question, Form.UNKNOWN, ask, tail.words)
    prepositions = _prepositions(head, tail)
    if lemma in _CARRY and _first_person(verb.subject):
        found = (*_read(_HAVE), Reading("place", "o", "s"))
    elif lemma == "hav" and not tail.stranded:
        found = _read(_HAVE)
    else:
        found = verb_readings(lemma, prepositions, passive=verb.passive)
        if head.want is Want.PLACE:  # "study under", "live beside" tell of people
            found = tuple(one for one in found if one.key not in _OF_PEOPLE)
    if head.noun and lemma == "hav":
        noun = head.noun.split()[-1]
        ask = Ask((*noun_readings(noun),), None, verb.subject, noun=head.noun, possessed=True)
    else:
        ask = Ask(found, verb.subject, None, noun=head.noun, want=head.want, also=terms)
    form = Form.COUNT if head.word == "how many" else Form.LOOKUP
    form = Form.UNKNOWN if head.word.startswith("how ") and form is not Form.COUNT else form
    return finish(question, form, ask, tail.words)


_OF_PEOPLE = BETWEEN_PEOPLE | {"teach", "supervise", "live with"}
_PARTICLES = frozenset({"up", "out", "off", "over", "down"})
_CARRY = frozenset({"carry", "hold", "hav"})


def _first_person(term: Term) -> bool:
    return isinstance(term, Name) and term.text.casefold() in {"i", "we"}


def _prepositions(head: Head, tail: Tail) -> Sequence[str]:
    if tail.stranded in _PARTICLES and head.want is Want.PLACE:
        return (tail.stranded, *PLACE_PREPOSITIONS)
    if tail.stranded:
        return (tail.stranded,)
    if head.preposition:
        return (head.preposition,)
    if head.want is Want.PLACE:
        return PLACE_PREPOSITIONS
    return ("",)


def _check_or_when(question: Question, head: Head, verb: _Verb) -> Question:
    tail = verb.tail
    prepositions: Sequence[str] = _ANY_PREPOSITION
    right: Term | None = None
    also: tuple[Term, ...] = ()
    if tail.slots:
        (preposition, right), *others = tail.slots
        prepositions = (preposition,)
        also = tuple(term for _, term in others)
    if verb.lemma == "hav":
        found: tuple[Reading, ...] = _read(_HAVE)
    else:
        found = verb_readings(verb.lemma, prepositions, passive=verb.passive)
    form = Form.CHECK if head.word == "" else Form.WHEN
    return finish(question, form, Ask(found, verb.subject, right, also=also), tail.words)


def be_clause(nodes: list[Node], head: Head, question: Question) -> Question:
    """Read "is TERM ...", "is verbed by TERM", "is the noun of TERM", "be" standing first."""
    reduced = reduce_terms(nodes[1:], verb_follows=False, apposition=bool(head.word))
    if _is(reduced, 0, {"there"}):
        reduced = reduced[1:]
    start = 1 if _is(reduced, 0, DETERMINERS) else 0
    subject = reduced[start] if start < len(reduced) else None
    if subject is None or isinstance(subject, Token):
        return _be_predicate(reduced, head, question)
    rest = reduced[start + 1 :]
    tail = tail_of(rest)
    if not rest:
        return _be_bare(question, head, subject)
    if _is(rest, 0, {"and"}):
        return question
    if head.word == "":
        return _be_check(question, subject, rest, tail)
    if not tail.words:
        return _be_prepositions(question, head, subject, tail)
    return _be_verb(question, head, subject, tail)


def _be_bare(question: Question, head: Head, subject: Term) -> Question:
    """Read "WH is TERM"."""
    if head.want is Want.PLACE and head.word == "where":
        return finish(
            question, Form.LOOKUP, Ask(_read(_BE_PLACE), subject, None, want=Want.PLACE), ()
        )
    if head.word == "when" and isinstance(subject, Ask):
        return finish(question, Form.LOOKUP, replace(subject, want=Want.TIME), ())
    if head.word == "when" or head.word.startswith("how"):
        return finish(question, Form.UNKNOWN, subject, ())
    if head.word == "":
        return question
    if head.noun and head.preposition:
        return _be_kind(question, head, subject)
    if isinstance(subject, Ask | Both):
        return finish(question, Form.LOOKUP, subject, ())
    if head.noun:
        return _be_kind(question, head, subject)
    if head.want is Want.PERSON and subject.text.islower():
        noun = normalise_name(subject.text)
        ask = Ask(noun_readings(noun), None, None, noun=noun, possessed=True)
        return finish(question, Form.LOOKUP, ask, ())
    return finish(question, Form.LOOKUP, Ask(_read(_DESCRIBED), subject, None), ())


def _be_kind(question: Question, head: Head, subject: Term) -> Question:
    """Read "what colour is TERM", "in which room is TERM"."""
    if head.want is Want.PLACE or head.preposition:
        found: tuple[Reading, ...] = _read(_BE_PLACE)
        return finish(
            question, Form.LOOKUP, Ask(found, subject, None, noun=head.noun, want=head.want), ()
        )
    ask = ask_noun(head.noun, subject)
    return finish(question, Form.LOOKUP, ask, ())


def _be_prepositions(question: Question, head: Head, subject: Term, tail: Tail) -> Question:
    """Read "where is TERM from", "who is TERM with", "what is TERM in"."""
    preposition = tail.stranded or head.preposition
    if tail.slots:
        terms = tuple(term for _, term in tail.slots)
        if isinstance(subject, Ask) and head.word != "where":
            return finish(question, Form.LOOKUP, replace(subject, also=terms), ())
        ask = Ask(_read(_BE_PLACE), subject, None, want=head.want, also=terms)
        return finish(question, Form.LOOKUP, ask, ())
    found = readings_of(Phrase("be", preposition))
    if preposition == "from":
        found = (*found, *readings("comes from"), *readings("was born in"))
    return finish(question, Form.LOOKUP, Ask(found, subject, None, want=head.want), ())


def _be_verb(question: Question, head: Head, subject: Term, tail: Tail) -> Question:
    """Read "where is TERM kept", "who is TERM married to", "what is TERM called"."""
    verb, *words = tail.words
    lemma = stem(verb)
    passive = not verb.endswith("ing")
    if verb == "called" or verb == "named":
        if isinstance(subject, Ask):
            return finish(question, Form.LOOKUP, subject, words)
        return finish(question, Form.LOOKUP, Ask(readings("is called"), subject, None), words)
    if head.word == "when":
        return _be_when(question, subject, tail)
    prepositions = _prepositions(head, tail)
    found = participle(lemma, prepositions, passive)
    if lemma in _CARRY and _first_person(subject):
        found = (*_read(_HAVE), Reading("place", "o", "s"))
    if head.want is Want.PLACE and lemma in _LOCATED:
        found = (*found, *(each for each in _read(_BE_PLACE) if not each.exact))
    also = tuple(term for _, term in tail.slots)
    ask = Ask(found, subject, None, noun=head.noun, want=head.want, also=also)
    form = Form.UNKNOWN if head.word.startswith("how ") else Form.LOOKUP
    return finish(question, form, ask, words)


_LOCATED = frozenset(
    stem(word)
    for word in sorted(
        word_set("located based kept housed stored situated moored parked held displayed placed")
    )
)


def _be_when(question: Question, subject: Term, tail: Tail) -> Question:
    verb, *words = tail.words
    prepositions: Sequence[str] = _ANY_PREPOSITION
    right: Term | None = None
    if tail.slots:
        preposition, right = tail.slots[0]
        prepositions = (preposition,)
    found = participle(stem(verb), prepositions, not verb.endswith("ing"))
    return finish(question, Form.WHEN, Ask(found, subject, right), words)


def _be_check(question: Question, subject: Term, rest: Sequence[Node], tail: Tail) -> Question:
    """Read "is TERM married (to TERM)", "is TERM open (or locked)", "is TERM in TERM"."""
    if tail.slots and not tail.slots[0][0] and isinstance(tail.slots[0][1], Name):
        named = tail.slots[0][1]
        if named.text == named.text.casefold():  # a state that is also an object: "locked"
            tail.words.append(named.text)
            tail.slots.pop(0)
    if "or" in words_of(rest) and len(tail.words) > 1 and not tail.slots:
        ask = Ask(readings("is"), subject, None)
        return replace(
            question, form=Form.CHOICE, term=ask, choices=tuple(tail.words), leftovers=()
        )
    right = tail.slots[0][1] if tail.slots else None
    preposition = tail.slots[0][0] if tail.slots else ""
    if tail.words:
        verb, *words = tail.words
        prepositions = (preposition,) if right is not None else _ANY_PREPOSITION
        found = participle(stem(verb), prepositions, not verb.endswith("ing"))
        if right is not None and len(noun_readings(verb)) > 1:
            found = (*found, *noun_readings(verb))
        ask = Ask(found, subject, right)
        state = tuple(tail.words) if right is None else ()
        return replace(
            question,
            form=Form.CHECK,
            term=ask,
            choices=state,
            leftovers=tuple(words) if right is not None else (),
        )
    if right is None:
        return question
    if isinstance(right, Ask) and not preposition:
        return finish(question, Form.CHECK, _with_left(right, subject), ())
    found = readings_of(Phrase("be", preposition))
    return finish(question, Form.CHECK, Ask(found, subject, right), ())


def _with_left(ask: Ask, subject: Term) -> Ask:
    """Return "is SUBJECT the noun of OWNER" as a check of both ends."""
    if ask.left is None:
        return replace(ask, left=subject)
    return replace(ask, right=subject)


def _be_predicate(nodes: list[Node], head: Head, question: Question) -> Question:
    """Read a clause whose subject is the question word: "who is married to TERM"."""
    tail = tail_of(nodes)
    if not tail.words and tail.slots and tail.slots[0][0]:
        preposition, term = tail.slots[0]
        found = readings_of(Phrase("be", preposition))
        ask = Ask(found, None, term, noun=head.noun, want=head.want)
        return finish(question, Form.LOOKUP, ask, ())
    noun = " ".join(tail.words)
    if not tail.slots and 0 < len(tail.words) < 4 and not is_past(tail.words[-1]):
        ask = Ask(noun_readings(noun), None, None, noun=noun, possessed=True)
        return finish(question, Form.LOOKUP, ask, ())
    if not tail.slots or not tail.words:
        return finish(question, Form.UNKNOWN, None, tail.words)
    preposition, term = tail.slots[0]
    verb = tail.words[-1]
    text = " ".join(("is", *tail.words, preposition))
    if preposition == "in" and tail.words == ["charge"]:
        text = "is in charge of"
    phrase = parse_phrase(text)
    found = tuple(
        dict.fromkeys(
            (
                *readings_of(phrase),
                *participle(stem(verb), (preposition,), not verb.endswith("ing")),
            )
        )
    )
    also = tuple(other for _, other in tail.slots[1:])
    ask = Ask(found, None, term, noun=head.noun, want=head.want, also=also)
    form = Form.COUNT if head.word == "how many" else Form.LOOKUP
    return finish(question, form, ask, ())


def subject_clause(nodes: list[Node], head: Head, question: Question) -> Question:
    """Read "who works at TERM", "which company employs TERM", the verb standing first."""
    reduced = reduce_terms(nodes[1:], verb_follows=False)
    verb = nodes[0]
    tail = tail_of(reduced)
    if not isinstance(verb, Token) or not tail.slots or head.want is Want.TIME:
        return finish(question, Form.UNKNOWN, None, tail.words)
    preposition, term = tail.slots[0]
    lemma = stem(verb.low)
    if is_term(term) and lemma == "hav" and not preposition:
        found: tuple[Reading, ...] = _read(_HAVE)
    else:
        found = verb_readings(lemma, (preposition,), passive=False)
        if tail.words and not preposition:
            found = readings(f"{verb.low} {' '.join(tail.words)}")
    also = tuple(other for _, other in tail.slots[1:])
    ask = Ask(found, None, term, noun=head.noun, want=head.want, also=also)
    form = Form.COUNT if head.word == "how many" else Form.LOOKUP
    return finish(question, form, ask, tail.words)


def _is(nodes: Sequence[Node], at: int, words: frozenset[str] | set[str]) -> bool:
    if not 0 <= at < len(nodes):
        return False
    node = nodes[at]
    return isinstance(node, Token) and node.low in words
