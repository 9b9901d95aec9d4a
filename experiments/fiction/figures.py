"""Figures 3 and 4 of the paper, drawn of recorded runs: agents side by side in each measure."""

from collections.abc import Mapping
from pathlib import Path

from clew.bench.bootstrap import Estimate, mean_interval
from experiments.charts import draw_groups
from experiments.fiction.metrics import Measured

__all__ = ["FIGURES", "draw"]

FIGURES: Mapping[str, tuple[str, ...]] = {
    "figure3": ("gpt4-window", "react", "reflexion", "memory-1", "memory-2", "asv-p",
                "memory-asv-p"),
    "figure4": ("reflexion", "asv-i", "asv-p", "oracle"),
}  # fmt: skip
"""Name of the file -> the runs in it, as the logs are called."""
_MEASURES = {
    "changed": "steps that\nchange the world",
    "counted": "counted\nas moves",
    "states": "states\na step",
    "prefixes": "repeated refused\nprefixes a step",
    "best": "best score",
}
_PER_STEP = ("states", "prefixes")


def draw(folder: Path, runs: Mapping[str, Mapping[str, Measured]]) -> list[Path]:
    """Draw those figures of which there are runs, with intervals over games; return the PNGs.

    Counts are divided by the steps of the run, so that all measures go from 0 to 1.

    Args:
        folder: where they are written; made if it is not there.
        runs: name of the runs -> game -> its measures.
    """
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, wanted in FIGURES.items():
        if shown := {one: runs[one] for one in wanted if one in runs}:
            groups = {
                title: {one: _interval(games, key) for one, games in shown.items()}
                for key, title in _MEASURES.items()
            }
            written.append(draw_groups(folder / f"{name}.png", "mean over games", groups))
    return written


def _interval(games: Mapping[str, Measured], key: str) -> Estimate:
    over = (one.steps if key in _PER_STEP else 1 for one in games.values())
    found = [getattr(one, key) / by for one, by in zip(games.values(), over, strict=True)]
    return mean_interval(found)
