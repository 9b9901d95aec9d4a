"""Correcting one statement: a new one replaces it, and both stay with their times.

A correction is a text like any other: an episode with a source, which is cited, trusted and
forgotten as such. It ends nothing that a more trusted source says; then both stay, in dispute.

What is right holds no longer than what it corrects was to hold: a fact that news has ended does
not come back as news. What ended it ends what is right instead, if that is of the same relation.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass

from clew.clock import Clock
from clew.errors import UnknownNameError, UsageError
from clew.graph.times import END, Axis, axis_of, shown_period, shown_time, to_ticks, to_time
from clew.graph.types import PRECISIONS, Kind, Period, Precision, Time
from clew.graph.whole_numbers import whole
from clew.learn.draft import Draft
from clew.learn.timelines.place import place
from clew.learn.timelines.spans import Statement, holds, interval, line_of
from clew.learn.timelines.thesis_ends import close_theses
from clew.learn.writer import Writer, add_vectors, commit
from clew.projection.image import Projection
from clew.projection.levels import is_rejected
from clew.projection.rows import Changes
from clew.text import normalise_relation

__all__ = ["Corrected", "Correction", "correct"]

_REPORT = {"extractor": "correction", "new": 1, "confirmed": 0, "losses": []}


@dataclass(frozen=True, slots=True, kw_only=True)
class Correction:
    """What a statement should say instead.

    Raises:
        UsageError: nothing is given, or a text is empty.
    """

    subject: str | None = None
    relation: str | None = None
    object: str | None = None
    """Of a fact: the parts that change."""
    text: str | None = None
    """Of a thesis: all of it."""
    source: str = "correction"

    def __post_init__(self) -> None:
        given = [each for each in self._parts if each is not None]
        if self.text is not None and given:
            raise UsageError("expected a text, for a thesis, or parts of a fact; got both")
        if self.text is None and not given:
            raise UsageError("expected what is right: subject, relation, object or text")
        if not all(each.strip() for each in (*given, self.text or "text")):
            raise UsageError("expected words in a correction, got an empty text")

    @property
    def _parts(self) -> tuple[str | None, ...]:
        return self.subject, self.relation, self.object


@dataclass(frozen=True, slots=True, kw_only=True)
class Corrected:
    """The new statement, the text that tells it, and whether the old one ended."""

    item: int
    episode: int
    superseded: tuple[int, ...]
    """Empty while the two are in dispute: a more trusted source tells the old one."""


def correct(
    writer: Writer, item: int, given: Correction, at: Time | None, clock: Clock
) -> Corrected:
    """Replace a fact or a thesis from a moment on, in one revision.

    Args:
        writer: where to write.
        item: the fact or thesis.
        given: what is right.
        at: from when on; by default now, or the last step.
        clock: tells now.

    Raises:
        UnknownNameError: there is no such fact or thesis.
        UsageError: it cannot be corrected so, or does not hold at that moment.
    """
    item = whole(item)
    made: list[Corrected] = []
    vectors: dict[str, bytes] = {}

    def make(projection: Projection) -> Changes:
        draft = Draft(projection, None if at is None else axis_of(at))
        last = projection.latest if draft.axis is Axis.STEP else to_ticks(clock.now(), Axis.TIME)
        moment = last if at is None else to_ticks(at, draft.axis)
        if not draft.exists(item):
            raise UnknownNameError("fact or thesis", str(item))
        assert moment is not None  # something was written
        change = {Kind.FACT: _fact, Kind.THESIS: _thesis}.get(draft.kind_of(item))
        if change is None:
            raise UsageError(f"expected a fact or a thesis, {item} is an {draft.kind_of(item)}")
        made[:] = [change(draft, item, given, moment)]
        changes = draft.finish()
        report = _REPORT | {"superseded": len(made[0].superseded)}
        changes.learned.append((made[0].episode, json.dumps(report)))
        return changes

    if given.text is not None:
        add_vectors(writer, [given.text], vectors)
    commit(writer, make, vectors)
    return made[0]


def _fact(draft: Draft, item: int, given: Correction, moment: int) -> Corrected:
    if given.text is not None:
        raise UsageError(f"expected subject, relation or object for the fact {item}, got a text")
    old, held = draft.fact(item), _holding(draft, [item, *line_of(draft, item)], moment)
    names = given.subject or draft.name(old.source), given.object or draft.name(old.target)
    relation = " ".join((given.relation or old.relation or "").split())
    text = f"{names[0]} {relation} {names[1]}"
    episode = draft.add_node(Kind.EPISODE, text, at=moment, source=given.source)
    ends = [
        _entity(draft, name) if changed else end
        for name, changed, end in zip(
            names, (given.subject, given.object), (old.source, old.target), strict=True
        )
    ]
    same = [draft.root(end) for end in ends] == [draft.root(old.source), draft.root(old.target)]
    if same and normalise_relation(relation) == normalise_relation(old.relation or ""):
        raise UsageError(f"the fact {item} says so already: {text}")
    draft.add_links(Kind.EPISODIC, episode, list(dict.fromkeys(ends)))
    new = Statement(ends[0], relation, ends[1], moment, None, told=moment)
    new = new._replace(level=draft.level(episode), planned=draft.planned(item))
    rivals = _rivals(draft, item, new)
    placed = place(draft, _until(draft, held, new, rivals), [item, *rivals], episode)
    close_theses(draft, [placed.item, *placed.superseded], episode)
    return Corrected(item=placed.item, episode=episode, superseded=placed.superseded)


def _holding(draft: Draft, items: Sequence[int], moment: int) -> int:
    """Return which of a statement's rows holds at a moment.

    Raises:
        UsageError: none does, so there is nothing to replace.
    """
    if is_rejected(draft.version(items[0])):
        raise UsageError(f"expected an item that is shown, {items[0]} is retired; restore it first")
    axis, held = draft.axis, next((one for one in items if holds(draft, one, moment)), None)
    if held is None:
        spans = [draft.version(one) for one in dict.fromkeys(items)]
        ends = ((to_time(one.valid_from, axis), to_time(one.valid_to, axis)) for one in spans)
        shown = ", ".join(shown_period(Period(*each)) for each in ends)
        at = to_time(moment, axis)
        assert at is not None
        raise UsageError(
            f"expected a moment at which {items[0]} holds ({shown}), got {shown_time(at)}; "
            "name the moment from which on it is wrong"
        )
    return held


def _rivals(draft: Draft, item: int, new: Statement) -> list[int]:
    """Return what excludes a fact, and what is right instead for the same reason, by id.

    It is about what does not change, and so does the relation not: the towns of one person.
    """
    old = draft.fact(item)
    if normalise_relation(old.relation or "") != normalise_relation(new.relation):
        return []
    ends = zip((old.source, old.target), (new.subject, new.object), strict=True)
    kept = {draft.root(one) for one, other in ends if draft.root(one) == draft.root(other)}
    met = set[int]()
    for row in line_of(draft, item):
        met.update(each.by or row for each in draft.closures_of(row, every=True))
        met.update(each.item for each in draft.closures_by(row, every=True))
    rows = map(draft.fact, sorted(met.difference(draft.same_as(item))))
    return [row.id for row in rows if kept & {draft.root(row.source), draft.root(row.target)}]


def _until(draft: Draft, held: int, new: Statement, rivals: Sequence[int]) -> Statement:
    """Return what is right with the end of what it corrects, unless a rival is to end it then.

    What others tell to hold at that end goes on.
    """
    end = interval(draft, held)[1]
    enders = {row.by for row in draft.closures_of(held) if row.at == end}
    content = draft.same_facts(*new[:3], new.planned)
    if end == END or enders & {*rivals} or any(holds(draft, one, end) for one in content):
        return new
    told = (PRECISIONS[one.precision][1] for one in draft.assertions(held) if one.end == end)
    exact = min(told, default=Precision.MOMENT, key=[*Precision].index)
    return new._replace(end=end, precision=PRECISIONS.index((Precision.MOMENT, exact)))


def _entity(draft: Draft, name: str) -> int:
    name = " ".join(name.split())
    found = draft.find(name)
    return draft.add_node(Kind.ENTITY, name) if found is None else found


def _thesis(draft: Draft, item: int, given: Correction, moment: int) -> Corrected:
    if given.text is None:
        raise UsageError(f"expected a text for the thesis {item}, got parts of a fact")
    _holding(draft, [item], moment)
    text = " ".join(given.text.split())
    episode = draft.add_node(Kind.EPISODE, text, at=moment, source=given.source)
    new = draft.add_node(Kind.THESIS, text)
    touching = draft.projection.edges.touching([item])
    named = [row.target for row in touching if row.kind is Kind.MENTION and row.source == item]
    draft.add_links(Kind.MENTION, new, named)
    draft.add_links(Kind.EPISODIC, episode, list(dict.fromkeys(named)))
    ends = [one.end for one in draft.assertions(item) if one.end is not None]
    draft.assert_item(new, draft.telling(episode, moment, min(ends, default=None)))
    for row in draft.closures_of(item):
        draft.close(new, row.at, row.by, row.episode)
    draft.close(item, moment, new, episode)
    return Corrected(item=new, episode=episode, superseded=(item,))
