"""Exports a namespace as GraphML for graph viewers; `export_lines` is the lossless export.

Nodes are entities (merged ones as one, the others' names as aliases), theses, episodes and goals.
Edges are facts, mentions, sequence, part_of and the episodic edges to entities and theses. Since
an edge cannot lead to an edge, the episodes of a fact are its attribute `episodes`. Times are ISO
8601 or step numbers, as text.

XML 1.0 allows neither control characters other than tab and line ends, even escaped, nor U+FFFE
and U+FFFF: each becomes U+FFFD, the replacement character.
"""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from html import escape

from clew.errors import UnknownNameError
from clew.graph.types import NODE_KINDS, AsOf, Entity, Episode, Fact, Goal, Item, Kind, Thesis, Time
from clew.projection.view_of import ProjectionView
from clew.regex import Regex
from clew.store.store import Store

__all__ = ["exported_view", "graphml"]

_CHUNK = 500
_TIMES = "valid_from valid_to valid_from_precision valid_to_precision superseded_by known_from"
_KEYS = {
    "node": f"kind text aliases at source {_TIMES} attributes",
    "edge": f"kind relation {_TIMES} episodes",
}
_NUMBERS = ("superseded_by", "known_from")
_IMPOSSIBLE = Regex("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_LINKS = (Kind.MENTION, Kind.EPISODIC, Kind.SEQUENCE, Kind.PART_OF)


@contextmanager
def exported_view(store: Store, name: str, as_of: AsOf | None) -> Iterator[ProjectionView]:
    """Provide the view for a format of other tools, in one read transaction.

    Without a valid time in `as_of` it has statements of any valid time.

    Raises:
        UnknownNameError: there is no such namespace.
        UsageError: the revision of `as_of` is not known.
    """
    names = store.names()
    if name not in names:
        raise UnknownNameError("namespace", name, names)
    asked = as_of or AsOf()
    with store.view(name, asked, now=0, any_time=asked.valid is None) as view:
        yield view


def graphml(store: Store, name: str, as_of: AsOf | None = None) -> Iterator[str]:
    """Yield the lines of a GraphML document, with line feeds; nodes, then edges, by id.

    Without a valid time in `as_of` it contains statements of any valid time. Exhaust or close the
    generator in the thread that started it: it is one read transaction.

    Raises:
        UnknownNameError: there is no such namespace.
        UsageError: the revision of `as_of` is not known.
    """
    with exported_view(store, name, as_of) as view:
        yield '<?xml version="1.0" encoding="UTF-8"?>\n'
        yield '<graphml xmlns="http://graphml.graphdrawing.org/xmlns">\n'
        for owner, keys in _KEYS.items():
            for key in keys.split():
                kind = "long" if key in _NUMBERS else "string"
                yield (
                    f'<key id="{owner}_{key}" for="{owner}" attr.name="{key}" '
                    f'attr.type="{kind}"/>\n'
                )
        yield '<graph edgedefault="directed">\n'
        yield from _nodes(view)
        yield from _facts(view)
        yield from _links(view)
        yield "</graph>\n</graphml>\n"


def _nodes(view: ProjectionView) -> Iterator[str]:
    for item in _items(view, sorted(i for kind in NODE_KINDS for i in view.ids(kind))):
        data = "".join(_data("node", key, value) for key, value in _node(item).items())
        yield f'<node id="n{item.id}">{data}</node>\n'


def _node(item: Item) -> dict[str, object]:
    kind = item.kind if isinstance(item, Goal) else type(item).__name__.lower()
    values: dict[str, object] = {"kind": kind, "text": item.text}
    if isinstance(item, Entity):
        values["aliases"] = "\n".join(item.aliases)
    if isinstance(item, Episode | Goal) and item.attributes:
        values["attributes"] = json.dumps(item.attributes, ensure_ascii=False)
    if isinstance(item, Episode):
        values |= {"at": _time(item.at), "source": item.source}
    if isinstance(item, Thesis | Goal):
        values |= _validity(item)
    return values | {"known_from": item.known_from}


def _facts(view: ProjectionView) -> Iterator[str]:
    for item in _items(view, view.ids(Kind.FACT)):
        assert isinstance(item, Fact)
        values = {
            "kind": Kind.FACT,
            "relation": item.relation,
            **_validity(item),
            "known_from": item.known_from,
            "episodes": " ".join(map(str, item.episodes)),
        }
        yield _edge(item.id, item.subject, item.object, values)


def _links(view: ProjectionView) -> Iterator[str]:
    facts = set(view.ids(Kind.FACT))
    ids = sorted(i for kind in NODE_KINDS if kind is not Kind.ENTITY for i in view.ids(kind))
    for start in range(0, len(ids), _CHUNK):
        chunk = ids[start : start + _CHUNK]
        for item, links in zip(chunk, view.links(chunk, _LINKS), strict=True):
            for link in links:
                if link.outgoing and link.other not in facts:
                    yield _edge(link.edge, item, link.other, {"kind": link.kind})


def _items(view: ProjectionView, ids: Sequence[int]) -> Iterator[Item]:
    for start in range(0, len(ids), _CHUNK):
        yield from view.items(ids[start : start + _CHUNK])


def _validity(item: Fact | Thesis | Goal) -> dict[str, object]:
    started, ended = (None if told == "moment" else told for told in item.told)
    return {
        "valid_from": _time(item.valid_from),
        "valid_to": _time(item.valid_to),
        "valid_from_precision": started,
        "valid_to_precision": ended,
        "superseded_by": item.superseded_by,
    }


def _time(time: Time | None) -> str | None:
    return time.isoformat() if isinstance(time, datetime) else None if time is None else str(time)


def _edge(edge: int, source: int, target: int, values: dict[str, object]) -> str:
    data = "".join(_data("edge", key, value) for key, value in values.items())
    return f'<edge id="e{edge}" source="n{source}" target="n{target}">{data}</edge>\n'


def _data(owner: str, key: str, value: object) -> str:
    if value is None or value == "":
        return ""
    text = escape(_IMPOSSIBLE.sub("\ufffd", str(value)), quote=False).replace("\r", "&#13;")
    return f'<data key="{owner}_{key}">{text}</data>'
