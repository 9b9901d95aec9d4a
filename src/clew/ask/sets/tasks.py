"""The question a model is asked about a set question: how is it computed? It answers nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel

from clew.ask.sets.plans import Plan
from clew.graph.types import Time
from clew.llm.base import Task
from clew.llm.prompts import Prompt, fenced, one_line, shown_time
from clew.llm.reply.forms import is_list, renamed

__all__ = ["PlanQuestion"]

_PLAN = {
    "operation": "op aggregate aggregation",
    "patterns": "pattern selections selects select filters",
    "form": "answer_form answer_type answer",
    "candidates": "options choices",
}
_PATTERN = {
    "subject": "subjects holder who",
    "relations": "relation predicate predicates verb",
    "object": "objects target what",
    "take": "value takes",
    "start": "from since valid_from",
    "end": "until to valid_to",
}


@dataclass(frozen=True, slots=True)
class PlanQuestion(Task[Plan]):
    """With which operation over which facts is a question answered, if with any?"""

    question: str
    now: Time | None
    relations: tuple[str, ...] = ()
    """Relations as facts of the memory have them, those near the question first."""
    output_type: ClassVar[type[BaseModel]] = Plan
    prompt: ClassVar[Prompt | None] = Prompt("clew.ask.sets", "plan")

    def inputs(self) -> str:
        """Return the relations and the question with its time, fenced."""
        known = "; ".join(one_line(text) for text in self.relations) or "none known"
        at = "" if self.now is None else f", asked at {shown_time(self.now)}"
        return fenced(f"Relations: {known}\nQuestion{at}: {one_line(self.question)}")

    @classmethod
    def mended(cls, reply: object) -> object:
        """Accept other keys, one pattern alone, and bare names and relations."""
        if not isinstance(reply, Mapping):
            return reply
        data = renamed(reply, _PLAN)
        found = data.get("patterns")
        if isinstance(found, Mapping):
            found = [found]
        if is_list(found):
            data["patterns"] = [_pattern(one) for one in found]
        if isinstance(data.get("candidates"), str):
            data["candidates"] = [data["candidates"]]
        return data


def _pattern(pattern: object) -> object:
    if not isinstance(pattern, Mapping):
        return pattern
    data = renamed(pattern, _PATTERN)
    for key in ("subject", "object"):
        if key in data:
            data[key] = _end(data[key])
    if isinstance(data.get("relations"), str):
        data["relations"] = [data["relations"]]
    if isinstance(join := data.get("join"), Mapping) and "to" in join:
        data["join"] = {**join, "to": _end(join["to"])}
    return data


def _end(end: object) -> object:
    if end is None or end == "":
        return {}
    if isinstance(end, str):
        return {"names": [end]}
    if is_list(end):
        return {"names": [*end]}
    if isinstance(end, Mapping) and isinstance(end.get("names"), str):
        return {**end, "names": [end["names"]]}
    return end
