"""Tokens on the command line; how servers start, and what they refuse before they serve."""

import json
import os
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from clew.errors import StoreError
from clew.operations.scope import Scope
from clew.server.listening import listening, port_of
from clew.server.tokens import Tokens
from tests.full_disk import room

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


def test_no_token_is_lost_when_several_are_made_at_once(tmp_path):
    tokens = Tokens.beside(tmp_path / "memory.clew")
    tokens.add("old", [Scope.READ], ["*"])

    def change(number: int) -> str:
        if number == 4:
            tokens.revoke("old")
        return tokens.add(f"app {number}", [Scope.READ], ["*"])

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(change, range(8)))
    assert {one.name for one in tokens.holders()} == {f"app {number}" for number in range(8)}
    assert all(map(tokens.find, made))


def test_a_token_that_cannot_be_kept_is_told_and_leaves_no_file(told, tmp_path):
    ran = told("token", "add", "app", "--memory", "no/memory.clew")
    assert (ran.code, "No such file or directory; no token" in ran.error) == (1, True)
    assert told("token", "add", "app").code == 0
    before = sorted(tmp_path.iterdir())
    with room(10):
        assert told("token", "rotate", "app").code == 1
    assert sorted(tmp_path.iterdir()) == before
    assert told("token", "revoke", "app").code == 0


def test_a_command_that_was_killed_among_the_tokens_is_told(tmp_path):
    tokens = Tokens.beside(tmp_path / "memory.clew")
    tokens.path.with_name(f"{tokens.path.name}.new").touch()
    with pytest.raises(StoreError, match=r"if none is, remove .*tokens\.json\.new"):
        tokens.add("app", [Scope.READ], ["*"])


def test_what_is_no_token_or_profile_is_refused(told):
    assert told("token", "add").code == 2
    assert "did you mean 'revoke'" in told("token", "revok").err
    assert "one namespace for the token" in told("token", "add", "x", "--allow", "").err
    assert told("token", "revoke", "nobody").code == 1
    assert "did you mean 'write'" in told("token", "add", "x", "--scope", "wriet").err
    assert "did you mean 'read-only'" in told("mcp", "--profile", "readonly").err
    assert "clew token add" in told("serve", "--host", "0.0.0.0").err


@pytest.fixture
def used_port():
    with socket.create_server(("127.0.0.1", 0)) as other:
        yield str(other.getsockname()[1])


@pytest.mark.enable_socket
def test_a_port_in_use_is_one_line_and_leaves_no_file(told, tmp_path, used_port):
    refused = told("serve", "--port", used_port, "--memory", "new.clew")
    said = f"port {used_port} of 127.0.0.1 is in use; choose another with --port"
    assert (refused.code, refused.error) == (1, said)
    assert not (tmp_path / "new.clew").exists()
    looked = told("view", "--port", used_port, "--no-browser")
    assert (looked.code, looked.error) == (1, said)


@pytest.mark.enable_socket
def test_a_host_that_is_not_here_is_one_line(told, tmp_path):
    Tokens.beside(tmp_path / "memory.clew").add("app", [Scope.READ], ["*"])
    refused = told("serve", "--host", "192.0.2.7", "--port", "0")
    assert refused.code == 1
    assert refused.error.startswith("cannot listen on 192.0.2.7, port 0: ")
    assert refused.error.endswith("; choose others with --host and --port")


def test_an_open_network_is_refused_before_a_file_is_made(told, tmp_path):
    assert told("serve", "--host", "0.0.0.0", "--memory", "new.clew").code == 1
    assert not (tmp_path / "new.clew").exists()


@pytest.mark.enable_socket
def test_all_addresses_of_a_name_have_one_port():
    with listening("localhost", 0) as sockets:
        assert len({each.getsockname()[1] for each in sockets}) == 1
        with socket.create_connection(("127.0.0.1", port_of(sockets))):
            pass
