"""The simulator's process: what it needs, and that it is never left behind."""

import os
import shutil
import signal
import subprocess
import sys
import time

import pytest

pytest.importorskip("gymnasium", reason="needs the extra scienceworld")
pytest.importorskip("scienceworld", reason="needs the extra scienceworld")
if shutil.which("java") is None:
    pytest.skip("needs Java: apt-get install default-jre-headless", allow_module_level=True)

from clew.envs.games import GameError
from clew.envs.scienceworld.java_process import JavaProcess
from clew.envs.scienceworld.science_world import ScienceWorld

pytestmark = [pytest.mark.slow, pytest.mark.enable_socket, pytest.mark.allow_hosts(["127.0.0.1"])]


def runs(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def gone(process: int) -> bool:
    """Return whether a process ends within ten seconds."""
    for _ in range(200):
        if not runs(process):
            return True
        time.sleep(0.05)
    return False


def test_values_cross_the_border(tmp_path):
    java = JavaProcess([], "java.util.ArrayList", tmp_path)
    assert java.call("add", "two\nlines \\ and ünï")
    assert java.call("size") == 1
    assert java.call("get", 0) == "two\nlines \\ and ünï"
    assert java.call("subList", 0, 0) == ()
    assert java.call("add", "three")
    assert java.call("subList", 1, 2) == ("three",)
    with pytest.raises(GameError, match=r"(?s)failed at .*IndexOutOfBounds"):
        java.call("get", 5)
    assert java.alive
    java.close()
    java.close()
    assert not java.alive
    with pytest.raises(GameError, match="has ended"):
        java.call("size")


def test_a_simulator_that_died_is_told_and_replaced():
    env = ScienceWorld("boil", 3)
    first = env.reset()
    assert env._java is not None
    process = env._java._process
    process.kill()
    for _ in range(2):
        with pytest.raises(GameError, match=r"has ended \(it was killed\); begin anew with reset"):
            env.step("look around")
    assert env.reset() == first
    env.close()
    assert gone(process.pid)


def test_a_full_memory_ends_the_process_with_a_reason(tmp_path):
    java = JavaProcess([], "java.lang.StringBuilder", tmp_path)
    with pytest.raises(GameError, match="its memory was full"):
        java.call("ensureCapacity", 2_000_000_000)


CHILD = """
import os, sys, time
from clew.envs.scienceworld.science_world import ScienceWorld
env = ScienceWorld()
env.reset(seed=1)
print(env._java._process.pid, flush=True)
{end}
"""
ENDS = {
    "killed": "time.sleep(60)",
    "forgotten": "",
    "crashed": "raise SystemError",
    "left at once": "os._exit(1)",
    "dropped": "del env\nprint('still here', flush=True)\ntime.sleep(60)",
}


@pytest.mark.parametrize("end", ENDS)
def test_no_simulator_outlives_its_python(end):
    with subprocess.Popen(
        [sys.executable, "-c", CHILD.format(end=ENDS[end])],
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    ) as child:
        assert child.stdout is not None
        simulator = int(child.stdout.readline())
        if end == "dropped":
            assert child.stdout.readline() == "still here\n"
            assert gone(simulator)
        else:
            assert end != "killed" or runs(simulator)
        if end in ("killed", "dropped"):
            child.send_signal(signal.SIGKILL)
        assert gone(simulator)


def test_ctrl_c_does_not_reach_the_simulator(tmp_path):
    java = JavaProcess([], "java.util.Random", tmp_path)
    assert os.getpgid(java._process.pid) != os.getpgid(0)
    java.close()
