"""Runs the HTTP server: REST, and MCP beside it, until it is told to stop."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from signal import SIGTERM, signal
from typing import NoReturn

import uvicorn
from fastapi import FastAPI

from clew.memory import Memory
from clew.operations.tool_definitions import Profile
from clew.server.guarding import Guard, Limits, Receive, Scope, Send, refuse_open_network
from clew.server.mcp_http import McpRoute
from clew.server.rest import Rest, rest_app
from clew.server.shelf import Shelf
from clew.server.tokens import Tokens

__all__ = ["made_app", "serve"]

_STOP_WITHIN_S = 30


def made_app(
    memory: Memory, tokens: Tokens | None, limits: Limits, profile: Profile = Profile.DEFAULT
) -> Guard:
    """Return the whole server as an ASGI app; without tokens only for requests to this machine."""
    shelf = Shelf(memory)
    shelf.create(memory.namespace)
    rest = Rest(shelf, tokens, limits)
    mcp = McpRoute(rest, memory.namespace, profile)

    @asynccontextmanager
    async def sessions(_app: FastAPI) -> AsyncIterator[None]:
        async with mcp.sessions.run():
            yield

    routes = rest_app(rest, sessions)

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        # Not mounted: that would answer `/mcp` with a redirect, which not every host follows.
        agents = scope["type"] == "http" and f"{scope['path']}/".startswith("/mcp/")
        await (mcp if agents else routes)(scope, receive, send)

    return Guard(app, limits, open_to_all=tokens is None)


def serve(
    memory: Memory,
    limits: Limits,
    profile: Profile,
    *,
    host: str,
    port: int,
    say: Callable[[str], None],
) -> None:
    """Serve until a signal; then let running requests end, and stop.

    Raises:
        UsageError: the address is not this machine's own, and there is no token.
    """
    path = memory.store.database.path
    tokens = None if path is None else Tokens.beside(path)
    if tokens is not None and not tokens.holders():
        tokens = None
    refuse_open_network(host, has_tokens=tokens is not None)
    app = made_app(memory, tokens, limits, profile)
    signal(SIGTERM, _stopped)  # uvicorn raises it again once it has stopped
    say(f"serving on http://{host}:{port} (routes: /docs; agents: /mcp); Ctrl-C stops")
    uvicorn.run(
        app, host=host, port=port, log_level="warning", timeout_graceful_shutdown=_STOP_WITHIN_S
    )


def _stopped(*_signal: object) -> NoReturn:
    raise SystemExit(0)
