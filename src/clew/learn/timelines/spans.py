"""A statement to be placed, and what a draft knows of a fact's time: when it holds, who says so."""

from typing import NamedTuple

from clew.graph.times import END, START
from clew.graph.types import Kind
from clew.learn.draft import Draft
from clew.learn.timelines.exactness import Told
from clew.projection.levels import DEFAULT
from clew.projection.rows import ClosureRow

__all__ = [
    "End",
    "Statement",
    "begins",
    "closable",
    "disputes_of",
    "holds",
    "interval",
    "split",
    "starts_within",
    "told_ends",
]


class Statement(NamedTuple):
    """A fact to be placed, with resolved ends and ticks; `end=None` means until replaced.

    With `start=None` it had begun by `told`; a direct write has no time of telling.
    """

    subject: int
    relation: str
    object: int
    start: int | None
    end: int | None
    ended: bool = False
    told: int = START
    level: int = DEFAULT
    """How far its source is trusted."""
    precision: int = 0
    """How exactly start and end are told (clew.graph.precision)."""

    @property
    def moment(self) -> int:
        """The first moment at which the statement is known to hold."""
        return self.told if self.start is None else self.start


class End(NamedTuple):
    """An end that was told of a fact, by an episode (`None`: a direct write)."""

    at: int
    episode: int | None


def interval(draft: Draft, fact: int) -> tuple[int, int]:
    """Return from when to when a fact is known to hold: an unknown start counts when it was told.

    What is only said to be over counts from the beginning.
    """
    version = draft.version(fact)
    low = version.valid_from
    if low is None:
        begun = draft.begun(fact)
        low = START if begun == END else begun
    return low, END if version.valid_to is None else version.valid_to


def holds(draft: Draft, fact: int, at: int) -> bool:
    """Return whether a fact is known to hold at a moment."""
    low, high = interval(draft, fact)
    return low <= at < high


def closable(draft: Draft, rival: int, at: int) -> bool:
    """Return whether a rival holds at a moment, and not only is said to be over later."""
    version = draft.version(rival)
    if not holds(draft, rival, at):
        return False
    return version.valid_from is not None or draft.begun(rival) < END


def starts_within(draft: Draft, fact: int, after: int) -> list[int]:
    """Return the starts told of a fact after a moment and while it holds, sorted."""
    high = interval(draft, fact)[1]
    return [start for start in draft.starts_after(fact, after) if start < high]


def told_ends(draft: Draft, fact: int) -> list[End]:
    """Return the ends told of a fact, not those by what replaced it."""
    found = [End(one.end, one.episode) for one in draft.assertions(fact) if one.end is not None]
    return found + [End(row.at, row.episode) for row in draft.closures_of(fact) if row.by is None]


def split(draft: Draft, fact: int, at: int, because: int | None) -> int | None:
    """Create a second row, from then on, for a fact that was stated again after `at`.

    Returns the row. `because` is the episode that made it necessary: forgetting that joins the two
    again.
    """
    _, high = interval(draft, fact)
    told = [(begins(draft, one), one) for one in draft.assertions(fact)]
    again = [start for start, _ in told if at < start < high]
    if not again:
        return None
    row = draft.fact(fact)
    later = [one for start, one in told if at < start < END]
    own = next(((one.start, one.end) for one in later if one.episode is None), None)
    second = draft.add_edge(
        Kind.FACT,
        row.source,
        row.target,
        relation=row.relation,
        attributes={"split_of": fact, "because_of": because},
        direct=own is not None,
        asserts=(*own, 0) if own else (None, None, 0),
    )
    for one in later:
        draft.assert_item(one.episode, second, one.start, one.end, one.precision)
    for closure in draft.closures_of(fact):
        if closure.at > at:
            draft.close(second, closure.at, closure.by, closure.episode)
    if draft.levels:
        _copy_disputes(draft, fact, second, min(again))
    for _, one in told:
        if one not in later and one.end is not None and one.end > at:
            draft.close(second, one.end, None, one.episode)
    return second


def begins(draft: Draft, told: Told) -> int:
    """Return from when on something is surely said to hold; `END`: it says that it is over."""
    return draft.begun_by(told.episode, told.end) if told.start is None else told.start


def disputes_of(draft: Draft, fact: int) -> list[ClosureRow]:
    """Return the closures of a fact that do not count."""
    live = {row.id for row in draft.closures_of(fact)}
    return [row for row in draft.closures_of(fact, every=True) if row.id not in live]


def _copy_disputes(draft: Draft, fact: int, second: int, start: int) -> None:
    """Let the second row of a split be in dispute as the first one was, from its start on."""
    for row in disputes_of(draft, fact):
        if row.at > start:
            draft.close(second, row.at, row.by, row.episode, counts=False)
    counted = {row.id for row in draft.closures_by(fact)}
    for row in draft.closures_by(fact, every=True):
        if row.at >= start and row.id not in counted:
            draft.close(row.item, row.at, second, row.episode, counts=False)
