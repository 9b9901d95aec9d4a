"""What is around an entity, a part at a time: the entities near it and the facts that join them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from clew.graph.types import Entity, Fact, Kind
from clew.projection.view_of import ProjectionView
from clew.recall.about import entity_id_of, namesakes

__all__ = ["Near", "Surroundings", "around", "beginning"]

_SAMPLE = 400
"""Facts read to find the entities that have many."""
_HUBS = 6


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """An entity, and how many facts it has in all, of any time."""

    entity: Entity
    facts: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """A part of the facts about some entities, of any valid time, as known at a revision."""

    revision: int
    centre: tuple[int, ...]
    """The entities that it is about."""
    entities: tuple[Near, ...]
    """All that the facts join, the centre first."""
    facts: tuple[Fact, ...]
    total: int
    """Facts that the centre has in all."""
    more: int
    """How many follow this part."""
    namesakes: tuple[Entity, ...] = ()
    """Other entities with a name of the one in the centre."""


def around(view: ProjectionView, entity: str | int, *, limit: int, skip: int = 0) -> Surroundings:
    """Return the facts about an entity after the first `skip`, at most `limit`.

    Those that hold in the view come first, then those of other times; in both, one fact of each
    neighbour comes before the second of any, the newest first, ties by id. So a part shows as many
    neighbours as it can, and parts one after the other show all, also what a person has retired.

    Raises:
        UnknownNameError: there is no such entity in the view.
    """
    one = entity_id_of(view, entity)
    order = _order(view, one)
    facts = _facts(view.always, order[skip : skip + limit])
    left = max(0, len(order) - skip - limit)
    part = _joined(view.always, (one,), facts, len(order), left)
    return replace(part, namesakes=tuple(namesakes(view, one)))


def beginning(view: ProjectionView, *, limit: int) -> Surroundings:
    """Return where to begin to look: entities with many facts, and some facts of each.

    They are those met most often in an even sample of the facts, so this costs the same in a small
    and in a large memory; ties by id.
    """
    ids = view.always.ids(Kind.FACT)
    step = max(1, len(ids) // _SAMPLE)
    met = Counter(
        end
        for fact in _facts(view.always, ids[::-step][:_SAMPLE])
        if not fact.rejected
        for end in {fact.subject, fact.object}
    )
    hubs = sorted(met, key=lambda one: (-met[one], one))[:_HUBS]
    each = max(1, limit // max(1, len(hubs)))
    chosen = dict.fromkeys(edge for hub in hubs for edge in _order(view, hub)[:each])
    facts = [fact for fact in _facts(view.always, chosen) if not fact.rejected]
    return _joined(view.always, tuple(hubs), facts, len(ids), len(ids) - len(facts))


def _order(view: ProjectionView, entity: int) -> list[int]:
    """Return the facts of an entity as `around` shows them: those that hold, then the others."""
    every = {link.edge: link.other for link in view.always.links([entity], (Kind.FACT,))[0]}
    now = [link.edge for link in view.links([entity], (Kind.FACT,))[0]]
    return [*_spread(now, every), *_spread(every.keys() - {*now}, every)]


def _spread(edges: Iterable[int], far: dict[int, int]) -> list[int]:
    """Return edges, newest first, with one of each neighbour before the second of any."""
    met: Counter[int] = Counter()
    places = []
    for edge in sorted(edges, reverse=True):
        places.append((met[far[edge]], -edge))
        met[far[edge]] += 1
    return [-negative for _, negative in sorted(places)]


def _facts(view: ProjectionView, ids: Iterable[int]) -> list[Fact]:
    return [one for one in view.items([*ids]) if isinstance(one, Fact)]


def _joined(
    view: ProjectionView, centre: tuple[int, ...], facts: list[Fact], total: int, more: int
) -> Surroundings:
    ends = (end for fact in facts for end in (fact.subject, fact.object))
    ids = [*dict.fromkeys((*centre, *ends))]
    counts = view.degrees(ids, (Kind.FACT,))
    near = [
        Near(entity=item, facts=count)
        for item, count in zip(view.items(ids), counts, strict=True)
        if isinstance(item, Entity)
    ]
    return Surroundings(
        revision=view.revision,
        centre=centre,
        entities=tuple(near),
        facts=tuple(facts),
        total=total,
        more=more,
    )
