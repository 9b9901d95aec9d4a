"""Runs: one memory lives through many runs of an agent, and each begins where the last one ended.

A run is an episode written when it begins: its text is the run's id, and the id is the source of
every text of the run, so that forgetting that source forgets the run. When the next run begins,
what was the state of the last one ends at that moment (`Domain.state`). The closures belong to the
run that is over: they go when it is forgotten, and `as_of` a moment of the run shows its state.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from clew.errors import UsageError
from clew.graph.times import Axis, to_time
from clew.graph.types import Time
from clew.learn.draft import Draft
from clew.projection.image import Projection
from clew.projection.rows import NodeRow
from clew.text import normalise_relation

__all__ = ["NAME", "NUMBER", "STATE", "Over", "Run", "beginnings", "over_at", "runs_of"]

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

    @property
    def id(self) -> str:
        """The source of all its texts."""
        return f"{self.name}, run {self.number}"

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


@dataclass(frozen=True, slots=True)
class Over:
    """When a run ended, and the relations of its state, normalised."""

    at: int
    state: frozenset[str]

    @classmethod
    def of(cls, noted: Mapping[str, Any], at: int) -> "Over":
        """Return the end, at a moment, of a run of which this was noted when it began."""
        return cls(at, frozenset(map(normalise_relation, noted[STATE])))

    def ends(self, relation: str) -> bool:
        """Return whether facts with this relation were state of the run."""
        return normalise_relation(relation) in self.state


def beginnings(projection: Projection) -> list[tuple[NodeRow, Mapping[str, Any]]]:
    """Return the episodes that begin runs, oldest first, and what they note."""
    noted = ((row, json.loads(row.attributes or "{}")) for row in projection.beginnings)
    return [(row, about) for row, about in noted if STATE in about]


def runs_of(projection: Projection) -> list[Run]:
    """Return the runs in a namespace, oldest first."""
    return [
        Run(row.id, about[NAME], about[NUMBER], began)
        for row, about in beginnings(projection)
        if (began := to_time(row.at, projection.axis or Axis.STEP)) is not None
    ]


def over_at(draft: Draft, episode: int) -> Over | None:
    """Return the end of the run that a text is from, if it is learned after that end."""
    row, latest = draft.node(episode), draft.projection.latest
    if draft.axis is not Axis.STEP or latest is None or row.at is None or row.at >= latest:
        return None
    for (run, noted), (after, _) in pairwise(beginnings(draft.projection)):
        if run.source == row.source and after.at is not None:
            return Over.of(noted, after.at)
    return None
