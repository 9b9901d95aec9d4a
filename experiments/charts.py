"""Charts for experiments as PNG: bars, groups of them, and curves with their spread."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from matplotlib.figure import Figure

from clew.bench.bootstrap import Estimate

__all__ = ["COLOURS", "Lines", "draw_bars", "draw_curves", "draw_groups"]

COLOURS = ("#4878a8", "#c44e52", "#55a868", "#8172b2", "#ccb974", "#64b5cd", "#8c8c8c")
"""Assigned in order, then repeated."""
Lines: TypeAlias = Mapping[str, Sequence[tuple[float, float]]]
"""Name -> (mean, spread) at each decision."""
_PERIOD, _GAP = 12.0, 6.0
"""Dashes, in line widths: the first line has none, each later one wider gaps up to `_GAP`, so that
all lines show where they coincide."""
_INCH = 0.32
"""Height of a horizontal bar in inches."""


def draw_bars(path: Path, title: str, bars: Mapping[str, Estimate]) -> Path:
    """Draw horizontal bars with their intervals, the first on top; return the PNG's path."""
    figure = Figure(figsize=(7, 1 + _INCH * len(bars)), layout="constrained")
    axes = figure.add_subplot()
    means = [one.mean for one in bars.values()]
    below = [one.mean - one.low for one in bars.values()]
    above = [one.high - one.mean for one in bars.values()]
    axes.barh(list(bars), means, xerr=[below, above], color=COLOURS[0], ecolor="#222222", capsize=2)
    axes.invert_yaxis()
    axes.set_xlim(min(0.0, *(one.low for one in bars.values())), 1.0)
    axes.set_title(title)
    return _saved(figure, path)


def draw_groups(path: Path, label: str, groups: Mapping[str, Mapping[str, Estimate]]) -> Path:
    """Draw a group of bars for each title, a bar for each name in it, and return the PNG's path.

    Args:
        path: of the PNG.
        label: of the vertical axis, which goes from 0 to 1, or lower if a bar does.
        groups: title -> name -> value; a name keeps its colour.
    """
    names = list(dict.fromkeys(name for bars in groups.values() for name in bars))
    figure = Figure(figsize=(2 + 1.8 * len(groups), 3.6), layout="constrained")
    axes = figure.add_subplot()
    width = 0.85 / len(names)
    for number, name in enumerate(names):
        found = [(at, bars[name]) for at, bars in enumerate(groups.values()) if name in bars]
        where = [at + (number - (len(names) - 1) / 2) * width for at, _ in found]
        means = [one.mean for _, one in found]
        errors = [
            [one.mean - one.low for _, one in found],
            [one.high - one.mean for _, one in found],
        ]
        drawn = errors if any(map(any, errors)) else None
        colour = COLOURS[number % len(COLOURS)]
        axes.bar(where, means, width, yerr=drawn, label=name, color=colour, ecolor="#222222")
        for at, mean in zip(where, means, strict=True):
            if mean == 0:  # a bar without height is still a result
                axes.text(at, 0.01, "0", ha="center", fontsize="small", color=colour)
    axes.set_xticks(range(len(groups)), list(groups))
    axes.set_ylim(min(0.0, *(one.low for bars in groups.values() for one in bars.values())), 1.02)
    axes.set_ylabel(label)
    figure.legend(loc="outside right upper", fontsize="small")
    return _saved(figure, path)


def draw_curves(
    path: Path, panels: Mapping[str, Lines], label: str, across: str = "decisions"
) -> Path:
    """Draw a panel for each title, a line with its band for each name; return the PNG's path.

    Args:
        path: of the PNG.
        panels: title -> lines.
        label: of the vertical axis.
        across: label of the horizontal axis.
    """
    names = list(dict.fromkeys(name for lines in panels.values() for name in lines))
    figure = Figure(figsize=(5.5 * len(panels), 4), layout="constrained")
    every = figure.subplots(1, len(panels), squeeze=False, sharey=True)[0]
    for axes, (title, lines) in zip(every, panels.items(), strict=True):
        for name, points in lines.items():
            steps = range(1, len(points) + 1)
            place = names.index(name)
            colour = COLOURS[place % len(COLOURS)]
            gap = _GAP * place / max(1, len(names) - 1)
            dashes = (0, (_PERIOD - gap, gap)) if gap else "solid"
            means = [mean for mean, _ in points]
            axes.plot(steps, means, label=name, color=colour, linestyle=dashes)
            low = [mean - spread for mean, spread in points]
            high = [mean + spread for mean, spread in points]
            axes.fill_between(steps, low, high, color=colour, alpha=0.15, linewidth=0)
        axes.set_title(title)
        axes.set_xlabel(across)
    every[0].set_ylim(bottom=0)  # after drawing, since the panels share it
    every[0].set_ylabel(label)
    alike = all(list(lines) == names for lines in panels.values())
    for axes in every[-1:] if alike else every:
        axes.legend(loc="best", fontsize="small", handlelength=4)
    return _saved(figure, path)


def _saved(figure: Figure, path: Path) -> Path:
    """Save a figure without date and version, so that the same numbers give the same bytes."""
    figure.savefig(path, dpi=120, metadata={"Software": None})
    return path
