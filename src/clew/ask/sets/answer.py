"""Questions answered by computation over all facts, as a model has planned it."""

from collections import Counter

from clew.ask.answers import Answer
from clew.ask.evidence import TimedView
from clew.ask.sets.operations import Computed, compute
from clew.ask.sets.plans import Plan
from clew.ask.sets.tasks import PlanQuestion
from clew.graph.types import Fact, Kind
from clew.recall.query import Asked, query_for

__all__ = ["plan_task", "planned_answer"]

_RELATIONS = 40
"""Relations shown to a model that plans."""


def plan_task(view: TimedView, asked: Asked) -> PlanQuestion:
    """Return the task to plan a question.

    It shows the relations of what the question names, the commonest first, or else of the facts
    that share words with it.
    """
    ids = query_for(view, asked).linked
    facts = view.timeline(ids)
    if not facts:
        hits = view.match(asked.text, _RELATIONS, kind=Kind.FACT)
        facts = [item for item in view.items([id for id, _ in hits]) if isinstance(item, Fact)]
    counts = Counter(fact.relation for fact in facts)
    often = sorted(counts, key=lambda relation: (-counts[relation], relation))
    return PlanQuestion(asked.text, view.as_of.valid, tuple(often[:_RELATIONS]))


def planned_answer(view: TimedView, plan: Plan) -> Answer | None:
    """Return the answer that a plan gives, `None` where nothing matches it."""
    return _answer(compute(plan, view))


def _answer(found: Computed) -> Answer | None:
    if not found.items:
        return None
    return Answer(
        text=found.text,
        abstained=False,
        items=found.items,
        facts=found.facts,
        episodes=found.episodes,
        reason=f"computed over all facts; {found.reason}",
        confidence=found.confidence,
    )
