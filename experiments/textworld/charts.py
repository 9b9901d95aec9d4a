"""The figures of a comparison in text worlds, as PNG."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from clew.bench.bootstrap import Estimate
from experiments.charts import Lines, draw_curves, draw_groups
from experiments.textworld.report import DIFFICULTIES, LEVELS, PAIRS, curve, rows_of, steps_spent
from experiments.textworld.run import Ended
from experiments.textworld.worlds import TASKS

__all__ = ["write_all"]


def write_all(
    out: Path,
    ended: Sequence[Ended],
    humans: Mapping[str, Sequence[Ended]],
    supplied: Mapping[str, Mapping[str, float]],
) -> list[Path]:
    """Draw charts for the runs there are: curves and tokens of each task, pairs, success, levels.

    Args:
        out: the folder.
        ended: all runs.
        humans: runs that people played, by task.
        supplied: task -> name -> normalised score of others; shown next to the levels.

    Returns:
        The files: `curve-TASK.png`, of all runs and of the best three side by side;
        `tokens-TASK.png`; `MEDIUM-and-HARD.png`, the best three; `success.png`; `levels.png`.
    """
    tasks = list(dict.fromkeys(one.run.task for one in ended))
    written = []
    for task in tasks:
        runs = [one for one in (*ended, *humans.get(task, ())) if one.run.task == task]
        panels = {
            f"{task}, all runs": _curves(runs, task, best=False),
            f"{task}, best three": _curves(runs, task, best=True),
        }
        written.append(draw_curves(out / f"curve-{task}.png", panels, "normalised score"))
        spent: Lines = {
            name: [(tokens, 0.0) for tokens in steps_spent(group)]
            for name, group in _named([one for one in runs if any(one.sent)]).items()
        }
        if spent:
            path = out / f"tokens-{task}.png"
            written.append(
                draw_curves(
                    path, {f"{task}, runs still going": spent}, "prompt tokens of a decision"
                )
            )
    for medium, hard in PAIRS:
        if medium in tasks and hard in tasks:
            panels = {
                task: _curves([one for one in ended if one.run.task == task], task, best=True)
                for task in (medium, hard)
            }
            path = out / f"{medium}-and-{hard}.png"
            written.append(draw_curves(path, panels, "normalised score, best three"))
    return written + _bars(out, ended, supplied)


def _named(runs: Sequence[Ended]) -> dict[str, list[Ended]]:
    groups: dict[str, list[Ended]] = {}
    for one in runs:
        memory = one.run.remembering
        plain = memory if one.run.model == "rules" else f"{memory}, {one.run.model}"
        groups.setdefault(plain, []).append(one)
    return groups


def _curves(runs: Sequence[Ended], task: str, *, best: bool) -> Lines:
    limit = TASKS[task].limit
    return {name: curve(group, limit, best=best) for name, group in _named(runs).items()}


def _bars(
    out: Path, ended: Sequence[Ended], supplied: Mapping[str, Mapping[str, float]]
) -> list[Path]:
    rows = rows_of(ended)
    success = {
        task: {row.name: Estimate(*[row.won / row.runs] * 3) for row in rows if row.task == task}
        for task in DIFFICULTIES
    }
    levels = {
        task: {
            row.name: Estimate(row.score, row.score - row.spread, row.score + row.spread)
            for row in rows
            if row.task == task
        }
        for task in LEVELS
    }
    for task, values in levels.items():
        others = supplied.get(task, {}) if values else {}
        values.update({f"{name} (given)": Estimate(*[one] * 3) for name, one in others.items()})
    written = []
    for name, label, groups in (
        ("success", "share of meals cooked", success),
        ("levels", "normalised score, mean ± deviation", levels),
    ):
        if shown := {task: bars for task, bars in groups.items() if bars}:
            written.append(draw_groups(out / f"{name}.png", label, shown))
    return written
