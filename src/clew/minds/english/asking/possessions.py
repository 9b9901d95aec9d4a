"""What somebody has, and how many of them."""

from collections.abc import Sequence

from clew.graph.types import Fact
from clew.minds.english.asking.relation_phrases import (
    readings,
)
from clew.minds.english.asking.thing_kinds import number_in
from clew.minds.english.asking.version_choice import Match
from clew.text import words

__all__ = ["counted", "kept_things"]


def kept_things(owners: tuple[int, ...], facts: Sequence[Fact]) -> list[Match]:
    """Return what some entities have by the facts, in the order of the facts."""
    held: list[Match] = []
    for fact in facts:
        keys = {(one.key, one.subject) for one in readings(fact.relation)}
        if fact.subject in owners and {("own", "s"), ("~hav", "agent")} & keys:
            held.append(Match(fact, fact.object, fact.object_name, 0.5))
        elif fact.object in owners and ("own", "o") in keys:
            held.append(Match(fact, fact.subject, fact.subject_name, 0.5))
    return held


def counted(chosen: Sequence[Match]) -> tuple[str, Sequence[Match]]:
    """Return how many things match, as stated ("two" cats) or else counted, and the facts."""
    for match in chosen:
        if number_in(match.name) is not None:
            return words(match.name)[0], (match,)
    return str(len({match.value for match in chosen})), chosen
