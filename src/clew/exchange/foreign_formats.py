"""The table of formats that can be imported besides clew's own, and which one a file has."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from zipfile import is_zipfile

from clew.errors import UsageError
from clew.exchange.arrived import Loader, json_in
from clew.exchange.chat_exports import CONVERSATIONS, from_chatgpt, from_claude
from clew.exchange.graph_folders import CHUNKS, OPENIE, from_hipporag, from_lightrag
from clew.exchange.graphiti_rows import from_graphiti, is_graphiti
from clew.exchange.memory_files import from_hindsight, from_mcp, from_mem0, listed
from clew.exchange.note_vault import from_markdown

__all__ = ["FOREIGN", "ForeignFormat", "detected"]

_PEEK = 1 << 20
_OWN = '{"format":"clew"'


@dataclass(frozen=True, slots=True)
class ForeignFormat:
    """A format of another program."""

    about: str
    load: Loader
    fits: Callable[[Path], bool]
    """Says of a file or folder whether it looks like one."""


def _has_key(path: Path, key: str) -> bool:
    """Tell whether a JSON file, or the conversations in an export, is a list of such objects."""
    exported = path.is_dir() or is_zipfile(path)
    try:
        found = listed(json_in(path, CONVERSATIONS if exported else ""))
    except UsageError:
        return False
    return isinstance(found, list) and any(isinstance(one, dict) and key in one for one in found)


def _begins(path: Path) -> str:
    with path.open(encoding="utf-8-sig", errors="replace") as stream:
        return stream.readline(_PEEK)


def _is_mcp(path: Path) -> bool:
    if not path.is_file():
        return False
    try:
        first = json.loads(_begins(path))
    except ValueError:
        return False
    return isinstance(first, dict) and first.get("type") in ("entity", "relation")


def _is_hipporag(path: Path) -> bool:
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
        lambda path: _has_key(path, "mapping"),
    ),
    "claude": ForeignFormat(
        "an export of Claude: the ZIP archive, its folder, or conversations.json",
        from_claude,
        lambda path: _has_key(path, "chat_messages"),
    ),
    "mem0": ForeignFormat(
        "what mem0's get_all returns, saved as JSON",
        from_mem0,
        lambda path: path.is_file() and _has_key(path, "memory"),
    ),
    "hindsight": ForeignFormat(
        "what Hindsight's memories/list returns, saved as JSON",
        from_hindsight,
        lambda path: path.is_file() and _has_key(path, "fact_type"),
    ),
    "graphiti": ForeignFormat(
        "nodes, edges and episodes of Graphiti as JSON (docs/coming_and_going.md)",
        from_graphiti,
        is_graphiti,
    ),
    "lightrag": ForeignFormat(
        "a working folder of LightRAG with its default stores",
        from_lightrag,
        lambda path: (path / CHUNKS).is_file(),
    ),
    "hipporag": ForeignFormat(
        "a folder of HippoRAG, or its openie_results_ner_MODEL.json", from_hipporag, _is_hipporag
    ),
    "markdown": ForeignFormat(
        "a folder of Markdown notes: front matter, daily notes, [[links]]",
        from_markdown,
        lambda path: path.is_dir() and any(path.rglob("*.md")),
    ),
}
"""By name, in the order in which they are tried."""


def detected(path: Path) -> str | None:
    """Return the name of the first format that a file or folder looks like, if any.

    An export of clew's own is none of them.
    """
    if path.is_file() and _begins(path).startswith(_OWN):
        return None
    return next((name for name, one in FOREIGN.items() if one.fits(path)), None)
