"""The MCP server against the protocol's own conformance suite, and against its inspector."""

import json
import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.server.running_server import running

CLIENTS = Path(__file__).parent / "mcp_clients"
SCENARIOS = {
    "2025-11-25": {
        "server-initialize": 3,
        "server-session-lifecycle": 3,
        "ping": 2,
        "tools-list": 3,
        "server-sse-multiple-streams": 2,
    },
    "2026-07-28": {
        "tools-list": 4,
        "server-sse-multiple-streams": 1,
        "dns-rebinding-protection": 2,
        "http-header-validation": 14,
        "server-stateless": 23,
    },
}
"""Checks that must pass, by version and scenario: all but two of server-stateless, which call tools
that only a server made for the suite has."""


@pytest.mark.slow
@pytest.mark.enable_socket
@pytest.mark.timeout(300)
@pytest.mark.skipif(shutil.which("npm") is None, reason="needs npm")
def test_the_protocols_own_suite_and_its_inspector_find_what_they_expect(tmp_path):
    for name in ("package.json", "package-lock.json"):
        shutil.copy(CLIENTS / name, tmp_path)
    tools = tmp_path / "node_modules" / ".bin"
    # The suite needs a node of its own: it is newer than Debian's.
    environment = {**os.environ, "PATH": f"{tools}:{os.environ['PATH']}"}

    def run(*command):
        return subprocess.run(
            command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False
        )

    installed = run("npm", "ci", "--silent", "--no-audit", "--no-fund")
    assert installed.returncode == 0, installed.stderr
    passed: dict[str, dict[str, int | str]] = {}
    with running(tmp_path / "m.clew") as address:
        url = f"{address}/mcp"
        for version, scenarios in SCENARIOS.items():
            for name in scenarios:
                asked = ("--url", url, "--scenario", name, "--spec-version", version)
                told = run("node", str(tools / "conformance"), "server", *asked).stdout
                found = re.search(r"Passed: (\d+)/", told)
                passed.setdefault(version, {})[name] = int(found[1]) if found else told
        inspector = ("mcp-inspector", "--cli", url, "--transport", "http", "--method")
        listed = json.loads(run(*inspector, "tools/list").stdout)
        said = ("--tool-name", "remember", "--tool-arg", "text=Anna lives in Oslo.")
        kept = json.loads(run(*inspector, "tools/call", *said).stdout)
    assert passed == SCENARIOS
    assert len(listed["tools"]) == 8
    assert "new fact" in kept["content"][0]["text"]
