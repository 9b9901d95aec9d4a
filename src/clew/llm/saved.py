"""A result as plain data and back: what cassettes and caches keep."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict

from clew.llm.base import Failure, FailureKind, Loss, Origin, Result, Sampling, Task, Usage
from clew.llm.keys import plain

__all__ = ["restored", "saved"]


class _Failed(BaseModel):
    kind: str
    """The kind's name: its value is a sentence, and sentences get better."""
    message: str
    retry: bool


class _Saved(BaseModel):
    model_config = ConfigDict(extra="forbid")
    value: Any
    failure: _Failed | None
    losses: tuple[Loss, ...]
    usage: Usage
    model: str
    how: str
    sampling: Sampling | None


def saved(result: Result[Any]) -> dict[str, object]:
    """Return a result as plain data; its origin is left out, reading it back gives another."""
    failure = result.failure
    return {
        "value": plain(result.value),
        "failure": failure
        and {"kind": failure.kind.name, "message": failure.message, "retry": failure.retry},
        "losses": plain(result.losses),
        "usage": plain(result.usage),
        "model": result.model,
        "how": result.how,
        "sampling": plain(result.sampling),
    }


def restored(task: Task[Any], data: Mapping[str, object], origin: Origin) -> Result[Any]:
    """Return the result that was saved; its value is checked against the task's output type.

    Raises:
        ValueError: the data is no saved result, or does not fit the output type.
    """
    found = _Saved.model_validate(data)
    value = None
    if found.value is not None:
        # Not strict: JSON has lists for tuples, and texts for times.
        value = task.output_type.model_validate(found.value, strict=False)
    failure = None
    if found.failure is not None:
        if found.failure.kind not in FailureKind.__members__:
            raise ValueError(f"expected a kind of failure, got {found.failure.kind!r}")
        kind = FailureKind[found.failure.kind]
        failure = Failure(kind, found.failure.message, found.failure.retry)
    if (value is None) == (failure is None):
        raise ValueError("expected either a value or a failure")
    return Result(
        value,
        failure,
        found.losses,
        found.usage,
        origin,
        model=found.model,
        how=found.how,
        sampling=found.sampling,
    )
