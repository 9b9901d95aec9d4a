"""A server that is killed while many write: what it acknowledged is there afterwards."""

import time
from concurrent.futures import ThreadPoolExecutor
from random import Random

import pytest

from clew import Episode, Memory, RemoteMemory
from clew.errors import BusyError
from tests.server.running_server import started

CLIENTS, ROUNDS = 8, 3


def write(address, client, numbers, kept):
    """Remember texts until the server is gone; add those that it acknowledged."""
    with RemoteMemory(address, namespace=f"n{client % 4}") as memory:
        try:
            memory.create()
            for number in numbers:
                text = f"Note {number} of client {client}."
                memory.remember(text, source=f"client {client}", wait=number % 2 == 0)
                kept.append((memory.namespace, text))
        except BusyError:
            return


@pytest.mark.slow
@pytest.mark.enable_socket
def test_nothing_acknowledged_is_lost_by_a_kill(tmp_path):
    path, rng = tmp_path / "m.clew", Random(3)
    kept: list[tuple[str, str]] = []
    for turn in range(ROUNDS):
        process, address = started(path)
        numbers, enough = range(turn * 1000, turn * 1000 + 1000), len(kept) + rng.randint(10, 40)
        with ThreadPoolExecutor(CLIENTS) as threads:
            told = [threads.submit(write, address, one, numbers, kept) for one in range(CLIENTS)]
            while len(kept) < enough and not all(each.done() for each in told):
                time.sleep(0.01)
            process.kill()
            process.wait(60)
            for each in told:
                each.result()
        assert len(kept) >= enough
    with Memory.open(path) as memory:
        assert memory.check() == []
        for namespace in {name for name, _ in kept}:
            listed = memory.in_namespace(namespace).browse("episodes", limit=1000).items
            texts = {each.text for each in listed if isinstance(each, Episode)}
            assert {text for name, text in kept if name == namespace} <= texts
