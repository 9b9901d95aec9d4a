"""What settling one text needs, and from when to when its statements hold."""

from collections.abc import Callable
from dataclasses import dataclass, field

from clew.errors import UsageError
from clew.graph.times import Axis, parse_end, parse_time, to_ticks, told_to
from clew.graph.types import PRECISIONS, Precision, Time
from clew.learn.draft import Draft
from clew.learn.mentions import Mentions
from clew.learn.resolve import Names
from clew.learn.runs import Over
from clew.learn.tasks import ExtractedFact, ExtractedThesis
from clew.llm.base import Loss

__all__ = ["Work", "interval"]

_SAID = PRECISIONS.index((Precision.SAID, Precision.SAID))


@dataclass(slots=True)
class Work:
    """What settling one episode needs, and what it collects on the way."""

    draft: Draft
    episode: int
    at: int
    names: Names
    text: Mentions
    protected: tuple[str, ...]
    """Relations whose facts are never superseded (`Domain.protected`)."""
    over: Over | None
    """The text's run, if it is over already, and when its state ended."""
    losses: list[Loss] = field(default_factory=list)
    met: dict[int, None] = field(default_factory=dict)
    """Entities the text names, in order."""

    def entity(self, name: str) -> int:
        """Return the entity a name means, added if it is new, and note that the text names it."""
        found = self.names.entity(name, self.text)
        self.met[found] = None
        return found

    def lose(self, reason: str, item: str) -> None:
        """Note something that is dropped."""
        self.losses.append(Loss(reason, item if len(item) <= 200 else item[:197] + "..."))


def interval(
    work: Work, said: ExtractedFact | ExtractedThesis, text: str
) -> tuple[int | None, int | None, int, str]:
    """Return start and end in ticks, how exactly they are told, and the date of a plan."""
    fact = said if isinstance(said, ExtractedFact) else None
    more = fact is not None and (fact.ended or fact.denied or fact.planned_for)
    if said.valid_from is None and said.valid_to is None and not more:  # as most are told
        return work.at, None, 0 if work.draft.axis is Axis.STEP else _SAID, ""
    told: dict[int | None, Precision] = {}
    start, end = _times(work, said, text, told)
    planned = ""
    if fact is not None and fact.planned_for:
        planned, start, end = _plan(work, fact, start, end, text)
    if fact is not None and fact.denied:
        start = end = work.at  # of what nobody has told, it is kept that it never held
    exact = PRECISIONS.index((told.get(start, Precision.SAID), told.get(end, Precision.SAID)))
    # What is observed at a step holds since that step.
    return start, end, 0 if work.draft.axis is Axis.STEP else exact, planned


def _times(
    work: Work, said: ExtractedFact | ExtractedThesis, text: str, told: dict[int | None, Precision]
) -> tuple[int | None, int | None]:
    """Return start and end in ticks; a time that cannot be read is a loss and counts as missing."""
    end = _moment(work, said.valid_to, text, told)
    start = None if said.valid_from == "unknown" else _moment(work, said.valid_from, text, told)
    if isinstance(said, ExtractedFact) and said.ended:
        if end is None:  # "no longer works at": over by then
            end = work.at if start is None else start
        return (None if start is None or end <= start else start), end
    if start is None and said.valid_from != "unknown":
        start = work.at
    if start is not None and end is not None and end <= start:
        if said.valid_from is None:
            return None, end  # "until 2015", told later: it began some time before
        work.lose("ends before it begins; the end was dropped", text)
        end = None
    return start, end


def _plan(
    work: Work, fact: ExtractedFact, start: int | None, end: int | None, said: str
) -> tuple[str, int | None, int | None]:
    """Return the date of a plan, and from when to when it is one: until that is over."""
    due = _moment(work, fact.planned_for, said, {}, read=parse_end)
    date = "unknown" if due is None else (fact.planned_for or "").strip()
    if fact.ended:
        return date, start, end
    due = end if due is None else due
    if start is not None:
        start = min(start, work.at)  # it is made by now, whenever it is for
        start = None if due is not None and due <= start else start
    return date, start, due


def _moment(
    work: Work,
    text: str | None,
    item: str,
    told: dict[int | None, Precision],
    read: Callable[..., Time] = parse_time,
) -> int | None:
    """Return a time in ticks, and note how exactly it is told."""
    if text is None or text == "unknown":
        return None
    try:
        time = read(text, steps=work.draft.axis is Axis.STEP)
        if work.draft.axis is Axis.STEP and not isinstance(time, int):
            raise UsageError(f"a date in a memory that counts steps: {text!r}")
        ticks = to_ticks(time, work.draft.axis)
        told[ticks] = told_to(text)
        return ticks
    except (UsageError, OverflowError) as error:
        work.lose(f"time not understood, the episode's time was taken ({error})", item)
        return None
