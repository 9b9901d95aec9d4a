"""Numpy multiplies in one thread while a text is embedded, whatever else the process does."""

import json
import subprocess
import sys

from clew.settings import child_environment

SCRIPT = """
import json
from threading import Barrier, Thread
import numpy as np
from threadpoolctl import ThreadpoolController
from clew.embed.one_thread import one_thread

blas = ThreadpoolController().select(user_api="blas")
many = blas.info()[0]["num_threads"]
now = lambda: [one["num_threads"] for one in blas.info()]
seen, inside = [now()], Barrier(3)

def other():
    with one_thread():
        inside.wait()

threads = [Thread(target=other) for _ in range(2)]
with one_thread():
    seen.append(now())
    for thread in threads:
        thread.start()
    inside.wait()
    for thread in threads:
        thread.join()
    seen.append(now())
seen.append(now())
try:
    with one_thread():
        raise KeyError
except KeyError:
    seen.append(now())
print(json.dumps(["few" if one == [1] else "many" if one == [many] else one for one in seen]))
"""


def threads(**said):
    env = child_environment(OMP_NUM_THREADS="", OPENBLAS_NUM_THREADS="")
    env = {name: value for name, value in env.items() if value} | said
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True, check=True
    )
    return json.loads(done.stdout)


def test_it_lasts_as_long_as_the_first_one_computes():
    assert threads() in (["many", "few", "few", "many", "many"], ["few"] * 5)  # one core


def test_the_environment_decides_where_it_says_something():
    told = threads(OPENBLAS_NUM_THREADS="2")
    assert len(set(told)) == 1
