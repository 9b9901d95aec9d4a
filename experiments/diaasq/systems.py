"""The systems that answer: plans over all facts, plans over retrieved facts, and asking.

- `sets`: each question's own plan (`plans`), computed over all facts.
- `top-K`: the same plan, but only over what is stated in the K turns that hybrid search finds. What
  it loses against `sets` is the cost of the cut-off, since reading and computing are the same.
- `ask`: plain `Memory.ask`, without a plan.

Plans name the gold graph's relations, so the first two work only on that graph.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from clew.ask.asking import Answer
from clew.ask.evidence import TimedView
from clew.ask.sets.operations import compute
from clew.errors import UnknownNameError
from clew.graph.types import EDGE_KINDS, AsOf, Episode, Fact, Item, Kind, Link
from clew.graph.view import Float32, Hit
from clew.memory import Memory
from experiments.diaasq.asked import Question
from experiments.diaasq.grading import Asker
from experiments.diaasq.plans import polarity_of

__all__ = ["SYSTEMS", "ToldIn", "asker"]

SYSTEMS = ("sets", "top-10", "ask")
_TOP = re.compile(r"top-([1-9]\d{0,3})")


def asker(name: str) -> Asker:
    """Return a system: `sets`, `ask`, or `top-K` for any K up to 9999.

    Raises:
        UnknownNameError: another name.
    """
    if found := _TOP.fullmatch(name):
        count = int(found[1])
        return lambda memory, question: _from_turns(memory, question, count)
    if name not in ("sets", "ask"):
        raise UnknownNameError("system", name, SYSTEMS)
    if name == "ask":
        return lambda memory, question: memory.ask(question.text)
    return _from_all


def _from_all(memory: Memory, question: Question) -> Answer:
    with memory.view() as view:
        return _worded(compute(question.plan, view))


def _from_turns(memory: Memory, question: Question, count: int) -> Answer:
    turns = memory.recall(question.text, k=count, kinds=(Kind.EPISODE,))
    with memory.view() as view:
        told = ToldIn(view, {one.item.id for one in turns})
        return _worded(compute(question.plan, told))


def _worded(answer: Answer) -> Answer:
    """Return an answer with the polarity in place of a relation that states an opinion."""
    return replace(answer, items=tuple(polarity_of(item) or item for item in answer.items))


class ToldIn:
    """A timed view whose facts are only those told in some episodes, and only by these.

    Names are looked up in everything, since a question's entities are not in doubt.
    """

    def __init__(self, view: TimedView, episodes: Collection[int]) -> None:
        self._view = view
        self._episodes = frozenset(episodes)

    @property
    def namespace(self) -> str:
        """The view's own."""
        return self._view.namespace

    @property
    def revision(self) -> int:
        """The view's own."""
        return self._view.revision

    @property
    def as_of(self) -> AsOf:
        """The view's own."""
        return self._view.as_of

    def timeline(self, entity_ids: Sequence[int]) -> list[Fact]:
        """Return the facts told in the episodes; one told earlier elsewhere starts here."""
        found: list[Fact] = []
        for fact in self._view.timeline(entity_ids):
            kept = tuple(id for id in fact.episodes if id in self._episodes)
            if not kept:
                continue
            start = fact.valid_from
            if kept[0] != fact.episodes[0] and start is not None:
                first = self._view.items(kept[:1])[0]
                start = first.at if isinstance(first, Episode) else start
            found.append(replace(fact, episodes=kept, valid_from=start))
        return found

    def denied(self, entity_ids: Sequence[int]) -> list[Fact]:
        """Return what the episodes deny."""
        return [
            fact
            for fact in self._view.denied(entity_ids)
            if not self._episodes.isdisjoint(fact.episodes)
        ]

    def ids(self, kind: Kind) -> list[int]:
        """Return the view's own."""
        return self._view.ids(kind)

    def count(self, kind: Kind) -> int:
        """Return the view's own."""
        return self._view.count(kind)

    def items(self, ids: Sequence[int]) -> list[Item]:
        """Return the view's own."""
        return self._view.items(ids)

    def ends(self, ids: Sequence[int]) -> list[tuple[int, ...]]:
        """Return the view's own."""
        return self._view.ends(ids)

    def links(
        self,
        ids: Sequence[int],
        kinds: Collection[Kind] = EDGE_KINDS,
        most: int | None = None,
        among: Collection[int] | None = None,
    ) -> list[list[Link]]:
        """Return the view's own."""
        return self._view.links(ids, kinds, most, among)

    def others(
        self, ids: Sequence[int], kinds: Collection[Kind], kind: Kind, up_to: int | None = None
    ) -> list[tuple[int, ...]]:
        """Return the view's own."""
        return self._view.others(ids, kinds, kind, up_to)

    def degrees(self, ids: Sequence[int], kinds: Collection[Kind]) -> list[int]:
        """Return the view's own."""
        return self._view.degrees(ids, kinds)

    def find(self, name: str) -> list[int]:
        """Return the view's own."""
        return self._view.find(name)

    def nearest(self, vectors: Float32, k: int, *, kind: Kind) -> list[list[Hit]]:
        """Return the view's own."""
        return self._view.nearest(vectors, k, kind=kind)

    def match(self, text: str, k: int, *, kind: Kind) -> list[Hit]:
        """Return the view's own."""
        return self._view.match(text, k, kind=kind)

    def vectors(self, ids: Sequence[int]) -> Float32:
        """Return the view's own."""
        return self._view.vectors(ids)
