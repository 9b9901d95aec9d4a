"""The time line of facts: what a statement confirms, extends, ends or closes.

Of statements that exclude each other, the one with the later start wins from its start on; at
equal starts the later arrival wins, as of a start and an end at one moment. So late-arriving old
statements are stored already closed, and any order of arrival gives the same time line
(`tests/learn/test_any_order.py`).

A less trusted source closes nothing that a more trusted one says: both stay, in dispute
(`clew.projection.levels`). Where nothing is set, all sources are trusted alike.

What is planned (`Statement.planned`) ends only what is planned as well. What happens, be it for the
first time or again, ends a plan of the same content, and plans that exclude it.
"""

from collections.abc import Iterable, Sequence
from operator import attrgetter
from typing import NamedTuple

from clew.graph.times import END, START
from clew.graph.types import Kind
from clew.learn.draft import Draft
from clew.learn.timelines.opposing import meet
from clew.learn.timelines.other_names_ends import ends_told, named_so, others_ends, told_against
from clew.learn.timelines.spans import (
    Start,
    Statement,
    claim,
    closable,
    disputes_of,
    doubt,
    fits,
    holds,
    interval,
    later_starts,
    line_of,
    named_alike,
    outranked,
    parted,
    reconsider,
    weight,
    weight_of,
)
from clew.projection.levels import denies, is_rejected

__all__ = ["Placed", "end_fact", "held", "may_end", "place"]


class Placed(NamedTuple):
    """The result of placing a statement: its id, whether it is new, and what it superseded."""

    item: int
    is_new: bool
    superseded: tuple[int, ...] = ()


def held(draft: Draft, new: Statement) -> int | None:
    """Return the fact that already states this when it begins, so that placing confirms it.

    Such a statement adds nothing, so no model need be asked what it replaces. A start that nobody
    has told adds something: from it on, the fact excludes others. So does a more trusted source
    than the one that ended the fact: it holds longer now, and may exclude what came later.
    """
    same = draft.same_facts(new.subject, new.relation, new.object, new.planned)
    fitting = (fact for fact in same if named_so(draft, fact, new) and fits(draft, fact, new))
    return next((fact for fact in fitting if _adds_nothing(draft, fact, new)), None)


def _adds_nothing(draft: Draft, fact: int, new: Statement) -> bool:
    """Return whether a fact says this already, and goes on no longer if one more source does."""
    if not _states(draft, fact, new):
        return False
    ends = [row for row in draft.closures_of(fact) if row.at > new.moment]
    return all(weight_of(draft, row.episode, row.by, fact) >= new.level for row in ends)


def may_end(draft: Draft, new: Statement) -> bool:
    """Return whether something holds that a statement may end though it is known already.

    That is a plan, fulfilled in other words or the same, or what has no known start and was told
    since this was told to begin last: nothing has ended it yet.
    """
    if _endable(draft, new, draft.facts_between(new.subject, new.object)):
        return True
    same = draft.same_facts(new.subject, new.relation, new.object)
    told = [one.start for fact in same for one in draft.assertions(fact) if one.start is not None]
    last = max((start for start in told if start <= new.moment), default=START)
    near = {*draft.undated_at(new.subject), *draft.undated_at(new.object)}
    return any(draft.begun(one) > last for one in _endable(draft, new, near))


def _endable(draft: Draft, new: Statement, facts: Iterable[int]) -> list[int]:
    """Return what holds, of plans and of what has no known start, when something happens; by id."""
    if new.planned or new.start is None:
        return []
    same = draft.same_facts(new.subject, new.relation, new.object)
    return sorted(
        one
        for one in facts
        if (draft.planned(one) or (one not in same and draft.version(one).valid_from is None))
        and closable(draft, one, new.start)
    )


def place(draft: Draft, new: Statement, rivals: Sequence[int], episode: int | None) -> Placed:
    """Add a statement to the timeline: confirm or extend a fact or add one, and close rivals.

    An unknown start closes nothing. What excludes one of the rivals excludes all that says the
    same. `episode=None` is a direct write.
    """
    if not rivals and not draft.same_facts(new.subject, new.relation, new.object, None):
        return Placed(_add_fact(draft, new, episode), True)
    excluded = {fact for rival in rivals for fact in line_of(draft, rival)}
    own = _own(draft, new, episode) if excluded and new.start is not None else []
    known = next((fact for fact in own if _adds_nothing(draft, fact, new)), None)
    met = () if known is None else meet(draft, new, known, excluded)
    placed = _place(draft, new, sorted(excluded), episode)
    placed = placed._replace(superseded=tuple(dict.fromkeys((*met, *placed.superseded))))
    if episode is None and new.start is not None:
        _decide_too(draft, placed.item, new.start, excluded)
    if new.end is not None and episode is not None:
        for fact in draft.same_facts(new.subject, new.relation, new.object, new.planned):
            low, high = interval(draft, fact)
            if not low < new.end < high:
                continue
            if outranked(draft, fact, new.end, weight(draft, new, fact)):
                draft.close(fact, new.end, placed.item, episode, counts=False)
                continue
            parted(draft, fact, new.end)  # told again before the end: over then as well
            by = None if named_alike(draft, fact, placed.item) else placed.item
            draft.close(fact, new.end, by, episode)
    if draft.levels:
        doubt(draft, placed.item)
        reconsider(draft, placed.item)
    return placed


def _place(draft: Draft, new: Statement, rivals: Iterable[int], episode: int | None) -> Placed:
    moment = new.moment
    every = draft.same_facts(new.subject, new.relation, new.object, None)
    same = [fact for fact in every if draft.planned(fact) == new.planned]
    own = _own(draft, new, episode)
    for fact in own:
        if _adds_nothing(draft, fact, new):
            _confirm(draft, fact, new, episode)
            return Placed(fact, False, _ended_too(draft, fact, new, {*rivals, *every}, episode))
    others, weaker = _opposed(draft, new, rivals, every)
    live = [rival for rival in weaker if closable(draft, rival, moment)]
    judged = live if episode is not None else []
    above = [one for one in judged if outranked(draft, one, moment, weight(draft, new, one))]
    live = [rival for rival in live if rival not in above]
    seconds = [row for rival in live for row in parted(draft, rival, moment)]
    rest = [one for one in (*others, *seconds) if one not in live]
    left = [one for one in rest if new.planned or not draft.planned(one)]
    later = later_starts(draft, left, new.moment)
    doubted = {one for one in later if told_against(draft, new, one.fact, one.episode) < new.level}
    upcoming = next((one for one in later if one not in doubted), None)
    held_by = next((fact for fact in own if holds(draft, fact, moment)), None)
    if held_by is not None:
        ends = others_ends(draft, held_by, new, same)
        _confirm(draft, held_by, new, episode)
        target, extended, is_new = held_by, False, False
        for end, by in ends:
            draft.close(target, end.at, by, end.episode)
    else:
        target, extended = _target(draft, new, same, upcoming, episode)
        is_new = not extended
    if draft.levels:
        reconsider(draft, target)  # its own ends, now that another source says it too
        extended = False
    high = interval(draft, target)[1]
    for one in later:
        if one.at < high and (one in doubted or not extended):
            teller = episode if one.episode is None else one.episode
            claim(draft, target, one.at, one.fact, teller)
    for rival in (*live, *above):
        draft.close(rival, moment, target, episode, counts=rival in live)
    return Placed(target, is_new, tuple(live))


def _decide_too(draft: Draft, item: int, at: int, rivals: Iterable[int]) -> None:
    """Note that a direct write ends what is over already, should it hold again."""
    same = draft.same_as(item)
    for rival in sorted(rivals):
        if rival not in same and interval(draft, rival)[1] <= at:
            draft.close(rival, at, item, None)


def _own(draft: Draft, new: Statement, episode: int | None) -> list[int]:
    """Return the facts that a statement may be told of."""
    same = draft.same_facts(new.subject, new.relation, new.object, new.planned)
    fitting = (one for one in same if named_so(draft, one, new) and fits(draft, one, new))
    return [one for one in fitting if episode is not None or draft.fact(one).direct]


def _ended_too(
    draft: Draft, fact: int, new: Statement, others: Iterable[int], episode: int | None
) -> tuple[int, ...]:
    """End the plans and undated facts among others that a fact, told again, ends; return them."""
    met = _endable(draft, new, others)
    for one in met:
        if episode is None or not outranked(draft, one, new.moment, weight(draft, new, one)):
            parted(draft, one, new.moment)
    return tuple(one for one in met if claim(draft, one, new.moment, fact, episode))


def _opposed(
    draft: Draft, new: Statement, rivals: Iterable[int], every: Sequence[int]
) -> tuple[list[int], list[int]]:
    """Return what a statement cannot hold with, and what of that it may end: a plan only plans.

    Of its own content (`every`), what has happened opposes what is planned.
    """
    own = {fact for fact in every if bool(draft.planned(fact)) != bool(new.planned)}
    same = {fact for fact in every if draft.planned(fact) == new.planned}
    others = sorted(own.union(rivals) - same)
    plans = [rival for rival in others if draft.planned(rival)]
    return others, [] if new.start is None else plans if new.planned else others


def end_fact(draft: Draft, new: Statement, episode: int) -> Placed:
    """End what a text says is over: the fact begun last before that.

    Where it was over before, the text confirms that. An unknown fact is stored already ended, and
    so is one that was told under another name only: that one ends it.
    """
    at = new.end if new.end is not None else new.moment
    same = draft.same_facts(new.subject, new.relation, new.object, new.planned or None)
    ended = new._replace(end=at)
    above = [fact for fact in same if not fits(draft, fact, ended)]
    begun = [
        (low, fact)
        for fact in same
        if (low := interval(draft, fact)[0]) <= at and fact not in above
    ]
    holding = [fact for _, fact in begun if holds(draft, fact, at)]
    own = [(low, fact) for low, fact in begun if named_so(draft, fact, new)]
    if new.start is not None:  # a denial tells of no past that an unknown start would show
        own = [
            one for one in own if one[1] in holding or draft.version(one[1]).valid_from is not None
        ]
    over = [fact for _, fact in own if fact in holding] or [fact for _, fact in sorted(own)[-1:]]
    for fact in over:
        version = draft.version(fact)
        parted(draft, fact, at)
        # An end that lies ahead says that it holds now, which an unknown start would show.
        said = ended._replace(start=version.valid_from if at > new.told else new.start)
        draft.assert_item(fact, draft.telling(episode, *said.said))
        if draft.levels:
            reconsider(draft, fact)  # who tells only its end says that it held until then
    item = over[0] if over else _deny(draft, ended, at, above, episode)
    for fact in holding:
        if fact not in over:
            parted(draft, fact, at)
            draft.close(fact, at, item, episode)
    for fact in above:
        if holds(draft, fact, at):
            draft.close(fact, at, item, episode, counts=False)
    if draft.levels:
        doubt(draft, item)
    return Placed(item, not over, tuple(holding))


def _deny(draft: Draft, ended: Statement, at: int, above: Sequence[int], episode: int) -> int:
    """Add a fact that is over, which disputes those that more trusted sources say to hold.

    Others trusted as little as this one, who said before that one of those holds, tell it too.
    """
    added = _add_fact(draft, ended, episode)
    own = [fact for fact in above if named_so(draft, fact, ended)]
    for one in (one for fact in own for one in draft.assertions(fact)):
        goes_on = one.begins < at and (one.end is None or one.end >= at)
        if goes_on and one.episode is not None and draft.level(one.episode) <= ended.level:
            draft.assert_item(added, one)
    return added


def _target(
    draft: Draft, new: Statement, same: Sequence[int], upcoming: Start | None, episode: int | None
) -> tuple[int, bool]:
    """Extend the next fact with this content back to the new start, or add a fact.

    Returns the fact, and whether it was extended. A direct write adds one: it outlives forgetting.
    One that a person has retired is not there: what is told again is new.
    """
    ends = ends_told(draft, new, same)
    nexts = [
        (low, fact)
        for fact in same
        if (low := interval(draft, fact)[0]) > new.moment
        and named_so(draft, fact, new)
        and fits(draft, fact, new)
        and not is_rejected(draft.version(fact))
    ]
    if nexts:
        low, fact = min(nexts)
        if episode is None:
            return _add_before(draft, new, low, fact), False
        end = min((each.at for each, _ in ends), default=END)
        in_reach = low < min(end, END if new.end is None else new.end)
        if in_reach and (upcoming is None or low <= upcoming.at):
            _assert(draft, fact, new, episode)
            return fact, True
    fact = _add_fact(draft, new, episode)
    for each, by in ends:
        draft.close(fact, each.at, by, each.episode)
    return fact, False


def _add_before(draft: Draft, new: Statement, low: int, later: int) -> int:
    """Add a direct fact that goes over into a later one, which is forgotten with who tells it."""
    if new.end is not None and new.end < low:
        return _add_fact(draft, new, None)
    tellers = [one.episode for one in draft.assertions(later) if one.begins == low]
    if None in tellers:
        return _add_fact(draft, new._replace(end=low), None)
    fact = _add_fact(draft, new, None)
    for teller in tellers:
        draft.close(fact, low, None, teller)
    return fact


def _add_fact(draft: Draft, new: Statement, episode: int | None) -> int:
    fact = draft.add_edge(
        Kind.FACT,
        new.subject,
        new.object,
        relation=new.relation,
        attributes={"planned_for": new.planned} if new.planned else None,
        direct=episode is None,
        asserts=(new.start, new.end, 0) if episode is None else (None, None, 0),
    )
    draft.assert_item(fact, draft.telling(episode, *new.said))
    return fact


def _confirm(draft: Draft, fact: int, new: Statement, episode: int | None) -> None:
    """Add a source to a fact; a direct write has no source and adds only an end."""
    if episode is None:
        if new.end is not None:
            draft.close(fact, new.end, None, None)
        return
    _assert(draft, fact, new, episode)
    if draft.levels:
        reconsider(draft, fact)
    if new.start is not None:
        _repeat_closures(draft, fact, new.start, episode)


def _assert(draft: Draft, fact: int, new: Statement, episode: int | None) -> None:
    """Add a source to a fact; what was stated again after an end becomes a second row."""
    if new.end is not None:
        parted(draft, fact, new.end - 1)
    draft.assert_item(fact, draft.telling(episode, *new.said))


def _repeat_closures(draft: Draft, fact: int, start: int, episode: int | None) -> None:
    """Repeat the fact's closures for a new source, so they survive forgetting the first one."""
    known = draft.closures_by(fact, every=bool(draft.levels))
    # Who confirms a fact does not say what another has told of its end.
    every = sorted((row for row in known if not denies(draft, row)), key=attrgetter("at", "id"))
    mine = {closure.item for closure in every if closure.episode == episode}
    for closure in every:
        if closure.item not in mine:
            mine.add(closure.item)
            at = max(closure.at, start)
            if draft.levels:
                parted(draft, closure.item, at)
            claim(draft, closure.item, at, fact, episode)
    for closure in disputes_of(draft, fact) if draft.levels else ():
        if closure.by is not None and closure.at < start and closable(draft, closure.by, start):
            parted(draft, closure.by, start)
            claim(draft, closure.by, start, fact, episode)


def _states(draft: Draft, fact: int, new: Statement) -> bool:
    """Return whether a fact holds when a statement begins, since a moment that is known as well."""
    if not holds(draft, fact, new.moment):
        return False
    if draft.version(fact).valid_from is not None:
        return True
    begun = draft.begun(fact)
    return begun == START or (new.start is None and begun < END)
