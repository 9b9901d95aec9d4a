"""The planner: a trajectory imagined with the world model (ReasonPlanner, algorithm 1)."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, TypeVar

from clew.agents.base import failure_of
from clew.agents.reasonplanner.settings import Settings
from clew.agents.reasonplanner.tasks import Imagine, NextAction, NextState, Prediction
from clew.agents.reasonplanner.world_model import Ask
from clew.agents.scene import Noted, Scene, Turn
from clew.text import normalise_name

__all__ = ["Plan", "Planner", "Query"]

Query = Callable[[str, int], Noted]
"""Answers a question at a step: `WorldModel.query`."""
Asking = TypeVar("Asking", bound=Prediction[Any])


@dataclass(slots=True)
class Plan:
    """An imagined trajectory, and how it came about."""

    turns: list[Turn] = field(default_factory=list)
    asked: list[Noted] = field(default_factory=list)
    """The questions to the world model, in order."""
    failed: str = ""
    """Why it is shorter than it should be, if a reply was broken."""


@dataclass(frozen=True, slots=True)
class Planner:
    """Imagines at most `settings.ahead` steps.

    `calls` is the paper's algorithm: M_a (`NextAction`) and M_s (`NextState`) continue the
    trajectory by turns, and each may ask the world model up to `settings.queries` questions before
    it answers. `fused` imagines all steps in one reply. A question without an answer ends the plan
    with the step that it was asked for: that step explores, and what follows depends on what it
    finds. A broken reply ends the plan with the steps so far.

    Args:
        ask: answers the predictions.
        query: the world model; `None` if there is none.
        settings: how far to look ahead, and how many questions are allowed.
    """

    ask: Ask
    query: Query | None
    settings: Settings

    def plan(self, now: Scene) -> Plan:
        """Return a trajectory from a scene; empty if not even its first step could be imagined."""
        plan = Plan()
        if self.settings.plan == "fused":
            imagined = self._predicted(Imagine(now, ahead=self.settings.ahead), plan)
            if imagined is not None:
                ahead = 1 if _unknown(plan) else self.settings.ahead
                plan.turns += [step.turn for step in imagined.steps[:ahead]]
            return plan
        while len(plan.turns) < self.settings.ahead and not _unknown(plan):
            if not self._grow(now, plan) or plan.turns[-1].done:
                break
        return plan

    def _grow(self, now: Scene, plan: Plan) -> bool:
        """Add a step to the plan; return whether that was possible."""
        acted = self._predicted(NextAction(now, tuple(plan.turns)), plan)
        if acted is None:
            return False
        turn = Turn(action=acted.action, response=acted.response)
        led = self._predicted(NextState(now, (*plan.turns, turn)), plan)
        if led is not None:
            turn = replace(turn, state=led.state, score=led.score, done=led.done)
        plan.turns.append(turn)
        return led is not None

    def _predicted(self, task: Asking, plan: Plan) -> Any:
        """Return a prediction, once its questions are answered; `None` if a reply is broken."""
        left = 0 if self.query is None else self.settings.queries
        for queries in range(left, -1, -1):
            noted = (*task.now.noted, *plan.asked)[-self.settings.remembered :]
            asked = self.ask(replace(task, now=replace(task.now, noted=noted), queries=queries))
            if asked.value is None:
                plan.failed = f"no {type(task).__name__}: {failure_of(asked)}"
                return None
            if not asked.value.question or (asked.value.predicts and not queries):
                return asked.value
            if queries and self.query is not None:
                self._look_up(self.query, asked.value.question, task.now.step, plan)
        plan.failed = f"no {type(task).__name__}: it asked more than {left} questions"
        return None

    def _look_up(self, query: Query, question: str, step: int, plan: Plan) -> None:
        """Note the answer to a question; one asked before is not looked up again."""
        same = normalise_name(question)
        if not any(normalise_name(one.question) == same for one in plan.asked):
            plan.asked.append(query(question, step))


def _unknown(plan: Plan) -> bool:
    """Return whether a question had no answer."""
    return not all(one.answer for one in plan.asked)
