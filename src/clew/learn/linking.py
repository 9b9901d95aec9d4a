"""Links between the clauses of one sentence that no parser makes: "it", and roles without a "of"."""

from collections.abc import Sequence
from dataclasses import replace

from clew.learn.grammar import Clause, Phrase
from clew.learn.lexicon import ROLES

__all__ = ["linked"]


def linked(clauses: Sequence[Clause], title: str) -> list[Clause]:
    """Return the clauses with "it" replaced by the object before it, and bare roles completed.

    "Piotr owns the bakery; it is called Dobry": "it" is the bakery. "Since 2015 the director has
    been Eva" in a text about an observatory: director of the observatory.
    """
    done: list[Clause] = []
    for clause in clauses:
        subjects = clause.subjects
        if (
            done
            and len(subjects) == 1
            and subjects[0].head == "it"
            and (thing := _offered(done[-1]))
        ):
            subjects = (thing,)
        if done and len(subjects) == 1 and subjects[0].head in {"he", "she"}:
            subjects = _same_person(done[-1]) or subjects
        if clause.verb == "be" and len(subjects) == 1 and any(p.named for p in clause.objects):
            subjects = (_completed(subjects[0], title),)
        preps = tuple(
            (p, tuple(_completed(r, title) for r in g) if p == "as" else g) for p, g in clause.preps
        )
        done.append(
            replace(
                clause,
                subjects=subjects,
                preps=preps if clause.verb in _SUCCESSION else clause.preps,
            )
        )
    return done


_SUCCESSION = frozenset({"succeed", "replace", "follow", "resign", "retire", "serve"})


def _same_person(clause: Clause) -> tuple[Phrase, ...]:
    """Return the one named subject before a "she" nobody could place."""
    named = len(clause.subjects) == 1 and clause.subjects[0].named
    return clause.subjects if named else ()


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


def _completed(role: Phrase, title: str) -> Phrase:
    bare = role.determiner in {"the", ""} and not (role.of or role.owner or role.named)
    return replace(role, of=title) if bare and title and role.head in ROLES else role
