"""`Wrapper`: the base class of models that wrap another model."""

from typing import Any, ClassVar

from clew.llm.base import Model, Sampling, Task

__all__ = ["Wrapper"]


class Wrapper:
    """Passes on the name and settings of the wrapped model; subclasses define `run`."""

    shows_rules: ClassVar[bool] = True
    """Whether the rules of a wrapped mind count as its own (`clew.llm.behind`)."""

    def __init__(self, model: Model) -> None:
        self._model = model

    @property
    def inner(self) -> Model:
        """The wrapped model."""
        return self._model

    @property
    def name(self) -> str:
        """The wrapped model's name."""
        return self._model.name

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:
        """Return the wrapped model's settings."""
        return self._model.sampling(task)
