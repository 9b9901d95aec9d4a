"""What the tests of all adapters share."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.store.memories import opened

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def memory():
    """Return an empty memory, which is sound at the end."""
    with opened() as memory:
        yield memory
        assert memory.check() == []


@pytest.fixture
def run_example(tmp_path):
    """Return what runs an example, which leaves nothing behind, and gives what it prints."""

    def run(name):
        done = subprocess.run(
            [sys.executable, str(EXAMPLES / name)],
            cwd=tmp_path,
            capture_output=True,
            encoding="utf-8",
            check=True,
        )
        assert not list(tmp_path.iterdir())
        return done.stdout

    return run
