"""OpenTelemetry spans of requests, following the semantic conventions for HTTP servers."""

from collections.abc import MutableMapping
from typing import TYPE_CHECKING, Any

from clew.errors import NotInstalledError
from clew.server.guarding import App, Receive, Scope, Send

if TYPE_CHECKING:
    from opentelemetry.trace import Tracer

__all__ = ["Spanned"]


class Spanned:
    """Wraps an app: one span for each request, below that of the caller who sent a `traceparent`.

    It is called by method and route, such as `POST /v1/{namespace}/recall`; calls of models made
    meanwhile are below it (`clew.llm.traced`). Like those it contains no text: no namespace, no
    token, no body and no error message.

    Args:
        app: what answers.
        tracer: receives the spans; by default the application's tracer named `clew`.

    Raises:
        NotInstalledError: opentelemetry-api is missing.
    """

    def __init__(self, app: App, tracer: "Tracer | None" = None) -> None:
        try:
            from opentelemetry import propagate, trace  # extra
        except ImportError as error:
            raise NotInstalledError("opentelemetry-api", extra="trace") from error
        self._app, self._tracer = app, tracer or trace.get_tracer("clew")
        self._kind, self._extract = trace.SpanKind.SERVER, propagate.extract
        self._error = trace.Status(trace.StatusCode.ERROR)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        sent = {key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]}
        with self._tracer.start_as_current_span(
            scope["method"],
            context=self._extract(sent),
            kind=self._kind,
            attributes={"http.request.method": scope["method"]},
            # Either would record the error message in the span.
            record_exception=False,
            set_status_on_exception=False,
        ) as span:
            status = 500

            async def noted(message: MutableMapping[str, Any]) -> None:
                nonlocal status
                status = message.get("status", status)
                await send(message)

            try:
                await self._app(scope, receive, noted)
            finally:
                route = getattr(scope.get("route"), "path", None) or _route_of(scope["path"])
                span.update_name(f"{scope['method']} {route}")
                span.set_attributes({"http.route": route, "http.response.status_code": status})
                if status >= 500:
                    span.set_attribute("error.type", str(status))
                    span.set_status(self._error)


def _route_of(path: str) -> str:
    """Return the route of a path that no route of REST has answered."""
    return "/mcp" if f"{path}/".startswith("/mcp/") else "none"
