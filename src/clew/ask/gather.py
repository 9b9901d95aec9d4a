"""The evidence for a question: what the retriever finds, and facts of the things it names.

No grammar of any language stands between a question and its evidence. A mind that reads a language
may bring its own: its rule for `AnswerQuestion` is then a `RuleWithEvidence`.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from clew.ask.asking import Asking, QALimits
from clew.ask.evidence import DatedView, Passage
from clew.ask.stages import retrieved
from clew.ask.tasks import AnswerQuestion, AnswerReply
from clew.graph.types import TEXT_KINDS, Episode, Fact, Kind, Thesis
from clew.graph.view import View
from clew.llm.base import Model
from clew.llm.behind import rule_of
from clew.recall.base import Query
from clew.recall.pack import render
from clew.recall.query import Asked, query_for
from clew.recall.rerank import LineFit

__all__ = ["Gather", "RuleWithEvidence", "gather", "gather_for", "is_empty", "passages_of"]

_MOST_COMPARED = 1000
"""Facts of the linked entities that are ranked, the newest; a hub may have any number."""


class Gather(Protocol):
    """Finds the evidence for a question."""

    def __call__(self, view: DatedView, asked: Asked, how: Asking) -> AnswerQuestion:
        """Return the question with its evidence; the view is not needed after it.

        Args:
            view: the memory, bound to a revision and to the moment the question is asked from.
            asked: the question as read for retrieval, with its vectors.
            how: what is searched, and how much.
        """
        ...


@dataclass(frozen=True, slots=True)
class RuleWithEvidence:
    """A rule for `AnswerQuestion` that answers from evidence of its own finding."""

    answer: Callable[[AnswerQuestion], AnswerReply]
    gather: Gather

    def __call__(self, task: AnswerQuestion) -> AnswerReply:
        """Answer a task."""
        return self.answer(task)


def gather_for(model: Model) -> Gather:
    """Return what finds evidence for a model: the mind's own, or `gather`."""
    rule = rule_of(model, AnswerQuestion)
    return rule.gather if isinstance(rule, RuleWithEvidence) else gather


def gather(view: DatedView, asked: Asked, how: Asking) -> AnswerQuestion:
    """Return a question with what the retriever finds for it, in the retriever's order.

    Facts of the linked entities, of any time, come after the facts that were found: those that fit
    the question best first, of equals the newest.
    """
    limits = how.limits or QALimits()
    query = query_for(view, asked, skip=how.skip)
    found = view.items([hit.id for hit in retrieved(view, query, how)])
    facts = {item.id: item for item in found if isinstance(item, Fact)}
    if how.linked:
        for fact in _fitting(view, query):
            facts.setdefault(fact.id, fact)
    return AnswerQuestion(
        asked.text,
        view.as_of.valid,
        tuple(facts.values())[: limits.facts],
        passages_of(found)[: limits.passages],
    )


def _fitting(view: DatedView, query: Query) -> list[Fact]:
    """Return facts of the linked entities, those that fit the question best first."""
    newest = sorted(view.timeline(query.linked), key=lambda one: (-one.known_from, -one.id))
    facts = newest[:_MOST_COMPARED]
    if not facts:
        return []
    marks = LineFit().fits(
        query, [render(fact) for fact in facts], view.vectors([fact.id for fact in facts])
    )
    order = sorted(range(len(facts)), key=lambda at: (-marks[at], at))
    return [facts[at] for at in order]


def passages_of(items: Sequence[object]) -> tuple[Passage, ...]:
    """Return the theses and episodes among some items as passages, in order."""
    found = []
    for item in items:
        if isinstance(item, Thesis):
            found.append(
                Passage(
                    Kind.THESIS, item.id, item.text, item.valid_from, item.valid_to, item.episodes
                )
            )
        elif isinstance(item, Episode):
            found.append(Passage(Kind.EPISODE, item.id, item.text, item.at, None, (item.id,)))
    return tuple(found)


def is_empty(view: View) -> bool:
    """Tell whether a view shows nothing that could answer."""
    return not any(view.count(kind) for kind in TEXT_KINDS)
