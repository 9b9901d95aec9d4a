"""The files of other memories: the MCP reference server's, what mem0 and Hindsight return."""

from collections.abc import Mapping
from datetime import datetime
from json import loads
from pathlib import Path
from typing import Any

from clew.errors import UsageError
from clew.exchange.arrived import (
    Arrived,
    Read,
    ReadFact,
    as_object,
    as_texts,
    entries,
    json_in,
    moment,
    text_in,
)
from clew.learn.observe import Input

__all__ = ["OTHER_PAGES", "from_hindsight", "from_mcp", "from_mem0", "listed"]

OTHER_PAGES = "memories on other pages of the list, not in this file: ask for larger pages"
_OWNERS = ("user_id", "agent_id", "app_id", "run_id")


def from_mcp(path: Path, now: datetime) -> Arrived:
    """Read `memory.json` or `memory.jsonl` of the MCP server "memory".

    One JSON object a line (github.com/modelcontextprotocol/servers, src/memory/index.ts, read on
    2026-11-26): `{"type": "entity", "name", "entityType", "observations": [...]}` or
    `{"type": "relation", "from", "to", "relationType"}`. The file has no times. An entity becomes
    a text with a statement for each observation and the fact "is a" for its type; relations become
    facts. As in that server, a line that is none of the two is skipped.
    """
    arrived = Arrived()
    relations: dict[str, list[ReadFact]] = {}
    entities: dict[str, Mapping[str, Any]] = {}
    # Only "\n" ends a line of JSON: U+2028 and its like stand in texts as they are.
    for line in filter(str.strip, text_in(path).split("\n")):
        one = _object(line)
        if one.get("type") == "entity" and _is_text(one, "name"):
            entities[one["name"].strip()] = one
        elif one.get("type") == "relation" and _is_text(one, "from", "to", "relationType"):
            subject, target = one["from"].strip(), one["to"].strip()
            relation = one["relationType"].replace("_", " ").strip()
            if relation:
                fact = ReadFact(subject, relation, target)
                relations.setdefault(subject, []).append(fact)
            else:
                arrived.dropped["relations without a name"] += 1
        else:
            arrived.dropped["lines that are no entity and no relation"] += 1
    for name in dict.fromkeys((*entities, *relations)):
        found = entities.get(name, {})
        observed = as_texts(found.get("observations"))
        kind = str(found.get("entityType") or "").strip()
        facts = [*([ReadFact(name, "is a", kind)] if kind else []), *relations.get(name, ())]
        said = [f"{name}: {one}" for one in observed if one.strip()]
        lines = [*said, *map(str, facts)] or [name]
        statements = tuple((one, (name,)) for one in said)
        text = "\n".join(lines)
        arrived.read.append(Read(text, now, f"mcp-memory/{name}", tuple(facts), statements))
    if not arrived.read:
        raise UsageError("expected entities and relations of an MCP memory, found none")
    arrived.dropped["records without a time, taken as told now"] += len(arrived.read)
    return arrived


def from_mem0(path: Path, now: datetime) -> Arrived:
    """Read what mem0's `get_all` returns, saved as JSON.

    A list, or an object with `results` (and `total` or `count`), of memories with `memory`,
    `id`, `user_id`, `agent_id`, `app_id`, `run_id`, `metadata`, `created_at` and `updated_at`
    (docs.mem0.ai, API reference "Get memories" and cookbook "Exporting memories", read on
    2026-11-26). A memory is a text of the time of its last change; hashes and scores are dropped.
    """
    arrived = Arrived()
    for one in _page(json_in(path), "the memories of mem0", arrived):
        text = one.get("memory")
        if not isinstance(text, str) or not text.strip():
            arrived.dropped["memories without a text"] += 1
            continue
        at = moment(one.get("updated_at")) or moment(one.get("created_at"))
        arrived.dropped["memories without a time, taken as told now"] += at is None
        owner = next((str(one[key]) for key in _OWNERS if one.get(key)), "all")
        noted = _metadata(one, arrived) | {"mem0": str(one.get("id") or "")}
        arrived.texts.append(Input(text, at or now, f"mem0/{owner}", noted))
    return arrived


def from_hindsight(path: Path, now: datetime) -> Arrived:
    """Read what Hindsight's `GET /v1/default/banks/BANK/memories/list` returns, saved as JSON.

    An object with `items` and `total`, or a list of items, with `text`, `fact_type` (`world`,
    `experience`, `observation`), `mentioned_at`, `occurred_start`, `document_id`, `id`, `entities`,
    `tags`, `metadata` and `state` (its HTTP API 0.10, and two public importers, read on
    2026-11-26). A memory is a text of the time when it was mentioned. What Hindsight derived from
    several memories (`observation`), or holds to be no longer valid, is dropped. The list comes in
    pages, of 100 unless more are asked for (`limit`); what is on other pages is counted.
    """
    arrived = Arrived()
    for one in _page(json_in(path), "the memories of Hindsight", arrived):
        text = one.get("text")
        if not isinstance(text, str) or not text.strip():
            arrived.dropped["memories without a text"] += 1
        elif one.get("fact_type") == "observation":
            arrived.dropped["observations, which follow from other memories"] += 1
        elif one.get("state") not in (None, "valid"):
            arrived.dropped["memories that are no longer valid"] += 1
        else:
            times = (moment(one.get(key)) for key in ("mentioned_at", "occurred_start"))
            at = next(filter(None, times), None)
            arrived.dropped["memories without a time, taken as told now"] += at is None
            kept = {key: one[key] for key in ("tags", "context", "entities") if one.get(key)}
            own = {"hindsight": str(one.get("id") or "")}
            noted = _metadata(one, arrived) | kept | own
            source = f"hindsight/{one.get('document_id') or 'all'}"
            arrived.texts.append(Input(text, at or now, source, noted))
    return arrived


def listed(found: object) -> object:
    """Return the list in what the lists of mem0 and of Hindsight return."""
    if not isinstance(found, Mapping):
        return found
    return found.get("results", found.get("items"))


def _page(found: object, what: str, arrived: Arrived) -> list[Mapping[str, Any]]:
    """Return the memories on a page of a list; count those on its other pages."""
    rows = entries(listed(found), what)
    told = (as_object(found).get(key) for key in ("total", "count"))
    every = max((one for one in told if isinstance(one, int)), default=0)
    arrived.dropped[OTHER_PAGES] += max(0, every - len(rows))
    return rows


def _metadata(one: Mapping[str, Any], arrived: Arrived) -> dict[str, Any]:
    given = one.get("metadata")
    arrived.dropped["metadata that is no JSON object"] += bool(given) and given != as_object(given)
    return {**as_object(given)}


def _object(line: str) -> Mapping[str, Any]:
    try:
        found = loads(line)
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, Mapping) else {}


def _is_text(one: Mapping[str, Any], *keys: str) -> bool:
    return all(isinstance(one.get(key), str) and one[key].strip() for key in keys)
