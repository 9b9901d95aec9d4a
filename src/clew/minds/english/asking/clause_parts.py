"""The parts of a clause: its question word, and what follows its verb."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from clew.minds.english.asking.noun_phrases import Node, verb_readings
from clew.minds.english.asking.parsed_question import Form, Question, Term, Want
from clew.minds.english.asking.question_names import Token
from clew.minds.english.asking.relation_phrases import (
    Reading,
)
from clew.minds.english.asking.vocabulary import (
    AUXILIARIES,
    DETERMINERS,
    PREPOSITIONS,
)

__all__ = ["Head", "Tail", "finish", "participle", "tail_of"]

_IGNORED = DETERMINERS | AUXILIARIES | {"not", "there", "or", "and", "'s"}


@dataclass(frozen=True, slots=True)
class Head:
    """The question word with its kind noun: "in *which city*"."""

    word: str = ""
    noun: str = ""
    preposition: str = ""
    want: Want = Want.ANY


@dataclass(slots=True)
class Tail:
    """What follows the verb: prepositions with their terms, and words of no known use."""

    slots: list[tuple[str, Term]] = field(default_factory=list)
    stranded: str = ""
    words: list[str] = field(default_factory=list)


def tail_of(nodes: Sequence[Node]) -> Tail:
    """Return what stands after a verb, taken apart."""
    tail = Tail()
    preposition = ""
    for node in nodes:
        if not isinstance(node, Token):
            tail.slots.append((preposition, node))
            preposition = ""
        elif node.low in PREPOSITIONS:
            preposition = node.low
        elif node.low not in _IGNORED:
            tail.words.append(node.low)
            preposition = ""
    tail.stranded = preposition
    return tail


def finish(question: Question, form: Form, term: Term | None, words: Sequence[str]) -> Question:
    """Return a question with its form and term; `words` are those of no known use."""
    return replace(question, form=form, term=term, leftovers=tuple(words))


def participle(lemma: str, prepositions: Sequence[str], passive: bool) -> tuple[Reading, ...]:
    """Return the readings of "is <participle or adjective> <preposition>"."""
    found = verb_readings(lemma, prepositions, passive=passive)
    if passive:  # an adjective: "afraid of", "fluent in"
        found = (*found, *verb_readings(lemma, prepositions, passive=False))
    return tuple(dict.fromkeys(found))
