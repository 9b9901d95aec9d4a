"""Runs of agents in text worlds: tasks x memories x models x seeds, resumable, in processes.

    python -m experiments textworld --tasks NAMES --memories NAMES --seeds N --out FOLDER

Every run has a trajectory, `runs/TASK/MEMORY/MODEL/SEED.jsonl`, written step by step, and a result
next to it (`.json`) when finished. A run with a result is not played again. An interrupted run
resumes from its trajectory: its moves are made and learned again, its decisions are reused, and
their cost is in `SEED.taken` (`experiments.textworld.ledger`). Language model replies are kept in
`SEED.clew` and requested once.

With `--runs N` every world is played N times in one memory: `SEED-2.jsonl` is the second run. They
are made one after the other; when resumed, finished runs are learned again from their trajectories.
"""

import json
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, closing
from dataclasses import dataclass, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any, TypeAlias

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
from experiments.runs_in_folder import claim, completed, folder_of, model_keeping, write_result
from experiments.textworld.ledger import Ledger, Taken
from experiments.textworld.worlds import TASKS, made

__all__ = ["Ended", "Progress", "Run", "Trial", "measure", "plan", "play"]

_MEMORY_NAMES = {"without-episodes": 0, **dict.fromkeys(MEMORIES, 2)}
"""Memory -> texts that the graph recalls; the first is an ablation."""
TOOLS = ("equal", "paper")


Progress: TypeAlias = Callable[["Ended", int, int], None]


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
    runs: int = 1
    """How often each world is played in one memory."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run."""

    task: str
    memory: str
    model: str
    seed: int
    number: int = 1
    """The first run, or a later one in the same memory."""

    @property
    def remembering(self) -> str:
        """Its memory, and which run in that memory it is."""
        return self.memory if self.number == 1 else f"{self.memory}, run {self.number}"


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
    """Return the first run of every memory and world of a trial, in order.

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


def measure(trial: Trial, processes: int = 1, progress: Progress | None = None) -> list[Ended]:
    """Play every run without a result and return all results, worlds in the order of `plan`.

    Args:
        trial: what to run.
        processes: runs at the same time; with several, each run has its own process.
        progress: called for each run of a world that is done, with the numbers of worlds.

    Raises:
        UsageError: the folder belongs to another measurement.
    """
    firsts = plan(trial)
    kept, play_all = partial(_results, trial), partial(play, trial)
    told = None if progress is None else partial(_told, progress)
    with _claim(trial):
        worlds = completed(firsts, kept, play_all, processes, told)
    return [one for world in worlds for one in world]


def _told(progress: Progress, world: Sequence[Ended], done: int, total: int) -> None:
    for one in world:
        progress(one, done, total)


def _runs(trial: Trial, first: Run) -> list[Run]:
    """Return the runs of a world in one memory."""
    return [replace(first, number=number) for number in range(1, trial.runs + 1)]


def _claim(trial: Trial) -> AbstractContextManager[None]:
    """Hold the folder, and record what it is for, so that versions and tools do not mix."""
    about = {"tools": trial.tools, "textworld": version("textworld")}
    return claim(trial.out, about)


def _place(trial: Trial, run: Run, suffix: str) -> Path:
    folder = trial.out / "runs" / run.task / run.memory / folder_of(run.model)
    number = "" if run.number == 1 else f"-{run.number}"
    return folder / f"{run.seed}{number}{suffix}"


def _results(trial: Trial, first: Run) -> tuple[Ended, ...] | None:
    found = [ended for run in _runs(trial, first) if (ended := _result(trial, run)) is not None]
    return tuple(found) if len(found) == trial.runs else None


def _result(trial: Trial, run: Run) -> Ended | None:
    path = _place(trial, run, ".json")
    if not path.exists():
        return None
    read = json.loads(path.read_text(encoding="utf-8"))
    lists = {name: tuple(read[name]) for name in ("scores", "sent", "got")}
    return Ended(**{**read, **lists, "run": run})


def play(trial: Trial, first: Run) -> tuple[Ended, ...]:
    """Play a world in one memory, as often as wanted, or the rest of it; write what is new.

    Raises:
        UsageError: the trajectory in the folder does not belong to this world.
    """
    _place(trial, first, ".json").parent.mkdir(parents=True, exist_ok=True)
    every: list[Ended] = []
    with ExitStack() as stack:
        model = _model(trial.models[first.model], _place(trial, first, ".clew"), stack)
        memory = stack.enter_context(Memory.open(model=model))
        for run in _runs(trial, first):
            with closing(made(TASKS[run.task], trial.games)) as env:
                counting = Counting(model)
                agent = _agent(trial, run, memory, counting)
                every.append(_rolled(trial, run, env, agent, counting))
            write_result(_place(trial, run, ".json"), every[-1])
    return tuple(every)


def _model(settings: ModelSettings, replies: Path, stack: ExitStack) -> Model:
    """Return the model of a run; replies of a language model are kept."""
    settings = replace(settings, mind="textworld")
    if settings.name.partition(":")[0] == "rules":
        return model_from(settings)
    return model_keeping(settings, replies, stack)


def _agent(trial: Trial, run: Run, memory: Memory, model: Model) -> Ariadne:
    name = "graph" if run.memory == "without-episodes" else run.memory
    world, episodes = f"{run.task} {run.seed}", _MEMORY_NAMES[run.memory]
    kept = memory_named(name, memory=memory, model=model, run=world, episodes=episodes)
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
