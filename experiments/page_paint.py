"""How soon the page of a large memory is there, how it grows, and how smoothly it moves.

A made memory is served by this process and looked at in Chromium. Times are of the wall clock, in
milliseconds since the page was asked for: `paint` is the first of anything, `graph` when the first
facts are drawn, `grown` the median of six clicks, `frame` that of a frame while moving; `server` is
this process's processor time until the first facts are drawn. One line for the first window and one
for a second. Making the memory takes by far the longest, so `--memory` keeps it for the next time.
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
from time import process_time

from playwright.sync_api import Page, sync_playwright
from uvicorn import Config, Server

from clew import Memory
from clew.bench.engine import model_for
from clew.bench.random_world import FACTS_PER_EPISODE, RandomVectors, World
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
    parser.add_argument("--memory", type=Path, help="file to make once and look at again")
    given = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        path = given.memory or Path(folder) / "made.clew"
        if not path.exists():
            _make(path, given.facts)
        with _served(path) as (url, facts), sync_playwright() as driver:
            chromium = shutil.which("chromium")
            browser = driver.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
            for _ in range(2):
                page = browser.new_page(viewport={"width": 1280, "height": 760})
                print(json.dumps({"memory": facts, **_measured(page, url)}))
                page.close()
            browser.close()
    return 0


def _measured(page: Page, url: str) -> dict[str, float]:
    begun = process_time()
    page.goto(url)
    page.wait_for_selector("body[data-ready]", timeout=120_000)
    found: dict[str, float] = {"server": 1000 * (process_time() - begun)}
    for script in (_PAINTED, _GROWN, _FRAMES):
        found |= page.evaluate(script)
    return {name: round(value) for name, value in found.items()}


def _make(path: Path, facts: int) -> None:
    """Make a memory of so many facts; a part of it, if it is stopped, is no file of that name."""
    says: dict[str, Extraction] = {}
    pages = list(World().pages(facts // FACTS_PER_EPISODE))
    says.update((page.given.text, page.says) for page in pages)
    part = path.with_name(f"{path.name}.part")
    part.unlink(missing_ok=True)
    with Memory.open(part, model=model_for(says), embedder=RandomVectors()) as memory:
        for start in range(0, len(pages), _BATCH):
            memory.remember_many([page.given for page in pages[start : start + _BATCH]])
    part.rename(path)


@contextmanager
def _served(path: Path) -> Iterator[tuple[str, int]]:
    """Yield the address of a server of a memory, and how many facts it has."""
    with Memory.open(path, model="rules", embedder=RandomVectors()) as memory:
        facts = memory.browse("facts", limit=1, past=True).total
        listening = create_server(("127.0.0.1", 0))
        ending = Event()
        app = made_app(memory, None, Limits(), ending=ending)
        server = Server(Config(app, log_level="warning", timeout_graceful_shutdown=5))
        thread = Thread(target=server.run, args=([listening],))
        thread.start()
        yield f"http://127.0.0.1:{listening.getsockname()[1]}/", facts
        ending.set()
        server.should_exit = True
        thread.join()
