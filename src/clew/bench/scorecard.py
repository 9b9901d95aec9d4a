"""Check whether a model can do our tasks, how its replies parse and their cost, for `clew doctor`.

The set is small and made up: it shows whether a model is usable, not how good it is. Each task
has a check that any sensible reply passes.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any

from clew.agents.graph_memory import TEXT_WORLD
from clew.ask.evidence import Passage
from clew.ask.tasks import AnswerQuestion, Judge, QueryEntities
from clew.graph.types import Fact, Kind
from clew.learn.tasks import Candidate, Extract, Extraction, NewStatement, Replacements, Revise
from clew.llm.base import FailureKind, Loss, Model, Result, Task, Usage

__all__ = ["CASES", "Case", "Line", "Scorecard", "score"]

_AT = datetime(2024, 3, 5, tzinfo=UTC)
_LATER = datetime(2024, 9, 1, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Case:
    """A task, and a check for sensible answers."""

    name: str
    task: Task[Any]
    sensible: Callable[[Any], bool]


@dataclass(frozen=True, slots=True)
class Line:
    """The result of one case."""

    case: str
    task: str
    outcome: str
    """`parsed`, `salvaged` (something was dropped) or `failed`."""
    sensible: bool
    how: str
    why: str
    """The failure, or the first thing dropped."""
    usage: Usage


@dataclass(frozen=True, slots=True)
class Scorecard:
    """A model's results and total usage."""

    model: str
    lines: tuple[Line, ...]
    usage: Usage = field(default_factory=Usage)

    def count(self, outcome: str) -> int:
        """Return how many cases had this outcome."""
        return sum(line.outcome == outcome for line in self.lines)

    @property
    def unreachable(self) -> bool:
        """Whether the model could not be reached, so that no case says anything."""
        return all(line.why.startswith(FailureKind.UNAVAILABLE) for line in self.lines)

    @property
    def sensible(self) -> int:
        """How many answers are sensible."""
        return sum(line.sensible for line in self.lines)


def score(model: Model, cases: Sequence[Case] | None = None) -> Scorecard:
    """Ask a model all cases in one batch, and check the answers.

    Raises:
        ModelError: the model cannot work at all.
    """
    asked = CASES if cases is None else tuple(cases)
    results = model.run([case.task for case in asked])
    lines = tuple(_line(case, result) for case, result in zip(asked, results, strict=True))
    return Scorecard(model.name, lines, sum((line.usage for line in lines), Usage()))


def _line(case: Case, result: Result[Any]) -> Line:
    if result.failure is not None:
        outcome, why = "failed", f"{result.failure.kind}: {result.failure.message}"
    else:
        outcome, why = ("salvaged", _said(result.losses[0])) if result.losses else ("parsed", "")
    sensible = result.value is not None and case.sensible(result.value)
    task = type(case.task).__name__
    return Line(case.name, task, outcome, sensible, result.how, why, result.usage)


def _said(loss: Loss) -> str:
    return f"{loss.reason}: {loss.item}"


def _links(reply: Extraction, *words: str) -> bool:
    """Return whether some fact has all these words, whatever its relation."""
    said = [f"{each.subject} {each.relation} {each.object}".casefold() for each in reply.facts]
    return any(all(word in one for word in words) for one in said)


def _fact(number: int, subject: str, relation: str, thing: str, since: datetime) -> Fact:
    return Fact(
        id=number,
        subject=2 * number,
        relation=relation,
        object=2 * number + 1,
        subject_name=subject,
        object_name=thing,
        valid_from=since,
    )


_PROSE = (
    "Ilse Brandt moved from Graz to Trieste last Monday. She now works at the Aurora boatyard, "
    "which belongs to her uncle Pavel."
)
_GAME = (
    "-= Boiler Room =-\nYou see a rusty chest. The chest contains a brass valve and a wet rag. "
    "There is an exit to the north. You are carrying a lamp."
)
_OBSERVED = Extract(_GAME, 4, advice=TEXT_WORLD.reading)
_FOREIGN = "Анна купила красный велосипед. Раньше он принадлежал Олегу."
_KNOWN = (
    _fact(1, "Ilse Brandt", "lives in", "Trieste", _AT),
    _fact(2, "Ilse Brandt", "works at", "Aurora boatyard", _AT),
    _fact(3, "Pavel", "owns", "Aurora boatyard", _AT),
)
_TOLD = (Passage(Kind.EPISODE, 9, _PROSE, _AT, None, (9,)),)


def _revision(moved: str, *stored: str) -> Revise:
    subject, relation, thing = moved.split(" | ")
    candidates = []
    for number, text in enumerate(stored, 11):
        one, told, other = text.split(" | ")
        said = f"{one} {told} {other}"
        candidates.append(Candidate(number, said, _AT, None, one, told, other))
    new = NewStatement(0, f"{subject} {relation} {thing}", _LATER, None, subject, relation, thing)
    return Revise((new,), tuple(candidates))


def _old(reply: Replacements) -> set[int]:
    return {pair.old for pair in reply.pairs if pair.new == 0}


CASES = (
    Case("prose", Extract(_PROSE, _AT), lambda reply: _links(reply, "ilse", "trieste")),
    Case("a text world", _OBSERVED, lambda reply: _links(reply, "valve", "chest")),
    Case("another script", Extract(_FOREIGN, _AT), lambda reply: _links(reply, "велосипед")),
    Case(
        "what a move replaces",
        _revision(
            "Ilse Brandt | lives in | Pola",
            "Ilse Brandt | lives in | Trieste",
            "Ilse Brandt | works at | Aurora boatyard",
        ),
        lambda reply: _old(reply) == {11},
    ),
    Case(
        "what replaces nothing",
        _revision("Ilse Brandt | likes | sailing", "Ilse Brandt | likes | chess"),
        lambda reply: not _old(reply),
    ),
    Case(
        "an answer that is there",
        AnswerQuestion("Where does Ilse Brandt live?", _LATER, _KNOWN, _TOLD),
        lambda reply: "trieste" in (reply.answer or "").casefold() and not reply.abstain,
    ),
    Case(
        "an answer that is not there",
        AnswerQuestion("What is the name of Pavel's wife?", _LATER, _KNOWN, _TOLD),
        lambda reply: reply.abstain,
    ),
    Case(
        "what a question is about",
        QueryEntities("Where does Ilse Brandt work?"),
        lambda reply: any("ilse" in each.name.casefold() for each in reply.entities),
    ),
    Case(
        "a right answer",
        Judge("Who owns it?", "Pavel", "It is Pavel's."),
        lambda verdict: verdict.score == 1,
    ),
    Case(
        "a wrong answer",
        Judge("Who owns it?", "Pavel", "In Trieste."),
        lambda verdict: verdict.score == 0,
    ),
)
"""The built-in set."""
