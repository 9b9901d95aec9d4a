"""Runs: one memory lives through many runs of an agent, and each begins where the last one ended.

A run is an episode written when it begins: its text is the run's id, and the id is the source of
every text of the run, so that forgetting that source forgets the run. When the next run begins,
what was the state of the last one ends at that moment (`Domain.state`). The closures belong to the
run that is over: they go when it is forgotten, and `as_of` a moment of the run shows its state.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from clew.errors import UsageError
from clew.graph.times import Axis, to_time
from clew.graph.types import Kind, Time
from clew.learn.draft import Draft
from clew.learn.timelines.place import close_theses
from clew.learn.timelines.spans import claim
from clew.projection.image import Projection
from clew.projection.rows import NodeRow
from clew.text import normalise_relation

__all__ = ["Over", "Run", "add_run", "over_at", "runs_of"]

_NAME, _NUMBER, _STATE = "run", "number", "state"
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

    def ends(self, relation: str) -> bool:
        """Return whether facts with this relation were state of the run."""
        return normalise_relation(relation) in self.state


def runs_of(projection: Projection) -> list[Run]:
    """Return the runs in a namespace, oldest first."""
    return [_run(row, projection.axis or Axis.STEP) for row in _rows(projection)]


def over_at(draft: Draft, episode: int) -> Over | None:
    """Return the end of the run that a text is from, if it is learned after that end."""
    row, latest = draft.node(episode), draft.projection.latest
    if draft.axis is not Axis.STEP or latest is None or row.at is None or row.at >= latest:
        return None
    for run, after in pairwise(_rows(draft.projection)):
        if run.source == row.source and after.at is not None:
            return Over(after.at, _state(run))
    return None


def add_run(draft: Draft, name: str, at: int, state: tuple[str, ...]) -> Run:
    """Add a run that begins at a moment (ticks), and end the state of the one before."""
    rows = _rows(draft.projection)
    known = [run for row in rows if (run := _run(row, draft.axis)).name == name]
    began = to_time(at, draft.axis)
    assert began is not None
    run = Run(draft.changes.next_id, name, known[-1].number + 1 if known else 1, began)
    about = {_NAME: name, _NUMBER: run.number, _STATE: state}
    draft.add_node(
        Kind.EPISODE, run.id, at=at, source=run.id, attributes=about, direct=(None, None)
    )
    if rows:
        _end(draft, rows[-1], at)
    return run


def _rows(projection: Projection) -> list[NodeRow]:
    """Return the episodes that begin runs, oldest first."""
    return [
        row
        for row in projection.beginnings
        if row.attributes is not None and _STATE in json.loads(row.attributes)
    ]


def _run(row: NodeRow, axis: Axis) -> Run:
    about = json.loads(row.attributes or "{}")
    began = to_time(row.at, axis)
    assert began is not None
    return Run(row.id, about[_NAME], about[_NUMBER], began)


def _state(run: NodeRow) -> frozenset[str]:
    return frozenset(map(normalise_relation, json.loads(run.attributes or "{}")[_STATE]))


def _end(draft: Draft, run: NodeRow, at: int) -> None:
    """Close what was the state of a run, and the theses that state nothing else."""
    over = Over(at, _state(run))
    ended = []
    for fact in sorted(set(_told_by(draft.projection, run))):
        version = draft.version(fact)
        holds = version.valid_to is None or version.valid_to > at
        begun = version.valid_from is None or version.valid_from < at
        if not (holds and begun and over.ends(draft.fact(fact).relation or "")):
            continue
        if claim(draft, fact, at, None, run.id):
            ended.append(fact)
    close_theses(draft, ended, run.id)


def _told_by(projection: Projection, run: NodeRow) -> Iterator[int]:
    """Yield the facts that the texts of a run state."""
    nodes = projection.nodes.values()
    texts = {row.id for row in nodes if row.kind is Kind.EPISODE and row.source == run.source}
    for edge in projection.edges.touching(texts):
        if edge.kind is Kind.EPISODIC and edge.target in projection.facts:
            yield edge.target
