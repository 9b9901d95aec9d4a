"""How soon the page of a large memory is there, how it grows, and how smoothly it moves.

A made memory is served by this process and looked at in Chromium. Times are of the wall clock, in
milliseconds since the page was asked for; one line for the first window and one for a second.
"""

import json
import shutil
from argparse import ArgumentParser
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from socket import create_server
from tempfile import TemporaryDirectory
from threading import Event, Thread

from playwright.sync_api import Page, sync_playwright
from uvicorn import Config, Server

from clew import Memory
from clew.bench.random_world import FACTS_PER_EPISODE, RandomVectors, World, model_for
from clew.learn.tasks import Extraction
from clew.server.guarding import Limits
from clew.server.running import made_app

__all__ = ["main"]

_BATCH = 256
_PAINTED = """() => ({
  paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime,
  graph: performance.getEntriesByName("clew-graph")[0]?.startTime,
})"""
_GROWN = """async () => {
  const near = [...clew.graph.near.values()].sort((one, other) => other.facts - one.facts);
  const took = [];
  for (const { entity } of near.slice(0, 6)) {
    const start = performance.now();
    await clew.open(entity.id);
    took.push(performance.now() - start);
  }
  return { grown: took.sort((one, other) => one - other)[3], facts: clew.graph.size };
}"""
_FRAMES = """() => new Promise((done) => {
  const at = [];
  const step = (now) => {
    at.push(now);
    clew.graph.cy.panBy({ x: at.length % 2 ? 9 : -9, y: 0 });
    if (at.length < 60) return requestAnimationFrame(step);
    const gaps = at.slice(1).map((one, place) => one - at[place]).sort((one, other) => one - other);
    return done({ frame: gaps[29], frame_p95: gaps[55] });
  };
  requestAnimationFrame(step);
})"""


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = ArgumentParser(prog="python -m experiments page", description=__doc__)
    parser.add_argument("--facts", type=int, default=100_000)
    given = parser.parse_args(arguments)
    with (
        TemporaryDirectory() as folder,
        _served(Path(folder) / "made.clew", given.facts) as url,
        sync_playwright() as driver,
    ):
        path = shutil.which("chromium")
        browser = driver.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for _ in range(2):
            page = browser.new_page(viewport={"width": 1280, "height": 760})
            print(json.dumps({"memory": given.facts, **_measured(page, url)}))
            page.close()
        browser.close()
    return 0


def _measured(page: Page, url: str) -> dict[str, float]:
    page.goto(url)
    page.wait_for_selector("body[data-ready]", timeout=120_000)
    found: dict[str, float] = {}
    for script in (_PAINTED, _GROWN, _FRAMES):
        found |= page.evaluate(script)
    return {name: round(value) for name, value in found.items()}


@contextmanager
def _served(path: Path, facts: int) -> Iterator[str]:
    """Yield the address of a server of a made memory."""
    says: dict[str, Extraction] = {}
    with Memory.open(path, model=model_for(says), embedder=RandomVectors()) as memory:
        pages = list(World().pages(facts // FACTS_PER_EPISODE))
        says.update((page.given.text, page.says) for page in pages)
        for start in range(0, len(pages), _BATCH):
            memory.remember_many([page.given for page in pages[start : start + _BATCH]])
        listening = create_server(("127.0.0.1", 0))
        ending = Event()
        app = made_app(memory, None, Limits(), ending=ending)
        server = Server(Config(app, log_level="warning", timeout_graceful_shutdown=5))
        thread = Thread(target=server.run, args=([listening],))
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/"
        ending.set()
        server.should_exit = True
        thread.join()
