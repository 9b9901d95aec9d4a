"""`Routed`: sends each type of task to the model of its role."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from clew.errors import ModelError
from clew.llm.base import Failure, FailureKind, Model, Result, Sampling, Task, of_kind, rule_of

__all__ = ["Routed"]


class Routed:
    """One model made of several: some types of task have a model of their own.

    Roles can use different models (as in ReasonPlanner): a small one learns, a large one answers.
    """

    def __init__(self, model: Model, routes: Mapping[type[Task[Any]], Model]) -> None:
        self._model = model
        self._routes = dict(routes)

    @property
    def name(self) -> str:
        """The names of all models, the main one first."""
        return " + ".join(dict.fromkeys(each.name for each in self._models()))

    def sampling(self, task: type[Task[Any]]) -> Sampling | None:
        """Return the settings of the model for this type of task."""
        return self.model_for(task).sampling(task)

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order; each model gets its tasks as one batch.

        When a model fails after others have answered, their answers, which may have been paid for,
        are returned, and the tasks of that model fail with `UNAVAILABLE`.

        Raises:
            ModelError: the first model that is asked fails.
        """
        results: dict[int, Result[Any]] = {}
        for model in self._models():
            places = [i for i, task in enumerate(tasks) if self.model_for(type(task)) is model]
            try:
                answers = model.run([tasks[i] for i in places]) if places else []
            except ModelError as error:
                if not results:
                    raise
                failure = Failure(FailureKind.UNAVAILABLE, str(error), retry=True)
                answers = [Result(None, failure)] * len(places)
            results.update(zip(places, answers, strict=True))
        return [results[i] for i in range(len(tasks))]

    def rule(self, task: type[Task[Any]]) -> Callable[[Any], Any] | None:
        """Return the rule of the mind that a type of task goes to, if one does."""
        return rule_of(self.model_for(task), task)

    def model_for(self, task: type[Task[Any]]) -> Model:
        """Return the model that answers a type of task."""
        return of_kind(self._routes, task) or self._model

    def _models(self) -> list[Model]:
        models = [self._model, *self._routes.values()]
        return list({id(each): each for each in models}.values())
