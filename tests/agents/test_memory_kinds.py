"""What every agent memory keeps to."""

import os
import subprocess
import sys

import pytest

from clew.agents.memory import BUDGET, Brought
from clew.agents.memory_kinds import memory_named
from clew.errors import UnknownNameError
from clew.llm.base import Usage
from clew.memory import Memory
from clew.plugins import MEMORIES
from clew.recall.pack import count_tokens
from clew.wiring import mind_named

FOCUS = [("key 1", 2), ("red locker", 2)]


def make(name: str):
    return memory_named(
        name, memory=Memory.open(embedder="hashing"), model=mind_named("textworld"), run="test"
    )


def room(number: int) -> str:
    return (
        f"-= Room {number} =-\nYou are in a Room {number}. A standard one.\n\n"
        f"You see a locked locker {number}. There is a key {number} on the floor. "
        f"There is an exit to the east. Room {number} is {'very ' * 30}quiet tonight."
    )


def walked(memory, steps: int) -> None:
    memory.learn(0, room(0))
    for step in range(1, steps):
        memory.learn(step, room(step), "go east")


def tokens(brought: Brought) -> int:
    lines = [" ".join(fact) for fact in brought.facts]
    return sum(count_tokens(line + "\n") for line in (*lines, *brought.texts))


@pytest.fixture(params=MEMORIES.names())
def name(request) -> str:
    found: str = request.param
    return found


def test_at_the_beginning_there_is_nothing(name):
    memory = make(name)
    assert memory.recall(FOCUS, "find out what there is", []) == Brought()
    assert memory.spent() == Usage()


def test_everything_but_the_whole_history_fits_the_budget(name):
    memory = make(name)
    walked(memory, 60)
    brought = memory.recall([(f"key {number}", 2) for number in range(40)], "take key 1", [])
    if name == "history-unlimited":
        assert tokens(brought) > BUDGET
        assert len(brought.texts) == 60
    else:
        assert tokens(brought) <= BUDGET
        assert (brought == Brought()) == (name == "none")


def test_what_the_agent_has_before_it_is_not_brought_up_again(name):
    memory = make(name)
    walked(memory, 8)
    recent = [room(number) for number in range(3, 8)]
    brought = memory.recall(FOCUS, "take key 1", recent)
    for text in recent:
        assert all(text not in each for each in brought.texts)


def test_steps_may_be_shared_and_texts_come_twice(name):
    memory = make(name)
    for _ in range(2):
        memory.learn(3, room(1), "look")
    assert tokens(memory.recall(FOCUS, "take key 1", [])) <= BUDGET


def script() -> str:
    return (
        "from tests.agents.test_memory_kinds import *\n"
        "for name in MEMORIES:\n"
        "    memory = make(name)\n"
        "    walked(memory, 12)\n"
        "    print(memory.recall(FOCUS, 'unlock red locker with key 1', [room(11)]))\n"
    )


def test_another_process_brings_up_the_same():
    shown = []
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        ran = subprocess.run(
            [sys.executable, "-c", script()],
            capture_output=True,
            text=True,
            check=True,
            env=environment,
        )
        shown.append(ran.stdout)
    assert shown[0] == shown[1]
    assert len(shown[0].splitlines()) == len(MEMORIES.names())


def test_an_unknown_name_is_told_with_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean 'summary'"):
        make("sumary")
