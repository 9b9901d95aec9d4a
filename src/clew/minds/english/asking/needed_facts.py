"""The evidence for an English question: the facts its grammar needs, and what is recalled.

The question is parsed and solved over the memory once to see which facts it touches; the answering
rule then solves it over the same facts.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache

from clew.ask.asking import Asking, QALimits
from clew.ask.evidence import DatedView, Passage, TimedView
from clew.ask.gather import passages_of, retrieved
from clew.ask.tasks import AnswerQuestion
from clew.graph.times import parse_time
from clew.graph.types import AsOf, Fact, Kind, Period, Precision
from clew.minds.english.asking.doubts import taking_back
from clew.minds.english.asking.fact_answers import Solver
from clew.minds.english.asking.fact_match import titled, touches
from clew.minds.english.asking.name_lookup import Linker
from clew.minds.english.asking.parsed_question import Form, Question, asks_in
from clew.minds.english.asking.question_names import Find
from clew.minds.english.asking.question_parser import parse
from clew.minds.english.asking.stems import stem
from clew.minds.english.asking.term_values import Matcher
from clew.minds.english.parsing.clause_reader import parse_light
from clew.minds.english.parsing.clause_types import Clause, Triple
from clew.minds.english.parsing.left_out import with_left_out
from clew.minds.english.reading.claims import first_doubt, is_question, without_speech
from clew.minds.english.reading.clause_facts import clause_facts, phrase_facts
from clew.minds.english.reading.clause_links import linked, share_times
from clew.minds.english.reading.consequences import as_meant
from clew.minds.english.reading.cut_phrases import without_cut
from clew.minds.english.reading.fact_checks import is_sound
from clew.minds.english.reading.fact_times import is_arranged, time_fact
from clew.minds.english.reading.messages.chat_words import without_opener
from clew.minds.english.reading.messages.other_voices import tells_for_others
from clew.minds.english.reading.plain_phrases import plain_phrases
from clew.minds.english.words.dates import TimeSpan, find_times
from clew.recall.base import Query, Scored
from clew.recall.query import Asked, query_for
from clew.regex import Regex

__all__ = ["gather", "told_facts"]

_OURS = Regex(r"(?:our|my) (?:new )?(.+)", re.IGNORECASE)
_EXACT = {4: Precision.YEAR, 7: Precision.MONTH, 10: Precision.DAY}
"""How exactly a date is told, by the letters of it."""
_HOLDERS = 20
"""Facts looked up by the noun of a role."""


def gather(view: DatedView, asked: Asked, how: Asking) -> AnswerQuestion:
    """Return a question with the evidence a view has for it; see `clew.ask.gather.Gather`."""
    now = view.as_of.valid
    limits = how.limits or QALimits()
    linker = Linker(view)
    read = [parse(asked.text, linker.find, now, compound=both) for both in (False, True)]
    query = _query(view, asked, read[0], how)
    start = read[0].window.start if read[0].window else None
    then = view if start is None else view.at(AsOf(valid=start, known=view.as_of.known))
    found = [(seen, retrieved(seen, query, how)) for seen in dict.fromkeys((then, view))]
    passages: dict[tuple[Kind, int], Passage] = {}
    for seen, hits in found:  # and what was told later, of a time before
        for one in _passages(seen, hits, limits.passages):
            passages.setdefault((one.kind, one.id), one)
    recalled = _recalled(*found[0])
    recalled += _of_roles(view, read, recalled) if how.facts_beside else []
    facts = _facts(view, read, linker.find, recalled, limits.facts) if how.facts_beside else ()
    told = [*(id for one in (*facts, *recalled) for id in one.episodes)]
    stated = [id for one in passages.values() if one.kind is Kind.THESIS for id in one.episodes]
    for one in taking_back(view, (*told, *stated), {*told}):
        passages[one.kind, one.id] = one
    known = {fact.id for fact in facts}
    room = max(0, limits.facts - len(facts))
    more = [fact for fact in recalled if fact.id not in known][:room]
    return AnswerQuestion(asked.text, now, (*facts, *more), tuple(passages.values()), linker.links)


def _query(view: DatedView, asked: Asked, read: Question, how: Asking) -> Query:
    """Return the query for the retrievers, with the names the grammar found first."""
    query = query_for(view, asked, kinds=how.kinds, skip=how.skip)
    groups = [name.ids for name in read.names if name.ids]
    window = read.window
    return replace(
        query,
        entities=tuple(dict.fromkeys((*groups, *query.entities))),
        periods=query.periods if window is None else ((window.start, window.end),),
    )


def _recalled(view: TimedView, hits: Sequence[Scored]) -> list[Fact]:
    items = view.items([hit.id for hit in hits if hit.kind is Kind.FACT])
    return [item for item in items if isinstance(item, Fact)]


def _passages(view: TimedView, hits: Sequence[Scored], limit: int) -> tuple[Passage, ...]:
    wanted = [hit.id for hit in hits if hit.kind in (Kind.THESIS, Kind.EPISODE)][:limit]
    return passages_of(view.items(wanted))


def _facts(
    view: TimedView, read: Sequence[Question], find: Find, recalled: Sequence[Fact], limit: int
) -> tuple[Fact, ...]:
    """Return the facts that solving touches; when there are too many, matching ones are kept."""
    seen: dict[int, Fact] = {}

    @cache
    def facts_of(ids: tuple[int, ...]) -> list[Fact]:
        found = view.timeline(ids)
        seen.update((fact.id, fact) for fact in found)
        return found

    solver = Solver(Matcher(facts_of, view.as_of.valid, recalled, find))
    for question in read:
        solver.solve(question)
        named = [id for name in question.names for id in name.ids]
        roles = [id for noun in _roles(question) for id in find(noun)]
        if named or roles:  # "the mayor": whoever is called one
            facts_of((*named, *roles))
    keys = {key for question in read for ask in asks_in(question.term) for key in ask.keys}
    asked = [fact for fact in seen.values() if touches(fact, keys)]
    others = [fact for fact in seen.values() if not touches(fact, keys)]
    kept = [*asked, *others][: max(limit, len(asked))]
    kept += _denied(view, read)[:limit]
    return tuple(sorted(kept, key=lambda fact: (fact.id, fact.known_from)))


def _denied(view: TimedView, read: Sequence[Question]) -> list[Fact]:
    """Return what texts only deny of the names in a question for yes or no."""
    asked = [one for one in read if one.form is Form.CHECK]
    named = dict.fromkeys(id for one in asked for name in one.names for id in name.ids)
    return view.denied([*named])


def _of_roles(view: TimedView, read: Sequence[Question], recalled: Sequence[Fact]) -> list[Fact]:
    """Return the facts about the holders of every role that the question mentions."""
    nouns = dict.fromkeys(noun for question in read for noun in _roles(question))
    known = {fact.id for fact in recalled}
    found: dict[int, Fact] = {}
    for noun in nouns:
        literal = f"~{stem(noun.split()[-1])}"
        hits = view.match(noun, _HOLDERS, kind=Kind.FACT)
        near = [item for item in view.items([id for id, _ in hits]) if isinstance(item, Fact)]
        ends = {end for fact in near for end in (fact.subject, fact.object)}
        for fact in (*near, *view.timeline(sorted(ends))):
            if titled(fact, noun) or touches(fact, {literal}):
                found[fact.id] = fact
    return [fact for id, fact in found.items() if id not in known]


def _roles(question: Question) -> Iterable[str]:
    """Yield the nouns of a question that may name a role, outermost first."""
    for ask in asks_in(question.term):
        if ask.left is None and ask.possessed and ask.noun:
            yield ask.noun


def told_facts(task: AnswerQuestion) -> list[Fact]:
    """Read the recalled theses by themselves; a fact has the id of its thesis.

    These readings are too loose to be remembered, and answer only where no fact does.
    """
    ids = {text.casefold(): found[0] for text, found in task.links if len(found) == 1}
    for fact in task.facts:
        ids[fact.subject_name.casefold()] = fact.subject
        ids[fact.object_name.casefold()] = fact.object
    told: list[Fact] = []
    for passage in task.passages:
        at = passage.valid_from if passage.valid_from is not None else task.now
        if passage.kind is not Kind.THESIS or at is None or _is_unsaid(passage.text):
            continue
        for one, held in _triples(replace(passage, valid_from=at)):
            subject, object = (
                ids.setdefault(name.casefold(), -len(ids) - 1) for name in (one.subject, one.object)
            )
            told.append(
                Fact(
                    id=passage.id, subject=subject, relation=one.relation, object=object,
                    subject_name=one.subject, object_name=one.object,
                    valid_from=held.start, valid_to=held.end, episodes=passage.episodes,
                    valid_from_precision=held.told[0],
                )
            )  # fmt: skip
    return told


def _is_unsaid(text: str) -> bool:
    return is_question(text) or tells_for_others(text)


def _triples(passage: Passage) -> Iterator[tuple[Triple, Period]]:
    """Yield what a thesis says, and from when until when; the past of no story is over."""
    sentence = with_left_out(plain_phrases(without_speech(without_opener(passage.text))))
    doubt = first_doubt(sentence)
    assert passage.valid_from is not None
    times, _ = find_times(sentence, passage.valid_from, None)
    clauses = linked(parse_light(sentence, times).clauses)
    for clause, own in zip(clauses, share_times(clauses, times, sentence), strict=True):
        clause = without_cut(as_meant(clause, own), sentence)
        if (doubt is not None and clause.end >= doubt) or clause.tense == "future":
            continue
        if is_arranged(clause):
            continue
        for triple in (*clause_facts(clause), *phrase_facts(clause)):
            ours = _OURS.fullmatch(triple.subject)
            if ours and triple.relation == "is":
                triple = Triple(triple.object, f"is the {ours[1]} of", "I")
            if is_sound(triple) and clause.asserted:
                yield triple, _period(triple, clause, () if triple.timeless else own, passage)


def _period(triple: Triple, clause: Clause, times: Sequence[TimeSpan], passage: Passage) -> Period:
    """Return when what is told holds; of a state of the past, that it is over by then."""
    first, last = time_fact(triple, clause, times)
    start, end = (parse_time(one) if one and one != "unknown" else None for one in (first, last))
    told = (_EXACT.get(len(first or ""), passage.told[0]), passage.told[1])
    if triple.ended or triple.past:
        return Period(start, end or passage.valid_from, told)
    return Period(passage.valid_from if first is None else start, end, told)
