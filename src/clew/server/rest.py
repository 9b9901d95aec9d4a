"""The REST server: every operation of the table as a route, and OpenAPI from the same rows."""

import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from functools import cache, partial
from itertools import zip_longest
from tempfile import TemporaryFile
from threading import Event
from time import monotonic, perf_counter
from typing import IO, Annotated, Any

import anyio
import anyio.to_thread
from fastapi import Body, FastAPI, Query, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, PlainTextResponse, StreamingResponse
from starlette.exceptions import HTTPException

import clew
from clew.async_memory import AsyncMemory
from clew.errors import (
    BusyError,
    ClewError,
    ClosedError,
    ModelError,
    NewerFileError,
    ReadOnlyError,
    StorageFullError,
    UnknownNameError,
    UsageError,
    WrongEmbedderError,
)
from clew.operations.base import Operation
from clew.operations.encoding import encode
from clew.operations.every_operation import OPERATIONS
from clew.operations.scope import Scope
from clew.server.counting import Metrics
from clew.server.guarding import Limits, found
from clew.server.openapi import ERROR, described
from clew.server.shelf import Shelf
from clew.server.tokens import ANYBODY, Holder, Keys
from clew.text import whole_number

__all__ = ["STATUS", "DeniedError", "Rest", "rest_app", "status_of"]

STATUS: Mapping[type[ClewError], int] = {
    UnknownNameError: 404,
    UsageError: 422,
    NewerFileError: 422,
    WrongEmbedderError: 422,
    BusyError: 503,
    ClosedError: 503,
    ReadOnlyError: 403,
    StorageFullError: 507,
    ModelError: 502,
    ClewError: 500,
}
"""The status of each error; of several classes that fit, the first."""
_ABOUT = (
    "A temporal graph memory. Every route takes and returns JSON; an error is "
    '`{"code", "message", "retry"}`, and its code never changes.'
)
_UNROUTED = {404: UnknownNameError.code}
_QUIET_S, _POLL_S = 1.0, 0.25
_ALIVE = ": changes follow\n\n"
_ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"description": said, "content": {"application/json": {"schema": ERROR}}}
    for status, said in {
        401: "no token, or one that is not known",
        403: "the token does not allow it",
        404: "no such namespace, or nothing of this name in it",
        422: "wrong arguments; the message says which",
        429: "too many requests; Retry-After says when to go on",
    }.items()
}


class DeniedError(Exception):
    """Somebody may not do this."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status, self.code = status, code


class Rest:
    """What the routes share: the memories, who may use them, limits and counts.

    `ending` is set when the server begins to stop: streams of changes end then.
    """

    def __init__(
        self, shelf: Shelf, tokens: Keys | None, limits: Limits, ending: Event | None = None
    ) -> None:
        self.shelf, self.tokens, self.limits = shelf, tokens, limits
        self.ending = ending or Event()
        self.metrics = Metrics()

    def holder(self, request: Request) -> Holder:
        """Return who asks; without tokens anybody on this machine may do anything."""
        if self.tokens is None:
            return ANYBODY
        holder = found(request.scope)
        if holder is None:
            raise DeniedError(401, "unauthorised", "expected a token: Authorization: Bearer TOKEN")
        return holder

    def allow(self, request: Request, scope: Scope, namespace: str) -> None:
        """Refuse who may not do something in a namespace.

        A namespace that is not theirs is as one that is not there.
        """
        holder = self.holder(request)
        if not holder.sees(namespace):
            raise UnknownNameError("namespace", namespace)
        if not holder.may(scope, namespace):
            held = ", ".join(holder.scopes)
            raise DeniedError(
                403, "forbidden", f"expected a token with the scope {scope}, got {held}"
            )

    async def work(self, call: Callable[[], Any]) -> Any:
        """Do something in a worker thread, within the time limit."""
        with anyio.move_on_after(self.limits.seconds):
            return await anyio.to_thread.run_sync(call, abandon_on_cancel=True)
        raise DeniedError(504, "timeout", f"no answer within {self.limits.seconds:g} s")


def rest_app(rest: Rest, lifespan: Any = None) -> FastAPI:
    """Return the routes; `lifespan` is what runs as long as they do.

    FastAPI's own pages of them load code from another server; `clew.server.page_routes` has one.
    """
    app = FastAPI(
        title="clew",
        version=clew.__version__,
        description=_ABOUT,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.add_exception_handler(ClewError, _of_clew)
    app.add_exception_handler(DeniedError, _denied)
    app.add_exception_handler(RequestValidationError, _wrong)
    app.add_exception_handler(HTTPException, _unrouted)
    _add_health(app, rest)
    _add_namespaces(app, rest)
    for operation in OPERATIONS.values():
        _add_operation(app, rest, operation)
    _add_transfers(app, rest)
    _add_watching(app, rest)
    sent = [operation.request for operation in OPERATIONS.values()]
    app.openapi = cache(partial(described, app, sent))  # type: ignore[method-assign]
    return app


def status_of(error: ClewError) -> int:
    """Return the status that tells an error."""
    return next(status for kind, status in STATUS.items() if isinstance(error, kind))


def _error(status: int, code: str, message: str, *, retry: bool = False) -> JSONResponse:
    headers = {"Retry-After": "1"} if retry else None
    body = {"code": code, "message": message, "retry": retry}
    return JSONResponse(body, status, headers)


async def _of_clew(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, ClewError)
    return _error(status_of(error), error.code, str(error), retry=error.retry)


async def _denied(_request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, DeniedError)
    return _error(error.status, error.code, str(error), retry=error.status == 504)


async def _wrong(request: Request, error: Exception) -> JSONResponse:
    assert isinstance(error, RequestValidationError)
    said = "; ".join(f"{'.'.join(map(str, one['loc']))}: {one['msg']}" for one in error.errors())
    kind = request.headers.get("content-type", "none")
    if "json" not in kind and any(one["loc"] == ("body",) for one in error.errors()):
        said = f"a body with the header Content-Type: application/json, got {kind}"
        return _error(422, UsageError.code, f"expected {said}")
    return _error(422, UsageError.code, f"expected other arguments: {said}")


async def _unrouted(request: Request, error: Exception) -> JSONResponse:
    """Tell of a request that reaches no operation: no such route or method, or no JSON."""
    assert isinstance(error, HTTPException)
    code = _UNROUTED.get(error.status_code, UsageError.code)
    said = f"{request.method} {request.url.path}: {error.detail}; /docs shows the routes"
    answer = _error(error.status_code, code, said)
    answer.headers.update(error.headers or {})
    return answer


def _add_health(app: FastAPI, rest: Rest) -> None:
    @app.get("/health", tags=["server"], summary="Is the server there?")
    async def health() -> dict[str, str]:
        return {"status": "ok", "version": clew.__version__}

    @app.get("/ready", tags=["server"], summary="Can the memory be read?")
    async def ready() -> dict[str, str]:
        await rest.work(rest.shelf.names)
        return {"status": "ready"}

    @app.get("/metrics", tags=["server"], summary="Counts for Prometheus", responses=_ERRORS)
    async def metrics(request: Request) -> PlainTextResponse:
        rest.holder(request)
        names = await rest.work(rest.shelf.names)
        return PlainTextResponse(rest.metrics.text({"clew_namespaces": len(names)}))


def _add_namespaces(app: FastAPI, rest: Rest) -> None:
    @app.get("/v1/namespaces", tags=["namespaces"], summary="List namespaces", responses=_ERRORS)
    async def namespaces(request: Request) -> dict[str, list[str]]:
        holder = rest.holder(request)
        names = await rest.work(rest.shelf.names)
        return {"namespaces": [name for name in names if holder.sees(name)]}

    @app.put(
        "/v1/namespaces/{namespace}",
        tags=["namespaces"],
        summary="Make a namespace, if it is not there",
        responses=_ERRORS,
    )
    async def create(request: Request, namespace: str) -> dict[str, object]:
        rest.allow(request, Scope.WRITE, namespace)
        made = await rest.work(partial(rest.shelf.create, namespace))
        return {"namespace": namespace, "created": made}


def _add_operation(app: FastAPI, rest: Rest, operation: Operation[Any]) -> None:
    shown: dict[str, Any] = {"example": {"value": dict(operation.example)}}
    body = Body(openapi_examples=shown)

    async def route(request: Request, namespace: str, given: Any = body) -> JSONResponse:
        start, status = perf_counter(), 500
        try:
            rest.allow(request, operation.scope, namespace)

            def done() -> dict[str, object]:
                memory = rest.shelf.memory(namespace)
                return operation.shown(operation.run(memory, given))

            answer = JSONResponse(await rest.work(done))
            status = 200
        except DeniedError as error:
            status = error.status
            raise
        except ClewError as error:
            status = status_of(error)
            raise
        finally:
            rest.metrics.add(operation.name, status, perf_counter() - start)
        return answer

    route.__annotations__["given"] = operation.request
    app.add_api_route(
        f"/v1/{{namespace}}/{operation.name}",
        route,
        methods=["POST"],
        tags=[operation.scope.value],
        summary=operation.title,
        description=operation.about,
        operation_id=operation.name,
        responses=_ERRORS,
        response_model=operation.shown_type,
    )


def _add_transfers(app: FastAPI, rest: Rest) -> None:
    @app.get(
        "/v1/{namespace}/export",
        tags=["streams"],
        summary="Export as JSON Lines",
        response_class=StreamingResponse,
        responses=_ERRORS | _streamed("application/x-ndjson"),
    )
    async def export(request: Request, namespace: str) -> StreamingResponse:
        rest.allow(request, Scope.READ, namespace)
        memory = AsyncMemory(await rest.work(partial(rest.shelf.memory, namespace)), threads=1)
        return StreamingResponse(memory.export(), media_type="application/x-ndjson")

    @app.post(
        "/v1/{namespace}/import",
        tags=["streams"],
        summary="Import an export into an empty namespace, completely or not at all",
        responses=_ERRORS,
    )
    async def import_(request: Request, namespace: str) -> JSONResponse:
        rest.allow(request, Scope.ADMIN, namespace)
        memory = await rest.work(partial(rest.shelf.memory, namespace))
        with TemporaryFile() as held:  # an upload may stall, and an import lets nobody write
            lines = await _received(request.stream(), held)
            imported = await anyio.to_thread.run_sync(memory.import_, lines)
        return JSONResponse(encode(imported))


def _add_watching(app: FastAPI, rest: Rest) -> None:
    @app.get(
        "/v1/{namespace}/watch",
        tags=["streams"],
        summary="Changes as server-sent events",
        response_class=StreamingResponse,
        responses=_ERRORS | _streamed("text/event-stream"),
    )
    async def watch(
        request: Request, namespace: str, since: Annotated[int | None, Query(ge=0)] = None
    ) -> StreamingResponse:
        rest.allow(request, Scope.READ, namespace)
        memory = AsyncMemory(await rest.work(partial(rest.shelf.memory, namespace)), threads=1)
        events = _events(memory, _start(request.headers, since), rest.ending)
        return StreamingResponse(events, media_type="text/event-stream")


def _streamed(media: str) -> dict[int | str, dict[str, Any]]:
    return {200: {"content": {media: {"schema": {"type": "string"}}}}}


async def _received(chunks: AsyncIterator[bytes], held: IO[bytes]) -> Iterator[str]:
    """Keep an upload in a file, and return its lines.

    Raises:
        StorageFullError: the file cannot be written.
    """
    try:
        async for chunk in chunks:
            held.write(chunk)
        held.seek(0)
    except OSError as error:
        raise StorageFullError(f"no room to receive the import ({error})") from error
    return (line.decode() for line in held)


def _start(headers: Mapping[str, str], since: int | None) -> int | None:
    """Return the revision after which a stream of changes begins."""
    last = whole_number(headers.get("last-event-id", ""))
    return since if last is None else last


async def _events(memory: AsyncMemory, since: int | None, ending: Event) -> AsyncIterator[str]:
    """Yield changes as events whose id is the revision to go on from.

    That is the one before until the last change of a revision was told: whoever was cut off within
    one is told all of it again. Where nothing changes, a comment now and then keeps the connection.
    """
    last = await memory.revision if since is None else since
    yield _ALIVE
    told = monotonic()
    while not ending.is_set():
        found = await memory.changes(last)
        for change, following in zip_longest(found, found[1:]):
            if following is None or following.revision > change.revision:
                last = change.revision
            yield f"id: {last}\nevent: change\ndata: {json.dumps(encode(change))}\n\n"
        if found:
            told = monotonic()
            continue
        if monotonic() - told >= _QUIET_S:
            yield _ALIVE
            told = monotonic()
        await anyio.sleep(_POLL_S)
