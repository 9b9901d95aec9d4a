"""Set operations over the rows that a plan's patterns select: counted, compared, worded by us.

A set nothing is known of is no empty set: where a pattern matches nothing the answer is an
abstention, unless the question is what others have beside. Ties are given whole.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from clew.ask.evidence import TimedView
from clew.ask.sets.changes import changed
from clew.ask.sets.computing import (
    SILENT,
    SURE,
    Computed,
    Work,
    by_time,
    facts_of,
    grouped,
    listed,
    name_of,
    nothing,
)
from clew.ask.sets.matched import Row, Value
from clew.ask.sets.plans import (
    Form,
    Measure,
    Operation,
    Pattern,
    Per,
    Plan,
    Taken,
    WantedStance,
    moment,
)
from clew.ask.sets.selecting import Selector
from clew.graph.times import Axis, axis_of, order_key
from clew.graph.types import Time
from clew.minds.english.asking.linker import Linker
from clew.minds.english.asking.mentions import Find
from clew.minds.english.asking.stances import Stance

__all__ = ["Computed", "compute"]


def compute(plan: Plan, view: TimedView, find: Find | None = None) -> Computed:
    """Return what a plan's operation gives over all facts of a view.

    Args:
        plan: what to select and what to do with it.
        view: the memory, bound to the moment the question is asked from.
        find: looks names up; by default as questions do (`Linker`).
    """
    work = Work(plan, Selector(view, find or Linker(view).find), view)
    names = [
        name
        for pattern in plan.patterns
        for end in (pattern.subject, pattern.object)
        for name in end.names
    ]
    unknown = [name for name in (*names, *plan.candidates) if not work.known(name)]
    if unknown:
        return Computed(reason=f"not in memory: {unknown[0]!r}")
    if any(axis_of(time) is not _axis(view) for time in _bounds(plan)):
        return nothing(
            "not in memory: it counts in dates where steps are asked for, or the reverse"
        )
    found = _OPERATIONS[plan.operation](work)
    return replace(found, episodes=work.selector.episodes(found.facts))


def _bounds(plan: Plan) -> list[Time]:
    """Return the times that a plan names."""
    texts = (text for pattern in plan.patterns for text in (pattern.start, pattern.end))
    return [moment(text) for text in texts if text]


def _axis(view: TimedView) -> Axis:
    """Return what a memory counts its time in; only the end of all steps has no number."""
    now = view.as_of.valid
    return Axis.STEP if now is None else axis_of(now)


def _told(rows: Iterable[Row]) -> list[Row]:
    """Return rows whose values differ by what is told of them, too: to like it, to live there."""
    return [
        replace(row, value=Value(f"{row.said} {row.value.key}", row.value.name)) for row in rows
    ]


# -- the operations ------------------------------------------------------------------------


def _none(work: Work) -> Computed:  # noqa: ARG001 - all operations take the same
    return nothing("no set operation answers this")


def _select(work: Work) -> Computed:
    rows = sorted((row for part in work.all_rows() for row in part), key=by_time)
    if rows:
        return listed(work, list(grouped(rows).values()), "all that match", SURE)
    (first, *_) = work.plan.patterns
    if work.plan.form is Form.YES_NO and first.stance not in (None, WantedStance.ANY):
        other = work.selector.rows(first.model_copy(update={"stance": WantedStance.ANY}))
        if other:
            said = ", ".join(sorted({str(row.stance) for row in other}))
            return Computed(("no",), f"no: {said}", facts_of(other), f"opinion: {said}", SURE)
    return nothing()


def _common(work: Work) -> Computed:
    told = not any(part.relations or part.stance for part in work.plan.patterns)
    parts = [grouped(_told(rows) if told else rows) for rows in work.all_rows()]
    if not all(part or work.judged(at) for at, part in enumerate(parts)):
        return nothing("not in memory: nothing is known of one of them")
    shared = [key for key in parts[0] if all(key in part for part in parts[1:])]
    groups = [[row for part in parts for row in part[key]] for key in shared]
    if groups:
        return listed(work, groups, "common to all", SURE)
    grounds = facts_of(row for part in parts for group in part.values() for row in group)
    return replace(listed(work, [], "common to all", SILENT), facts=grounds)


def _difference(work: Work) -> Computed:
    first, *others = work.all_rows()
    known = all(rows or work.judged(at) for at, rows in enumerate(others, 1))
    if not first or not known:
        return nothing("not in memory: nothing is known of one of them")
    taken = {row.value.key for rows in others for row in rows}
    left = [group for key, group in grouped(first).items() if key not in taken]
    found = listed(work, left, "what is left", SILENT)
    if left:
        return found
    return replace(found, facts=facts_of(row for rows in (first, *others) for row in rows))


def _most(work: Work) -> Computed:
    return _extreme(work, max)


def _fewest(work: Work) -> Computed:
    return _extreme(work, min)


def _extreme(work: Work, pick: Callable[[Iterable[int]], int]) -> Computed:
    """Return the value, or all the values, with the largest or smallest count."""
    rows = [row for part in work.all_rows() for row in part]
    groups = grouped(rows)
    if work.plan.candidates:
        chosen = work.chosen(groups)
        if chosen is None:
            return nothing("not in memory: nothing is known of one of them")
        named = list(chosen.items())
    else:
        named = [(name_of(group), group) for group in groups.values()]
    if not named:
        return nothing()
    counts = [(name, _count(work.plan, group)) for name, group in named]
    best = pick(count for _, count in counts)
    names = tuple(dict.fromkeys(name for name, count in counts if count == best))
    said = ", ".join(f"{name} {count}" for name, count in counts)
    text = names[0] if len(names) == 1 else f"a tie: {' and '.join(names)} ({best} each)"
    if work.plan.form is Form.NUMBER:
        names, text = (str(best),), str(best)
    elif work.plan.form is Form.YES_NO:  # of the first candidate
        names = ("yes" if names == work.plan.candidates[:1] else "no",)
        text = f"{names[0]}: {said}"
    return Computed(
        names, text, facts_of(_flat(group for _, group in named)), f"counted: {said}", SURE
    )


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


def _first(work: Work) -> Computed:
    return _at_end(work, min)


def _last(work: Work) -> Computed:
    return _at_end(work, max)


def _at_end(work: Work, pick: Callable[[Iterable[int]], int]) -> Computed:
    """Return the values of the earliest or latest rows."""
    rows = [row for part in work.all_rows() for row in part]
    dated = [row for row in rows if row.time is not None]
    groups = grouped(dated)
    if work.plan.candidates:
        chosen = work.chosen(groups)
        if chosen is None:
            return nothing("not in memory: nothing is known of one of them")
        dated = _flat(chosen.values())
    if not dated:
        return nothing("not in memory: the time is not stated" if rows else "not in memory")
    at = pick(order_key(row.time) for row in dated)
    ends = [row for row in dated if order_key(row.time) == at]
    if work.plan.form is Form.TIME:
        return replace(listed(work, [ends], "by time", SURE), facts=facts_of(ends))
    names = tuple(dict.fromkeys(name_of(group) for group in grouped(ends).values()))
    when = work.shown(ends[0])
    text = names[0] if len(names) == 1 else f"{' and '.join(names)} (both {when})"
    return Computed(names, text, facts_of(ends), f"by time: {when}", SURE)


def _similar(work: Work) -> Computed:
    """Return who shares most values with the subject of the first pattern."""
    pattern = work.plan.patterns[0]
    any_relation = not (pattern.relations or pattern.stance)
    own = work.rows(0)
    reference = {_trait(row): row for row in (_told(own) if any_relation else own)}
    if not reference:
        return nothing()
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
        return nothing("not in memory: nothing is shared")
    names = tuple(name for name, found in shared.items() if len(found) == best)
    used = [row for name in names for row in shared[name].values()]
    used += [reference[trait] for name in names for trait in shared[name] if trait in reference]
    said = ", ".join(f"{name} {len(found)}" for name, found in shared.items())
    text = names[0] if len(names) == 1 else f"a tie: {' and '.join(names)} ({best} each)"
    return Computed(names, text, facts_of(used), f"shared: {said}", SURE)


def _trait(row: Row) -> tuple[object, ...]:
    return (row.value.key, row.aspect, row.stance)


def _called(work: Work, row: Row) -> list[str]:
    """Return the candidates that a row's subject is; without candidates its own name."""
    if not work.plan.candidates:
        return [row.subject.name]
    return [name for name in work.plan.candidates if row.subject.key in work.selector.keys(name)]


_OPERATIONS: dict[Operation, Callable[[Work], Computed]] = {
    Operation.NONE: _none,
    Operation.SELECT: _select,
    Operation.COMMON: _common,
    Operation.DIFFERENCE: _difference,
    Operation.MOST: _most,
    Operation.FEWEST: _fewest,
    Operation.FIRST: _first,
    Operation.LAST: _last,
    Operation.SIMILAR: _similar,
    Operation.CHANGED: changed,
}
