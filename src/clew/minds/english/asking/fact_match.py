"""One fact against one ask, and which of several matches count."""

from collections.abc import Sequence, Set
from itertools import product

from clew.graph.types import Fact
from clew.minds.english.asking.parsed_question import Ask, Name, Term
from clew.minds.english.asking.relation_phrases import (
    FAMILY,
    LIKE_KIN,
    OTHER_ROLES,
    Reading,
    is_event,
    noun_readings,
    parse_phrase,
    readings,
)
from clew.minds.english.asking.stems import stem, stem_set
from clew.minds.english.asking.synonyms import BETWEEN_PEOPLE, SINGLE_ENDS
from clew.minds.english.asking.version_choice import Match
from clew.minds.english.asking.vocabulary import PREPOSITIONS
from clew.minds.english.words.home_names import may_be_home
from clew.minds.english.words.lexicon import is_plural
from clew.text import words

__all__ = ["best", "done", "holds_role", "involves", "is_plan", "kept_things",
           "match_fact", "moved_elsewhere", "names_holder", "newest",
           "says", "titled", "touches"]  # fmt: skip

_BEING = frozenset({"be", "becom", "remain"})
_LOOSE_EXTRAS = stem_set(
    "older younger elder big little old new dear late main only current present own best family"
)
_HAVING = frozenset({"~hav", "~own", "~possess", "~keep", "~belong"})


def match_fact(
    fact: Fact, ask: Ask, left: tuple[int, ...] | None, right: tuple[int, ...] | None
) -> Match | None:
    """Return the value of a fact under an ask, by its most literal reading."""
    if not _extras_agree(fact, ask) or (is_plan(fact) and not ask.ahead):
        return None
    held = readings("is carried by") if fact.object_name == "inventory" else ()
    pairs = product((*readings(fact.relation), *held), ask.readings)
    found = [
        _oriented(fact, *pair, left, right)
        for pair in pairs
        if pair[0].key == pair[1].key and not (pair[0].key == "live" and moved_elsewhere(fact))
    ]
    return max(filter(None, found), key=lambda match: match.rank, default=None)


def moved_elsewhere(fact: Fact) -> bool:
    """Tell whether a fact is of a move to no home: "moved to HR"."""
    return is_event(fact.relation) and not may_be_home(fact.object_name)


def _oriented(
    fact: Fact,
    said: Reading,
    wanted: Reading,
    left: tuple[int, ...] | None,
    right: tuple[int, ...] | None,
) -> Match | None:
    rank = (1.0 if said.exact else 0.9) - (0.2 if is_event(fact.relation) else 0.0)
    straight = (said.subject, said.object) == (wanted.subject, wanted.object)
    if not straight and (said.object, said.subject) != (wanted.subject, wanted.object):
        return None
    ends = ((fact.subject, fact.subject_name), (fact.object, fact.object_name))
    (first, first_name), (second, second_name) = ends if straight else ends[::-1]
    if (left is not None and first not in left) or (right is not None and second not in right):
        return None
    if left is None:
        return Match(fact, first, first_name, rank, said.exact)
    return Match(fact, second, second_name, rank, said.exact)


def _extras_agree(fact: Fact, ask: Ask) -> bool:
    """Tell whether the adjectives agree: "class teacher" needs a fact about a class teacher.

    A fact may say more than the question, unless that makes it another role ("deputy head").
    """
    if not ask.possessed:
        return True
    said = [word for word in words(ask.noun) if word not in PREPOSITIONS]
    asked = {stem(word) for word in said[:-1]} - _LOOSE_EXTRAS
    phrase = parse_phrase(fact.relation)
    others = OTHER_ROLES | LIKE_KIN if phrase.head in FAMILY else OTHER_ROLES
    return asked <= phrase.extras and not (phrase.extras - asked) & others


def is_plan(fact: Fact) -> bool:
    """Tell whether a fact names what somebody will do, which is no state yet and no event."""
    return bool(fact.planned_for) and fact.relation.startswith("will ")


def titled(fact: Fact, noun: str) -> Match | None:
    """Return who holds a role by "Ida is the mayor" or "the mayor is Ida"."""
    phrase = parse_phrase(fact.relation)
    if phrase.preposition or phrase.head not in _BEING or not noun:
        return None
    role = [stem(word) for word in words(noun)]
    if _names_role(fact.object_name, role):
        return Match(fact, fact.subject, fact.subject_name, 1.0, exact=True)
    if _names_role(fact.subject_name, role):
        return Match(fact, fact.object, fact.object_name, 1.0, exact=True)
    return None


def _names_role(name: str, role: list[str]) -> bool:
    """Tell whether a name says the role: "the new coach" is one, "the deputy coach" is not."""
    said = [stem(word) for word in words(name)]
    called = bool(said) and said[-1] == role[-1] and len(said) <= 4
    return called and set(role) <= set(said) and not (set(said) - set(role)) & OTHER_ROLES


def holds_role(match: Match, ask: Ask) -> bool:
    """Tell whether a fact states by name that somebody holds an asked role ("is the coach of").

    Not for kinship and friendship, which several may hold at once.
    """
    if not ask.possessed or ask.left is not None or len(noun_readings(ask.noun)) + match.exact < 2:
        return False
    if any(one.key in BETWEEN_PEOPLE for one in noun_readings(ask.noun)):
        return False
    phrase = parse_phrase(match.fact.relation)
    verb = not phrase.preposition and phrase.head == stem(words(ask.noun)[-1])  # "heads the group"
    by_name = verb or phrase.preposition in {"of", "at", "in", "for", "to"}
    return by_name and match.value == match.fact.subject


def involves(fact: Fact, term: Term, ids: set[int]) -> bool:
    """Tell whether a fact is also about a term: an end of it, or named in "bought a kayak from"."""
    if ids & {fact.subject, fact.object}:
        return True
    said = words(term.text) if isinstance(term, Name) else []
    return bool(said) and said[-1] in words(fact.relation)


def done(matches: Sequence[Match], ask: Ask) -> list[Match]:
    """Keep only events where one is asked for: who has a thing need not have bought it."""
    literal = {one.key for one in ask.readings if one.exact}
    if ask.possessed or "own" not in ask.keys or literal & _HAVING:
        return list(matches)
    return [match for match in matches if match.exact or is_event(match.fact.relation)]


def best(chosen: Sequence[Match], ask: Ask) -> list[Match]:
    """Keep the most literal matches of a singular noun, and states before the events they follow.

    "the director of X" prefers who is its director over who manages it; "moved to" counts as an
    answer to "lives in" only where nothing states the home itself.
    """
    if is_plural(ask.noun):
        return list(chosen)
    states = [match for match in chosen if not is_event(match.fact.relation)]
    asked = {one.key for one in ask.readings if one.exact}
    lasting = ask.possessed or not asked & _event_keys(chosen)
    kept = list(states if states and lasting else chosen)
    if ask.left is None and any("o" in SINGLE_ENDS.get(one.key, "") for one in ask.readings):
        said = {match.value for match in states}  # who lives there, and who moved there
        kept = [one for one in chosen if not is_event(one.fact.relation) or one.value not in said]
    if ask.possessed and kept:
        top = max(match.rank for match in kept)
        kept = [match for match in kept if match.rank == top]
    return kept


def newest(chosen: list[Match], ask: Ask) -> list[Match]:
    """Keep the newest value for each known thing where only one can hold at a time."""
    role = ask.left is None and ask.right is None  # "the mayor"
    if not chosen or is_plural(ask.noun):
        return chosen
    if ask.who and parse_phrase(chosen[0].fact.relation).preposition:
        return chosen  # the niece of one and the mayor of another
    office = any(holds_role(match, ask) for match in chosen)
    office = office or any(one.fact.relation == "is" and names_holder(one.fact) for one in chosen)
    job = "occupation" in ask.keys
    if not (role or office or job or any(_single(ask, one) for one in ask.readings)):
        return chosen
    known: dict[int, Match] = {}
    for match in chosen:  # by start, so the last one stays
        single = role or office or isinstance(ask.left or ask.right, Name)
        known[0 if single else match.other] = match
    last = {match.fact.valid_from for match in known.values()}
    return [match for match in chosen if match.fact.valid_from in last]


def names_holder(fact: Fact) -> bool:
    """Tell whether a fact names who is meant by a common noun: "our trainer is Ida"."""
    return fact.subject_name.islower() and fact.object_name[:1].isupper()


def _single(ask: Ask, reading: Reading) -> bool:
    wanted = reading.subject if ask.left is None else reading.object
    end = {"agent": "s", "patient": "o"}.get(wanted, wanted)
    return end in SINGLE_ENDS.get(reading.key, "")


def _event_keys(chosen: Sequence[Match]) -> set[str]:
    return {
        readings(match.fact.relation)[0].key for match in chosen if is_event(match.fact.relation)
    }


def touches(fact: Fact, keys: Set[str]) -> bool:
    """Tell whether a relation may have one of some meanings."""
    return any(one.key in keys for one in readings(fact.relation))


def says(fact: Fact, word: str) -> bool:
    """Tell whether a fact has a word in some form."""
    wanted = stem(word)
    return any(stem(said) == wanted for said in words(fact.text))


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
