"""`Wrapper`: what all that stands around a model has in common."""

from typing import Any, ClassVar

from clew.llm.base import Model, Sampling, Task

__all__ = ["Wrapper"]


class Wrapper:
    """Shows the name and the settings of the model inside; a subclass has its own `run`."""

    shows_rules: ClassVar[bool] = True
    """Whether the rules of a mind inside count as its own (`clew.llm.behind`)."""

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
