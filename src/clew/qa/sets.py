"""Set questions answered by computation: planned by the rules or a model, no evidence ranked."""

from collections import Counter

from clew.graph.types import Fact, Kind
from clew.qa.answers import Answer
from clew.qa.evidence import Linker, TimedView
from clew.qa.operations import Computed, compute
from clew.qa.parse import parse
from clew.qa.plan_rules import is_set_question, plan_question
from clew.qa.plan_task import PlanQuestion
from clew.qa.plans import Plan, Taken

__all__ = ["plan_task", "planned_answer", "set_answer"]

_RELATIONS = 40
"""Relations shown to a model that plans."""


def set_answer(view: TimedView, question: str) -> Answer | None:
    """Return the answer to a set question that the rules can plan.

    `None` where they see no set question, or where nothing matches its plan: other ways of
    answering may still find something. Not so where a stance is asked for ("is her opinion
    positive or negative?"): nothing else tells one, so it is an abstention.
    """
    linker = Linker(view)
    plan = plan_question(question, linker.find, view.as_of.valid)
    if plan is None:
        return None
    found = compute(plan, view, linker.find)
    if not found.items and all(one.take is Taken.STANCE for one in plan.patterns):
        return Answer(text=None, abstained=True, reason=found.reason or "no opinion is known")
    return _answer(found)


def plan_task(view: TimedView, question: str) -> PlanQuestion | None:
    """Return the task to plan a question, `None` where no word of it asks for a set.

    It shows the relations of what the question names, the commonest first, or else of the facts
    that share words with it.
    """
    if not is_set_question(question):
        return None
    named = parse(question, Linker(view).find, view.as_of.valid).names
    ids = sorted({id for name in named for id in name.ids})
    facts = view.timeline(ids)
    if not facts:
        hits = view.match(question, _RELATIONS, kind=Kind.FACT)
        facts = [item for item in view.items([id for id, _ in hits]) if isinstance(item, Fact)]
    counts = Counter(fact.relation for fact in facts)
    often = sorted(counts, key=lambda relation: (-counts[relation], relation))
    return PlanQuestion(question, view.as_of.valid, tuple(often[:_RELATIONS]))


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
