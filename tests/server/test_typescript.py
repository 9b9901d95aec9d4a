"""The TypeScript client: generated from a running server, compiled, and used by node."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.server.running_server import running
from tests.store.memories import day, opened

CLIENT = Path(__file__).parents[2] / "clients" / "typescript"
PROGRAM = """
import { ClewError, Memory } from "./index.js";

declare const process: { argv: string[] };
const memory = new Memory(process.argv[2]!);
const receipt = await memory.call("remember", { text: "Ben lives in Rome.", source: "chat/1" });
const fresh: number[] = receipt.new;
const answer = await memory.call("ask", { question: "Where does Ben live?" });
const { results } = await memory.call("facts", { entity: "Anna" });
console.log(fresh.length > 0, answer.text, results.map((fact) => fact.text).join());
try {
  await memory.call("entity", { entity: "Nobody" });
} catch (error) {
  if (error instanceof ClewError) console.log(error.status, error.code, error.retry);
}
const proxy = async () => new Response("<h1>Bad gateway</h1>", { status: 502 });
try {
  await new Memory("http://nowhere", { fetch: proxy }).call("entity", { entity: "Anna" });
} catch (error) {
  if (error instanceof ClewError) console.log(error.status, error.code, error.retry, error.message);
}
// @ts-expect-error: there is no such operation
export const wrong = () => memory.call("recal", { query: "Anna" });
// @ts-expect-error: a query is a text
export const number = () => memory.call("recall", { query: 7 });
"""


def run(folder, *command, **environment):
    done = subprocess.run(
        command,
        cwd=folder,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.slow
@pytest.mark.enable_socket
@pytest.mark.skipif(shutil.which("npm") is None, reason="needs node and npm")
def test_the_client_is_generated_compiled_and_understood(tmp_path):
    with opened(tmp_path / "m.clew") as memory:
        memory.remember("Anna lives in Oslo.", at=day(1), source="mail/1")
    package = tmp_path / "typescript"
    shutil.copytree(CLIENT, package, ignore=shutil.ignore_patterns("node_modules", "dist"))
    (package / "src" / "program.ts").write_text(PROGRAM, encoding="utf-8")
    run(package, "npm", "ci", "--silent", "--no-audit", "--no-fund")
    with running(tmp_path / "m.clew") as address:
        run(package, "npm", "run", "build", OPENAPI=f"{address}/openapi.json")
        said = run(package, "node", "dist/program.js", address)
    assert said.splitlines() == [
        "true Rome Anna lives in Oslo",
        "404 unknown_name false",
        "502 error true status 502",
    ]
