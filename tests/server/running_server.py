"""`clew serve` as a process of its own, for tests."""

import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.request import urlopen

__all__ = ["running", "started"]

_STARTS_S = 60


def started(path: Path, *options: str) -> tuple[subprocess.Popen[bytes], str]:
    """Serve a memory file; return the process and the address, once it can be read.

    Args:
        path: the file.
        options: more of the command line.
    """
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    command = [sys.executable, "-m", "clew", "serve", "--memory", str(path), "--port", str(port)]
    process = subprocess.Popen([*command, *options], stderr=subprocess.DEVNULL)
    address = f"http://127.0.0.1:{port}"
    until = time.monotonic() + _STARTS_S
    while time.monotonic() < until and process.poll() is None:
        try:
            with urlopen(f"{address}/ready"):
                return process, address
        except OSError:
            time.sleep(0.1)
    process.kill()
    raise AssertionError("the server did not start")


@contextmanager
def running(path: Path, *options: str) -> Iterator[str]:
    """Serve a memory file, give the address, and see that the server ends well."""
    process, address = started(path, *options)
    try:
        yield address
    finally:
        process.terminate()
        assert process.wait(60) == 0
