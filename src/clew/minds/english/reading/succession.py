"""Offices that change hands: who succeeds the leader of a team leads it."""

from collections.abc import Iterator, Sequence

from clew.minds.english.reading.grammar import Triple
from clew.minds.english.words.slots import slot

__all__ = ["changes_hands", "inherited", "known_ends", "named_later"]

_TIES = frozenset({"lives in", "works at", "studies at", "is a member of"})
_SUCCEEDS = frozenset({"succeeded", "replaced", "succeeds", "replaces", "took over from"})


def changes_hands(told: Sequence[Triple]) -> bool:
    """Say whether triples end or pass on a tie, so that what was told before matters."""
    return any(t.relation in _SUCCEEDS or (t.ended and t.relation in _TIES) for t in told)


def inherited(told: Sequence[Triple], before: Sequence[Triple]) -> Iterator[Triple]:
    """Yield what a successor takes over, when only the office of the old holder was told.

    Args:
        told: the triples of one clause.
        before: those of the text so far, in order; the latest office counts.

    "Inga leads the team. She was replaced by Erik" makes Erik its leader and ends Inga's time;
    "Erik leads the team. He succeeds Inga" ends hers as well.
    """
    for triple in told:
        if triple.relation not in _SUCCEEDS or triple.ended:
            continue
        if any(t.subject == triple.subject and _is_office(t) for t in told):
            continue
        mine = [t for t in before if t.subject == triple.subject and _is_office(t) and not t.ended]
        held = [t for t in before if t.subject == triple.object and _is_office(t) and not t.ended]
        if held:
            office = held[-1]
            yield Triple(triple.subject, office.relation, office.object, state=True)
            yield Triple(office.subject, office.relation, office.object, ended=True, state=True)
        elif mine:
            relation = mine[-1].relation.replace("is the new ", "is the ")
            yield Triple(triple.object, relation, mine[-1].object, ended=True, state=True)


def known_ends(told: Sequence[Triple], before: Sequence[Triple]) -> list[Triple]:
    """Return the triples without ends of what the text contradicts.

    "Nora left Blaufeld" may end living or working there; after "Nora works for Blaufeld" it ends
    the work only.
    """
    ties = {(t.subject, t.object): t.relation for t in before if t.relation in _TIES}
    firms = {t.object for t in before if t.relation == "works at" or _is_office(t)}
    kept = []
    for triple in told:
        tie = ties.get((triple.subject, triple.object), triple.relation)
        if triple.ended and triple.relation == "lives in" and triple.object in firms:
            continue
        if not triple.ended or triple.relation not in _TIES or tie == triple.relation:
            kept.append(triple)
    return kept


def named_later(told: Sequence[Triple], before: Sequence[Triple]) -> Iterator[Triple]:
    """Yield who has Rex, of "Ida has a dog. The dog is called Rex": the dog had no name yet."""
    for triple in told:
        if triple.relation == "is" and triple.subject[:1].isupper():
            for old in before:
                if old.relation in {"has", "owns"} and old.object == triple.object:
                    yield Triple(old.subject, old.relation, triple.subject, state=True)


def _is_office(triple: Triple) -> bool:
    """Say whether a triple gives somebody an office that only one can hold."""
    if not triple.relation.startswith("is the ") and triple.relation not in {"leads", "runs"}:
        return False
    filled = slot(triple.subject, triple.relation, triple.object)
    return filled is not None and filled.value == triple.subject.casefold()
