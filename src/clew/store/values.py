"""What a memory file is reported to hold, to have changed and to have wrong: values, no SQLite."""

from dataclasses import dataclass
from enum import StrEnum

from clew.projection.statistics import Shape

__all__ = ["Change", "GraphStats", "Lost", "Problem", "Stats", "What"]


class What(StrEnum):
    """What happened to an item."""

    ADDED = "added"
    CONFIRMED = "confirmed"
    """One more text tells it."""
    CHANGED = "changed"
    """When it holds: it ended, was retired, or holds again."""
    MERGED = "merged"
    SPLIT = "split"
    NOTED = "noted"
    """The metadata of a text."""
    TRUSTED = "trusted"
    """How far sources are trusted; no item."""
    FORGOTTEN = "forgotten"
    """Nothing but its id is left."""


@dataclass(frozen=True, slots=True)
class Change:
    """One item that a revision changed."""

    revision: int
    what: What
    kind: str
    """The item's kind; empty for what is forgotten."""
    id: int


@dataclass(frozen=True, slots=True)
class Problem:
    """A problem of a memory file: a stable `code` for programs, a `message` for people."""

    code: str
    message: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stats:
    """Counts of one namespace; `superseded` as known now, whatever the valid time."""

    namespace: str
    revision: int
    axis: str | None
    """`time` or `step`; `None` before anything was dated."""
    kinds: dict[str, int]
    """Number of nodes by kind, and of facts."""
    superseded: dict[str, int]
    """Number of closed facts, theses and goals, by kind."""
    merged: int
    """Entities merged into another."""
    pending: int
    """Stored episodes that were not learned from yet."""
    failures: dict[str, int]
    """Last error of pending episodes -> how many have it."""
    losses: dict[str, int]
    """Reason -> how many items were dropped for it."""
    embedder: str | None
    dimension: int | None
    file_bytes: int
    residue: bool
    """True while erased bytes may still be in the file; `clew check` removes them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lost:
    """Episodes from which nothing was learned; each is stored and can be found by its words."""

    pending: int
    """Not sent to a model yet."""
    failed: int
    """Sent to a model without a usable reply; still pending."""
    empty: int
    """Read, but nothing was found in them."""
    share: float
    """All three as a share of all episodes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphStats:
    """Graph statistics of one namespace and its losses (PersonalAI, tables 1 to 3)."""

    namespace: str
    revision: int
    shape: Shape
    lost: Lost
