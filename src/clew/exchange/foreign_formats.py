"""The table of formats that can be imported besides clew's own, and which one a file has."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from zipfile import is_zipfile

from clew.errors import UsageError
from clew.exchange.arrived import Loader, json_in
from clew.exchange.chat_exports import CONVERSATIONS, from_chatgpt, from_claude
from clew.exchange.graph_folders import CHUNKS, OPENIE, from_hipporag, from_lightrag
from clew.exchange.graphiti_rows import from_graphiti
from clew.exchange.memory_files import from_hindsight, from_mcp, from_mem0, listed
from clew.exchange.note_vault import from_markdown

__all__ = ["FOREIGN", "ForeignFormat", "Looked", "detected", "is_own"]

_PEEK = 1 << 20
_OWN = '{"format":"clew"'


class Looked:
    """A file or folder whose format is not known yet; its JSON is read once, if at all."""

    def __init__(self, path: Path) -> None:
        self.path = path

    @cached_property
    def json(self) -> object:
        """What a JSON file holds, or the conversations in an export; `None` for what is neither."""
        exported = self.path.is_dir() or is_zipfile(self.path)
        try:
            return json_in(self.path, CONVERSATIONS if exported else "")
        except UsageError:
            return None

    @cached_property
    def begins(self) -> str:
        """The first line of a file; nothing of a folder."""
        if not self.path.is_file():
            return ""
        with self.path.open(encoding="utf-8-sig", errors="replace") as stream:
            return stream.readline(_PEEK)

    def lists(self, key: str) -> bool:
        """Tell whether its JSON lists objects of which one has a key."""
        found = listed(self.json)
        return isinstance(found, list) and any(
            isinstance(one, dict) and key in one for one in found
        )


@dataclass(frozen=True, slots=True)
class ForeignFormat:
    """A format of another program."""

    about: str
    load: Loader
    fits: Callable[[Looked], bool]
    """Says of a file or folder whether it looks like one."""


def _is_mcp(looked: Looked) -> bool:
    try:
        first = json.loads(looked.begins)
    except (ValueError, RecursionError):
        return False
    return isinstance(first, dict) and first.get("type") in ("entity", "relation")


def _is_graphiti(looked: Looked) -> bool:
    found = looked.json
    return isinstance(found, dict) and {"edges", "episodes"} <= found.keys()


def _is_hipporag(looked: Looked) -> bool:
    path = looked.path
    return any(path.glob(OPENIE)) if path.is_dir() else path.match(OPENIE)


FOREIGN: Mapping[str, ForeignFormat] = {
    "mcp-memory": ForeignFormat(
        "memory.json of the MCP server `memory`: entities, observations, relations",
        from_mcp,
        _is_mcp,
    ),
    "chatgpt": ForeignFormat(
        "an export of ChatGPT: the ZIP archive, its folder, or conversations.json",
        from_chatgpt,
        lambda looked: looked.lists("mapping"),
    ),
    "claude": ForeignFormat(
        "an export of Claude: the ZIP archive, its folder, or conversations.json",
        from_claude,
        lambda looked: looked.lists("chat_messages"),
    ),
    "mem0": ForeignFormat(
        "what mem0's get_all returns, saved as JSON",
        from_mem0,
        lambda looked: looked.path.is_file() and looked.lists("memory"),
    ),
    "hindsight": ForeignFormat(
        "what Hindsight's memories/list returns, saved as JSON",
        from_hindsight,
        lambda looked: looked.path.is_file() and looked.lists("fact_type"),
    ),
    "graphiti": ForeignFormat(
        "nodes, edges and episodes of Graphiti as JSON (docs/coming_and_going.md)",
        from_graphiti,
        _is_graphiti,
    ),
    "lightrag": ForeignFormat(
        "a working folder of LightRAG with its default stores",
        from_lightrag,
        lambda looked: (looked.path / CHUNKS).is_file(),
    ),
    "hipporag": ForeignFormat(
        "a folder of HippoRAG, or its openie_results_ner_MODEL.json", from_hipporag, _is_hipporag
    ),
    "markdown": ForeignFormat(
        "a folder of Markdown notes: front matter, daily notes, [[links]]",
        from_markdown,
        lambda looked: looked.path.is_dir() and any(looked.path.rglob("*.md")),
    ),
}
"""By name, in the order in which they are tried."""


def detected(path: Path) -> str | None:
    """Return the name of the first format that a file or folder looks like, if any.

    An export of clew's own is none of them.
    """
    if is_own(path):
        return None
    looked = Looked(path)
    return next((name for name, one in FOREIGN.items() if one.fits(looked)), None)


def is_own(path: Path) -> bool:
    """Return whether a file begins as an export of clew."""
    return Looked(path).begins.startswith(_OWN)
