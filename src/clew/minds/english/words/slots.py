"""Functional relations: which facts exclude one another, and the offline answer to `Revise`.

A `Slot` is a question with one answer at a time ("where does Anna live"); two facts that fill the
same slot differently cannot hold at the same moment; what somebody thinks of one thing is such a
question. Class membership ("is a nurse"), events and unknown relations have no slot: keeping is
the default. The relation names are those
that `clew.learn` extracts (`clew.minds.english.reading.clause_facts`); synonyms an LLM is likely
to write are folded in.
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from functools import lru_cache

from clew.graph.types import Time
from clew.learn.revisions import Fills
from clew.learn.tasks import Candidate, NewStatement, Replacement, Replacements, Revise
from clew.minds.english.words.endings import (
    ARRIVING,
    COUPLE,
    DISMISSING,
    LEAVING,
    PARTING,
    STAYING,
    TILL_DEATH,
    ended_pairs,
)
from clew.minds.english.words.lexicon import CONTINENTS, COUNTRIES
from clew.minds.english.words.people import THINGS
from clew.minds.english.words.word_lists import word_list, word_table, words_in_order
from clew.regex import Regex
from clew.text import normalise_name, normalise_relation

__all__ = ["Slot", "fills", "is_office", "revise_rules", "slot"]


@dataclass(frozen=True, slots=True)
class Slot:
    """One question (`key`) and this fact's answer to it (`value`), both normalised."""

    key: tuple[str, ...]
    """(what is asked, of whom): ("residence", "anna", "town"), ("opinion", "anna", "the tea")."""
    value: str


_BY_SUBJECT = word_table("one_object")
"""One object at a time per subject."""

_BY_OBJECT = word_table("one_subject")
"""One subject at a time per object."""

_OFFICE = Regex(
    r"is the (?:current |new |acting |interim )?"
    r"(?P<role>(?:(?:managing|executive|artistic|general|prime|vice|head|lead|chief|deputy|technical"
    rf"|financial|operating) )*(?:{'|'.join(words_in_order('offices'))})) of"
)
_CARER = Regex(
    r"is the (?:(?:family|new|current|class|personal|general) )*"
    r"(?P<role>doctor|dentist|physician|gp|vet|accountant|lawyer|cleaner|landlord|landlady"
    r"|teacher) of"
)
_SINGLE = Regex(
    r"is the ((?:best|favou?rite|current|only|main|oldest|youngest|largest|biggest|tallest) .+) of"
)
_ROLE_SLOT = {"owner": "owner", "boss": "manager", "supervisor": "manager",
              "chief executive": "ceo", "chief executive officer": "ceo"}  # fmt: skip

_SIDES = word_table("opinion_sides")
"""What somebody thinks of one thing: of "likes" and "hates" only one holds at a time."""
_STATES = word_table("exclusive_states")
"""States of one thing that exclude one another; two groups never do."""

_NUMBERED = Regex(r"(?P<noun>[a-z]+) (?P<number>v?\d[\d.]{0,20})")
"""What one thing has one of: it runs on "port 80", but may run on "Linux" as well."""
_AGE = Regex(r"(?:aged )?\d{1,3}(?: years?(?: old)?)?|[a-z-]+ years? old")
_ATTRIBUTE = Regex(r"(?!is |are |was )(?P<name>[\w' -]{2,60}) (?:is|are)")
_HAS_ATTRIBUTE = Regex(
    r"has (?:an? )?(?P<name>(?:phone|telephone|mobile)(?: number)?|e-?mail(?: address)?|address|age"
    r"|status|nickname|password|height|weight|salary|population|favou?rite .+)"
)


_ALSO = "also "
"""What is so "also" leaves what was so before as it is, and gives way to what is told later."""


@lru_cache(maxsize=1 << 14)
def slot(subject: str, relation: str, object: str) -> Slot | None:
    """Return the slot a fact fills, or `None` when it excludes no other fact.

    >>> slot("Anna", "lives in", "Oslo")
    Slot(key=('residence', 'anna', 'town'), value='oslo')
    >>> slot("Anna", "owns", "the red car") == slot("The red car", "belongs to", "anna")
    True
    >>> slot("Anna", "is", "nurse") is None
    True
    """
    relation = normalise_relation(relation).removeprefix(_ALSO)
    who, what = normalise_name(subject), normalise_name(object)
    if relation in {"is", "are"}:
        return _state(who, what)
    if relation in {"is in", "is on", "is at"} and what.rpartition(" ")[2] in _PLACELESS:
        return None
    if name := _BY_SUBJECT.get(relation):
        if name == "number":
            told = _NUMBERED.fullmatch(what)
            return Slot((name, who, told["noun"]), told["number"]) if told else None
        scale = _SPOT if relation.endswith(" by") else _scale(object)
        whose = (name, who, scale) if name in _SCALED else (name, who)
        return Slot(whose, _value(name, relation, what))
    if name := _BY_OBJECT.get(relation):
        if name in {"owner", "place"} and not _definite(object):
            return None
        whose = (name, what, _SPOT) if name in _SCALED else (name, what)
        return Slot(whose, _value(name, relation, who))
    if side := _SIDES.get(relation):
        return Slot(("opinion", who, what), side)
    return _attribute(who, relation, what)


_EVENTS = {
    **dict.fromkeys(LEAVING, Fills(subject=STAYING)),
    **dict.fromkeys(DISMISSING, Fills(object=STAYING)),
    **dict.fromkeys(PARTING, Fills(COUPLE, COUPLE)),
    **dict.fromkeys(ARRIVING, Fills(subject=frozenset({"place"}))),
}
"""What the events end that `ended_pairs` knows."""


@lru_cache(maxsize=1 << 12)
def fills(relation: str) -> Fills:
    """Return the slots that facts with this relation may fill, whatever their ends.

    >>> fills("lives in"), fills("likes")  # doctest: +NORMALIZE_WHITESPACE
    (Fills(subject=frozenset({'residence'}), object=frozenset()),
     Fills(subject=frozenset({'opinion'}), object=frozenset()))
    """
    plain = normalise_relation(relation).removeprefix(_ALSO)
    if plain in {"is", "are"}:
        states = (f"state:{group}" for group in _STATES.values())
        return Fills(subject=frozenset({"age", *states, *TILL_DEATH}))
    if plain in _EVENTS:
        return _EVENTS[plain]
    if _BY_SUBJECT.get(plain) == "number":
        return Fills(subject=frozenset({"number"}))
    # Of the other relations the ends decide only whether there is a slot; names as here have one.
    found = slot("The Subject", relation, "The Object")
    if found is None:
        return Fills()
    name, whose, *_ = found.key
    slots = frozenset({name})
    if whose == "subject":
        return Fills(subject=slots)
    return Fills(frozenset({"office"}) if is_office(relation) else frozenset(), slots)


def is_office(relation: str) -> bool:
    """Say whether a relation tells who holds an office.

    >>> is_office("is the CEO of"), is_office("is the sister of")
    (True, False)
    """
    return _OFFICE.fullmatch(normalise_relation(relation)) is not None


_SCALED = frozenset({"place", "site", "residence"})
_SPOT = "spot"


def _scale(place: str) -> str:
    """Return how large a place is: one can be on a sofa, in Oslo and in Norway at once."""
    name = normalise_name(place)
    if name in CONTINENTS:
        return "continent"
    if name in COUNTRIES:
        return "country"
    named = place.removeprefix("the ")[:1].isupper() and not THINGS & {*name.split()}
    return "town" if named else _SPOT


_PLACELESS = word_list("no_spots")
"""Last words of objects of "is in", "is on" and "is at" that are no places: "a staff meeting"."""


def _value(name: str, relation: str, value: str) -> str:
    # "is engaged to Ben" gives way to "is dating Carl" and also to another tie with Ben;
    # of two positions, "in the box" and "on the box" differ as well.
    return f"{relation} {value}" if name in {"partner"} else value


def _definite(name: str) -> bool:
    """Say whether a name means one thing: "the car" and "Rex" do, "car" and "a car" do not."""
    if re.match(r"(?:an?|some|any|many|several|two|three)\b", name.strip(), re.IGNORECASE):
        return False
    bare = name.strip()
    return bare != bare.lower() or bare.lower().startswith(
        ("the ", "his ", "her ", "my ", "their ")
    )


def _state(who: str, what: str) -> Slot | None:
    if group := _STATES.get(what):
        return Slot((f"state:{group}", who), what)
    return Slot(("age", who), what) if _AGE.fullmatch(what) else None


def _attribute(who: str, relation: str, what: str) -> Slot | None:
    if found := _OFFICE.fullmatch(relation):
        role = found["role"]
        return Slot((_ROLE_SLOT.get(role, role), what), who)
    if found := _CARER.fullmatch(relation):
        return Slot((found["role"], what), who)
    if found := _SINGLE.fullmatch(relation):
        return Slot((found[1], what), who)
    found = _ATTRIBUTE.fullmatch(relation) or _HAS_ATTRIBUTE.fullmatch(relation)
    if found:
        name = found["name"].replace("favorite", "favourite").replace("color", "colour")
        return Slot((f"its {name}", who), what)
    return None


def revise_rules(task: Revise) -> Replacements:
    """Pair each new statement with the stored facts that fill the same slot differently.

    Facts that say the same thing are never paired, nor facts whose validity intervals do not
    meet, nor theses. Pairs come by statement number, then by candidate id.
    """
    stored: defaultdict[tuple[str, ...], list[tuple[Candidate, str]]] = defaultdict(list)
    for candidate in sorted(task.candidates, key=lambda one: one.id):
        if filled := _slot_of(candidate):
            stored[filled.key].append((candidate, filled.value))
    pairs: list[Replacement] = []
    for statement in sorted(task.statements, key=lambda one: one.number):
        filled = _slot_of(statement)
        if filled is None:
            continue
        pairs.extend(
            Replacement(old=candidate.id, new=statement.number)
            for candidate, value in stored.get(filled.key, ())
            if value != filled.value
            and _meet(candidate, statement)
            and not _told_together(candidate, statement)
            and not _is_beside(candidate, statement)
        )
    pairs += ended_pairs(task.statements, task.candidates, _slots_of)
    return Replacements(pairs=tuple(dict.fromkeys(pairs)))


def _slots_of(relation: str) -> frozenset[str]:
    found = fills(relation)
    return found.subject | found.object


def _slot_of(one: Candidate | NewStatement) -> Slot | None:
    return slot(one.subject, one.relation, one.object) if one.subject and one.object else None


def _told_together(old: Candidate, new: NewStatement) -> bool:
    """Say whether one text tells both of the same time: two jobs are then two jobs."""
    return old.id < 0 and old.valid_from == new.valid_from


def _is_beside(old: Candidate, new: NewStatement) -> bool:
    """Say whether the later of the two is "also" so."""
    begun, late = old.valid_from, new.valid_from
    if normalise_relation(new.relation).startswith(_ALSO) and _ends_before(begun, late):
        return True
    return normalise_relation(old.relation).startswith(_ALSO) and _ends_before(late, begun)


def _meet(old: Candidate, new: NewStatement) -> bool:
    """Say whether two half-open intervals share a moment."""
    return not (
        _ends_before(old.valid_to, new.valid_from) or _ends_before(new.valid_to, old.valid_from)
    )


def _ends_before(end: Time | None, start: Time | None) -> bool:
    # One namespace keeps one axis, so the two are of one type; mypy cannot know.
    return end is not None and start is not None and end <= start  # type: ignore[operator]
