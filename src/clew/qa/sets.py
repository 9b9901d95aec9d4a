"""Set questions answered by computation: planned by the rules or a model, no evidence ranked."""

from clew.qa.answers import Answer
from clew.qa.evidence import Linker, TimedView
from clew.qa.operations import Computed, compute
from clew.qa.plan_rules import plan_question
from clew.qa.plans import Plan

__all__ = ["planned_answer", "set_answer"]


def set_answer(view: TimedView, question: str) -> Answer | None:
    """Return the answer to a set question that the rules can plan.

    `None` where they see no set question, or where nothing matches its plan: other ways of
    answering may still find something.
    """
    linker = Linker(view)
    plan = plan_question(question, linker.find, view.as_of.valid)
    return _answer(compute(plan, view, linker.find)) if plan is not None else None


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
