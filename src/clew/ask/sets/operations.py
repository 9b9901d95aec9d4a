"""Compute set operations over the rows that a plan's patterns select.

If a pattern matches nothing, the answer is an abstention: a set about which nothing is known is
not an empty set. Ties are returned in full.
"""

from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import replace
from functools import partial
from itertools import groupby
from typing import TypeAlias

from clew.ask.asking import Answer
from clew.ask.evidence import TimedView
from clew.ask.sets.plans import Form, Operation, Pattern, Per, Plan, Taken, moment
from clew.ask.sets.selecting import Row, Selector
from clew.graph.times import Axis, axis_of, order_key, shown_time
from clew.graph.types import Time

__all__ = ["compute"]

_SURE, _SILENT = 0.85, 0.6
"""Confidence in what facts say, and in what follows from the absence of others."""
_Pick: TypeAlias = Callable[[Iterable[int]], int]
_Groups: TypeAlias = dict[Hashable, list[Row]]


def compute(plan: Plan, view: TimedView) -> Answer:
    """Return the result of a plan's operation over all facts of a view, or an abstention.

    Args:
        plan: what to select and what to do with it.
        view: the memory, as of the time of the question.
    """
    work = _Work(plan, Selector(view))
    unknown = next((name for name in _names(plan) if not work.selector.ids(name)), None)
    if unknown is not None:
        return _nothing(f"{unknown!r} is not in memory")
    if any(axis_of(time) is not _axis(view) for time in _bounds(plan)):
        return _nothing("the memory counts in dates and the plan in steps, or the reverse")
    found = work.answer()
    return replace(found, episodes=work.selector.episodes(found.facts))


def _names(plan: Plan) -> Iterable[str]:
    """Yield every name in a plan."""
    yield from plan.candidates
    for pattern in plan.patterns:
        yield from (*pattern.subject.names, *pattern.object.names)
        for step in (pattern.subject.which, pattern.object.which, pattern.then):
            yield from () if step is None else step.names


def _bounds(plan: Plan) -> list[Time]:
    texts = (text for pattern in plan.patterns for text in (pattern.start, pattern.end))
    return [moment(text) for text in texts if text]


def _axis(view: TimedView) -> Axis:
    """Return the memory's time axis; only the end of all steps has no number."""
    now = view.as_of.valid
    return Axis.STEP if now is None else axis_of(now)


class _Work:
    """The computation of one plan, for one call."""

    def __init__(self, plan: Plan, selector: Selector) -> None:
        self.plan, self.form, self.selector = plan, plan.form, selector

    def answer(self) -> Answer:
        """Return the result of the operation."""
        operations: dict[Operation, Callable[[], Answer]] = {
            Operation.NONE: partial(_nothing, "no set operation answers this"),
            Operation.SELECT: self._select,
            Operation.COMMON: self._common,
            Operation.DIFFERENCE: self._difference,
            Operation.MOST: partial(self._extreme, max),
            Operation.FEWEST: partial(self._extreme, min),
            Operation.FIRST: partial(self._at_end, min),
            Operation.LAST: partial(self._at_end, max),
            Operation.SIMILAR: self._similar,
            Operation.CHANGED: self._changed,
        }
        return operations[self.plan.operation]()

    def _parts(self) -> list[list[Row]]:
        """Return the rows of every pattern."""
        return [self.selector.rows(pattern) for pattern in self.plan.patterns]

    def _select(self) -> Answer:
        rows = sorted(_flat(self._parts()), key=_by_time)
        return self._listed(list(_grouped(rows).values()), "all that match") if rows else _nothing()

    def _common(self) -> Answer:
        related = any(pattern.relations for pattern in self.plan.patterns)
        parts = [_grouped(rows, _value if related else _trait) for rows in self._parts()]
        if not all(parts):
            return _nothing("nothing is known of one of them")
        shared = [key for key in parts[0] if all(key in part for part in parts)]
        groups = [_flat(part[key] for part in parts) for key in shared]
        grounds = _flat(group for part in parts for group in part.values())
        return self._listed(groups, "common to all", grounds)

    def _difference(self) -> Answer:
        parts = self._parts()
        if not all(parts):
            return _nothing("nothing is known of one of them")
        others = {row.value.key for rows in parts[1:] for row in rows}
        left = [group for key, group in _grouped(parts[0]).items() if key not in others]
        found = self._listed(left, "what is left", _flat(parts))
        return found if found.abstained else replace(found, confidence=_SILENT)

    def _extreme(self, pick: _Pick) -> Answer:
        """Return the value, or all the values, with the largest or smallest count."""
        good, bad = _flat(self._parts()), self._opposed()
        groups = self._chosen(_grouped((*good, *bad)))
        if groups is None:
            return _nothing("nothing is known of one of them")
        if not groups:
            return _nothing()
        liked, disliked = {row.facts for row in good}, {row.facts for row in bad}
        counts = [
            (name, self._count(rows, liked) - self._count(rows, disliked)) for name, rows in groups
        ]
        best = pick(count for _, count in counts)
        names = tuple(dict.fromkeys(name for name, count in counts if count == best))
        said = ", ".join(f"{name} {count}" for name, count in counts)
        text = _tied(names, f"{best} each")
        if self.form is Form.NUMBER:
            names, text = (str(best),), str(best)
        elif self.form is Form.YES_NO:  # of the first candidate
            names = ("yes" if names == self.plan.candidates[:1] else "no",)
            text = f"{names[0]}: {said}"
        return _answer(names, text, _flat(rows for _, rows in groups), f"counted: {said}")

    def _opposed(self) -> list[Row]:
        """Return the rows that count against a value."""
        if not self.plan.against:
            return []
        against = {"relations": self.plan.against}
        patterns = (pattern.model_copy(update=against) for pattern in self.plan.patterns)
        return _flat(map(self.selector.rows, patterns))

    def _chosen(self, groups: _Groups) -> list[tuple[str, list[Row]]] | None:
        """Return the named groups to choose from, or `None` if one is unknown."""
        if not self.plan.candidates:
            return [(rows[0].value.name, rows) for rows in groups.values()]
        found = [
            (name, _flat(groups.get(id, []) for id in sorted(self.selector.ids(name))))
            for name in self.plan.candidates
        ]
        return found if all(rows for _, rows in found) else None

    def _count(self, rows: Iterable[Row], among: set[tuple[int, ...]]) -> int:
        """Return how many different subjects, objects or statements the rows have."""
        pattern = self.plan.patterns[0]
        per = self.plan.per or _other_end(pattern)
        units: set[Hashable] = set()
        for row in rows:
            if row.facts not in among:
                continue
            if per is Per.STATEMENT:
                told = self.selector.said(row, pattern) or [0]
                units.update((row.subject.key, row.relation.key, row.object.key, id) for id in told)
            else:
                units.add((row.subject if per is Per.SUBJECT else row.object).key)
        return len(units)

    def _at_end(self, pick: _Pick) -> Answer:
        """Return the values of the earliest or latest rows."""
        rows = _flat(self._parts())
        groups = self._chosen(_grouped(row for row in rows if row.time is not None))
        if groups is None:
            return _nothing("nothing is known of one of them")
        dated = _flat(held for _, held in groups)
        if not dated:
            return _nothing("the time is not stated" if rows else "nothing matches")
        at = pick(order_key(row.time) for row in dated)
        ends = [row for row in dated if order_key(row.time) == at]
        if self.form is Form.TIME:
            return self._listed([ends], "by time")
        when, names = _shown(ends), _values(ends)
        return _answer(names, _tied(names, when), ends, f"by time: {when}")

    def _similar(self) -> Answer:
        """Return who shares the most relations and values with the first pattern's subject."""
        pattern = self.plan.patterns[0]
        mine = _grouped(self.selector.rows(pattern), _trait)
        if not mine:
            return _nothing()
        me = {row.subject.key for row in _flat(mine.values())}
        named = pattern.subject.model_copy(update={"names": self.plan.candidates})
        rows = self.selector.rows(pattern.model_copy(update={"subject": named}))
        shared: dict[str, set[Hashable]] = {name: set() for name in self.plan.candidates}
        used: list[tuple[str, Row]] = []
        for row in rows:
            if _trait(row) in mine and row.subject.key not in me:
                for name in self._called(row):
                    shared.setdefault(name, set()).add(_trait(row))
                    used.append((name, row))
        best = max(map(len, shared.values()), default=0)
        if best == 0:
            return _nothing("nothing is shared")
        names = tuple(name for name, found in shared.items() if len(found) == best)
        grounds = [row for name, row in used if name in names]
        grounds += _flat(mine[_trait(row)] for row in grounds)
        said = ", ".join(f"{name} {len(found)}" for name, found in shared.items())
        return _answer(names, _tied(names, f"{best} each"), grounds, f"shared: {said}")

    def _called(self, row: Row) -> list[str]:
        """Return the candidates that match a row's subject; without any, its own name."""
        known = self.plan.candidates
        if not known:
            return [row.subject.name]
        return [name for name in known if row.subject.key in self.selector.ids(name)]

    def _holder(self, row: Row) -> Hashable:
        """Return whose history a row is in: the ends of a fact that are not its value."""
        take = self.plan.patterns[0].take
        ends = {Taken.SUBJECT: row.subject.key, Taken.OBJECT: row.object.key}
        return tuple(key for end, key in ends.items() if end is not take)

    def _changed(self) -> Answer:
        """Return whether, when or how often the value changed, or its values in order."""
        rows = sorted(_flat(self._parts()), key=_by_time)
        if not rows:
            return _nothing()
        histories = [_runs(group) for group in _grouped(rows, self._holder).values()]
        turns = sorted(
            (run for runs in histories for run in runs[1:]), key=lambda run: _by_time(run[0])
        )
        told = ", ".join(_turn(run) for runs in histories for run in runs)
        if self.form is Form.TIME:
            items = tuple(dict.fromkeys(map(_shown, turns)))
            if not items:
                return _nothing("no change is known")
            return _answer(items, ", ".join(items), rows, f"changes: {told}")
        if self.form is Form.NUMBER:
            return _answer((str(len(turns)),), str(len(turns)), rows, f"changes: {told}")
        if self.form is Form.NAMES:
            names = tuple(" and ".join(_values(run)) for runs in histories for run in runs)
            return _answer(names, told, rows, "in order of time")
        now = self.selector.view.as_of.valid
        ended = [row for row in rows if row.until is not None]
        over = any(now is None or not _holds(row, now) for row in ended)
        became = "yes" if turns or over else "no"
        sure = _SURE if became == "yes" or len(rows) > 1 else _SILENT
        found = _answer((became,), f"{became}: {told}", rows, "changes")
        return replace(found, confidence=sure)

    def _listed(
        self, groups: Sequence[list[Row]], reason: str, grounds: Sequence[Row] = ()
    ) -> Answer:
        """Return a set in the requested form; an empty one rests on `grounds`."""
        rows = _flat(groups)
        names = tuple(dict.fromkeys(name for group in groups for name in _values(group)))
        items = names or ("none",)
        text = ", ".join(items)
        if self.form is Form.NUMBER:
            items, text = (str(len(groups)),), str(len(groups))
        elif self.form is Form.YES_NO:
            items = ("yes" if groups else "no",)
            text = f"yes: {text}" if groups else "no"
        elif self.form is Form.TIME:
            dated = sorted((row for row in rows if row.time is not None), key=_by_time)
            if not dated:
                return _nothing("the time is not stated")
            items = tuple(dict.fromkeys(_shown([row]) for row in dated))
            text = ", ".join(items)
        found = _answer(items, text, rows or grounds, f"{reason}: {', '.join(names) or 'none'}")
        return found if groups else replace(found, confidence=_SILENT)


def _answer(items: tuple[str, ...], text: str, rows: Iterable[Row], reason: str) -> Answer:
    facts = tuple(sorted({fact for row in rows for fact in row.facts}))
    return Answer(
        text=text,
        abstained=False,
        items=items,
        facts=facts,
        reason=f"computed over all facts; {reason}",
        confidence=_SURE,
    )


def _nothing(reason: str = "nothing matches") -> Answer:
    return Answer(text=None, abstained=True, reason=reason)


def _tied(names: Sequence[str], how: str) -> str:
    return names[0] if len(names) == 1 else f"a tie: {' and '.join(names)} ({how})"


def _flat(groups: Iterable[Iterable[Row]]) -> list[Row]:
    return [row for group in groups for row in group]


def _value(row: Row) -> Hashable:
    return row.value.key


def _trait(row: Row) -> Hashable:
    """Return what makes two things alike: the same relation to the same value."""
    return row.relation.key, row.value.key


def _grouped(rows: Iterable[Row], key: Callable[[Row], Hashable] = _value) -> _Groups:
    """Group rows by value, in order of first appearance."""
    groups: _Groups = {}
    for row in rows:
        groups.setdefault(key(row), []).append(row)
    return groups


def _values(rows: Iterable[Row]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(row.value.name for row in rows))


def _by_time(row: Row) -> tuple[int, tuple[int, ...]]:
    """Return the sort key by time, undated first, then by fact id."""
    return order_key(row.time), row.facts


def _shown(rows: Sequence[Row]) -> str:
    """Return when the first of some rows began."""
    time = rows[0].time
    return "" if time is None else shown_time(time, rows[0].told)


def _turn(run: Sequence[Row]) -> str:
    """Return the values that held at one time, and since when."""
    when = _shown(run)
    return " and ".join(_values(run)) + (f" (from {when})" if when else "")


def _other_end(pattern: Pattern) -> Per:
    """Return the end to count if the plan does not say: the one that is not taken.

    With a second step, it is the end without names: in "Anna's colleagues live in", the
    colleagues.
    """
    if pattern.then is not None:
        return Per.OBJECT if pattern.subject.names else Per.SUBJECT
    return Per.OBJECT if pattern.take is Taken.SUBJECT else Per.SUBJECT


def _runs(rows: Sequence[Row]) -> list[list[Row]]:
    """Split rows in order of time into runs with the same values.

    A value that begins while the previous one still holds joins its run and is not a change.
    """
    runs: list[list[Row]] = []
    for _, moment_ in groupby(rows, lambda row: order_key(row.time)):
        group = list(moment_)
        last = runs[-1] if runs else []
        same = {row.value.key for row in group} == {row.value.key for row in last}
        beside = any(_holds(row, group[0].time) for row in last)
        if not runs or not (same or beside):
            runs.append(group)
        elif not same:
            last += group
    return runs


def _holds(row: Row, time: Time | None) -> bool:
    return row.until is None or order_key(row.until) > order_key(time)
