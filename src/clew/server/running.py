"""Runs the HTTP server: REST, MCP and the page beside it, until it is told to stop."""

import webbrowser
from collections.abc import AsyncIterator, Callable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from signal import SIGTERM, signal
from socket import socket
from threading import Event, Thread
from types import FrameType
from typing import Any, NoReturn

from fastapi import FastAPI
from uvicorn import Config, Server

from clew.llm.base import Model
from clew.memory import Memory
from clew.operations.scope import Scope
from clew.operations.tool_definitions import Profile
from clew.server.guarding import Guard, Limits, Receive, Send, refuse_open_network
from clew.server.guarding import Scope as Wire
from clew.server.listening import listening, port_of
from clew.server.mcp_http import McpRoute
from clew.server.page_routes import RunShown, add_page, add_run
from clew.server.questions import InPage, Questions
from clew.server.rest import Rest, rest_app
from clew.server.shelf import Shelf
from clew.server.tickets import Tickets
from clew.server.tokens import Keys, OpenUntilAsked, Tokens

__all__ = ["door", "made_app", "played_in_page", "serve", "view"]

_HOW: Mapping[str, Any] = {"log_level": "warning", "timeout_graceful_shutdown": 30}
_HERE = "127.0.0.1"
_LAST_S = 3.0
"""How long a page has time to show the end of a game."""


def made_app(
    memory: Memory,
    tokens: Keys | None,
    limits: Limits,
    profile: Profile = Profile.DEFAULT,
    *,
    only_here: bool = False,
    ending: Event | None = None,
    run: RunShown | None = None,
) -> Guard:
    """Return the whole server as an ASGI app; with a page of a `run`, too.

    Without tokens, or with `only_here`, it answers only requests that name this machine. Whoever
    stops it sets `ending` first, so that streams of changes end.
    """
    shelf = Shelf(memory)
    shelf.create(memory.namespace)
    rest = Rest(shelf, tokens, limits, ending)
    mcp = McpRoute(rest, memory.namespace, profile)

    @asynccontextmanager
    async def sessions(_app: FastAPI) -> AsyncIterator[None]:
        async with mcp.sessions.run():
            yield

    routes = rest_app(rest, sessions)
    if run is not None:
        add_run(routes, rest, memory.namespace, run)
    add_page(routes, rest, memory.store.database.name, memory.namespace)

    async def app(scope: Wire, receive: Receive, send: Send) -> None:
        # Not mounted: that would answer `/mcp` with a redirect, which not every host follows.
        agents = scope["type"] == "http" and f"{scope['path']}/".startswith("/mcp/")
        await (mcp if agents else routes)(scope, receive, send)

    return Guard(app, limits, tokens, only_here=only_here or tokens is None)


def door(path: Path | None, host: str) -> Keys | None:
    """Return the tokens that a server of a memory file asks for, also those made while it runs.

    Once it asks, it goes on asking, also when the last token is revoked.

    Raises:
        UsageError: the address is not this machine's own, and there is no token.
    """
    tokens = None if path is None else Tokens.beside(path)
    asks = tokens is not None and bool(tokens.holders())
    refuse_open_network(host, has_tokens=asks)
    return tokens if tokens is None or asks else OpenUntilAsked(tokens)


def serve(
    memory: Memory,
    tokens: Keys | None,
    limits: Limits,
    profile: Profile,
    *,
    host: str,
    sockets: list[socket],
    say: Callable[[str], None],
) -> None:
    """Serve until a signal; then let running requests end, and stop.

    Args:
        memory: what to serve.
        tokens: who may do what (`door`).
        limits: of one client.
        profile: the tools of `/mcp`.
        host: the name to tell.
        sockets: where to listen (`listening`).
        say: tells the address.
    """
    ending = Event()
    app = made_app(memory, tokens, limits, profile, ending=ending)
    signal(SIGTERM, _stopped)  # uvicorn raises it again once it has stopped
    address = f"http://{host}:{port_of(sockets)}"
    say(f"serving on {address} (a page; routes: /docs; agents: /mcp); Ctrl-C stops")
    _run(Config(app, **_HOW), ending, sockets)


def view(
    memory: Memory,
    scopes: Sequence[Scope],
    *,
    port: int,
    browse: bool,
    say: Callable[[str], None],
    run: Path | None = None,
) -> None:
    """Serve the page of a memory to this machine, until a signal.

    Args:
        memory: what to look at.
        scopes: what may be done in the page.
        port: 0 for a free one.
        browse: open it in the browser, too.
        say: tells the address, which lets one window in; for each next one a new address is told.
        run: a trajectory to look at first, also while it grows.

    Raises:
        UsageError: the port is in use.
    """
    shown, ending = None if run is None else RunShown(run), Event()
    with listening(_HERE, port) as sockets:
        address = _page_at(sockets, shown)
        tickets = Tickets(scopes, lambda ticket: say(f"{address}#{ticket}"))
        app = made_app(memory, tickets, Limits(), only_here=True, ending=ending, run=shown)
        memory.revision  # noqa: B018  the memory is read before somebody waits for it
        signal(SIGTERM, _stopped)
        name = memory.store.database.name
        say(f"looking at {name}; Ctrl-C stops. One window may open this address:")
        tickets.tell()
        if browse:
            webbrowser.open(f"{address}#{tickets.ticket}")
        _run(Config(app, **_HOW), ending, sockets)


@contextmanager
def played_in_page(
    memory: Memory, trajectory: Path | None, *, say: Callable[[str], None]
) -> Iterator[Model]:
    """Yield a person who is asked in a browser, while the page of the run is served beside it.

    Args:
        memory: what is played into; the page shows its map, and leads to it.
        trajectory: the run's steps, which the page shows as they are made; none of another form.
        say: tells the address, which lets one window in; for each next one a new address is told.
    """
    questions, ending = Questions(), Event()
    run = RunShown(trajectory, questions)
    with listening(_HERE, 0) as sockets:
        address = _page_at(sockets, run)
        tickets = Tickets(tuple(Scope), lambda ticket: say(f"{address}#{ticket}"))
        app = made_app(memory, tickets, Limits(), only_here=True, ending=ending, run=run)
        server = _Ending(Config(app, **_HOW), ending)
        thread = Thread(target=server.run, kwargs={"sockets": sockets}, daemon=True)
        thread.start()
        say("you play in a browser; Ctrl-C here stops. One window may open this address:")
        tickets.tell()
        try:
            yield InPage(questions)
            questions.finish(_LAST_S)
        finally:
            questions.close()
            ending.set()
            server.should_exit = True
            thread.join()


def _page_at(sockets: list[socket], run: RunShown | None) -> str:
    """Return the address of a page of this machine: of a run, if one is shown."""
    return f"http://{_HERE}:{port_of(sockets)}/{'' if run is None else 'run'}"


class _Ending(Server):
    """A server that tells its streams when it is asked to stop; else it would wait for them."""

    def __init__(self, config: Config, ending: Event) -> None:
        super().__init__(config)
        self._ending = ending

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self._ending.set()
        super().handle_exit(sig, frame)


def _run(config: Config, ending: Event, sockets: list[socket]) -> None:
    with suppress(KeyboardInterrupt):  # a server raises it again once it has stopped
        _Ending(config, ending).run(sockets=sockets)


def _stopped(*_signal: object) -> NoReturn:
    raise SystemExit(0)
