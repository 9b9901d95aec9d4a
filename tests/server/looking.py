"""A browser that looks at a memory which `clew view` serves, each started by the test."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright

__all__ = ["browser", "needs_browser", "opened_page", "viewed"]

_CHROMIUM = shutil.which("chromium")
needs_browser = pytest.mark.skipif(_CHROMIUM is None, reason="needs Debian's chromium")


@contextmanager
def viewed(memory: Path, *options: str, page: str = "") -> Iterator[Iterator[str]]:
    """Yield the addresses of a page that `clew view` prints for a memory, one for each window."""
    command = [sys.executable, "-m", "clew", "view", str(memory), "--no-browser", *options]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            yield (
                found[0]
                for line in process.stderr
                if (found := re.search(rf"http://127\.0\.0\.1:\d+/{page}#\S+", line))
            )
        finally:
            process.terminate()
            process.stderr.read()
            process.wait(30)


@contextmanager
def browser() -> Iterator[Browser]:
    """Yield a Chromium without a window."""
    with sync_playwright() as driver:
        made = driver.chromium.launch(executable_path=_CHROMIUM, args=["--no-sandbox"])
        try:
            yield made
        finally:
            made.close()


@contextmanager
def opened_page(
    made: Browser, address: str, refused: str = "404", **options: Any
) -> Iterator[Page]:
    """Yield a page at an address; what left its origin, or went wrong in it, fails the test.

    An answer with the status `refused` is not wrong: what was not known at a revision is a 404.
    """
    context = made.new_context(reduced_motion="reduce", **options)
    page = context.new_page()
    asked: list[str] = []
    wrong: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("console", lambda said: wrong.append(said.text) if _is_wrong(said, refused) else None)
    page.set_default_timeout(30_000)
    page.goto(address)
    page.wait_for_selector("body[data-ready]")
    yield page
    origin = address.rpartition("/")[0]
    assert [url for url in asked if not url.startswith((origin, "data:", "blob:"))] == []
    assert wrong == []
    context.close()


def _is_wrong(said: ConsoleMessage, refused: str) -> bool:
    """Return whether it is an error, but for an answer with a status."""
    return said.type == "error" and refused not in said.text
