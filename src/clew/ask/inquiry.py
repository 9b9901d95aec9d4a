"""Answer one question: search, ask the model, and record the steps and their cost.

In adaptive mode, a model that lacks something says what to search for, or that the answer is to be
computed, and is asked again:

    retrieve --> answer or search --searches--> retrieve --> answer or search --> ... --> answer

Source: PersonalAI 2.0 (arXiv 2605.13481), where judging the evidence and rewriting the remaining
searches helps most. There each is a call of its own; here the answer itself is the judgement, so
that a question that one look answers costs one call.
"""

from collections.abc import Container, Hashable, Iterable, Sequence
from dataclasses import fields, replace
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
from clew.ask.sets.tasks import plan_task
from clew.ask.tasks import (
    MAX_SEARCHES,
    AnswerOrSearch,
    AnswerOrSearches,
    AnswerQuestion,
    AnswerReply,
    QuestionEntities,
    Style,
)
from clew.graph.types import Episode, Fact, Kind, Thesis
from clew.llm.base import FailureKind, Loss, Model, Result, Task, Usage
from clew.recall.query import Asked, query_for, read_question
from clew.text import counted, normalise_name

__all__ = ["Inquiry", "ask", "merged"]

T = TypeVar("T", bound=Fact | Passage)


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
        limits = how.limits or (QALimits() if rules else FOR_LANGUAGE_MODELS)
        self._limits = limits if how.budget is None else replace(limits, tokens=how.budget)
        self._how = replace(how, limits=self._limits)
        self._gather = gather_for(model)
        self._names: tuple[str, ...] | None = None
        self._read: Asked | None = None
        self._found: list[AnswerQuestion] = []
        """The evidence: of each search whose lines still count, in order."""
        self._known: set[Hashable] = set()
        """Every line found so far."""
        self._useful: dict[Hashable, None] = {}
        self._searched: dict[str, str] = {}
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
            empty = is_empty(view)
        self._keep(self.question, found)
        settled = self._computed() if self._how.plans_by_model else None
        if settled is None and empty:
            settled = Answer(text=None, abstained=True, reason=NOTHING_REMEMBERED)
        if settled is None:
            return None
        return self._settled(settled)

    def _settled(self, given: Answer) -> Answer:
        """Return an answer for which no evidence was read."""
        self._note("answer", self.question, given.reason)
        return self._closed(given)

    def _asked(self) -> Asked:
        """Return the question as parsed for retrieval; it is embedded only once."""
        if self._read is None:
            source = self._source
            self._read = read_question(self.question, source.embedder, self._names, source.lend)
        return self._read

    def _computed(self) -> Answer | None:
        """Let the model plan a computation; return the plan's result, if any."""
        asked = self._asked()
        with self._source.lend() as view:
            task = plan_task(view, asked)
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
            asked = read_question(text, self._source.embedder, lend=self._source.lend)
            with self._source.lend() as view:
                found = self._gather(view, asked, self._how)
            self._keep(text, found)

    def _keep(self, text: str, found: AnswerQuestion) -> None:
        lines = {_key(line) for line in found.evidence}
        count = f"{counted(len(found.facts), 'fact')}, {counted(len(found.passages), 'passage')}"
        new = f", {len(lines - self._known)} of them new" if self._searched else ""
        self._note("retrieve", text, count + new)
        self._searched[normalise_name(text)] = text
        self._known |= lines
        self._found.append(found)

    def _packed(self) -> tuple[AnswerQuestion, int]:
        """Return the question with as much of the evidence as fits, and how much does not."""
        found = merged(self._found, self._useful, self._limits)
        task = replace(found, question=self.question, style=Style(self._how.style))
        task, left_out = packed(task, self._limits.tokens)
        lines = {_key(line) for each in self._found for line in each.evidence}
        return task, max(left_out, len(lines) - len(task.evidence))

    def _mark(self, task: AnswerQuestion, numbers: Sequence[int]) -> bool:
        """Mark lines of the evidence as useful; return whether any line was named.

        They keep their place when more is found. Invalid numbers are recorded as losses.
        """
        evidence = dict(enumerate(task.evidence, 1))
        wanted = sorted(set(numbers))
        named = [_key(evidence[number]) for number in wanted if number in evidence]
        self._useful.update(dict.fromkeys(named))
        self._losses += [
            Loss("names evidence that is not there", str(number))
            for number in wanted
            if number not in evidence
        ]
        return bool(named)

    def _run(self, task: Task[Any]) -> Result[Any]:
        """Put a task to the model, and count it."""
        (result,) = self._model.run([task])
        self._count(result)
        return result

    def _count(self, result: Result[Any]) -> None:
        self._tasks += 1
        self._usage += result.usage
        self._losses += result.losses

    def _note(self, what: str, about: str, outcome: str, result: Result[Any] | None = None) -> None:
        """Record a step, with the failure of its result, if any."""
        failure = None if result is None else result.failure
        if failure is not None:
            outcome = f"{failure.kind}: {failure.message}"
        self._steps.append(Step(what=what, about=about, outcome=outcome, failure=failure))

    def look_further(self) -> Answer | None:
        """Ask, and search for what the model lacks, until it answers or abstains.

        Returns `None` if the last task is still to be put: no other is left, nothing new is found,
        or a reply could not be parsed, which a step records.
        """
        while self._left() > 1:
            task, left_out = self._packed()
            looking = self._looking(task)
            (result,) = self._model.run([looking])
            reply = result.value
            if not _goes_on(result):
                return self._given(looking, result, left_out)
            self._count(result)
            if not isinstance(reply, AnswerOrSearches):
                self._note("search", self.question, "", result)
                return None
            cited = self._mark(task, reply.citations)
            settled = self._computed() if reply.compute and self._may_compute() else None
            if settled is not None:
                return self._settled(settled)
            if not self._found_more(reply, only_useful=cited):
                return None
        self._note("search", self.question, "not asked: the last task is the answer")
        return None

    def _left(self) -> int:
        """Return how many tasks may still be put to the model, including the answer."""
        return self._how.max_tasks - self._tasks

    def _looking(self, task: AnswerQuestion) -> AnswerOrSearch:
        """Return the question so that the reply may ask for searches."""
        same = {each.name: getattr(task, each.name) for each in fields(AnswerQuestion)}
        return AnswerOrSearch(**same, searched=tuple(self._searched.values())[1:])

    def _may_compute(self) -> bool:
        return self._left() > 1 and all(step.what != "plan" for step in self._steps)

    def _found_more(self, reply: AnswerOrSearches, *, only_useful: bool) -> bool:
        """Make the searches of a reply; return whether they found a new line.

        What was found before stays, or only what replies cited (`only_useful`).
        """
        fresh = self._fresh(reply.searches)[:MAX_SEARCHES]
        missing = f" ({reply.reasoning})" if reply.reasoning else ""
        self._note("search", self.question, (" / ".join(fresh) or "nothing new") + missing)
        before, known = self._found, set(self._known)
        self._found = []
        self._search(fresh)
        if self._known == known:
            self._found = before
            return False
        useful = [_only(task, self._useful) for task in before] if only_useful else before
        self._found = [*self._found, *useful]
        return True

    def answer(self) -> Answer:
        """Let the model answer from the evidence, or abstain."""
        task, left_out = self._packed()
        (result,) = self._model.run([task])
        return self._given(task, result, left_out)

    def _given(self, task: AnswerQuestion, result: Result[AnswerReply], left_out: int) -> Answer:
        """Return the answer that a reply gives."""
        given = answer_from(task, result)
        facts, passages = len(task.facts), len(task.passages)
        count = f"from {counted(facts, 'fact')} and {counted(passages, 'passage')}"
        room = f", {left_out} left out for want of room" if left_out else ""
        outcome = given.text if given.text is not None else given.reason
        self._note("answer", self.question, f"{outcome} ({count}{room})")
        return self._closed(given)

    def _closest(self) -> tuple[Fact | Thesis | Episode, ...]:
        """Return the items nearest to the question, best first, each text once."""
        asked = self._asked()
        with self._source.lend() as view:
            query = query_for(view, asked, kinds=self._how.kinds, skip=self._how.skip)
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
    """Return the first search's question with the evidence of all searches, each line once.

    The evidence of a single search is unchanged. With several, useful lines come first, then the
    first of each search, the second of each and so on, within the limits of one search.
    """
    first = found[0]
    if len(found) == 1:
        return first
    marked = set(useful)
    links: dict[str, tuple[int, ...]] = {}
    for task in found:
        links.update(task.links)
    return replace(
        first,
        facts=_joined([task.facts for task in found], marked)[: limits.facts],
        passages=_joined([task.passages for task in found], marked)[: limits.passages],
        links=tuple(sorted(links.items())),
        left_out=0,
    )


def _only(task: AnswerQuestion, keys: Container[Hashable]) -> AnswerQuestion:
    """Return a question with only some of its evidence."""
    facts = tuple(line for line in task.facts if _key(line) in keys)
    passages = tuple(line for line in task.passages if _key(line) in keys)
    return replace(task, facts=facts, passages=passages, left_out=0)


def _goes_on(result: Result[AnswerReply]) -> bool:
    """Return whether a reply leaves something to do before the answer."""
    if isinstance(result.value, AnswerOrSearches):
        return not result.value.final
    return result.failure is not None and result.failure.kind is FailureKind.BAD_REPLY


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
    looked = inquiry.look_further() if how.mode == Mode.ADAPTIVE else None
    return inquiry.answer() if looked is None else looked
