"""Links between the clauses of one sentence: what "it" is, and which of them a date is for."""

from collections.abc import Sequence
from dataclasses import replace

from clew.minds.english.parsing.clause_types import Clause, Phrase
from clew.minds.english.words.dates import TimeSpan
from clew.minds.english.words.lexicon import KIN
from clew.minds.english.words.people import gender_of
from clew.minds.english.words.person_nouns import is_person_word
from clew.minds.english.words.quantities import is_clock
from clew.minds.english.words.verb_groups import FORMER
from clew.minds.english.words.word_lists import word_list
from clew.regex import Regex

__all__ = ["UNTRUE", "linked", "share_times"]

UNTRUE = Regex(r"^It(?: is|['’]s) (?:not true|not the case|untrue|false) that (\w)")


def linked(clauses: Sequence[Clause], *, turns: bool = False) -> list[Clause]:
    """Return the clauses with "it" replaced by what the clause before offers for it.

    "Piotr owns the bakery; it is called Dobry": "it" is the bakery. If the sentence `turns` them,
    it denies them.
    """
    done: list[Clause] = []
    meant: dict[int, tuple[Phrase, ...]] = {}
    for clause in clauses:
        subjects = clause.subjects
        if done and len(subjects) == 1:
            first = subjects[0]
            # "It is in Bonn and has a garden": the second verb means the same "it".
            subjects = meant.get(first.start) or _antecedent(first, clause, done) or subjects
            if first.head == "it":
                meant[first.start] = subjects
        if (objects := _objects(clause, done)) != clause.objects or subjects != clause.subjects:
            clause = replace(clause, subjects=subjects, objects=objects)
        done.append(_denying(_undergone(clause, done)))
    return _turned(done) if turns else _closed(done)


_PLAYED = frozenset({"lose", "win"})
"""What one does in a game, and to no thing: "was the champion, but lost in the final"."""


def _undergone(clause: Clause, before: Sequence[Clause]) -> Clause:
    """Take "is a firm, founded in 1921 by Ada" for what was done to the firm."""
    last = before[-1] if before else None
    shared = last and last.verb in {"be", "appos"} and last.subjects == clause.subjects
    plain = clause.tense == "past" and not (clause.passive or clause.perfect or clause.chain)
    if not (shared and plain) or clause.objects or clause.verb not in _NEED_OBJECT - _PLAYED:
        return clause
    return replace(clause, passive=True) if clause.preps and not clause.receiver else clause


_NEED_OBJECT = word_list("need_object")


def _closed(clauses: Sequence[Clause]) -> list[Clause]:
    """End the states of the past of which it is told until when they were so, or before what.

    Of what somebody else did later nothing follows: "Tom worked here before Anna came".
    """
    done = [_closed_by_word(one) for one in clauses]
    for number, clause in enumerate(done[1:]):
        before = done[number]
        same = [one.name for one in before.subjects] == [one.name for one in clause.subjects]
        over = clause.closing in {"until", "till"} or (clause.closing == "before" and same)
        if over and clause.asserted and _is_past_state(before):
            done[number] = replace(before, ended=True)
    return done


def _closed_by_word(clause: Clause) -> Clause:
    """End "worked at Bask until the merger", "worked at Bask before the war"."""
    words = ("until", "till") if clause.verb == "be" else ("until", "till", "before")
    ends = clause.governed(*words) if _is_past_state(clause) else ()
    of_a_day = any(is_clock(one.name) or one.head in _HOURS for one in ends)
    return replace(clause, ended=True) if ends and not of_a_day else clause


_HOURS = word_list("hours")


def _is_past_state(clause: Clause) -> bool:
    plain = clause.tense == "past" and not (clause.perfect or clause.passive or clause.negated)
    return plain and clause.verb in FORMER - {"run", "play"}  # "played until midnight"


def _denying(clause: Clause) -> Clause:
    """Take "has no pets" for a denial of "has pets"."""
    objects = clause.objects
    if clause.negated or not objects or any(one.determiner != "no" for one in objects):
        return clause
    return replace(
        clause, negated=True, objects=tuple(replace(one, determiner="") for one in objects)
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


def _may_be_doer(clause: Clause, before: Clause) -> bool:
    """Say whether "it" may have done both: "Acme bought the shop, and it hired Tom"."""
    acts = clause.verb in _DEEDS and not clause.passive
    firm = len(before.subjects) == 1 and before.subjects[0].named
    return acts and firm and not gender_of(before.subjects[0].name.split(" ")[0])


_DEEDS = frozenset(
    "buy sell acquire found open close hire fire build release publish sign win launch merge move"  # noqa: SIM905
    " join lose own rename start begin produce operate lease borrow".split()
)
"""What a firm, a club or a band does."""
_OWN_CHANGE = frozenset({"leave", "move", "quit", "return", "close", "change", "arrive"})
"""After these "it" is rather what acted: "The choir left the hall, and it now sings in Bonn"."""


def _antecedent(subject: Phrase, clause: Clause, before: Sequence[Clause]) -> tuple[Phrase, ...]:
    if subject.head == "it":
        if _may_be_doer(clause, before[-1]):
            return ()
        if before[-1].verb in _OWN_CHANGE and (same := _thing_subject(before[-1])):
            return (same,)
        thing = _offered(before[-1])
        return (thing,) if thing else ()
    return _described(subject, before)


def _described(subject: Phrase, before: Sequence[Clause]) -> tuple[Phrase, ...]:
    """Return who "a footballer" is in "Ben is a footballer who plays for Acme": Ben."""
    for clause in reversed(before):
        if clause.verb in {"be", "appos", "become"} and not clause.negated:
            same = [
                p for p in clause.objects if p.start == subject.start and p.name == subject.name
            ]
            if same and clause.subjects and not (subject.determiner == "the" or subject.named):
                return clause.subjects
    return ()


def _offered(clause: Clause) -> Phrase | None:
    """Return the one thing a clause offers as an antecedent of "it"."""
    pointed = (one for one in clause.objects if one.determiner or one.owner or one.named)
    things = [one for one in pointed if not is_person_word(one)]
    if clause.verb == "be" or len(things) != 1:
        return None
    thing = things[0]
    if thing.pointed:
        return thing
    return replace(thing, name=f"the {thing.name}", determiner="the")


def _turned(clauses: Sequence[Clause]) -> list[Clause]:
    """Return the one clause of what is not true, denied; of several, who knows which is meant."""
    alone = len(clauses) == 1 and not clauses[0].negated
    return [replace(one, negated=True, asserted=alone) for one in clauses]


def share_times(
    clauses: Sequence[Clause], times: Sequence[TimeSpan], sentence: str
) -> list[list[TimeSpan]]:
    """Give each time expression to a clause: the one around it, else the next, else the last.

    One that the sentence only compares with dates none: "twice as many as in 2020".
    """
    times = [one for one in times if not _is_compared(one, sentence)]
    shares: list[list[TimeSpan]] = [[] for _ in clauses]
    told = [number for number, one in enumerate(clauses) if one.verb != "appos"]
    for span in times if told else ():
        around = [i for i in told if clauses[i].start <= span.start <= clauses[i].end]
        after = [i for i in told if clauses[i].start >= span.start]
        owner = (around[-1:] or after[:1] or told[-1:])[0]
        shares[owner].append(span)
        if owner not in around and owner in after[:1]:
            # "In 2019 she moved to Rome and joined Acme": what opens a sentence dates all of it.
            same = [i for i in after[1:] if clauses[i].subjects == clauses[owner].subjects]
            for other in same:
                shares[other].append(span)
    for number, clause in enumerate(clauses):
        closing = clause.closing if number else ""
        if closing in {"until", "till"} or (closing and clauses[number - 1].ended):
            shares[number - 1] += [replace(span, prep=closing) for span in shares[number]]
    return shares


_BESIDE_WHICH = Regex(r"\b(?:than|as)(?: (?:in|on|at|during|back in|it was in))? $")


def _is_compared(span: TimeSpan, sentence: str) -> bool:
    return _BESIDE_WHICH.search(sentence, max(span.start - 20, 0), span.start) is not None
