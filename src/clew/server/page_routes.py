"""The routes of the pages: files, the way in, the list of routes, a run. All else is REST."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request
from fastapi.responses import JSONResponse, Response
from pydantic import BaseModel

from clew.operations.scope import Scope
from clew.server.page_files import HEADERS, RUN_HEADERS, kind_of, page_files
from clew.server.questions import Questions
from clew.server.rest import DeniedError, Rest
from clew.server.run_page import run_map, run_steps
from clew.server.tickets import Tickets
from clew.server.tokens import ANYBODY

__all__ = ["RunShown", "add_page", "add_run"]


class Entering(BaseModel):
    """A ticket from the address of a page."""

    ticket: str


def add_page(app: FastAPI, rest: Rest, memory: str, namespace: str) -> None:
    """Add the page of a memory, named as it is shown, which opens at a namespace."""

    @app.get("/", include_in_schema=False)
    async def page() -> Response:
        return _file("index.html")

    @app.get("/docs", include_in_schema=False)
    async def docs() -> Response:
        return _file("routes.html")

    @app.get("/page/about", include_in_schema=False)
    async def about(request: Request) -> JSONResponse:
        way = "ticket" if isinstance(rest.tokens, Tickets) else "token"
        try:
            holder = rest.holder(request)
        except DeniedError:  # only which door they stand at
            return JSONResponse({"way": way})
        way = "open" if holder is ANYBODY else way
        names = [name for name in await rest.work(rest.shelf.names) if holder.sees(name)]
        held = {"scopes": holder.scopes, "memory": memory, "namespace": namespace}
        return JSONResponse({"way": way, **held, "namespaces": names})

    @app.post("/page/enter", include_in_schema=False)
    async def enter(given: Entering) -> JSONResponse:
        key = rest.tokens.enter(given.ticket) if isinstance(rest.tokens, Tickets) else None
        if key is None:
            raise DeniedError(401, "unauthorised", "expected an address that was not used yet")
        return JSONResponse({"token": key})

    @app.get("/page/{name:path}", include_in_schema=False)
    async def asset(name: str) -> Response:
        return _file(name)


class Answering(BaseModel):
    """What a person answers to a question."""

    number: int
    text: str


@dataclass(frozen=True, slots=True)
class RunShown:
    """A run that a page shows: its steps, if it has a log of them, and what a person is asked."""

    trajectory: Path | None
    questions: Questions | None = None

    def steps(self) -> Sequence[Mapping[str, Any]]:
        """Return the steps that are there by now."""
        if self.trajectory is None or not self.trajectory.exists():
            return ()
        return run_steps(self.trajectory)

    def told(self, since: int) -> Mapping[str, object]:
        """Return the steps after so many, the question that waits, and whether the game is over."""
        asked = None if self.questions is None else self.questions.asked()
        over = self.questions is not None and self.questions.over  # before the last steps are read
        return {
            "name": "you" if self.trajectory is None else self.trajectory.stem,
            "logged": self.trajectory is not None,
            "steps": list(self.steps()[max(0, since) :]),
            "asked": None if asked is None else asdict(asked),
            "over": over,
        }


def add_run(app: FastAPI, rest: Rest, namespace: str, run: RunShown) -> None:
    """Add the page of a run that goes on, or is over; to be called before `add_page`."""

    @app.get("/run", include_in_schema=False)
    async def page() -> Response:
        return _file("run.html", RUN_HEADERS)

    @app.get("/page/run", include_in_schema=False)
    async def steps(request: Request, since: int = 0) -> Response:
        rest.allow(request, Scope.READ, namespace)
        value = await rest.work(partial(run.told, since))
        # In ASCII: a game may say half a character, which no encoding writes.
        return Response(json.dumps(value), media_type="application/json")

    @app.post("/page/run/answer", include_in_schema=False)
    async def answer(request: Request, given: Answering) -> JSONResponse:
        rest.allow(request, Scope.WRITE, namespace)
        taken = run.questions is not None and run.questions.answer(given.number, given.text)
        return JSONResponse({"taken": taken})

    @app.post("/page/run/seen", include_in_schema=False)
    async def seen(request: Request) -> JSONResponse:
        rest.allow(request, Scope.READ, namespace)
        if run.questions is not None:
            run.questions.see()
        return JSONResponse({})

    @app.get("/page/run/map", include_in_schema=False)
    async def drawn(request: Request, here: str | None = None) -> JSONResponse:
        rest.allow(request, Scope.READ, namespace)
        memory = await rest.work(partial(rest.shelf.memory, namespace))
        return JSONResponse(await rest.work(partial(run_map, memory, here)))


def _file(name: str, headers: Mapping[str, str] = HEADERS) -> Response:
    content = page_files().get(name)
    if content is None:
        raise DeniedError(404, "unknown_name", f"the page has no file {name!r}")
    return Response(content, media_type=kind_of(name), headers=dict(headers))
