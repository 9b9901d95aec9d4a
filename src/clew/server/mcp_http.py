"""MCP over Streamable HTTP, beside the REST routes: the same tokens, namespaces and limits."""

from fastapi import Request
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from clew.errors import ClewError
from clew.operations.calling import Calling
from clew.operations.confirming import Confirming
from clew.operations.scope import Scope
from clew.operations.tool_definitions import Profile
from clew.server.guarding import Receive, Send, refuse
from clew.server.guarding import Scope as Wire
from clew.server.mcp_server import mcp_server
from clew.server.rest import DeniedError, Rest, status_of
from clew.server.tokens import Holder

__all__ = ["McpRoute"]

_CHOSEN = "clew.calling"


class McpRoute:
    """Serves `/mcp`, the memory of one namespace, and `/mcp/NAMESPACE`."""

    def __init__(self, rest: Rest, namespace: str, most: Profile) -> None:
        self._rest, self._namespace, self._most = rest, namespace, most
        self._confirming = Confirming()
        self.sessions = StreamableHTTPSessionManager(
            mcp_server(lambda request: request.scope[_CHOSEN]),
            max_request_body_size=rest.limits.body_bytes,
        )
        """To be run as long as the server."""

    async def __call__(self, scope: Wire, receive: Receive, send: Send) -> None:
        """Answer a request."""
        name = scope["path"].removeprefix("/mcp").strip("/") or self._namespace
        try:
            holder = self._rest.holder(Request(scope))
            self._rest.allow(Request(scope), Scope.READ, name)
            memory = await self._rest.work(lambda: self._rest.shelf.memory(name))
        except DeniedError as error:
            await refuse(send, error.status, error.code, str(error))
            return
        except ClewError as error:
            await refuse(send, status_of(error), error.code, str(error))
            return
        profile = _profile_of(holder, self._most)
        scope[_CHOSEN] = Calling(memory, profile, confirming=self._confirming)
        await self.sessions.asgi_app(scope, receive, send)


def _profile_of(holder: Holder, most: Profile) -> Profile:
    """Return the widest tools that a token and the server allow."""
    held = set(holder.scopes)
    if most is Profile.ADMIN and held >= set(Scope):
        return Profile.ADMIN
    if most is not Profile.READ_ONLY and held >= {Scope.READ, Scope.WRITE, Scope.FORGET}:
        return Profile.DEFAULT
    return Profile.READ_ONLY
