"""Typed questions and the models that answer them: `Task`, `Model`, `Result`, `Usage`.

A `Task[T]` is a frozen value: the inputs of one question, its prompt, and the pydantic type of its
answer. A `Model` answers tasks in batches. It never raises because of the contents of a task or of
a reply: each task gets a `Result` with a value or a typed `Failure`. Task types are defined beside
the stage that asks them (`clew.learn.tasks`, `clew.ask.tasks`); this package knows none.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict

from clew.errors import ModelError
from clew.llm.prompts import Prompt

__all__ = [
    "FREE",
    "OUT_OF_REACH",
    "Failure",
    "FailureKind",
    "Loss",
    "Message",
    "Model",
    "Origin",
    "Reply",
    "Result",
    "Sampling",
    "Task",
    "Usage",
    "of_kind",
    "rule_of",
]

T_co = TypeVar("T_co", bound=BaseModel, covariant=True)
Entry = TypeVar("Entry")
_MOST = 10**12
"""More tokens, seconds or dollars than any memory will cost."""


@dataclass(frozen=True, slots=True)
class Message:
    """One message of a conversation with a language model."""

    role: Literal["system", "user", "assistant"]
    text: str
    images: tuple[bytes, ...] = ()
    """PNG files, shown after the text; for user messages only. Models without vision get the text
    alone, and `Result.how` says so."""


class Reply(BaseModel):
    """Base of what tasks are answered with: frozen, and unknown fields are ignored."""

    # Built on the first reply, so that opening a memory does not wait for it.
    model_config = ConfigDict(
        extra="ignore", frozen=True, str_strip_whitespace=True, defer_build=True
    )


class Task(Generic[T_co]):
    """One typed question; subclasses are frozen, slotted dataclasses with its inputs as fields.

    Only language models need the prompt: rules answer tasks without one.
    """

    __slots__ = ()
    output_type: ClassVar[type[BaseModel]]
    prompt: ClassVar[Prompt | None] = None
    """The instructions, the same for every task of this type."""

    def messages(self) -> tuple[Message, ...]:
        """Return the messages for a language model: the instructions, then the inputs.

        Raises:
            ModelError: this type of task has no prompt.
        """
        if self.prompt is None:
            raise ModelError(f"{type(self).__name__} has no prompt; only rules can answer it")
        return (Message("system", self.prompt.text), Message("user", self.inputs()))

    def inputs(self) -> str:
        """Return the inputs as text; texts from outside are fenced as data.

        Raises:
            NotImplementedError: a bug in a type of task: what has a prompt must define this.
        """
        raise NotImplementedError(
            f"{type(self).__name__} has a prompt, so its class must define inputs()"
        )

    @classmethod
    def mended(cls, reply: object) -> object:
        """Return a reply in the shape of `output_type`, from other shapes models are known to use.

        Only renames and regroups ("triplets" for "facts", a bare list); it never adds data, and
        returns unknown shapes unchanged.
        """
        return reply


def of_kind(table: Mapping[type[Task[Any]], Entry], task: type[Task[Any]]) -> Entry | None:
    """Return the table's entry for a type of task, or else for the nearest base type.

    A subtype has the same inputs and fewer possible answers, such as the choices of one world.
    """
    return next((table[kind] for kind in task.__mro__ if kind in table), None)


class Origin(StrEnum):
    """How a result was obtained."""

    RULES = "rules"
    SCRIPT = "script"
    MODEL = "model"
    CACHE = "cache"
    REPLAY = "replay"
    PERSON = "person"


class FailureKind(StrEnum):
    """Why there is no value."""

    NO_RULE = "no rule for this task"
    BAD_REPLY = "the reply does not fit the output type"
    REFUSED = "the model refused"
    UNAVAILABLE = "the model could not be reached"
    BUDGET = "a budget is spent"


OUT_OF_REACH = frozenset({FailureKind.UNAVAILABLE, FailureKind.BUDGET})
"""Failures not caused by the task: it may be asked again later, unchanged."""


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a task has no answer; `retry` says whether asking again may help."""

    kind: FailureKind
    message: str
    retry: bool = False
    wait: float | None = None
    """Seconds the server asks to wait before another request, if it said so."""


@dataclass(frozen=True, slots=True)
class Loss:
    """One dropped item (shortened) and the reason. Losses are always shown."""

    reason: str
    item: str


@dataclass(frozen=True, slots=True)
class Usage:
    """The cost of an answer; sums with `+`.

    Servers state it, and some lie: every figure is brought between 0 and 10^12, so that no sum of
    them is more than a file can hold.
    """

    calls: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    seconds: float = 0.0
    cost: float = 0.0
    """US dollars."""

    def __post_init__(self) -> None:
        for name in self.__slots__:
            value = getattr(self, name)
            if not 0 <= value <= _MOST:  # also true of NaN
                object.__setattr__(self, name, type(value)(_MOST if value > 0 else 0))

    def __add__(self, other: "Usage") -> "Usage":
        return Usage(
            self.calls + other.calls,
            self.input_tokens + other.input_tokens,
            self.output_tokens + other.output_tokens,
            self.seconds + other.seconds,
            self.cost + other.cost,
        )


FREE = Usage()
"""What rules cost."""


@dataclass(frozen=True, slots=True)
class Sampling:
    """Sampling settings of a language model; by default as deterministic as servers allow.

    `None` leaves a setting to the server.
    """

    temperature: float | None = 0.0
    top_p: float | None = None
    top_k: int | None = None
    seed: int | None = 0
    max_tokens: int | None = 4096
    """Maximum number of tokens in one reply."""


@dataclass(frozen=True, slots=True)
class Result(Generic[T_co]):
    """The answer to one task: exactly one of `value` and `failure` is set."""

    value: T_co | None
    failure: Failure | None = None
    losses: tuple[Loss, ...] = ()
    usage: Usage = FREE
    """What was paid for it now."""
    origin: Origin = Origin.RULES
    model: str = ""
    """Name of the language model that answered; empty if none was asked."""
    how: str = ""
    """The way a language model was asked ("json schema", "tool", "text")."""
    sampling: Sampling | None = None
    """The settings it was sampled with; `None` if nothing was sampled."""
    saved: Usage = FREE
    """Of an answer from a cache: what was paid for it when it was given."""

    def __post_init__(self) -> None:
        assert (self.value is None) != (self.failure is None)


class Model(Protocol):
    """Answers tasks. Thread-safe; keeps no state that changes replies."""

    @property
    def name(self) -> str:
        """The name to show and record, e.g. `rules` or `openai:gpt-4o`."""
        ...

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:
        """Return the settings for a type of task; `None` if nothing is sampled.

        Name, settings and task together decide a reply: they are the key of caches and recordings.
        """
        ...

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, results in the order of the tasks; an empty batch gives `[]`.

        Raises:
            ModelError: the model cannot work at all (a wrong key, a missing file).
        """
        ...


def rule_of(model: Model, task: type[Task[Any]]) -> Callable[[Any], Any] | None:
    """Return the rule that answers a type of task; `None` where a language model or nobody does.

    A model that may be a mind, or may wrap one, has a method `rule(task)`: `RuleModel`, `Deferred`,
    `Routed`, `Wrapper`. What a mind declares of its rules is read from it: a scope
    (`clew.learn.revisions`), or evidence of its own (`clew.ask.gather`).
    """
    rule = getattr(model, "rule", None)  # `isinstance` of a protocol takes 20 times as long
    return None if rule is None else rule(task)
