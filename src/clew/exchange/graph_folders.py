"""The working folders of LightRAG and HippoRAG: texts with what a model made of them."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

from clew.errors import UsageError
from clew.exchange.arrived import (
    Arrived,
    Read,
    ReadFact,
    as_list,
    as_object,
    as_texts,
    entries,
    json_in,
)

__all__ = ["CHUNKS", "GRAPH", "OPENIE", "from_hipporag", "from_lightrag"]

CHUNKS, GRAPH = "kv_store_text_chunks.json", "graph_chunk_entity_relation.graphml"
OPENIE = "openie_results_ner_*.json"
_SEPARATOR = "<SEP>"
_XML = "{http://graphml.graphdrawing.org/xmlns}"


def from_lightrag(path: Path, now: datetime) -> Arrived:
    """Read a working folder of LightRAG with its default stores.

    `kv_store_text_chunks.json` maps ids of chunks to `content`, `full_doc_id` and `file_path`; in
    `graph_chunk_entity_relation.graphml` nodes have `entity_id`, `entity_type`, `description`,
    `source_id`, and edges `description`, `keywords`, `source_id` (github.com/HKUDS/LightRAG,
    lightrag/operate.py, read on 2026-11-26; several values are joined by `<SEP>`). A chunk is a
    text; descriptions are statements of the chunks they come from, types are facts. Edges have
    neither a direction nor a relation, so none of them becomes a fact. There are no times.
    """
    chunks = json_in(path, CHUNKS)
    if not isinstance(chunks, Mapping):
        raise UsageError(f"expected a JSON object in {CHUNKS}")
    texts = {key: str(as_object(chunk).get("content") or "") for key, chunk in chunks.items()}
    facts: dict[str, list[ReadFact]] = {key: [] for key in chunks}
    said: dict[str, list[tuple[str, tuple[str, ...]]]] = {key: [] for key in chunks}
    arrived = Arrived()
    for names, data in _rows(path / GRAPH):
        if not all(names):
            arrived.dropped["entities without a name, and their relations"] += 1
            continue
        sources = data.get("source_id", "").split(_SEPARATOR)
        homes = [one for one in sources if texts.get(one, "").strip()]
        if not homes:
            arrived.dropped["entities and relations of no chunk with a text"] += 1
            continue
        kind = _bare(data.get("entity_type", ""))
        if len(names) == 1 and kind and kind.upper() != "UNKNOWN":
            facts[homes[0]].append(ReadFact(names[0], "is a", kind.lower()))
        told = [one.strip() for one in data.get("description", "").split(_SEPARATOR)]
        said[homes[0]] += [(one, names) for one in told if one]
        arrived.dropped["weights and keywords of relations"] += len(names) == 2
    for key, text in texts.items():
        if not text.strip():
            arrived.dropped["chunks without a text"] += 1
            continue
        chunk = as_object(chunks[key])
        name = chunk.get("file_path") or chunk.get("full_doc_id") or key
        source = f"lightrag/{name}"
        arrived.read.append(Read(text, now, source, tuple(facts[key]), tuple(said[key])))
    arrived.dropped["records without a time, taken as told now"] += len(arrived.read)
    return arrived


def from_hipporag(path: Path, now: datetime) -> Arrived:
    """Read the folder that HippoRAG saves into, or its file `openie_results_ner_MODEL.json`.

    An object with `docs`: a list of records with `idx`, `passage`, `extracted_entities` and
    `extracted_triples` (github.com/OSU-NLP-Group/HippoRAG; the field names are those of its
    published results for MuSiQue, which experiments/openie reads). A passage is a text, its triples
    are its facts. Embeddings and the graph, which follow from these, are dropped. There are no
    times.
    """
    files = sorted(path.glob(OPENIE)) if path.is_dir() else [path]
    if len(files) != 1:
        raise UsageError(f"expected one {OPENIE} in {str(path)!r}, found {len(files)}; name one")
    found = json_in(files[0])
    arrived = Arrived()
    docs = entries(found.get("docs") if isinstance(found, Mapping) else None, "docs")
    for number, one in enumerate(docs):
        text = str(one.get("passage") or "")
        if not text.strip():
            arrived.dropped["passages without a text"] += 1
            continue
        given = as_list(one.get("extracted_triples"))
        facts = [triple for each in given if (triple := _triple(each))]
        arrived.dropped["triples that are no three texts"] += len(given) - len(facts)
        named = {name for fact in facts for name in (fact.subject, fact.object)}
        alone = [name for name in as_texts(one.get("extracted_entities")) if name not in named]
        arrived.dropped["entities in no triple"] += len(alone)
        source = f"hipporag/{one.get('idx') or number}"
        arrived.read.append(Read(text, now, source, tuple(facts)))
    arrived.dropped["records without a time, taken as told now"] += len(arrived.read)
    return arrived


def _triple(given: object) -> ReadFact | None:
    if not isinstance(given, list) or len(given) != 3:
        return None
    if not all(isinstance(part, str) and part.strip() for part in given):
        return None
    return ReadFact(*given)


def _rows(path: Path) -> Iterator[tuple[tuple[str, ...], dict[str, str]]]:
    """Yield the nodes and edges of a GraphML file: their names and their data."""
    try:
        root = ElementTree.parse(path).getroot()
    except (OSError, ElementTree.ParseError) as error:
        raise UsageError(f"cannot read {str(path)!r}: {error}") from error
    keys = {key.get("id"): key.get("attr.name", "") for key in root.iter(f"{_XML}key")}
    for kind, ends in (("node", ("id",)), ("edge", ("source", "target"))):
        for found in root.iter(f"{_XML}{kind}"):
            names = tuple(_bare(found.get(end) or "") for end in ends)
            yield names, _data(found, keys)


def _bare(text: str) -> str:
    return text.strip().strip('"').strip()


def _data(found: Any, keys: Mapping[str | None, str]) -> dict[str, str]:
    data = found.findall(f"{_XML}data")
    return {keys.get(one.get("key"), ""): one.text or "" for one in data}
