"""Looking again: was it enough, what is missing, where to look next; within a number of tasks.

    judge --no--> decompose (once) --> retrieve --> judge --no--> retrieve --> ... --> answer

Source: PersonalAI 2.0 (arXiv 2605.13481): judging what was found and rewriting what is still to be
searched is what pays there, taking the question apart does not by itself. So a question is taken
apart only after one look did not suffice, and the judge, who sees the plan, rewrites what is left
of it with the names found so far.
"""

from clew.ask.inquiry import Inquiry
from clew.ask.tasks import MAX_SEARCHES, Decompose, Searches, Sufficiency, Sufficient

__all__ = ["look_further"]

_DECOMPOSING = 3
"""Tasks that must be left to take a question apart: that, a judgement and the answer."""
_JUDGING = 2


def look_further(inquiry: Inquiry) -> None:
    """Search on until what was found suffices, nothing is left to search, or one task is left.

    The task that is left is the answer's: it is given from what there is, or is an abstention. A
    reply that cannot be read ends the search, and is a step that says so.
    """
    plan: tuple[str, ...] = ()
    planned = False
    while True:
        if inquiry.left < _JUDGING:
            inquiry.note("judge", inquiry.question, "not asked: the last task is the answer")
            return
        judged = _judged(inquiry, plan)
        if judged is None or judged.enough:
            return
        if not planned and inquiry.left >= _DECOMPOSING:
            plan, planned = _decomposed(inquiry), True
        ready = [text for text in (*judged.searches, *plan) if "#" not in text]
        fresh = inquiry.fresh(ready)[:MAX_SEARCHES]
        if not fresh:
            inquiry.note("retrieve", inquiry.question, "nothing is left to search for")
            return
        inquiry.search(fresh)


def _judged(inquiry: Inquiry, plan: tuple[str, ...]) -> Sufficiency | None:
    evidence = inquiry.evidence()
    task = Sufficient(
        inquiry.question,
        evidence.now,
        evidence.facts,
        evidence.passages,
        evidence.links,
        inquiry.searched,
        tuple(inquiry.fresh(plan)),
    )
    result = inquiry.run(task)
    value: Sufficiency | None = result.value
    if value is None:
        inquiry.note("judge", inquiry.question, "", result)
        return None
    inquiry.mark(evidence, value.useful)
    missing = value.missing or value.reasoning or "it does not say what is missing"
    outcome = "enough" if value.enough else f"not enough: {missing}"
    inquiry.note("judge", inquiry.question, outcome, result)
    return value


def _decomposed(inquiry: Inquiry) -> tuple[str, ...]:
    links = inquiry.evidence().links
    result = inquiry.run(Decompose(inquiry.question, links))
    value: Searches | None = result.value
    found = () if value is None else value.searches[:MAX_SEARCHES]
    inquiry.note("decompose", inquiry.question, " / ".join(found) or "nothing", result)
    return found
