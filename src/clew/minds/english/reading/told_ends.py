"""Ends told of what a text told before: "she resigned", "he stopped in 2022", "she returned it".

Such a clause does not say again what ends. It is the one state told before that the verb can end;
where there are two, nobody knows which.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from clew.minds.english.parsing.clause_types import Clause, Triple
from clew.minds.english.words.lexicon import singular_verb
from clew.minds.english.words.slots import is_office
from clew.minds.english.words.verb_groups import FORMER
from clew.minds.english.words.word_lists import word_list

__all__ = ["ends_of_told"]

_CEASING = word_list("ceasing")
"""Verbs that by themselves say only that something is over: "he stopped in 2022"."""
_RESIGNING = word_list("resigning")
_GIVING_UP = word_list("giving_up")
"""Verbs after which what was had is had no more."""


def ends_of_told(clause: Clause, told: Sequence[Triple]) -> Iterator[Triple]:
    """Yield what a clause ends of the states that the text has told, the latest last.

    >>> from clew.minds.english.parsing.clause_reader import parse_light
    >>> (clause,) = parse_light("Anna resigned.").clauses
    >>> [*ends_of_told(clause, [Triple("Anna", "is the head of", "Hav", state=True)])]
    [Triple(subject='Anna', relation='is the head of', object='Hav', ended=True, past=False,
    state=True, timeless=False)]
    """
    if not clause.asserted or clause.negated or clause.chain or len(clause.subjects) != 1:
        return
    name = clause.subjects[0].name
    own = [one for one in told if one.subject == name and one.state]
    ended = {(one.relation, one.object) for one in own if one.ended}
    held = [one for one in own if (one.relation, one.object) not in ended]
    if clause.objects:
        yield from _given_up(clause, held)
        return
    if clause.complements or clause.passive:
        return
    yield from (replace(one, ended=True, past=False) for one in _ended(clause, held))


def _ended(clause: Clause, held: Sequence[Triple]) -> Sequence[Triple]:
    """Return the one state, or the same one in several words, that a bare verb ends."""
    if clause.verb in _RESIGNING and (clause.tense == "past" or clause.perfect):
        posts = [one for one in held if is_office(one.relation) or one.relation in _AT_WORK]
        return posts if len({one.object for one in posts}) == 1 else ()
    if clause.verb in _CEASING and clause.tense == "past":
        return [one for one in held[-1:] if one.relation.partition(" ")[0] in _STOPPABLE]
    if clause.ended and clause.verb in FORMER - {"be"}:  # "she does not work there any more"
        verb = singular_verb(clause.verb)
        same = [one for one in held if one.relation.partition(" ")[0] == verb]
        return same if len({one.object for one in same}) == 1 else ()
    return ()


_AT_WORK = frozenset({"works at", "works as"})
_STOPPABLE = frozenset(map(singular_verb, FORMER - {"be"}))


def _given_up(clause: Clause, held: Sequence[Triple]) -> Iterator[Triple]:
    """Yield "owns the bike" of who bought it before, behind "returned it"."""
    if clause.verb in _GIVING_UP and clause.tense == "past" and not clause.passive:
        lost = {one.name.removeprefix("the ") for one in clause.objects}
        for one in held:
            if one.relation in {"owns", "has"} and one.object.removeprefix("the ") in lost:
                yield replace(one, ended=True, past=False)
