"""Tokens on the command line; how servers start, and what they refuse before they serve."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from clew.server.tokens import Tokens

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
def test_a_command_lets_no_threads_spin_unless_told_to(cli, monkeypatch, said, threads):
    for name, value in said.items():
        monkeypatch.setenv(name, value)
    cli("serve", "--host", "0.0.0.0", "--memory", "m.clew")
    assert os.environ.get("OPENBLAS_NUM_THREADS") == threads


def test_that_is_said_before_numpy_reads_it():
    script = "import sys, clew.cli.main; sys.exit('numpy' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_a_token_is_made_listed_rotated_and_revoked(told, tmp_path):
    made = told("token", "add", "app", "--scope", "read", "--allow", "team-*", "--json").json
    tokens = Tokens.beside(tmp_path / "memory.clew")
    assert [one.name for one in tokens.holders()] == ["app"]
    assert tokens.find(made["token"]) is not None
    told("token", "revoke", "app")
    assert "from now on clew serve asks for a token" in told("token", "add", "first").err
    assert "from now on" not in told("token", "add", "second").err
    for name in ("first", "second"):
        told("token", "revoke", name)
    made = told("token", "add", "app", "--scope", "read", "--allow", "team-*", "--json").json
    assert told("token", "list").out == "app: read in team-*\n"
    assert made["token"] not in told("token", "list", "--json").out
    new = told("token", "rotate", "app").out.strip()
    assert tokens.find(made["token"]) is None
    assert tokens.find(new) is not None
    assert told("token", "revoke", "app").code == 0
    assert told("token", "list").out == ""


def test_what_is_no_token_or_profile_is_refused(told):
    assert told("token", "add").code == 2
    assert told("token", "revoke", "nobody").code == 1
    assert "did you mean 'write'" in told("token", "add", "x", "--scope", "wriet").err
    assert "did you mean 'read-only'" in told("mcp", "--profile", "readonly").err
    assert "clew token add" in told("serve", "--host", "0.0.0.0").err
