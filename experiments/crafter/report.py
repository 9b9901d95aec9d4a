"""Statistics of runs in Multi-Agent Crafter: DAMCS's table 1, steps saved, messages, cost.

An arm is a setting with a number of agents and a model. The first step of a task is that of the
first agent to do it; in every mean, an undone task counts as done at the limit. Deviations are
sample deviations, as in the authors' results.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean, median, stdev

import numpy as np

from clew.bench.bootstrap import Estimate, mean_interval
from clew.envs.crafter.tech_tree import TASKS
from clew.errors import UsageError
from experiments.crafter.run import Ended

__all__ = [
    "DEVELOPED",
    "GOAL",
    "Compared",
    "Row",
    "arm_name",
    "compared",
    "curve",
    "grouped",
    "rows_of",
    "saved",
]

DEVELOPED = range(100)
"""The seeds that the offline mind was made with."""
GOAL = TASKS[-1]
"""The diamond."""
_VARIANTS = ("broadcast", "free", "oracle-comm")
"""Settings that change one thing in MemComm."""
Arm = tuple[str, str, int]
"""Model, setting, agents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """All runs of one arm."""

    model: str
    setting: str
    agents: int
    runs: int
    won: int
    dead: int
    """Runs in which an agent died."""
    stuck: int
    """Runs in which agents went to and fro, or nobody got anywhere."""
    firsts: Mapping[str, tuple[float, float, float]]
    """Task -> mean and deviation of its first step, and the share of runs that did it."""
    middle: float
    """Median step of the diamond."""
    messages: float
    """Messages per step, over all agents."""
    said: float
    """Message tokens per step."""
    asked: float
    """Decisions per agent and step."""
    sent: float
    """Prompt tokens per step, over all agents."""
    got: float
    """Output tokens per step, over all agents."""
    fallbacks: float
    """Failed questions per run."""
    cost: float
    """US dollars per run."""
    seconds: float
    """Seconds per step."""

    @property
    def name(self) -> str:
        """Agents, setting and model; without the model where rules play."""
        return arm_name((self.model, self.setting, self.agents))


def arm_name(arm: Arm) -> str:
    """Return an arm in words.

    >>> arm_name(("rules", "memcomm", 6)), arm_name(("openai:gpt-4o", "mem", 1))
    ('6 agents, memcomm', '1 agent, mem, openai:gpt-4o')
    """
    model, setting, agents = arm
    told = f"{agents} agent{'s' if agents > 1 else ''}, {setting}"
    return told if model == "rules" else f"{told}, {model}"


def grouped(ended: Iterable[Ended]) -> dict[Arm, list[Ended]]:
    """Return the runs of each arm, in input order."""
    groups: dict[Arm, list[Ended]] = {}
    for one in ended:
        groups.setdefault((one.run.model, one.run.setting, one.run.agents), []).append(one)
    return groups


def rows_of(ended: Sequence[Ended], limit: int) -> list[Row]:
    """Return a row for each arm, in the order of the runs."""
    return [_row(arm, runs, limit) for arm, runs in grouped(ended).items()]


def _row(arm: Arm, runs: Sequence[Ended], limit: int) -> Row:
    steps = sum(one.steps for one in runs)
    turns = steps * arm[2]
    return Row(
        model=arm[0],
        setting=arm[1],
        agents=arm[2],
        runs=len(runs),
        won=sum(one.won for one in runs),
        dead=sum(one.alive < arm[2] for one in runs),
        stuck=sum(one.stuck for one in runs),
        firsts={task: _first(task, runs, limit) for task in TASKS},
        middle=median(_steps(one, GOAL, limit) for one in runs),
        messages=sum(one.messages for one in runs) / steps,
        said=sum(one.said for one in runs) / steps,
        asked=sum(one.decisions for one in runs) / turns,
        sent=sum(one.sent for one in runs) / steps,
        got=sum(one.got for one in runs) / steps,
        fallbacks=fmean(one.fallbacks for one in runs),
        cost=fmean(one.cost for one in runs),
        seconds=sum(one.seconds for one in runs) / steps,
    )


def _steps(one: Ended, task: str, limit: int) -> int:
    return min(one.firsts.get(task, limit), limit)


def _first(task: str, runs: Sequence[Ended], limit: int) -> tuple[float, float, float]:
    steps = [_steps(one, task, limit) for one in runs]
    spread = stdev(steps) if len(steps) > 1 else 0.0
    return fmean(steps), spread, fmean(task in one.firsts for one in runs)


def curve(runs: Sequence[Ended], limit: int) -> list[tuple[float, float]]:
    """Return mean and deviation of the number of tasks done after each of `limit` steps."""
    lines = [
        [sum(first <= step for first in one.firsts.values()) for step in range(1, limit + 1)]
        for one in runs
    ]
    return [
        (fmean(column), stdev(column) if len(column) > 1 else 0.0)
        for column in zip(*lines, strict=True)
    ]


def _winning(runs: Sequence[Ended]) -> list[Ended]:
    return [one for one in runs if one.won]


def _paired(
    ours: Sequence[Ended], base: Sequence[Ended], limit: int
) -> tuple[list[float], list[float]]:
    """Return the steps of the diamond, seed by seed, where both arms have a run."""
    there = {one.run.seed: float(_steps(one, GOAL, limit)) for one in base}
    pairs = [
        (float(_steps(one, GOAL, limit)), there[one.run.seed])
        for one in ours
        if one.run.seed in there
    ]
    return [first for first, _ in pairs], [second for _, second in pairs]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """One arm compared with another, seed by seed."""

    name: str
    base: str
    seeds: int
    sooner: int
    later: int
    difference: Estimate
    """Steps to the diamond, ours minus the base's."""
    fewer: Estimate
    """Share of the base's steps saved."""
    both: int
    """Seeds in which both got the diamond."""
    where_both: Estimate | None
    """Share saved in only these seeds, where no failure counts as the limit."""


def compared(ended: Sequence[Ended], limit: int) -> list[Compared]:
    """Compare every arm with one agent with memory, and talking teams with silent ones."""
    groups = grouped(ended)
    found = []
    for arm, runs in groups.items():
        model, setting, agents = arm
        bases = [(model, "mem", 1)]
        bases += [(model, "mem", agents)] if agents > 1 and setting != "mem" else []
        bases += [(model, "memcomm", agents)] if setting in _VARIANTS else []
        for base in bases:
            if base == arm or base not in groups:
                continue
            ours, theirs = _paired(runs, groups[base], limit)
            if not ours:
                continue
            won = _paired(_winning(runs), _winning(groups[base]), limit)
            changes = [mine - other for mine, other in zip(ours, theirs, strict=True)]
            found.append(
                Compared(
                    name=arm_name(arm),
                    base=arm_name(base),
                    seeds=len(changes),
                    sooner=sum(change < 0 for change in changes),
                    later=sum(change > 0 for change in changes),
                    difference=mean_interval(changes),
                    fewer=saved(ours, theirs),
                    both=len(won[0]),
                    where_both=saved(*won) if won[0] else None,
                )
            )
    return found


def saved(
    ours: Sequence[float], base: Sequence[float], *, resamples: int = 10_000, seed: int = 0
) -> Estimate:
    """Return the share by which the mean of a cost is below that of a base, over pairs.

    Half the base's cost is .5; more than the base's cost is below 0. The 95 % interval is a
    percentile bootstrap over the pairs.

    Raises:
        UsageError: there are no pairs, one is incomplete, or the base costs nothing.
    """
    if not ours or len(ours) != len(base):
        raise UsageError(f"expected pairs, got {len(ours)} values and {len(base)} of the base")
    pairs = np.asarray([ours, base], dtype=np.float64)
    if (pairs[1] <= 0).any():
        raise UsageError(f"expected a base above 0, got {min(base)}")
    drawn = np.random.default_rng(seed).integers(0, len(base), size=(resamples, len(base)))
    means = pairs[:, drawn].mean(2)
    low, high = np.quantile(1 - means[0] / means[1], (0.025, 0.975))
    whole = pairs.mean(1)
    return Estimate(float(1 - whole[0] / whole[1]), float(low), float(high))
