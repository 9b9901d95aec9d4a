"""The offline mind of the write path: rules for `Extract` and `Revise`, no model, no download."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from clew.graph.types import Time
from clew.learn.prose import LightProse, Reading
from clew.learn.scope import Fills, ScopedRule
from clew.learn.slots import fills, revise_rules
from clew.learn.tasks import (
    Candidate,
    Extract,
    Extraction,
    NewStatement,
    Replacement,
    Replacements,
    Revise,
)
from clew.learn.world import extract_world, looks_like_world, world_slot, world_slots
from clew.llm.base import Task
from clew.llm.rules import Partial, Rule
from clew.text import normalise_name

__all__ = ["RULES", "Prose", "rules_with"]

Prose = Callable[[str, Time, str, Sequence[str]], Reading]
"""(text, its time, its source, earlier texts of the source) -> what it says, and the losses."""


def rules_with(prose: Prose) -> Mapping[type[Task[Any]], Rule]:
    """Return the rules with another extractor for prose."""

    def extract(task: Extract) -> Extraction | Partial:
        if looks_like_world(task.text):
            return extract_world(task.text, task.at)
        reading = prose(task.text, task.at, task.source, task.context)
        return Partial(reading.extraction, reading.losses)

    return {Extract: extract, Revise: ScopedRule(revise, fills_anywhere)}


def revise(task: Revise) -> Replacements:
    """Pair statements with what fills the same slot differently, in prose and in text worlds."""
    pairs = {(pair.new, pair.old): pair for pair in revise_rules(task).pairs}
    places: dict[tuple[str, str], list[Candidate]] = {}
    for candidate in task.candidates:
        if key := _world_key(candidate):
            places.setdefault(key, []).append(candidate)
    for statement in task.statements:
        key = _world_key(statement)
        for candidate in places.get(key, ()) if key else ():
            same = normalise_name(candidate.object) == normalise_name(statement.object)
            if not same or candidate.relation != statement.relation:
                pair = (statement.number, candidate.id)
                pairs.setdefault(pair, Replacement(old=candidate.id, new=statement.number))
    return Replacements(pairs=tuple(pairs[key] for key in sorted(pairs)))


@lru_cache(maxsize=1 << 12)
def fills_anywhere(relation: str) -> Fills:
    """Return the slots that facts with this relation may fill, in prose or in text worlds."""
    prose = fills(relation)
    return Fills(prose.subject | world_slots(relation), prose.object)


def _world_key(one: Candidate | NewStatement) -> tuple[str, str] | None:
    if not one.subject:
        return None
    slot = world_slot(one.relation, one.object)
    return None if slot is None else (normalise_name(one.subject), slot)


RULES = rules_with(LightProse())
"""What `Memory.open` uses without a model."""
