"""How servers are started from the command line: the container's command, threads, tokens."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def unsaid(monkeypatch):
    for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS"):
        monkeypatch.setenv(name, "2")
        monkeypatch.delenv(name)


def container_command():
    lines = (ROOT / "Containerfile").read_text(encoding="utf-8").splitlines()
    return [word for line in lines if line.startswith("CMD ") for word in json.loads(line[4:])]


def test_the_container_serves_nobody_without_a_token(cli, monkeypatch):
    monkeypatch.setenv("CLEW_MEMORY", "memory.clew")
    refused = cli(*container_command())
    assert refused.code == 1
    assert "make one with: clew token add" in refused.error


@pytest.mark.parametrize(
    ("said", "threads"),
    [({}, "1"), ({"OMP_NUM_THREADS": "4"}, None), ({"OPENBLAS_NUM_THREADS": "3"}, "3")],
)
def test_a_server_lets_no_threads_spin_unless_told_to(cli, monkeypatch, said, threads):
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    cli("serve", "--host", "0.0.0.0", "--memory", "m.clew")
    assert os.environ.get("OPENBLAS_NUM_THREADS") == threads


def test_that_is_said_before_numpy_reads_it():
    script = "import sys, clew.cli.main; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0
