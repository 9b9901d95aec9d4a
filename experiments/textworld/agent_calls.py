"""What a decision of Ariadne asks of a language model: calls, tokens, and what can be cached.

    python -m experiments agent-calls [--tasks NAMES] [--seeds N] [--json]

Rules answer every task, of the agent and of its graph memory, but count as a language model: the
memory does not see them, so that it asks what it would ask a model, and a decision is one call
(`few`) or four (`paper`). Tokens are those of prompts (`clew.recall.pack.count_tokens`) and of the
JSON schemas sent before them. `shareable` is the share of them that stood at the beginning of an
earlier prompt of the same run: what a provider's prompt cache need not read again.
"""

import json
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import asdict, dataclass
from itertools import takewhile
from statistics import fmean
from typing import Any

from clew.agents.ariadne.agent import Ariadne, Calls, Settings
from clew.agents.graph_memory import GraphMemory
from clew.agents.rollout import Step, rollout
from clew.llm.base import Model, Result, Sampling, Task
from clew.llm.insisting import schema_of
from clew.llm.wrapper import Wrapper
from clew.memory import Memory
from clew.recall.pack import count_tokens
from clew.wiring import mind_named
from experiments.parsers import parser_of
from experiments.textworld.worlds import TASKS, made

__all__ = ["AsModel", "Row", "main", "measure", "shareable"]


class AsModel(Wrapper):
    """Rules that count as a language model; `prompts` holds what it would have been sent."""

    def __init__(self, model: Model) -> None:
        super().__init__(model)
        self.prompts: list[tuple[str, str]] = []
        """(type of task, its schema and its prompt)."""

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:  # noqa: ARG002
        """Return settings, as a language model does."""
        return Sampling()

    def rule(self, task: type[Task[Any]]) -> Callable[[Any], Any] | None:  # noqa: ARG002
        """Return `None`: what the rules declare is not seen."""
        return None

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        for task in tasks:
            kind, said = type(task), (message.text for message in task.messages())
            prompt = "\n".join((json.dumps(schema_of(kind)), *said))
            self.prompts.append((kind.__name__, prompt))
        return self._model.run(tasks)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One task, played in one way over all seeds."""

    task: str
    calls: str
    """How decisions are split."""
    won: int
    decisions: float
    """Of a run."""
    calls_a_decision: float
    tokens_a_decision: float
    shareable: float
    by_task: dict[str, float]
    """Type of task -> calls a decision."""


def measure(task: str, calls: Calls, seeds: Sequence[int]) -> Row:
    """Play a task once for each seed; return what its decisions asked."""
    won = decisions = sent = shared = 0
    asked: Counter[str] = Counter()
    for seed in seeds:
        model = AsModel(mind_named("textworld"))
        steps: list[Step] = []
        env = made(TASKS[task], None)
        with closing(env), Memory.open(model=model, embedder="hashing") as memory:
            graph = GraphMemory(memory, answers=calls is Calls.FEW)
            agent = Ariadne(model, graph, settings=Settings(calls=calls))
            ended = rollout(env, agent, seed=seed, max_steps=TASKS[task].limit, watch=steps.append)
        won += ended.won
        decisions += len(steps)
        asked.update(kind for kind, _ in model.prompts)
        sent += sum(count_tokens(prompt) for _, prompt in model.prompts)
        shared += sum(shareable([prompt for _, prompt in model.prompts]))
    return Row(
        task=task,
        calls=str(calls),
        won=won,
        decisions=decisions / len(seeds),
        calls_a_decision=round(asked.total() / decisions, 2),
        tokens_a_decision=round(sent / decisions),
        shareable=round(shared / sent, 3),
        by_task={kind: round(asked[kind] / decisions, 2) for kind in sorted(asked)},
    )


def shareable(prompts: Sequence[str]) -> list[int]:
    """Return for each prompt the tokens of its longest beginning that an earlier one shares."""
    found = []
    earlier: list[str] = []
    for prompt in prompts:
        at = bisect(earlier, prompt)  # in this order, its neighbours share most with it
        near = earlier[max(at - 1, 0) : at + 1]
        found.append(count_tokens(max((_common(prompt, one) for one in near), key=len, default="")))
        earlier.insert(at, prompt)
    return found


def _common(one: str, other: str) -> str:
    size = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other, strict=False)))
    return one[:size]


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, or 2 on an error."""
    parser = parser_of("agent-calls", __doc__)
    parser.add_argument("--tasks", default="hunt,cooking,cleaning", help="comma-separated")
    parser.add_argument("--seeds", type=int, default=10, metavar="N", help="worlds of each task")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(argv)
    rows = [
        measure(task, calls, range(1, given.seeds + 1))
        for task in given.tasks.split(",")
        for calls in (Calls.PAPER, Calls.FEW)
    ]
    if given.json:
        print(json.dumps([asdict(row) for row in rows]))
        return 0
    print("task      calls  won  decisions  calls a decision  tokens a decision  shareable")
    for row in rows:
        print(
            f"{row.task:<10}{row.calls:<7}{row.won:<5}{row.decisions:<11.1f}"
            f"{row.calls_a_decision:<18}{row.tokens_a_decision:<19}{row.shareable}"
        )
        print("  " + ", ".join(f"{kind} {count}" for kind, count in row.by_task.items()))
    print(f"mean calls of few: {fmean(row.calls_a_decision for row in rows if row.calls == 'few')}")
    return 0
