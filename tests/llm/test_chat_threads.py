"""Many calls at one time: no mix-up, no loop of somebody else, nothing left open."""

import asyncio
import gc
import json
import signal
import subprocess
import sys
import threading
import time
from dataclasses import replace
from pathlib import Path

import pytest

from clew.errors import ModelError
from clew.llm.batch import each_in_order, in_order
from clew.llm.chat import ChatModel
from tests.llm.chatting import Find, answers
from tests.llm.server import LOOPBACK, Server, hangs, says

pytest.importorskip("pydantic_ai", reason="needs the extra llm")

pytestmark = list(LOOPBACK)
ROOT = Path(__file__).parents[2]


def echo(request):
    """Say the input again, later for every third."""
    number = int(request.text)
    reply = says(json.dumps({"animals": [], "note": str(number)}))
    return replace(reply, delay=0.01) if number % 3 == 0 else reply


def notes(results):
    return [result.value.note for result in results]


def lines():
    return [each for each in threading.enumerate() if each.name == "clew-connections"]


def test_two_hundred_calls_from_eight_threads_over_one_line():
    gc.collect()
    others = set(lines())  # of earlier tests, on their way out
    with Server(echo) as server:
        model = ChatModel("openai:any", base_url=server.url, workers=8)
        results = answers(model, [Find(str(i)) for i in range(200)])
        assert len(set(lines()) - others) == 1
        model.close()
    assert notes(results) == [str(i) for i in range(200)]
    assert sum(result.usage.calls for result in results) == len(server.asked) == 200
    assert not set(lines()) - others


def test_callers_in_eight_threads_share_a_model():
    with Server(echo) as server:
        model = ChatModel("openai:any", base_url=server.url, workers=3)
        results = in_order(lambda number: answers(model, [Find(str(number))]), range(80), 8)
        model.close()
    assert [note for each in results for note in notes(each)] == [str(i) for i in range(80)]


def test_the_room_holds_over_all_threads():
    """The server counts how many requests are open at one time."""
    open_now, most = 0, 0
    lock = threading.Lock()
    gate = threading.Event()

    class Counting(Server):
        def answer(self, asked):
            nonlocal open_now, most
            with lock:
                open_now += 1
                most = max(most, open_now)
            gate.wait(0.02)
            with lock:
                open_now -= 1
            return super().answer(asked)

    with Counting(echo) as server:
        model = ChatModel("openai:any", base_url=server.url, workers=3)
        in_order(lambda number: answers(model, [Find(str(number))]), range(30), 8)
        model.close()
    assert most == 3


def test_from_inside_a_running_event_loop():
    """As in a notebook."""
    with Server(echo) as server:
        model = ChatModel("openai:any", base_url=server.url)

        async def cell():
            return answers(model, [Find("1"), Find("2")])

        assert notes(asyncio.run(cell())) == ["1", "2"]
        assert notes(asyncio.run(cell())) == ["1", "2"], "another loop, the same model"
        model.close()


def test_a_model_may_be_closed_twice_and_used_again():
    with Server(echo) as server:
        model = ChatModel("openai:any", base_url=server.url)
        model.close()
        model.close()
        assert notes(answers(model, [Find("1")])) == ["1"]
        model.close()


def test_a_model_nobody_closed_closes_when_it_is_forgotten():
    with Server(echo) as server:
        model = ChatModel("openai:any", base_url=server.url)
        answers(model, [Find("1")])
        del model
        patience = time.monotonic() + 10
        while lines() and time.monotonic() < patience:  # the calling thread lets go of it last
            gc.collect()
            time.sleep(0.01)
        assert not lines()


def test_closing_ends_what_runs():
    with Server(lambda _: hangs()) as server:
        model = ChatModel("openai:any", base_url=server.url, timeout=30)
        results = each_in_order(lambda task: answers(model, [task]), [Find("1"), Find("2")], 2)
        closer = threading.Timer(0.2, model.close)
        closer.start()
        began = time.monotonic()
        with pytest.raises(ModelError, match="closed while it was asked"):
            next(results)
        assert time.monotonic() - began < 5
        closer.join()


def test_results_come_while_later_calls_run():
    with Server(lambda request: hangs() if request.text == "2" else echo(request)) as server:
        model = ChatModel("openai:any", base_url=server.url, timeout=30)
        results = each_in_order(lambda task: answers(model, [task]), [Find("1"), Find("2")], 2)
        assert notes(next(results)) == ["1"]
        results.close()
        model.close()


PROGRAM = """
from clew.llm.batch import each_in_order
from clew.llm.chat import ChatModel
from tests.llm.chatting import Find
model = ChatModel("openai:any", base_url={url!r}, timeout=50)
results = each_in_order(lambda task: model.run([task]), [Find("1"), Find("2")], 2)
print(next(results)[0].value.note, flush=True)
"""


def program(server, more=""):
    """Start a process of its own that gets one answer, and waits in a thread for one that hangs."""
    code = PROGRAM.format(url=server.url) + more
    command = [sys.executable, "-W", "error", "-c", code]
    return subprocess.Popen(
        command,
        cwd=ROOT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # A suite run in the background of a shell ignores interrupts, and so would the child.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )


def second_hangs(request):
    return hangs() if request.text == "2" else echo(request)


@pytest.mark.parametrize("more", ["results.close(); model.close()\n", ""], ids=["closed", "open"])
def test_a_process_ends_at_once_and_without_a_word(more):
    """A model that nobody closed, and a request that hangs in a thread, keep no process alive."""
    with Server(second_hangs) as server, program(server, more) as process:
        said = process.communicate(timeout=40)
    assert (*said, process.returncode) == ("1\n", "", 0)


def test_ctrl_c_ends_a_process_that_waits_for_a_model():
    with Server(second_hangs) as server, program(server, "next(results)\n") as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "1\n"
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        _, errors = process.communicate(timeout=40)
        assert time.monotonic() - began < 10
    assert errors.strip().endswith("KeyboardInterrupt")
    assert errors.count("Traceback") == 1
