"""When theses end: by what becomes of the facts that they state.

A thesis that states facts ends with the first part of what it states, and one that tells the end of
facts when one of them holds again.
"""

from collections.abc import Iterable, Iterator, Set

from clew.graph.times import END, START
from clew.learn.draft import Draft
from clew.learn.timelines.spans import interval
from clew.projection.lookup.stating import stated_facts
from clew.projection.rows import ClosureRow, Told

__all__ = ["close_theses", "reopen_theses"]


def close_theses(draft: Draft, facts: Iterable[int], episode: int | None) -> list[int]:
    """Close every thesis of which a part has ended; return the closed theses."""
    closed = []
    for thesis in _theses_about(draft, facts):
        ends = [(at, by) for at, by in _ends(draft, thesis) if at != END]
        known = {row.at for row in draft.closures_of(thesis)} if ends else set()
        for at, by in ends:
            if at not in known:
                successors = draft.theses_of(by) if by > 0 else []
                draft.close(thesis, at, next(iter(successors), None), episode)
                closed.append(thesis)
    return closed


def reopen_theses(draft: Draft, facts: Iterable[int], since: int = 0) -> None:
    """Undo the ends, known `since` a revision, of theses that ended with facts which hold again."""
    for thesis in _theses_about(draft, facts):
        ends = {at for at, _ in _ends(draft, thesis)}
        undone = [
            row
            for row in draft.closures_of(thesis)
            if row.known_from >= since
            and row.at not in ends
            and not _is_decided(draft, thesis, row)
        ]
        if undone:
            draft.release(thesis, undone)


def _is_decided(draft: Draft, thesis: int, row: ClosureRow) -> bool:
    """Return whether a person or a program ended a thesis: retired it, or said what replaces it.

    What its facts end does not end before it begins, and is replaced by what states facts.
    """
    if row.by is not None:
        return not stated_facts(draft.node(row.by))
    return row.episode is None and row.at == START < _start(draft.assertions(thesis))


def _start(told: Iterable[Told]) -> int:
    """Return when a thesis begins, as those say who say it last; `START` if nobody says."""
    return max((one.begins for one in told if one.begins != END), default=START)


def _theses_about(draft: Draft, facts: Iterable[int]) -> list[int]:
    """Return the theses that state some facts, or the same at another time."""
    rows = map(draft.fact, dict.fromkeys(facts))
    same = (draft.same_facts(row.source, row.relation or "", row.target, None) for row in rows)
    return sorted({thesis for facts in same for fact in facts for thesis in draft.theses_of(fact)})


def _ends(draft: Draft, thesis: int) -> Iterator[tuple[int, int]]:
    """Yield when each part of what a thesis states ends (`END`: never), and by what (0: nothing).

    Facts that tie the same two things are one part ("moved to", "lives in") and end with the last
    of them. A fact that was over when the thesis begins is denied until it holds again.
    Where all of them go on, nothing is yielded.
    """
    told = draft.assertions(thesis)
    start = _start(told)
    tellers = {one.episode for one in told} - {None}
    stated = stated_facts(draft.node(thesis))
    going_on = [_goes_on(draft, fact, start) for fact in stated]
    if all(going_on):
        return
    parts: dict[tuple[int, int], tuple[int, int]] = {}
    for fact, goes_on in zip(stated, going_on, strict=True):
        row = draft.fact(fact)
        ends = draft.root(row.source), draft.root(row.target)
        end = (END, 0) if goes_on else _end_of(draft, fact, start, tellers)
        parts[ends] = max(parts.get(ends, (START, 0)), end)
    yield from parts.values()


def _goes_on(draft: Draft, fact: int, start: int) -> bool:
    """Return whether a fact holds when a thesis tells it, and ever after: most do, told once."""
    version = draft.version(fact)
    begun = version.valid_from
    return version.valid_to is None and begun is not None and begun <= start


def _end_of(draft: Draft, fact: int, start: int, tellers: Set[int | None]) -> tuple[int, int]:
    """Return when what a thesis told at `start` says of a fact ends, and by what.

    What its texts tell to hold, and was over by then as others tell, has ended when it begins.
    """
    spans = {one: interval(draft, one) for one in draft.same_as(fact)}
    told = [each for one in spans for each in draft.assertions(one) if each.episode in tellers]
    begun = [one.begins for one in told if one.begins < END and (one.end or END) > start]
    start = max(start, *begun, spans[fact][0] if not told else START)  # it may begin later
    for one in (fact, *spans):
        low, high = spans[one]
        if low <= start < high:
            return high, draft.version(one).superseded_by or 0
    if begun:
        return start, 0
    again = ((low, one) for one, (low, high) in spans.items() if start <= low < high)
    return min(again, default=(END, 0))
