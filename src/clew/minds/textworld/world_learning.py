"""Extraction and revision for text-world output: the rules for `Extract` and `Revise`."""

from collections.abc import Iterator
from functools import lru_cache

from clew.learn.revisions import Fills
from clew.learn.tasks import (
    Candidate,
    Extract,
    Extraction,
    NewStatement,
    Replacement,
    Replacements,
    Revise,
)
from clew.minds.textworld.world_reader import extract_world, world_slot, world_slots
from clew.text import normalise_name

__all__ = ["extract", "fills", "revise"]


def extract(task: Extract) -> Extraction:
    """Extract an observation, without checking that the text is from a game.

    "Key 2 unlocks the chest." alone would not show it.
    """
    return extract_world(task.text)


def revise(task: Revise) -> Replacements:
    """Pair statements with older ones that fill the same slot of the same thing differently."""
    places: dict[tuple[str, str], list[Candidate]] = {}
    for candidate in task.candidates:
        for key in _keys(candidate):
            places.setdefault(key, []).append(candidate)
    pairs: set[tuple[int, int]] = set()
    for statement in task.statements:
        for candidate in (one for key in _keys(statement) for one in places.get(key, ())):
            same = normalise_name(candidate.object) == normalise_name(statement.object)
            if not same or candidate.relation != statement.relation:
                pairs.add((statement.number, candidate.id))
    return Replacements(pairs=tuple(Replacement(old=old, new=new) for new, old in sorted(pairs)))


@lru_cache(maxsize=1 << 12)
def fills(relation: str) -> Fills:
    """Return the slots of its subject that a fact with this relation may fill."""
    return Fills(subject=world_slots(relation))


def _keys(one: Candidate | NewStatement) -> Iterator[tuple[str, str]]:
    """Yield (thing, slot) for each slot that a statement fills."""
    slot = world_slot(one.relation, one.object) if one.subject else None
    if slot is not None:
        thing = normalise_name(one.subject)
        yield thing, slot
        if slot == "openness" and normalise_name(one.object) in _OPEN:
            yield thing, "lock"


_OPEN = frozenset({"open", "opened", "ajar"})
"""States that also fill the lock slot: an open thing is neither locked nor just unlocked."""
