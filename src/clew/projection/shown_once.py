"""Facts that say the same of one thing under two of its names, shown once.

What is told under another name of a thing has a row of its own, so that a split parts the two.
"""

from collections.abc import Collection, Iterable
from dataclasses import replace

from clew.graph.times import END, order_key
from clew.graph.types import Fact, Time
from clew.text import normalise_relation

__all__ = ["said_by", "shown_once"]


def shown_once(facts: Iterable[Fact], over: Collection[int] = ()) -> list[Fact]:
    """Return facts without those that the same, under another name, covers; in the order given.

    The one that covers the other has the sources and wordings of both. Of two that hold at the same
    times the one with the smaller id stays. A fact in dispute is always shown.

    Args:
        facts: those to show.
        over: the ids of those that nobody told to hold, but only to be over.
    """
    every = list(facts)
    alike: dict[tuple[int, str, int, str], list[Fact]] = {}
    for fact in every:
        alike.setdefault(said_by(fact), []).append(fact)
    shown = dict[int, Fact]()
    for same in alike.values():
        wide = sorted(same, key=_widest_first) if len(same) > 1 else same
        kept: list[Fact] = []
        for fact in wide:
            place = next((i for i, one in enumerate(kept) if _covers(one, fact, over)), None)
            if place is None:
                kept.append(fact)
            else:
                kept[place] = _with_sources(kept[place], fact)
        shown |= {fact.id: fact for fact in kept}
    return [shown[fact.id] for fact in every if fact.id in shown]


def said_by(fact: Fact) -> tuple[int, str, int, str]:
    """Return what a fact says, apart from when, by what its names stand for."""
    return fact.subject, normalise_relation(fact.relation), fact.object, fact.planned_for


def _widest_first(fact: Fact) -> tuple[bool, int, int, int]:
    """Return a sort key: what may cover others comes first, what is only over comes last."""
    unknown, end = fact.valid_from is None, _end(fact.valid_to)
    return unknown, order_key(fact.valid_from), end if unknown else -end, fact.id


def _covers(one: Fact, other: Fact, over: Collection[int]) -> bool:
    """Return whether one fact holds whenever another, no wider, does; not so if written twice."""
    names = one.subject_name, one.object_name
    if one.disputed or other.disputed:
        return False
    if names == (other.subject_name, other.object_name):  # a split has opened the one again
        if one.valid_from is None or not (one.episodes and other.episodes):
            return False
        if other.valid_from is None and other.id not in over:
            return False
    if (one.valid_from, one.valid_to) == (other.valid_from, other.valid_to):
        return True
    if other.valid_from is None:  # only told to be over, as the other one was by then
        begun = order_key(one.valid_from) < order_key(other.valid_to)
        return begun and _end(one.valid_to) <= _end(other.valid_to) < END
    return one.valid_from is not None and _end(other.valid_to) <= _end(one.valid_to)


def _end(time: Time | None) -> int:
    return END if time is None else order_key(time)


def _with_sources(one: Fact, other: Fact) -> Fact:
    return replace(
        one,
        episodes=tuple(sorted({*one.episodes, *other.episodes})),
        wordings=tuple(sorted({*one.wordings, *other.wordings})),
    )
