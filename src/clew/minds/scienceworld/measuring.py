"""Measurements that decide: what was read for each of several things, and which was chosen."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from clew.minds.scienceworld.cases import FOCUS, Case
from clew.minds.scienceworld.choosing import superlatives
from clew.minds.scienceworld.phrases import parsed
from clew.regex import Regex

__all__ = ["by_measurement", "readings"]

_READ = Regex(r"(?:time reads|temperature of) (-?\d+(?:\.\d+)?)")
_KIND = 2
"""So many words at the start of a name tell what sort of thing it is: "inclined plane A"."""


def by_measurement(
    cases: Sequence[Case], case: Case, goal: str, done: Iterable[tuple[str, str]]
) -> str | None:
    """Return the thing whose reading is as those that cases chose by the same superlative.

    Args:
        cases: all.
        case: the one followed; its last choice tells what sort of thing is measured.
        goal: of the task.
        done: commands with their replies, oldest first.

    Returns:
        `None` if fewer than two things were measured, or cases chose neither most nor least.
    """
    wanted, measured = superlatives(goal), readings(done, _kind(case))
    if not wanted or len(set(measured.values())) < 2:  # nothing to compare
        return None
    votes: Counter[bool] = Counter()
    for other in cases:
        if other.focus and superlatives(other.goal)[:1] == wanted[:1]:
            steps = ((step.action, step.reply) for step in other.steps)
            votes.update(_chose_most(readings(steps, _kind(other)), other))
    if votes[True] == votes[False]:
        return None
    pick = max if votes[True] > votes[False] else min
    return pick(measured, key=measured.__getitem__)


def readings(done: Iterable[tuple[str, str]], kind: str) -> Mapping[str, float]:
    """Return what was read last for each thing of a kind, the one named before the reading."""
    found: dict[str, float] = {}
    thing = ""
    for command, reply in done:
        for name in parsed(command, ())[1]:
            if name.startswith(kind):
                thing = name
        if thing and (read := _READ.search(reply)):
            found[thing] = float(read[1])
    return found


def _kind(case: Case) -> str:
    last = case.focus[-1].action[len(FOCUS) :] if case.focus else ""
    return " ".join(last.split()[:_KIND])


def _chose_most(measured: Mapping[str, float], case: Case) -> list[bool]:
    chosen = measured.get(case.focus[-1].action[len(FOCUS) :])
    if chosen is None or len(set(measured.values())) < 2:  # nothing to compare
        return []
    return [chosen == max(measured.values())]
