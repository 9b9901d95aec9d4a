"""What was told before a text: in its conversation, or in the parts before it of one long text.

Texts are tied by the id of their conversation, not by their source: a folder of notes has one
source, and no note goes on where another ends.
"""

import re
from bisect import bisect_left

from clew.graph.types import Kind
from clew.learn.draft import Draft
from clew.projection.image import Projection
from clew.projection.rows import EDGE_CODES

__all__ = ["ended_whole", "told_before"]

_MOST = 1500
"""Most characters of all that is shown: enough to tell who "she" is."""
_BREAK = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")
"""Where a sentence ends, in the scripts that mark it."""


def told_before(draft: Draft, episode: int, most: int) -> tuple[str, ...]:
    """Return the texts just before an episode, oldest first; of the first only whole sentences.

    Args:
        draft: has the texts, stored or new.
        episode: is to be read.
        most: how many texts.
    """
    texts: list[str] = []
    room = _MOST
    for earlier in _earlier(draft, episode, most):
        text = ended_whole(draft.node(earlier).text, room)
        if not text:
            break
        texts.append(text)
        room -= len(text)
    return tuple(reversed(texts))


def ended_whole(text: str, most: int) -> str:
    """Return the last whole sentences of a text in at most so many characters.

    >>> ended_whole("Anna came. She brought cake! Ben ate it.", 30)
    'She brought cake! Ben ate it.'
    """
    if len(text) <= most:
        return text
    ends = (found.end() for found in _BREAK.finditer(text) if found.end() < len(text))
    start = next((end for end in ends if len(text) - end <= most), len(text))
    return text[start:]


def _earlier(draft: Draft, episode: int, most: int) -> list[int]:
    """Return the episodes that were told just before one, newest first."""
    added = {row.id: row.conversation for row in draft.changes.turns}
    stored = draft.projection.turns
    conversation = added.get(episode) or stored[episode].conversation
    if not conversation:
        return _parts_before(draft, episode, most)
    new = [one for one, own in added.items() if own == conversation and one < episode]
    known = stored.of(conversation)
    known = known[max(0, bisect_left(known, episode) - 4 * most) : bisect_left(known, episode)]
    at = draft.node(episode).at or 0
    near = [*known, *new][::-1][: 4 * most]
    return [one for one in near if (draft.node(one).at or 0) <= at][:most]


def _parts_before(draft: Draft, episode: int, most: int) -> list[int]:
    """Return the parts of the same text before an episode's, newest first."""
    rows = draft.projection
    added = {row.target: row.source for row in draft.changes.edges if row.kind is Kind.SEQUENCE}
    parts: list[int] = []
    while len(parts) < most:
        last = parts[-1] if parts else episode
        before = added.get(last) or _part_before(rows, last)
        if before is None:
            break
        parts.append(before)
    return parts


def _part_before(rows: Projection, episode: int) -> int | None:
    """Return the stored part before a part, if it is stored itself."""
    number = rows.items.find(episode)
    if number < 0:
        return None
    _, halves = rows.adjacency.row(number)
    edges = halves[halves & 1 == 1] >> 1
    led = edges[rows.edges.kinds(edges) == EDGE_CODES[Kind.SEQUENCE]]
    return int(rows.edges.sources(led)[0]) if len(led) else None
