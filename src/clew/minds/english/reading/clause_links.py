"""Links between the clauses of one sentence that no parser makes: "it", bare roles, classes."""

from collections.abc import Sequence
from dataclasses import replace

from clew.minds.english.reading.clause_types import Clause, Phrase
from clew.minds.english.words.lexicon import KIN, ROLES

__all__ = ["linked"]


def linked(clauses: Sequence[Clause], title: str) -> list[Clause]:
    """Return the clauses with "it" replaced by the object before it, and bare roles completed.

    "Piotr owns the bakery; it is called Dobry": "it" is the bakery. "Since 2015 the director has
    been Eva" in a text about an observatory: director of the observatory.
    """
    done: list[Clause] = []
    meant: dict[int, tuple[Phrase, ...]] = {}
    for clause in clauses:
        subjects = clause.subjects
        if done and len(subjects) == 1:
            clause = _taken_over(clause, done[-1])
            first = subjects[0]
            # "It is in Bonn and has a garden": the second verb means the same "it".
            subjects = meant.get(first.start) or _antecedent(first, done) or subjects
            if first.head in {"it", "they", "both"}:
                meant[first.start] = subjects
        if clause.verb == "be" and len(subjects) == 1 and any(p.named for p in clause.objects):
            subjects = (_completed(subjects[0], title),)
        objects = _objects(clause, done)
        if clause.verb in {"appos", "become"} and all(one.named for one in subjects):
            objects = tuple(_completed(one, title) for one in objects)
        preps = clause.preps
        if clause.verb in _SUCCESSION:
            preps = tuple(
                (
                    prep,
                    tuple(_completed(role, title) for role in governed)
                    if prep == "as"
                    else governed,
                )
                for prep, governed in preps
            )
        same = subjects is clause.subjects and preps is clause.preps
        if not same or objects is not clause.objects:
            clause = replace(clause, subjects=subjects, preps=preps, objects=objects)
        done.append(clause)
    return done


_HELD = frozenset({"run", "lead", "manage", "head", "own", "direct", "chair", "edit", "coach"})


def _taken_over(clause: Clause, before: Clause) -> Clause:
    """Read "he ran the shop until 2015, when his daughter Ruth took over": she runs it."""
    bare = clause.verb == "take" and clause.said in {"took", "took over"} and not clause.objects
    if not bare or before.verb not in _HELD or clause.preps or clause.negated:
        return clause
    return replace(
        clause, verb=before.verb, said=before.said, objects=before.objects, tense="present"
    )


def _objects(clause: Clause, before: Sequence[Clause]) -> tuple[Phrase, ...]:
    """Replace "it" in "the lamp broke, so Ada threw it away" by the thing told of just before."""
    told = [one for one in before if one.verb != "appos"]
    if not told or all(phrase.head != "it" for phrase in clause.objects):
        return clause.objects
    thing = _offered(told[-1]) or _thing_subject(told[-1])
    return tuple(thing if thing and one.head == "it" else one for one in clause.objects)


def _thing_subject(clause: Clause) -> Phrase | None:
    if len(clause.subjects) != 1 or clause.verb == "appos":
        return None
    subject = clause.subjects[0]
    spoken = subject.head in KIN | {"i", "we", "he", "she", "it", "they", "you", "there"}
    told = subject.determiner in {"the", "my", "our", "his", "her", "their"} or subject.owner
    return subject if told and not spoken and not subject.label else None


_OWN_CHANGE = frozenset({"leave", "move", "quit", "return", "close", "change", "arrive"})
"""After these "it" is rather what acted: "The choir left the hall, and it now sings in Bonn"."""
_SUCCESSION = frozenset({"succeed", "replace", "follow", "resign", "retire", "serve"})


def _same_person(clause: Clause) -> tuple[Phrase, ...]:
    """Return the one named subject before a "she" nobody could place."""
    named = len(clause.subjects) == 1 and (
        clause.subjects[0].named or (clause.subjects[0].owner and clause.subjects[0].head in KIN)
    )
    return clause.subjects if named else ()


def _antecedent(subject: Phrase, before: Sequence[Clause]) -> tuple[Phrase, ...]:
    if subject.head == "it":
        if before[-1].verb in _OWN_CHANGE and (same := _thing_subject(before[-1])):
            return (same,)
        thing = _offered(before[-1])
        return (thing,) if thing else ()
    if subject.head in {"he", "she"}:
        return _same_person(before[-1])
    if subject.head in {"they", "both"}:
        return _pair_of(before[-1])
    return _described(subject, before)


def _pair_of(clause: Clause) -> tuple[Phrase, ...]:
    """Return both people of "Ada moved in with Ben, and they live in Bonn"."""
    if len(clause.subjects) != 1 or not clause.subjects[0].named:
        return clause.subjects if len(clause.subjects) > 1 else ()
    partners = [
        one for prep, governed in clause.preps if prep in {"with", "in with"} for one in governed
    ]
    partners += clause.objects if clause.verb in {"marry", "meet", "wed"} else ()
    named = [one for one in partners if one.named]
    return (clause.subjects[0], named[0]) if len(named) == 1 else ()


def _described(subject: Phrase, before: Sequence[Clause]) -> tuple[Phrase, ...]:
    """Return who "a footballer" is in "Ben is a footballer who plays for Acme": Ben."""
    for clause in reversed(before):
        if clause.verb in {"be", "appos", "become"} and not clause.negated:
            same = [
                p for p in clause.objects if p.start == subject.start and p.name == subject.name
            ]
            if (
                same
                and subject.determiner != "the"
                and not subject.named
                and clause.subjects
                and clause.subjects[0].head != "there"
            ):
                return clause.subjects
    return ()


def _offered(clause: Clause) -> Phrase | None:
    """Return the one thing a clause offers as an antecedent of "it"."""
    things = [
        phrase for phrase in clause.objects if phrase.determiner or phrase.owner or phrase.named
    ]
    if clause.verb == "be" or len(things) != 1:
        return None
    thing = things[0]
    if thing.named or thing.owner or thing.determiner == "the":
        return thing
    return replace(thing, name=f"the {thing.name}", determiner="the")


_CIVIC = frozenset({"mayor", "king", "queen", "minister", "governor", "capital", "bishop"})
_TOWNS = frozenset({"town", "city", "village", "country", "kingdom", "state", "county", "parish"})
"""Only these have a mayor or a king; a club of which the text tells has none."""


def _completed(role: Phrase, title: str) -> Phrase:
    bare = role.determiner in {"the", ""} and not (role.of or role.owner or role.named)
    civic = role.head in _CIVIC and title.rpartition(" ")[2].lower() not in _TOWNS
    fits = bare and bool(title) and role.head in ROLES and not civic
    return replace(role, of=title) if fits else role
