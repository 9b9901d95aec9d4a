"""Runs of agents in text worlds: tasks x memories x models x seeds, resumable, in processes.

    python -m experiments textworld --tasks NAMES --memories NAMES --seeds N --out FOLDER

Every run has a trajectory, `runs/TASK/MEMORY/MODEL/SEED.jsonl`, written step by step, and a result
next to it (`.json`) when finished. A run with a result is not played again. An interrupted run
resumes from its trajectory: its moves are made and learned again, its decisions are reused, and
their cost is in `SEED.taken` (`experiments.textworld.ledger`). Language model replies are kept in
`SEED.clew` and requested once.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any

from clew.agents.ariadne.agent import Ariadne, Settings
from clew.agents.memory_kinds import memory_named
from clew.agents.rollout import Step, rollout
from clew.errors import UnknownNameError
from clew.llm.base import Model
from clew.memory import Memory
from clew.plugins import MEMORIES
from clew.settings import ModelSettings
from clew.wiring import model_from
from experiments.prompt_tokens import Counting
from experiments.runs_in_folder import (
    claim,
    completed,
    folder_of,
    model_keeping,
    write_result,
)
from experiments.textworld.ledger import Ledger, Taken
from experiments.textworld.worlds import TASKS, made

__all__ = ["Ended", "Run", "Trial", "measure", "plan", "play"]

_MEMORY_NAMES = {"without-episodes": 0, **dict.fromkeys(MEMORIES, 2)}
"""Memory -> texts that the graph recalls; the first is an ablation."""
TOOLS = ("equal", "paper")


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What to run."""

    tasks: tuple[str, ...]
    memories: tuple[str, ...]
    models: Mapping[str, ModelSettings]
    seeds: int
    """Worlds are drawn from seeds 1 to this one; a game of the paper is played once."""
    out: Path
    games: Path | None = None
    """Folder of the paper's games."""
    tools: str = "equal"
    """`paper`: only the graph has `go to` and the unexplored exits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run."""

    task: str
    memory: str
    model: str
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a run ended."""

    run: Run
    won: bool
    lost: bool
    scores: tuple[float, ...]
    """After each decision, of `max_score`."""
    max_score: float
    decisions: int
    moves: int
    sent: tuple[int, ...]
    """Prompt tokens of each decision, as a language model would be sent them."""
    got: tuple[int, ...]
    """Tokens of the replies."""
    fallbacks: int
    """Decisions that were not the model's own."""
    cost: float
    """US dollars actually paid."""
    seconds: float

    @property
    def normalised(self) -> float:
        """The last score divided by the best possible; below 0 if a house was left messier."""
        return self.scores[-1] / self.max_score


def plan(trial: Trial) -> list[Run]:
    """Return all runs of a trial, in order.

    Raises:
        UnknownNameError: there is no such memory or choice of tools.
    """
    for name in trial.memories:
        if name not in _MEMORY_NAMES:
            raise UnknownNameError("agent memory", name, _MEMORY_NAMES)
    if trial.tools not in TOOLS:
        raise UnknownNameError("choice of tools", trial.tools, TOOLS)
    return [
        Run(task=task, memory=memory, model=model, seed=seed)
        for task in trial.tasks
        for memory in trial.memories
        for model in trial.models
        for seed in range(1, (1 if TASKS[task].paper else trial.seeds) + 1)
    ]


def measure(
    trial: Trial, processes: int = 1, progress: Callable[[Ended, int, int], None] | None = None
) -> list[Ended]:
    """Play every run without a result and return all results, in the order of `plan`.

    Args:
        trial: what to run.
        processes: runs at the same time; with several, each run has its own process.
        progress: called after each run with the number of runs done and the total.

    Raises:
        UsageError: the folder belongs to another measurement.
    """
    runs = plan(trial)
    _claim(trial)
    return completed(runs, partial(_result, trial), partial(play, trial), processes, progress)


def _claim(trial: Trial) -> None:
    """Record what the folder is for, so that versions and tools do not mix."""
    about = {"tools": trial.tools, "textworld": version("textworld")}
    claim(trial.out, about)


def _place(trial: Trial, run: Run, suffix: str) -> Path:
    folder = trial.out / "runs" / run.task / run.memory / folder_of(run.model)
    return folder / f"{run.seed}{suffix}"


def _result(trial: Trial, run: Run) -> Ended | None:
    path = _place(trial, run, ".json")
    if not path.exists():
        return None
    read = json.loads(path.read_text(encoding="utf-8"))
    lists = {name: tuple(read[name]) for name in ("scores", "sent", "got")}
    return Ended(**{**read, **lists, "run": run})


def play(trial: Trial, run: Run) -> Ended:
    """Play one run, or the rest of an interrupted one; write its trajectory and result.

    Raises:
        UsageError: the trajectory in the folder does not belong to this world.
    """
    result = _place(trial, run, ".json")
    result.parent.mkdir(parents=True, exist_ok=True)
    with ExitStack() as stack:
        model = _model(trial.models[run.model], _place(trial, run, ".clew"), stack)
        env = stack.enter_context(closing(made(TASKS[run.task], trial.games)))
        counting = Counting(model)
        memory = stack.enter_context(Memory.open(model=model))
        ended = _rolled(trial, run, env, _agent(trial, run, memory, counting), counting)
    write_result(result, ended)
    return ended


def _model(settings: ModelSettings, replies: Path, stack: ExitStack) -> Model:
    """Return the model of a run; replies of a language model are kept."""
    settings = replace(settings, mind="textworld")
    if settings.name.partition(":")[0] == "rules":
        return model_from(settings)
    return model_keeping(settings, replies, stack)


def _agent(trial: Trial, run: Run, memory: Memory, model: Model) -> Ariadne:
    name = "graph" if run.memory == "without-episodes" else run.memory
    kept = memory_named(name, memory=memory, model=model, episodes=_MEMORY_NAMES[run.memory])
    tools = trial.tools == "equal" or name == "graph"
    return Ariadne(model, kept, settings=Settings(exploration=tools, navigate=tools))


def _rolled(trial: Trial, run: Run, env: Any, agent: Ariadne, model: Counting) -> Ended:
    trajectory = _place(trial, run, ".jsonl")
    ledger = Ledger.beside(trajectory, _place(trial, run, ".taken"))
    scores: list[float] = []
    fallbacks = 0
    began = perf_counter()

    def repeated(line: Mapping[str, Any]) -> None:
        nonlocal fallbacks, began
        scores.append(line["score"])
        fallbacks += bool(line["decision"]["fallback"])
        model.taken()  # for what was learned again; the ledger has it
        began = perf_counter()

    def watch(step: Step) -> None:
        nonlocal fallbacks, began
        scores.append(step.score)
        fallbacks += bool(step.decision.fallback)
        tokens, now = model.taken(), perf_counter()
        ledger.add(Taken(tokens.sent, tokens.got, now - began))
        began = now

    outcome = rollout(
        env,
        agent,
        seed=run.seed,
        max_steps=TASKS[run.task].limit,
        path=trajectory,
        watch=watch,
        repeated=repeated,
    )
    return Ended(
        run=run,
        won=outcome.won,
        lost=outcome.lost,
        scores=tuple(scores),
        max_score=outcome.max_score or 0.0,
        decisions=outcome.decisions,
        moves=outcome.moves,
        sent=tuple(one.sent for one in ledger.taken),
        got=tuple(one.got for one in ledger.taken),
        fallbacks=fallbacks,
        cost=float(outcome.usage["cost"]),
        seconds=round(sum(one.seconds for one in ledger.taken), 3),
    )
