"""OpenTelemetry spans of model calls, following the semantic conventions for generative AI."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from clew.errors import NotInstalledError
from clew.llm.base import Model, Result, Task, Usage
from clew.llm.wrapper import Wrapper

if TYPE_CHECKING:
    from opentelemetry.trace import Span, Tracer

__all__ = ["Traced"]


class Traced(Wrapper):
    """Opens one span for each batch that a model answers.

    The span is called `chat MODEL` and has the standard attributes: provider, model, sampling
    settings (if all tasks share them), tokens, and `error.type` when the model failed or no task
    was answered. Our own are `clew.tasks` (their number), `clew.task_types`, `clew.failures`,
    `clew.losses`, `clew.calls` and `clew.cost_usd`.

    Spans contain no text: no prompt, no reply, and no error message, which may quote one.

    Args:
        model: the model that answers.
        tracer: receives the spans; by default the application's tracer named `clew`.

    Raises:
        NotInstalledError: opentelemetry-api is missing.
    """

    def __init__(self, model: Model, tracer: "Tracer | None" = None) -> None:
        try:
            from opentelemetry import trace  # extra
        except ImportError as error:
            raise NotInstalledError("opentelemetry-api", extra="trace") from error
        super().__init__(model)
        self._tracer = tracer or trace.get_tracer("clew")
        self._kind = trace.SpanKind.CLIENT
        self._error = trace.Status(trace.StatusCode.ERROR)

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        """Answer every task, in order; see `Model`. An empty batch has no span."""
        if not tasks:
            return self._model.run(tasks)
        with self._span(tasks) as span:
            results = self._model.run(tasks)
            failures = [each.failure for each in results if each.failure is not None]
            if failures and len(failures) == len(results):
                self._failed(span, failures[0].kind.name)
            usage = sum((each.usage for each in results), Usage())
            span.set_attributes(
                {
                    "gen_ai.usage.input_tokens": usage.input_tokens,
                    "gen_ai.usage.output_tokens": usage.output_tokens,
                    "clew.calls": usage.calls,
                    "clew.cost_usd": usage.cost,
                    "clew.failures": len(failures),
                    "clew.losses": sum(len(each.losses) for each in results),
                }
            )
        return results

    @contextmanager
    def _span(self, tasks: Sequence[Task[Any]]) -> Iterator["Span"]:
        attributes = self._request(tasks)
        with self._tracer.start_as_current_span(
            f"chat {attributes['gen_ai.request.model']}",
            kind=self._kind,
            attributes=attributes,
            # Either would record the error message in the span.
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            try:
                yield span
            except BaseException as error:
                self._failed(span, type(error).__name__)
                raise

    def _request(self, tasks: Sequence[Task[Any]]) -> dict[str, str | int | float | list[str]]:
        """Return the attributes known before the model answers."""
        provider, colon, model = self.name.partition(":")
        types = {type(task): None for task in tasks}
        settings = {self.sampling(each) for each in types}
        shared = settings.pop() if len(settings) == 1 else None
        sampled = {} if shared is None else asdict(shared)
        return {
            "gen_ai.operation.name": "chat",
            "gen_ai.provider.name": provider if colon else "clew",
            "gen_ai.request.model": model if colon else self.name,
            "clew.tasks": len(tasks),
            "clew.task_types": [each.__name__ for each in types],
            # Our settings have the names of the conventions.
            **{f"gen_ai.request.{name}": x for name, x in sampled.items() if x is not None},
        }

    def _failed(self, span: "Span", kind: str) -> None:
        span.set_attribute("error.type", kind)
        span.set_status(self._error)
