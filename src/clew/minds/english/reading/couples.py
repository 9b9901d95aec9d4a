"""Several people at once, and places meant by "there": couples, "both", "the couple"."""

import re
from collections.abc import Iterator, Sequence

from clew.minds.english.reading.clause_types import JOINT, Clause, Phrase
from clew.minds.english.words.lexicon import KIN, ROLES
from clew.minds.english.words.names import CAPITAL, THINGS
from clew.minds.english.words.person_nouns import PERSON
from clew.minds.english.words.word_lists import word_list

__all__ = [
    "couples",
    "group_of",
    "is_person_label",
    "spot_of",
    "with_places",
]

_PARTNER = word_list("partner")
_THERE = re.compile(
    r"(?<=[a-z\d]) there\b(?=[.,;:!]|$| (?:too|as|for|since|until|and|in|with|from|now|again|by|on"
    r"|at|every|when|while|before|after|last|next|but|together)\b)"
)
_NOT_THERE = re.compile(r"(?:over|out|up|down|in|from|near|right|that|and|hi|hello|here)$")
_NAMED_PLACE = re.compile(
    rf"\b(in|at|to|into) ((?:the )?{CAPITAL}[\w’'-]*(?: (?:of )?{CAPITAL}[\w’'-]*){{0,3}})"
)


def with_places(sentence: str, spot: str) -> str:
    """Replace "there" by the place named last: in the sentence itself, else `spot`.

    >>> with_places("Ida moved to Bonn and works there.", "at Acme")
    'Ida moved to Bonn and works in Bonn.'
    """
    if " there" not in sentence:
        return sentence

    def place(found: re.Match[str]) -> str:
        before = sentence[: found.start()]
        if _NOT_THERE.search(before):
            return found[0]
        near = [*_NAMED_PLACE.finditer(before)]
        if not near:
            return f" {spot}" if spot else found[0]
        prep, name = near[-1][1], near[-1][2]
        site = "at" if prep == "at" or THINGS & {*name.lower().split()} else "in"
        return f" {site} {name}"

    return _THERE.sub(place, sentence)


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
        others = clause.objects if wed else ()
        if tied:
            others = tuple(p for prep, governed in clause.preps if prep == "to" for p in governed)
        for other in others:
            if other.named:
                yield names[0], other.name
        if len(names) == 2 and not others:
            yield names[0], names[1]
    first = clause.subjects[0] if clause.subjects else None
    if first and first.head in _PARTNER and first.owner[:1].isupper() and clause.objects:
        yield from ((first.owner, one.name) for one in clause.objects[:1] if one.named)
    phrases = [*clause.subjects, *clause.objects, *clause.receiver]
    phrases += [phrase for _, governed in clause.preps for phrase in governed]
    for phrase in phrases:
        owner = phrase.owner
        if phrase.named and owner[:1].isupper() and phrase.label.split(" ")[-1] in _PARTNER:
            yield owner, phrase.name


_GOING = frozenset({"move", "go", "come", "travel", "fly", "drive", "return", "relocate"})


def spot_of(clauses: Sequence[Clause]) -> str:
    """Return where "there" is in the next sentence: a named place, or the thing told of."""
    for clause in reversed(clauses):
        subject = clause.subjects[0]
        is_thing = clause.verb == "be" and any(p.head in THINGS for p in clause.objects)
        if is_thing and subject.named:
            return f"at {subject.name}"
        for prep, governed in clause.preps:
            where = "in" if prep == "to" and clause.verb in _GOING else prep
            place = governed[0] if governed else subject
            known = place.named or (where == "at" and place.name.startswith("the "))
            if where in {"at", "in"} and governed and known:
                return f"{where} {place.name}"
    for clause in clauses:
        subject = clause.subjects[0]
        if subject.named and THINGS & {*subject.name.lower().split()}:
            return f"at {subject.name}"
    return ""


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
