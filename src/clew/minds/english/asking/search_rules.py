"""Offline search rules: split a nested question by its grammar; stop when it can be answered."""

from collections.abc import Iterator

from clew.ask.tasks import (
    MAX_MISSING,
    MAX_SEARCH,
    MAX_SEARCHES,
    AnswerQuestion,
    Decompose,
    Searches,
    Sufficiency,
    Sufficient,
)
from clew.minds.english.asking.answer_rules import answer_question
from clew.minds.english.asking.parsed_question import Ask, Both, Term
from clew.minds.english.asking.question_parser import parse

__all__ = ["decompose", "sufficient"]


def decompose(task: Decompose) -> Searches:
    """Return a question for each noun phrase inside this one, the innermost first.

    "Where does the wife of Anna's brother work?" asks first who Anna's brother is, then who the
    wife of #1 is, then where #2 works. A question without an inner phrase gives no search,
    nor does one with a phrase too long for one.
    """
    links = dict(task.links)
    question = parse(task.question, lambda name: links.get(name, ()), None, compound=False)
    phrases: list[tuple[int, int]] = []
    for term in _inner(question.term):
        if term.span[1] > term.span[0] and term.span not in phrases:
            phrases.append(term.span)
    phrases = phrases[: MAX_SEARCHES - 1]
    if not phrases:
        return Searches(reasoning="no phrase inside it asks for something else")
    found = [
        f"What is {_numbered(question.bare, phrase, phrases[:at])}?"
        for at, phrase in enumerate(phrases)
    ]
    found.append(_numbered(question.bare, (0, len(question.bare)), phrases))
    if any(len(text) > MAX_SEARCH for text in found):
        return Searches(reasoning="a phrase inside it is too long to be searched for")
    return Searches(reasoning="its inner phrases first", searches=tuple(found))


def _inner(term: Term | None) -> Iterator[Ask]:
    """Yield the asks inside a term, the innermost first."""
    if isinstance(term, Both):
        parts: tuple[Term | None, ...] = term.terms
    elif isinstance(term, Ask):
        parts = (term.left, term.right, *term.also)
    else:
        return
    for part in parts:
        yield from _inner(part)
        if isinstance(part, Ask):
            yield part


def _numbered(text: str, whole: tuple[int, int], known: list[tuple[int, int]]) -> str:
    """Return a stretch of a text with "#n" for the widest phrases inside it known before."""
    start, end = whole
    parts: list[str] = []
    at = start
    while at < end:
        inside = [
            (last, number)
            for number, (first, last) in enumerate(known, 1)
            if first == at and last <= end and (first, last) != whole
        ]
        if inside:
            at, number = max(inside)
            parts.append(f"#{number}")
        else:
            parts.append(text[at])
            at += 1
    return " ".join("".join(parts).split())


def sufficient(task: Sufficient) -> Sufficiency:
    """Judge the evidence by trying to answer from it; else search for the innermost phrase."""
    reply = answer_question(
        AnswerQuestion(task.question, task.now, task.facts, task.passages, task.links)
    )
    if not reply.abstain:
        return Sufficiency(enough=True, reasoning=reply.reasoning, useful=reply.citations)
    return Sufficiency(
        enough=False,
        reasoning=reply.reasoning,
        missing=reply.reasoning[:MAX_MISSING],
        searches=decompose(Decompose(task.question, task.links)).searches[:1],
    )
