"""The offline answerer: set operations over the facts, else one well-covered sentence, else none.

It is extractive: every word of an answer is a name, a date or a count found in the evidence.
"""

import re
from bisect import bisect
from collections.abc import Mapping
from dataclasses import replace
from itertools import accumulate
from types import MappingProxyType
from typing import Any

from clew.ask.gather import RuleWithEvidence
from clew.ask.tasks import (
    MAX_ANSWER,
    MAX_ITEM,
    MAX_REASONING,
    AnswerQuestion,
    AnswerReply,
)
from clew.graph.types import Fact, Kind
from clew.llm.base import Task
from clew.llm.rules import Rule
from clew.minds.english.asking.evidence import gather
from clew.minds.english.asking.holders import holders
from clew.minds.english.asking.homes import home_asked, homes
from clew.minds.english.asking.matcher import Matcher
from clew.minds.english.asking.mentions import Find
from clew.minds.english.asking.parse import parse
from clew.minds.english.asking.questions import Ask, Name, Question, Tense
from clew.minds.english.asking.roles import (
    Claim,
    RoleAsked,
    claims,
    current,
    role_asked,
    same_holder,
)
from clew.minds.english.asking.sentences import best_sentence
from clew.minds.english.asking.solve import Solution, Solver
from clew.minds.english.asking.tracks import latest, track_asked, tracks
from clew.minds.english.asking.unfold import MAX_WORDINGS, unfold
from clew.text import words

__all__ = ["RULES", "answer_question", "reader"]


def answer_question(task: AnswerQuestion) -> AnswerReply:
    """Answer one `AnswerQuestion` from its own evidence."""
    find, solver = reader(task)
    reason = ""
    for _ in range(MAX_WORDINGS):
        question = parse(task.question, find, task.now, compound=False)
        reply = _plain(task, question, parse(task.question, find, task.now), solver)
        if reply is not None:
            return reply
        reason = reason or solver.solve(question).reason
        shorter = unfold(question, solver.matcher)
        if shorter is None:
            break
        task = replace(task, question=shorter)
    return AnswerReply(abstain=True, reasoning=reason[:MAX_REASONING] or "not in memory")


def reader(task: AnswerQuestion) -> tuple[Find, Solver]:
    """Return what names mean to a question's evidence, and what solves over its facts."""
    links = dict(task.links)

    def facts_of(ids: tuple[int, ...]) -> list[Fact]:
        wanted = frozenset(ids)
        return [fact for fact in task.facts if {fact.subject, fact.object} & wanted]

    def find(name: str) -> tuple[int, ...]:
        return links.get(name, ())

    sources = {one.id: one.text for one in task.passages if one.kind is Kind.EPISODE}
    told = holders(task.passages, task.now, facts_of)
    solver = Solver(Matcher(facts_of, task.now, task.facts, find, told), sources)
    return find, solver


def _plain(
    task: AnswerQuestion, question: Question, whole: Question, solver: Solver
) -> AnswerReply | None:
    """Answer a question as it is worded: by facts and what sentences tell since, else by one.

    `whole` is the question read with names that span "of" and "'s".
    """
    solution = solver.solve(question)
    read = _role(task, question, solver, solution) or _track(task, question, solver, solution)
    if read is not None:
        return read
    if solution.items:
        return _from_facts(task, solution)
    ended = solution.until
    solution = solver.solve(whole)
    if solution.items:
        return _from_facts(task, solution)
    sentence = best_sentence(question, task.passages, task.now, ended)
    if sentence is None:
        return None
    number = len(task.facts) + 1 + sentence.passage
    reason = f"sentence: {sentence.text}"
    return _reply(sentence.items, (number,), reason, sentence.confidence)


def _role(
    task: AnswerQuestion, question: Question, solver: Solver, solution: Solution
) -> AnswerReply | None:
    """Answer "who is the plumber?" by the newest sentence, unless facts know a newer holder."""
    asked = role_asked(task.question, task.now)
    facts_first = question.order is not None or (asked is not None and asked.kin)
    if asked is None or (facts_first and solution.items):
        return None
    if question.tense is Tense.PERFECT and len(solution.items) > 1:
        return None  # all there have been, not the newest
    if any(not name.ids for name in question.names):
        return None
    owners = _owners(task, question, solver) if asked.owner else ()
    if asked.owner and not owners:
        asked, owners = replace(asked, inner=True), (re.sub(r"['’]s?\b", "", asked.owner),)
    than = _names(task, question.than.ids) if isinstance(question.than, Name) else ()
    known = claims(asked, owners, task.passages, task.now)
    claim = current(known, question, than)
    if claim is None:
        return None
    if len(solution.items) == 1 and same_holder(solution.items[0], claim.holder):
        return None  # the fact says so too
    seen = any(same_holder(one.holder, name) for one in known for name in solution.items)
    if not seen and _newer(task, solution, claim):
        return None
    return _from_sentence(task, claim)


def _track(
    task: AnswerQuestion, question: Question, solver: Solver, solution: Solution
) -> AnswerReply | None:
    """Answer where or with whom something or somebody is, unless facts are newer."""
    window = question.window
    if question.order is not None or (window is not None and window.kind != "in"):
        return None
    thing, home = track_asked(task.question, task.now), home_asked(task.question, task.now)
    if thing is not None:
        known = tracks(thing, task.passages, task.now)
    elif home is not None:
        known = homes(home, _who(task, question, solver), task.passages, task.now)
    else:
        return None
    claim = latest(known, window.end if window is not None else None)
    if claim is None:
        return None
    held = [set(words(item)) for item in solution.items]
    said = set(words(claim.holder))
    if len(held) == 1 and held[0] == said:
        return None  # the fact says so too
    longer = [item for item in held if item <= said]
    place = thing is None or thing.wanted == "place"
    if not (longer and place) and _newer(task, solution, claim):
        return None
    return _from_sentence(task, claim)


def _who(task: AnswerQuestion, question: Question, solver: Solver) -> tuple[str, ...]:
    """Return the names of the one person whose home or work is asked for."""
    term = question.term
    if any(not name.ids for name in question.names) or not isinstance(term, Ask):
        return ()
    if isinstance(term.left, Ask):
        ids = solver.matcher.values(term.left)
        if not ids:
            return _kin(task, term.left)
        return _names(task, ids) if len(ids) == 1 else ()
    if not isinstance(term.left, Name) or len(question.names) != 1:
        return ()
    return (term.left.text, *_names(task, term.left.ids))


def _kin(task: AnswerQuestion, inner: Ask) -> tuple[str, ...]:
    """Return who a sentence calls the "sister" of somebody, where it is one person."""
    if not isinstance(inner.right, Name) or not inner.noun:
        return ()
    owners = (inner.right.text, *_names(task, inner.right.ids))
    asked = RoleAsked(inner.noun, inner.right.text, kin=True)
    found = [one.holder for one in claims(asked, owners, task.passages, task.now)]
    if not found:  # no sister, but perhaps a coach: the newest one
        asked = RoleAsked(inner.noun, inner.right.text)
        found = [one.holder for one in claims(asked, owners, task.passages, task.now)][-1:]
    alike = all(same_holder(name, found[0]) for name in found)
    return (max(found, key=len),) if found and alike else ()


def _from_sentence(task: AnswerQuestion, claim: Claim) -> AnswerReply:
    reason = f"sentence: {task.passages[claim.passage].text[:200]}"
    return _reply((claim.holder,), (len(task.facts) + 1 + claim.passage,), reason, 0.6)


def _newer(task: AnswerQuestion, solution: Solution, claim: Claim) -> bool:
    """Tell whether facts name one holder since later than a claim, or that it is over since."""
    starts = [fact.valid_from for fact in task.facts if fact.id in solution.facts]
    known = [start for start in starts if start is not None]
    if solution.until is not None and claim.start is not None:
        return claim.start < solution.until  # type: ignore[operator]  # one axis
    if len(solution.items) != 1 or not known or claim.start is None:
        return bool(len(solution.items) == 1 and claim.start is None)
    return max(known) >= claim.start  # type: ignore[operator]  # one axis


def _owners(task: AnswerQuestion, question: Question, solver: Solver) -> tuple[str, ...]:
    """Return the names of whose role is asked for; of an inner term, what it stands for."""
    term = question.term
    if isinstance(term, Ask) and term.left is None and isinstance(term.right, Ask):
        return _names(task, solver.matcher.values(term.right))
    ids = tuple(id for name in question.names for id in name.ids)
    return (*(name.text for name in question.names), *_names(task, ids))


def _names(task: AnswerQuestion, ids: tuple[int, ...]) -> tuple[str, ...]:
    ends = [
        end
        for fact in task.facts
        for end in ((fact.subject, fact.subject_name), (fact.object, fact.object_name))
    ]
    return tuple(dict.fromkeys(name for id, name in ends if id in ids))


def _from_facts(task: AnswerQuestion, solution: Solution) -> AnswerReply:
    numbers = {fact.id: number for number, fact in enumerate(task.facts, 1)}
    cited = tuple(numbers[id] for id in solution.facts if id in numbers)
    return _reply(solution.items, cited, solution.reason, solution.confidence)


def _reply(
    items: tuple[str, ...], citations: tuple[int, ...], reason: str, confidence: float
) -> AnswerReply:
    """Return an answer as long as a reply may be: `items` has all, the text says how many more."""
    said = tuple(item[:MAX_ITEM] for item in items)
    text = ", ".join(said)
    if len(text) > MAX_ANSWER:
        kept = bisect(list(accumulate(len(item) + 2 for item in said)), MAX_ANSWER - 30)
        text = f"{', '.join(said[:kept])} and {len(said) - kept} more"
    return AnswerReply(
        answer=text,
        items=said,
        citations=citations,
        reasoning=reason[:MAX_REASONING],
        confidence=confidence,
    )


RULES: Mapping[type[Task[Any]], Rule] = MappingProxyType(
    {AnswerQuestion: RuleWithEvidence(answer_question, gather)}
)
