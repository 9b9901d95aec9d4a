"""Runs of teams in Multi-Agent Crafter: settings x agents x models x seeds, in processes.

    python -m experiments crafter --settings NAMES --agents NUMBERS --seeds RANGES --out FOLDER

Every run has a trajectory, `runs/MODEL/SETTING/AGENTS/SEED.jsonl`, and a result next to it when
finished (`.json`), computed from the trajectory. A run with a result is not played again; an
interrupted run starts over. That costs little: rules are free, and language model replies are kept
in `SEED.clew` and requested once.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, fields
from functools import partial
from importlib.metadata import version
from pathlib import Path
from time import perf_counter

from clew.agents.damcs.memory import TeamMemory
from clew.agents.damcs.settings import SETTINGS
from clew.agents.damcs.team import made, rollout
from clew.agents.damcs.trajectory import read_trajectory
from clew.envs.crafter.parallel import parallel_env
from clew.envs.crafter.tech_tree import TASKS
from clew.errors import UnknownNameError, UsageError
from clew.llm.base import Model
from clew.llm.rules import RuleModel
from clew.minds.crafter.responding import RULES
from clew.settings import ModelSettings
from experiments.crafter.stuck import stuck_in
from experiments.prompt_tokens import Counting
from experiments.runs_in_folder import claim, completed, folder_of, model_keeping, write_result

__all__ = ["Ended", "Run", "Trial", "ended_of", "measure", "plan", "play", "seeds_named"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What to run."""

    settings: tuple[str, ...]
    """Names; `NAME:N` is run only with N agents."""
    agents: tuple[int, ...]
    models: Mapping[str, ModelSettings]
    seeds: tuple[int, ...]
    out: Path
    limit: int = 500
    """Most steps of a run; tasks not done count as done at this step."""
    zombies: bool = False
    """Whether there are zombies and skeletons."""
    area: tuple[int, int] = (64, 64)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One run."""

    model: str
    setting: str
    agents: int
    seed: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """How a run ended."""

    run: Run
    won: bool
    steps: int
    alive: int
    """Agents alive at the last step."""
    firsts: Mapping[str, int]
    """Task of the paper's table 1 -> the step of the first agent that did it; absent if undone."""
    decisions: int
    """Questions answered, over all agents."""
    fallbacks: int
    """Questions that the model failed to answer."""
    sent: int
    """Tokens of the prompts, as a language model would be sent them."""
    got: int
    """Tokens of the answers (the paper's output tokens)."""
    messages: int
    """Messages sent; one to several agents counts once."""
    said: int
    """Tokens of the messages."""
    stuck: bool
    """Whether agents went to and fro, or nobody got anywhere (`stuck_in`)."""
    reseeded: int
    """Maps without a reachable diamond, drawn before this one."""
    cost: float
    """US dollars actually paid."""
    seconds: float


def seeds_named(given: str) -> tuple[int, ...]:
    """Return the seeds of comma-separated ranges, each once, in order.

    >>> seeds_named("0-3, 10")
    (0, 1, 2, 3, 10)

    Raises:
        UsageError: it is not such a list.
    """
    found: dict[int, None] = {}
    for part in filter(None, (each.strip() for each in given.split(","))):
        first, dash, last = part.partition("-")
        if not first.isdecimal() or (dash and not last.isdecimal()):
            raise UsageError(f"expected seeds like 0-9 or 0-4,7, got {given!r}")
        found.update(dict.fromkeys(range(int(first), int(last or first) + 1)))
    if not found:
        raise UsageError(f"expected seeds like 0-9 or 0-4,7, got {given!r}")
    return tuple(found)


def plan(trial: Trial) -> list[Run]:
    """Return all runs of a trial, in order; settings with messages need several agents.

    Raises:
        UnknownNameError: there is no such setting.
        UsageError: a setting's colon is not followed by a number of agents, or there is no run.
    """
    arms = [_restricted(given, trial.agents) for given in trial.settings]
    found = [
        Run(model=model, setting=setting, agents=agents, seed=seed)
        for model in trial.models
        for agents in trial.agents
        for setting, only in arms
        if agents in only and (agents > 1 or SETTINGS[setting].topology == "alone")
        for seed in trial.seeds
    ]
    if not found:
        given = ",".join(trial.settings) or "none"
        raise UsageError(
            f"expected settings of {', '.join(SETTINGS)}, those that talk with several agents; got "
            f"{given} with {', '.join(map(str, trial.agents))}: there is nothing to run"
        )
    return found


def _restricted(given: str, agents: tuple[int, ...]) -> tuple[str, tuple[int, ...]]:
    """Return a setting and its numbers of agents; `oracle:1` runs with one only."""
    name, colon, only = given.partition(":")
    if name not in SETTINGS:
        raise UnknownNameError("setting", name, SETTINGS)
    if colon and not only.isdecimal():
        raise UsageError(f"expected a setting like oracle:1, got {given!r}")
    return name, (int(only),) if colon else agents


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
    with _claim(trial):
        return completed(runs, partial(_result, trial), partial(play, trial), processes, progress)


def _claim(trial: Trial) -> AbstractContextManager[None]:
    """Hold the folder, and record what it is for, so that runs of other worlds do not mix."""
    about = {
        "limit": trial.limit,
        "zombies": trial.zombies,
        "area": list(trial.area),
        "crafter": version("crafter"),
    }
    return claim(trial.out, about)


def _place(trial: Trial, run: Run, suffix: str) -> Path:
    folder = trial.out / "runs" / folder_of(run.model) / run.setting / str(run.agents)
    return folder / f"{run.seed}{suffix}"


def _result(trial: Trial, run: Run) -> Ended | None:
    path = _place(trial, run, ".json")
    if not path.exists():
        return None
    told = json.loads(path.read_text(encoding="utf-8"))
    if missing := {each.name for each in fields(Ended)} - {*told}:
        raise UsageError(
            f"{path} is by another version of clew and lacks {', '.join(sorted(missing))}: measure "
            "into another folder, or remove it and it is played again"
        )
    return Ended(**{**told, "run": run})


def play(trial: Trial, run: Run) -> Ended:
    """Play one run and write its trajectory and result."""
    trajectory, result = _place(trial, run, ".jsonl"), _place(trial, run, ".json")
    trajectory.parent.mkdir(parents=True, exist_ok=True)
    trajectory.unlink(missing_ok=True)
    began = perf_counter()
    with ExitStack() as stack:
        given = trial.models[run.model]
        model = Counting(_model(given, _place(trial, run, ".clew"), stack), whole=True)
        env = parallel_env(
            run.agents,
            observation="text",
            length=trial.limit,
            area=trial.area,
            zombies=trial.zombies,
            skeletons=trial.zombies,
        )
        memory = stack.enter_context(TeamMemory())
        team = made(env.game.settings, SETTINGS[run.setting], memory.of, map=env.game.full_map)
        rollout(env, team, model, seed=run.seed, max_steps=trial.limit, path=trajectory)
    sent = model.taken().sent
    ended = ended_of(run, trajectory, sent=sent, seconds=round(perf_counter() - began, 3))
    write_result(result, ended)
    return ended


def _by_rules(settings: ModelSettings) -> bool:
    return settings.name.partition(":")[0] == "rules"


def _model(settings: ModelSettings, replies: Path, stack: ExitStack) -> Model:
    """Return the model of a run; replies of a language model are kept."""
    if _by_rules(settings):
        return RuleModel(RULES)
    return model_keeping(settings, replies, stack)


def ended_of(run: Run, path: Path, *, sent: int = 0, seconds: float = 0.0) -> Ended:
    """Return how the run of a trajectory ended.

    Args:
        run: which one.
        path: its trajectory, of at least one step.
        sent: tokens of the prompts, which the trajectory does not hold.
        seconds: how long it took.
    """
    about, *steps = read_trajectory(path)
    firsts: dict[str, int] = {}
    for step in steps:
        for acted in step["agents"].values():
            for name in acted["unlocked"]:
                if name in TASKS:
                    firsts.setdefault(name, step["step"])
    acts = [acted for step in steps for acted in step["agents"].values()]
    return Ended(
        run=run,
        won=steps[-1]["winner"] is not None,
        steps=len(steps),
        alive=sum(not acted["died"] for acted in steps[-1]["agents"].values()),
        firsts=firsts,
        decisions=sum(acted["response"] is not None for acted in acts),
        fallbacks=sum(bool(acted["failure"]) for acted in acts),
        sent=sent,
        got=sum(acted["output_tokens"] for acted in acts),
        messages=sum(acted["message"] is not None for acted in acts),
        said=sum(acted["message_tokens"] for acted in acts),
        stuck=stuck_in(steps),
        reseeded=about["about"]["reseeded"],
        cost=sum(acted["usage"]["cost"] for acted in acts),
        seconds=seconds,
    )
