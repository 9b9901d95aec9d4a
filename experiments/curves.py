"""Curves over decisions with their spread, side by side (matplotlib, the extra `bench`)."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypeAlias

from clew.bench.charts import COLOURS
from clew.errors import NotInstalledError

__all__ = ["Lines", "draw_curves"]

Lines: TypeAlias = Mapping[str, Sequence[tuple[float, float]]]
"""Name -> (mean, spread) at each decision."""
_PERIOD, _GAP = 12.0, 6.0
"""Dashes, in line widths: the first line has none, each after it wider gaps up to `_GAP`, so that
where lines coincide all of them show."""


def draw_curves(
    path: Path, panels: Mapping[str, Lines], label: str, across: str = "decisions"
) -> Path:
    """Draw a panel for each title, a line with its band for each name; return the PNG's path.

    Args:
        path: of the PNG.
        panels: title -> lines.
        label: of the vertical axis.
        across: what the other axis counts.

    Raises:
        NotInstalledError: matplotlib is missing.
    """
    try:
        from matplotlib.figure import Figure  # extra
    except ImportError as error:
        raise NotInstalledError("matplotlib", extra="bench") from error
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
    every[0].set_ylim(bottom=0)  # when all is drawn: the panels share it
    every[0].set_ylabel(label)
    alike = all(list(lines) == names for lines in panels.values())
    for axes in every[-1:] if alike else every:
        axes.legend(loc="best", fontsize="small", handlelength=4)
    # No date and no version in the file: the same numbers give the same bytes.
    figure.savefig(path, dpi=120, metadata={"Software": None})
    return path
