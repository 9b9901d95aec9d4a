from dataclasses import dataclass
from enum import Enum
from itertools import count
from typing import Annotated, ClassVar, Literal

import pytest
from pydantic import BaseModel, Field, model_validator

from clew.learn.tasks import Extract, ExtractedFact, ExtractedThesis, Extraction
from clew.llm.base import FailureKind, Origin, Task
from clew.llm.human import Human
from tests.llm.tasks import Answer, Asking, Count, Pair


class Mood(Enum):
    CALM = "calm"
    WILD = "wild"


class Form(BaseModel):
    sure: bool
    score: Literal[0, 1]
    share: float = Field(ge=0, le=1)
    name: str
    mood: Mood = Mood.CALM
    numbers: tuple[int, ...] = (7,)
    moves: list[tuple[str, int]] = []
    pair: Pair | None = None
    times: Annotated[int | None, Field(gt=0)] = None


@dataclass(frozen=True, slots=True)
class Fill(Task[Form]):
    output_type: ClassVar[type[BaseModel]] = Form


class Person:
    """Types what is written down, then ends the input; keeps what was shown and asked."""

    def __init__(self, *lines):
        self._lines = iter(lines)
        self.shown, self.questions = [], []

    def ask(self, text):
        self.questions.append(text)
        line = next(self._lines, EOFError)
        if isinstance(line, str):
            return line
        raise line

    def answer(self, *tasks):
        ticks = count(step=2.5)
        return Human(self.ask, self.shown.append, timer=lambda: next(ticks)).run(tasks)


REQUIRED = ("y", "1", "0.5", "Ann")
DEFAULTS = ("", "", "", "", "")


def filled(*lines):
    person = Person(*lines)
    (result,) = person.answer(Fill())
    return person, result


def test_each_field_is_asked_and_an_empty_answer_is_the_default():
    person, result = filled(*REQUIRED, *DEFAULTS)
    assert result.value == Form(sure=True, score=1, share=0.5, name="Ann")
    assert (result.origin, result.usage.calls, result.usage.seconds) == (Origin.PERSON, 1, 2.5)
    assert person.questions == [
        "sure (y/n): ",
        "score (0 / 1): ",
        "share (number): ",
        "name (text): ",
        "mood (calm / wild) [calm]: ",
        "1: ",
        "1: ",
        "pair (name | count) [empty]: ",
        "times (whole number) [empty]: ",
    ]
    assert person.shown[1:] == [
        "numbers (whole number; one a line, an empty line ends)",
        "moves (text | whole number; one a line, an empty line ends)",
    ]


def test_every_kind_of_field_can_be_typed():
    _, result = filled(
        *("n", "0", "1", " Ωmega "),
        "wild",
        *("3", "-4", ""),
        *("go | 2", "sit|0", ""),
        "Ben | 5",
        "6",
    )
    assert result.value == Form(
        sure=False,
        score=0,
        share=1,
        name="Ωmega",
        mood=Mood.WILD,
        numbers=(3, -4),
        moves=[("go", 2), ("sit", 0)],
        pair=Pair(name="Ben", count=5),
        times=6,
    )


@pytest.mark.parametrize(
    ("place", "wrong", "said"),
    [
        (0, "perhaps", "sure: Input should be a valid boolean"),
        (0, "", "sure: an answer is needed"),
        (1, "2", "score: Input should be 0 or 1"),
        (2, "1.5", "share: Input should be less than or equal to 1"),
        (3, "  ", "name: an answer is needed"),
        (4, "sad", "mood: Input should be 'calm' or 'wild'"),
        (5, "x", "numbers.0: Input should be a valid integer"),
        (6, "go", "moves.0.1: Field required"),
        (6, "go | 1 | 2", "moves.0: Tuple should have at most 2 items"),
        (7, "Ben", "pair.count: Field required"),
        (7, "Ben | 1 | 2", "pair: Input should be a valid dictionary"),
        (8, "0", "times: Input should be greater than 0"),
    ],
)
def test_what_does_not_fit_is_said_and_asked_again(place, wrong, said):
    lines = [*REQUIRED, *DEFAULTS]
    person, result = filled(*lines[:place], wrong, *lines[place:])
    assert result.value == Form(sure=True, score=1, share=0.5, name="Ann")
    assert any(said in text for text in person.shown)


def test_a_bad_item_leaves_the_items_before_it():
    _, result = filled(*REQUIRED, "", "1", "two", "2", "", "", "", "")
    assert result.value is not None
    assert result.value.numbers == (1, 2)


def test_a_person_extracts_like_any_model():
    person = Person(
        *("Anna | lives in | Oslo", "Anna | likes | tea | | | | | | 0", ""),
        *("Anna lives in Oslo. | Anna, Oslo", ""),
        *("", "", ""),
    )
    (result,) = person.answer(Extract("Anna lives in Oslo and likes tea.", 1))
    assert result.value == Extraction(
        facts=(
            ExtractedFact(subject="Anna", relation="lives in", object="Oslo"),
            ExtractedFact(subject="Anna", relation="likes", object="tea", thesis=0),
        ),
        theses=(ExtractedThesis(text="Anna lives in Oslo.", entities=("Anna", "Oslo")),),
    )
    assert "Anna lives in Oslo and likes tea." in person.shown[0]


def test_inputs_are_shown_and_instructions_are_not():
    person = Person("", "", "", "")
    person.answer(Count("Ωmega"), Asking("beta"))
    assert person.shown[0] == "How many letters?\ntext: Ωmega"
    assert "A task with a prompt.\nThe text: beta" in person.shown
    assert "Count the letters" not in "".join(person.shown)


def test_the_end_of_the_input_leaves_a_task_and_an_interrupt_the_rest():
    person = Person("", "a note", EOFError(), "", "third", KeyboardInterrupt())
    results = person.answer(*(Count(text) for text in "abcde"))
    notes = [result.value and result.value.note for result in results]
    assert notes == ["a note", None, "third", None, None]
    assert {r.failure.kind for r in results if r.failure} == {FailureKind.REFUSED}
    assert {r.origin for r in results} == {Origin.PERSON}


def test_rules_about_several_fields_are_said_and_all_is_asked_again():
    class Either(Answer):
        @model_validator(mode="after")
        def one(self):
            if bool(self.pairs) == bool(self.note):
                raise ValueError("either pairs or a note")
            return self

    @dataclass(frozen=True, slots=True)
    class Choose(Task[Either]):
        output_type: ClassVar[type[BaseModel]] = Either

    person = Person("", "", "", "a note")
    (result,) = person.answer(Choose())
    assert result.value is not None
    assert result.value.note == "a note"
    assert any("either pairs or a note" in text for text in person.shown)
