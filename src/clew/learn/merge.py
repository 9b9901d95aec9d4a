"""Merges two entities into one, and splits them again, without losing anything."""

from clew.errors import UnknownNameError, UsageError
from clew.graph.types import AsOf, Entity, Kind
from clew.learn.draft import Draft
from clew.learn.parting import close_again, keep_apart, part
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
        if not draft.merge(loser, winner, None):
            raise UsageError(
                f"{draft.name(winner)!r} and {draft.name(loser)!r} are one entity already"
            )
        close_again(draft, winner)
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
        entity = _by_own_name(projection, alias)
        open_merges = [
            row
            for row in projection.merges.values()
            if row.loser == entity and row.known_to is None
        ]
        if not open_merges:
            name = projection.nodes[entity].text
            raise UsageError(f"{name!r} is not merged into another entity; name the alias itself")
        draft = Draft(projection)
        part(draft, open_merges)
        for row in open_merges:
            keep_apart(draft, row.loser, row.winner)
        freed.append(entity)
        return draft.finish()

    writer.store.write(writer.namespace, make)
    return _entity(writer, freed[-1])


def _by_own_name(projection: Projection, alias: str | int) -> int:
    if isinstance(alias, int):
        row = projection.nodes.get(alias)
        if row is None or row.kind is not Kind.ENTITY:
            raise UnknownNameError("entity", str(alias))
        return alias
    named = projection.entities_named(alias)
    if not named:
        raise UnknownNameError("entity", alias, projection.spellings())
    return named[0]


def _entity(writer: Writer, item: int) -> Entity:
    with writer.store.view(writer.namespace, AsOf(), now=0) as view:
        found = view.items([item])[0]
    assert isinstance(found, Entity)
    return found
