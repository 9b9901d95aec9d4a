"""The numbers of ReasonPlanner's paper: its table 1 (means and standard deviations) and table 2.

Scores of three test variations of each task with GPT-4-Turbo. Tasks by the names of the package:
the paper's table calls `chemistry-mix-paint-secondary-color` 6-1 and `chemistry-mix` 6-2, in the
package it is the other way round.
"""

from collections.abc import Mapping

from clew.envs.scienceworld.curriculum import TASKS

__all__ = ["AGENTS", "GUESSED", "LENGTHS", "MEANS", "TABLE_1", "TABLE_2"]

AGENTS = ("SayCan", "ReAct", "Reflexion", "ReasonPlanner")
_ROWS = """
boil L 1.67 1.5 2.67 2.5 27.67 41.0 25.67 19.6
melt L 23.33 40.4 25.67 40.2 1.00 1.7 70.00 0.0
freeze L 3.33 5.8 19.33 25.3 19.33 25.3 32.00 27.7
change-the-state-of-matter-of L 33.33 57.7 24.00 39.0 35.33 56.0 70.67 0.6
use-thermometer M 6.00 3.0 4.00 3.5 9.00 0.0 83.00 29.4
measure-melting-point-known-substance M 7.67 0.6 6.33 0.6 17.33 18.8 79.67 35.2
measure-melting-point-unknown-substance L 61.00 48.3 27.67 39.3 5.67 0.6 92.33 13.3
power-component S 30.33 40.4 30.33 40.4 23.33 34.5 82.33 15.7
power-component-renewable-vs-nonrenewable-energy M 22.67 26.4 19.33 29.3 14.33 20.6 68.67 27.1
test-conductivity M 23.33 27.5 5.00 5.0 39.00 34.5 58.33 2.9
test-conductivity-of-unknown-substances M 10.00 0.0 53.33 50.3 67.67 7.1 64.67 8.1
find-living-thing S 11.33 9.8 17.00 0.0 72.33 47.9 100.00 0.0
find-non-living-thing S 36.00 34.8 58.33 28.9 100.00 0.0 83.33 14.4
find-plant S 22.33 4.6 75.00 0.0 91.67 14.4 100.00 0.0
find-animal S 50.00 43.3 17.00 0.0 100.00 0.0 100.00 0.0
grow-plant L 16.67 14.4 9.00 3.6 3.67 4.6 35.67 2.9
grow-fruit L 13.00 4.6 72.67 47.3 72.67 47.3 18.00 6.2
chemistry-mix-paint-secondary-color M 16.67 11.5 23.33 11.5 56.67 37.9 36.67 5.8
chemistry-mix S 26.33 2.3 20.67 18.0 83.33 28.9 53.67 40.5
chemistry-mix-paint-tertiary-color M 4.33 2.3 14.33 5.1 14.33 7.5 70.00 0.0
lifespan-longest-lived S 75.00 43.3 66.67 28.9 50.00 0.0 100.00 0.0
lifespan-shortest-lived S 83.33 28.9 66.67 28.9 33.33 14.4 83.33 28.9
lifespan-longest-lived-then-shortest-lived S 33.00 0.0 22.00 19.1 22.33 9.2 83.00 0.0
identify-life-stages-1 S 13.33 6.1 15.00 22.6 4.00 4.0 2.67 2.3
identify-life-stages-2 S 17.33 4.6 8.00 0.0 2.67 4.6 20.00 0.0
inclined-plane-determine-angle L 5.00 5.0 0.00 0.0 36.67 54.8 76.67 40.4
inclined-plane-friction-named-surfaces L 6.67 7.6 11.67 12.6 8.33 2.9 60.00 34.6
inclined-plane-friction-unnamed-surfaces L 11.67 16.1 0.00 0.0 38.33 53.5 56.67 37.9
mendelian-genetics-known-plant L 6.00 9.5 39.00 53.5 6.33 9.2 100.00 0.0
mendelian-genetics-unknown-plant L 5.67 9.8 11.33 9.8 6.33 9.2 44.67 47.9
"""
_READ = {task: rest for task, *rest in (line.split() for line in _ROWS.strip().splitlines())}
LENGTHS: Mapping[str, str] = {task: rest[0] for task, rest in _READ.items()}
"""Task -> S, M or L: short, medium, long."""
TABLE_1: Mapping[str, Mapping[str, tuple[float, float]]] = {
    task: {
        agent: (float(rest[1 + 2 * n]), float(rest[2 + 2 * n])) for n, agent in enumerate(AGENTS)
    }
    for task, rest in _READ.items()
}
"""Task -> agent -> mean and standard deviation of three variations."""
MEANS: Mapping[str, float] = dict(zip(AGENTS, (22.54, 25.51, 35.42, 65.06), strict=True))
"""The means that the table gives for all tasks."""
TABLE_2: Mapping[str, tuple[float, float]] = {
    "melt": (3.00, 70.00),
    "measure-melting-point-unknown-substance": (5.00, 92.33),
    "chemistry-mix-paint-secondary-color": (40.00, 36.37),
    "test-conductivity": (55.00, 58.33),
    "lifespan-longest-lived": (66.67, 100.00),
    "find-living-thing": (25.00, 100.00),
}
"""Task -> ReasonPlanner without and with its world model."""
GUESSED = tuple(
    task for task in TASKS.values() if task.startswith(("inclined-plane", "mendelian-genetics"))
)
"""Tasks in which a guess between two answers may score 100 without an experiment."""
