"""The sockets on which a server listens: made first, so that a port in use is told in one line."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from errno import EADDRINUSE, EADDRNOTAVAIL, EAFNOSUPPORT
from socket import SOCK_STREAM, create_server, getaddrinfo, socket

from clew.errors import UsageError

__all__ = ["listening", "port_of"]

_NOT_HERE = frozenset({EADDRNOTAVAIL, EAFNOSUPPORT})
"""A name like `localhost` may have an address of a kind that this machine does not use."""


@contextmanager
def listening(host: str, port: int) -> Iterator[list[socket]]:
    """Yield sockets on all addresses of a host, with one port; 0 for a free one.

    Raises:
        UsageError: nothing can listen there; the message says why.
    """
    with ExitStack() as opened:
        try:
            sockets = [opened.enter_context(one) for one in _made(host, port)]
        except OSError as error:
            raise UsageError(_why_not(host, port, error)) from error
        yield sockets


def port_of(sockets: list[socket]) -> int:
    """Return the port of sockets."""
    found: int = sockets[0].getsockname()[1]
    return found


def _made(host: str, port: int) -> Iterator[socket]:
    missing: OSError | None = None
    made = 0
    found = getaddrinfo(host, port, type=SOCK_STREAM)
    for family, address in dict.fromkeys((family, address[0]) for family, *_, address in found):
        try:
            one = create_server((str(address), port), family=family)
        except OSError as error:
            if error.errno not in _NOT_HERE:
                raise
            missing = error
            continue
        made += 1
        port = port or port_of([one])
        yield one
    if missing is not None and not made:
        raise missing


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == EADDRINUSE:
        return f"port {port} of {host} is in use; choose another with --port"
    why = error.strerror or str(error)
    return f"cannot listen on {host}, port {port}: {why}; choose others with --host and --port"
