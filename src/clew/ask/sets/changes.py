"""Whether, when and how often something became another: an employer, a home, an opinion."""

from collections.abc import Sequence
from itertools import groupby

from clew.ask.sets.computing import SILENT, SURE, Computed, Work, by_time, facts_of, nothing
from clew.ask.sets.matched import Row
from clew.ask.sets.plans import Form, Pattern, Taken
from clew.graph.times import order_key
from clew.graph.types import Time
from clew.minds.english.asking.phrases import readings
from clew.minds.english.asking.relations import SINGLE_ENDS

__all__ = ["changed"]


def changed(work: Work) -> Computed:
    """Tell whether, when, how often the value became another one, or what it was in turn."""
    rows = sorted((row for part in work.all_rows() for row in part), key=by_time)
    if not rows:
        return nothing()
    states = [row for row in rows if not row.event] or rows
    runs = [_runs(work, group) for group in _by_trait(states)]
    turns = sorted((turn for run in runs for turn in run[1:]), key=lambda turn: by_time(turn[0]))
    over = [row for row in states if row.stance is None and row.until is not None]
    form = work.plan.form
    if form is Form.TIME:
        if not turns:
            return nothing("not in memory: no change is known")
        items = tuple(dict.fromkeys(work.shown(turn[0]) for turn in turns))
        return Computed(items, ", ".join(items), facts_of(states), "changes", SURE)
    if form is Form.NUMBER:
        return Computed((str(len(turns)),), str(len(turns)), facts_of(states), "changes", SURE)
    told = [_turn(work, turn) for run in runs for turn in run]
    if form is Form.NAMES:
        names = tuple(" and ".join(_values(turn)) for run in runs for turn in run)
        return Computed(names, ", ".join(told), facts_of(states), "in order of time", SURE)
    became = bool(turns or over)
    text = f"{'yes' if became else 'no'}: {', '.join(told)}"
    sure = SURE if became or len(states) > 1 else SILENT
    return Computed((text.partition(":")[0],), text, facts_of(states), "changes", sure)


def _by_trait(rows: Sequence[Row]) -> list[list[Row]]:
    """Return rows by what changes apart from each other: opinions by thing and aspect."""

    def whose(row: Row) -> tuple[list[str], tuple[str, ...]]:
        ends = {str(row.subject.key), str(row.object.key)} - {str(row.value.key)}
        return sorted(ends), row.aspect

    return [list(group) for _, group in groupby(sorted(rows, key=whose), whose)]


def _runs(work: Work, rows: list[Row]) -> list[list[Row]]:
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


def _turn(work: Work, turn: Sequence[Row]) -> str:
    when = work.shown(turn[0])
    return " and ".join(_values(turn)) + (f" (from {when})" if when else "")
