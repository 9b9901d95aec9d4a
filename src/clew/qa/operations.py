"""Set operations over the rows that a plan's patterns select: counted, compared, worded by us.

A set nothing is known of is no empty set: where a pattern matches nothing the answer is an
abstention, unless the question is what others have beside. Ties are given whole.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from typing import TypeAlias

from clew.graph.times import order_key
from clew.graph.types import Episode, Time
from clew.qa.evidence import Linker, TimedView
from clew.qa.matched import Row, Value
from clew.qa.mentions import Find
from clew.qa.phrases import readings
from clew.qa.plans import Form, Measure, Operation, Pattern, Per, Plan, Taken, WantedStance
from clew.qa.relations import SINGLE_ENDS
from clew.qa.selecting import Selector
from clew.qa.stances import Stance
from clew.qa.windows import show_time

__all__ = ["Computed", "compute"]

_SURE, _SILENT = 0.85, 0.6
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
_Groups: TypeAlias = dict[int | str, list[Row]]


def compute(plan: Plan, view: TimedView, find: Find | None = None) -> Computed:
    """Return what a plan's operation gives over all facts of a view.

    Args:
        plan: what to select and what to do with it.
        view: the memory, bound to the moment the question is asked from.
        find: looks names up; by default as questions do (`Linker`).
    """
    work = _Work(plan, Selector(view, find or Linker(view).find), view)
    names = [
        name
        for pattern in plan.patterns
        for end in (pattern.subject, pattern.object)
        for name in end.names
    ]
    unknown = [name for name in (*names, *plan.candidates) if not work.known(name)]
    if unknown:
        return Computed(reason=f"not in memory: {unknown[0]!r}")
    found = _OPERATIONS[plan.operation](work)
    return replace(found, episodes=work.selector.episodes(found.facts))


@dataclass(frozen=True, slots=True)
class _Work:
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

    def chosen(self, groups: _Groups) -> dict[str, list[Row]] | None:
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


def _grouped(rows: Iterable[Row]) -> _Groups:
    """Return rows by value, the earliest known value first."""
    groups: _Groups = {}
    for row in rows:
        groups.setdefault(row.value.key, []).append(row)
    return groups


def _told(rows: Iterable[Row]) -> list[Row]:
    """Return rows whose values differ by what is told of them, too: to like it, to live there."""
    return [
        replace(row, value=Value(f"{row.said} {row.value.key}", row.value.name)) for row in rows
    ]


def _name(group: Sequence[Row]) -> str:
    return group[0].value.name


def _facts(rows: Iterable[Row]) -> tuple[int, ...]:
    return tuple(sorted({fact for row in rows for fact in row.facts}))


def _nothing(reason: str = "not in memory") -> Computed:
    return Computed(reason=reason)


def _listed(work: _Work, groups: Sequence[list[Row]], reason: str, sure: float) -> Computed:
    """Word a set in the form that is asked for."""
    rows = [row for group in groups for row in group]
    names = tuple(dict.fromkeys(_name(group) for group in groups))
    if work.plan.form is Form.NUMBER:
        items: tuple[str, ...] = (str(len(groups)),)
    elif work.plan.form is Form.YES_NO:
        items = ("yes" if groups else "no",)
    elif work.plan.form is Form.TIME:
        dated = [row for row in rows if row.time is not None]
        items = tuple(dict.fromkeys(work.shown(row) for row in sorted(dated, key=_by_time)))
        if not items:
            return _nothing("not in memory: the time is not stated")
    else:
        items = names or ("none",)
    text = ", ".join(items)
    if work.plan.form is Form.YES_NO and groups and not _only_stances(groups):
        text += ": " + ", ".join(names)
    return Computed(items, text, _facts(rows), f"{reason}: {', '.join(names) or 'none'}", sure)


def _only_stances(groups: Sequence[list[Row]]) -> bool:
    return all(_name(group) in _STANCES for group in groups)


def _by_time(row: Row) -> tuple[int, tuple[int, ...]]:
    return order_key(row.time), row.facts


# -- the operations ------------------------------------------------------------------------


def _none(work: _Work) -> Computed:  # noqa: ARG001 - all operations take the same
    return _nothing("no set operation answers this")


def _select(work: _Work) -> Computed:
    rows = sorted((row for part in work.all_rows() for row in part), key=_by_time)
    if rows:
        return _listed(work, list(_grouped(rows).values()), "all that match", _SURE)
    (first, *_) = work.plan.patterns
    if work.plan.form is Form.YES_NO and first.stance not in (None, WantedStance.ANY):
        other = work.selector.rows(first.model_copy(update={"stance": WantedStance.ANY}))
        if other:
            said = ", ".join(sorted({str(row.stance) for row in other}))
            return Computed(("no",), f"no: {said}", _facts(other), f"opinion: {said}", _SURE)
    return _nothing()


def _common(work: _Work) -> Computed:
    told = not any(part.relations or part.stance for part in work.plan.patterns)
    parts = [_grouped(_told(rows) if told else rows) for rows in work.all_rows()]
    if not all(part or work.judged(at) for at, part in enumerate(parts)):
        return _nothing("not in memory: nothing is known of one of them")
    shared = [key for key in parts[0] if all(key in part for part in parts[1:])]
    groups = [[row for part in parts for row in part[key]] for key in shared]
    if groups:
        return _listed(work, groups, "common to all", _SURE)
    grounds = _facts(row for part in parts for group in part.values() for row in group)
    return replace(_listed(work, [], "common to all", _SILENT), facts=grounds)


def _difference(work: _Work) -> Computed:
    first, *others = work.all_rows()
    if not first or not any(others):
        return _nothing("not in memory: nothing is known of one of them")
    taken = {row.value.key for rows in others for row in rows}
    left = [group for key, group in _grouped(first).items() if key not in taken]
    found = _listed(work, left, "what is left", _SILENT)
    if left:
        return found
    return replace(found, facts=_facts(row for rows in (first, *others) for row in rows))


def _most(work: _Work) -> Computed:
    return _extreme(work, max)


def _fewest(work: _Work) -> Computed:
    return _extreme(work, min)


def _extreme(work: _Work, pick: Callable[[Iterable[int]], int]) -> Computed:
    """Return the value, or all the values, with the largest or smallest count."""
    rows = [row for part in work.all_rows() for row in part]
    groups = _grouped(rows)
    if work.plan.candidates:
        chosen = work.chosen(groups)
        if chosen is None:
            return _nothing("not in memory: nothing is known of one of them")
    else:
        chosen = {}
        for group in groups.values():
            chosen.setdefault(_name(group), []).extend(group)
    if not chosen:
        return _nothing()
    counts = {name: _count(work.plan, group) for name, group in chosen.items()}
    best = pick(counts.values())
    names = tuple(name for name, count in counts.items() if count == best)
    said = ", ".join(f"{name} {count}" for name, count in counts.items())
    text = names[0] if len(names) == 1 else f"a tie: {' and '.join(names)} ({best} each)"
    if work.plan.form is Form.NUMBER:
        names, text = (str(best),), str(best)
    elif work.plan.form is Form.YES_NO:  # of the first candidate
        names = ("yes" if names == work.plan.candidates[:1] else "no",)
        text = f"{names[0]}: {said}"
    return Computed(names, text, _facts(_flat(chosen.values())), f"counted: {said}", _SURE)


def _flat(groups: Iterable[Iterable[Row]]) -> list[Row]:
    return [row for group in groups for row in group]


def _count(plan: Plan, rows: Sequence[Row]) -> int:
    """Return how many different subjects, objects or statements some rows are of."""
    per = plan.per or _other_end(plan.patterns[0])

    def unit(row: Row) -> tuple[object, ...]:
        if per is Per.STATEMENT:
            return row.facts, row.time
        return ((row.subject if per is Per.SUBJECT else row.object).key,)

    if plan.measure is Measure.COUNT:
        return len({unit(row) for row in rows})
    good = {unit(row) for row in rows if row.stance is Stance.POSITIVE}
    bad = {unit(row) for row in rows if row.stance is Stance.NEGATIVE}
    return len(good) - len(bad)


def _other_end(pattern: Pattern) -> Per:
    """Return the end that is counted where the plan does not say: the one that is not taken.

    Behind a join it is the end that is open: of "Anna's colleagues live in" the colleagues.
    """
    if pattern.join is not None:
        return Per.OBJECT if pattern.subject.names else Per.SUBJECT
    return Per.OBJECT if pattern.take is Taken.SUBJECT else Per.SUBJECT


def _first(work: _Work) -> Computed:
    return _at_end(work, min)


def _last(work: _Work) -> Computed:
    return _at_end(work, max)


def _at_end(work: _Work, pick: Callable[[Iterable[int]], int]) -> Computed:
    """Return the values of the earliest or latest rows."""
    rows = [row for part in work.all_rows() for row in part]
    dated = [row for row in rows if row.time is not None]
    groups = _grouped(dated)
    if work.plan.candidates:
        chosen = work.chosen(groups)
        if chosen is None:
            return _nothing("not in memory: nothing is known of one of them")
        dated = _flat(chosen.values())
    if not dated:
        return _nothing("not in memory: the time is not stated" if rows else "not in memory")
    at = pick(order_key(row.time) for row in dated)
    ends = [row for row in dated if order_key(row.time) == at]
    if work.plan.form is Form.TIME:
        return replace(_listed(work, [ends], "by time", _SURE), facts=_facts(ends))
    names = tuple(dict.fromkeys(_name(group) for group in _grouped(ends).values()))
    when = work.shown(ends[0])
    text = names[0] if len(names) == 1 else f"{' and '.join(names)} (both {when})"
    return Computed(names, text, _facts(ends), f"by time: {when}", _SURE)


def _similar(work: _Work) -> Computed:
    """Return who shares most values with the subject of the first pattern."""
    pattern = work.plan.patterns[0]
    any_relation = not (pattern.relations or pattern.stance)
    own = work.rows(0)
    reference = {_trait(row): row for row in (_told(own) if any_relation else own)}
    if not reference:
        return _nothing()
    me = {row.subject.key for row in reference.values()}
    open_end = pattern.model_copy(
        update={"subject": pattern.subject.model_copy(update={"names": work.plan.candidates})}
    )
    rows = [row for row in work.selector.rows(open_end) if row.subject.key not in me]
    rows = _told(rows) if any_relation else rows
    shared: dict[str, dict[object, Row]] = {name: {} for name in work.plan.candidates}
    for row in rows:
        if _trait(row) in reference:
            for name in _called(work, row):
                shared.setdefault(name, {})[_trait(row)] = row
    best = max((len(found) for found in shared.values()), default=0)
    if best == 0:
        return _nothing("not in memory: nothing is shared")
    names = tuple(name for name, found in shared.items() if len(found) == best)
    used = [row for name in names for row in shared[name].values()]
    used += [reference[trait] for name in names for trait in shared[name] if trait in reference]
    said = ", ".join(f"{name} {len(found)}" for name, found in shared.items())
    text = names[0] if len(names) == 1 else f"a tie: {' and '.join(names)} ({best} each)"
    return Computed(names, text, _facts(used), f"shared: {said}", _SURE)


def _trait(row: Row) -> tuple[object, ...]:
    return (row.value.key, row.aspect, row.stance)


def _called(work: _Work, row: Row) -> list[str]:
    """Return the candidates that a row's subject is; without candidates its own name."""
    if not work.plan.candidates:
        return [row.subject.name]
    return [name for name in work.plan.candidates if row.subject.key in work.selector.keys(name)]


def _changed(work: _Work) -> Computed:
    """Tell whether, when, how often the value became another one, or what it was in turn."""
    rows = sorted((row for part in work.all_rows() for row in part), key=_by_time)
    if not rows:
        return _nothing()
    states = [row for row in rows if not row.event] or rows
    runs = [_runs(work, group) for group in _by_trait(states)]
    turns = sorted((turn for run in runs for turn in run[1:]), key=lambda turn: _by_time(turn[0]))
    over = [row for row in states if row.stance is None and row.until is not None]
    form = work.plan.form
    if form is Form.TIME:
        if not turns:
            return _nothing("not in memory: no change is known")
        items = tuple(dict.fromkeys(work.shown(turn[0]) for turn in turns))
        return Computed(items, ", ".join(items), _facts(states), "changes", _SURE)
    if form is Form.NUMBER:
        return Computed((str(len(turns)),), str(len(turns)), _facts(states), "changes", _SURE)
    told = [_turn(work, turn) for run in runs for turn in run]
    if form is Form.NAMES:
        names = tuple(" and ".join(_values(turn)) for run in runs for turn in run)
        return Computed(names, ", ".join(told), _facts(states), "in order of time", _SURE)
    changed = bool(turns or over)
    text = f"{'yes' if changed else 'no'}: {', '.join(told)}"
    sure = _SURE if changed or len(states) > 1 else _SILENT
    return Computed((text.partition(":")[0],), text, _facts(states), "changes", sure)


def _by_trait(rows: Sequence[Row]) -> list[list[Row]]:
    """Return rows by what changes apart from each other: opinions by thing and aspect."""

    def whose(row: Row) -> tuple[list[str], tuple[str, ...]]:
        ends = {str(row.subject.key), str(row.object.key)} - {str(row.value.key)}
        return sorted(ends), row.aspect

    return [list(group) for _, group in groupby(sorted(rows, key=whose), whose)]


def _runs(work: _Work, rows: list[Row]) -> list[list[Row]]:
    """Return rows in order of time, those that follow with the same values in one run.

    Of facts that may hold beside each other the later one is no change.
    """
    moments = [list(group) for _, group in groupby(rows, lambda row: order_key(row.time))]
    single = rows[0].stance is not None or _single(work.plan.patterns)
    runs: list[list[Row]] = []
    for group in moments:
        last = runs[-1] if runs else []
        same = {row.value.key for row in group} == {row.value.key for row in last}
        beside = not single and any(_holds(row, group[0].time) for row in last)
        if runs and (same or beside):
            runs[-1] = last if same else last + group
        else:
            runs.append(group)
    return runs


def _single(patterns: Sequence[Pattern]) -> bool:
    """Tell whether a relation has one value at a time: an employer, a home."""
    end = {Taken.SUBJECT: "s", Taken.OBJECT: "o"}
    return any(
        {"s": reading.subject, "o": reading.object}[end[pattern.take]]
        in SINGLE_ENDS.get(reading.key, "")
        for pattern in patterns
        if pattern.take in end
        for text in pattern.relations
        for reading in readings(text)
        if reading.key in SINGLE_ENDS
    )


def _holds(row: Row, time: Time | None) -> bool:
    return row.until is None or order_key(row.until) > order_key(time)


def _values(turn: Sequence[Row]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(row.value.name for row in turn))


def _turn(work: _Work, turn: Sequence[Row]) -> str:
    when = work.shown(turn[0])
    return " and ".join(_values(turn)) + (f" (from {when})" if when else "")


_OPERATIONS: dict[Operation, Callable[[_Work], Computed]] = {
    Operation.NONE: _none,
    Operation.SELECT: _select,
    Operation.COMMON: _common,
    Operation.DIFFERENCE: _difference,
    Operation.MOST: _most,
    Operation.FEWEST: _fewest,
    Operation.FIRST: _first,
    Operation.LAST: _last,
    Operation.SIMILAR: _similar,
    Operation.CHANGED: _changed,
}
