"""Events that end states of the same thing: who left a town lives there no more.

The text of the event need not say what ended. "Anna left Bask" ends her work there, if Bask is
where she works, and her life there, if it is where she lives; "Tom died" ends his marriage.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import TypeVar

from clew.graph.types import Time
from clew.learn.tasks import Candidate, NewStatement, Replacement
from clew.minds.english.words.word_lists import section, word_list
from clew.text import normalise_name, normalise_relation

__all__ = [
    "ARRIVING",
    "COUPLE",
    "DISMISSING",
    "LEAVING",
    "PARTING",
    "STAYING",
    "TILL_DEATH",
    "ended_pairs",
]

LEAVING = frozenset(section("leaving").strip().splitlines())
"""Relations of events after which one is no more where one was."""
DISMISSING = word_list("dismissing")
"""Relations of events after which their object works no more at their subject."""
PARTING = frozenset(section("parting").strip().splitlines())
"""Relations of events after which two people are no couple."""
ARRIVING = frozenset(section("arriving").strip().splitlines())
"""Relations of events after which one is no more at the station or airport one was at."""
STAYING = word_list("staying")
"""The slots that leaving ends, of the place that was left."""
TILL_DEATH = word_list("till_death")
"""The slots that a death ends."""
COUPLE = frozenset({"spouse", "partner"})
"""Slots that the death of either end ends, and a parting."""
_PLACE = frozenset({"place"})
_DEAD = frozenset({"dead", "deceased"})
_ALONE = frozenset({"divorced"})
_ISSUES = word_list("issues")
_STATES = {
    after: frozenset(before.split())
    for line in section("states_ended").strip().splitlines()
    for afters, _, before in [line.partition(": ")]
    for after in afters.split()
}
"""What something is after an event, and what it is then no more."""
_OF_ISSUES = frozenset({"open", "pending"})
"""What a bug is no more once it is fixed; of a window nobody knows."""
_OFFICE = "office"
_EMPLOYERS = word_list("employers")
_LEARNING = frozenset({"school"})
_WORKING = frozenset({"employer", "job"})
_JOBLESS = frozenset({"unemployed", "jobless"})
_POSTS = frozenset({_OFFICE, "employer"})
_Row = TypeVar("_Row", Candidate, NewStatement)
_SlotsOf = Callable[[str], frozenset[str]]
"""Relation -> the slots that it may fill."""


def ended_pairs(
    statements: Sequence[NewStatement], candidates: Sequence[Candidate], slots_of: _SlotsOf
) -> Iterator[Replacement]:
    """Pair each state with an event that ends it, whichever of the two is new.

    An event that was before a state ends nothing of it: who had left came back.
    """
    yield from _jobs_found(statements, candidates, slots_of)
    events = [one for one in statements if _is_event(one)]
    if events:
        states = _by_name(candidates)
        for new in events:
            known = states.get(_ends_of(new)[0], [])
            before = [one for one in known if one.id > -(new.number + 1)]
            for old in _ended(new, before, slots_of):
                if not _is_before(new.valid_from, old.valid_from):
                    yield Replacement(old=old.id, new=new.number)
    late = [one for one in candidates if one.id > 0 and _is_event(one)]
    if late:
        told = _by_name(statements)
        for event in late:
            for state in _ended(event, told.get(_ends_of(event)[0], []), slots_of):
                if _is_before(state.valid_from, event.valid_from):
                    yield Replacement(old=event.id, new=state.number)


def _jobs_found(
    statements: Sequence[NewStatement], candidates: Sequence[Candidate], slots_of: _SlotsOf
) -> Iterator[Replacement]:
    """Pair "is unemployed" with a job that its subject has since."""
    jobless = [one for one in candidates if normalise_name(one.object) in _JOBLESS]
    for new in statements if jobless else ():
        now = slots_of(new.relation) & _WORKING and new.valid_to is None
        for old in jobless if now else ():
            same = normalise_name(old.subject) == normalise_name(new.subject)
            if same and not _is_before(new.valid_from, old.valid_from):
                yield Replacement(old=old.id, new=new.number)


def _is_event(one: Candidate | NewStatement) -> bool:
    return _is_ending(one.relation, one.object)


@lru_cache(maxsize=1 << 12)
def _is_ending(relation: str, object: str) -> bool:
    relation = normalise_relation(relation)
    if relation == "is":
        return normalise_name(object) in _DEAD | _ALONE | _STATES.keys()
    return relation in LEAVING | DISMISSING | PARTING | ARRIVING


def _by_name(rows: Iterable[_Row]) -> dict[str, list[_Row]]:
    found: dict[str, list[_Row]] = {}
    for one in rows:
        for name in {normalise_name(one.subject): None, normalise_name(one.object): None}:
            found.setdefault(name, []).append(one)
    return found


def _ended(
    event: Candidate | NewStatement, rows: Iterable[_Row], slots_of: _SlotsOf
) -> Iterator[_Row]:
    """Yield the states that an event ends, of all that is told of who acts in it."""
    who, what = _ends_of(event)
    relation = normalise_relation(event.relation)
    held = [(one, slots_of(one.relation)) for one in rows if not _is_event(one)]
    own = [(one, slots) for one, slots in held if normalise_name(one.subject) == who]
    if relation in PARTING:
        yield from (
            one
            for one, slots in held
            if slots & COUPLE and _ends_of(one) in {(who, what), (what, who)}
        )
    elif relation in ARRIVING:
        yield from (one for one, slots in own if slots & _PLACE)
    elif what in _STATES:
        over = _STATES[what] - (frozenset() if who.rpartition(" ")[2] in _ISSUES else _OF_ISSUES)
        yield from (one for one, _ in own if normalise_name(one.object) in over)
        if what == "graduate":
            yield from (one for one, slots in own if slots & _LEARNING)
    elif what in _ALONE:
        yield from (one for one, slots in held if slots & COUPLE)
    elif what in _DEAD:
        yield from (one for one, slots in held if slots & COUPLE)
        yield from (one for one, slots in own if slots & (TILL_DEATH - COUPLE))
    elif what == _OFFICE:
        posts = [one for one, slots in own if slots & _POSTS]
        one_place = len({normalise_name(one.object) for one in posts}) == 1
        yield from posts if one_place else ()  # else nobody knows which
    elif relation.endswith(" as"):
        named = re.compile(rf"is the {re.escape(what)} of")
        yield from (one for one, _ in own if named.fullmatch(normalise_relation(one.relation)))
    else:
        over = STAYING if _is_own_name(event) or what.rpartition(" ")[2] in _EMPLOYERS else _PLACE
        yield from (
            one for one, slots in own if slots & over and normalise_name(one.object) == what
        )


def _is_own_name(event: Candidate | NewStatement) -> bool:
    """Say whether what was left has a name; who "left the bakery" went home."""
    name = event.subject if normalise_relation(event.relation) in DISMISSING else event.object
    return name.removeprefix("the ").removeprefix("The ")[:1].isupper()


def _ends_of(event: Candidate | NewStatement) -> tuple[str, str]:
    """Return who left, and what: "Bask dismissed Anna" tells it the other way round."""
    who, what = normalise_name(event.subject), normalise_name(event.object)
    return (what, who) if normalise_relation(event.relation) in DISMISSING else (who, what)


def _is_before(moment: Time | None, other: Time | None) -> bool:
    # One namespace keeps one axis, so the two are of one type; mypy cannot know.
    return moment is not None and other is not None and moment < other  # type: ignore[operator]
