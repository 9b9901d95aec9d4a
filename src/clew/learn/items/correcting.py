"""Correcting one statement: a new one replaces it, and both stay with their times.

A correction is a text like any other: an episode with a source, which is cited, trusted and
forgotten as such. It ends nothing that a more trusted source says; then both stay, in dispute.
"""

import json
from dataclasses import dataclass

from clew.clock import Clock
from clew.errors import UnknownNameError, UsageError
from clew.graph.times import Axis, axis_of, to_ticks
from clew.graph.types import Kind, Time
from clew.graph.whole_numbers import whole
from clew.learn.draft import Draft
from clew.learn.timelines.place import place
from clew.learn.timelines.spans import Statement
from clew.learn.timelines.thesis_ends import close_theses
from clew.learn.writer import Writer, add_vectors, commit
from clew.projection.image import Projection
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
        UsageError: it cannot be corrected so.
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
    old = draft.fact(item)
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
    level = draft.level(episode)
    new = Statement(ends[0], relation, ends[1], moment, None, told=moment, level=level)
    placed = place(draft, new, [item], episode)
    close_theses(draft, placed.superseded, episode)
    return Corrected(item=placed.item, episode=episode, superseded=placed.superseded)


def _entity(draft: Draft, name: str) -> int:
    name = " ".join(name.split())
    found = draft.find(name)
    return draft.add_node(Kind.ENTITY, name) if found is None else found


def _thesis(draft: Draft, item: int, given: Correction, moment: int) -> Corrected:
    if given.text is None:
        raise UsageError(f"expected a text for the thesis {item}, got parts of a fact")
    text = " ".join(given.text.split())
    episode = draft.add_node(Kind.EPISODE, text, at=moment, source=given.source)
    new = draft.add_node(Kind.THESIS, text)
    touching = draft.projection.edges.touching([item])
    named = [row.target for row in touching if row.kind is Kind.MENTION and row.source == item]
    draft.add_links(Kind.MENTION, new, named)
    draft.add_links(Kind.EPISODIC, episode, list(dict.fromkeys(named)))
    draft.assert_item(new, draft.telling(episode, moment, None))
    draft.close(item, moment, new, episode)
    return Corrected(item=new, episode=episode, superseded=(item,))
