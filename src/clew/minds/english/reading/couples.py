"""Several people at once: who is a couple, and whom "they" means."""

from collections.abc import Iterator
from dataclasses import replace

from clew.minds.english.parsing.clause_types import JOINT, Clause, Phrase, Triple
from clew.minds.english.words.lexicon import KIN, ROLES
from clew.minds.english.words.person_nouns import PERSON
from clew.minds.english.words.word_lists import word_list

__all__ = ["couples", "each_owner", "group_of", "is_person_label", "owners"]

_PARTNER = word_list("partner")


def is_person_label(phrase: Phrase) -> bool:
    """Say whether what stands before a name makes it a person's: "her neighbour Kim"."""
    head = phrase.label.split(" ")[-1].lower()
    return head in KIN | ROLES or (bool(head) and PERSON.search(head) is not None)


def couples(clause: Clause) -> Iterator[tuple[str, str]]:
    """Yield the two of every couple a clause tells of, as it names them."""
    names = [phrase.name for phrase in clause.subjects if phrase.named]
    tied = clause.verb == "be" and any(p.head in {"married", "engaged"} for p in clause.objects)
    wed = clause.verb in {"marry", "wed", "remarry"}
    if clause.asserted and not clause.negated and (tied or wed) and names:
        others = clause.governed("to") if tied else clause.objects
        for other in others:
            if other.named:
                yield names[0], other.name
        if len(names) == 2 and not others:
            yield names[0], names[1]
    first = clause.subjects[0] if clause.subjects else None
    if first and first.head in _PARTNER and first.owner[:1].isupper() and clause.objects:
        yield from ((first.owner, one.name) for one in clause.objects[:1] if one.named)
    for phrase in clause.phrases:
        owner = phrase.owner
        if phrase.named and owner[:1].isupper() and phrase.label.split(" ")[-1] in _PARTNER:
            yield owner, phrase.name


def group_of(clause: Clause) -> tuple[str, ...]:
    """Return whom "they" means in the next sentence: several subjects, or a couple."""
    subject = clause.subjects[0]
    if len(clause.subjects) > 1:
        return tuple(phrase.name for phrase in clause.subjects)
    if JOINT in subject.owner:
        return tuple(subject.owner.split(JOINT))  # "Their son Max is a cook. They ..."
    several = [phrase.name for phrase in clause.objects if phrase.named]
    if clause.verb == "be" and not subject.named and len(several) == len(clause.objects) > 1:
        return tuple(several)  # "The new owners are Ida and Tom. They ..."
    if subject.named and subject.owner and KIN & set(subject.label.split()):
        return subject.owner, subject.name  # "Her husband Tom is a cook. They ..."
    return next(couples(clause), ()) if clause.verb != "appos" else ()


def each_owner(triple: Triple) -> list[Triple]:
    """Return one triple for each owner that "their" stood for."""
    if JOINT not in triple.subject + triple.object:
        return [triple]
    names = [owners(name) for name in (triple.subject, triple.object)]
    return [replace(triple, subject=one, object=other) for one in names[0] for other in names[1]]


def owners(name: str) -> list[str]:
    """Return the names that a name stands for: several where "their" was meant."""
    return [name.replace(JOINT, " and ")] if "'s " in name else name.split(JOINT)
