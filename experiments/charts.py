"""Bar charts of means with their intervals (matplotlib, the extra `bench`)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clew.bench.bootstrap import Estimate
from clew.errors import NotInstalledError

__all__ = ["COLOURS", "draw", "draw_groups", "require"]

COLOURS = ("#4878a8", "#c44e52", "#55a868", "#8172b2", "#ccb974", "#64b5cd", "#8c8c8c")
"""Of whatever is compared, in its order; then from the first again."""
_INCH = 0.32
"""Height of a bar."""


def require() -> None:
    """Do nothing if charts can be drawn; to be asked before a long run, not after it.

    Raises:
        NotInstalledError: matplotlib is missing.
    """
    _figure()


def draw(path: Path, title: str, bars: Mapping[str, Estimate]) -> Path:
    """Draw a horizontal bar for each name, the first on top, and write a PNG; return its path.

    Raises:
        NotInstalledError: matplotlib is missing.
    """
    figure = _figure()(figsize=(7, 1 + _INCH * len(bars)), layout="constrained")
    axes = figure.add_subplot()
    means = [one.mean for one in bars.values()]
    below = [one.mean - one.low for one in bars.values()]
    above = [one.high - one.mean for one in bars.values()]
    axes.barh(list(bars), means, xerr=[below, above], color="#4878a8", ecolor="#222222", capsize=2)
    axes.invert_yaxis()
    axes.set_xlim(min(0.0, *(one.low for one in bars.values())), 1.0)
    axes.set_title(title)
    # No date and no version in the file: the same numbers give the same bytes.
    figure.savefig(path, dpi=120, metadata={"Software": None})
    return path


def draw_groups(path: Path, label: str, groups: Mapping[str, Mapping[str, Estimate]]) -> Path:
    """Draw a group of bars for each title, a bar for each name in it, and return the PNG's path.

    Args:
        path: of the PNG.
        label: of the vertical axis, which goes from 0 to 1, and lower where a bar does.
        groups: title -> name -> value; a name has one colour throughout.

    Raises:
        NotInstalledError: matplotlib is missing.
    """
    names = list(dict.fromkeys(name for bars in groups.values() for name in bars))
    figure = _figure()(figsize=(2 + 1.8 * len(groups), 3.6), layout="constrained")
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
            if mean == 0:  # a bar that has no height is still a result
                axes.text(at, 0.01, "0", ha="center", fontsize="small", color=colour)
    axes.set_xticks(range(len(groups)), list(groups))
    axes.set_ylim(min(0.0, *(one.low for bars in groups.values() for one in bars.values())), 1.02)
    axes.set_ylabel(label)
    figure.legend(loc="outside right upper", fontsize="small")
    # No date and no version in the file: the same numbers give the same bytes.
    figure.savefig(path, dpi=120, metadata={"Software": None})
    return path


def _figure() -> Any:
    try:
        from matplotlib.figure import Figure  # extra
    except ImportError as error:
        raise NotInstalledError("matplotlib", extra="bench") from error
    return Figure
