"""Which versions of the matched facts a question means: tense, time window, order."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from clew.graph.times import order_key
from clew.graph.types import Fact, Precision, Time
from clew.minds.english.asking.parsed_question import Order, Question, Tense, Want, Window
from clew.minds.english.asking.relation_phrases import is_event
from clew.minds.english.words.person_nouns import PETS
from clew.minds.english.words.word_lists import word_list

__all__ = ["Match", "choose", "lasting", "outlived"]

_ILLNESSES = word_list("illnesses")
_HELD = frozenset({"is in", "is on"})
_ALSO = "also "


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

    @property
    def other(self) -> int:
        """The end that is not the value."""
        return self.fact.subject + self.fact.object - self.value


def _started(fact: Fact, moment: Time | None) -> bool:
    return moment is None or order_key(fact.valid_from) <= order_key(moment)


def _ended(fact: Fact, moment: Time | None) -> bool:
    end = fact.valid_to
    return end is not None and (moment is None or order_key(end) <= order_key(moment))


def _is_ahead(fact: Fact, now: Time | None) -> bool:
    """Tell whether something is planned and not over, or begins later."""
    return not _started(fact, now) or (bool(fact.planned_for) and not _ended(fact, now))


def _valid(match: Match, moment: Time | None) -> bool:
    return _started(match.fact, moment) and not _ended(match.fact, moment)


def _in_window(match: Match, window: Window) -> bool:
    """Tell whether an event happened in a window, or a state held then."""
    fact, first = match.fact, order_key(window.start)
    begun = order_key(fact.valid_from)
    if window.end is not None and begun >= order_key(window.end):
        return False
    if is_event(fact.relation) and fact.valid_to is None:
        return fact.valid_from is not None and first <= begun
    return fact.valid_to is None or first < order_key(fact.valid_to)


def _key(match: Match) -> tuple[int, int]:
    return order_key(match.fact.valid_from), match.fact.id


def lasting(matches: Sequence[Match], now: Time | None) -> list[Match]:
    """Drop the events whose state is over: who bought a bike and returned it has it no more."""
    states = [match for match in matches if not is_event(match.fact.relation)]
    held = {(one.fact.subject, one.fact.object): False for one in states}
    for one in states:
        held[one.fact.subject, one.fact.object] |= not _ended(one.fact, now)
    return [
        one
        for one in matches
        if one.exact
        or not is_event(one.fact.relation)
        or held.get((one.fact.subject, one.fact.object), True)
    ]


def choose(
    matches: Sequence[Match],
    question: Question,
    now: Time | None,
    than: frozenset[int] = frozenset(),
) -> list[Match]:
    """Return the versions a question means, by start and then id.

    Args:
        matches: facts of any validity.
        question: gives tense, window and order.
        now: the moment the question is asked from; later facts are not read.
        than: what "before" and "after" compare with; empty: the present state.
    """
    if question.tense is Tense.FUTURE:
        ahead = (match for match in matches if _is_ahead(match.fact, now))
        return sorted(ahead, key=_key) if question.window is None else []
    dated = question.want is Want.TIME and question.tense is Tense.PRESENT
    if dated and question.window is None and question.order is None:  # "when is the meeting"
        return sorted((one for one in matches if not _ended(one.fact, now)), key=_key)
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


def outlived(match: Match, facts_of: Callable[[tuple[int, ...]], Sequence[Fact]]) -> Match:
    """Return a match as over since what was had died, was given away or got cured.

    A text tells of the animal that it died, and of the cold that one recovered.
    """
    fact = match.fact
    if fact.valid_to is not None or not (mine := _had(fact)):
        return match
    thing, owner = mine
    known = facts_of((thing, owner))
    lost = [one for one in known if _is_loss(one, fact, thing, owner) and _is_after(one, fact)]
    ends = [one.valid_to or one.valid_from for one in lost]
    if not lost or fact.valid_from is None:
        return match
    end = max(min(ends, key=order_key), fact.valid_from, key=order_key)
    return replace(match, fact=replace(fact, valid_to=end))


def _is_after(one: Fact, other: Fact) -> bool:
    """Tell whether a fact is of later, or told later of a state that nobody told the start of."""
    moment = one.valid_to or one.valid_from
    again = max(one.episodes, default=0) > max(other.episodes, default=0)
    said = other.told[0] is Precision.SAID and again
    return said or order_key(moment) > order_key(other.valid_from)


def _had(fact: Fact) -> tuple[int, int] | None:
    """Return what is had and who has it, of "has a cold", "owns Rex", "is the dog of".

    So of "also works at Lidl": a text that says that this is over leaves the "also" out.
    """
    if fact.relation in {"has", "owns", "keeps"} or fact.relation.startswith(_ALSO):
        return fact.object, fact.subject
    words_of = fact.relation.removeprefix("is the ").removesuffix(" of").split()
    return (fact.subject, fact.object) if words_of[-1:] and words_of[-1] in PETS else None


def _is_loss(one: Fact, had: Fact, thing: int, owner: int) -> bool:
    if one.relation == "is" and one.valid_to is None:
        died = one.subject == thing and one.object_name == "dead"
        ill = had.object_name.rpartition(" ")[2].casefold() in _ILLNESSES
        return died or (ill and one.subject == owner and one.object_name == "recovered")
    ends = had.relation.removeprefix(_ALSO) if had.relation.startswith(_ALSO) else "owns"
    gone = one.relation == ends and one.valid_to is not None and one is not had
    return gone and (one.subject, one.object) == (owner, thing)
