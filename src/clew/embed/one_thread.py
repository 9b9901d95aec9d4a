"""Matrix products in the thread that asks.

OpenBLAS shares a product among threads that wait for the next one by spinning. The products of a
text of a few words are so small that this gains nothing, and where other programs use the
processor each waits for a thread that is not running: 60 short texts took 89 s in place of 2.4.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from threadpoolctl import ThreadpoolController

from clew.settings import threads_are_set

__all__ = ["one_thread"]


@cache
def _blas() -> ThreadpoolController:
    """Return the library that numpy, which is imported by then, multiplies with."""
    return ThreadpoolController().select(user_api="blas")


@contextmanager
def one_thread() -> Iterator[None]:
    """Let BLAS compute in one thread, unless the environment says how many it may use.

    Products that other threads of this process compute meanwhile have one thread, too. Of several
    threads that embed at once the first one decides, until it is done.
    """
    if threads_are_set():
        yield
        return
    with _blas().limit(limits=1):
        yield
