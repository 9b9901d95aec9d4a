"""The report of agents in ScienceWorld, beside the numbers of ReasonPlanner's paper.

A run's score is its last, the best of its trials; what a wrong answer takes away (-100) is not
taken away, as in the paper. Deviations are the standard deviations of a sample, as in its table.

A task of `paper.GUESSED` asks which of two answers is right, so that a guess may score 100. There
the report has a second reading: the answer counts only if there was an experiment before it, that
is, if the run had reached at least three quarters of the simulator's goals that its own solution
reaches before its answer. Without one, the score is that before the answer.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from clew.bench.reports import markdown_table
from clew.errors import UsageError
from experiments.charts import Lines, draw_curves
from experiments.scienceworld.paper import AGENTS, GUESSED, LENGTHS, MEANS, TABLE_1, TABLE_2
from experiments.scienceworld.play import Ended, Run, read_runs
from experiments.scienceworld.seats import seat_named
from experiments.scienceworld.statistics import anova, paired

__all__ = ["Group", "counted", "draw", "experimented", "groups_of", "of_groups"]

_ABOUT = (
    "Scores are the last of each run, the best of its trials: mean and deviation of a task's "
    "variations. The paper's numbers are of the first three test variations of each task, with "
    "GPT-4-Turbo. Deviated: steps at which the agent noted that the world had answered otherwise "
    "than expected; repaired: those after which the score rose. Tokens are those of the prompts "
    "that a language model would be sent, also where rules play."
)
_ONLY = (
    "A guess between two answers may score 100 here. An answer counts if, before it, the run had "
    "reached at least three quarters of the simulator's goals that its own solution has reached "
    "before its answer; else the score before the answer is taken."
)
_EXPERIMENT = 0.75
_SOON = 100
"""Steps after which a score is reported, too."""
Score = Callable[[Ended], float]


@dataclass(frozen=True, slots=True)
class Group:
    """The runs of one agent."""

    name: str
    about: Mapping[str, Any]
    runs: tuple[Ended, ...]

    def of(self, task: str) -> list[Ended]:
        """Return its runs of a task."""
        return [one for one in self.runs if one.run.task == task]

    def scores(self, score: Score) -> dict[Run, float]:
        """Return the score of each run."""
        return {one.run: score(one) for one in self.runs}


def groups_of(folders: Sequence[Path]) -> list[Group]:
    """Return the runs in folders, named by agent, model and what else makes them differ.

    Raises:
        UsageError: a folder has no finished run.
    """
    read = [(folder, *read_runs(folder)) for folder in folders]
    for folder, _, runs in read:
        if not runs:
            raise UsageError(f"{folder} has no finished run")
    return [Group(_named(about), about, tuple(runs)) for _, about, runs in read]


def _named(about: Mapping[str, Any]) -> str:
    """Return the agent's name, with what is not usual for it."""
    seat = seat_named(about["agent"])
    told = [about["agent"]]
    told += [about["model"]] if about["model"] != "rules" else []
    told += [f"{key} {value}" for key, value in about["options"].items()]
    told += [about["remember"]] if about["remember"] != seat.remember else []
    told += [f"{about['trials']} trials"] if about["trials"] != seat.trials else []
    told += [about["trained"]] if about["trained"] else []
    return ", ".join([*told, "frozen"] if about["frozen"] else told)


def experimented(one: Ended) -> bool:
    """Return whether there was an experiment before the answer, where a guess may be right."""
    reached, solved = one.goals
    return one.run.task not in GUESSED or reached >= _EXPERIMENT * solved


def counted(one: Ended) -> float:
    """Return the score, without that of an answer that no experiment came before."""
    return one.score if experimented(one) else one.before


def _last(one: Ended) -> float:
    return one.score


def _soon(one: Ended) -> float:
    return one.scores[:_SOON][-1]


def _mean(group: Group, score: Score) -> float:
    """Return the mean over tasks, each the mean of its runs."""
    tasks = dict.fromkeys(one.run.task for one in group.runs)
    return fmean(fmean(map(score, group.of(task))) for task in tasks)


def of_groups(groups: Sequence[Group]) -> tuple[dict[str, Any], str]:
    """Return the report as plain data and as Markdown."""
    tasks = [task for task in TABLE_1 if any(group.of(task) for group in groups)]
    parts = ["# ScienceWorld", _ABOUT]
    parts += ["## Scores (table 1)", _table_1(groups, tasks)]
    if any(group.of(task) for group in groups for task in GUESSED):
        parts += ["## If an answer counts only after an experiment", _ONLY, _table_guessed(groups)]
    parts += ["## World model and look-ahead (table 2)", _table_2(groups)]
    parts += ["## What runs took", _table_costs(groups)]
    compared = _compared(groups)
    parts += ["## Differences", *_differences(compared)] if compared else []
    plain = {"groups": [_plain(group) for group in groups], "compared": compared}
    return plain, "\n\n".join(parts) + "\n"


def _cell(runs: Sequence[Ended], score: Score) -> str:
    scores = [score(one) for one in runs]
    if not scores:
        return "-"
    return f"{fmean(scores):.2f} ± {stdev(scores):.1f}" if len(scores) > 1 else f"{scores[0]:.2f}"


def _table_1(groups: Sequence[Group], tasks: Sequence[str]) -> str:
    head = ["task", "", *(f"{agent} (paper)" for agent in AGENTS), *(g.name for g in groups)]
    rows = [
        [
            task,
            LENGTHS[task],
            *(f"{mean:.2f} ± {spread:.1f}" for mean, spread in TABLE_1[task].values()),
            *(_cell(group.of(task), _last) for group in groups),
        ]
        for task in tasks
    ]
    means = [f"{_mean(group, _last):.2f}" for group in groups]
    theirs = [f"{_papers(agent, tasks):.2f}" for agent in AGENTS]
    rows.append(["mean of these", "", *theirs, *means])
    if len(tasks) < len(TABLE_1):
        every = [f"{mean:.2f}" for mean in MEANS.values()]
        rows.append(["mean of thirty", "", *every, *("-" for _ in groups)])
    return markdown_table(head, rows)


def _papers(agent: str, tasks: Sequence[str]) -> float:
    return fmean(TABLE_1[task][agent][0] for task in tasks)


def _table_guessed(groups: Sequence[Group]) -> str:
    tasks = [task for task in GUESSED if any(group.of(task) for group in groups)]
    head = ["task", *(group.name for group in groups)]
    rows = [[task, *(_guessed(group.of(task)) for group in groups)] for task in tasks]
    rows.append(["mean of all tasks", *(f"{_mean(group, counted):.2f}" for group in groups)])
    return markdown_table(head, rows)


def _guessed(runs: Sequence[Ended]) -> str:
    done = sum(map(experimented, runs))
    return f"{_cell(runs, counted)} ({done} of {len(runs)} with an experiment)" if runs else "-"


def _table_2(groups: Sequence[Group]) -> str:
    names = [group.name for group in groups]
    head = ["task", "without (paper)", "with (paper)", *names]
    rows = [
        [task, *(f"{one:.2f}" for one in paper), *(_cell(g.of(task), _last) for g in groups)]
        for task, paper in TABLE_2.items()
    ]
    return markdown_table(head, rows)


def _plain(group: Group) -> dict[str, Any]:
    """Return what a group's runs scored and took; per step: for each decision."""
    runs, steps = group.runs, sum(one.decisions for one in group.runs)
    deviated = sum(one.deviated for one in runs)
    return {
        "name": group.name,
        **group.about,
        "runs": len(runs),
        "won": sum(one.won for one in runs),
        "lost": sum(one.lost for one in runs),
        "score": _mean(group, _last),
        "counted": _mean(group, counted),
        "after_100": _mean(group, _soon),
        "steps": fmean(one.decisions for one in runs),
        "calls": sum(one.calls for one in runs) / steps,
        "sent": sum(map(sum, (one.sent for one in runs))) / steps,
        "got": sum(map(sum, (one.got for one in runs))) / steps,
        "first": fmean(fmean(one.sent[:10]) for one in runs),
        "last": fmean(fmean(one.sent[-10:]) for one in runs),
        "seconds": sum(one.seconds for one in runs) / steps,
        "dollars": sum(one.cost for one in runs),
        "fallbacks": sum(one.fallbacks for one in runs) / steps,
        "deviated": deviated / steps,
        "repaired": sum(one.repaired for one in runs) / deviated if deviated else None,
    }


def _table_costs(groups: Sequence[Group]) -> str:
    head = ["", "runs", "won", "lost", "score", f"after {_SOON} steps", "steps", "calls a step",
            "tokens sent a step", "first 10", "last 10", "got", "seconds a step", "paid, $",
            "fallbacks", "deviated", "of these repaired"]  # fmt: skip
    rows = []
    for one in map(_plain, groups):
        whole = [f"{one[key]}" for key in ("runs", "won", "lost")]
        scores = [f"{one[key]:.2f}" for key in ("score", "after_100")]
        costs = [f"{one['steps']:.1f}", f"{one['calls']:.2f}"]
        costs += [f"{one[key]:.0f}" for key in ("sent", "first", "last", "got")]
        costs += [f"{one['seconds']:.3f}", f"{one['dollars']:.2f}"]
        shares = ["-" if one[key] is None else f"{one[key]:.1%}"
                  for key in ("fallbacks", "deviated", "repaired")]  # fmt: skip
        rows.append([one["name"], *whole, *scores, *costs, *shares])
    return markdown_table(head, rows)


def _compared(groups: Sequence[Group]) -> dict[str, Any]:
    """Return the analysis of variance, and the paired differences of the first group to others."""
    if len(groups) < 2 or max(len(group.runs) for group in groups) < 2:
        return {}
    found = anova([[one.score for one in group.runs] for group in groups])
    first, *rest = groups
    ours = first.scores(_last)
    differences = {
        other.name: None if (one := paired(ours, other.scores(_last))) is None else list(one)
        for other in rest
    }
    return {"anova": found._asdict(), "first": first.name, "minus": differences}


def _differences(compared: Mapping[str, Any]) -> list[str]:
    found = compared["anova"]
    p = "p < 0.001" if found["p"] < 0.001 else f"p = {found['p']:.3f}"
    told = f"F({found['between']}, {found['within']}) = {found['f']:.2f}, {p}"
    rows = [
        [f"minus {name}", "-" if one is None else f"{one[0]:.2f} [{one[1]:.2f}, {one[2]:.2f}]"]
        for name, one in compared["minus"].items()
    ]
    return [
        f"One-way analysis of variance over all runs, as in the paper (there p < 0.001): {told}.",
        markdown_table([compared["first"], "mean difference, 95 % bootstrap, by variation"], rows),
    ]


def draw(out: Path, groups: Sequence[Group]) -> list[Path]:
    """Draw figure 4, the score over steps: of all runs, and of each task; return the PNGs."""
    tasks = [task for task in TABLE_1 if any(group.of(task) for group in groups)]
    every = {"all tasks": {group.name: _curve(group.runs) for group in groups}}
    written = [draw_curves(out / "curve.png", every, "score", "steps")]
    for task in tasks:
        lines: Lines = {g.name: _curve(runs) for g in groups if (runs := g.of(task))}
        written.append(draw_curves(out / f"curve-{task}.png", {task: lines}, "score", "steps"))
    return written


def _curve(runs: Sequence[Ended]) -> list[tuple[float, float]]:
    """Return mean and standard error after each step; a run that has ended keeps its score."""
    longest = max(len(one.scores) for one in runs)
    curve = []
    for at in range(longest):
        now = [one.scores[min(at, len(one.scores) - 1)] for one in runs]
        curve.append((fmean(now), stdev(now) / len(now) ** 0.5 if len(now) > 1 else 0.0))
    return curve
