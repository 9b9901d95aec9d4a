"""A disk without room, for tests."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

__all__ = ["room"]

resource = pytest.importorskip("resource")


@contextmanager
def room(size: int) -> Iterator[None]:
    """Let no file grow beyond a size: for who writes, the disk is full."""
    free = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, free[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, free)
