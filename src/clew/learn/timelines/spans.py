"""What a draft knows of a fact's time: when it holds, who says so, and what trust lets end it."""

from collections.abc import Iterable
from typing import NamedTuple

from clew.graph.times import END, START
from clew.graph.types import Kind
from clew.learn.draft import Draft
from clew.projection.conflicts import came_apart
from clew.projection.levels import (
    DEFAULT,
    counts,
    denies,
    is_rejected,
    share,
    support,
    tie_of,
    tied,
)
from clew.projection.rows import ClosureRow, Told
from clew.text import normalise_relation

__all__ = [
    "End",
    "Start",
    "Statement",
    "as_stored",
    "claim",
    "closable",
    "concerns",
    "disputes_of",
    "doubt",
    "ends_asserted",
    "fits",
    "holds",
    "in_words_of",
    "interval",
    "later_starts",
    "line_of",
    "named_alike",
    "others_between",
    "outranked",
    "parted",
    "reconsider",
    "stands",
    "tells_end",
    "told_ends",
    "weight",
    "weight_of",
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
    """How exactly start and end are told (`graph.types.PRECISIONS`)."""
    planned: str = ""
    """Of a plan, a wish or an appointment: its date as told, or "unknown"."""
    words: str = ""
    """The relation in its text's own words, if the memory has it in others."""

    @property
    def moment(self) -> int:
        """The first moment at which the statement is known to hold."""
        return self.told if self.start is None else self.start

    @property
    def said(self) -> tuple[int | None, int | None, int, str]:
        """From when to when it holds, how exactly that is told, and its own words."""
        return self.start, self.end, self.precision, self.words


def in_words_of(new: Statement, relation: str) -> Statement:
    """Return a statement with the relation of one that says the same, and its own as `words`."""
    words = new.words or new.relation
    same = normalise_relation(words) == normalise_relation(relation)
    return new._replace(relation=relation, words="" if same else words)


def others_between(draft: Draft, new: Statement) -> list[int]:
    """Return the facts between the ends of a statement, if none of them has its relation."""
    every = draft.facts_between(new.subject, new.object)
    if not every or draft.same_facts(new.subject, new.relation, new.object, None):
        return []
    return every


def as_stored(draft: Draft, new: Statement) -> Statement:
    """Return a statement in the memory's words, if a text that is known tells it in these."""
    said = normalise_relation(new.relation)
    for fact in others_between(draft, new):
        if any(normalise_relation(one.words) == said for one in draft.assertions(fact)):
            return in_words_of(new, draft.fact(fact).relation or "")
    return new


class End(NamedTuple):
    """An end that was told of a fact, by an episode (`None`: a direct write)."""

    at: int
    episode: int | None


class Start(NamedTuple):
    """A start that an episode told of a fact (`None`: a direct write)."""

    at: int
    fact: int
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


def _starts_within(draft: Draft, fact: int, after: int) -> list[int]:
    """Return the starts told of a fact after a moment and while it holds, sorted."""
    high = interval(draft, fact)[1]
    told = [one.start for one in draft.assertions(fact) if one.start is not None]
    return sorted(start for start in told if after < start < high)


def told_ends(draft: Draft, fact: int) -> list[End]:
    """Return the ends told of a fact, not those by what replaced it."""
    ends = [End(row.at, row.episode) for row in draft.closures_of(fact) if row.by is None]
    return ends_asserted(draft, fact) + ends


def ends_asserted(draft: Draft, fact: int) -> list[End]:
    """Return the ends that are told with a fact."""
    return [End(one.end, one.episode) for one in draft.assertions(fact) if one.end is not None]


def named_alike(draft: Draft, one: int, other: int) -> bool:
    """Return whether two facts are told of the same entities under the same names."""
    rows = draft.fact(one), draft.fact(other)
    return len({(row.source, row.target) for row in rows}) == 1


def line_of(draft: Draft, fact: int) -> list[int]:
    """Return the facts with the content of one, told of the same entities under the same names."""
    return [one for one in draft.same_as(fact) if named_alike(draft, one, fact)]


def parted(draft: Draft, fact: int, at: int) -> list[int]:
    """Split a fact that was stated again after a moment: a second row holds from then on.

    One that is there already needs no other. Returns what is new: that row, and those that trust
    splits off it.
    """
    second = _split(draft, fact, at)
    if second is None:
        return []
    return [second, *(reconsider(draft, second) if draft.levels else ())]


def _split(draft: Draft, fact: int, at: int) -> int | None:
    _, high = interval(draft, fact)
    told = draft.assertions(fact)
    again = [one.begins for one in told if at < one.begins < high]
    if again and (apart := _told_apart(draft, fact, at)):
        again = [one.begins for one in told if at < one.begins < high and one not in apart]
    if not again:
        return None
    row = draft.fact(fact)
    later = [one for one in told if min(again) <= one.begins < END]
    own = next(((one.start, one.end) for one in later if one.episode is None), None)
    second = draft.add_edge(
        Kind.FACT,
        row.source,
        row.target,
        relation=row.relation,
        attributes={"planned_for": draft.planned(fact)} if draft.planned(fact) else None,
        direct=own is not None,
        asserts=(*own, 0) if own else (None, None, 0),
    )
    for one in later:
        draft.assert_item(second, one)
    for closure in draft.closures_of(fact):
        if closure.at > at:
            draft.close(second, closure.at, closure.by, closure.episode)
    _copy_disputes(draft, fact, second, min(again))
    for one in told:
        if one not in later and one.end is not None and one.end > at:
            draft.close(second, one.end, None, one.episode)
    return second


def _told_apart(draft: Draft, fact: int, at: int) -> set[Told]:
    """Return what is told of a later row, too, that holds then, as an undone merge leaves it.

    One row more for each merge that is made again would at last hide what is to be compared.
    """
    later = (one for one in line_of(draft, fact) if interval(draft, one)[0] > at)
    return {
        told for one in later for told in draft.assertions(one) if holds(draft, one, told.begins)
    }


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


def weight(draft: Draft, new: Statement, fact: int) -> int:
    """Return the level that a statement has against a fact, which may use other names."""
    if not draft.levels:
        return new.level
    row = draft.fact(fact)
    return min(new.level, tied(draft, (new.subject, new.object), (row.source, row.target)))


def weight_of(draft: Draft, episode: int | None, by: int | None, fact: int) -> int:
    """Return the level that an episode has against a fact, by another that may use other names."""
    level = draft.level(episode)
    if not draft.levels or by is None:
        return level
    return min(level, tie_of(draft, fact, by))


def outranked(draft: Draft, fact: int, at: int, level: int) -> bool:
    """Return whether a fact is told, by a moment, by a source above a level."""
    if not draft.levels:
        return False
    needed = support(draft.heard(fact), at)
    return needed is not None and needed > level


def claim(draft: Draft, item: int, at: int, by: int | None, episode: int | None) -> bool:
    """Let a fact or a text end a fact, or leave that in dispute; return whether it ended."""
    row = ClosureRow(0, item, at, by, episode, draft.changes.revision)
    allowed = not draft.levels or stands(draft, row)
    draft.close(item, at, by, episode, counts=allowed)
    return allowed


def tells_end(draft: Draft, row: ClosureRow) -> bool:
    """Return whether a closure is an end of the same content, told under another name."""
    if row.by is None or row.episode is None:
        return False
    end = End(row.at, row.episode)
    return any(end in ends_asserted(draft, one) for one in line_of(draft, row.by))


def concerns(draft: Draft, row: ClosureRow) -> bool:
    """Return whether what ends a fact is about the same thing, as far as names are known now.

    An end that was told under another name is about the fact while both are names of one thing. A
    fact that ended it while two of the things that they name were one is so while these are one.
    """
    assert row.by is not None
    if tells_end(draft, row):
        return denies(draft, row)
    return share(draft, row.item, row.by) and not came_apart(draft.projection, draft, row)


def stands(draft: Draft, row: ClosureRow) -> bool:
    """Return whether a closure of a fact should count, by trust and by what the facts are about."""
    by = row.by
    if by is not None and (not concerns(draft, row) or is_rejected(draft.version(by))):
        return False
    return counts(draft, row)


def later_starts(draft: Draft, rivals: Iterable[int], moment: int) -> list[Start]:
    """Return every start of rivals that is told after a moment, by time, rival and teller."""
    starts = {
        Start(one.start, rival, one.episode or 0)
        for rival in rivals
        for one in draft.assertions(rival)
        if one.start is not None and moment < one.start < interval(draft, rival)[1]
    }
    return [each._replace(episode=each.episode or None) for each in sorted(starts)]


def reconsider(draft: Draft, fact: int) -> list[int]:
    """Let those closures of a fact count that trust allows, and no others; return rows split off.

    What ended a fact that ends it no more may have been ended by a third one since: that one ends
    the fact now.
    """
    for row in draft.closures_of(fact):
        if row.episode is not None and not stands(draft, row):
            draft.release(fact, [row])
            _hand_on(draft, fact, row)
    counted = {(row.at, row.by) for row in draft.closures_of(fact)}
    seconds: list[int] = []
    for row in disputes_of(draft, fact):
        if row.episode is None or (row.at, row.by) in counted or not stands(draft, row):
            continue
        counted.add((row.at, row.by))
        second = _split(draft, fact, row.at)
        draft.close(fact, row.at, row.by, row.episode)
        if second is not None:
            seconds += [second, *reconsider(draft, second)]
    return seconds


def _hand_on(draft: Draft, fact: int, row: ClosureRow) -> None:
    """Let a fact be ended by what came after the one that ends it no more."""
    if row.by is None:
        return
    known = {(one.at, one.by) for one in draft.closures_of(fact, every=True)}
    told = [row._replace(at=start) for start in _starts_within(draft, row.by, row.at)]
    named_otherwise = {*draft.same_as(fact)} - {*line_of(draft, fact)}
    for after in (*told, *draft.closures_of(row.by)):
        if after.by in {None, fact} or after.at < row.at or (after.at, after.by) in known:
            continue
        assert after.by is not None
        if after.by in named_otherwise:  # it says the same, but what ended it may end this
            if after.at > row.at:
                _hand_on(draft, fact, after)
            continue
        known.add((after.at, after.by))
        if not claim(draft, fact, after.at, after.by, after.episode) and after not in told:
            _hand_on(draft, fact, after)


def fits(draft: Draft, fact: int, new: Statement) -> bool:
    """Return whether a statement of a fact's content may be told of it, as its source is trusted.

    An end told by a less trusted source would bind what a more trusted one says.
    """
    if not draft.levels:
        return True
    high = interval(draft, fact)[1]
    if new.end is not None and new.end <= high:
        return new.end == high or not outranked(draft, fact, new.end, weight(draft, new, fact))
    told = [one for one in told_ends(draft, fact) if one.at >= high]
    first = min((one.at for one in told), default=END)  # behind what may be outranked
    enders = [draft.level(one.episode) for one in told if one.at == first]
    return (new.end is not None and new.end <= first) or max(enders, default=new.level) >= new.level


def doubt(draft: Draft, fact: int) -> None:
    """Put a fact in dispute with ends of its content that are told by less trusted sources."""
    low, high = interval(draft, fact)
    known = {(one.at, one.by) for one in draft.closures_of(fact, every=True)}
    for other in draft.same_as(fact):
        for end in told_ends(draft, other) if other != fact else ():
            if not low < end.at < high or (end.at, other) in known:
                continue
            if outranked(draft, fact, end.at, weight_of(draft, end.episode, other, fact)):
                known.add((end.at, other))
                draft.close(fact, end.at, other, end.episode, counts=False)
