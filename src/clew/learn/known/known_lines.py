"""Known names: what the reader of a text is shown of those that it may mean.

First come names that several people claim, then people, then people whose name is written beside
another capital or stands in an earlier text only, then things with facts, and hubs last.

A shown name that the reply uses means the one it was shown for (`Mentions.shown`). So a name is not
shown that is itself short for another's; "Anna" without more stays undecided.
"""

from collections.abc import Iterator, Sequence
from itertools import groupby, islice

from clew.graph.types import Kind
from clew.learn.known.mentioned import Found, Search, longer, look_up
from clew.learn.spelling import short_for, tells_apart
from clew.learn.tasks import Known
from clew.projection.image import Projection

__all__ = ["known_names"]

_NAME, _LINE = 60, 100
"""Longest name shown; most letters of a line, without what parts its phrases."""


def known_names(
    projection: Projection, text: str, at: int, context: Sequence[str], most: int
) -> tuple[Known, ...]:
    """Return the known names that a text may mean, the most needed first, at most so many.

    Args:
        projection: what is known.
        text: is to be read.
        at: when it was told: what holds then is shown.
        context: earlier texts, which may say who "she" is.
        most: how many names.
    """
    search = Search(projection)
    for number, each in enumerate([text, *reversed(context)]):
        look_up(search, each, earlier=number > 0)
    useful = (one for one in _in_order(search) if _is_of_use(search, one))
    return tuple(_shown(search, one, at) for one in islice(useful, most))


def _in_order(search: Search) -> Iterator[Found]:
    """Yield what was found by rank and place; of one place, what touches the text most, newest."""
    found = sorted(search.found.values(), key=lambda one: (one.rank, one.place, one.root))
    for _, group in groupby(found, key=lambda one: (one.rank, one.place)):
        several = [*group]
        near = {one.root: sum(1 for _ in _touching(search, one.root)) for one in several}
        yield from sorted(
            several, key=lambda one: (-near[one.root], -search.newest(one.root), one.root)
        )


def _is_of_use(search: Search, one: Found) -> bool:
    """Return whether a name may be shown: it is no short form of another's, and tells something."""
    name = search.projection.nodes[one.root].text
    if len(name) > _NAME or not any(map(str.isalpha, name)):
        return False
    if one.called is None:
        return next(search.facts(one.root), None) is not None
    own = one.called
    apart = any(row.known_to == row.known_from for row in search.projection.merges_of(one.root))
    people = [search.person(root) for root in longer(search, own) if root != one.root]
    return apart or not any(
        full and short_for(own, full) and not tells_apart(full) for full in people
    )


def _touching(search: Search, root: int) -> Iterator[int]:
    """Yield the newest facts of an entity that touch what else the text names."""
    for facts in search.facts(root):
        row = search.projection.facts[facts[-1]]
        other = {search.root(row.source), search.root(row.target)} - {root}
        if not search.found.keys().isdisjoint(other):
            yield facts[-1]


def _shown(search: Search, one: Found, at: int) -> Known:
    """Return the line of an entity: facts that touch what the text names first, then newest."""
    nodes = search.projection.nodes
    name, items, about = nodes[one.root].text, [one.root], []
    if one.alias is not None and one.alias != one.root:
        items.append(one.alias)
        about.append(f"also called {nodes[one.alias].text}")
    told = set(_touching(search, one.root))
    current = [fact for facts in search.facts(one.root) for fact in _current(search, facts, at)]
    room = _LINE - len(name) - sum(map(len, about))
    for fact in sorted(set(current), key=lambda fact: (fact not in told, -fact)):
        said = _said(search, fact, one.root)
        if len(said) <= room:
            room -= len(said) + 3
            about.append(said)
            items.append(fact)
    return Known(name, tuple(about), tuple(items))


def _current(search: Search, facts: Sequence[int], at: int) -> Iterator[int]:
    """Yield the newest fact of one relation, of the last four, that is not over, nor yet ahead."""
    rows = search.projection
    for fact in facts[:-5:-1]:
        version = rows.columns[Kind.FACT].version_at(fact, rows.revision)
        if version is None or (version.valid_to is not None and version.valid_to <= at):
            continue
        told = [at, *(rows.nodes[edge.source].at or at for edge in rows.told(fact))]
        if version.valid_from is None or version.valid_from <= max(told):
            yield fact
            return


def _said(search: Search, fact: int, root: int) -> str:
    """Return what a fact says of one of its ends."""
    row, nodes = search.projection.facts[fact], search.projection.nodes
    source, target = nodes[search.root(row.source)].text, nodes[search.root(row.target)].text
    said = f"{row.relation} {target}"
    return said if search.root(row.source) == root else f"{source} {said}"
