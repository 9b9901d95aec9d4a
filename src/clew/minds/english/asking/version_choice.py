"""Which versions of the matched facts a question means: tense, time window, order."""

from collections.abc import Sequence
from dataclasses import dataclass

from clew.graph.types import Fact, Time
from clew.minds.english.asking.parsed_question import Order, Question, Tense, Window
from clew.minds.english.asking.relation_phrases import is_event

__all__ = ["Match", "choose"]

_HELD = frozenset({"is in", "is on"})


@dataclass(frozen=True, slots=True)
class Match:
    """One fact that matched, and which of its ends is the value."""

    fact: Fact
    value: int
    name: str
    rank: float
    """How literal the match is; larger is better."""
    exact: bool = False
    """By the question's own verb or noun, not by a synonym."""


def _before(left: Time | None, right: Time | None) -> bool:
    """Tell whether a start lies before another; an unknown start is the earliest."""
    if left is None or right is None:
        return left is None and right is not None
    return left < right  # type: ignore[operator]  # one namespace keeps one axis


def _started(fact: Fact, moment: Time | None) -> bool:
    return fact.valid_from is None or moment is None or not _before(moment, fact.valid_from)


def _ended(fact: Fact, moment: Time | None) -> bool:
    return fact.valid_to is not None and (moment is None or not _before(moment, fact.valid_to))


def _valid(match: Match, moment: Time | None) -> bool:
    return _started(match.fact, moment) and not _ended(match.fact, moment)


def _in_window(match: Match, window: Window) -> bool:
    fact = match.fact
    if is_event(fact.relation) and fact.valid_to is None:
        if fact.valid_from is None:
            return False
        after = window.start is None or not _before(fact.valid_from, window.start)
        return after and (window.end is None or _before(fact.valid_from, window.end))
    started = fact.valid_from is None or window.end is None or _before(fact.valid_from, window.end)
    over = (
        fact.valid_to is not None
        and window.start is not None
        and not _before(window.start, fact.valid_to)
    )
    return started and not over


def _key(match: Match) -> tuple[bool, float, int]:
    start = match.fact.valid_from
    if start is None:
        return (False, 0.0, match.fact.id)
    return (True, float(start) if isinstance(start, int) else start.timestamp(), match.fact.id)


def choose(
    matches: Sequence[Match], question: Question, now: Time | None, than: frozenset[int]
) -> list[Match]:
    """Return the versions a question means, by start and then id.

    Args:
        matches: facts of any validity.
        question: gives tense, window and order.
        now: the moment the question is asked from; later facts are not read.
        than: what "before" and "after" compare with; empty: the present state.
    """
    known = sorted((match for match in matches if _started(match.fact, now)), key=_key)
    if question.window is not None:
        return [match for match in known if _in_window(match, question.window)]
    if question.order is not None:
        return _ordered(known, question.order, than, now)
    if question.tense is Tense.PRESENT:
        return [match for match in known if _valid(match, now)]
    if question.tense is Tense.PAST:
        over = [match for match in known if _ended(match.fact, now)]
        held = all(one.fact.relation in _HELD and one.value == one.fact.subject for one in known)
        return known if held else over or known  # what was in the box may still be there
    return known


def _ordered(
    known: list[Match], order: Order, than: frozenset[int], now: Time | None
) -> list[Match]:
    if not known:
        return []
    if order is Order.FIRST:
        return _same_start(known, known[0])
    if order is Order.LAST:
        return _same_start(known, known[-1])
    pivots = [match for match in known if than & {match.fact.subject, match.fact.object}]
    others = [match for match in known if match not in pivots]
    if than and not pivots:
        values = {match.value for match in known}
        single = order is Order.BEFORE and len(values) == 1
        return known if single else []  # whoever is named came later, in other words
    if order is Order.AFTER:
        pivot = pivots[-1] if pivots else known[0]
        later = [match for match in others if _key(match) > _key(pivot)]
        return _same_start(later, later[0]) if later else []
    if not pivots:
        pivots = [match for match in known if _valid(match, now)]
        values = {match.value for match in pivots}
        others = [match for match in known if match.value not in values]
    earlier = [match for match in others if not pivots or _key(match) < _key(pivots[0])]
    return _same_start(earlier, earlier[-1]) if earlier else []


def _same_start(known: Sequence[Match], one: Match) -> list[Match]:
    return [match for match in known if match.fact.valid_from == one.fact.valid_from]
