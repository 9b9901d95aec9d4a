"""What one step of an agent costs: tokens, and the time of world, agent and memory.

    OMP_NUM_THREADS=1 python -m experiments agent-cost [--task NAME] [--seed N] [--facts N]
        [--memories NAMES] [--chart PNG] [--json]

Rules without a memory play a task (`--task`, of `experiments.textworld.worlds`) once to its end:
these decisions are the path. Then an agent takes the same path with every memory: rules answer all
questions, and only the action comes from the path. So memories differ only in what they recall.

- tokens: prompts of all questions in a step, including learning, estimated by
  `clew.recall.pack.count_tokens`: what a language model would be sent. Growth is the slope of a
  straight line through the decisions after the tenth, in tokens per decision; over the second half,
  where nothing is new any more, it shows the cost of steps alone.
- seen: tokens of the world's texts at each decision (a walk is several texts). They are the same
  for every memory, and a memory that reads texts cannot grow more slowly.
- world: steps per second of the environment alone, on the path's moves.
- agent: decisions per second with graph and rules, everything included.
- memory: milliseconds per step for learning and recall in a graph that already holds `--facts`
  random facts (`clew.bench.random_world`), with vectors that cost nothing.

All times are processor times, so other work on the machine matters little.
"""

import json
from collections.abc import Sequence
from contextlib import closing
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from statistics import fmean
from time import process_time
from typing import Any

import numpy as np

from clew.agents.ariadne.agent import Ariadne
from clew.agents.ariadne.tasks import Action, Choose
from clew.agents.graph_memory import GraphMemory
from clew.agents.memory import AgentMemory, Brought, KeepsWays, Nothing
from clew.agents.memory_kinds import memory_named
from clew.agents.rollout import Step, rollout
from clew.bench.engine import model_for
from clew.bench.random_world import FACTS_PER_EPISODE, RandomVectors, World
from clew.errors import UnknownNameError
from clew.graph.types import Kind
from clew.learn.tasks import Extract
from clew.llm.base import Model, Result, Task, Usage
from clew.llm.wrapper import Wrapper
from clew.memory import Memory
from clew.minds.textworld import RULES
from clew.plugins import MEMORIES
from clew.recall.pack import count_tokens
from clew.wiring import mind_named
from experiments.charts import draw_curves
from experiments.parsers import parser_of
from experiments.prompt_tokens import Counting, Tokens
from experiments.textworld.worlds import TASKS, made

__all__ = ["Following", "Report", "Way", "growth", "main", "measure"]


@dataclass(frozen=True, slots=True)
class Way:
    """The decisions of a run, and the moves they became."""

    actions: tuple[str, ...]
    moves: tuple[str, ...]
    seen: tuple[int, ...]
    """Tokens seen at each decision."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What was measured."""

    task: str
    decisions: int
    world_steps_a_second: float
    agent_decisions_a_second: float
    facts: int
    memory_p50_ms: float
    memory_p95_ms: float
    seen: list[int]
    """Tokens of the world's texts at each decision."""
    tokens: dict[str, list[int]]
    """Memory -> tokens sent at each decision."""


class Following(Wrapper):
    """Chooses the actions of a path, one after another; all other tasks go to the model."""

    def __init__(self, model: Model, actions: Sequence[str]) -> None:
        super().__init__(model)
        self._actions = iter(actions)

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order."""
        return [
            Result(Action(action=next(self._actions)))
            if isinstance(task, Choose)
            else self._model.run([task])[0]
            for task in tasks
        ]


class _Timed:
    """An agent memory that records the processor time of every step (an `AgentMemory`)."""

    def __init__(self, memory: GraphMemory) -> None:
        self._memory = memory
        self._since = 0.0
        self.spent_ms: list[float] = []

    def learn(self, step: int, text: str, action: str = "") -> None:
        """Learn, timed."""
        began = process_time()
        self._memory.learn(step, text, action)
        self._since += process_time() - began

    def learn_way(self, step: int, room: str, direction: str, other: str) -> None:
        """Learn a way, timed."""
        began = process_time()
        if isinstance(self._memory, KeepsWays):
            self._memory.learn_way(step, room, direction, other)
        self._since += process_time() - began

    def recall(self, focus: Sequence[tuple[str, int]], plan: str, recent: Sequence[str]) -> Brought:
        """Recall, timed; a step ends here."""
        began = process_time()
        brought = self._memory.recall(focus, plan, recent)
        self.spent_ms.append(1000 * (self._since + process_time() - began))
        self._since = 0.0
        return brought

    def spent(self) -> Usage:
        """Return what was paid."""
        return self._memory.spent()


def measure(task: str, seed: int, facts: int, memories: Sequence[str]) -> Report:
    """Measure a task, as the module docstring describes.

    Raises:
        UnknownNameError: no such task or memory.
    """
    if task not in TASKS:
        raise UnknownNameError("task", task, TASKS)
    for name in memories:
        if name not in MEMORIES:
            raise UnknownNameError("agent memory", name, MEMORIES)
    env = made(TASKS[task], None)
    with closing(env):
        path, _ = _followed(env, seed, TASKS[task].limit, mind_named("textworld"), Nothing())
        tokens = {name: _tokens(env, seed, path, name) for name in memories}
        env.reset(seed=seed)
        began = process_time()
        for move in path.moves:
            env.step(move)
        world = len(path.moves) / (process_time() - began)
        times = _memory_ms(env, seed, path, facts)
        with Memory.open(model=mind_named("textworld")) as memory:
            began = process_time()
            model = Following(mind_named("textworld"), path.actions)
            _followed(env, seed, len(path.actions), model, GraphMemory(memory))
            agent = len(path.actions) / (process_time() - began)
    return Report(
        task=f"{task} {seed}",
        decisions=len(path.actions),
        world_steps_a_second=round(world, 1),
        agent_decisions_a_second=round(agent, 2),
        facts=facts,
        memory_p50_ms=round(float(np.quantile(times, 0.5)), 1),
        memory_p95_ms=round(float(np.quantile(times, 0.95)), 1),
        seen=list(path.seen),
        tokens=tokens,
    )


def _followed(
    env: Any,
    seed: int,
    limit: int,
    model: Model,
    memory: AgentMemory,
    counting: Sequence[Counting] = (),
) -> tuple[Way, list[Tokens]]:
    """Return the path of a run, and the tokens of each decision."""
    actions: list[str] = []
    moves: list[str] = []
    seen: list[int] = []
    tokens: list[Tokens] = []

    def watch(step: Step) -> None:
        actions.append(step.decision.action)
        moves.extend(action for action, _ in step.moves)
        seen.append(sum(count_tokens(text) for _, text in step.moves))
        taken = [one.taken() for one in counting]
        tokens.append(Tokens(sum(one.sent for one in taken), sum(one.got for one in taken)))

    rollout(env, Ariadne(model, memory), seed=seed, max_steps=limit, watch=watch)
    return Way(tuple(actions), tuple(moves), tuple(seen)), tokens


def _tokens(env: Any, seed: int, path: Way, name: str) -> list[int]:
    learning = Counting(mind_named("textworld"))
    asking = Counting(Following(mind_named("textworld"), path.actions))
    with Memory.open(model=learning) as memory:
        kept = memory_named(name, memory=memory, model=asking)
        counts = [asking, learning] if name == "graph" else [asking]
        _, tokens = _followed(env, seed, len(path.actions), asking, kept, counts)
    return [one.sent for one in tokens]


def _memory_ms(env: Any, seed: int, path: Way, facts: int) -> list[float]:
    """Return the memory's milliseconds of each step in a graph that already holds `facts` facts."""
    pages = list(World().pages(facts // FACTS_PER_EPISODE))
    made_up = model_for({page.given.text: page.says for page in pages})
    rules = mind_named().extended(RULES)

    def extract(task: Extract) -> Any:
        (read,) = (made_up if " Noted on page " in task.text else rules).run([task])
        return read.value

    with Memory.open(model=rules.extended({Extract: extract}), embedder=RandomVectors()) as memory:
        memory.remember_many(
            [replace(page.given, at=number) for number, page in enumerate(pages, -len(pages))]
        )
        held = memory.stats().kinds[Kind.FACT]
        assert held >= 0.9 * facts, held
        timed = _Timed(GraphMemory(memory))
        model = Following(rules, path.actions)
        _followed(env, seed, len(path.actions), model, timed)
    return timed.spent_ms


def growth(tokens: Sequence[int], after: int = 10) -> float:
    """Return the slope through the decisions after the tenth, in tokens per decision.

    >>> growth([*range(10), *range(100, 200, 2)])
    2.0
    """
    later = tokens[after:]
    if len(later) < 2:
        return 0.0
    return round(float(np.polyfit(np.arange(len(later)), later, 1)[0]), 2)


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, or 2 on an error."""
    parser = parser_of("agent-cost", __doc__)
    parser.add_argument("--task", default="cleaning", help="see `textworld --tasks`")
    parser.add_argument("--seed", type=int, default=1, help="of the world")
    parser.add_argument(
        "--facts", type=int, default=5000, help="random facts that the graph holds before"
    )
    parser.add_argument("--memories", default=",".join(MEMORIES), help="comma-separated")
    parser.add_argument("--chart", type=Path, help="also draw the curves into this PNG file")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(argv)
    report = measure(given.task, given.seed, given.facts, given.memories.split(","))
    if given.chart is not None:
        lines = {
            name: [(float(one), 0.0) for one in tokens] for name, tokens in report.tokens.items()
        }
        draw_curves(given.chart, {report.task: lines}, "prompt tokens of a decision")
    if given.json:
        print(json.dumps(asdict(report)))
        return 0
    for name, value in asdict(report).items():
        if name not in ("tokens", "seen"):
            print(f"{name:<26}{value}")
    columns = ("mean", "11-20", "last 10", "growth", "2nd half")
    print(f"{'tokens':<20}{''.join(f'{one:>10}' for one in columns)}")
    for name, tokens in {"seen": report.seen, **report.tokens}.items():
        parts = (tokens, tokens[10:20] or tokens, tokens[-10:])
        shown = "".join(f"{fmean(part):10.0f}" for part in parts)
        print(f"{name:<20}{shown}{growth(tokens):10.1f}{growth(tokens, len(tokens) // 2):10.1f}")
    return 0
