"""A parsed question: its terms, the form of its answer and the time it is about."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

from clew.graph.types import Time
from clew.minds.english.asking.relation_phrases import Reading

__all__ = ["Ask", "Both", "Form", "Name", "Order", "Question", "Tense", "Term",
           "Want", "Window", "asks_in"]  # fmt: skip


class Form(StrEnum):
    """What kind of answer is wanted."""

    LOOKUP = "lookup"
    """names of things"""
    COUNT = "count"
    CHECK = "check"
    """yes or no"""
    CHOICE = "choice"
    """one of the states the question names"""
    WHEN = "when"
    UNKNOWN = "unknown"
    """the rules cannot read it"""


class Want(StrEnum):
    """What a looked-up thing must be."""

    ANY = "any"
    PERSON = "person"
    PLACE = "place"
    TIME = "time"
    NUMBER = "number"


class Tense(StrEnum):
    """Which versions of a state the question is about."""

    PRESENT = "present"
    PAST = "past"
    PERFECT = "perfect"
    """any time so far ("has she ever lived in")"""
    FUTURE = "future"
    """what is planned, or begins later ("where will she live")"""


class Order(StrEnum):
    """Which one of a sequence."""

    FIRST = "first"
    LAST = "last"
    BEFORE = "before"
    AFTER = "after"


@dataclass(frozen=True, slots=True)
class Name:
    """Something named; no ids: memory knows nothing of that name."""

    text: str
    ids: tuple[int, ...]
    span: tuple[int, int] = field(default=(0, 0), compare=False)
    """Where it stands in `Question.bare`."""


@dataclass(frozen=True, slots=True)
class Ask:
    """The things that stand in a relation to a known one; the end that is `None` is wanted.

    `readings` have the role of the left end as `subject`, of the right end as `object`.
    """

    readings: tuple[Reading, ...]
    left: "Term | None"
    right: "Term | None"
    noun: str = ""
    """Kind noun of the wanted thing as asked ("which *company*", "Anna's *brother*")."""
    want: Want = Want.ANY
    possessed: bool = False
    """The noun is asked of an owner, so "X has a <noun>" answers too."""
    past: bool = False
    """An inner term in the past tense: "the company she *worked* at"."""
    former: bool = False
    """Whoever it was before: "the *former* director"."""
    who: bool = False
    """Asked who somebody is: a job, an office or a relative answers, a state does not."""
    ahead: bool = False
    """What is to happen answers it: "when will she visit Rome"."""
    also: tuple["Term", ...] = ()
    """Further things that the fact must involve ("what did she buy *from Tom*")."""
    span: tuple[int, int] = field(default=(0, 0), compare=False)
    """Where a noun phrase stands in `Question.bare`; (0, 0) for a whole clause."""

    @property
    def keys(self) -> frozenset[str]:
        """The meanings of its relation."""
        return frozenset(one.key for one in self.readings)


@dataclass(frozen=True, slots=True)
class Both:
    """Several terms together ("Anna's brother and sister")."""

    terms: tuple["Term", ...]
    span: tuple[int, int] = field(default=(0, 0), compare=False)


Term: TypeAlias = Name | Ask | Both


def asks_in(term: Term | None) -> Iterator[Ask]:
    """Yield a term and the terms inside it, as far as they ask for something, outermost first."""
    if isinstance(term, Both):
        for part in term.terms:
            yield from asks_in(part)
    if isinstance(term, Ask):
        yield term
        for end in (term.left, term.right, *term.also):
            yield from asks_in(end)


@dataclass(frozen=True, slots=True)
class Window:
    """A half-open stretch of time; `None` is unbounded."""

    start: Time | None
    end: Time | None


@dataclass(frozen=True, slots=True)
class Question:
    """A question as the rules understand it."""

    text: str
    form: Form
    term: Term | None
    tense: Tense = Tense.PRESENT
    window: Window | None = None
    order: Order | None = None
    than: Term | None = None
    """What `Order.BEFORE` and `Order.AFTER` compare with; `None`: the present state."""
    choices: tuple[str, ...] = ()
    leftovers: tuple[str, ...] = ()
    """Content words the grammar could not place; a fact must contain them to answer."""
    want: Want = Want.ANY
    names: tuple[Name, ...] = ()
    """Everything named in the question, in order."""
    by_name: bool = False
    """Asked what something is called, so that only a name answers."""
    bare: str = ""
    """The text as the terms index it: polite words and times blanked, some phrases reworded."""
