"""The time line of facts: what a statement confirms, extends, ends or closes.

Of statements that exclude each other, the one with the later start wins from its start on; at
equal starts the later arrival wins. So late-arriving old statements are stored already closed, and
any order of arrival gives the same time line (`tests/learn/test_any_order.py`).
"""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from clew.graph.times import END, START
from clew.graph.types import Kind
from clew.learn.draft import Draft, Told

__all__ = ["Placed", "Statement", "end_fact", "held", "place"]


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

    @property
    def moment(self) -> int:
        """The first moment at which the statement is known to hold."""
        return self.told if self.start is None else self.start


class Placed(NamedTuple):
    """The result of placing a statement: its id, whether it is new, and what it superseded."""

    item: int
    is_new: bool
    superseded: tuple[int, ...] = ()


def held(draft: Draft, new: Statement) -> int | None:
    """Return the fact that already states this when it begins, so that placing confirms it.

    Such a statement adds nothing, so no model need be asked what it replaces. A start that nobody
    has told adds something: from it on, the fact excludes others.
    """
    same = draft.same_facts(new.subject, new.relation, new.object)
    return next((fact for fact in same if _states(draft, fact, new)), None)


def place(draft: Draft, new: Statement, rivals: Iterable[int], episode: int | None) -> Placed:
    """Add a statement to the timeline: confirm or extend a fact or add one, and close rivals.

    An unknown start closes nothing. `episode=None` is a direct write.
    """
    placed = _place(draft, new, rivals, episode)
    if new.end is not None and episode is not None:
        for fact in draft.same_facts(new.subject, new.relation, new.object):
            low, high = _interval(draft, fact)
            if low < new.end < high:  # told again before the end: it is over then as well
                _split(draft, fact, new.end, episode)
                draft.close(fact, new.end, None, episode)
    return placed


def _place(draft: Draft, new: Statement, rivals: Iterable[int], episode: int | None) -> Placed:
    moment = new.moment
    same = draft.same_facts(new.subject, new.relation, new.object)
    own = [fact for fact in same if episode is not None or draft.fact(fact).direct]
    for fact in own:
        if _states(draft, fact, new):
            _confirm(draft, fact, new, episode)
            return Placed(fact, is_new=False)
    others = sorted(set(rivals) - set(same))
    live = [rival for rival in others if new.start is not None and _closable(draft, rival, moment)]
    later = [(low, rival) for rival in others for low in _starts_within(draft, rival, moment)[:1]]
    splits = [_split(draft, rival, moment, episode) for rival in live]
    later += [split for split in splits if split is not None and split[0] < END]
    upcoming = min(later, default=None)
    held_by = next((fact for fact in own if _holds(draft, fact, moment)), None)
    if held_by is not None:
        _confirm(draft, held_by, new, episode)
        target, extended, is_new = held_by, False, False
    else:
        target, extended = _target(draft, new, same, upcoming, episode)
        is_new = not extended
    if not extended and upcoming is not None and upcoming[0] < _interval(draft, target)[1]:
        draft.close(target, upcoming[0], upcoming[1], episode)
    for rival in live:
        draft.close(rival, moment, target, episode)
    return Placed(target, is_new, tuple(live))


def end_fact(draft: Draft, new: Statement, episode: int) -> Placed:
    """End what a text says is over: the fact begun last before that.

    Where it was over before, the text confirms that. An unknown fact is stored already ended.
    """
    at = new.end if new.end is not None else new.moment
    same = draft.same_facts(new.subject, new.relation, new.object)
    begun = [(low, fact) for fact in same if (low := _interval(draft, fact)[0]) <= at]
    if not begun:
        ended = Statement(new.subject, new.relation, new.object, None, at, told=new.told)
        return Placed(_add_fact(draft, ended, episode), is_new=True)
    holding = [fact for _, fact in begun if _holds(draft, fact, at)]
    for fact in holding or [max(begun)[1]]:
        version = draft.version(fact)
        _split(draft, fact, at, episode)
        # An end that lies ahead says that it holds now, which an unknown start would show.
        draft.assert_item(episode, fact, version.valid_from if at > new.told else None, at)
    return Placed((holding or [max(begun)[1]])[0], is_new=False, superseded=tuple(holding))


def _target(
    draft: Draft,
    new: Statement,
    same: Sequence[int],
    upcoming: tuple[int, int] | None,
    episode: int | None,
) -> tuple[int, bool]:
    """Extend the next fact with this content back to the new start, or add a fact.

    Returns the fact, and whether it was extended. A direct write always adds one, since it must
    survive whatever is forgotten.
    """
    ends = _ends_told(draft, new, same)
    nexts = [(low, fact) for fact in same if (low := _interval(draft, fact)[0]) > new.moment]
    if nexts:
        low, fact = min(nexts)
        if episode is None:
            end = low if new.end is None or low <= new.end else new.end
            return _add_fact(draft, new._replace(end=end), None), False
        end = min((at for at, _ in ends), default=END)
        in_reach = low < min(end, END if new.end is None else new.end)
        if in_reach and (upcoming is None or low <= upcoming[0]):
            _assert(draft, fact, new, episode)
            return fact, True
    fact = _add_fact(draft, new, episode)
    for at, told_by in ends:
        draft.close(fact, at, None, told_by)
    return fact, False


def _ends_told(draft: Draft, new: Statement, same: Sequence[int]) -> list[tuple[int, int | None]]:
    """Return the ends told after a statement begins, of the same content at earlier times.

    Each with the episode that told it (`None`: a direct write).
    """
    found: list[tuple[int, int | None]] = []
    for fact in same:
        if _interval(draft, fact)[0] < new.moment:
            told = draft.assertions(fact)
            found += [(one.end, one.episode) for one in told if one.end is not None]
            found += [(row.at, row.episode) for row in draft.closures_of(fact) if row.by is None]
    return [one for one in dict.fromkeys(found) if one[0] > new.moment]


def _add_fact(draft: Draft, new: Statement, episode: int | None) -> int:
    fact = draft.add_edge(
        Kind.FACT,
        new.subject,
        new.object,
        relation=new.relation,
        direct=episode is None,
        asserts=(new.start, new.end) if episode is None else (None, None),
    )
    draft.assert_item(episode, fact, new.start, new.end)
    return fact


def _split(draft: Draft, fact: int, at: int, because: int | None) -> tuple[int, int] | None:
    """Create a second row, from then on, for a fact that was stated again after `at`.

    Returns its first known start (`END` if none) and the row. `because` is the episode that made
    it necessary: forgetting that joins the two again.
    """
    _, high = _interval(draft, fact)
    told = [(_begins(draft, one), one) for one in draft.assertions(fact)]
    again = [begins for begins, _ in told if at < begins < high]
    if not again:
        return None
    row = draft.fact(fact)
    later = [one for begins, one in told if at < begins < END]
    own = next(((one.start, one.end) for one in later if one.episode is None), None)
    second = draft.add_edge(
        Kind.FACT,
        row.source,
        row.target,
        relation=row.relation,
        attributes={"split_of": fact, "because_of": because},
        direct=own is not None,
        asserts=own or (None, None),
    )
    for one in later:
        draft.assert_item(one.episode, second, one.start, one.end)
    for closure in draft.closures_of(fact):
        if closure.at > at:
            draft.close(second, closure.at, closure.by, closure.episode)
    for _, one in told:
        if one not in later and one.end is not None and one.end > at:
            draft.close(second, one.end, None, one.episode)
    return next(iter(_starts_within(draft, second, at)), END), second


def _begins(draft: Draft, told: Told) -> int:
    """Return from when on something is surely said to hold; `END`: it says that it is over."""
    return draft.begun_by(told.episode, told.end) if told.start is None else told.start


def _confirm(draft: Draft, fact: int, new: Statement, episode: int | None) -> None:
    """Add a source to a fact; a direct write has no source and adds only an end."""
    if episode is None:
        if new.end is not None:
            draft.close(fact, new.end, None, None)
        return
    _assert(draft, fact, new, episode)
    if new.start is not None:
        _repeat_closures(draft, fact, new.start, episode)


def _assert(draft: Draft, fact: int, new: Statement, episode: int | None) -> None:
    """Add a source to a fact; what was stated again after an end becomes a second row."""
    if new.end is not None:
        _split(draft, fact, new.end - 1, episode)
    draft.assert_item(episode, fact, new.start, new.end)


def _repeat_closures(draft: Draft, fact: int, start: int, episode: int | None) -> None:
    """Repeat the fact's closures for a new source, so they survive forgetting the first one."""
    mine = {closure.item for closure in draft.closures_by(fact) if closure.episode == episode}
    for closure in draft.closures_by(fact):
        if closure.item not in mine:
            mine.add(closure.item)
            draft.close(closure.item, max(closure.at, start), fact, episode)


def _interval(draft: Draft, fact: int) -> tuple[int, int]:
    """Return from when to when a fact is known to hold: an unknown start counts when it was told.

    What is only said to be over counts from the beginning.
    """
    version = draft.version(fact)
    low = version.valid_from
    if low is None:
        begun = draft.begun(fact)
        low = START if begun == END else begun
    return low, END if version.valid_to is None else version.valid_to


def _holds(draft: Draft, fact: int, at: int) -> bool:
    low, high = _interval(draft, fact)
    return low <= at < high


def _states(draft: Draft, fact: int, new: Statement) -> bool:
    """Return whether a fact holds when a statement begins, since a moment that is known as well."""
    if not _holds(draft, fact, new.moment):
        return False
    version = draft.version(fact)
    if version.valid_from is not None:
        return True
    begun = draft.begun(fact)
    return begun == START or (new.start is None and begun < END)


def _closable(draft: Draft, rival: int, at: int) -> bool:
    """Return whether a rival holds at a moment, and not only is said to be over later."""
    version = draft.version(rival)
    if not _holds(draft, rival, at):
        return False
    return version.valid_from is not None or draft.begun(rival) < END


def _starts_within(draft: Draft, fact: int, after: int) -> list[int]:
    """Return the starts told of a fact after a moment and while it holds, sorted."""
    high = _interval(draft, fact)[1]
    return [start for start in draft.starts_after(fact, after) if start < high]
