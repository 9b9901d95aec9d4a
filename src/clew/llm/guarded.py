"""The HTTP client for servers that nobody vouches for: bounded replies, no redirect elsewhere.

Loaded with the extra `llm`, like the clients that use it.
"""

import ssl
from collections.abc import AsyncIterator
from functools import cache

import httpx2
from openai import DefaultAsyncHttpxClient

from clew.addresses import refuse_redirect

__all__ = ["MAX_REPLY", "ReplyTooLongError", "guarded_client"]

MAX_REPLY = 16 << 20
"""Bytes of one reply. The longest text that a model writes is a few hundred thousand."""


class ReplyTooLongError(Exception):
    """A reply has more than `MAX_REPLY` bytes, or would have once it was unpacked."""


def guarded_client() -> httpx2.AsyncClient:
    """Return a client that reads at most `MAX_REPLY` bytes and never follows a redirect away."""
    return DefaultAsyncHttpxClient(
        headers={"Accept-Encoding": "identity"},  # a packed reply has no known length
        event_hooks={"response": [_guard]},
        verify=_trusted(),
    )


@cache
def _trusted() -> ssl.SSLContext:
    """Return the certificates of this computer; to read them takes longer than all else here."""
    return httpx2.create_ssl_context()


async def _guard(response: httpx2.Response) -> None:
    if response.has_redirect_location:
        refuse_redirect(str(response.url), response.headers["Location"])
    packed = response.headers.get("Content-Encoding", "identity")
    if packed != "identity":
        raise ReplyTooLongError(f"a reply packed with {packed!r}, though none was asked for")
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    response.stream = _Counted(response.stream)


class _Counted(httpx2.AsyncByteStream):
    def __init__(self, stream: httpx2.AsyncByteStream) -> None:
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        count = 0
        async for chunk in self._stream:
            count += len(chunk)
            if count > MAX_REPLY:
                raise ReplyTooLongError(f"a reply of more than {MAX_REPLY >> 20} MiB")
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()
