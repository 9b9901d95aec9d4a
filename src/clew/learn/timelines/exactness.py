"""How exactly the end of a statement is told: as exactly as what ends it is told to begin."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple, Protocol

from clew.graph.precision import of_end, of_start
from clew.graph.times import Axis, Version
from clew.graph.types import Kind
from clew.projection.image import stated_facts
from clew.projection.rows import ClosureRow, EdgeRow, NodeRow

__all__ = ["Told", "exactness"]


class Told(NamedTuple):
    """What an episode (`None`: a direct write) asserts of a statement: from when to when."""

    episode: int | None
    start: int | None
    end: int | None
    precision: int = 0
    """How exactly it tells both (clew.graph.precision)."""


class Tellings(Protocol):
    """Who tells what, and what holds when, as a draft knows it."""

    axis: Axis

    def assertions(self, item: int) -> list[Told]: ...
    def closures_of(self, item: int, *, every: bool = False) -> list[ClosureRow]: ...
    def fact(self, item: int) -> EdgeRow: ...
    def kind_of(self, item: int) -> Kind: ...
    def node(self, item: int) -> NodeRow: ...
    def same_facts(self, subject: int, relation: str, target: int) -> list[int]: ...
    def version(self, item: int) -> Version: ...


def exactness(told: Tellings, item: int, at: int, by: int | None, episode: int | None) -> int:
    """Return how exactly the moment at which a statement ends is told (`Closure.precision`).

    What the episode says counts, else what others say of that moment. A thesis ends as exactly as
    the facts that it states.
    """
    if episode is None or told.axis is Axis.STEP:
        return 0
    if told.kind_of(item) is not Kind.FACT:
        stated = [each for one in stated_facts(told.node(item)) for each in _same(told, one)]
        ends = [told.version(each) for each in stated]
        return min((of_end(one.precision) for one in ends if one.valid_to == at), default=0)
    tellers = _same(told, item) if by is None else [by]
    found = [each for one in tellers for each in _parts(told.assertions(one), at)]
    mine = [part for one, part in found if one.episode == episode]
    known = [row.precision for row in told.closures_of(item, every=True) if row.at == at]
    return min(mine or [part for _, part in found] or known, default=0)


def _same(told: Tellings, fact: int) -> list[int]:
    """Return the facts with the content of a fact, itself included."""
    row = told.fact(fact)
    return told.same_facts(row.source, row.relation or "", row.target)


def _parts(assertions: Iterable[Told], at: int) -> Iterator[tuple[Told, int]]:
    """Yield who tells a moment at which something begins or ends, and how exactly."""
    for one in assertions:
        if one.start == at:
            yield one, of_start(one.precision)
        if one.end == at:
            yield one, of_end(one.precision)
