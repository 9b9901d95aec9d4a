"""What has become of learning from a text: it waits, it failed, or it is done."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from clew.errors import UnknownNameError
from clew.graph.whole_numbers import whole
from clew.llm.base import Loss
from clew.store.base import Storage

__all__ = ["JobStatus", "LearningJob", "jobs"]


class JobStatus(StrEnum):
    """How far learning from a text has come."""

    PENDING = "pending"
    """It is kept, and not learned from yet."""
    FAILED = "failed"
    """It is kept; the last attempt to learn from it failed, and it may be tried again."""
    LEARNED = "learned"
    """It is learned from."""


@dataclass(frozen=True, slots=True)
class LearningJob:
    """Learning from one episode."""

    episode: int
    status: JobStatus
    attempts: int = 0
    """How often it failed."""
    error: str | None = None
    """Why the last attempt failed."""
    new: int = 0
    confirmed: int = 0
    superseded: int = 0
    """How many facts and theses there are of each kind."""
    losses: tuple[Loss, ...] = ()
    """What a model said that could not be kept, and why."""
    said: str = ""
    """The result in words; where nothing was learned, why."""


def jobs(
    store: Storage,
    namespace: str,
    episodes: Sequence[int] | None = None,
    stopped: Callable[[int], str | None] = lambda _: None,
) -> list[LearningJob]:
    """Return the jobs of these episodes in their order, or of all that wait or failed, by id.

    Args:
        store: where the memory is kept.
        namespace: which memory of the store.
        episodes: whose jobs.
        stopped: says why this process stopped learning from an episode that waits, if it did.

    Raises:
        UnknownNameError: there is no such episode; a forgotten one is not there.
    """
    pending = {one: (tries, why) for one, tries, why in store.pending(namespace)}
    wanted = list(pending) if episodes is None else [whole(one) for one in episodes]
    reports = store.reports(namespace, wanted)
    found = []
    for one in wanted:
        if one in pending:
            attempts, error = pending[one]
            found.append(_waiting(one, attempts, error or stopped(one)))
        elif one in reports:
            found.append(_learned(one, reports[one]))
        else:
            raise UnknownNameError("episode with a job", str(one))
    return found


def _waiting(episode: int, attempts: int, error: str | None) -> LearningJob:
    if not attempts and error is None:
        return LearningJob(episode, JobStatus.PENDING, said="waits to be learned from")
    often = "" if not attempts else " once" if attempts == 1 else f" {attempts} times"
    said = f"failed{often}: {error}"
    return LearningJob(episode, JobStatus.FAILED, attempts, error, said=said)


def _learned(episode: int, report: str) -> LearningJob:
    told = json.loads(report)
    new, confirmed, superseded = (told[key] for key in ("new", "confirmed", "superseded"))
    losses = tuple(Loss(reason, item) for reason, item in told["losses"])
    said = f"{new} new, {confirmed} confirmed, {superseded} superseded"
    if not new + confirmed:
        why = "all that was found was dropped" if losses else f"{told['extractor']} found none"
        said = f"0 facts: {why}"
    return LearningJob(
        episode,
        JobStatus.LEARNED,
        new=new,
        confirmed=confirmed,
        superseded=superseded,
        losses=losses,
        said=said,
    )
