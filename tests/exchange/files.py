"""Files of other programs, written for a test."""

import json

from tests.store.memories import day

NOW = day(900)


def written(path, value):
    """Write a text, or a value as JSON; return the path."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = value if isinstance(value, str) else json.dumps(value)
    path.write_text(text, encoding="utf-8")
    return path


def lines(path, *rows):
    """Write a file of the MCP server "memory"."""
    return written(path, "\n".join(map(json.dumps, rows)))


def entity(name, *observations, kind=""):
    """Return an entity of the MCP server "memory"."""
    known = {"entityType": kind, "observations": [*observations]}
    return {"type": "entity", "name": name, **known}
