"""Converts a result to plain data and back, for cassettes and caches."""

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, TypeAdapter

from clew.llm.base import Failure, FailureKind, Loss, Origin, Result, Sampling, Task, Usage
from clew.llm.keys import fields_of

__all__ = ["restored", "saved"]

_FAILURE = TypeAdapter(Failure)


class _Saved(BaseModel):
    model_config = ConfigDict(extra="forbid")
    value: Any
    failure: dict[str, Any] | None
    losses: tuple[Loss, ...]
    usage: Usage
    model: str
    how: str
    sampling: Sampling | None


def saved(result: Result[Any]) -> dict[str, object]:
    """Return a result as plain data without its origin and what a cache saved."""
    data = {**fields_of(result), "failure": result.failure and _failure_data(result.failure)}
    del data["origin"], data["saved"]
    return data


def restored(task: Task[Any], data: Mapping[str, object], origin: Origin) -> Result[Any]:
    """Return a saved result; its value is validated against the task's output type.

    Raises:
        ValueError: the data is no saved result, or its value does not fit the output type.
    """
    found = _Saved.model_validate(data)
    value = None
    if found.value is not None:
        # Not strict: JSON has lists instead of tuples, and strings instead of times.
        value = task.output_type.model_validate(found.value, strict=False)
    failure = None if found.failure is None else _failure(found.failure)
    if (value is None) == (failure is None):
        raise ValueError("expected either a value or a failure")
    return Result(
        value,
        failure,
        found.losses,
        found.usage,
        origin=origin,
        model=found.model,
        how=found.how,
        sampling=found.sampling,
    )


def _failure_data(failure: Failure) -> dict[str, object]:
    # The kind by name: its value is a sentence, whose wording may change.
    return {**fields_of(failure), "kind": failure.kind.name}


def _failure(data: dict[str, Any]) -> Failure:
    kinds = FailureKind.__members__
    kind = str(data.get("kind"))
    if kind not in kinds:
        raise ValueError(f"expected a failure of one of {', '.join(kinds)}, got {kind}")
    return _FAILURE.validate_python({**data, "kind": kinds[kind]})
