"""ReasonPlanner's world model: what happens becomes memory, and questions are answered from it.

    a relocation: what is seen ----------------\
    anything else: action, response -> summary --> GraphMemory (episode, facts with their step)
                                         (names for pronouns, if there is a resolver)
    question -> two entities -> path, k hops, in the order of time -> answer with its facts

It is the graph of all runs in the file, whatever was played: other runs show how the world works.
"""

from bisect import bisect
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from clew.agents.base import Info, failure_of
from clew.agents.coreference import Resolver
from clew.agents.graph_memory import GraphMemory
from clew.agents.memory import with_action
from clew.agents.reasonplanner.tasks import AnswerFromWorld, SummariseStep, TwoEntities
from clew.agents.scene import Noted, Remembered
from clew.graph.types import AsOf, Fact, Kind
from clew.learn.runs import Run
from clew.llm.base import Result, Task
from clew.projection.view_of import ProjectionView
from clew.recall.query import query_for, read_question
from clew.recall.search.temporal import Temporal
from clew.recall.selection import Selection, selected

__all__ = ["RELOCATIONS", "Ask", "WorldModel"]

Ask: TypeAlias = Callable[[Task[Any]], Result[Any]]
"""Asks the agent's model, which counts the cost."""
RELOCATIONS = ("go", "teleport")
"""How commands begin after which the world shows another place, unless `info["relocations"]` names
others."""
_KNOWN = 15
"""Names by words, and as many by vector, shown to the model that chooses two of them."""


@dataclass(slots=True)
class WorldModel:
    """Learns every step of a run, and answers questions (section 3.2 and 3.4 of the paper).

    Pronouns are resolved by the model that summarises a step: it sees the step before. With a
    resolver both that summary and what is seen go through it, as in the paper.

    Args:
        graph: the memory that learns.
        ask: answers `SummariseStep`, `TwoEntities`, `AnswerFromWorld`. A summary that fails is
            replaced by action and response as they are.
        hops: how often the path between the entities is expanded by its neighbours (k).
        resolver: puts names for pronouns before a text is learned; what is seen after a relocation
            by itself, so that a room seen again gives the same text, all else after the step
            before. If it raises, nothing is learned of the step.
        most: most facts shown for an answer.
        budget: most tokens of them.
    """

    graph: GraphMemory
    ask: Ask
    hops: int = 1
    resolver: Resolver | None = None
    most: int = 30
    budget: int = 1200
    _location: str = ""
    _before: str = ""

    def learn(
        self, step: int, observation: str, info: Info, action: str = "", *, again: bool = False
    ) -> None:
        """Learn what a command led to; without one, the first observation.

        Args:
            step: of the run.
            observation: the world's response.
            info: `location` tells a relocation; `look` what is seen there, if the response does
                not.
            action: the command.
            again: the step is repeated from a trajectory; nothing is learned twice.
        """
        here = str(info.get("location") or "")
        if not (again and self.graph.learned(step)):
            self.graph.learn(step, self._text(observation, info, action, here), action)
        self._location, self._before = here, with_action(observation, action)

    def _text(self, observation: str, info: Info, action: str, here: str) -> str:
        """Return what is learned of a step."""
        if not action:
            return self._named(observation, "")
        if here != self._location:
            return self._named(str(info.get("look") or observation), "")
        if not observation.strip() or _relocates(action, info):
            return self._named(observation, self._before)
        asked = self.ask(SummariseStep(self._location, action, observation, self._before))
        pair = with_action(observation, action)
        return self._named(pair if asked.value is None else asked.value.summary, self._before)

    def _named(self, text: str, before: str) -> str:
        """Return a text with names for its pronouns, if somebody resolves them."""
        return text if self.resolver is None else self.resolver.resolve(text, before)

    def query(self, question: str, step: int) -> Noted:
        """Answer from the graph; without facts about it, or if no fact is cited, nothing is known.

        Args:
            question: in words.
            step: the present step of the run.
        """
        unknown = Noted(question=question, step=step)
        known = self._names(question)
        if not known:
            return unknown
        chosen = self.ask(TwoEntities(question, known))
        if chosen.value is None:
            return replace(unknown, failed=failure_of(chosen))
        facts = self._facts(question, chosen.value.entities)
        if not facts:
            return unknown
        runs = self.graph.runs
        shown = [_remembered(fact, runs, self.graph.run) for fact in facts]
        lines = tuple(one.line(step) for one in shown)
        now = self.graph.run.at(step)
        answered = self.ask(AnswerFromWorld(question, now, tuple(facts), lines=lines))
        if answered.value is None:
            return replace(unknown, failed=failure_of(answered))
        reply = answered.value
        cited = tuple(shown[n - 1] for n in dict.fromkeys(reply.citations) if 0 < n <= len(shown))
        if reply.abstain or not cited:
            return unknown
        return replace(unknown, answer=reply.answer, facts=cited)

    def _names(self, question: str) -> tuple[str, ...]:
        """Return names that are like the question, by words, then by vector."""
        vector = read_question(question, self.graph.memory.embedder, ()).vector
        with self._view() as view:
            hits = view.match(question, _KNOWN, kind=Kind.ENTITY)
            if vector is not None:
                hits = hits + view.nearest(vector[None], _KNOWN, kind=Kind.ENTITY)[0]
            ids = list(dict.fromkeys(id for id, _ in hits))
            return tuple(one.text for one in view.items(ids))

    def _facts(self, question: str, names: Sequence[str]) -> list[Fact]:
        """Return the facts around the path between two entities, in the order of time."""
        asked = read_question(question, self.graph.memory.embedder, names)
        with self._view() as view:
            query = query_for(view, asked, kinds=(Kind.FACT,), skip=frozenset({Kind.THESIS}))
            how = Selection(budget=self.budget)
            search = Temporal(k=self.hops, rarest=False)
            found = selected(view, query, search, self.most, how)
            items = view.items([one.id for one in found])
        return [item for item in items if isinstance(item, Fact)]

    def _view(self) -> AbstractContextManager[ProjectionView]:
        """Return a view of all that ever held, in all runs."""
        memory = self.graph.memory
        return memory.store.view(memory.namespace, AsOf(), now=0, any_time=True)


def _relocates(action: str, info: Info) -> bool:
    """Return whether a command begins as those do that lead elsewhere."""
    begin = tuple(f"{verb} " for verb in info.get("relocations") or RELOCATIONS)
    return f"{action.casefold()} ".startswith(begin)


def _remembered(fact: Fact, runs: Sequence[Run], this: Run) -> Remembered:
    """Return a fact with the run and the step at which it began."""
    begun, over = fact.valid_from, fact.valid_to is not None
    later = 0 if begun is None else bisect(runs, begun, key=lambda run: run.began)
    if begun is None or not later:
        return Remembered(text=fact.text, over=over)
    run = runs[later - 1]
    name = "" if run == this else run.id
    return Remembered(text=fact.text, step=run.since(begun), run=name, over=over)
