"""Begin a run in a memory, which ends the state of the one before, or go on with its newest one."""

from clew.clock import Clock
from clew.errors import UsageError
from clew.graph.times import Axis, axis_of, to_ticks, to_time
from clew.graph.types import Kind, Time
from clew.learn.draft import Draft
from clew.learn.runs import NAME, NUMBER, STATE, Run, runs_of
from clew.learn.timelines.spans import claim
from clew.learn.timelines.thesis_ends import close_theses
from clew.learn.writer import Writer, commit
from clew.projection.image import Projection
from clew.projection.rows import Changes

__all__ = ["begin_run"]


def begin_run(writer: Writer, name: str, *, at: Time | None, clock: Clock, resume: bool) -> Run:
    """Begin a run and end the state of the one before; with `resume`, go on with the last one.

    The writer's domain says what is state; the run keeps that. By default it begins at the step
    after the last one, in a memory of datetimes now; an empty memory then counts steps.

    Raises:
        UsageError: an empty name; or another run has begun since the one to go on with.
    """
    if not name.strip():
        raise UsageError(f"expected a name for the run, got {name!r}")
    found: list[Run] = []

    def make(projection: Projection) -> Changes:
        draft = Draft(projection, Axis.STEP if at is None else axis_of(at))
        known = runs_of(projection)
        same = [run for run in known if run.name == name]
        if resume and same:
            if same[-1] != known[-1]:
                raise UsageError(
                    f"{same[-1].id} is over: {known[-1].id} has begun since; expected the newest "
                    "run of the memory to go on with, begin a new one"
                )
            found[:] = same[-1:]
            return draft.finish()
        start = _start(projection, draft.axis, at, clock)
        began = to_time(start, draft.axis)
        assert began is not None
        number = same[-1].number + 1 if same else 1
        run = Run(draft.changes.next_id, name, number, began, writer.domain.state)
        about = {NAME: run.name, NUMBER: run.number, STATE: run.state}
        direct = (None, None)
        draft.add_node(
            Kind.EPISODE, run.id, at=start, source=run.id, attributes=about, direct=direct
        )
        for before in known[-1:]:
            _end(draft, before, start)
        found[:] = [run]
        return draft.finish()

    commit(writer, make)
    return found[-1]


def _start(projection: Projection, axis: Axis, at: Time | None, clock: Clock) -> int:
    """Return when a run begins: when it is told to, now, or at the step after the last one."""
    if at is not None or axis is Axis.TIME:
        return to_ticks(clock.now() if at is None else at, axis)
    return 0 if projection.latest is None else to_ticks(projection.latest + 1, axis)


def _end(draft: Draft, run: Run, at: int) -> None:
    """Close what was the state of a run, and the theses that state nothing else."""
    rows = draft.projection
    texts = {row.id for row in rows.nodes.of(Kind.EPISODE) if row.source == run.id}
    told = {edge.target for edge in rows.edges.touching(texts) if edge.kind is Kind.EPISODIC}
    ended = []
    for fact in sorted(item for item in told if item in rows.facts):
        version = draft.version(fact)
        holds = version.valid_to is None or version.valid_to > at
        begun = version.valid_from is None or version.valid_from < at
        if not (holds and begun and run.ends(draft.fact(fact).relation or "")):
            continue
        if claim(draft, fact, at, None, run.episode):
            ended.append(fact)
    close_theses(draft, ended, run.episode)
