"""Runs: one memory lives through many runs of an agent, and each begins where the last one ended.

A run is an episode written when it begins: its text is the run's id, and the id is the source of
every text of the run, so that forgetting that source forgets the run. When the next run begins,
what was the state of the last one ends at that moment (`Domain.state`). The closures belong to the
run that is over: they go when it is forgotten, and `as_of` a moment of the run shows its state.
"""

import json
from dataclasses import dataclass
from itertools import pairwise
from typing import NamedTuple

from clew.errors import UsageError
from clew.graph.times import Axis, to_ticks, to_time
from clew.graph.types import Time
from clew.learn.draft import Draft
from clew.projection.image import Projection
from clew.text import normalise_relation

__all__ = ["NAME", "NUMBER", "STATE", "Over", "Run", "over_at", "runs_of"]

NAME, NUMBER, STATE = "run", "number", "state"
"""Attributes of the episode that begins a run."""


@dataclass(frozen=True, slots=True)
class Run:
    """One run in a memory."""

    episode: int
    """The episode that began it."""
    name: str
    """What was played or done; runs of one name are attempts at the same."""
    number: int
    """1 for the first run of its name."""
    began: Time
    state: tuple[str, ...] = ()
    """The relations of what is over when the next run begins."""

    @property
    def id(self) -> str:
        """The source of all its texts."""
        return f"{self.name}, run {self.number}"

    def ends(self, relation: str) -> bool:
        """Return whether facts with this relation are over when the next run begins."""
        return normalise_relation(relation) in map(normalise_relation, self.state)

    def at(self, step: int) -> int:
        """Return the step of the memory that is a step of the run, counted from 0.

        Raises:
            UsageError: the memory counts time in datetimes.
        """
        if not isinstance(self.began, int):
            raise UsageError(
                f"this memory counts time in datetimes and has no step {step}; remember at a "
                "datetime, or name another namespace"
            )
        return self.began + step

    def since(self, time: Time) -> int:
        """Return the step of the run that a step of the memory is; below 0 before the run.

        Raises:
            UsageError: as `at`.
        """
        assert isinstance(time, int)
        return time - self.at(0)


class Over(NamedTuple):
    """A run that is over, and when the next one began (ticks)."""

    run: Run
    at: int


def runs_of(projection: Projection) -> list[Run]:
    """Return the runs in a namespace, oldest first."""
    noted = ((row, json.loads(row.attributes or "{}")) for row in projection.beginnings)
    return [
        Run(row.id, about[NAME], about[NUMBER], began, tuple(about[STATE]))
        for row, about in noted
        if STATE in about and (began := to_time(row.at, projection.axis or Axis.STEP)) is not None
    ]


def over_at(draft: Draft, episode: int) -> Over | None:
    """Return the run that a text is from and that was over when it was learned, not when told."""
    row, latest = draft.node(episode), draft.projection.latest
    if draft.axis is not Axis.STEP or latest is None or row.at is None or row.at >= latest:
        return None
    for run, after in pairwise(runs_of(draft.projection)):
        at = to_ticks(after.began, draft.axis)
        if run.id == row.source and row.at < at:
            return Over(run, at)
    return None
