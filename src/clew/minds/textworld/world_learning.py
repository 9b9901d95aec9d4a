"""Reading and revising what a text world prints: the rules for `Extract` and `Revise`."""

from collections.abc import Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any

from clew.learn.scope import Fills, ScopedRule
from clew.learn.tasks import (
    Candidate,
    Extract,
    Extraction,
    NewStatement,
    Replacement,
    Replacements,
    Revise,
)
from clew.llm.base import Task
from clew.llm.rules import Rule
from clew.minds.textworld.world_reader import extract_world, world_slot, world_slots
from clew.text import normalise_name

__all__ = ["RULES", "extract", "fills", "revise"]


def extract(task: Extract) -> Extraction:
    """Return what an observation says; that it is one is not asked.

    "Key 2 unlocks the chest." alone does not show that it is a game's.
    """
    return extract_world(task.text, task.at)


def revise(task: Revise) -> Replacements:
    """Pair statements with what fills the same slot of the same thing differently."""
    places: dict[tuple[str, str], list[Candidate]] = {}
    for candidate in task.candidates:
        if key := _key(candidate):
            places.setdefault(key, []).append(candidate)
    pairs = []
    for statement in task.statements:
        key = _key(statement)
        for candidate in places.get(key, ()) if key else ():
            same = normalise_name(candidate.object) == normalise_name(statement.object)
            if not same or candidate.relation != statement.relation:
                pairs.append(Replacement(old=candidate.id, new=statement.number))
    return Replacements(pairs=tuple(sorted(pairs, key=lambda pair: (pair.new, pair.old))))


@lru_cache(maxsize=1 << 12)
def fills(relation: str) -> Fills:
    """Return the slots of its subject that a fact with this relation may fill."""
    return Fills(subject=world_slots(relation))


def _key(one: Candidate | NewStatement) -> tuple[str, str] | None:
    if not one.subject:
        return None
    slot = world_slot(one.relation, one.object)
    return None if slot is None else (normalise_name(one.subject), slot)


RULES: Mapping[type[Task[Any]], Rule] = MappingProxyType(
    {Extract: extract, Revise: ScopedRule(revise, fills)}
)
