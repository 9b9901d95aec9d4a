"""The table: every operation by name, in the order in which it is shown."""

from collections.abc import Mapping
from typing import Any

from clew.errors import UnknownNameError
from clew.operations.base import Operation
from clew.operations.read_operations import READING
from clew.operations.write_operations import WRITING

__all__ = ["OPERATIONS", "operation_named"]

OPERATIONS: Mapping[str, Operation[Any]] = {each.name: each for each in (*READING, *WRITING)}


def operation_named(name: str) -> Operation[Any]:
    """Return an operation; raises `UnknownNameError` if there is none."""
    if name not in OPERATIONS:
        raise UnknownNameError("operation", name, OPERATIONS)
    return OPERATIONS[name]
