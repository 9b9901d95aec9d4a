"""Bar charts of means with their intervals (matplotlib, the extra `bench`)."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from clew.bench.stats import Estimate
from clew.errors import NotInstalledError

__all__ = ["draw", "require"]

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


def _figure() -> Any:
    try:
        from matplotlib.figure import Figure  # extra
    except ImportError as error:
        raise NotInstalledError("matplotlib", extra="bench") from error
    return Figure
