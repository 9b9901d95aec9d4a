"""Exports a namespace as JSON-LD: schema.org for what is said, PROV-O for who said it when.

| here | there |
|---|---|
| entity | `schema:Thing`: `name`, `alternateName` |
| episode | `schema:CreativeWork`, `prov:Entity`: `text`, `generatedAtTime`, `isPartOf` (its conversation), `wasAttributedTo` (its source, a `prov:Agent`) |
| fact | `rdf:Statement`, `prov:Entity`: `subject`, `predicate`, `object`, `validFrom`, `validThrough`, `wasDerivedFrom` (its episodes); what supersedes it `wasRevisionOf` it |
| thesis | `schema:Statement`, `prov:Entity`: `text`, `about`, times and origins as a fact |
| goal | `schema:Action`: `name`, times as a fact |

Steps of games have no type there: they are numbers under `urn:clew:step`, `fromStep`, `toStep`. The
lossless export is `export_lines`; this one is for other tools (json-ld.org, JSON-LD 1.1).
"""  # noqa: E501 - a table

import json
from collections.abc import Iterator
from datetime import datetime
from typing import Any
from urllib.parse import quote

from clew.graph.types import NODE_KINDS, AsOf, Entity, Episode, Fact, Goal, Item, Kind, Thesis, Time
from clew.projection.view_of import ProjectionView
from clew.store.copies.graphml import exported_view
from clew.store.store import Store

__all__ = ["jsonld"]

_CHUNK = 500
_TIME = "http://www.w3.org/2001/XMLSchema#dateTime"
_CONTEXT = {
    "@version": 1.1,
    "@vocab": "https://schema.org/",
    "prov": "http://www.w3.org/ns/prov#",
    "rdf": "http://www.w3.org/1999/02/22-rdf-syntax-ns#",
    "about": {"@type": "@id"},
    "isPartOf": {"@type": "@id"},
    "validFrom": {"@type": _TIME},
    "validThrough": {"@type": _TIME},
    "generatedAtTime": {"@id": "prov:generatedAtTime", "@type": _TIME},
    "wasAttributedTo": {"@id": "prov:wasAttributedTo", "@type": "@id"},
    "wasDerivedFrom": {"@id": "prov:wasDerivedFrom", "@type": "@id"},
    "revisedBy": {"@reverse": "prov:wasRevisionOf", "@type": "@id"},
    "subject": {"@id": "rdf:subject", "@type": "@id"},
    "predicate": {"@id": "rdf:predicate", "@type": "@id"},
    "object": {"@id": "rdf:object", "@type": "@id"},
    "step": "urn:clew:step",
    "fromStep": "urn:clew:fromStep",
    "toStep": "urn:clew:toStep",
}


def jsonld(store: Store, name: str, as_of: AsOf | None = None) -> Iterator[str]:
    """Yield the lines of a JSON-LD document, an object a line; nodes, then facts, by id.

    Without a valid time in `as_of` it contains statements of any valid time. Exhaust or close the
    generator in the thread that started it: it is one read transaction.

    Raises:
        UnknownNameError: there is no such namespace.
        UsageError: the revision of `as_of` is not known.
    """
    with exported_view(store, name, as_of) as view:
        yield f'{{"@context": {json.dumps(_CONTEXT)},\n"@graph": [\n'
        before = ""
        for each in _objects(view, f"urn:clew:{quote(name, safe='')}"):
            yield before + json.dumps(each, ensure_ascii=False, allow_nan=False)
            before = ",\n"
        yield "\n]}\n"


def _objects(view: ProjectionView, base: str) -> Iterator[dict[str, Any]]:
    told: set[str] = set()
    for kind in (*NODE_KINDS, Kind.FACT):
        ids = view.ids(kind)
        for start in range(0, len(ids), _CHUNK):
            for item in view.items(ids[start : start + _CHUNK]):
                for each in _shown(item, base):
                    key = each["@id"]
                    if key not in told:
                        yield each
                    if isinstance(item, Episode | Fact):  # which name a source or a relation
                        told.add(key)


def _shown(item: Item, base: str) -> Iterator[dict[str, Any]]:
    """Yield an item, after what it names that is no item: a source, a relation."""
    me = f"{base}:{item.id}"
    if isinstance(item, Entity):
        other = {"alternateName": list(item.aliases)} if item.aliases else {}
        yield {"@id": me, "@type": "Thing", "name": item.name, **other}
    elif isinstance(item, Episode):
        source = f"{base}:source:{quote(item.source, safe='')}"
        if item.source:
            yield {"@id": source, "@type": "prov:Agent", "name": item.source}
        talk = f"{base}:conversation:{quote(item.conversation, safe='')}"
        yield {
            "@id": me,
            "@type": ["CreativeWork", "prov:Entity"],
            "text": item.text,
            **_when("generatedAtTime", "step", item.at),
            **({"wasAttributedTo": source} if item.source else {}),
            **({"isPartOf": talk} if item.conversation else {}),
        }
    elif isinstance(item, Fact):
        relation = f"urn:clew:relation:{quote(item.relation, safe='')}"
        yield {"@id": relation, "@type": "rdf:Property", "name": item.relation}
        yield {
            "@id": me,
            "@type": ["rdf:Statement", "prov:Entity"],
            "subject": f"{base}:{item.subject}",
            "predicate": relation,
            "object": f"{base}:{item.object}",
            **_held(item, base),
        }
    elif isinstance(item, Thesis):
        about = [f"{base}:{one}" for one in item.entities]
        kind = ["Statement", "prov:Entity"]
        yield {"@id": me, "@type": kind, "text": item.text, "about": about, **_held(item, base)}
    else:
        yield {"@id": me, "@type": "Action", "name": item.text, **_held(item, base)}


def _held(item: Fact | Thesis | Goal, base: str) -> dict[str, Any]:
    """Return when a statement holds, where it comes from and what has superseded it."""
    shown = _when("validFrom", "fromStep", item.valid_from)
    shown |= _when("validThrough", "toStep", item.valid_to)
    if not isinstance(item, Goal) and item.episodes:
        shown["wasDerivedFrom"] = [f"{base}:{one}" for one in item.episodes]
    if item.superseded_by is not None:
        shown["revisedBy"] = f"{base}:{item.superseded_by}"
    return shown


def _when(moment: str, step: str, time: Time | None) -> dict[str, Any]:
    if time is None:
        return {}
    return {moment: time.isoformat()} if isinstance(time, datetime) else {step: time}
