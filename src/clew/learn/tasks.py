"""The questions the write path asks a model: what does a text say, and what does it replace."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, ConfigDict, Field, model_validator

from clew.graph.types import Time
from clew.llm.base import Task

__all__ = [
    "Alias",
    "Candidate",
    "Extract",
    "ExtractedFact",
    "ExtractedThesis",
    "Extraction",
    "NewStatement",
    "Replacement",
    "Replacements",
    "Revise",
]


class _Strict(BaseModel):
    model_config = ConfigDict(extra="ignore", frozen=True, str_strip_whitespace=True)


class ExtractedFact(_Strict):
    """A triplet as read. Times are ISO 8601 dates or datetimes, or step numbers, as text.

    `valid_from` absent means "since the text's own time"; `"unknown"` means "for an unknown time
    before" ("used to live in"). `ended=True` says that the fact stops being true at `valid_to`
    (or at the text's own time) and nothing takes its place ("no longer works at").
    """

    subject: str = Field(min_length=1, max_length=300)
    relation: str = Field(min_length=1, max_length=200)
    object: str = Field(min_length=1, max_length=300)
    valid_from: str | None = None
    valid_to: str | None = None
    ended: bool = False
    thesis: int | None = None
    """Index, in `Extraction.theses`, of the sentence that states it."""


class ExtractedThesis(_Strict):
    """A self-contained statement and the names of the things it is about."""

    text: str = Field(min_length=1, max_length=2000)
    entities: tuple[str, ...] = ()
    valid_from: str | None = None
    valid_to: str | None = None


class Alias(_Strict):
    """Two names of one thing, as the text itself states: `name` is the one to keep."""

    name: str = Field(max_length=300)
    alias: str = Field(max_length=300)

    @model_validator(mode="before")
    @classmethod
    def _from_pair(cls, given: object) -> object:
        """Accept a pair `(name, alias)` too."""
        if isinstance(given, list | tuple) and len(given) == 2:
            return {"name": given[0], "alias": given[1]}
        return given


class Extraction(_Strict):
    """All that one text says."""

    facts: tuple[ExtractedFact, ...] = ()
    theses: tuple[ExtractedThesis, ...] = ()
    aliases: tuple[Alias, ...] = ()


@dataclass(frozen=True, slots=True)
class Extract(Task[Extraction]):
    """What does this text say?"""

    text: str
    at: Time
    source: str = ""
    context: tuple[str, ...] = ()
    """Texts of the episodes just before it from the same source, oldest first."""
    output_type: ClassVar[type[BaseModel]] = Extraction


@dataclass(frozen=True, slots=True)
class Candidate:
    """A stored statement that a new one might replace."""

    id: int
    text: str
    valid_from: Time | None
    valid_to: Time | None
    subject: str = ""
    relation: str = ""
    object: str = ""
    """Names (canonical), empty for a thesis."""


@dataclass(frozen=True, slots=True)
class NewStatement:
    """A statement of the text at hand; `number` is its index in the batch."""

    number: int
    text: str
    valid_from: Time | None
    valid_to: Time | None
    subject: str = ""
    relation: str = ""
    object: str = ""


class Replacement(_Strict):
    """`old` (a candidate's id) and `new` (a statement's number) cannot both hold at one time.

    Which of the two gives way, and from when, follows from their times, not from this answer.
    """

    old: int
    new: int


class Replacements(_Strict):
    """Every pair that excludes one another; keeping is the default."""

    pairs: tuple[Replacement, ...] = ()


@dataclass(frozen=True, slots=True)
class Revise(Task[Replacements]):
    """Which candidates cannot hold at the same time as which new statement?"""

    statements: Sequence[NewStatement]
    candidates: Sequence[Candidate]
    output_type: ClassVar[type[BaseModel]] = Replacements
