"""Look-ups by entity or id, without ranking."""

from collections.abc import Iterable

from clew.errors import UnknownNameError
from clew.graph.times import order_key
from clew.graph.types import Entity, Episode, Fact, Kind, Thesis
from clew.graph.whole_numbers import whole
from clew.projection.view_of import ProjectionView

__all__ = [
    "entity_id_of",
    "entity_of",
    "episode_of",
    "facts_about",
    "history_of",
    "namesakes",
    "theses_about",
]


def entity_id_of(view: ProjectionView, name: str | int) -> int:
    """Return the id of the entity with this name, alias or id; the first of several (`namesakes`).

    Raises:
        UnknownNameError: there is none; the message suggests the closest name.
    """
    found = view.find(name) if isinstance(name, str) else view.entity_ids([whole(name)])
    if not found:
        if isinstance(name, str):
            raise UnknownNameError("entity", name, view.names())
        raise UnknownNameError("entity", f"id:{name}")
    return found[0]


def entity_of(view: ProjectionView, name: str | int) -> Entity:
    """Return the entity with this name, alias or id; errors as in `entity_id_of`."""
    item = view.items([entity_id_of(view, name)])[0]
    assert isinstance(item, Entity)
    return item


def namesakes(view: ProjectionView, entity: str | int) -> list[Entity]:
    """Return the others whom a name may mean; of an id, the others with a name of that entity's.

    Errors as in `entity_id_of`.
    """
    one = entity_of(view, entity)
    names = (entity,) if isinstance(entity, str) else (one.name, *one.aliases)
    others = {id for name in names for id in view.find(name)} - {one.id}
    return [item for item in view.items(sorted(others)) if isinstance(item, Entity)]


def facts_about(view: ProjectionView, entity: str | int) -> list[Fact]:
    """Return the visible facts about an entity, newest first."""
    links = view.links([entity_id_of(view, entity)], (Kind.FACT,))[0]
    found = view.items([each.edge for each in links])
    return _newest_first(view.once(item for item in found if isinstance(item, Fact)))


def history_of(view: ProjectionView, entity: str | int) -> list[Fact]:
    """Return all facts about an entity, of any valid time, as known in the view, oldest first."""
    return _newest_first(view.timeline([entity_id_of(view, entity)]))[::-1]


def theses_about(view: ProjectionView, entity: str | int) -> list[Thesis]:
    """Return the visible theses about an entity, newest first."""
    links = view.links([entity_id_of(view, entity)], (Kind.MENTION,))[0]
    found = view.items([*dict.fromkeys(each.other for each in links)])
    return [item for item in reversed(found) if isinstance(item, Thesis)]


def episode_of(view: ProjectionView, episode: int) -> Episode:
    """Return an episode by id.

    Raises:
        UnknownNameError: there is no item with this id, or it is no episode.
    """
    item = view.items([whole(episode)])[0]
    if not isinstance(item, Episode):
        raise UnknownNameError("episode", str(episode))
    return item


def _newest_first(facts: Iterable[Fact]) -> list[Fact]:
    return sorted(facts, key=lambda fact: (order_key(fact.valid_from), fact.id), reverse=True)
