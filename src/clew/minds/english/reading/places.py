"""Which noun "in Graz" belongs to: "a small company in Graz" is there, whoever works for it."""

from dataclasses import replace

from clew.minds.english.reading.grammar import Clause, Phrase, Prep, Triple
from clew.minds.english.words.lexicon import RELATIVES
from clew.minds.english.words.members import is_person_word

__all__ = ["placed"]

_NEAR = frozenset({"in", "near", "on", "at"})
_HOLDING = frozenset({"have", "own", "run", "keep", "manage", "lead", "operate"})
"""Their object stands where the place behind it says: "has a shop in Park Row"."""
_GAINING = frozenset({"buy", "rent", "sell", "open", "found", "build", "inherit", "acquire"})
"""Here the place may be meant of the deed as well, so it is told twice."""
_NO_PLACE = frozenset({"as", "like", "during", "since", "until"})


def placed(clause: Clause) -> tuple[Clause, tuple[Triple, ...]]:
    """Return the clause with places joined to their nouns, and where those nouns are.

    "Works at a garage in Bonn" becomes "works at (a garage in Bonn)": an indefinite noun is told
    from its like by its place. "Has a shop in Bonn" and "the garage in Bonn" leave the noun its
    name, which is how the text goes on about it.
    """
    if clause.verb == "appos" or len(clause.preps) + len(clause.objects) < 2:
        return clause, ()
    if clause.verb == "be" and clause.objects:
        return clause, ()
    preps: list[Prep] = []
    found: list[Triple] = []
    last = clause.objects[-1] if clause.objects and not clause.receiver else None
    for prep, governed in clause.preps:
        place = governed[0]
        if last is None or prep not in _NEAR or not place.named or not _adjoins(last, place):
            preps.append((prep, governed))
        elif not preps:
            still = clause.tense == "present" or clause.verb in _GAINING
            if still and clause.verb in _HOLDING | _GAINING and not _is_person(last):
                found.append(_where(last.name, prep, place))
            if clause.verb not in _HOLDING or _is_person(last):
                preps.append((prep, governed))
        elif preps[-1][0] not in _NO_PLACE and last.determiner in {"a", "an", "the"}:
            whole = last
            if last.determiner != "the" and not (last.of or last.named):
                whole = replace(last, name=f"{last.name} {prep} {place.name}", end=place.end)
            preps[-1] = (preps[-1][0], (*preps[-1][1][:-1], whole))
            found.append(_where(whole.name, prep, place))
        else:
            preps.append((prep, governed))
        last = governed[-1]
    return (replace(clause, preps=tuple(preps)), tuple(found)) if found else (clause, ())


def _where(thing: str, prep: str, place: Phrase) -> Triple:
    return Triple(thing, f"is {prep}", place.name, state=True, timeless=True)


def _adjoins(thing: Phrase, place: Phrase) -> bool:
    near = 0 < place.start - thing.end <= len(" near the ")
    return near and bool(thing.label or not thing.named)


def _is_person(thing: Phrase) -> bool:
    return thing.head in RELATIVES or is_person_word(thing)
