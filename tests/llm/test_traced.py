import subprocess
import sys
from contextlib import contextmanager
from dataclasses import dataclass, field

import pytest

from clew.errors import ModelError
from clew.llm.base import Failure, FailureKind, Loss, Origin, Result, Sampling, Usage
from clew.llm.scripted import ScriptedModel
from clew.llm.traced import Traced
from tests.llm.tasks import Answer, Asking, Count, Named, Other, count

pytest.importorskip("opentelemetry.trace", reason="needs the extra trace")
from opentelemetry import trace

SECRET = "zyqqelvarium"


@dataclass
class KeptSpan(trace.Span):
    """A span that keeps what it is told."""

    name: str
    kind: object
    attributes: dict[str, object] = field(default_factory=dict)
    status: object = None
    told: list[object] = field(default_factory=list)
    ended: bool = False

    def end(self, end_time=None):
        self.ended = True

    def get_span_context(self):
        return trace.INVALID_SPAN_CONTEXT

    def set_attributes(self, attributes):
        self.attributes.update(attributes)

    def set_attribute(self, key, value):
        self.attributes[key] = value

    def add_event(self, name, attributes=None, timestamp=None):
        self.told.append((name, attributes))

    def update_name(self, name):
        self.name = name

    def is_recording(self):
        return not self.ended

    def set_status(self, status, description=None):
        self.status = (status.status_code, status.description, description)

    def record_exception(self, exception, attributes=None, timestamp=None, escaped=False):
        self.told.append(str(exception))


class KeptSpans(trace.Tracer):
    """A tracer that keeps its spans, and treats errors as the SDK's does."""

    def __init__(self):
        self.spans = []

    def start_span(self, name, context=None, kind=None, attributes=None, *rest, **options):
        self.spans.append(KeptSpan(name, kind, dict(attributes or {})))
        return self.spans[-1]

    @contextmanager
    def start_as_current_span(  # type: ignore[override]
        self, name, *, record_exception=True, set_status_on_exception=True, **options
    ):
        span = self.start_span(name, **options)
        try:
            yield span
        except Exception as error:
            if record_exception:
                span.record_exception(error)
            if set_status_on_exception:
                span.set_status(trace.Status(trace.StatusCode.ERROR, str(error)))
            raise
        finally:
            span.end()


@pytest.fixture
def spans():
    return KeptSpans()


class Chat:
    name = "ollama:qwen3:8b"

    def sampling(self, task):
        return Sampling(temperature=0.5, seed=7)

    def run(self, tasks):
        usage, losses = Usage(1, 100, 20, 1.0, 0.25), (Loss("why", SECRET),)
        return [Result(count(t), None, losses, usage, Origin.MODEL) for t in tasks]


def test_a_batch_is_one_span_with_the_conventions_attributes(spans):
    results = Traced(Chat(), spans).run([Count("a"), Count("b")])
    assert [result.value for result in results] == [count(Count("a")), count(Count("b"))]
    (span,) = spans.spans
    assert (span.name, span.kind, span.ended) == ("chat qwen3:8b", trace.SpanKind.CLIENT, True)
    assert span.attributes == {
        "gen_ai.operation.name": "chat",
        "gen_ai.provider.name": "ollama",
        "gen_ai.request.model": "qwen3:8b",
        "gen_ai.request.temperature": 0.5,
        "gen_ai.request.seed": 7,
        "gen_ai.request.max_tokens": 4096,
        "gen_ai.usage.input_tokens": 200,
        "gen_ai.usage.output_tokens": 40,
        "clew.tasks": 2,
        "clew.task_types": ["Count"],
        "clew.calls": 2,
        "clew.cost_usd": 0.5,
        "clew.failures": 0,
        "clew.losses": 2,
    }
    assert span.status is None


def test_a_model_without_a_provider_is_ours(spans):
    Traced(ScriptedModel(count), spans).run([Count("a")])
    attributes = spans.spans[0].attributes
    assert attributes["gen_ai.provider.name"] == "clew"
    assert attributes["gen_ai.request.model"] == "script"
    assert "gen_ai.request.seed" not in attributes


def test_settings_that_differ_within_a_batch_are_left_out(spans):
    class Two(Chat):
        def sampling(self, task):
            return Sampling(seed=1 if task is Count else 2)

    Traced(Two(), spans).run([Count("a"), Count("b")])
    assert spans.spans[0].attributes["gen_ai.request.seed"] == 1
    many = Named(ScriptedModel(lambda _: Answer()), "m", Sampling())
    assert Traced(many, spans).run([Count("a"), Other()])[1].value == Answer()
    assert spans.spans[1].attributes["clew.task_types"] == ["Count", "Other"]
    assert spans.spans[1].attributes["gen_ai.request.seed"] == 0
    Traced(Two(), spans).run([Count("a"), Asking("b")])
    assert "gen_ai.request.seed" not in spans.spans[2].attributes


def test_failures_are_counted_and_only_a_lost_batch_is_an_error(spans):
    down = Failure(FailureKind.UNAVAILABLE, SECRET, retry=True)
    traced = Traced(ScriptedModel([down, Answer(), down, down]), spans)
    traced.run([Count("a"), Count("b")])
    traced.run([Count("a"), Count("b")])
    half, lost = spans.spans
    assert half.attributes["clew.failures"] == 1
    assert "error.type" not in half.attributes
    assert half.status is None
    assert lost.attributes["clew.failures"] == 2
    assert lost.attributes["error.type"] == "UNAVAILABLE"
    assert lost.status == (trace.StatusCode.ERROR, None, None)


def test_a_breakdown_goes_up_and_ends_the_span(spans):
    with pytest.raises(ModelError, match="the script ended"):
        Traced(ScriptedModel([]), spans).run([Count("a")])
    (span,) = spans.spans
    assert span.attributes["error.type"] == "ModelError"
    assert span.status == (trace.StatusCode.ERROR, None, None)
    assert span.ended


def test_no_text_is_in_any_span(spans):
    def answer(task):
        if task.text == "break":
            raise ModelError(SECRET)
        return {"note": SECRET, "pairs": [{"name": "", "note": SECRET}]}

    traced = Traced(ScriptedModel(answer), spans)
    assert SECRET in str(traced.run([Count(SECRET)]))
    with pytest.raises(ModelError, match=SECRET):
        traced.run([Count("break")])
    assert len(spans.spans) == 2
    assert SECRET not in str(spans.spans)


def test_an_empty_batch_has_no_span(spans):
    assert Traced(Chat(), spans).run([]) == []
    assert spans.spans == []


def test_without_a_tracer_the_application_s_own_is_used():
    assert Traced(Chat()).run([Count("a")])[0].value == count(Count("a"))


def test_a_missing_extra_is_named():
    code = (
        "import sys; sys.modules['opentelemetry'] = None\n"
        "from clew.errors import NotInstalledError\n"
        "from clew.llm.rules import RuleModel\n"
        "from clew.llm.traced import Traced\n"
        "try: Traced(RuleModel({}))\n"
        "except NotInstalledError as error: print(error)"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout.strip() == (
        "opentelemetry-api is not installed; run: pip install 'clew[trace]'"
    )
