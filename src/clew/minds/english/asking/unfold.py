"""A question about "Anna's brother" asked again of Tom, once it is known that he is meant.

Facts answer nested questions by themselves. Sentences do not: what reads one ("Tom, a nurse at the
hospital") knows the name only. So the innermost noun phrase that stands for one thing is replaced
by its name, and the shorter question is asked as if it had been asked so.
"""

from collections.abc import Iterator

from clew.minds.english.asking.parsed_question import Ask, Both, Question, Term
from clew.minds.english.asking.term_values import Matcher

__all__ = ["MAX_WORDINGS", "unfold"]

MAX_WORDINGS = 4
"""Wordings of one question that are read, each with one noun phrase more named."""


def unfold(question: Question, matcher: Matcher) -> str | None:
    """Return the question with one noun phrase named, `None` where none can be.

    A question about a time, an order or two things at once is left alone: what a phrase stood for
    then is for the facts to tell.
    """
    if question.window is not None or question.order is not None:
        return None
    for term in _nested(question.term, inner=False):
        start, end = term.span
        name = matcher.name(term) if end > start else ""
        if name and name.casefold() not in question.bare.casefold():
            return question.bare[:start] + name + question.bare[end:]
    return None


def _nested(term: Term | None, *, inner: bool) -> Iterator[Ask]:
    """Yield the asks inside a term, the innermost first."""
    if isinstance(term, Both):
        for part in term.terms:
            yield from _nested(part, inner=True)
    if isinstance(term, Ask):
        for end in (term.left, term.right, *term.also):
            yield from _nested(end, inner=True)
        if inner:
            yield term
