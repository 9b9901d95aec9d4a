"""Conversations are read in windows: several turns in one call, each a text of its own.

One prompt serves several turns, and a reader sees question and answer together. The reply says
which turn each item is from, so every turn has its own facts and can be forgotten by itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from clew.graph.times import shown_time, to_time
from clew.graph.types import Time
from clew.learn.conversation.told_before import told_before
from clew.learn.conversation.turn_replies import reading_task
from clew.learn.domain import Domain
from clew.learn.draft import Draft
from clew.learn.tasks import Extract
from clew.projection.image import Projection

__all__ = ["Reading", "Window", "task_of", "windows_of"]

Window: TypeAlias = tuple[int, ...]
"""The episodes that are read in one call, ascending."""
_CHARACTERS = 3000
"""Most of a window's text: a reply about more might be cut off."""


@dataclass(frozen=True, slots=True)
class Reading:
    """What is asked of a window, and its episodes."""

    episodes: Window
    task: Extract


def windows_of(
    projection: Projection, episodes: Iterable[int], most: int, tried: Mapping[int, int]
) -> list[Window]:
    """Return the turns of each conversation in windows, and every other text alone.

    A turn that could not be learned from comes in a smaller window each time, in the end alone, so
    that one bad turn does not keep its neighbours waiting.

    Args:
        projection: has the texts.
        episodes: are to be read, in order.
        most: how many turns are in a window.
        tried: how often an episode has been read in vain.
    """
    windows: list[list[int]] = []
    newest: dict[str, list[int]] = {}
    for episode in episodes:
        conversation = projection.turns[episode].conversation
        window = newest.get(conversation, [])
        if not _has_room(projection, window, episode, most >> tried.get(episode, 0)):
            window = []
            windows.append(window)
            if conversation and episode in projection.nodes:
                newest[conversation] = window
        window.append(episode)
    return [tuple(window) for window in windows]


def _has_room(projection: Projection, window: Sequence[int], episode: int, most: int) -> bool:
    if not window or len(window) >= most or episode not in projection.nodes:
        return False
    texts = (len(projection.nodes[one].text) for one in (*window, episode))
    return sum(texts) <= _CHARACTERS


def task_of(draft: Draft, window: Window, domain: Domain) -> Extract:
    """Return what is asked of a window of episodes, stored or new, without known names."""
    rows = [draft.node(one) for one in window]
    times = [to_time(row.at, draft.axis) for row in rows]
    at = times[0]
    assert at is not None
    context = told_before(draft, window[0], domain.context)
    text = rows[0].text if len(rows) == 1 else _numbered([row.text for row in rows], times)
    told = Extract(text, at, rows[0].source or "", context, domain.reading)
    return reading_task(told, domain.theses, len(rows) if len(rows) > 1 else 0)


def _numbered(texts: Sequence[str], times: Sequence[Time | None]) -> str:
    """Return turns with their numbers, and their times where these change.

    The other lines of a turn are indented, so that none can look like another turn.
    """
    lines: list[str] = []
    before = times[0]
    for number, (text, at) in enumerate(zip(texts, times, strict=True), 1):
        when = f" ({shown_time(at)})" if at is not None and at != before else ""
        lines.append(f"[{number}]{when} " + "\n    ".join(text.splitlines()))
        before = at
    return "\n".join(lines)
