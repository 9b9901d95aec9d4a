"""Finds what in a memory names somebody: every row with a text, and the texts beside the graph."""

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from clew.graph.types import Kind
from clew.learn.sighting import Sighting, Sought
from clew.projection.attributes import as_json
from clew.projection.erasure import FORGOTTEN
from clew.projection.image import Projection
from clew.projection.rows import NodeRow
from clew.store.base import Asides

__all__ = ["Named", "Undecided", "find_named", "without"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Undecided:
    """Something that may name what is to be forgotten, left for a person to decide.

    `id` is 0 for what is no item but a name or setting of the file; `kind` is then its table.
    """

    kind: str
    id: int
    reason: str
    excerpt: str


@dataclass(slots=True)
class Named:
    """What names somebody, for sure or perhaps."""

    episodes: set[int] = field(default_factory=set)
    statements: set[int] = field(default_factory=set)
    attributes: dict[int, str | None] = field(default_factory=dict)
    """What is left of the attributes of other entities."""
    weeded: dict[int, str | None] = field(default_factory=dict)
    """The same without the undecided ones."""
    undecided: list[Undecided] = field(default_factory=list)
    entities: list[int] = field(default_factory=list)
    whole: bool = False
    """Whether the whole name stands anywhere."""
    sought: Sought | None = None
    """How to know their names."""

    def note(self, kind: str, item: int, seen: Sighting | None, where: str = "") -> None:
        """Note what names them; for sure, when it is an item."""
        if seen is None:
            return
        self.whole |= seen.whole
        if seen.sure and item and kind != Kind.ENTITY:
            (self.episodes if kind == Kind.EPISODE else self.statements).add(item)
        else:
            reason = seen.doubt + where
            one = Undecided(kind=kind, id=item, reason=reason, excerpt=seen.excerpt)
            self.undecided.append(one)


def find_named(
    projection: Projection, asides: Asides, sought: Sought, family: Collection[int]
) -> Named:
    """Return what names somebody outside the rows of their own entities."""
    named = Named(sought=sought)
    for row in projection.nodes.values():
        if row.id in family:
            continue
        if row.kind is Kind.ENTITY:
            _look_at_entity(named, row, sought)
        else:
            attributes = "\n".join(_strings(json.loads(row.attributes or "{}")))
            places = {
                "": row.text,
                ", in its source": row.source,
                ", in its attributes": attributes,
                ", in its metadata": "\n".join(_strings([*projection.noted.ever(row.id)])),
                ", in its conversation": "\n".join(projection.turns[row.id][1:]),
            }
            seen = {where: sought.see(text) for where, text in places.items() if text}
            found = [(each, where) for where, each in seen.items() if each]
            if found:
                named.note(row.kind, row.id, *min(found, key=lambda one: not one[0].sure))
    see = lru_cache(maxsize=1 << 12)(sought.see)
    for fact, _, relation, _ in projection.facts.triples():
        named.note(Kind.FACT, fact, see(relation or ""), ", in its relation")
    for item in sorted(projection.reworded):
        for edge in projection.told(item):
            named.note(Kind.EPISODE, edge.source, see(edge.relation or ""), ", in its words")
    for statement in named.statements:
        named.episodes |= {edge.source for edge in projection.told(statement)}
    for table, text in asides.labels:
        named.note(table, 0, sought.see(text))
    return named


def without(
    asides: Asides, names: Callable[[str], bool], told: Collection[int]
) -> Iterator[tuple[int, str]]:
    """Yield (episode, report) without what `names` is true of, and no detail of those in `told`."""
    for episode, report in asides.reports:
        found = json.loads(report)
        losses = [
            [FORGOTTEN if names(why) else why, "" if episode in told or names(item) else item]
            for why, item in found["losses"]
        ]
        if losses != found["losses"]:
            yield episode, json.dumps({**found, "losses": losses}, ensure_ascii=False)


def _look_at_entity(named: Named, row: NodeRow, sought: Sought) -> None:
    """Look at another entity: it is somebody else, so only attributes can be theirs for sure.

    If its own name is in doubt, whatever is decided of that goes for its doubtful attributes too.
    """
    called = sought.see(row.text)
    named.note(row.kind, row.id, called)
    if not row.attributes:
        return
    entries = json.loads(row.attributes)
    seen = {key: sought.see("\n".join(_strings({key: entries[key]}))) for key in entries}
    left = {key: entries[key] for key, found in seen.items() if not (found and found.sure)}
    if left != entries:
        named.attributes[row.id] = as_json(left)
        named.whole = True
    doubts = [found for found in seen.values() if found and not found.sure]
    if doubts and called is None:
        named.note(row.kind, row.id, doubts[0], ", in its attributes")
        named.weeded[row.id] = as_json({key: left[key] for key in left if not seen[key]})


def _strings(value: object) -> Iterator[str]:
    """Yield every text in a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for held in (*value, *value.values()) if isinstance(value, dict) else value:
            yield from _strings(held)
