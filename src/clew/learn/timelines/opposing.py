"""Stored facts that are said only now to exclude each other: each ends when the other begins."""

from collections.abc import Iterable

from clew.graph.times import START
from clew.learn.draft import Draft
from clew.learn.timelines.spans import (
    Start,
    Statement,
    claim,
    closable,
    ends_asserted,
    holds,
    interval,
    later_starts,
    line_of,
    named_alike,
    parted,
)

__all__ = ["meet", "oppose", "share_ends"]


def meet(draft: Draft, new: Statement, known: int, rivals: Iterable[int]) -> tuple[int, ...]:
    """Let a fact that says already what is said, and its rivals, end each other; return those over.

    That is for what nobody said before to exclude the fact: a person corrects something to what is
    known, or a program writes that this replaces it.

    Args:
        draft: receives what ends.
        new: what is said.
        known: the fact that says so.
        rivals: what cannot hold with it.
    """
    live = [one for one in sorted(rivals) if closable(draft, one, new.moment)]
    alike = [one for one in live if bool(draft.planned(one)) == bool(new.planned)]
    dated = [one for one in alike if draft.version(one).valid_from is not None]
    for one in dated:
        if not _met(draft, one, known):
            oppose(draft, known, one)
    return tuple(one for one in dated if not holds(draft, one, new.moment))


def _met(draft: Draft, one: int, other: int) -> bool:
    """Return whether one of two facts has ended the other, disputes it, or says the same."""
    lines = line_of(draft, one), draft.same_as(other)
    return one in lines[1] or any(
        row.by in by
        for ended, by in (lines, lines[::-1])
        for fact in ended
        for row in draft.closures_of(fact, every=True)
    )


def oppose(draft: Draft, one: int, other: int) -> None:
    """Let what two stored facts say exclude each other: each ends when the other begins.

    A plan ends only plans. What the two say under other names was compared for itself.
    """
    begins = [
        (start, own, rival)
        for own, rival in ((one, other), (other, one))
        if draft.planned(rival) or not draft.planned(own)
        for start in later_starts(draft, line_of(draft, own), START)
    ]
    for start, own, rival in sorted(begins, key=lambda one: (one[0].at, one[1])):
        by = next((row for row in line_of(draft, own) if _begins(draft, row, start)), None)
        for fact in line_of(draft, rival) if by is not None else ():
            if closable(draft, fact, start.at):
                parted(draft, fact, start.at)
                claim(draft, fact, start.at, by, start.episode or _teller(draft, fact))


def _teller(draft: Draft, fact: int) -> int | None:
    """Return the first text that tells a fact.

    By it a fact that was written directly is judged: as what is told, not as a decision.
    """
    return next((one.episode for one in draft.assertions(fact) if one.episode is not None), None)


def _begins(draft: Draft, fact: int, start: Start) -> bool:
    """Return whether a fact is the one that is told to begin then, and holds then."""
    told = ((one.start, one.episode) for one in draft.assertions(fact))
    return (start.at, start.episode) in told and holds(draft, fact, start.at)


def share_ends(draft: Draft, facts: Iterable[int]) -> list[int]:
    """End facts where the same is told to be over under another name; return those that end."""
    ended = []
    for fact in sorted(facts):
        for other in draft.same_as(fact):
            if named_alike(draft, fact, other):
                continue
            for end in ends_asserted(draft, other):
                low, high = interval(draft, fact)
                if end.episode is not None and low < end.at < high:
                    parted(draft, fact, end.at)
                    claim(draft, fact, end.at, other, end.episode)
                    ended.append(fact)
    return ended
