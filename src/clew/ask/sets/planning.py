"""Plans from a language model: what it is shown of a memory, and what its plan gives there."""

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

    It shows the relations of what the question names, the commonest first, then those of the facts
    that share words with it: a plan can only select by the very relations that facts have.
    """
    facts = view.timeline(query_for(view, asked).linked)
    hits = view.match(asked.text, _RELATIONS, kind=Kind.FACT)
    near = [item for item in view.items([id for id, _ in hits]) if isinstance(item, Fact)]
    counts = Counter(fact.relation for fact in facts)
    often = sorted(counts, key=lambda relation: (-counts[relation], relation))
    shown = dict.fromkeys((*often[:_RELATIONS], *(fact.relation for fact in near)))
    return PlanQuestion(asked.text, view.as_of.valid, tuple(shown)[: 2 * _RELATIONS])
