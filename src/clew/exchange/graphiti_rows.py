"""Nodes, edges and episodes of Graphiti: texts with the facts and times that a model read."""

from collections.abc import Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from clew.errors import UsageError
from clew.exchange.arrived import Arrived, Read, ReadFact, as_texts, entries, json_in, moment
from clew.text import normalise_name

__all__ = ["from_graphiti"]

_PARTS = ("nodes", "edges", "episodes")


def from_graphiti(path: Path, now: datetime) -> Arrived:
    """Read an object with `nodes`, `edges` and `episodes`, rows as Graphiti's models dump them.

    Graphiti has no file of its own; docs/coming_and_going.md has the lines that write this one.
    Fields are those of `EntityNode`, `EntityEdge` and `EpisodicNode` in graphiti-core 0.31.1, of
    which a graph was written and dumped on 2026-11-26. An episode is a text; an edge is a fact of
    each of its episodes, with `valid_at` and `invalid_at` (else `expired_at`) as its time, and its
    sentence is a statement. Summaries, labels and attributes are dropped. Here a name is one
    entity, so what Graphiti holds apart under one name is counted, and taken as one.
    """
    found = json_in(path)
    if not isinstance(found, Mapping):
        raise UsageError("expected a JSON object with nodes, edges and episodes of Graphiti")
    nodes, edges, episodes = (entries(found.get(part, []), part) for part in _PARTS)
    arrived = Arrived()
    names = {str(one.get("uuid")): _text(one, "name") for one in nodes}
    arrived.dropped["summaries, labels and attributes of entities"] += len(nodes)
    named = [normalise_name(name) for name in names.values() if name]
    arrived.dropped["entities without a name"] += len(names) - len(named)
    alike = len(named) - len(set(named))
    arrived.dropped["entities of the same name as another, taken as one with it"] += alike
    texts = [one for one in episodes if _text(one, "content")]
    arrived.dropped["episodes without a text"] += len(episodes) - len(texts)
    told: dict[str, list[tuple[ReadFact, str]]] = {str(one.get("uuid")): [] for one in texts}
    for edge in edges:
        if (fact := _fact(edge, names)) is None:
            arrived.dropped["edges without two names, a relation and a time that can be"] += 1
            continue
        homes = [one for one in dict.fromkeys(as_texts(edge.get("episodes"))) if one in told]
        arrived.dropped["edges of no episode that is there"] += not homes
        for home in homes:
            told[home].append((fact, _text(edge, "fact")))
    for one in texts:
        _add_episode(arrived, one, told[str(one.get("uuid"))], now)
    arrived.read.sort(key=lambda one: one.at)
    return arrived


def _fact(edge: Mapping[str, Any], names: Mapping[str, str]) -> ReadFact | None:
    ends = [names.get(str(edge.get(f"{end}_node_uuid")), "") for end in ("source", "target")]
    relation = _text(edge, "name").replace("_", " ").lower()
    start = moment(edge.get("valid_at"))
    end = moment(edge.get("invalid_at")) or moment(edge.get("expired_at"))
    if not (all(ends) and relation.strip()) or (start and end and end <= start):
        return None
    return ReadFact(ends[0], relation, ends[1], start, end)


def _add_episode(
    arrived: Arrived, one: Mapping[str, Any], told: list[tuple[ReadFact, str]], now: datetime
) -> None:
    at = moment(one.get("valid_at")) or moment(one.get("created_at"))
    arrived.dropped["episodes without a time, taken as told now"] += at is None
    said = [(says, (fact.subject, fact.object)) for fact, says in told if says]
    source = f"graphiti/{one.get('name')}/{one.get('uuid')}"
    facts = tuple(fact for fact, _ in told)
    text, statements = str(one.get("content")), tuple(dict.fromkeys(said))
    arrived.read.append(Read(text, at or now, source, facts, statements))


def _text(one: Mapping[str, Any], key: str) -> str:
    return str(one.get(key) or "").strip()
