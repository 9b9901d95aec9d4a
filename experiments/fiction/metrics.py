"""What is measured of a run in a parser game; each measure alone can be gamed, so all are shown.

An agent that only looks makes none but valid moves; one that walks between two rooms changes the
world at most of its steps.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields
from statistics import fmean

from clew.bench.bootstrap import mean_interval

__all__ = ["Measured", "Seen", "interval_of", "mean_of", "measured", "repeated_prefixes"]

_PREFIX = 2


@dataclass(frozen=True, slots=True)
class Seen:
    """What one action did."""

    action: str
    score: int
    moves: int
    """As the game counts them; begun again, it counts anew."""
    world: str
    """Names the state of the world."""


@dataclass(frozen=True, slots=True)
class Measured:
    """The measures of one run, or their means."""

    steps: float
    changed: float
    """Share of the steps that led to another state of the world."""
    counted: float
    """Share of the steps that the game counted as moves (the paper's "valid moves")."""
    states: float
    """Different states of the world, the first included."""
    prefixes: float
    """Repeated prefixes of two words of actions that were not counted (the paper, A.1)."""
    best: float
    """Highest score, as a share of the highest possible one."""
    last: float
    """Score at the end, as such a share; not below 0."""


def measured(steps: Sequence[Seen], first: Seen, max_score: int) -> Measured:
    """Return the measures of a run.

    Args:
        steps: what each action did, in order; at least one.
        first: what was seen before the first action.
        max_score: the highest possible score.
    """
    before = [first, *steps[:-1]]
    counted = [one.moves != old.moves for one, old in zip(steps, before, strict=True)]
    refused = [one.action for one, valid in zip(steps, counted, strict=True) if not valid]
    changes = [one.world != old.world for one, old in zip(steps, before, strict=True)]
    return Measured(
        steps=len(steps),
        changed=fmean(changes),
        counted=fmean(counted),
        states=len({first.world, *(one.world for one in steps)}),
        prefixes=repeated_prefixes(refused),
        best=max(0, first.score, *(one.score for one in steps)) / max_score,
        last=max(0, steps[-1].score) / max_score,
    )


def repeated_prefixes(actions: Sequence[str]) -> int:
    """Return how many actions begin with the same two words as another one (the paper, A.1)."""
    prefixes = Counter(tuple(action.lower().split()[:_PREFIX]) for action in actions)
    return sum(count for count in prefixes.values() if count > 1)


def mean_of(games: Mapping[str, Measured]) -> Measured:
    """Return the means over games."""
    names = [each.name for each in fields(Measured)]
    return Measured(*(fmean(getattr(one, name) for one in games.values()) for name in names))


def interval_of(games: Mapping[str, Measured]) -> tuple[Measured, Measured]:
    """Return the ends of the 95 % bootstrap intervals of the means over games."""
    names = [each.name for each in fields(Measured)]
    found = [mean_interval([getattr(one, name) for one in games.values()]) for name in names]
    return Measured(*(one.low for one in found)), Measured(*(one.high for one in found))
