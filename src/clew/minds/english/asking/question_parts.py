"""The parts of a question: its question word, and what follows its verb."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from clew.minds.english.asking.noun_phrases import Node, verb_readings
from clew.minds.english.asking.parsed_question import Form, Question, Term, Want
from clew.minds.english.asking.question_names import Token
from clew.minds.english.asking.relation_phrases import Reading, readings
from clew.minds.english.asking.stems import stem
from clew.minds.english.asking.vocabulary import (
    AUXILIARIES,
    DETERMINERS,
    PLACE_PREPOSITIONS,
    PREPOSITIONS,
)

__all__ = [
    "ANY_PREPOSITION",
    "HAVE",
    "Head",
    "Tail",
    "finish",
    "opens_with",
    "participle",
    "prepositions_of",
    "readings_of_all",
    "tail_of",
]

ANY_PREPOSITION = ("", *sorted(PREPOSITIONS))
_PARTICLES = frozenset({"up", "out", "off", "over", "down"})
HAVE = ("has", "owns", "carries", "keeps", "borrowed")

_IGNORED = DETERMINERS | AUXILIARIES | {"not", "there", "or", "and", "'s"}


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
class Tail:
    """What follows the verb: prepositions with their terms, and the remaining words."""

    slots: list[tuple[str, Term]] = field(default_factory=list)
    stranded: str = ""
    words: list[str] = field(default_factory=list)


def tail_of(nodes: Sequence[Node]) -> Tail:
    """Split what follows a verb into its parts."""
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
    """Return a question with its form and term; `words` are those still unaccounted for."""
    return replace(question, form=form, term=term, leftovers=tuple(words))


def opens_with(nodes: Sequence[Node], words: Collection[str]) -> bool:
    """Tell whether the first of some nodes is one of these words."""
    return bool(nodes) and isinstance(nodes[0], Token) and nodes[0].low in words


@cache
def readings_of_all(relations: tuple[str, ...]) -> tuple[Reading, ...]:
    """Return the readings of several relations."""
    return tuple(reading for text in relations for reading in readings(text))


def prepositions_of(head: Head, tail: Tail) -> Sequence[str]:
    """Return the prepositions that may join a verb and what is asked for."""
    if tail.stranded in _PARTICLES and head.want is Want.PLACE:  # "where did she grow up"
        return (tail.stranded, *PLACE_PREPOSITIONS)
    if tail.stranded or head.preposition:
        return (tail.stranded or head.preposition,)
    return PLACE_PREPOSITIONS if head.want is Want.PLACE else ("",)


def participle(word: str, prepositions: Sequence[str]) -> tuple[Reading, ...]:
    """Return the readings of "is <participle or adjective> <preposition>"."""
    active = verb_readings(stem(word), prepositions, passive=False)
    if word.endswith("ing"):
        return active
    # The active reading is for an adjective: "afraid of", "fluent in".
    passive = verb_readings(stem(word), prepositions, passive=True)
    return tuple(dict.fromkeys((*passive, *active)))
