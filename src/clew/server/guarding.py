"""What is refused before it reaches a memory: foreign hosts, large bodies, too many requests."""

import json
from collections.abc import Awaitable, Callable, Mapping, MutableMapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from time import monotonic
from typing import Any, TypeAlias

from clew.errors import StoreError, UsageError
from clew.server.tokens import ANYBODY, Holder, Keys

__all__ = [
    "Guard",
    "Limits",
    "Rate",
    "Receive",
    "Scope",
    "Send",
    "found",
    "is_local",
    "refuse",
    "refuse_open_network",
]

Scope: TypeAlias = MutableMapping[str, Any]
Receive: TypeAlias = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send: TypeAlias = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App: TypeAlias = Callable[[Scope, Receive, Send], Awaitable[None]]

_FOUND = "clew.holder"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one client may ask for."""

    body_bytes: int = 8 << 20
    seconds: float = 60.0
    """Most time for one answer; what has begun goes on, and is written whole or not at all."""
    per_minute: int = 6000
    """Requests of one token, or of one address without tokens."""


def is_local(host: str) -> bool:
    """Return whether an address is this machine's own.

    >>> is_local("127.0.0.1"), is_local("localhost"), is_local("[::1]"), is_local("0.0.0.0")
    (True, True, True, False)
    """
    if host.lower() == "localhost":
        return True
    try:
        return ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


def refuse_open_network(host: str, *, has_tokens: bool) -> None:
    """Refuse to serve others without asking who they are.

    Raises:
        UsageError: the address is not this machine's own, and there is no token.
    """
    if not is_local(host) and not has_tokens:
        raise UsageError(
            f"expected a token before the network is served on {host}: anybody who reaches it "
            "could read and erase the memory; make one with: clew token add NAME"
        )


@dataclass(slots=True)
class Rate:
    """Counts requests by client: a bucket that fills evenly, up to a quarter of a minute's."""

    per_minute: int
    _left: dict[str, tuple[float, float]] = field(default_factory=dict)

    def take(self, client: str, now: float) -> float:
        """Take one; return 0, or the seconds until there is one."""
        room, each = max(1.0, self.per_minute / 4), self.per_minute / 60
        left, since = self._left.get(client, (room, now))
        left = min(room, left + (now - since) * each)
        if left < 1:
            self._left[client] = (left, now)
            return (1 - left) / each
        self._left[client] = (left - 1, now)
        if len(self._left) > 10_000:  # forget who has been away for a minute
            self._left = {who: one for who, one in self._left.items() if now - one[1] < 60}
        return 0.0


class Guard:
    """Wraps an app; refuses with the JSON of an error.

    `only_here` is set where there are no keys, and for a viewer. Then, and as long as anybody is
    let in, the request must name this machine, so that no page in a browser reaches the memory by a
    name that an attacker has pointed here. Whoever has no token of `keys` is counted by address:
    inventing tokens gains nothing.
    Who asks is looked up once for a request; routes learn it from `found`.
    """

    def __init__(self, app: App, limits: Limits, keys: Keys | None, *, only_here: bool) -> None:
        self._app, self._limits, self._keys, self._only_here = app, limits, keys, only_here
        self._rate = Rate(limits.per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = {
            key.decode("latin-1"): value.decode("latin-1") for key, value in scope["headers"]
        }
        client = self._client(scope, headers)
        only_here = self._only_here or scope[_FOUND] is ANYBODY
        if only_here and (foreign := _foreign(headers)):
            await refuse(
                send, 403, "forbidden", f"expected a request to this machine, got {foreign}"
            )
            return
        if wait := self._rate.take(client, monotonic()):
            message = (
                f"expected at most {self._limits.per_minute} requests a minute; wait {wait:.1f} s"
            )
            await refuse(send, 429, "too_many_requests", message, retry_after=wait)
            return
        most = self._limits.body_bytes
        length = headers.get("content-length", "0")
        if _is_import(scope["path"]):
            await self._app(scope, receive, send)
        elif length.isdecimal() and int(length) > most:
            await _refuse_size(send, most)
        else:
            bounded = _Bounded(most, receive, send)
            await self._app(scope, bounded.receive, bounded.send)

    def _client(self, scope: Scope, headers: MutableMapping[str, str]) -> str:
        try:
            holder = None if self._keys is None else self._keys.find(_bearer(headers))
        except StoreError as error:  # tokens that cannot be read: the route says so
            scope[_FOUND] = error
        else:
            scope[_FOUND] = holder
            if holder is not None and holder is not ANYBODY:
                return f"token {holder.name}"
        return str((scope.get("client") or ("",))[0])


class _Bounded:
    """A request that is cut off, and refused, where its body gets longer than so many bytes.

    One that is sent in chunks does not say beforehand how long it is.
    """

    def __init__(self, most: int, receive: Receive, send: Send) -> None:
        self._most, self._receive, self._send = most, receive, send
        self._seen = 0
        self._answered = False

    async def receive(self) -> MutableMapping[str, Any]:
        """Return the next part; past the limit, that whoever asked is gone."""
        message = await self._receive()
        self._seen += len(message.get("body", b""))
        return message if self._seen <= self._most else {"type": "http.disconnect"}

    async def send(self, message: MutableMapping[str, Any]) -> None:
        """Send the answer, or in place of one that had not begun, that the body is too long."""
        if self._answered or self._seen <= self._most:
            self._answered = True
            await self._send(message)
        elif message["type"] == "http.response.start":
            await _refuse_size(self._send, self._most)


def _is_import(path: str) -> bool:
    """Return whether a path is that of an import, which is read as a stream of any length."""
    begins, _, ends = path.removeprefix("/v1/").partition("/")
    return path.startswith("/v1/") and bool(begins) and ends == "import"


async def _refuse_size(send: Send, most: int) -> None:
    await refuse(send, 413, "too_large", f"expected a body of at most {most} bytes")


def found(scope: Mapping[str, Any]) -> Holder | None:
    """Return who asks, as the guard has found; `None` if nobody with a token.

    Raises:
        StoreError: the tokens cannot be read.
    """
    holder: Holder | StoreError | None = scope[_FOUND]
    if isinstance(holder, StoreError):
        raise holder
    return holder


def _bearer(headers: Mapping[str, str]) -> str:
    """Return the token of a request; empty if it has none."""
    kind, _, token = headers.get("authorization", "").partition(" ")
    return token.strip() if kind.lower() == "bearer" else ""


def _foreign(headers: MutableMapping[str, str]) -> str | None:
    """Return the host or origin of a request that is not this machine's own."""
    host = headers.get("host", "").rpartition(":")[0] or headers.get("host", "")
    if not is_local(host):
        return f"host {headers.get('host', '')!r}"
    origin = headers.get("origin")
    if origin is not None and not is_local(_host_of(origin)):
        return f"origin {origin!r}"
    return None


def _host_of(origin: str) -> str:
    rest = origin.partition("://")[2]
    name, colon, port = rest.rpartition(":")
    return name if colon and port.isdecimal() else rest


async def refuse(
    send: Send, status: int, code: str, message: str, *, retry_after: float = 0.0
) -> None:
    """Answer with an error as all interfaces write it."""
    headers: list[tuple[bytes, bytes]] = [(b"content-type", b"application/json")]
    if retry_after:
        headers.append((b"retry-after", str(int(retry_after) + 1).encode()))
    error = {"code": code, "message": message, "retry": status == 429}
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": json.dumps(error).encode()})
