"""Ends told of what a text told before: "she resigned", "he stopped in 2022", "she returned it".

Such a clause does not say again what ends. It is the one state told before that the verb can end;
where there are two, nobody knows which.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from clew.minds.english.parsing.clause_types import Clause, Triple
from clew.minds.english.reading.consequences import is_given
from clew.minds.english.words.lexicon import singular_verb
from clew.minds.english.words.slots import is_office
from clew.minds.english.words.verb_groups import FORMER
from clew.minds.english.words.word_lists import word_list

__all__ = ["ends_of_told"]

_CEASING = word_list("ceasing")
"""Verbs that by themselves say only that something is over: "he stopped in 2022"."""
_RESIGNING = word_list("resigning")
_POSTS = word_list("resigned_from")
"""Posts of which there may be several, so that no newer one ends an older one."""
_GIVING_UP = word_list("giving_up")
"""Verbs after which what was had is had no more."""


def ends_of_told(
    clause: Clause, told: Sequence[Triple], beside: Sequence[Triple]
) -> Iterator[Triple]:
    """Yield what a clause ends of the states told before it, in its sentence (`beside`) or others.

    >>> from clew.minds.english.parsing.clause_reader import parse_light
    >>> (clause,) = parse_light("Anna resigned.").clauses
    >>> head = Triple("Anna", "is the head of", "Hav", state=True)
    >>> [(one.relation, one.ended) for one in ends_of_told(clause, [head], [])]
    [('is the head of', True)]
    """
    if not clause.asserted or clause.negated or clause.chain or len(clause.subjects) != 1:
        return
    held = _held(clause.subjects[0].name, told)
    if clause.objects:
        yield from _given_up(clause, held)
        return
    if clause.complements or clause.passive:
        return
    last = _held(clause.subjects[0].name, beside)[-1:]
    yield from (replace(one, ended=True, past=False) for one in _ended(clause, held, last))


def _held(name: str, told: Sequence[Triple]) -> list[Triple]:
    """Return the states of somebody that were told and not ended, the latest last."""
    own = [one for one in told if one.subject == name and one.state]
    ended = {(one.relation, one.object) for one in own if one.ended}
    return [one for one in own if (one.relation, one.object) not in ended]


def _ended(clause: Clause, held: Sequence[Triple], last: Sequence[Triple]) -> Sequence[Triple]:
    """Return the one state, or the same one in several words, that a bare verb ends.

    "Stopped" ends the `last` one of its own sentence; elsewhere somebody stopped on the way.
    """
    if clause.verb in _RESIGNING and (clause.tense == "past" or clause.perfect):
        posts = [one for one in held if _is_post(one.relation)]
        return posts if len({one.object for one in posts}) == 1 else ()
    if clause.verb in _CEASING and clause.tense == "past":
        return [one for one in last if one.relation.partition(" ")[0] in _STOPPABLE]
    if clause.ended and clause.verb in FORMER - {"be"}:  # "she does not work there any more"
        verb = singular_verb(clause.verb)
        same = [one for one in held if one.relation.partition(" ")[0] == verb]
        return same if len({one.object for one in same}) == 1 else ()
    return ()


def _is_post(relation: str) -> bool:
    """Say whether one may resign from what a relation tells: "works at", "is the deputy of"."""
    role = relation.removeprefix("is the ").removesuffix(" of").rpartition(" ")[2]
    return is_office(relation) or relation in _AT_WORK or role in _POSTS


_AT_WORK = frozenset({"works at", "works as"})
_STOPPABLE = frozenset(map(singular_verb, FORMER - {"be"}))


def _given_up(clause: Clause, held: Sequence[Triple]) -> Iterator[Triple]:
    """Yield "owns the bike" of who bought it before, behind "returned it"."""
    to = clause.governed("to")  # the boat to the harbour
    put_back = clause.verb == "return" and to and not any(map(is_given, to))
    gives = clause.verb in _GIVING_UP or clause.said in {"gave up", "gave away"}
    if gives and clause.tense == "past" and not (clause.passive or put_back):
        lost = {one.name.removeprefix("the ") for one in clause.objects}
        for one in held:
            names = {one.object.removeprefix("the "), one.object.rpartition("'s ")[2]}
            if one.relation in {"owns", "has"} and names & lost:
                yield replace(one, ended=True, past=False)
