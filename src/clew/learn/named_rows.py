"""Finds what in a memory names somebody: every row with a text, and the texts beside the graph."""

import json
from collections.abc import Callable, Collection, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from clew.graph.types import Kind
from clew.learn.sighting import Doubt, Sighting, Sought
from clew.projection.erasing import FORGOTTEN
from clew.projection.image import Projection
from clew.projection.rows import NodeRow
from clew.store.erase import Asides

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
    whole: bool = False
    """Whether the whole name stands anywhere."""

    def add(self, item: int, kind: Kind) -> None:
        """Note that an item names them for sure."""
        (self.episodes if kind is Kind.EPISODE else self.statements).add(item)
        self.whole = True

    def doubt(self, kind: str, item: int, sighting: Sighting, where: str = "") -> None:
        """Note that something may name them."""
        self.undecided.append(
            Undecided(kind=kind, id=item, reason=sighting.doubt + where, excerpt=sighting.excerpt)
        )
        self.whole = self.whole or sighting.doubt.whole


def find_named(
    projection: Projection, asides: Asides, sought: Sought, family: Collection[int]
) -> Named:
    """Return what names somebody outside the rows of their own entities."""
    named = Named()
    for row in projection.nodes.values():
        if row.id not in family:
            _look_at(named, row, sought)
    see = lru_cache(maxsize=1 << 12)(lambda text: (sought.surely(text), sought.perhaps(text)))
    for fact, _, relation, _ in projection.facts.triples():
        surely, perhaps = see(relation or "")
        if surely:
            named.add(fact, Kind.FACT)
        elif perhaps is not None:
            named.doubt(Kind.FACT, fact, perhaps, ", in its relation")
    for statement in sorted(named.statements):
        named.episodes |= {edge.source for edge in projection.told(statement)}
    for what, label in asides.labels:
        if sighting := _any_sighting(sought, label):
            named.doubt(what, 0, sighting)
    return named


def without(
    asides: Asides, names: Callable[[str], bool], told: Collection[int]
) -> Iterator[tuple[int, str]]:
    """Yield (episode, report) without what `names` is true of, and no detail of those in `told`."""
    for episode, report in asides.reports:
        found = json.loads(report)
        losses = [
            [
                FORGOTTEN if names(reason) else reason,
                "" if episode in told or names(item) else item,
            ]
            for reason, item in found["losses"]
        ]
        if losses != found["losses"]:
            yield episode, json.dumps({**found, "losses": losses}, ensure_ascii=False)


def _look_at(named: Named, row: NodeRow, sought: Sought) -> None:
    if row.kind is Kind.ENTITY:
        _look_at_entity(named, row, sought)
        return
    held = _strings(json.loads(row.attributes)) if row.attributes else ()
    places = (
        ("", row.text),
        (", in its source", row.source or ""),
        (", in its attributes", "\n".join(held)),
    )
    if any(text and sought.surely(text) for _, text in places):
        named.add(row.id, row.kind)
        return
    for where, text in places:
        if text and (sighting := sought.perhaps(text)):
            named.doubt(row.kind, row.id, sighting, where)
            return


def _look_at_entity(named: Named, row: NodeRow, sought: Sought) -> None:
    """Look at another entity: it is somebody else, so only attributes can be theirs for sure."""
    if sighting := sought.perhaps(row.text):
        named.doubt(row.kind, row.id, sighting)
    entries = json.loads(row.attributes) if row.attributes else {}
    texts = {key: "\n".join(_strings({key: value})) for key, value in entries.items()}
    left = {key: value for key, value in entries.items() if not sought.surely(texts[key])}
    doubts = {key: found for key in left if (found := sought.perhaps(texts[key]))}
    if left != entries:
        named.attributes[row.id] = _encoded(left)
        named.whole = True
    if doubts and not sighting:
        named.doubt(row.kind, row.id, next(iter(doubts.values())), ", in its attributes")
        named.weeded[row.id] = _encoded({key: left[key] for key in left.keys() - doubts.keys()})


def _encoded(attributes: dict[str, object]) -> str | None:
    return json.dumps(attributes, sort_keys=True) if attributes else None


def _strings(value: object) -> Iterator[str]:
    """Yield every text in a JSON value, keys included."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, held in value.items():
            yield key
            yield from _strings(held)
    elif isinstance(value, list):
        for held in value:
            yield from _strings(held)


def _any_sighting(sought: Sought, text: str) -> Sighting | None:
    if sought.surely(text):
        return Sighting(Doubt.WORDS, text)
    return sought.perhaps(text)
