"""The arguments of all operations, described for people, models and OpenAPI at once."""

from enum import StrEnum
from typing import Annotated, Any, Literal

from pydantic import Field

from clew.ask.tasks import Style
from clew.graph.filters import Filter
from clew.graph.times import parse_time
from clew.graph.types import AsOf, Kind, Time
from clew.learn.items.correcting import Correction
from clew.operations.base import Request
from clew.recall.listing import Listing

__all__ = [
    "Annotate",
    "Around",
    "Ask",
    "Changes",
    "Conflicts",
    "Context",
    "Correct",
    "Decide",
    "Decision",
    "EpisodeThen",
    "Forget",
    "ItemThen",
    "ItemsThen",
    "Jobs",
    "ListPage",
    "Name",
    "Nothing",
    "OfEntity",
    "OfEpisode",
    "OfItem",
    "Recall",
    "Remember",
    "SetTrust",
    "Then",
    "ThenOfEntity",
    "TwoNames",
    "moment",
]

Moment = Annotated[int | str, Field(description="ISO date or time, or a game step.")]
Name = Annotated[str, Field(min_length=1, description="A name, an alias, or id:NUMBER.")]
Shown = Literal["fact", "thesis", "episode", "entity", "goal"]
Text = Annotated[str, Field(min_length=1)]


def moment(given: int | str | None) -> Time | None:
    """Return a time as it is given over a wire."""
    return parse_time(given) if isinstance(given, str) else given


class Nothing(Request):
    """No arguments."""


class Then(Request):
    """A past to read."""

    valid: Moment | None = Field(default=None, description="What was true then; now by default.")
    known: int | None = Field(default=None, ge=0, description="As known at this revision.")

    @property
    def as_of(self) -> AsOf:
        """The past."""
        return AsOf(moment(self.valid), self.known)


class _Where(Request):
    """A filter, flat: an object within an object is harder for a model to fill."""

    sources: list[str] = Field(default=[], description="Only these sources; * and ? match.")
    conversations: list[str] = Field(default=[], description="Only these conversations.")
    since: Moment | None = Field(default=None, description="Only texts from then on.")
    until: Moment | None = Field(default=None, description="Only texts before then.")
    metadata: dict[str, Any] = Field(
        default={},
        description='Only texts with this, e.g. {"team": "blue", "year": {"$gte": 2024}}.',
    )
    kinds: list[Shown] = Field(default=[], description="Return only these kinds.")

    @property
    def where(self) -> Filter:
        """The filter."""
        return Filter(
            sources=tuple(self.sources),
            conversations=tuple(self.conversations),
            since=moment(self.since),
            until=moment(self.until),
            metadata=self.metadata,
            kinds=tuple(map(Kind, self.kinds)),
        )


class Remember(Request):
    """A text to remember."""

    text: Text = Field(description="What to remember, in whole sentences with names and dates.")
    role: str = Field(default="", description="Of a message: user, assistant, ...")
    name: str = Field(default="", description="Of a message: who says it.")
    conversation: str = Field(default="", description="Id of the conversation it is part of.")
    source: str = Field(default="", description="Where it comes from, e.g. chat/2024-05-01.")
    at: Moment | None = Field(default=None, description="When it was said; now by default.")
    metadata: dict[str, Any] = Field(default={}, description="Any JSON object, to filter by.")
    once: bool = Field(default=False, description="Do nothing if this source said the same before.")
    wait: bool = Field(default=True, description="Answer when learned from, not when on disk.")


class Jobs(Request):
    """Texts that are learned from."""

    episodes: list[int] | None = Field(default=None, description="Ids; all not learned from.")
    wait_s: float = Field(default=0, ge=0, le=60, description="Most seconds to wait for them.")


class Recall(_Where, Then):
    """A text to find matches for."""

    query: Text = Field(description="What to look for.")
    k: int = Field(default=10, ge=1, le=200, description="How many.")


class Ask(_Where, Then):
    """A question."""

    question: Text = Field(description="One question, in words of any language.")
    style: Style = Field(
        default=Style.SHORT,
        description="short: what was asked for; sentence: one full sentence; full: some sentences, "
        "with what the answer rests on.",
    )


class Context(_Where, Then):
    """A text to find evidence for."""

    query: Text = Field(description="A question or a message.")
    budget: int = Field(default=1500, ge=0, le=100_000, description="Most tokens.")


class OfEntity(Request):
    """A thing by its name."""

    entity: Name


class ThenOfEntity(OfEntity, Then):
    """A thing by its name, in a past."""


class Around(Then):
    """A thing, and how much of what is around it."""

    entity: Name | None = Field(default=None, description="Of what; else where to begin to look.")
    limit: int = Field(default=40, ge=1, le=500, description="Most facts.")
    skip: int = Field(default=0, ge=0, description="Facts shown before.")


class OfEpisode(Request):
    """A text by its id."""

    episode: int


class EpisodeThen(OfEpisode, Then):
    """A text by its id, in a past."""


class OfItem(Request):
    """A fact or thesis by its id."""

    item: int = Field(description="Id of a fact or thesis.")


class ItemThen(OfItem, Then):
    """A fact, thesis or text by its id, in a past."""

    limit: int = Field(default=10, ge=1, le=200, description="Most texts.")


class ItemsThen(Then):
    """Items by their ids, in a past."""

    items: list[int] = Field(max_length=1000, description="Ids of any kind.")


class Correct(OfItem):
    """What is right instead of a fact or a thesis."""

    subject: str | None = Field(default=None, description="Of a fact, if it changes.")
    relation: str | None = Field(default=None, description="Of a fact, if it changes.")
    object: str | None = Field(default=None, description="Of a fact, if it changes.")
    text: str | None = Field(default=None, description="Of a thesis: all of it.")
    at: Moment | None = Field(default=None, description="Since when; now by default.")
    source: str = Field(default="correction", description="Who says so.")

    @property
    def correction(self) -> Correction:
        """What is right."""
        return Correction(
            subject=self.subject,
            relation=self.relation,
            object=self.object,
            text=self.text,
            source=self.source,
        )


class Annotate(OfEpisode):
    """A change of metadata."""

    patch: dict[str, Any] = Field(description="JSON merge patch: null removes a key, others stay.")


class ListPage(_Where, Then):
    """A page of a list."""

    what: Listing = Field(description="What to list.")
    limit: int = Field(default=50, ge=1, le=1000, description="Most entries.")
    cursor: str | None = Field(default=None, description="Of the page before.")
    newest: bool = Field(default=False, description="Newest first.")
    past: bool = Field(default=False, description="Also facts that ended or were retired.")


class Changes(Request):
    """A place in the history of a memory."""

    since: int = Field(default=0, ge=0, description="Changes after this revision.")
    limit: int = Field(default=1000, ge=1, le=10_000)


class Conflicts(Then):
    """Which conflicts, in a past."""

    decided: bool = Field(default=False, description="Those that a person has decided.")


class Decision(StrEnum):
    """What a person decides of a disputed fact."""

    CONFIRM = "confirm"
    REJECT = "reject"
    UNDO = "undo"


class Decide(Request):
    """A decision of a conflict."""

    fact: int
    decision: Decision


class Forget(Request):
    """What to forget: exactly one."""

    episode: int | None = Field(default=None, description="One text.")
    source: str | None = Field(default=None, description="All texts of a source.")
    conversation: str | None = Field(default=None, description="All texts of a conversation.")
    entity: Name | None = Field(default=None, description="A thing and all that names it.")
    listed: bool = Field(default=False, description="With entity: also what may name it.")
    keep: list[int] = Field(default=[], description="With entity: undecided ids to spare.")
    dry_run: bool = Field(default=False, description="Only say what would be erased.")


class TwoNames(Request):
    """Two names of one thing."""

    one: Name
    other: Name


class SetTrust(Request):
    """How far a source is trusted."""

    source: Text = Field(description="A name, or a pattern with * or ?.")
    level: int | None = Field(description="-1000 to 1000; null sets nothing any more.")
