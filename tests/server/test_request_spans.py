"""Requests as OpenTelemetry spans, which hold no text."""

import anyio
import pytest
from starlette.testclient import TestClient

from clew.memory import Memory
from clew.server.guarding import Limits
from clew.server.running import made_app
from clew.server.request_spans import Spanned
from tests.server.test_rest import HERE

pytest.importorskip("opentelemetry.trace", reason="needs the extra trace")
from opentelemetry import trace

from tests.llm.test_traced import SECRET, KeptSpans

CALLER = f"00-{'a' * 32}-{'b' * 16}-01"


class Spans(KeptSpans):
    """Also keeps which trace each span is told to be of."""

    def __init__(self):
        super().__init__()
        self.traces: list[int] = []

    def start_span(self, name, context=None, *rest, **options):
        self.traces.append(trace.get_current_span(context).get_span_context().trace_id)
        return super().start_span(name, context, *rest, **options)


@pytest.fixture
def spans():
    return Spans()


@pytest.fixture
def client(spans):
    with Memory.open(":memory:", embedder=None) as memory:
        app = Spanned(made_app(memory, None, Limits()), spans)
        with TestClient(app, base_url=HERE) as client:
            yield client


def test_a_request_is_a_span_of_its_route_below_its_caller(client, spans):
    client.put(f"/v1/namespaces/{SECRET}", headers={"traceparent": CALLER})
    text = {"text": f"Anna knows {SECRET}."}
    assert client.post(f"/v1/{SECRET}/remember", json=text).status_code == 200
    client.post(f"/v1/other-{SECRET}/recall", json={"query": SECRET})
    client.post("/mcp", json={})
    client.get(f"/{SECRET}")
    assert [(span.name, span.attributes["http.response.status_code"]) for span in spans.spans] == [
        ("PUT /v1/namespaces/{namespace}", 200),
        ("POST /v1/{namespace}/remember", 200),
        ("POST /v1/{namespace}/recall", 404),
        ("POST /mcp", 400),
        ("GET none", 404),
    ]
    assert all(span.kind is trace.SpanKind.SERVER and span.ended for span in spans.spans)
    assert all(span.status is None for span in spans.spans)
    assert spans.traces[:2] == [int("a" * 32, 16), 0]
    assert SECRET not in repr(spans.spans)


def test_what_fails_inside_is_an_error_that_tells_nothing(spans):
    async def broken(scope, receive, send):
        raise ValueError(SECRET)

    async def main():
        scope = {"type": "http", "method": "GET", "path": f"/{SECRET}", "headers": []}
        await Spanned(broken, spans)(scope, None, None)  # type: ignore[arg-type]

    with pytest.raises(ValueError, match=SECRET):
        anyio.run(main)
    (span,) = spans.spans
    assert span.attributes["error.type"] == "500"
    assert span.status is not None
    assert (span.told, span.ended) == ([], True)
    assert SECRET not in repr(span)
