"""The main clause of a question: its question word, its verb, and what follows the verb.

Noun phrases have been reduced to terms, so a flat list of words and terms follows the verb.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from clew.minds.english.asking.descriptions import COLOUR
from clew.minds.english.asking.noun_phrases import (
    Node,
    ask_holder,
    ask_noun,
    reduce_terms,
    verb_readings,
    words_of,
)
from clew.minds.english.asking.parsed_question import Ask, Both, Form, Name, Question, Term, Want
from clew.minds.english.asking.question_names import Token
from clew.minds.english.asking.relation_phrases import (
    Phrase,
    Reading,
    noun_readings,
    readings,
    readings_of,
    wish_for,
)
from clew.minds.english.asking.stems import is_past, stem
from clew.minds.english.asking.synonyms import BETWEEN_PEOPLE
from clew.minds.english.asking.vocabulary import (
    AUXILIARIES,
    DETERMINERS,
    PLACE_PREPOSITIONS,
    PREPOSITIONS,
)
from clew.minds.english.words.lexicon import VERBS
from clew.text import normalise_name, words

__all__ = ["Head", "be_clause", "do_clause", "subject_clause"]

_ANY_PREPOSITION = ("", *sorted(PREPOSITIONS))
_PARTICLES = frozenset({"up", "out", "off", "over", "down"})
_HAVE = ("has", "owns", "carries", "keeps", "borrowed")
_FOR_A_LIVING = frozenset(
    {"for", "a", "living", "work", "money", "now", "currently", "today", "these", "days"}
)
"""Who is asked what somebody "does" wants their job, but not of what they do "at home"."""
_IGNORED = DETERMINERS | AUXILIARIES | {"not", "there", "or", "and", "'s"}
_PLACED = ("is in", "is on", "is at", "lives in")
_DESCRIBED = ("is", "works as", "became")
_DUE = ("is on", "is at", "is in", "is due on", "is due in", "takes place on", "takes place in")
_DATES = frozenset({"deadline", "date"})
"""What is a date: "what is the deadline"."""
_YEARLY = frozenset({"birthday", "anniversary"})
_OF_PEOPLE = BETWEEN_PEOPLE | {"teach", "supervise", "live with"}


@dataclass(frozen=True, slots=True)
class Head:
    """The question word with its kind noun: "in *which city*"."""

    word: str = ""
    noun: str = ""
    preposition: str = ""
    want: Want = Want.ANY

    @property
    def form(self) -> Form:
        """The form of the answer: a name, a count, or one the rules cannot give."""
        if self.word == "how many":
            return Form.COUNT
        return Form.UNKNOWN if self.word.startswith("how ") else Form.LOOKUP


@dataclass(slots=True)
class _Tail:
    """What follows the verb: prepositions with their terms, and the remaining words."""

    slots: list[tuple[str, Term]] = field(default_factory=list)
    stranded: str = ""
    words: list[str] = field(default_factory=list)


def _tail_of(nodes: Sequence[Node]) -> _Tail:
    """Split what follows a verb into its parts."""
    tail = _Tail()
    preposition = ""
    for node in nodes:
        if not isinstance(node, Token):
            tail.slots.append((preposition, node))
            preposition = ""
        elif node.low in PREPOSITIONS:
            preposition = node.low if preposition != "next" else "next"  # "next to"
        elif node.low not in _IGNORED:
            tail.words.append(node.low)
            preposition = ""
    tail.stranded = preposition
    return tail


def _finish(question: Question, form: Form, term: Term | None, words: Sequence[str]) -> Question:
    """Return a question with its form and term; `words` are those still unaccounted for."""
    return replace(question, form=form, term=term, leftovers=tuple(words))


def _opens_with(nodes: Sequence[Node], words: Collection[str]) -> bool:
    """Tell whether the first of some nodes is one of these words."""
    return bool(nodes) and isinstance(nodes[0], Token) and nodes[0].low in words


def _subject(nodes: list[Node]) -> tuple[Term | None, list[Node]]:
    """Return the term that a clause opens with, if it does, and what follows it."""
    start = int(_opens_with(nodes, DETERMINERS))
    first = nodes[start] if start < len(nodes) else None
    return None if isinstance(first, Token) else first, nodes[start + 1 :]


@cache
def _readings_of_all(relations: tuple[str, ...]) -> tuple[Reading, ...]:
    """Return the readings of several relations."""
    return tuple(reading for text in relations for reading in readings(text))


def _prepositions_of(head: Head, tail: _Tail) -> Sequence[str]:
    """Return the prepositions that may join a verb and what is asked for."""
    if tail.stranded in _PARTICLES and head.want is Want.PLACE:  # "where did she grow up"
        return (tail.stranded, *PLACE_PREPOSITIONS)
    if tail.stranded or head.preposition:
        return (tail.stranded or head.preposition,)
    if head.want is not Want.PLACE:
        return ("",)
    return ("", *PLACE_PREPOSITIONS) if head.noun else PLACE_PREPOSITIONS  # "which city ... visit"


def _participle(word: str, prepositions: Sequence[str]) -> tuple[Reading, ...]:
    """Return the readings of "is <participle or adjective> <preposition>"."""
    active = verb_readings(stem(word), prepositions, passive=False)
    if word.endswith("ing"):
        return active
    # The active reading is for an adjective: "afraid of", "fluent in".
    passive = verb_readings(stem(word), prepositions, passive=True)
    return tuple(dict.fromkeys((*passive, *active)))


def be_clause(nodes: list[Node], head: Head, question: Question) -> Question:
    """Read "is TERM ...", "is verbed by TERM", "is the noun of TERM", "be" standing first."""
    reduced = reduce_terms(nodes[1:], verb_follows=False, apposition=bool(head.word))
    if _opens_with(reduced, {"there"}):
        reduced = reduced[1:]
    subject, rest = _subject(reduced)
    if subject is None:
        return _predicate(reduced, head, question) if head.word else question
    if not rest:
        return _bare(question, head, subject)
    if _opens_with(rest, {"and"}):
        return question
    tail = _tail_of(rest)
    if head.word == "":
        return _check(question, subject, rest, tail)
    if not tail.words:
        return _placed(question, head, subject, tail)
    if isinstance(subject, Ask) and not tail.slots and _opens_with(rest, PREPOSITIONS):
        return _finish(question, Form.LOOKUP, subject, tail.words)  # "my friends at school"
    return _verbed(question, head, subject, tail)


def _bare(question: Question, head: Head, subject: Term) -> Question:
    """Read "WH is TERM"."""
    if head.word == "where":
        placed = Ask(_readings_of_all(_PLACED), subject, None, want=Want.PLACE)
        return _finish(question, Form.LOOKUP, placed, ())
    if head.word == "when" and isinstance(subject, Ask):
        return _finish(question, Form.LOOKUP, replace(subject, want=Want.TIME), ())
    if head.word == "how old":
        return _finish(question, Form.LOOKUP, ask_noun("age", subject), ())
    if isinstance(subject, Name) and _asks_date(head.word, words(subject.text)[-1:]):
        due = Ask(_readings_of_all(_DUE), subject, None, want=Want.TIME)
        return _finish(question, Form.LOOKUP, due, ())
    if head.word in {"", "when"} or head.word.startswith("how"):
        return question
    asked_of = head.preposition or isinstance(subject, Name) or head.noun in COLOUR
    if head.noun and asked_of:
        return _of_kind(question, head, subject)
    if isinstance(subject, Ask | Both):
        return _finish(question, Form.LOOKUP, subject, ())
    if head.want is Want.PERSON and subject.text.islower():
        return _finish(question, Form.LOOKUP, ask_holder(normalise_name(subject.text)), ())
    ask = Ask(_readings_of_all(_DESCRIBED), subject, None, who=head.want is Want.PERSON)
    return _finish(question, Form.LOOKUP, ask, ())


def _asks_date(word: str, noun: Sequence[str]) -> bool:
    """Tell whether a question asks for one day: "when is the meeting"; a birthday comes again."""
    return not _YEARLY & {*noun} if word == "when" else word == "what" and bool(_DATES & {*noun})


def _of_kind(question: Question, head: Head, subject: Term) -> Question:
    """Read "what colour is TERM", "in which room is TERM"."""
    term = ask_noun(head.noun, subject)
    if head.want is Want.PLACE or head.preposition:
        found = _readings_of_all(_PLACED)
        term = Ask(found, subject, None, noun=head.noun, want=head.want)
    return _finish(question, Form.LOOKUP, term, ())


def _placed(question: Question, head: Head, subject: Term, tail: _Tail) -> Question:
    """Read "where is TERM from", "who is TERM with", "what is TERM in"."""
    if tail.slots:
        terms = tuple(term for _, term in tail.slots)
        if isinstance(subject, Ask) and head.word != "where":
            want = Want.TIME if head.word == "when" else subject.want
            return _finish(question, Form.LOOKUP, replace(subject, want=want, also=terms), ())
        if head.want is Want.TIME and not tail.slots[0][0]:  # "since when is Ben vegetarian"
            state = Ask(readings("is"), subject, terms[0], also=terms[1:])
            return _finish(question, Form.WHEN, state, ())
        ask = Ask(_readings_of_all(_PLACED), subject, None, want=head.want, also=terms)
        return _finish(question, Form.LOOKUP, ask, ())
    found = readings_of(Phrase("be", tail.stranded or head.preposition))
    return _finish(question, Form.LOOKUP, Ask(found, subject, None, want=head.want), ())


def _verbed(question: Question, head: Head, subject: Term, tail: _Tail) -> Question:
    """Read "where is TERM kept", "who is TERM married to", "what is TERM called"."""
    verb, *words = tail.words
    if verb in {"called", "named"}:
        called = subject if isinstance(subject, Ask) else Ask(readings("is called"), subject, None)
        return _finish(question, Form.LOOKUP, called, words)
    if head.word == "when":
        if verb not in VERBS and not verb.endswith("ed") and not tail.slots:
            state = Ask(readings("is"), subject, None)  # "since when has Ben been vegetarian"
            return _finish(question, Form.WHEN, state, tail.words)
        preposition, right = tail.slots[0] if tail.slots else (None, None)
        prepositions = _ANY_PREPOSITION if preposition is None else (preposition,)
        return _finish(
            question, Form.WHEN, Ask(_participle(verb, prepositions), subject, right), words
        )
    found = _participle(verb, _prepositions_of(head, tail))
    also = tuple(term for _, term in tail.slots)
    ask = Ask(found, subject, None, noun=head.noun, want=head.want, also=also)
    form = Form.UNKNOWN if head.word.startswith("how ") else Form.LOOKUP
    return _finish(question, form, ask, words)


def _check(question: Question, subject: Term, rest: Sequence[Node], tail: _Tail) -> Question:
    """Read "is TERM married (to TERM)", "is TERM open (or locked)", "is TERM in TERM"."""
    if tail.slots and not tail.slots[0][0] and isinstance(tail.slots[0][1], Name):
        named = tail.slots[0][1]
        if named.text == named.text.casefold():  # also an object: "locked", "a nurse"
            said = named.text.split()
            tail.words[:0] = said[said[0] in {"a", "an"} :]
            tail.slots.pop(0)
    if not tail.slots:
        return _state(question, subject, rest, tail)
    preposition, right = tail.slots[0]
    if tail.words:
        verb, *words = tail.words
        found = _participle(verb, (preposition,))
        if len(noun_readings(verb)) > 1:
            found = (*found, *noun_readings(verb))
        return _finish(question, Form.CHECK, Ask(found, subject, right), words)
    if isinstance(right, Ask) and not preposition:  # "is SUBJECT the noun of OWNER"
        both = replace(right, left=subject) if right.left is None else replace(right, right=subject)
        return _finish(question, Form.CHECK, both, ())
    found = readings_of(Phrase("be", preposition))
    return _finish(question, Form.CHECK, Ask(found, subject, right), ())


def _state(question: Question, subject: Term, rest: Sequence[Node], tail: _Tail) -> Question:
    """Read "is TERM open", "is TERM open or locked"."""
    if not tail.words:
        return question
    choices = tuple(tail.words)
    if "or" in words_of(rest) and len(choices) > 1:
        term = Ask(readings("is"), subject, None)
        return replace(question, form=Form.CHOICE, term=term, choices=choices)
    term = Ask(_participle(choices[0], _ANY_PREPOSITION), subject, None)
    return replace(question, form=Form.CHECK, term=term, choices=choices)


def _predicate(nodes: list[Node], head: Head, question: Question) -> Question:
    """Read a clause whose subject is the question word: "who is married to TERM"."""
    tail = _tail_of(nodes)
    if not tail.slots:
        if 0 < len(tail.words) < 4 and not is_past(tail.words[-1]):
            return _finish(question, Form.LOOKUP, ask_holder(" ".join(tail.words)), ())
        return _finish(question, Form.UNKNOWN, None, tail.words)
    (preposition, term), *others = tail.slots
    if not tail.words:
        if not preposition:
            return _finish(question, Form.UNKNOWN, None, ())
        found = readings_of(Phrase("be", preposition))
        ask = Ask(found, None, term, noun=head.noun, want=head.want)
        return _finish(question, head.form, ask, ())
    text = " ".join(("is", *tail.words, preposition))
    if preposition == "in" and tail.words == ["charge"]:
        text = "is in charge of"
    found = (*readings(text), *_participle(tail.words[-1], (preposition,)))
    also = tuple(other for _, other in others)
    unique = tuple(dict.fromkeys(found))
    ask = Ask(unique, None, term, noun=head.noun, want=head.want, also=also)
    return _finish(question, Form.COUNT if head.word == "how many" else Form.LOOKUP, ask, ())


@dataclass(frozen=True, slots=True)
class _Verb:
    lemma: str
    subject: Term
    tail: _Tail
    passive: bool = False


def do_clause(nodes: list[Node], head: Head, question: Question) -> Question:
    """Read "does TERM verb ...", "has TERM verbed ...", the auxiliary standing first."""
    reduced = reduce_terms(nodes[1:], verb_follows=True)
    subject, rest = _subject(reduced)
    if subject is None:
        return question
    while _opens_with(rest, {"been", "be", "to"}):
        rest = rest[1:]
    passive = any(isinstance(node, Token) and node.low == "been" for node in reduced)
    if not rest or not isinstance(rest[0], Token):
        return question
    verb, tail = rest[0].low, _tail_of(rest[1:])
    lemma = "found_" if verb == "found" else stem(verb)
    deed = rest[2] if len(rest) > 2 and _opens_with(rest[1:], {"to"}) else None
    if isinstance(deed, Token) and (wish := wish_for(verb, deed.low)):
        lemma, tail = wish, _tail_of(rest[3:])  # "what does Ben want to buy"
    if lemma == "do" and not tail.slots and head.word == "what" and {*tail.words} <= _FOR_A_LIVING:
        return _finish(question, Form.LOOKUP, ask_noun("job", subject), ())
    return _verb_clause(question, head, _Verb(lemma, subject, tail, passive and is_past(verb)))


def _verb_clause(question: Question, head: Head, verb: _Verb) -> Question:
    """Choose the wanted end of a verb whose subject is known, and its prepositions."""
    tail, lemma = verb.tail, verb.lemma
    terms = tuple(term for _, term in tail.slots)
    if head.word in {"", "when"} or (head.want is Want.TIME and not head.preposition):
        return _check_or_when(question, head, verb)
    if head.want is Want.PLACE and terms:
        ask = Ask((), verb.subject, None, want=Want.PLACE, also=terms)
        return _finish(question, Form.UNKNOWN, ask, tail.words)
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
    return _finish(question, head.form, ask, tail.words)


def _lookup_readings(head: Head, verb: _Verb) -> tuple[Reading, ...]:
    if verb.lemma == "hav" and not verb.tail.stranded:
        return _readings_of_all(_HAVE)
    found = verb_readings(verb.lemma, _prepositions_of(head, verb.tail), passive=verb.passive)
    if head.want is Want.PLACE:  # "study under", "live beside" tell of people
        return tuple(one for one in found if one.key not in _OF_PEOPLE)
    return found


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
        found = _readings_of_all(_HAVE)
    else:
        found = verb_readings(verb.lemma, prepositions, passive=verb.passive)
    form = Form.CHECK if head.word == "" else Form.WHEN
    return _finish(question, form, Ask(found, verb.subject, right, also=also), tail.words)


def subject_clause(nodes: list[Node], head: Head, question: Question) -> Question:
    """Read "who works at TERM", "which company employs TERM", the verb standing first."""
    reduced = reduce_terms(nodes[1:], verb_follows=False)
    verb, tail = nodes[0], _tail_of(reduced)
    if not isinstance(verb, Token) or not tail.slots or head.want is Want.TIME:
        return _finish(question, Form.UNKNOWN, None, tail.words)
    preposition, term = tail.slots[0]
    lemma = stem(verb.low)
    if lemma == "hav" and not preposition:
        found = _readings_of_all(_HAVE)
    elif tail.words and not preposition:
        found = readings(f"{verb.low} {' '.join(tail.words)}")
    else:
        found = verb_readings(lemma, (preposition,), passive=False)
    also = tuple(other for _, other in tail.slots[1:])
    ask = Ask(found, None, term, noun=head.noun, want=head.want, also=also)
    return _finish(question, head.form, ask, tail.words)
