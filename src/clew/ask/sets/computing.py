"""What set operations share: a plan with its source, rows in groups, and the wording."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import TypeAlias

from clew.ask.evidence import TimedView
from clew.ask.sets.matched import Row
from clew.ask.sets.plans import Form, Plan, WantedStance
from clew.ask.sets.selecting import Selector
from clew.graph.times import order_key
from clew.graph.types import Episode
from clew.minds.english.asking.stances import Stance
from clew.minds.english.asking.windows import show_time

__all__ = [
    "SILENT",
    "SURE",
    "Computed",
    "Groups",
    "Work",
    "by_time",
    "facts_of",
    "grouped",
    "listed",
    "name_of",
    "nothing",
]

SURE, SILENT = 0.85, 0.6
"""Confidence in what facts say, and in what they say by saying nothing else."""


@dataclass(frozen=True, slots=True)
class Computed:
    """An answer by computation; without items there is none, and `reason` tells why."""

    items: tuple[str, ...] = ()
    text: str = ""
    """The items in a sentence's place: with counts where there is a tie, with times of changes."""
    facts: tuple[int, ...] = ()
    """The facts it rests on, ascending."""
    reason: str = ""
    confidence: float = 0.0
    episodes: tuple[int, ...] = ()
    """The episodes that told the facts, ascending."""


_STANCES = frozenset(str(stance) for stance in Stance)
Groups: TypeAlias = dict[int | str, list[Row]]


@dataclass(frozen=True, slots=True)
class Work:
    """A plan with what it is computed from."""

    plan: Plan
    selector: Selector
    view: TimedView

    def known(self, name: str) -> bool:
        """Tell whether a name, or the thing in "the battery life of the T", is in memory."""
        return self.selector.knows(name) or any(self.selector.knows(part) for part in _things(name))

    def rows(self, at: int) -> list[Row]:
        """Return the rows of one pattern."""
        return self.selector.rows(self.plan.patterns[at])

    def all_rows(self) -> list[list[Row]]:
        """Return the rows of every pattern."""
        return [self.selector.rows(pattern) for pattern in self.plan.patterns]

    def judged(self, at: int) -> bool:
        """Tell whether other stances are known where a pattern's own one is not taken."""
        pattern = self.plan.patterns[at]
        if pattern.stance in (None, WantedStance.ANY):
            return False
        return bool(self.selector.rows(pattern.model_copy(update={"stance": WantedStance.ANY})))

    def chosen(self, groups: Groups) -> dict[str, list[Row]] | None:
        """Return the groups of the candidates by their names; `None`: of one nothing is known."""
        found: dict[str, list[Row]] = {}
        for name in self.plan.candidates:
            keys = self.selector.keys(name)
            rows = [row for key, group in groups.items() if key in keys for row in group]
            if not rows:
                return None
            found[name] = rows
        return found

    def exact(self, row: Row) -> bool:
        """Tell whether a row's time is that of the text it was learned from, to the day."""
        known = {fact.id: fact for fact in self.selector.about(_ids_of(row))}
        told = [id for fact in row.facts if fact in known for id in known[fact].episodes]
        items = self.view.items(told)
        return any(isinstance(one, Episode) and one.at == row.time for one in items)

    def shown(self, row: Row) -> str:
        """Return the time of a row as an answer shows it."""
        time = row.time
        if isinstance(time, datetime) and self.exact(row):
            return show_time(time, f"{time.day} {time:%B}")
        return "" if time is None else show_time(time)


def _ids_of(row: Row) -> tuple[int, ...]:
    return tuple(key for key in (row.subject.key, row.object.key) if isinstance(key, int))


def _things(name: str) -> Iterable[str]:
    _, link, thing = name.rpartition(" of ")
    if link:
        yield thing
    owner, link, _ = name.partition("'s ")
    if link:
        yield owner


def grouped(rows: Iterable[Row]) -> Groups:
    """Return rows by value, the earliest known value first."""
    groups: Groups = {}
    for row in rows:
        groups.setdefault(row.value.key, []).append(row)
    return groups


def name_of(group: Sequence[Row]) -> str:
    """Return what the value of a group is called."""
    return group[0].value.name


def facts_of(rows: Iterable[Row]) -> tuple[int, ...]:
    """Return the facts that rows rest on, ascending."""
    return tuple(sorted({fact for row in rows for fact in row.facts}))


def nothing(reason: str = "not in memory") -> Computed:
    """Return that there is no answer, and why."""
    return Computed(reason=reason)


def listed(work: Work, groups: Sequence[list[Row]], reason: str, sure: float) -> Computed:
    """Word a set in the form that is asked for."""
    rows = [row for group in groups for row in group]
    names = tuple(dict.fromkeys(name_of(group) for group in groups))
    if work.plan.form is Form.NUMBER:
        items: tuple[str, ...] = (str(len(groups)),)
    elif work.plan.form is Form.YES_NO:
        items = ("yes" if groups else "no",)
    elif work.plan.form is Form.TIME:
        dated = [row for row in rows if row.time is not None]
        items = tuple(dict.fromkeys(work.shown(row) for row in sorted(dated, key=by_time)))
        if not items:
            return nothing("not in memory: the time is not stated")
    else:
        items = names or ("none",)
    text = ", ".join(items)
    if work.plan.form is Form.YES_NO and groups and not _only_stances(groups):
        text += ": " + ", ".join(names)
    return Computed(items, text, facts_of(rows), f"{reason}: {', '.join(names) or 'none'}", sure)


def _only_stances(groups: Sequence[list[Row]]) -> bool:
    return all(name_of(group) in _STANCES for group in groups)


def by_time(row: Row) -> tuple[int, tuple[int, ...]]:
    """Return what sorts rows by time, undated ones first, and then by fact id."""
    return order_key(row.time), row.facts
