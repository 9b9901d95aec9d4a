"""The report of a comparison in Multi-Agent Crafter, as plain data and as Markdown."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from clew.bench.bootstrap import Estimate
from clew.bench.reports import markdown_table
from clew.envs.crafter.tech_tree import TASKS
from clew.text import counted
from experiments.crafter.bars import Bar, bars_of
from experiments.crafter.paper import DIAMOND, FIRSTS, WORDS
from experiments.crafter.report import (
    DEVELOPED,
    GOAL,
    Compared,
    Row,
    arm_name,
    compared,
    grouped,
    rows_of,
)
from experiments.crafter.run import Ended, Trial

__all__ = ["of_runs"]


def of_runs(trial: Trial, ended: Sequence[Ended]) -> tuple[dict[str, Any], str]:
    """Return the report as plain data and as Markdown."""
    limit = trial.limit
    rows, pairs = rows_of(ended, limit), compared(ended, limit)
    bars = bars_of(rows, pairs)
    plain = {
        "limit": limit,
        "zombies": trial.zombies,
        "seeds": list(trial.seeds),
        "rows": [asdict(row) for row in rows],
        "compared": [asdict(pair) for pair in pairs],
        "bars": [asdict(bar) for bar in bars],
        "runs": [asdict(one) for one in ended],
        "paper": {arm_name(("DAMCS", *arm)): value for arm, value in DIAMOND.items()},
    }
    parts = [
        "# Multi-Agent Crafter",
        _about(trial, ended),
        *_bars(bars),
        "## Diamonds",
        _diamonds(rows, ended),
        "## First step of each task, any agent (table 1)",
        _table_1(rows),
        "Mean ± deviation of the sample; a share in brackets where not every run did it. "
        "DAMCS: five runs of GPT-4o each, from its authors' results.",
        *_comparisons(pairs),
        "## Messages and tokens",
        _costs(rows),
        WORDS,
    ]
    return plain, "\n\n".join(parts) + "\n"


def _about(trial: Trial, ended: Sequence[Ended]) -> str:
    again = {one.run.seed: one.reseeded for one in ended if one.reseeded}
    drawn = ", ".join(f"{seed} ({count})" for seed, count in sorted(again.items()))
    return (
        f"Models: {', '.join(trial.models)}; {counted(len(trial.seeds), 'seed')}; at most "
        f"{trial.limit} steps; zombies and skeletons {'on' if trial.zombies else 'off'}. A task "
        "that was not done counts as done at the limit. Seeds whose first map has no diamond that "
        f"can be reached, and how many maps were thrown away: {drawn or 'none'}."
    )


def _spread(first: tuple[float, float, float]) -> str:
    mean, spread, share = first
    told = f"{mean:.1f} ± {spread:.1f}"
    return told if share == 1 else f"{told} ({share:.2f})"


def _diamonds(rows: Sequence[Row], ended: Sequence[Ended]) -> str:
    groups = grouped(ended)
    head = ["", "runs", "diamonds", "of seeds 0-99", "of others", "steps", "median",
            "DAMCS", "an agent died", "stuck"]  # fmt: skip
    cells = []
    for row in rows:
        runs = groups[row.model, row.setting, row.agents]
        paper = DIAMOND.get((row.setting, row.agents))
        cells.append(
            [
                row.name,
                str(row.runs),
                str(row.won),
                *(_won(runs, developed=each) for each in (True, False)),
                _spread((*row.firsts[GOAL][:2], 1.0)),
                f"{row.middle:.1f}",
                "-" if paper is None else f"{paper:.0f}",
                str(row.dead),
                str(row.stuck),
            ]
        )
    return markdown_table(head, cells)


def _won(runs: Sequence[Ended], *, developed: bool) -> str:
    those = [one for one in runs if (one.run.seed in DEVELOPED) is developed]
    return f"{sum(one.won for one in those)} of {len(those)}" if those else "-"


def _table_1(rows: Sequence[Row]) -> str:
    papers = [arm for arm in FIRSTS if any((row.setting, row.agents) == arm for row in rows)]
    head = ["task", *(row.name for row in rows), *(_of_paper(arm) for arm in papers)]
    cells = [
        [
            task.replace("_", " "),
            *(_spread(row.firsts[task]) for row in rows),
            *(_spread((*FIRSTS[arm][task], 1.0)) for arm in papers),
        ]
        for task in TASKS
    ]
    return markdown_table(head, cells)


def _of_paper(arm: tuple[str, int]) -> str:
    return f"{arm_name(('rules', *arm))}: DAMCS"


def _comparisons(pairs: Sequence[Compared]) -> list[str]:
    if not pairs:
        return []
    head = ["", "against", "seeds", "sooner", "later", "steps to the diamond", "fewer steps",
            "where both got it"]  # fmt: skip
    cells = [
        [
            pair.name,
            pair.base,
            *map(str, (pair.seeds, pair.sooner, pair.later)),
            _interval(pair.difference, 1, ""),
            _interval(pair.fewer, 100, " %"),
            "-"
            if pair.where_both is None
            else f"{pair.both}: {_interval(pair.where_both, 100, ' %')}",
        ]
        for pair in pairs
    ]
    return [
        "## Steps saved, paired by seed",
        markdown_table(head, cells),
        "With 95 % bootstrap intervals over the seeds.",
    ]


def _interval(estimate: Estimate, scale: float, unit: str) -> str:
    mean, low, high = (scale * each for each in estimate)
    return f"{mean:+.1f}{unit} [{low:+.1f}, {high:+.1f}]"


def _costs(rows: Sequence[Row]) -> str:
    head = ["", "messages a step", "their tokens", "decisions of an agent a step",
            "prompt tokens a step", "output tokens a step", "fallbacks a run", "$ a run",
            "ms a step"]  # fmt: skip
    cells = [
        [
            row.name,
            *(f"{each:.2f}" for each in (row.messages, row.said, row.asked)),
            *(f"{each:.0f}" for each in (row.sent, row.got)),
            f"{row.fallbacks:.1f}",
            f"{row.cost:.2f}",
            f"{1000 * row.seconds:.0f}",
        ]
        for row in rows
    ]
    return markdown_table(head, cells)


def _bars(bars: Sequence[Bar]) -> list[str]:
    if not bars:
        return []
    cells = [[bar.what, bar.bar, bar.got, "met" if bar.met else "missed"] for bar in bars]
    return ["## What it must show", markdown_table(["", "bar", "measured", ""], cells)]
