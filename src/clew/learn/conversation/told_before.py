"""What was told before a text: in its conversation, or in the parts before it of one long text.

Texts are tied by the id of their conversation, not by their source: a folder of notes has one
source, and no note goes on where another ends.
"""

import re
from bisect import bisect_left

from clew.graph.types import Kind
from clew.projection.image import Projection
from clew.projection.rows import EDGE_CODES

__all__ = ["ended_whole", "told_before"]

_MOST = 1500
"""Most characters of all that is shown: enough to tell who "she" is."""
_BREAK = re.compile(r"(?<=[.!?…])\s+|(?<=[。！？])|\n+")
"""Where a sentence ends, in the scripts that mark it."""


def told_before(projection: Projection, episode: int, most: int) -> tuple[str, ...]:
    """Return the texts just before an episode, oldest first; of the first only whole sentences.

    Args:
        projection: has the texts.
        episode: is to be read.
        most: how many texts.
    """
    texts: list[str] = []
    room = _MOST
    for earlier in _earlier(projection, episode, most):
        text = ended_whole(projection.nodes[earlier].text, room)
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


def _earlier(projection: Projection, episode: int, most: int) -> list[int]:
    """Return the episodes that were told just before one, newest first."""
    turns = projection.turns.of(projection.turns[episode].conversation)
    if not turns:
        return _parts_before(projection, episode, most)
    at = projection.nodes[episode].at or 0
    place = bisect_left(turns, episode)
    near = reversed(turns[max(0, place - 4 * most) : place])
    return [one for one in near if (projection.nodes[one].at or 0) <= at][:most]


def _parts_before(projection: Projection, episode: int, most: int) -> list[int]:
    """Return the parts of the same text before an episode's, newest first."""
    parts: list[int] = []
    while len(parts) < most:
        _, halves = projection.adjacency.row(
            projection.items.number(parts[-1] if parts else episode)
        )
        edges = halves[halves & 1 == 1] >> 1
        led = edges[projection.edges.kinds(edges) == EDGE_CODES[Kind.SEQUENCE]]
        if not len(led):
            break
        parts.append(int(projection.edges.sources(led)[0]))
    return parts
