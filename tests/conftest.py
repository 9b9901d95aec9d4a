"""What all tests share."""

import gc
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

SLOW = [HealthCheck.too_slow]
"""No test is wrong because the machine is busy: no deadline either."""
settings.register_profile("quick", max_examples=25, deadline=None, suppress_health_check=SLOW)
settings.register_profile("gate", settings.get_profile("quick"), max_examples=50, derandomize=True)
settings.load_profile(os.environ.get("CLEW_EXAMPLES", "quick"))
"""`make test` tries 25 examples of each property, others each time. The gate (`.ci/run`) tries 50,
always the same: it must say of a commit what it said of it before."""


def pytest_collection() -> None:
    """While modules are loaded and tests are made there is no garbage to look for."""
    gc.disable()


def pytest_collection_finish() -> None:
    """Spare the garbage collector what stays for the whole run: modules and the tests."""
    gc.freeze()
    gc.enable()


@pytest.fixture
def unset(monkeypatch: pytest.MonkeyPatch) -> None:
    """An environment that names no memory, model, server or file of settings."""
    for name in ("MEMORY", "MODEL", "MEMORY_MODEL", "JUDGE", "BASE_URL", "CONFIG"):
        monkeypatch.delenv(f"CLEW_{name}", raising=False)


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder of compiled games for a whole run, its worker processes included.

    A game takes seconds to compile, and is the same whoever makes it first (`clew.envs.games`).
    """
    base = tmp_path_factory.getbasetemp()
    folder = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "games"
    folder.mkdir(exist_ok=True)
    return folder
