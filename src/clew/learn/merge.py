"""Merges two entities into one, and splits them again, without losing anything."""

from clew.errors import UnknownNameError, UsageError
from clew.graph.types import AsOf, Entity
from clew.learn.draft import Draft
from clew.learn.parting import join, keep_apart, part
from clew.learn.pipeline import Writer
from clew.projection.image import Projection
from clew.projection.rows import Changes

__all__ = ["merge", "split"]


def merge(writer: Writer, winner: int, loser: int) -> Entity:
    """Make `loser` an alias of `winner`.

    Raises:
        UsageError: they are already one entity.
    """

    def make(projection: Projection) -> Changes:
        draft = Draft(projection)
        if not join(draft, loser, winner, None):
            raise UsageError(
                f"{draft.name(winner)!r} and {draft.name(loser)!r} are one entity already"
            )
        return draft.finish()

    writer.store.write(writer.namespace, make)
    return _entity(writer, winner)


def split(writer: Writer, alias: str | int) -> Entity:
    """Undo the merge that made a name an alias, and what it closed; return the restored entity.

    Raises:
        UnknownNameError: no entity has this name.
        UsageError: the name is not an alias of another entity.
    """
    freed: list[int] = []

    def make(projection: Projection) -> Changes:
        entity = projection.entity_called(alias)
        if entity is None:
            raise UnknownNameError("entity", str(alias), projection.spellings())
        draft = Draft(projection)
        merges = [row for row in draft.merges_of(entity) if row.loser == entity]
        if not merges:
            name = draft.name(entity)
            raise UsageError(f"{name!r} is not merged into another entity; name the alias itself")
        part(draft, merges)
        for row in merges:
            keep_apart(draft, row.loser, row.winner)
        freed.append(entity)
        return draft.finish()

    writer.store.write(writer.namespace, make)
    return _entity(writer, freed[-1])


def _entity(writer: Writer, item: int) -> Entity:
    with writer.store.view(writer.namespace, AsOf(), now=0) as view:
        found = view.items([item])[0]
    assert isinstance(found, Entity)
    return found
