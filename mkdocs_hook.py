"""Fits the pages of docs/ to the site: sections of the README, links out of docs/."""

import re
from pathlib import Path, PurePosixPath
from typing import Any

ROOT = Path(__file__).parent
SECTION = re.compile(r"<!-- README: (.+?) -->")
LINK = re.compile(r"(?<!!)\[([^\]]+)\]\((?!\w+:|#)([^)\s#]+)(#[^)\s]*)?\)")


def on_page_markdown(markdown: str, *, page: Any, **_: object) -> str:
    """Put sections of the README in place; links that lead out of docs/ become plain text."""
    home = PurePosixPath(page.file.src_uri).parent
    shown = SECTION.sub(lambda match: section(match[1]), markdown)
    return LINK.sub(lambda match: match[0] if stays(home, match[2]) else match[1], shown)


def section(title: str) -> str:
    """Return a section of the README with its heading; its links are made relative to docs/.

    Raises:
        ValueError: the README has no such section.
    """
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    found = re.search(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", readme, re.MULTILINE | re.DOTALL)
    if found is None:
        raise ValueError(f"README.md has no section {title!r}: mend the page that shows it")
    return found[0].replace("](docs/", "](").replace("](experiments/", "](../experiments/")


def stays(home: PurePosixPath, link: str) -> bool:
    """Tell whether a link of a page in this folder leads to a file of docs/."""
    return (ROOT / "docs" / home / link).resolve().is_relative_to(ROOT / "docs")
