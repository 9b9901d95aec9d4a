"""Build the task in which a model plans a question, with the memory's relevant relations."""

from collections import Counter

from clew.ask.evidence import TimedView
from clew.ask.sets.tasks import PlanQuestion
from clew.graph.types import Fact, Kind
from clew.recall.query import Asked, query_for

__all__ = ["plan_task"]

_RELATIONS = 40
"""Relations shown to a model that plans."""


def plan_task(view: TimedView, asked: Asked) -> PlanQuestion:
    """Return the task to plan a question.

    It shows the relations of the entities that the question names, most frequent first, then those
    of facts that share words with it, since a plan can select only by exact relations.
    """
    facts = view.timeline(query_for(view, asked).linked)
    hits = view.match(asked.text, _RELATIONS, kind=Kind.FACT)
    near = [item for item in view.items([id for id, _ in hits]) if isinstance(item, Fact)]
    counts = Counter(fact.relation for fact in facts)
    often = sorted(counts, key=lambda relation: (-counts[relation], relation))
    shown = dict.fromkeys((*often[:_RELATIONS], *(fact.relation for fact in near)))
    return PlanQuestion(asked.text, view.as_of.valid, tuple(shown)[: 2 * _RELATIONS])
