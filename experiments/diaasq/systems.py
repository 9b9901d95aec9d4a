"""Who answers: set operations over everything, the same over what retrieval finds, and neither.

- `sets`: `Memory.ask` as it is, which plans set questions and computes them over all facts.
- `plain`: `Memory.ask` without set operations: the present solver over recalled evidence.
- `top-K`: the K turns that hybrid search finds for the question; the very same plan and
  operations see only what those turns state. What it loses against `sets` is what a cut-off
  loses, for reading, planning and computing are the same.
"""

import re
from collections.abc import Collection, Sequence
from dataclasses import replace

from clew.ask.answers import Answer
from clew.ask.asking import Asking
from clew.ask.evidence import TimedView
from clew.ask.sets.answer import set_answer
from clew.errors import UnknownNameError
from clew.graph.types import EDGE_KINDS, AsOf, Episode, Fact, Item, Kind, Link
from clew.graph.view import Float32, Hit
from clew.memory import Memory
from experiments.diaasq.asked import Question
from experiments.diaasq.grading import Asker

__all__ = ["SYSTEMS", "ToldIn", "asker"]

SYSTEMS = ("sets", "plain", "top-10")
_TOP = re.compile(r"top-([1-9]\d{0,3})")


def asker(name: str) -> Asker:
    """Return a system: `sets`, `plain` or `top-K` for any K up to 9999.

    Raises:
        UnknownNameError: another name.
    """
    if found := _TOP.fullmatch(name):
        count = int(found[1])
        return lambda memory, question: _from_turns(memory, question, count)
    if name not in ("sets", "plain"):
        raise UnknownNameError("system", name, SYSTEMS)
    how = Asking(sets=name == "sets")
    return lambda memory, question: memory.ask(question.text, how)


def _from_turns(memory: Memory, question: Question, count: int) -> Answer:
    turns = memory.recall(question.text, k=count, kinds=(Kind.EPISODE,))
    with memory.view() as view:
        told = ToldIn(view, {one.item.id for one in turns})
        answer = set_answer(told, question.text)
    return answer or Answer(text=None, abstained=True, reason=f"not in the {count} turns found")


class ToldIn:
    """A timed view whose facts are only those told in some episodes, and only by these.

    Names are looked up in everything: what a question is about is not in doubt.
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

    def ids(self, kind: Kind) -> list[int]:
        """Return the view's own."""
        return self._view.ids(kind)

    def count(self, kind: Kind) -> int:
        """Return the view's own."""
        return self._view.count(kind)

    def items(self, ids: Sequence[int]) -> list[Item]:
        """Return the view's own."""
        return self._view.items(ids)

    def links(
        self, ids: Sequence[int], kinds: Collection[Kind] = EDGE_KINDS, most: int | None = None
    ) -> list[list[Link]]:
        """Return the view's own."""
        return self._view.links(ids, kinds, most)

    def others(
        self, ids: Sequence[int], kinds: Collection[Kind], kind: Kind
    ) -> list[tuple[int, ...]]:
        """Return the view's own."""
        return self._view.others(ids, kinds, kind)

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
