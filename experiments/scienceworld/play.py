"""Agents play variations of ScienceWorld: resumable, parallel, a folder for each run.

    python -m experiments scienceworld play --agent NAME [--split dev] [--variations 0-2]
        [--tasks NAMES] [--model NAME] [--memory FILE [--frozen]] [--jobs N] --out FOLDER

FOLDER/TASK-VARIATION has the trajectory (`run.jsonl`), what each decision took (`run.taken`), a
language model's replies (`replies.clew`) and, when the run is over, `result.json`. A run with a
result is not played again; one that was cut off goes on with the same bytes.

A run has at most `max(250, length of the solution + 100)` steps; Reflexion has as many in each of
its trials. Without `--memory` each run begins with an empty memory, kept in its folder. With it,
agents begin with what that file holds: `--copies` of them (four, as in the paper) share the runs,
and each learns on in its own copy. `--frozen`: every run begins with the file as it is, and what it
learns is dropped.

"Deviated" are the steps at which the agent noted that the world had answered otherwise than it
expected. Such a deviation was repaired if the score rose after it.
"""

import json
import shutil
from collections.abc import Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field, replace
from functools import partial
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any

from clew.agents.base import Agent
from clew.agents.memory_kinds import memory_named
from clew.agents.rollout import Outcome, Step, read_trajectory, rollout
from clew.agents.trials import Trials
from clew.errors import UsageError
from clew.llm.base import Model
from clew.memory import Memory
from clew.plugins import AGENTS, MEMORIES
from clew.settings import ModelSettings
from clew.wiring import model_from
from experiments.prompt_tokens import Counting
from experiments.runs_in_folder import claim, completed, model_keeping, write_result
from experiments.scienceworld.seats import Golden, Seat, seat_named
from experiments.scienceworld.variations import Reached, ScienceWorlds, Solved, Worlds
from experiments.textworld.ledger import Ledger, Taken

__all__ = ["Ended", "Lane", "Run", "Trial", "measure", "read_runs"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What to play, by whom."""

    agent: str
    runs: tuple["Run", ...]
    out: Path
    settings: ModelSettings
    memory: Path | None = None
    """A trained memory."""
    frozen: bool = False
    copies: int = 4
    remember: str = ""
    """The agent's memory, if not its own."""
    trials: int = 0
    """How many, if not as many as it has."""
    options: Mapping[str, Any] = field(default_factory=dict)
    """Of the agent."""
    embedder: str = "default"
    """Of the memories; a trained one has its own."""
    seed: int = 0

    @property
    def seat(self) -> Seat:
        """What the agent needs."""
        seat = seat_named(self.agent)
        remember, trials = self.remember or seat.remember, self.trials or seat.trials
        return replace(seat, remember=remember, trials=trials)

    @property
    def about(self) -> dict[str, Any]:
        """What tells the runs from those of another measurement."""
        seat = self.seat
        return {
            "agent": self.agent,
            "model": self.settings.name,
            "memory_model": self.settings.memory or "",
            "remember": seat.remember,
            "trials": seat.trials,
            "trained": "" if self.memory is None else self.memory.name,
            "frozen": self.frozen,
            "copies": self.copies if self._shared else 0,
            "options": dict(self.options),
            "embedder": self.embedder,
            "seed": self.seed,
            "scienceworld": version("scienceworld"),
        }

    @property
    def _shared(self) -> bool:
        return self.memory is not None and not self.frozen

    def lanes(self) -> list["Lane"]:
        """Return the runs, those together that are played one after the other in one memory."""
        if not self._shared:
            return [Lane(number, (run,)) for number, run in enumerate(self.runs)]
        shares = [self.runs[first :: self.copies] for first in range(self.copies)]
        return [Lane(number, runs) for number, runs in enumerate(shares) if runs]


@dataclass(frozen=True, slots=True)
class Run:
    """One run."""

    task: str
    variation: int


@dataclass(frozen=True, slots=True)
class Lane:
    """Runs in one memory."""

    number: int
    runs: tuple[Run, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a run ended."""

    run: Run
    won: bool
    lost: bool
    scores: tuple[float, ...]
    """After each decision; with trials the best so far."""
    limit: int
    """Most steps of a trial."""
    gold: int
    """Steps of the solution."""
    before: float
    """The score before the answer, that is, before it rose for the last time."""
    goals: tuple[int, int]
    """Goals reached before the answer, and those that the solution reaches before its own."""
    decisions: int
    moves: int
    calls: int
    sent: tuple[int, ...]
    """Prompt tokens of each decision, as a language model would be sent them."""
    got: tuple[int, ...]
    fallbacks: int
    deviated: int
    repaired: int
    cost: float
    """US dollars actually paid."""
    seconds: float

    @property
    def score(self) -> float:
        """The last score."""
        return self.scores[-1]


def measure(
    trial: Trial, jobs: int = 1, worlds: Worlds | None = None, progress: Any = None
) -> list[Ended]:
    """Play every run without a result and return all results, in the order of the runs.

    Args:
        trial: what to play.
        jobs: lanes at the same time, each in a process of its own.
        worlds: where; ScienceWorld by default.
        progress: called after each lane with its results, and the numbers of lanes.

    Raises:
        UsageError: the folder belongs to another measurement; the agent cannot play with this
            model or memory; there is no trained memory.
        ModelError: the model is out of reach, or a budget is spent.
    """
    worlds = worlds or ScienceWorlds()
    _check(trial)
    kept, play = partial(_results, trial), partial(_played, trial, worlds)
    with claim(trial.out, trial.about):
        lanes = completed(trial.lanes(), kept, play, jobs, progress)
    ended = [one for lane in lanes for one in lane]
    by_run = {one.run: one for one in ended}
    return [by_run[run] for run in trial.runs]


def _check(trial: Trial) -> None:
    """Refuse what cannot be played, before anything is written."""
    MEMORIES.find(trial.seat.remember)
    if trial.memory is not None and not trial.memory.is_file():
        raise UsageError(f"no trained memory at {str(trial.memory)!r}; train one first")
    if trial.memory is not None and trial.seat.remember != "graph":
        raise UsageError("a trained memory is for --remember-with graph")
    settings = replace(trial.settings, mind=trial.seat.mind)
    if trial.seat.at:
        with Memory.open(embedder="hashing", model=settings) as memory:
            kept = memory_named(trial.seat.remember, memory=memory, model=memory.model)
            _made(trial, memory.model, kept, 0)


def _folder(trial: Trial, run: Run) -> Path:
    return trial.out / f"{run.task}-{run.variation}"


def _results(trial: Trial, lane: Lane) -> tuple[Ended, ...] | None:
    found = [one for run in lane.runs if (one := _result(_folder(trial, run))) is not None]
    return tuple(found) if len(found) == len(lane.runs) else None


def _result(folder: Path) -> Ended | None:
    path = folder / "result.json"
    if not path.exists():
        return None
    read = json.loads(path.read_text(encoding="utf-8"))
    lists = {name: tuple(read[name]) for name in ("scores", "goals", "sent", "got")}
    return Ended(**{**read, **lists, "run": Run(**read["run"])})


def read_runs(out: Path) -> tuple[dict[str, Any], list[Ended]]:
    """Return what a folder is about, and its finished runs, by name.

    Raises:
        UsageError: it is no folder of runs.
    """
    about = out / "about.json"
    if not about.exists():
        raise UsageError(f"{out} has no about.json; expected a folder of `scienceworld play`")
    found = [_result(path.parent) for path in sorted(out.glob("*/result.json"))]
    plain: dict[str, Any] = json.loads(about.read_text(encoding="utf-8"))
    return plain, [one for one in found if one is not None]


def _played(trial: Trial, worlds: Worlds, lane: Lane) -> tuple[Ended, ...]:
    """Play the runs of a lane that have no result, one after the other."""
    ended = []
    for run in lane.runs:
        done = _result(_folder(trial, run))
        ended.append(_play(trial, worlds, lane, run) if done is None else done)
    return tuple(ended)


def _play(trial: Trial, worlds: Worlds, lane: Lane, run: Run) -> Ended:
    folder = _folder(trial, run)
    folder.mkdir(parents=True, exist_ok=True)
    solved = worlds.solved(run.task, run.variation)
    own = folder / "memory.clew"
    path = trial.out / f"memory-{lane.number}.clew" if trial._shared else own
    with ExitStack() as stack:
        model = Counting(_model(trial, folder / "replies.clew", stack))
        memory = stack.enter_context(_memory(trial, path, model))
        env = stack.enter_context(
            closing(worlds.made(run.task, run.variation, admissible=trial.seat.admissible))
        )
        agent = _agent(trial, run, memory, model, solved)
        ended = _rolled(trial, run, env, agent, model, solved)
    write_result(folder / "result.json", ended)
    if trial.memory is not None and trial.frozen:
        for left in folder.glob("memory.clew*"):
            left.unlink()
    return ended


def _model(trial: Trial, replies: Path, stack: ExitStack) -> Model:
    """Return the model of a run; replies of a language model are kept."""
    settings = replace(trial.settings, mind=trial.seat.mind)
    if settings.name.partition(":")[0] == "rules":
        return model_from(settings)
    return model_keeping(settings, replies, stack)


def _memory(trial: Trial, path: Path, model: Model) -> Memory:
    """Return the memory of a run, first copied from the trained one, if there is one."""
    if trial.seat.remember not in ("graph", "rag"):
        return Memory.open(model=model, embedder=None)
    if trial.memory is not None and not path.exists():
        partial_copy = path.with_suffix(".part")
        shutil.copyfile(trial.memory, partial_copy)
        partial_copy.replace(path)
    embedder = "default" if path.exists() else trial.embedder
    return Memory.open(path, model=model, embedder=embedder)


def _agent(trial: Trial, run: Run, memory: Memory, model: Model, solved: Solved) -> Agent:
    if not trial.seat.at:
        return Golden(solved.actions)
    name, runs = f"{run.task}, variation {run.variation}", memory.runs()
    kept = memory_named(
        trial.seat.remember,
        memory=memory,
        model=model,
        run=name,
        resume=bool(runs) and runs[-1].name == name,
    )
    return _made(trial, model, kept, run.variation)


def _made(trial: Trial, model: Model, memory: Any, variation: int) -> Agent:
    seed = {"seed": trial.seed + variation} if trial.seat.at == "random" else {}
    agent: Agent = AGENTS.find(trial.seat.at)(model, memory, **trial.options, **seed)
    return agent


def _rolled(
    trial: Trial, run: Run, world: Any, agent: Agent, model: Counting, solved: Solved
) -> Ended:
    trajectory = _folder(trial, run) / "run.jsonl"
    ledger = Ledger.beside(trajectory, trajectory.with_suffix(".taken"))
    began = perf_counter()

    def repeated(line: Mapping[str, Any]) -> None:
        nonlocal began
        del line
        model.taken()  # for what was learned again; the ledger has it
        began = perf_counter()

    def watch(step: Step) -> None:
        nonlocal began
        del step
        tokens, now = model.taken(), perf_counter()
        ledger.add(Taken(tokens.sent, tokens.got, now - began))
        began = now

    reached = Reached.of(world)
    outcome = rollout(
        Trials(reached, solved.limit, trial.seat.trials),
        agent,
        seed=trial.seed,
        max_steps=solved.limit * trial.seat.trials,
        path=trajectory,
        watch=watch,
        repeated=repeated,
    )
    lines = list(read_trajectory(trajectory))
    return _ended(run, outcome, lines, reached, ledger.taken, solved)


def _ended(
    run: Run,
    outcome: Outcome,
    lines: Sequence[Mapping[str, Any]],
    reached: Reached,
    taken: Sequence[Taken],
    solved: Solved,
) -> Ended:
    before, goals = reached.before_answer()
    scores = tuple(line["score"] for line in lines)
    decisions = [line["decision"] for line in lines]
    deviated = [n for n, one in enumerate(decisions) if one["thoughts"].get("deviation")]
    return Ended(
        run=run,
        won=outcome.won,
        lost=outcome.lost,
        scores=scores,
        limit=solved.limit,
        gold=len(solved.actions),
        before=before,
        goals=(goals, solved.goals),
        decisions=outcome.decisions,
        moves=outcome.moves,
        calls=int(outcome.usage["calls"]),
        sent=tuple(one.sent for one in taken),
        got=tuple(one.got for one in taken),
        fallbacks=sum(bool(one["fallback"]) for one in decisions),
        deviated=len(deviated),
        # A line's deviation is that of the command before it.
        repaired=sum(scores[-1] > scores[max(n - 1, 0)] for n in deviated),
        cost=float(outcome.usage["cost"]),
        seconds=round(sum(one.seconds for one in taken), 3),
    )
