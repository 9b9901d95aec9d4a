"""The evidence for an English question: the facts its grammar asks for, beside what is recalled.

The question is parsed and solved over the memory once to see which facts it touches; the answering
rules then solve it over the same facts.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from clew.ask.asking import Asking, QALimits
from clew.ask.evidence import DatedView, Passage, TimedView
from clew.ask.gather import passages_of
from clew.ask.stages import retrieved
from clew.ask.tasks import AnswerQuestion
from clew.graph.types import AsOf, Fact, Kind
from clew.graph.view import View
from clew.minds.english.asking.fact_answers import Solver
from clew.minds.english.asking.fact_match import titled
from clew.minds.english.asking.name_lookup import Linker
from clew.minds.english.asking.parsed_question import Ask, Both, Question, Term
from clew.minds.english.asking.question_names import Find
from clew.minds.english.asking.question_parser import parse
from clew.minds.english.asking.relation_phrases import (
    readings,
)
from clew.minds.english.asking.stems import stem
from clew.minds.english.asking.term_values import Matcher
from clew.minds.english.asking.time_windows import find_periods
from clew.minds.english.asking.unfold import MAX_WORDINGS, unfold
from clew.recall.base import Query, Scored
from clew.recall.query import Asked, query_for, read_question

__all__ = ["gather"]

_HOLDERS = 20
"""Facts looked up by the noun of a role."""


def gather(view: DatedView, asked: Asked, how: Asking) -> AnswerQuestion:
    """Return a question with the evidence a view has for it; see `clew.ask.gather.Gather`."""
    question = asked.text
    now = view.as_of.valid
    limits = how.limits or QALimits()
    linker = Linker(view)
    read: list[Question] = []
    passages: tuple[Passage, ...] = ()
    recalled: list[Fact] = []
    text: str | None = question
    as_read: Asked | None = asked
    while text is not None and len(read) < 2 * MAX_WORDINGS:
        both = [parse(text, linker.find, now, compound=compound) for compound in (False, True)]
        read += both
        groups = [name.ids for name in both[0].names if name.ids]
        query = _query(view, as_read or read_question(text), groups, how)
        then = _view_then(view, both[0])
        for seen in dict.fromkeys((then, view)):  # and what was told later, of a time before
            hits = retrieved(seen, query, how)
            passages = _joined(passages, _passages(seen, hits, limits.passages))
            if seen is then:
                recalled += _recalled(seen, hits, recalled)
        recalled += _of_roles(view, both, recalled)
        facts, matcher = _facts(view, read, linker.find, recalled, passages, limits.facts)
        # No vector of the new wording is at hand.
        text, as_read = unfold(both[0], matcher), None
    facts = _merged(facts if how.linked else (), recalled, limits.facts)
    return AnswerQuestion(question, now, facts, passages, linker.links)


def _query(view: View, asked: Asked, groups: Sequence[tuple[int, ...]], how: Asking) -> Query:
    """Return what retrievers take: what the grammar names comes before what words are like."""
    query = query_for(view, asked, skip=how.skip)
    return replace(
        query,
        entities=tuple(dict.fromkeys((*groups, *query.entities))),
        periods=find_periods(asked.text, view.as_of.valid),
    )


def _recalled(view: View, hits: Sequence[Scored], known: Sequence[Fact]) -> list[Fact]:
    ids = {fact.id for fact in known}
    facts = [item for item in _items(view, hits, Kind.FACT) if isinstance(item, Fact)]
    return [fact for fact in facts if fact.id not in ids]


def _view_then(view: DatedView, question: Question) -> TimedView:
    """Return the view passages are recalled from: the time the question names, if it names one."""
    window = question.window
    if window is None or window.start is None:
        return view
    return view.at(AsOf(valid=window.start, known=view.as_of.known))


def _facts(
    view: TimedView,
    read: Sequence[Question],
    find: Find,
    recalled: Sequence[Fact],
    passages: Sequence[Passage],
    limit: int,
) -> tuple[tuple[Fact, ...], Matcher]:
    """Return the facts that solving touches, those that match the question first.

    And what matches them, to name what the question only describes.
    """
    seen: dict[int, Fact] = {}

    def facts_of(ids: tuple[int, ...]) -> list[Fact]:
        found = view.timeline(ids)
        seen.update((fact.id, fact) for fact in found)
        return found

    now = view.as_of.valid
    matcher = Matcher(facts_of, now, recalled, find)
    for question in read:
        Solver(matcher).solve(question)
        ids = tuple(id for name in question.names for id in name.ids)
        for noun in _roles(question.term):  # "the mayor": whoever is called one
            ids = (*ids, *find(noun))
        if ids:
            facts_of(ids)
    keys = {key for question in read for key in _keys(question.term)}
    asked = [fact for fact in seen.values() if _touches(fact, keys)]
    others = [fact for fact in seen.values() if not _touches(fact, keys)]
    kept = [*asked, *others][: max(limit, len(asked))]
    return tuple(sorted(kept, key=lambda fact: (fact.id, fact.known_from))), matcher


def _of_roles(view: TimedView, read: Sequence[Question], recalled: Sequence[Fact]) -> list[Fact]:
    """Return facts with a noun that is asked of nobody or of an owner: all holders of a role."""
    nouns = dict.fromkeys(noun for question in read for noun in _roles(question.term))
    known = {fact.id for fact in recalled}
    found: dict[int, Fact] = {}
    for noun in nouns:
        hits = view.match(noun, _HOLDERS, kind=Kind.FACT)
        near = [item for item in view.items([id for id, _ in hits]) if isinstance(item, Fact)]
        ends = {end for fact in near for end in (fact.subject, fact.object)}
        for fact in (*near, *view.timeline(sorted(ends))):
            if titled(fact, noun) or any(
                one.key == f"~{stem(noun.split()[-1])}" for one in readings(fact.relation)
            ):
                found[fact.id] = fact
    return [fact for id, fact in found.items() if id not in known]


def _roles(term: Term | None) -> Iterable[str]:
    """Yield the nouns of a term that a role may bear, outermost first."""
    if isinstance(term, Both):
        for part in term.terms:
            yield from _roles(part)
    if isinstance(term, Ask):
        if term.left is None and term.possessed and term.noun:
            yield term.noun
        for end in (term.left, term.right, *term.also):
            yield from _roles(end)


def _touches(fact: Fact, keys: set[str]) -> bool:
    return any(reading.key in keys for reading in readings(fact.relation))


def _keys(term: Term | None) -> Iterable[str]:
    if isinstance(term, Both):
        for part in term.terms:
            yield from _keys(part)
    if isinstance(term, Ask):
        yield from (reading.key for reading in term.readings)
        for end in (term.left, term.right, *term.also):
            yield from _keys(end)


def _items(view: View, hits: Sequence[Scored], kind: Kind) -> list[object]:
    return list(view.items([hit.id for hit in hits if hit.kind is kind]))


def _passages(view: View, hits: Sequence[Scored], limit: int) -> tuple[Passage, ...]:
    wanted = [hit.id for hit in hits if hit.kind in (Kind.THESIS, Kind.EPISODE)][:limit]
    return passages_of(view.items(wanted))


def _joined(first: Sequence[Passage], more: Iterable[Passage]) -> tuple[Passage, ...]:
    known = {(one.kind, one.id) for one in first}
    return (*first, *(one for one in more if (one.kind, one.id) not in known))


def _merged(facts: Sequence[Fact], recalled: Iterable[Fact], limit: int) -> tuple[Fact, ...]:
    """Add recalled facts, which are valid now, to those of the linked entities."""
    known = {fact.id for fact in facts}
    room = max(0, limit - len(facts))
    extra = [fact for fact in recalled if fact.id not in known][:room]
    return (*facts, *extra)
