"""What somebody has: things kept, counted ("two dogs") and named beside their count."""

from collections.abc import Sequence

from clew.graph.types import Fact
from clew.minds.english.asking.held_versions import Match
from clew.minds.english.asking.kinds import is_moment, number_in
from clew.minds.english.asking.phrases import readings
from clew.minds.english.asking.stems import stem
from clew.text import words

__all__ = ["counted", "kept_things", "listed_beside", "named_only"]


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


def listed_beside(named: Sequence[Match], held: Sequence[Match]) -> list[Match]:
    """Return the names told in one breath with their count: "two dogs, Rex and Bello".

    They count when one text tells exactly as many of the same owner.
    """
    found: list[Match] = []
    for match in named:
        number = number_in(match.name)
        beside = [
            one
            for one in held
            if one.fact.subject == match.fact.subject
            and set(one.fact.episodes) & set(match.fact.episodes)
            and one.name[:1].isupper()
            and not is_moment(one.name)
            and one.fact.valid_from == match.fact.valid_from
        ]
        if number is not None and number == len({one.value for one in beside}):
            found += beside
    return found


def named_only(chosen: Sequence[Match], noun: str) -> list[Match]:
    """Drop counts that say no more than the question: "two dogs" to "which dogs"."""
    if not noun:
        return list(chosen)
    wanted = stem(words(noun)[-1]) if words(noun) else ""
    return [
        match
        for match in chosen
        if number_in(match.name) is None or stem(words(match.name)[-1]) != wanted
    ]


def counted(chosen: Sequence[Match]) -> tuple[str, tuple[int, ...]]:
    """Return how many things match, as stated ("two" cats) or else counted, and the facts."""
    for match in chosen:
        if number_in(match.name) is not None:
            return words(match.name)[0], (match.fact.id,)
    return str(len({match.value for match in chosen})), tuple(match.fact.id for match in chosen)
