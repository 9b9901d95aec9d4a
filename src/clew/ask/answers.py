"""What asking gives back: an answer with its grounds, an abstention, or a model's failure."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from clew.ask.evidence import Passage
from clew.ask.tasks import AnswerQuestion, AnswerReply
from clew.graph.types import Episode, Fact, Kind, Thesis
from clew.llm.base import Failure, Loss, Result, Usage

__all__ = ["CLOSEST", "NOTHING_REMEMBERED", "Answer", "Step", "answer_from"]

CLOSEST = 3
"""Lines that an abstention shows."""
NOTHING_REMEMBERED = "nothing is remembered yet"
"""Why there is no answer where there is nothing to answer from."""

_UNGROUNDED = 0.25
"""Most confidence in an answer that rests on no evidence there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One thing that was done on the way to an answer."""

    what: str
    """`name`, `plan`, `decompose`, `retrieve`, `judge` or `answer`."""
    about: str
    """The question or the search it was done for."""
    outcome: str
    failure: Failure | None = None
    """Why a model gave nothing at this step; the next one goes on with what there is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """An answer and what it rests on (`text`), an abstention (`abstained`), or a failure.

    Exactly one of the three: a model that could not be reached or whose reply could not be read
    has not said that the memory does not know.
    """

    text: str | None
    abstained: bool
    items: tuple[str, ...] = ()
    """What the answer lists, one entry when it is a single thing."""
    closest: tuple[Fact | Thesis | Episode, ...] = ()
    """What the memory has nearest to the question, best first, where it has no answer."""
    facts: tuple[int, ...] = ()
    theses: tuple[int, ...] = ()
    episodes: tuple[int, ...] = ()
    reason: str = ""
    """How it was found, or why there is none."""
    confidence: float = 0.0
    failure: Failure | None = None
    losses: tuple[Loss, ...] = ()
    """What was dropped: parts of a reply that could not be read, citations of nothing."""
    steps: tuple[Step, ...] = ()
    """What was done, in order."""
    usage: Usage = field(default_factory=Usage, compare=False)
    """What the models of all steps cost."""

    def __post_init__(self) -> None:
        assert [self.text is not None, self.abstained, self.failure is not None].count(True) == 1

    @property
    def grounded(self) -> bool:
        """Whether it rests on evidence of the memory."""
        return bool(self.facts or self.theses or self.episodes)


def answer_from(task: AnswerQuestion, result: Result[AnswerReply]) -> Answer:
    """Return the answer that a model's reply to a question amounts to.

    A citation of evidence that is not there is dropped and shown among the losses. An answer that
    cites none that is there stays, with its reason saying so and a confidence of at most 0.25.
    """
    if result.value is None:
        failure = result.failure
        assert failure is not None
        return Answer(
            text=None,
            abstained=False,
            reason=f"{failure.kind}: {failure.message}",
            failure=failure,
            losses=result.losses,
            usage=result.usage,
        )
    reply = result.value
    if reply.abstain or not reply.answer:
        return Answer(
            text=None,
            abstained=True,
            reason=reply.reasoning or "not in memory",
            losses=result.losses,
            usage=result.usage,
        )
    return _grounded(task, reply, result)


def _grounded(task: AnswerQuestion, reply: AnswerReply, result: Result[AnswerReply]) -> Answer:
    facts, passages, missing = _cited(task, sorted(set(reply.citations)))
    grounds: list[Fact | Passage] = [*facts, *passages]
    episodes = {id for source in grounds for id in source.episodes}
    reason = reply.reasoning
    if not grounds:
        reason = f"{reason} (cites no evidence)".strip()
    count = len(task.facts) + len(task.passages)
    lost = [Loss(f"cites evidence that is not there (there are {count})", str(n)) for n in missing]
    return Answer(
        text=reply.answer,
        abstained=False,
        items=reply.items or (reply.answer or "",),
        facts=tuple(fact.id for fact in facts),
        theses=tuple(sorted(one.id for one in passages if one.kind is Kind.THESIS)),
        episodes=tuple(sorted(episodes)),
        reason=reason,
        confidence=reply.confidence if grounds else min(reply.confidence, _UNGROUNDED),
        losses=(*result.losses, *lost),
        usage=result.usage,
    )


def _cited(
    task: AnswerQuestion, numbers: Sequence[int]
) -> tuple[list[Fact], list[Passage], list[int]]:
    """Return the evidence of these numbers, and the numbers that nothing has."""
    facts, passages, missing = [], [], []
    for number in numbers:
        if 1 <= number <= len(task.facts):
            facts.append(task.facts[number - 1])
        elif len(task.facts) < number <= len(task.facts) + len(task.passages):
            passages.append(task.passages[number - len(task.facts) - 1])
        else:
            missing.append(number)
    return facts, passages, missing
