"""Forgetting: which episodes are meant, what is erased with them, and the receipt."""

import re
from dataclasses import dataclass

from clew.errors import UnknownNameError, UsageError
from clew.graph.types import Kind
from clew.learn.pipeline import Writer
from clew.projection.erasing import Erasure, plan_erasure
from clew.projection.image import Projection
from clew.store.erase import erase
from clew.text import words

__all__ = ["ForgetReceipt", "Wanted", "forget"]

NOT_ERASED = (
    "backups made with `clew backup`",
    "exports made with `clew export`",
    "cassettes made with `--record`",
    "the original files the texts were read from",
)
"""Files the user made, which clew does not touch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What to forget: exactly one of the three."""

    episode: int | None = None
    source: str | None = None
    entity: str | int | None = None

    def __post_init__(self) -> None:
        given = [name for name in ("episode", "source", "entity") if self._get(name) is not None]
        if len(given) != 1:
            what = " and ".join(given) or "nothing"
            raise UsageError(f"expected exactly one of episode, source and entity, got {what}")

    def _get(self, name: str) -> object:
        return getattr(self, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetReceipt:
    """What was erased, by id, and what is current again.

    `complete` is False while another process reads: the erased items are out of every answer, but
    their bytes may stay in the file until the next open, or `clew check`, removes them.
    """

    episodes: tuple[int, ...]
    facts: tuple[int, ...]
    theses: tuple[int, ...]
    entities: tuple[int, ...]
    reopened: tuple[int, ...]
    dry_run: bool
    complete: bool
    not_erased: tuple[str, ...] = NOT_ERASED


def forget(writer: Writer, wanted: Wanted, *, dry_run: bool) -> ForgetReceipt:
    """Erase what is wanted, or with `dry_run` report what would be erased."""

    def make_plan(projection: Projection) -> Erasure:
        episodes, entities = _chosen(projection, wanted)
        return plan_erasure(projection, episodes, entities)

    if dry_run:
        with writer.store.projection(writer.namespace) as projection:
            return _receipt(make_plan(projection), dry_run=True, complete=False)
    plan, complete = erase(writer.store, writer.namespace, make_plan)
    return _receipt(plan, dry_run=False, complete=complete)


def _chosen(projection: Projection, wanted: Wanted) -> tuple[list[int], list[int]]:
    """Return the episodes and the entities to erase."""
    episodes = [row for row in projection.nodes.values() if row.kind is Kind.EPISODE]
    if wanted.episode is not None:
        if all(row.id != wanted.episode for row in episodes):
            raise UnknownNameError("episode", str(wanted.episode))
        return [wanted.episode], []
    if wanted.source is not None:
        chosen = [row.id for row in episodes if (row.source or "") == wanted.source]
        if not chosen:
            known = [row.source or "" for row in episodes]
            raise UnknownNameError("source", wanted.source, known)
        return chosen, []
    assert wanted.entity is not None
    family = _family(projection, wanted.entity)
    sources = {edge.source for item in family for edge in projection.told(item)}
    names = _pattern([projection.nodes[entity].text for entity in family])
    named = {row.id for row in episodes if names.search(" ".join(words(row.text)))}
    return sorted(sources | named), family


def _family(projection: Projection, entity: str | int) -> list[int]:
    roots = projection.canonical(projection.revision)
    if isinstance(entity, str):
        found = projection.entities_named(entity)
    else:
        row = projection.nodes.get(entity)
        found = [entity] if row is not None and row.kind is Kind.ENTITY else []
    if not found:
        raise UnknownNameError("entity", str(entity), projection.spellings())
    root = roots.get(found[0], found[0])
    return [root, *sorted(loser for loser, winner in roots.items() if winner == root)]


def _pattern(names: list[str]) -> re.Pattern[str]:
    """Return a pattern for any of the names as whole words."""
    spelled = sorted({" ".join(words(name)) for name in names} - {""})
    any_name = "|".join(re.escape(name) for name in spelled) or "(?!)"
    return re.compile(rf"(?<!\w)(?:{any_name})(?!\w)")


def _receipt(plan: Erasure, *, dry_run: bool, complete: bool) -> ForgetReceipt:
    def of(kind: Kind) -> tuple[int, ...]:
        return tuple(item for item, each in plan.items.items() if each is kind)

    return ForgetReceipt(
        episodes=of(Kind.EPISODE),
        facts=of(Kind.FACT),
        theses=of(Kind.THESIS),
        entities=of(Kind.ENTITY),
        reopened=tuple(plan.reopened),
        dry_run=dry_run,
        complete=complete,
    )
