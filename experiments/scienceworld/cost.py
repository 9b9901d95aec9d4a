"""What a run would cost with a language model: calls and tokens of each agent, step by step.

    python -m experiments scienceworld cost [--tasks NAMES] [--questions N] [--json]

Each agent plays the first training variation of a task with a scripted model that does the steps of
the simulator's solution, asks the world model `--questions` questions before each plan, and finds
nothing that deviates; texts are read by rules. So replies are short, and no model thinks: what is
counted is what the agents send, by the estimate used for packing, four bytes a token. A model that
errs makes more steps, and plans more often. Nine runs of a task take
a minute or two; they need Java.
"""

import json
import re
from collections import Counter
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from typing import Any

from clew.agents.baselines.tasks import Acting, Candidates, Propose, ThinkAndAct
from clew.agents.memory_kinds import memory_named
from clew.agents.reasonplanner.tasks import (
    AnswerFromWorld,
    BreakDown,
    Commands,
    Expected,
    Imagine,
    ImaginedAction,
    ImaginedState,
    ImaginedSteps,
    NextAction,
    NextState,
    Review,
    Reviewed,
    StepSummary,
    SummariseStep,
    TwoEntities,
    TwoNames,
)
from clew.agents.rollout import Step, rollout
from clew.ask.tasks import AnswerReply
from clew.llm.base import Result, Task
from clew.llm.rules import RuleModel
from clew.memory import Memory
from clew.plugins import AGENTS
from clew.wiring import mind_named
from experiments.parsers import parser_of
from experiments.prompt_tokens import Counting
from experiments.scienceworld.variations import ScienceWorlds, Worlds, tasks_named

__all__ = ["KINDS", "Cost", "costs", "main"]

KINDS: Sequence[tuple[str, str, dict[str, Any]]] = (
    ("reasonplanner", "graph", {}),
    ("reasonplanner", "graph", {"plan": "calls"}),
    ("reasonplanner", "graph", {"ahead": 3}),
    ("reasonplanner", "graph", {"ahead": 10}),
    ("reasonplanner", "none", {}),
    ("react", "history", {}),
    ("react", "none", {}),
    ("react", "graph", {}),
    ("saycan", "history", {}),
)
"""Agent, memory, options. A trial of Reflexion costs what ReAct does, and one more call."""
_TAIL = 10
_EXPECTED = "As expected."


@dataclass(frozen=True, slots=True, kw_only=True)
class Cost:
    """What one run took."""

    task: str
    agent: str
    steps: int
    calls: float
    """For each step, as all below."""
    sent: float
    got: float
    first: float
    """Tokens sent, in the first ten steps and in the last ten: do they grow?"""
    last: float
    tens: tuple[int, ...]
    """Tokens sent, for each step, in each ten steps; those after the last ten are left out."""
    by_task: dict[str, int]
    """Calls of the run."""


class _Counted(Counting):
    """Also counts the calls of each kind of task."""

    def __init__(self, model: RuleModel) -> None:
        super().__init__(model)
        self.calls: Counter[str] = Counter()

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        self.calls.update(type(task).__name__ for task in tasks if task.prompt is not None)
        return super().run(tasks)


def knowing(actions: Sequence[str], questions: int) -> RuleModel:
    """Return a model that does these actions, in every agent's way."""

    def at(step: int) -> str:
        return actions[min(step, len(actions) - 1)]

    def asks(task: Imagine | NextAction) -> str:
        """Return a question, as long as it has asked fewer in this plan."""
        now, fresh = task.now, 0 if task.queries else questions
        fresh += sum(one.step == now.step for one in now.noted)
        first = isinstance(task, Imagine) or not task.imagined
        return (
            f"What is needed to {at(now.step)}, part {fresh}?"
            if first and fresh < questions
            else ""
        )

    def imagined(task: Imagine) -> ImaginedSteps:
        if question := asks(task):
            return ImaginedSteps(question=question)
        there = range(task.now.step, min(task.now.step + task.ahead, len(actions)))
        steps = [Expected(action=at(n), response=_EXPECTED, state=_EXPECTED) for n in there]
        return ImaginedSteps(steps=tuple(steps))

    def acts(task: NextAction) -> ImaginedAction:
        action = at(task.now.step + len(task.imagined))
        question = asks(task)
        return ImaginedAction(
            question=question, action="" if question else action, response=_EXPECTED
        )

    return mind_named("textworld").extended(
        {
            ThinkAndAct: lambda task: Acting(thought="On.", action=at(task.now.step)),
            Propose: lambda task: Candidates(actions=(at(task.now.step),)),
            Imagine: imagined,
            NextAction: acts,
            NextState: lambda _: ImaginedState(state=_EXPECTED),
            BreakDown: lambda task: Commands(commands=(Expected(action=task.turn.action),)),
            Review: lambda _: Reviewed(),
            SummariseStep: lambda task: StepSummary(summary=task.response[:2000] or "Nothing."),
            TwoEntities: lambda task: TwoNames(entities=task.known[:2]),
            AnswerFromWorld: lambda task: AnswerReply(answer=task.lines[0][:300], citations=(1,)),
        }
    )


def costs(worlds: Worlds, task: str, questions: int = 1) -> list[Cost]:
    """Return what each agent's run of a task's first training variation takes."""
    variation = worlds.variations([task], "train")[task][0]
    actions = tuple(map(_worded, worlds.solved(task, variation).actions))
    found = []
    for name, remember, options in KINDS:
        model = _Counted(knowing(actions, questions))
        sent: list[int] = []
        got: list[int] = []

        def watch(step: Step, model: _Counted = model) -> None:
            del step
            tokens = model.taken()
            sent.append(tokens.sent)  # noqa: B023  # used before the next run begins
            got.append(tokens.got)  # noqa: B023

        with (
            closing(worlds.made(task, variation, admissible=False)) as env,
            Memory.open(model=model, embedder="hashing") as memory,
        ):
            kept = memory_named(remember, memory=memory, model=model)
            agent = AGENTS.find(name)(model, kept, **options)
            rollout(env, agent, seed=0, max_steps=len(actions), watch=watch)
        found.append(_cost(task, (name, remember, options), model, sent, got))
    return found


def _worded(action: str) -> str:
    """Return an action of a solution in the form that the world lists, which does the same."""
    return re.sub(r"^examine ", "look at ", action).replace(" into ", " in ")


def _cost(
    task: str,
    kind: tuple[str, str, dict[str, Any]],
    model: _Counted,
    sent: Sequence[int],
    got: Sequence[int],
) -> Cost:
    name, remember, options = kind
    steps = len(sent)
    told = [name, *(f"{key} {value}" for key, value in options.items()), remember]
    return Cost(
        task=task,
        agent=", ".join(told),
        steps=steps,
        calls=round(sum(model.calls.values()) / steps, 2),
        sent=round(sum(sent) / steps),
        got=round(sum(got) / steps),
        first=round(sum(sent[:_TAIL]) / len(sent[:_TAIL])),
        last=round(sum(sent[-_TAIL:]) / len(sent[-_TAIL:])),
        tens=tuple(
            round(sum(sent[at : at + _TAIL]) / _TAIL) for at in range(0, steps - _TAIL + 1, _TAIL)
        ),
        by_task=dict(sorted(model.calls.items())),
    )


def main(argv: Sequence[str]) -> int:
    """Run the command line; return 0."""
    parser = parser_of("scienceworld cost", __doc__)
    parser.add_argument("--tasks", default="find-plant,boil", help="names or keys, comma-separated")
    parser.add_argument("--questions", type=int, default=1, help="before each plan; 1")
    parser.add_argument("--json", action="store_true", help="print one JSON object per run")
    given = parser.parse_args(list(argv))
    for task in tasks_named(given.tasks):
        for one in costs(ScienceWorlds(), task, given.questions):
            print(json.dumps(asdict(one)) if given.json else _line(one), flush=True)
    return 0


def _line(one: Cost) -> str:
    return (
        f"{one.task:<20} {one.agent:<36}{one.steps:>4} steps{one.calls:>6.2f} calls"
        f"{one.sent:>7.0f} tokens sent ({one.first:.0f} at first, {one.last:.0f} at last)"
        f"{one.got:>6.0f} got"
    )
