"""Jobs of a measurement, one after the other or over processes."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import TypeVar

__all__ = ["done"]

Job = TypeVar("Job")
Result = TypeVar("Result")


def done(
    function: Callable[[Job], Result], jobs: Sequence[Job], processes: int = 1
) -> Iterator[Result]:
    """Yield what a function makes of every job, as it comes; in order with one process.

    Args:
        function: of a module, or a `partial` of one: other processes must find it.
        jobs: its argument, one after the other.
        processes: at one time, each begun anew; those that wait are given up when the caller
            stops.
    """
    if processes == 1 or len(jobs) < 2:
        yield from map(function, jobs)
        return
    with ProcessPoolExecutor(processes, mp_context=get_context("spawn")) as pool:
        waiting = [pool.submit(function, job) for job in jobs]
        try:
            for one in as_completed(waiting):
                yield one.result()
        finally:
            pool.shutdown(cancel_futures=True)
