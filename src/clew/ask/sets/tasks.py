"""The task that plans a question about a set: how to compute it, not its answer."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel

from clew.ask.evidence import TimedView
from clew.ask.sets.plans import Plan
from clew.graph.times import shown_time
from clew.graph.types import Fact, Kind, Time
from clew.llm.base import Task
from clew.llm.prompts import Prompt, fenced, one_line
from clew.llm.reply.shapes import is_list, renamed
from clew.recall.query import Asked, query_for

__all__ = ["PlanQuestion", "plan_task"]

_RELATIONS = 40
"""Relations shown to a model that plans."""

_PLAN = {
    "operation": "op aggregate aggregation",
    "patterns": "pattern selections selects select filters",
    "form": "answer_form answer_type answer",
    "candidates": "options choices",
    "against": "opposed opposite",
}
_PATTERN = {
    "subject": "subjects holder who",
    "relations": "relation predicate predicates verb",
    "object": "objects target what",
    "take": "value takes",
    "then": "join next",
    "start": "from since valid_from",
    "end": "until to valid_to",
}
_STEP = {
    "relations": "relation predicate predicates verb",
    "names": "name to object of",
    "take": "value takes",
}


@dataclass(frozen=True, slots=True)
class PlanQuestion(Task[Plan]):
    """Which operation over which facts answers a question, if any?"""

    question: str
    now: Time | None
    relations: tuple[str, ...] = ()
    """Relations of the memory's facts, the most relevant first."""
    output_type: ClassVar[type[BaseModel]] = Plan
    prompt: ClassVar[Prompt | None] = Prompt("clew.ask.sets", "plan")

    def inputs(self) -> str:
        """Return the relations and the question with its time, fenced."""
        known = "; ".join(one_line(text) for text in self.relations) or "none known"
        at = "" if self.now is None else f", asked at {shown_time(self.now)}"
        return fenced(f"Relations: {known}\nQuestion{at}: {one_line(self.question)}")

    @classmethod
    def mended(cls, reply: object) -> object:
        """Accept other keys, a single pattern, bare names and relations, empty texts."""
        if not isinstance(reply, Mapping):
            return reply
        data = renamed(reply, _PLAN)
        found = data.get("patterns")
        if isinstance(found, Mapping):
            found = [found]
        if is_list(found):
            data["patterns"] = [_pattern(one) for one in found]
        return _listed(data, "candidates", "against")


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


def _pattern(pattern: object) -> object:
    if not isinstance(pattern, Mapping):
        return pattern
    data = renamed(pattern, _PATTERN)
    for key in ("subject", "object"):
        if key in data:
            data[key] = _end(data[key])
    if "then" in data:
        data["then"] = _step(data["then"])
    return _listed(data, "relations")


def _end(end: object) -> object:
    if end is None:
        return {}
    if isinstance(end, str) or is_list(end):
        return _listed({"names": end}, "names")
    if not isinstance(end, Mapping):
        return end
    data = _listed({**end}, "names")
    return {**data, "which": _step(data["which"])} if "which" in data else data


def _step(step: object) -> object:
    """Return a step, or `None` if it has no relations."""
    if not isinstance(step, Mapping):
        return step or None
    data = _listed(renamed(step, _STEP), "relations", "names")
    return data if data.get("relations") else None


def _listed(data: dict[str, object], *keys: str) -> dict[str, object]:
    """Turn bare texts into lists, without empty texts."""
    for key in keys:
        if key in data:
            held = data[key]
            texts = [held] if isinstance(held, str) else held
            data[key] = [text for text in texts if text != ""] if is_list(texts) else texts or []
    return data
