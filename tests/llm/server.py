"""A chat server of ours on loopback with OpenAI's `/chat/completions`, which misbehaves on demand.

    with Server([says('{"note": "a"}'), fails(429, **{"Retry-After": "2"}), hangs()]) as server:
        model = ChatModel("openai:any", base_url=server.url)

Mark tests that use it with `LOOPBACK`; all other tests have no sockets.
"""

import json
import socket
import sys
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Self

import pytest

__all__ = [
    "LOOPBACK",
    "Answer",
    "Asked",
    "Server",
    "breaks",
    "calls",
    "completion",
    "fails",
    "hangs",
    "page",
    "says",
]

LOOPBACK = (pytest.mark.enable_socket, pytest.mark.allow_hosts(["127.0.0.1"]))
"""For `pytestmark` or a decorator each: sockets to this computer only."""


@dataclass(frozen=True, slots=True)
class Asked:
    """One request as it came."""

    path: str
    headers: Mapping[str, str]
    body: dict[str, Any]

    @property
    def text(self) -> str:
        """The last message: of a first request, the task's inputs."""
        return str(self.body["messages"][-1]["content"])

    @property
    def mode(self) -> str:
        """How the answer is asked for: `schema`, `tool` or `text`."""
        if "response_format" in self.body:
            return "schema"
        return "tool" if "tools" in self.body else "text"


@dataclass(frozen=True, slots=True)
class Answer:
    """What the server does with one request."""

    body: bytes = b""
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})
    delay: float = 0.0
    """Seconds before it answers."""
    silent: bool = False
    """Never answers."""
    sent: int | None = None
    """Bytes of the body after which the connection is closed."""


Script = Iterable[Answer] | Callable[[Asked], Answer]


def completion(message: Mapping[str, Any], *, finish: str | None = "stop", **more: Any) -> Answer:
    """Answer with one message, as OpenAI wraps it; `more` replaces fields of the whole."""
    whole = {
        "id": "reply-1",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": "test-model",
        "choices": [{"index": 0, "finish_reason": finish, "message": message}],
        "usage": {"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
    }
    return Answer(json.dumps(whole | more).encode())


def says(text: str | None, *, finish: str | None = "stop", **fields: Any) -> Answer:
    """Answer with a text; `fields` join the message (`refusal`, `reasoning_content`)."""
    return completion({"role": "assistant", "content": text, **fields}, finish=finish)


def calls(arguments: str, *, tool: str = "answer") -> Answer:
    """Answer with a tool call."""
    function = {"name": tool, "arguments": arguments}
    call = {"id": "call-1", "type": "function", "function": function}
    message = {"role": "assistant", "content": None, "tool_calls": [call]}
    return completion(message, finish="tool_calls")


def fails(status: int, message: str = "no", *, code: str | None = None, **headers: str) -> Answer:
    """Answer with an error as OpenAI words it; underscores in header names become hyphens."""
    error = {"error": {"message": message, "type": "error", "code": code, "param": None}}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return Answer(json.dumps(error).encode(), status, {"Content-Type": "application/json"} | named)


def page(status: int = 200, kind: str = "text/html") -> Answer:
    """Answer with a web page, as a proxy in between would."""
    return Answer(b"<html><body>Bad gateway</body></html>", status, {"Content-Type": kind})


def hangs() -> Answer:
    """Never answer."""
    return Answer(silent=True)


def breaks(answer: Answer, after: int) -> Answer:
    """Close the connection after so many bytes of the answer's body."""
    return Answer(answer.body, answer.status, answer.headers, sent=after)


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = -1  # head and body in one piece: apart, the second waits for the client to confirm
    server: "_Listener"

    def do_POST(self) -> None:
        length = int(self.headers.get("Content-Length", "0"))
        body = self.rfile.read(length)
        if not body or len(body) < length:  # the client gave up while it sent
            self.close_connection = True
            return
        asked = Asked(self.path, dict(self.headers), json.loads(body))
        answer = self.server.owner.answer(asked)
        if answer.delay:
            time.sleep(answer.delay)
        if answer.silent:
            self.server.owner.closing.wait()
            self.close_connection = True
            return
        self.send_response(answer.status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(answer.body)))
        self.end_headers()
        self.wfile.write(answer.body[: answer.sent])
        self.close_connection = answer.sent is not None

    def log_message(self, format: str, *args: Any) -> None:
        """Say nothing."""


class _Listener(ThreadingHTTPServer):
    daemon_threads = False
    owner: "Server"

    def __init__(self) -> None:
        self.open: set[socket.socket] = set()
        super().__init__(("127.0.0.1", 0), _Handler)

    def process_request(self, request: Any, client_address: Any) -> None:
        self.open.add(request)
        super().process_request(request, client_address)

    def shutdown_request(self, request: Any) -> None:
        self.open.discard(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Keep the errors of the script; a client that gave up is none."""
        error = sys.exception()
        if error is not None and not isinstance(error, OSError):
            self.owner.errors.append(error)


class Server:
    """The server, from `with` until the end of its block; `asked` keeps every request.

    A script is answers in the order of the requests, or a function of the request, which is what
    several threads need. When the answers are used up, it answers 410.
    """

    def __init__(self, script: Script) -> None:
        self._script = script if callable(script) else _in_turn(script)
        self._lock = threading.Lock()
        self.asked: list[Asked] = []
        self.errors: list[BaseException] = []
        self.closing = threading.Event()

    @property
    def url(self) -> str:
        """The address of the interface."""
        return f"http://127.0.0.1:{self._listener.server_port}/v1"

    def answer(self, asked: Asked) -> Answer:
        """Keep the request; return what to do."""
        with self._lock:
            self.asked.append(asked)
            return self._script(asked)

    def __enter__(self) -> Self:
        self._listener = _Listener()
        self._listener.owner = self
        serve = self._listener.serve_forever
        self._thread = threading.Thread(target=serve, kwargs={"poll_interval": 0.01})
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.closing.set()
        self._listener.shutdown()
        for connection in list(self._listener.open):  # else their threads wait for the client
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        self._listener.server_close()
        self._thread.join()
        if self.errors:
            raise AssertionError("the script of the test server failed") from self.errors[0]


def _in_turn(answers: Iterable[Answer]) -> Callable[[Asked], Answer]:
    left = iter(answers)
    return lambda _: next(left, fails(410, "the script of the test server ended"))
