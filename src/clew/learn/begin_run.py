"""Begin a run in a memory, or go on with its newest one."""

from clew.clock import Clock
from clew.errors import UsageError
from clew.graph.times import Axis, axis_of, to_ticks
from clew.graph.types import Time
from clew.learn.draft import Draft
from clew.learn.pipeline import Writer, with_vectors
from clew.learn.runs import Run, add_run, runs_of
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
        found[:] = [add_run(draft, name, start, writer.domain.state)]
        return with_vectors(writer, projection, draft.finish(), {})

    writer.store.write(writer.namespace, make)
    return found[-1]


def _start(projection: Projection, axis: Axis, at: Time | None, clock: Clock) -> int:
    """Return when a run begins: when it is told to, now, or at the step after the last one."""
    if at is not None or axis is Axis.TIME:
        return to_ticks(clock.now() if at is None else at, axis)
    return 0 if projection.latest is None else projection.latest + 1
