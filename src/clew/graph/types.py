"""The frozen values a memory consists of, one meaning each (docs/design/graph.md).

Ids are positive integers, unique within a namespace across all kinds and never reused; a smaller
id was committed earlier. A `Time` is an aware datetime or a game step; one namespace uses only one
of the two. Intervals are half-open: `valid_from <= t < valid_to`; `None` is unbounded.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from datetime import datetime
from enum import StrEnum
from itertools import product
from typing import Any, NamedTuple, TypeAlias

from clew.text import statement

__all__ = [
    "EDGE_KINDS",
    "ENDS",
    "EXACT",
    "NODE_KINDS",
    "PRECISIONS",
    "STATEMENT_KINDS",
    "TEXT_KINDS",
    "AsOf",
    "Entity",
    "Episode",
    "Fact",
    "Goal",
    "Item",
    "Kind",
    "Link",
    "Period",
    "Precision",
    "Thesis",
    "Time",
]

Time: TypeAlias = datetime | int


class Kind(StrEnum):
    """The kind of a row of the graph: five kinds of node, five kinds of edge."""

    ENTITY = "entity"
    THESIS = "thesis"
    EPISODE = "episode"
    GOAL = "goal"
    LONG_TERM_GOAL = "long_term_goal"
    FACT = "fact"
    """entity -> entity"""
    MENTION = "mention"
    """thesis -> entity"""
    EPISODIC = "episodic"
    """episode -> every fact, thesis and entity learned from it"""
    SEQUENCE = "sequence"
    """episode or goal -> the next one"""
    PART_OF = "part_of"
    """episode or goal -> the goal it belongs to"""


NODE_KINDS = (Kind.ENTITY, Kind.THESIS, Kind.EPISODE, Kind.GOAL, Kind.LONG_TERM_GOAL)
EDGE_KINDS = (Kind.FACT, Kind.MENTION, Kind.EPISODIC, Kind.SEQUENCE, Kind.PART_OF)
TEXT_KINDS = (*NODE_KINDS, Kind.FACT)
"""Kinds with a text, and therefore with a vector and a row in the text index."""
STATEMENT_KINDS = (Kind.FACT, Kind.THESIS, Kind.GOAL, Kind.LONG_TERM_GOAL)
"""Kinds that hold for a period: they have valid times and can be superseded."""
_GOALS = (Kind.GOAL, Kind.LONG_TERM_GOAL)
ENDS: Mapping[Kind, tuple[tuple[Kind, ...], tuple[Kind, ...]]] = {
    Kind.FACT: ((Kind.ENTITY,), (Kind.ENTITY,)),
    Kind.MENTION: ((Kind.THESIS,), (Kind.ENTITY,)),
    Kind.EPISODIC: ((Kind.EPISODE,), (Kind.FACT, Kind.THESIS, Kind.ENTITY)),
    Kind.SEQUENCE: ((Kind.EPISODE, *_GOALS), (Kind.EPISODE, *_GOALS)),
    Kind.PART_OF: ((Kind.EPISODE, Kind.GOAL), _GOALS),
}
"""Edge kind -> (allowed kinds of source, allowed kinds of target)."""


@dataclass(frozen=True, slots=True)
class AsOf:
    """The past to read: what was true at `valid`, as the memory knew it at revision `known`.

    `None` means now: for `valid` the clock's now or the last step, for `known` the last revision.
    """

    valid: Time | None = None
    known: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Episode:
    """One text read or one observation made, verbatim (episodic vertex of AriGraph)."""

    id: int
    text: str
    at: Time
    source: str
    known_from: int
    """The revision that added it."""
    attributes: Mapping[str, object] = field(default_factory=dict)
    """Data attached by an agent that wrote the episode directly."""
    metadata: Mapping[str, object] = field(default_factory=dict)
    """What a user notes about it: any JSON object, changed by `Memory.patch_metadata`."""
    conversation: str = ""
    """The conversation or document that it is a part of, if any."""
    role: str = ""
    speaker: str = ""
    """Of a message: who speaks, and in what role; the text begins with one of the two."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """A thing with a name and aliases; aliases are the names of entities merged into it."""

    id: int
    name: str
    aliases: tuple[str, ...] = ()
    known_from: int = 0
    episodes: tuple[int, ...] = ()

    @property
    def text(self) -> str:
        """Its name: every item has a `text`."""
        return self.name


class Precision(StrEnum):
    """How exactly a time was told, the most exact first."""

    MOMENT = "moment"
    DAY = "day"
    MONTH = "month"
    YEAR = "year"
    SAID = "said"
    """No time was told: it is that of the text."""


PRECISIONS = tuple(product(Precision, Precision))
"""How exactly a start and an end may be told; kept as the place in this list."""
EXACT = PRECISIONS[0]
"""Both to the moment: they need no word about it."""


class Period(NamedTuple):
    """When something holds, how exactly that is told, and the date that it is planned for."""

    start: Time | None = None
    end: Time | None = None
    told: tuple[Precision, Precision] = EXACT
    planned_for: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Dated:
    """What holds for a while."""

    id: int
    valid_from: Time | None = None
    valid_to: Time | None = None
    valid_from_precision: Precision = Precision.MOMENT
    valid_to_precision: Precision = Precision.MOMENT
    superseded_by: int | None = None
    known_from: int = 0
    known_to: int | None = None

    @property
    def told(self) -> tuple[Precision, Precision]:
        """How exactly its start and its end were told."""
        return self.valid_from_precision, self.valid_to_precision

    @property
    def period(self) -> Period:
        """When it holds, as it is shown."""
        planned_for: str = getattr(self, "planned_for", "")
        return Period(self.valid_from, self.valid_to, self.told, planned_for)


@dataclass(frozen=True, slots=True, kw_only=True)
class Fact(_Dated):
    """Subject, relation, object, dated and sourced (semantic edge, the papers' triplet)."""

    subject: int
    relation: str
    object: int
    subject_name: str
    object_name: str
    episodes: tuple[int, ...] = ()
    """Episodes it was learned from, ascending; empty for a fact written directly."""
    disputed: tuple[int, ...] = ()
    """Facts that it cannot hold with, of sources trusted more or less (docs/trust.md)."""
    rejected: bool = False
    """A person has decided that it was never true; only look-ups by id show it."""
    wordings: tuple[str, ...] = ()
    """Other words for the relation, in which some of its episodes tell it."""
    planned_for: str = ""
    """Of a plan, a wish, an appointment: the date as told, or "unknown". It holds until that is
    over, or until it is fulfilled."""

    @property
    def text(self) -> str:
        """The statement as it is shown, without its times: "I live in Oslo"."""
        return statement(self.subject_name, self.relation, self.object_name)

    @property
    def is_denied(self) -> bool:
        """Whether texts only deny it: it ended as it began, and nothing took its place."""
        return self.valid_from == (self.valid_to or ()) and not self.superseded_by

    def plain(self) -> Mapping[str, Any]:
        """Return its fields for the key of a reply, without those that are rarely set."""
        values = {each.name: getattr(self, each.name) for each in fields(self)}
        return {key: one for key, one in values.items() if one != _RARE.get(key)}


_RARE: Mapping[str, object] = {
    "disputed": (),
    "rejected": False,
    "wordings": (),
    "planned_for": "",
    "valid_from_precision": Precision.MOMENT,
    "valid_to_precision": Precision.MOMENT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Thesis(_Dated):
    """One self-contained statement over any number of entities (hyperedge of PersonalAI)."""

    text: str
    entities: tuple[int, ...] = ()
    episodes: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal(_Dated):
    """A goal or long-term goal of an agent (DAMCS), with data the agent attached."""

    kind: Kind
    text: str
    attributes: Mapping[str, object] = field(default_factory=dict)


# A named tuple: searches read thousands, and frozen dataclasses take four times as long.
class Link(NamedTuple):
    """One edge seen from one of its ends."""

    edge: int
    """Id of the edge row; for a fact, the fact's id."""
    kind: Kind
    other: int
    """The far end: a node, or the fact or thesis an episodic edge points to."""
    outgoing: bool
    """True when the end it is seen from is the edge's source."""
    far: Kind
    """Kind of the far end."""


Item: TypeAlias = Episode | Entity | Fact | Thesis | Goal
