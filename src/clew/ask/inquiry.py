"""Answer one question: search, ask the model, and record the steps and their cost.

In iterative mode, the memory is searched again until the evidence suffices:

    judge --no--> decompose (once) --> retrieve --> judge --no--> retrieve --> ... --> answer

Source: PersonalAI 2.0 (arXiv 2605.13481), where judging the evidence and rewriting the remaining
searches helps most. The question is decomposed only if the first search does not suffice, and the
judge, who sees the plan, rewrites the rest of it with the names found so far.
"""

from collections.abc import Hashable, Iterable, Sequence
from dataclasses import replace
from itertools import chain, zip_longest
from typing import Any, TypeVar

from clew.ask.asking import (
    CLOSEST,
    FOR_LANGUAGE_MODELS,
    NOTHING_REMEMBERED,
    Answer,
    Asking,
    Mode,
    QALimits,
    Step,
    answer_from,
)
from clew.ask.evidence import Passage, Source
from clew.ask.gather import gather_for, is_empty, packed, retrieved
from clew.ask.sets.operations import compute
from clew.ask.sets.tasks import PlanQuestion, plan_task
from clew.ask.tasks import (
    MAX_SEARCHES,
    AnswerQuestion,
    Decompose,
    QuestionEntities,
    Searches,
    Sufficiency,
    Sufficient,
)
from clew.graph.types import Episode, Fact, Kind, Thesis
from clew.llm.base import Loss, Model, Result, Task, Usage
from clew.recall.query import Asked, query_for, read_question
from clew.text import normalise_name

__all__ = ["Inquiry", "ask", "merged"]

T = TypeVar("T", bound=Fact | Passage)
_GROWTH = 2
"""Several searches together keep at most this many times the evidence of one."""
_DECOMPOSING = 3
"""Tasks needed to decompose a question: the decomposition, a judgement and the answer."""
_JUDGING = 2


class Inquiry:
    """Searches a memory for one question, asks the model about it, and keeps the record.

    Args:
        source: the memory, as of the time of the question.
        model: answers the tasks; their number is limited, not their cost.
        question: any text.
        how: retriever, restrictions and limits; default limits depend on the kind of model.
    """

    def __init__(self, source: Source, model: Model, question: str, how: Asking) -> None:
        self._source, self._model = source, model
        self.question = question
        rules = model.sampling(AnswerQuestion) is None
        self._limits = how.limits or (QALimits() if rules else FOR_LANGUAGE_MODELS)
        self._how = replace(how, limits=self._limits)
        self._gather = gather_for(model)
        self._names: tuple[str, ...] | None = None
        self._read: Asked | None = None
        self._found: list[AnswerQuestion] = []
        self._searched: dict[str, str] = {}
        self._useful: dict[Hashable, None] = {}
        self._steps: list[Step] = []
        self._losses: list[Loss] = []
        self._usage = Usage()
        self._tasks = 0

    def name(self) -> None:
        """Let the model name the question's entities, for later searches."""
        result = self._run(QuestionEntities(self.question))
        if result.value is not None:
            self._names = result.value.entities
        self._note("name", self.question, ", ".join(self._names or ()) or "nothing named", result)

    def open(self) -> Answer | None:
        """Search for the question; return the answer if no evidence needs to be read."""
        asked = self._asked()
        with self._source.lend() as view:
            found = self._gather(view, asked, self._how)
            plan = plan_task(view, asked) if self._how.plans_by_model else None
            empty = is_empty(view)
        self._keep(self.question, found)
        settled = None if plan is None else self._planned(plan)
        if settled is None and empty:
            settled = Answer(text=None, abstained=True, reason=NOTHING_REMEMBERED)
        if settled is None:
            return None
        self._note("answer", self.question, settled.reason)
        return self._closed(settled)

    def _asked(self) -> Asked:
        """Return the question as parsed for retrieval; it is embedded only once."""
        if self._read is None:
            self._read = read_question(self.question, self._source.embedder, self._names)
        return self._read

    def _planned(self, task: PlanQuestion) -> Answer | None:
        """Let the model plan the question; return the plan's result, if any."""
        result = self._run(task)
        plan = result.value
        self._note("plan", self.question, "none" if plan is None else str(plan.operation), result)
        if plan is None:
            return None
        with self._source.lend() as view:
            found = compute(plan, view)
        return None if found.abstained else found

    def _fresh(self, texts: Iterable[str]) -> list[str]:
        """Return the texts not searched for yet, each once, in order."""
        new: dict[str, str] = {}
        for text in texts:
            new.setdefault(normalise_name(text), text)
        return [text for key, text in new.items() if key and key not in self._searched]

    def _search(self, texts: Iterable[str]) -> None:
        """Search for each text, and add what is found to the evidence."""
        for text in texts:
            asked = read_question(text, self._source.embedder)
            with self._source.lend() as view:
                found = self._gather(view, asked, self._how)
            self._keep(text, found)

    def _keep(self, text: str, found: AnswerQuestion) -> None:
        known = {_key(line) for task in self._found for line in task.evidence}
        new = sum(_key(line) not in known for line in found.evidence)
        count = f"{len(found.facts)} facts, {len(found.passages)} passages"
        self._note("retrieve", text, f"{count}, {new} of them new" if self._found else count)
        self._searched[normalise_name(text)] = text
        self._found.append(found)

    def _packed(self) -> tuple[AnswerQuestion, int]:
        """Return the question with as much of the evidence so far as fits, and what does not."""
        task = merged(self._found, self._useful, self._limits)
        task, left_out = packed(task, self._limits.tokens)
        before = {_key(line) for each in self._found for line in each.evidence}
        return task, max(left_out, len(before) - len(task.facts) - len(task.passages))

    def _mark(self, task: AnswerQuestion, numbers: Sequence[int]) -> None:
        """Mark lines of the evidence as useful, so they keep their place when more is found.

        Invalid numbers are recorded as losses.
        """
        evidence = task.evidence
        for number in sorted(set(numbers)):
            if 1 <= number <= len(evidence):
                self._useful[_key(evidence[number - 1])] = None
            else:
                self._losses.append(Loss("names evidence that is not there", str(number)))

    def _run(self, task: Task[Any]) -> Result[Any]:
        """Put a task to the model, and count it."""
        (result,) = self._model.run([task])
        self._tasks += 1
        self._usage += result.usage
        self._losses += result.losses
        return result

    def _note(self, what: str, about: str, outcome: str, result: Result[Any] | None = None) -> None:
        """Record a step, with the failure of its result, if any."""
        failure = None if result is None else result.failure
        if failure is not None:
            outcome = f"{failure.kind}: {failure.message}"
        self._steps.append(Step(what=what, about=about, outcome=outcome, failure=failure))

    def look_further(self) -> None:
        """Search until the evidence suffices, nothing is left to search for, or one task is left.

        The last task is for the answer, which uses the evidence so far or is an abstention. A reply
        that cannot be parsed ends the search and is recorded as a step.
        """
        plan: tuple[str, ...] = ()
        planned = False
        while self._left() >= _JUDGING:
            judged = self._judged(plan)
            if judged is None or judged.enough:
                return
            if not planned and self._left() >= _DECOMPOSING:
                plan, planned = self._decomposed(), True
            ready = [text for text in (*judged.searches, *plan) if "#" not in text]
            fresh = self._fresh(ready)[:MAX_SEARCHES]
            if not fresh:
                self._note("retrieve", self.question, "nothing is left to search for")
                return
            self._search(fresh)
        self._note("judge", self.question, "not asked: the last task is the answer")

    def _left(self) -> int:
        """Return how many tasks may still be put to the model, including the answer."""
        return self._how.max_tasks - self._tasks

    def _judged(self, plan: tuple[str, ...]) -> Sufficiency | None:
        evidence, _ = self._packed()
        shown = (evidence.now, evidence.facts, evidence.passages, evidence.links)
        searched = tuple(self._searched.values())
        result = self._run(Sufficient(self.question, *shown, searched, tuple(self._fresh(plan))))
        value: Sufficiency | None = result.value
        if value is None:
            self._note("judge", self.question, "", result)
            return None
        self._mark(evidence, value.useful)
        missing = value.missing or value.reasoning or "it does not say what is missing"
        outcome = "enough" if value.enough else f"not enough: {missing}"
        self._note("judge", self.question, outcome, result)
        return value

    def _decomposed(self) -> tuple[str, ...]:
        result = self._run(Decompose(self.question, self._packed()[0].links))
        value: Searches | None = result.value
        found = () if value is None else value.searches[:MAX_SEARCHES]
        self._note("decompose", self.question, " / ".join(found) or "nothing", result)
        return found

    def answer(self) -> Answer:
        """Let the model answer from the evidence, or abstain."""
        task, left_out = self._packed()
        (result,) = self._model.run([task])
        given = answer_from(task, result)
        count = f"from {len(task.facts)} facts and {len(task.passages)} passages"
        room = f", {left_out} left out for want of room" if left_out else ""
        outcome = given.text if given.text is not None else given.reason
        self._note("answer", self.question, f"{outcome} ({count}{room})")
        return self._closed(given)

    def _closest(self) -> tuple[Fact | Thesis | Episode, ...]:
        """Return the items nearest to the question, best first, each text once."""
        asked = self._asked()
        with self._source.lend() as view:
            query = query_for(view, asked, skip=self._how.skip)
            items = view.items([hit.id for hit in retrieved(view, query, self._how)])
        by_text: dict[str, Fact | Thesis | Episode] = {}
        for item in items:
            if isinstance(item, Fact | Thesis | Episode):
                by_text.setdefault(normalise_name(item.text), item)
        return tuple(by_text.values())[:CLOSEST]

    def _closed(self, given: Answer) -> Answer:
        return replace(
            given,
            closest=self._closest() if given.abstained else (),
            steps=tuple(self._steps),
            losses=(*self._losses, *given.losses),
            usage=self._usage + given.usage,
        )


def merged(
    found: Sequence[AnswerQuestion], useful: Iterable[Hashable], limits: QALimits
) -> AnswerQuestion:
    """Return the first question with the evidence of all searches, each line once.

    The evidence of a single search is unchanged. With several, useful lines come first, then the
    first of each search, the second of each and so on, up to twice the limit of one search.
    """
    first = found[0]
    if len(found) == 1:
        return first
    marked = set(useful)
    facts = _joined([task.facts for task in found], marked)
    passages = _joined([task.passages for task in found], marked)
    links: dict[str, tuple[int, ...]] = {}
    for task in found:
        links.update(task.links)
    return replace(
        first,
        facts=facts[: max(len(first.facts), _GROWTH * limits.facts)],
        passages=passages[: max(len(first.passages), _GROWTH * limits.passages)],
        links=tuple(sorted(links.items())),
    )


def _joined(rows: Sequence[Sequence[T]], marked: set[Hashable]) -> tuple[T, ...]:
    lines: dict[Hashable, T] = {}
    for line in chain.from_iterable(zip_longest(*rows)):
        if line is not None:
            lines.setdefault(_key(line), line)
    kept = [line for key, line in lines.items() if key in marked]
    return (*kept, *(line for key, line in lines.items() if key not in marked))


def _key(line: Fact | Passage) -> Hashable:
    if isinstance(line, Fact):
        return (Kind.FACT, line.id, line.known_from)
    return (line.kind, line.id)


def ask(source: Source, model: Model, question: str, how: Asking) -> Answer:
    """Answer a question from a memory, abstain, or report how the model failed.

    Each search opens its own view, so later ones may see what was learned in between.

    Args:
        source: the memory, as of the time of the question.
        model: answers the tasks of `clew.ask.tasks`.
        question: any text.
        how: mode, retriever, restrictions and limits.

    Raises:
        ModelError: the model cannot work at all.
    """
    inquiry = Inquiry(source, model, question, how)
    if how.names_by_model:
        inquiry.name()
    settled = inquiry.open()
    if settled is not None:
        return settled
    if how.mode == Mode.ITERATIVE:
        inquiry.look_further()
    return inquiry.answer()
