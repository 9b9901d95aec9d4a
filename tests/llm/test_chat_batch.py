import signal
import threading
import time
from contextvars import ContextVar

import pytest

from clew.llm.batch import each_in_order, in_order

SPAN: ContextVar[str] = ContextVar("SPAN", default="none")


def test_results_follow_the_items_though_later_ones_end_first():
    def slower_first(item):
        time.sleep(0.02 * (4 - item))
        return item * 10

    assert in_order(slower_first, range(4), 4) == [0, 10, 20, 30]


def test_no_items_no_threads():
    before = threading.active_count()
    assert in_order(str, [], 8) == []
    assert threading.active_count() == before


@pytest.mark.parametrize("workers", [1, 3, 50])
def test_at_most_so_many_run_at_one_time(workers):
    lock = threading.Lock()
    running = most = 0

    def call(item):
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.002)
        with lock:
            running -= 1
        return item

    assert in_order(call, range(30), workers) == list(range(30))
    assert 1 <= most <= min(workers, 30)


def test_the_first_in_order_that_fails_is_raised_and_no_more_are_started():
    started = []
    late = threading.Event()

    def call(item):
        started.append(item)
        if item == 2:
            late.wait(5)
            raise KeyError("two")
        if item == 3:
            late.set()
            raise ValueError("three")
        return item

    results = each_in_order(call, range(100), 2)
    assert [next(results), next(results)] == [0, 1]
    with pytest.raises(KeyError, match="two"):
        next(results)
    assert max(started) <= 3


def test_a_result_is_there_before_later_calls_end():
    end = threading.Event()

    def call(item):
        if item:
            end.wait(30)
        return item

    results = each_in_order(call, range(3), 3)
    assert next(results) == 0
    end.set()
    assert list(results) == [1, 2]


def test_whoever_stops_early_paid_for_little_and_waits_for_nobody():
    started = []
    end = threading.Event()

    def call(item):
        started.append(item)
        if item:
            end.wait(30)
        return item

    results = each_in_order(call, range(1000), 2)
    began = time.monotonic()
    assert next(results) == 0
    results.close()
    assert time.monotonic() - began < 15
    end.set()
    time.sleep(0.05)
    assert len(started) <= 4


def test_items_are_read_in_the_callers_thread_and_not_far_ahead():
    readers, taken = set(), []

    def items():
        for item in range(50):
            readers.add(threading.current_thread())
            taken.append(item)
            yield item

    results = each_in_order(str, items(), 2)
    next(results)
    assert len(taken) <= 5
    assert list(results)[-1] == "49"
    assert readers == {threading.current_thread()}


def test_ctrl_c_goes_up_at_once():
    """A signal lands in the thread that waits for results; what runs is left alone."""
    end = threading.Event()
    main = threading.get_ident()
    began = time.monotonic()

    def call(item):
        if item == 0:
            threading.Timer(0.05, signal_main).start()
        end.wait(30)

    def signal_main():
        signal.pthread_kill(main, signal.SIGINT)

    # A suite run in the background of a shell ignores interrupts.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        with pytest.raises(KeyboardInterrupt):
            in_order(call, range(10), 2)
    finally:
        signal.signal(signal.SIGINT, before)
    assert time.monotonic() - began < 15
    end.set()


def test_threads_see_the_callers_context():
    token = SPAN.set("caller")
    try:
        assert in_order(lambda _: SPAN.get(), range(3), 2) == ["caller"] * 3
    finally:
        SPAN.reset(token)


def test_many_failing_batches_never_hang():
    """The item before the failing one was taken, but had not started: it must not be lost."""

    def call(item):
        if item == 5:
            raise ValueError(item)
        return item

    for _ in range(300):
        with pytest.raises(ValueError, match="5"):
            in_order(call, range(8), 8)
