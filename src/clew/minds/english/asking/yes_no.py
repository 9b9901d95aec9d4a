"""Questions for yes or no, and for one of two states.

"Yes" takes a fact that says all of the question: what merely stands in the same sentence, or
belongs to somebody else, does not count. "No" takes a fact that cannot hold with it.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from clew.graph.times import order_key
from clew.graph.types import Fact, Precision
from clew.minds.english.asking.doubts import sentences
from clew.minds.english.asking.fact_match import says
from clew.minds.english.asking.parsed_question import Ask, Form, Name, Question, Tense, Term
from clew.minds.english.asking.relation_phrases import Reading, is_event, parse_phrase, readings
from clew.minds.english.asking.stems import stem, stem_set, word_set
from clew.minds.english.asking.synonyms import GENERAL
from clew.minds.english.asking.term_values import Matcher
from clew.minds.english.asking.thing_kinds import are_rooms
from clew.minds.english.asking.version_choice import Match, choose
from clew.minds.english.asking.vocabulary import (
    AUXILIARIES,
    DETERMINERS,
    EXCLUSIVE_STATES,
    PREPOSITIONS,
)
from clew.minds.english.words.slots import slot
from clew.text import words

__all__ = ["OPPOSITES", "Checked", "check", "denies", "says_so", "word_for_word"]

_OTHER_WORDS = {"shut": "closed"}
_NEGATIONS = word_set("not never no nor neither without hardly except nobody nothing none t")
_WEAKENED = stem_set(
    "almost nearly half partly hardly not never vice deputy assistant former ex honorary acting"
)
"""Words that make another state or role of one: the deputy head is not the head."""
_FEELINGS = stem_set("like love hate enjoy prefer dislike fear afraid")
_INSIDE = frozenset({"in", "at", "within", "inside"})
_SIDES = (_INSIDE, word_set("on upon"), word_set("under below beneath"), word_set("near by next"))
"""Prepositions of place that say the same; the others say only themselves."""
_MOST_STEPS = 6
_SOME_DAYS = timedelta(31)
_ENDING = PREPOSITIONS | word_set(
    "and or but because while when since so who which that he she they"
)


@dataclass(frozen=True, slots=True)
class Checked:
    """What is said, and the facts that say so; without either, why nothing is."""

    said: str = ""
    found: Sequence[Match] = ()
    reason: str = "not in memory"


def denies(question: Question) -> bool:
    """Tell whether a question has a negation: neither "yes" nor "no" would be clear."""
    return not _NEGATIONS.isdisjoint(words(question.text))


def check(
    matcher: Matcher,
    ask: Ask,
    matches: Sequence[Match],
    question: Question,
    told: Callable[[Match], bool],
) -> Checked:
    """Answer a question for yes or no, or for one of two states.

    `told` tells whether a text that a match was read from says the whole question.
    """
    if ask.left is None:
        return Checked()
    if several := _several(matcher, ask.left):
        return Checked(reason=f"several may be meant: {', '.join(several)}"[:200])
    if question.choices:
        said = _state(matcher, ask.left, question, told)
        if said.said or question.form is Form.CHOICE:
            return said
    telling = [one for one in matches if says_so(one, ask)]
    if ask.right is None:
        bare = len(question.choices) == 1
        telling = [one for one in telling if _completes(one, question) or (not bare and told(one))]
    if chosen := choose(telling, question, matcher.now):
        return Checked("yes", chosen, "facts")
    if ask.right is None or question.order is not None:
        return Checked()
    if around := list(_around(matcher, ask, question)):
        return Checked("yes", around, "facts")
    states = [one for one in telling if not (is_event(one.fact.relation) or one.fact.planned_for)]
    over = [one for one in states if not (_passing(one.fact) or _once_felt(one.fact))]
    if over and question.tense is Tense.PRESENT and question.window is None:
        return Checked("no", over, "facts: only at another time")
    rivals = _opposite(matcher, ask, question) or _rivals(matcher, ask, question)
    return Checked("no", rivals, "facts: another one holds") if rivals else Checked()


def _passing(fact: Fact) -> bool:
    """Tell whether something is told only of some days: it may hold again, or hold still."""
    start, end = fact.valid_from, fact.valid_to
    if fact.superseded_by is not None or not isinstance(start, datetime):
        return False
    exact = fact.valid_from_precision is not Precision.SAID
    return exact and isinstance(end, datetime) and end - start <= _SOME_DAYS


def _once_felt(fact: Fact) -> bool:
    """Tell whether a feeling is told of another time only: who liked milk as a boy may like it."""
    return fact.valid_from is None and parse_phrase(fact.relation).head in _FEELINGS


def _several(matcher: Matcher, term: Term) -> list[str]:
    """Return the full names of those that a name may mean, where they are not one: two Annas."""
    names = matcher.names(term.ids) if isinstance(term, Name) else []
    proper = [name for name in names if name[:1].isupper() and name != "I"]
    said = [{*words(name)} for name in proper]
    apart = any(not one <= other and not other <= one for one in said for other in said)
    return proper if apart else []


def _completes(match: Match, question: Question) -> bool:
    """Tell whether a fact says what the question has instead of something known.

    Who is good at chess is not good; who likes milk chocolate need not like milk.
    """
    said = question.choices[1:] or question.leftovers
    if question.choices and not said:
        return parse_phrase(match.fact.relation).passive
    if not all(says(match.fact, word) for word in said):
        return False
    closing = {stem(word) for word in words(match.fact.relation)}
    closing.update(stem(word) for word in words(match.name.partition(" of ")[0])[-1:])
    return not said or stem(said[-1]) in closing


def says_so(match: Match, ask: Ask) -> bool:
    """Tell whether a fact says what is asked, or more: who teaches at a school works there.

    Not the reverse, and not what only answers the same question: under the bed is not on it.
    """
    said = readings(match.fact.relation)
    asked = {one.key for one in ask.readings if one.exact}
    if any(one.exact and one.key in asked for one in said) and match.exact:
        return True
    for key in {one.key for one in said if not one.exact} & ask.keys:
        if key == "place":
            return _same_side(match.fact, ask)
        if key not in GENERAL or asked & GENERAL[key]:
            return True
    return False


def _same_side(fact: Fact, ask: Ask) -> bool:
    said = parse_phrase(fact.relation).preposition
    asked = {role for one in ask.readings if one.exact for role in (one.subject, one.object)}
    return any(said in side and asked & side for side in (*_SIDES, frozenset({said})) if said)


def word_for_word(question: Question, ask: Ask, text: str) -> bool:
    """Tell whether a text says the question in a row: "Eva met Tom in Rome"."""
    if ask.left is None:
        return False
    start, end = ask.left.span
    wanted = _plain(question.bare[start:end])[-1:] + _plain(question.bare[end:])
    for sentence in sentences(text):
        said = _plain(sentence)
        if not _NEGATIONS.isdisjoint(said):
            continue
        for at in range(len(said) - len(wanted) + 1):
            after = said[at + len(wanted) :][:1]
            ends = not after or after[0] in _ENDING  # "likes milk", not "likes milk chocolate"
            if ends and said[at : at + len(wanted)] == wanted:
                return True
    return False


def _plain(text: str) -> list[str]:
    small = DETERMINERS | AUXILIARIES - {"to"}
    return [stem(word) for word in words(text) if word not in small]


def _around(matcher: Matcher, ask: Ask, question: Question) -> Iterator[Match]:
    """Yield the steps from a thing to a place that it is in: in the box, which is in the attic."""
    prepositions = {one.object for one in ask.readings if one.exact}
    now = question.tense is Tense.PRESENT and question.window is None
    if not now or not ask.keys & {"place", "live"} or not prepositions & _INSIDE:
        return
    assert ask.left is not None
    assert ask.right is not None
    wanted = {*matcher.values(ask.right)}
    for step in _places(matcher, matcher.values(ask.left), question, ask.keys):
        if step[-1].value in wanted:
            yield from step
            return


def _places(
    matcher: Matcher, things: tuple[int, ...], question: Question, keys: frozenset[str]
) -> Iterator[tuple[Match, ...]]:
    """Yield the ways from things to the places around them, the nearest first, each place once."""
    ways: list[tuple[Match, ...]] = [()]
    seen = {*things}
    for _ in range(_MOST_STEPS):
        longer: list[tuple[Match, ...]] = []
        for way in ways:
            inside = (way[-1].value,) if way else things
            for one in _where(matcher, inside, question, keys):
                if one.value not in seen:
                    seen.add(one.value)
                    longer.append((*way, one))
        yield from longer
        ways, keys = longer, frozenset({"place"})


def _where(
    matcher: Matcher, things: tuple[int, ...], question: Question, keys: frozenset[str]
) -> list[Match]:
    """Return where things are now by the facts, in or on or under what."""
    found = []
    for fact in matcher.facts_of(things):
        said = parse_phrase(fact.relation)
        beside = said.preposition in {"near", "by", "beside", "next", "behind", "above", "outside"}
        for one in readings(fact.relation):
            if one.key not in keys & {"place", "live"} or beside or is_event(fact.relation):
                continue
            if fact.planned_for:
                continue
            if one.subject == "s" and fact.subject in things:
                found.append(Match(fact, fact.object, fact.object_name, 1.0))
            elif one.subject == "o" and fact.object in things:
                found.append(Match(fact, fact.subject, fact.subject_name, 1.0))
    return choose(found, question, matcher.now)


OPPOSITES = {"like": "dislike", "dislike": "like"}
"""Meanings of which one excludes the other."""


def _opposite(matcher: Matcher, ask: Ask, question: Question) -> list[Match]:
    """Return the facts that say the opposite: who hates flying does not like it."""
    keys = [OPPOSITES[one] for one in sorted(ask.keys & OPPOSITES.keys())]
    if not keys or question.tense is not Tense.PRESENT or question.window is not None:
        return []
    against = replace(ask, readings=tuple(Reading(key, "s", "o") for key in keys))
    found = [one for one in matcher.matches(against, 0) if not one.fact.planned_for]
    return choose(found, question, matcher.now)


def _rivals(matcher: Matcher, ask: Ask, question: Question) -> list[Match]:
    """Return the facts that cannot hold with what is asked, at the time asked about."""
    assert ask.left is not None
    assert ask.right is not None
    left, right = matcher.values(ask.left), matcher.values(ask.right)
    if question.window is None and question.tense is not Tense.PRESENT:
        return []
    known = [fact for fact in matcher.facts_of((*left, *right)) if _may_say(fact, ask)]
    held = choose([Match(fact, fact.object, "", 1.0) for fact in known], question, matcher.now)
    ours, theirs = _named(matcher, ask.left, left), _named(matcher, ask.right, right)
    return [
        one
        for one in held
        if _throughout(one.fact, question)
        and (
            (one.fact.subject in left and _apart(one.fact, theirs, "object"))
            or (one.fact.object in left and _apart(one.fact, theirs, "subject"))
            or (one.fact.subject in right and _apart(one.fact, ours, "object"))
            or (one.fact.object in right and _apart(one.fact, ours, "subject"))
        )
    ]


def _named(matcher: Matcher, term: Term, ids: tuple[int, ...]) -> list[str]:
    """Return the names of what a term stands for, by the facts or else as it is asked."""
    names = matcher.names(ids)
    return names or ([term.text] if isinstance(term, Name) else [])


def _may_say(fact: Fact, ask: Ask) -> bool:
    if is_event(fact.relation) or fact.planned_for:
        return False
    return any(one.key in ask.keys for one in readings(fact.relation))


def _throughout(fact: Fact, question: Question) -> bool:
    """Tell whether a fact holds for all of the time asked about."""
    window = question.window
    if window is None:
        return True
    begun = order_key(fact.valid_from) <= order_key(window.start)
    lasts = fact.valid_to is None or (
        window.end is not None and order_key(window.end) <= order_key(fact.valid_to)
    )
    return begun and lasts and window.start is not None


def _apart(fact: Fact, names: Sequence[str], end: str) -> bool:
    """Tell whether a fact excludes the same one with another end."""
    subject, object = fact.subject_name, fact.object_name
    held = slot(subject, fact.relation, object)
    if held is None or not names:
        return False
    ended = object if end == "object" else subject
    for name in names:
        pair = (subject, name) if end == "object" else (name, object)
        other = slot(pair[0], fact.relation, pair[1])
        if other is None or other.key != held.key or other.value == held.value:
            return False
        if ended[:1].islower() != name[:1].islower():  # "the clinic" may be Mercy Hospital
            return False
        if held.key[-1] == "spot" and end == "object" and not are_rooms(ended, name):
            return False  # the drawer may be in the hall
    return True


def _state(
    matcher: Matcher, subject: Term, question: Question, told: Callable[[Match], bool]
) -> Checked:
    owners = matcher.values(subject)
    found = [
        Match(fact, fact.object, fact.object_name, 1.0)
        for fact in matcher.facts_of(owners)
        if fact.subject in owners and (_is_state(fact.relation) or _is_job(fact.relation))
    ]
    chosen = choose(found, question, matcher.now)
    asked = [_OTHER_WORDS.get(word, word) for word in question.choices]
    alone = question.form is Form.CHOICE
    for wanted in [[word] for word in asked] if alone else [asked]:
        if called := [match for match in chosen if _is_called(match.name, wanted)]:
            return Checked(wanted[0] if alone else "yes", called[:1], "facts")
    whole = [match for match in chosen if _is_called(match.name, asked[:1]) and told(match)]
    if whole and not alone:  # "is good at chess", kept as "is good"
        return Checked("yes", whole[:1], "facts")
    by_state = {words(match.name)[-1]: match for match in chosen if words(match.name)}
    for group in EXCLUSIVE_STATES:
        rival = next((by_state[word] for word in sorted(group) if word in by_state), None)
        if rival is not None and group >= {*asked} and question.form is Form.CHECK:
            return Checked("no", (rival,), f"facts: it is {rival.name}")
    return Checked()


def _is_state(relation: str) -> bool:
    phrase = parse_phrase(relation)
    return phrase.head == "be" and not phrase.preposition


def _is_job(relation: str) -> bool:
    """Tell whether a relation says what somebody is by trade: "works as"."""
    return any((one.key, one.subject) == ("occupation", "s") for one in readings(relation))


def _is_called(name: str, asked: Sequence[str]) -> bool:
    """Tell whether a description says the words: "a medical student" is a student."""
    said = [stem(word) for word in words(name)]
    wanted = [stem(word) for word in asked]
    closes = bool(said) and said[-1] == wanted[-1]
    return closes and {*wanted} <= {*said} and not ({*said} - {*wanted}) & _WEAKENED
