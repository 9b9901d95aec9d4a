"""`Operation`: one thing that can be asked of a memory, and everything interfaces say about it."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, is_dataclass
from functools import cache
from types import UnionType
from typing import Any, Generic, TypeVar, Union, get_origin

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from clew.errors import UsageError
from clew.memory import Memory
from clew.operations.encoding import encode
from clew.operations.scope import Scope

__all__ = ["Lines", "Operation", "Request"]


class Request(BaseModel):
    """The arguments of an operation; an unknown one is refused."""

    model_config = ConfigDict(extra="forbid", frozen=True)


R = TypeVar("R", bound=Request)
Lines = Callable[[Memory, Any], Sequence[str]]
"""A result as lines for a person or a model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(Generic[R]):
    """One row of the table; from it follow the annotations of tools and what is allowed."""

    name: str
    title: str
    about: str
    """For whoever chooses it, a person or a model: what it does and when to use it."""
    request: type[R]
    scope: Scope
    run: Callable[[Memory, R], Any]
    lines: Lines
    result: Any
    """The type of what it returns; `None` if that is nothing."""
    destructive: bool = False
    """It takes something away that cannot be brought back."""
    idempotent: bool = False
    """Doing it twice changes no more than doing it once."""
    paged: bool = False
    """Its lines are a list, of which a part can be shown."""
    example: Mapping[str, object] = field(default_factory=dict)

    @property
    def read_only(self) -> bool:
        """Whether it changes nothing."""
        return self.scope is Scope.READ

    def read(self, given: Mapping[str, object]) -> R:
        """Return the request in some JSON.

        Raises:
            UsageError: an argument is missing, unknown or of the wrong type.
        """
        try:
            return self.request.model_validate(given)
        except ValidationError as error:
            wrong = error.errors(include_url=False, include_input=False, include_context=False)
            said = "; ".join(
                f"{'.'.join(map(str, one['loc'])) or 'it'}: {one['msg']}" for one in wrong
            )
            raise UsageError(
                f"expected arguments for {self.name}, got wrong ones: {said}"
            ) from None

    def answer(self, memory: Memory, given: Mapping[str, object]) -> dict[str, object]:
        """Do it, and return the result as a JSON object."""
        return self.shown(self.run(memory, self.read(given)))

    def shown(self, result: object) -> dict[str, object]:
        """Return a result as a JSON object; what is none is in its `results`."""
        value = encode(result)
        return value if isinstance(value, dict) else {"results": value}

    @property
    def shown_type(self) -> Any:
        """The type of a result as a JSON object, from which its schema is made."""
        if is_dataclass(self.result) or get_origin(self.result) in (dict, UnionType, Union):
            return self.result
        return _results(self.name.title().replace("_", ""), self.result)


@cache
def _results(title: str, of: Any) -> type[BaseModel]:
    """Return the type of an object with such `results`; one for all apps of a process."""
    return create_model(f"{title}Results", results=(of, ...))
