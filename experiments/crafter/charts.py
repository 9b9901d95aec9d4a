"""The figures of a comparison in Multi-Agent Crafter, as PNG."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from matplotlib.figure import Figure

from clew.envs.crafter.tech_tree import TASKS
from experiments.charts import COLOURS, draw_curves
from experiments.crafter.paper import FIRSTS
from experiments.crafter.report import Row, curve, grouped, rows_of
from experiments.crafter.run import Ended

__all__ = ["write_all"]

_STYLES = ("--", ":", "-.")
Steps = Mapping[str, Sequence[float]]
"""Name -> mean first step of each of the ten tasks."""


def write_all(out: Path, ended: Sequence[Ended], limit: int) -> list[Path]:
    """Draw figure 6: `tasks.png`, the first step of each task, and `curves.png`, tasks over time.

    Args:
        out: the folder.
        ended: all runs.
        limit: most steps.
    """
    rows = rows_of(ended, limit)
    numbers = dict.fromkeys(row.agents for row in rows)
    firsts = {
        f"{_agents(number)}": {
            _short(row): [row.firsts[task][0] for task in TASKS]
            for row in rows
            if row.agents == number
        }
        for number in numbers
    }
    papers = {
        f"DAMCS: {agents} {setting}": [steps[task][0] for task in TASKS]
        for (setting, agents), steps in FIRSTS.items()
    }
    longest = max((one.steps for one in ended if one.won), default=limit)
    groups = grouped(ended)
    panels = {
        _agents(number): {
            _short(row): curve(groups[row.model, row.setting, row.agents], longest)
            for row in rows
            if row.agents == number
        }
        for number in numbers
    }
    return [
        _draw_tasks(out / "tasks.png", firsts, papers),
        draw_curves(out / "curves.png", panels, "tasks done, of ten", "steps"),
    ]


def _agents(number: int) -> str:
    return f"{number} agent{'s' if number > 1 else ''}"


def _short(row: Row) -> str:
    """Return the name of an arm without its number of agents."""
    return row.name.partition(", ")[2]


def _draw_tasks(path: Path, panels: Mapping[str, Steps], papers: Steps) -> Path:
    """Draw a panel for each number of agents, each with DAMCS's results in grey."""
    figure = Figure(figsize=(5.5 * len(panels), 4.5), layout="constrained")
    every = figure.subplots(1, len(panels), squeeze=False, sharey=True)[0]
    across = range(len(TASKS))
    names = list(dict.fromkeys(name for lines in panels.values() for name in lines))
    for axes, (title, lines) in zip(every, panels.items(), strict=True):
        for number, (name, steps) in enumerate(papers.items()):
            axes.plot(across, steps, color="#999999", linestyle=_STYLES[number], label=name)
        for name, steps in lines.items():
            number = names.index(name)
            axes.plot(across, steps, marker="o", markersize=3, label=name,
                      color=COLOURS[number % len(COLOURS)])  # fmt: skip
        axes.set_title(title)
        told = [task.removeprefix("collect_") for task in TASKS]
        axes.set_xticks(across, [name.replace("_", " ") for name in told], rotation=60, ha="right")
        axes.legend(loc="upper left", fontsize="small")
    every[0].set_ylim(bottom=0)  # after drawing, since the panels share it
    every[0].set_ylabel("first step, mean over seeds")
    # No date and no version in the file: the same numbers give the same bytes.
    figure.savefig(path, dpi=120, metadata={"Software": None})
    return path
