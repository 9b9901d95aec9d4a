"""ReasonPlanner's model tasks: of the memory, of the planner, of actor and critic.

Every prompt of planner, actor and critic begins with the same words and the same scene, so that a
server can keep them; then come the instructions of its part. Names are those of the paper's
algorithm 1 and section 3, prompts are ours.
"""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Annotated, ClassVar, Self, TypeVar

from pydantic import BaseModel, Field, model_validator

from clew.agents.scene import SceneTask, Turn, cut, listed
from clew.ask.tasks import AnswerQuestion, AnswerReply
from clew.learn.tasks import MemoryTask
from clew.llm.base import Reply
from clew.llm.prompts import Prompt, fenced, one_line

__all__ = [
    "AnswerFromWorld",
    "BreakDown",
    "Commands",
    "Expected",
    "Imagine",
    "ImaginedAction",
    "ImaginedState",
    "ImaginedSteps",
    "NextAction",
    "NextState",
    "Prediction",
    "Review",
    "Reviewed",
    "StepSummary",
    "SummariseStep",
    "TwoEntities",
    "TwoNames",
]

_PACKAGE = "clew.agents.reasonplanner"
_LONG = 2000
"""Most characters shown of what the world says to one command."""
T_co = TypeVar("T_co", bound=BaseModel, covariant=True)
Text = Annotated[str, Field(max_length=2000)]
Command = Annotated[str, Field(min_length=1, max_length=300)]


class StepSummary(Reply):
    """What an action and its response tell, in whole sentences without pronouns."""

    summary: str = Field(min_length=1, max_length=2000)


@dataclass(frozen=True, slots=True)
class SummariseStep(MemoryTask[StepSummary]):
    """What did this action show? (section 3.2, actions that are no relocation)."""

    location: str
    action: str
    response: str
    before: str = ""
    """The action before and its response: what "it" may mean."""
    output_type: ClassVar[type[BaseModel]] = StepSummary
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "summarise_step")

    def inputs(self) -> str:
        """Return place, what was done before, action and response, fenced."""
        told = [f"Place: {one_line(self.location) or 'not known'}"]
        told += [f"Before:\n{cut(self.before, _LONG)}"] if self.before else []
        told += [f"Action: {one_line(self.action)}", cut(self.response, _LONG)]
        return fenced("\n".join(told))


class TwoNames(Reply):
    """The entities a question is about, the most important first; only two count."""

    entities: tuple[Command, ...] = Field(min_length=1, max_length=30)


@dataclass(frozen=True, slots=True)
class TwoEntities(MemoryTask[TwoNames]):
    """Between which two entities should the answer be looked for? (section 3.4, step 1)."""

    question: str
    known: tuple[str, ...] = ()
    """Names of the memory that may be meant."""
    output_type: ClassVar[type[BaseModel]] = TwoNames
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "two_entities")

    def inputs(self) -> str:
        """Return the question and the known names, fenced."""
        return f"Known names:\n{listed(self.known)}\n\nQuestion:\n{fenced(self.question)}"


@dataclass(frozen=True, slots=True)
class AnswerFromWorld(AnswerQuestion, MemoryTask[AnswerReply]):
    """What do the statements in the order of time tell about this question? (section 3.4, step 4).

    Rules for `AnswerQuestion` answer it, too.
    """

    lines: tuple[str, ...] = ()
    """The facts, each with its age."""
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "answer_from_world")

    def inputs(self) -> str:
        """Return the numbered statements, fenced, and the question."""
        numbered = [f"{number} | {line}" for number, line in enumerate(self.lines, 1)]
        return f"{listed(numbered)}\nQuestion: {one_line(self.question)}"


class _Asking(Reply, ABC):
    """A prediction, or a question to the world model to be answered first."""

    question: Annotated[str, Field(max_length=500)] = ""

    @property
    @abstractmethod
    def predicts(self) -> bool:
        """Whether there is a prediction."""

    @model_validator(mode="after")
    def _predicts_or_asks(self) -> Self:
        if not self.question and not self.predicts:
            raise ValueError("give a prediction, or ask a question")
        return self


class ImaginedAction(_Asking):
    """The next action and the world's response to it; or a question."""

    action: str = Field(default="", max_length=300)
    response: Text = ""

    @property
    def predicts(self) -> bool:
        """Whether there is an action."""
        return bool(self.action)


class ImaginedState(_Asking):
    """The state that an action leads to; or a question."""

    state: Text = ""
    score: float | None = None
    done: bool = False

    @property
    def predicts(self) -> bool:
        """Whether there is a state."""
        return bool(self.state)


class Expected(Reply):
    """One imagined step."""

    action: Command
    response: Text = ""
    state: Text = ""
    score: float | None = None
    done: bool = False

    @property
    def turn(self) -> Turn:
        """It as a step of a trajectory."""
        return Turn(**self.model_dump())


class ImaginedSteps(_Asking):
    """All steps of a plan; or a question."""

    steps: Annotated[tuple[Expected, ...], Field(max_length=30)] = ()

    @property
    def predicts(self) -> bool:
        """Whether there is a step."""
        return bool(self.steps)


@dataclass(frozen=True, slots=True)
class Prediction(SceneTask[T_co]):
    """A part that may first ask the world model."""

    imagined: tuple[Turn, ...] = ()
    """The steps imagined so far; in `NextState` the last one lacks its state."""
    queries: int = 0
    """How many questions are left."""

    def inputs(self) -> str:
        """Return the steps imagined so far, and how many questions are left."""
        ahead = listed(turn.line() for turn in self.imagined) if self.imagined else "nothing yet"
        return f"Imagined so far, from now on:\n{ahead}\nQuestions left: {self.queries}"


@dataclass(frozen=True, slots=True)
class NextAction(Prediction[ImaginedAction]):
    """Which action comes next, and what will the world respond? (M_a of algorithm 1)."""

    output_type: ClassVar[type[BaseModel]] = ImaginedAction
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "next_action")


@dataclass(frozen=True, slots=True)
class NextState(Prediction[ImaginedState]):
    """Which state does the last imagined action lead to? (M_s of algorithm 1)."""

    output_type: ClassVar[type[BaseModel]] = ImaginedState
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "next_state")


@dataclass(frozen=True, slots=True)
class Imagine(Prediction[ImaginedSteps]):
    """Which steps come next? All of algorithm 1 in one reply."""

    ahead: int = 5
    output_type: ClassVar[type[BaseModel]] = ImaginedSteps
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "imagine")

    def inputs(self) -> str:
        """Return how many steps to imagine, and how many questions are left."""
        return f"Steps to imagine: {self.ahead}\nQuestions left: {self.queries}"


class Commands(Reply):
    """The commands that an imagined step needs, with what each should lead to."""

    commands: Annotated[tuple[Expected, ...], Field(min_length=1, max_length=10)]


@dataclass(frozen=True, slots=True)
class BreakDown(SceneTask[Commands]):
    """Which commands does this imagined step need now? (section 3.5, actor)."""

    turn: Turn
    refused: tuple[str, ...] = ()
    """Commands named before that the world does not take."""
    output_type: ClassVar[type[BaseModel]] = Commands
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "break_down")

    def inputs(self) -> str:
        """Return the step, and the commands that were refused."""
        told = [f"The step:\n{listed([self.turn.line()])}"]
        if self.refused:
            told.append(f"Not possible, name others:\n{listed(self.refused)}")
        return "\n".join(told)


class Reviewed(Reply):
    """Whether what happened differs from what was expected, and what follows from that."""

    deviation: Text = ""
    """What is different; empty if nothing is."""
    replan: bool = False
    reflection: str = Field(default="", max_length=1500)
    """All that deviations have taught so far, the new one merged in; read only with `replan`."""
    sub_task: str = Field(default="", max_length=500)
    """What is to be done now instead; empty: the task itself. Read only with `replan`."""


@dataclass(frozen=True, slots=True)
class Review(SceneTask[Reviewed]):
    """Does this deviation matter, and what does it teach? (section 3.5, critic)."""

    expected: Turn
    response: str
    """What the world answered; the real state is that of the scene."""
    ahead: tuple[Turn, ...] = ()
    """What is planned after it."""
    output_type: ClassVar[type[BaseModel]] = Reviewed
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "review")

    def inputs(self) -> str:
        """Return what was expected, what happened and what is planned next."""
        ahead = listed(turn.line() for turn in self.ahead) if self.ahead else "nothing"
        return (
            f"Expected of the last command:\n{listed([self.expected.line()])}\n"
            f"The world's response:\n{fenced(cut(self.response, _LONG))}\n"
            "The real state is the one shown above.\n"
            f"Planned next:\n{ahead}"
        )
