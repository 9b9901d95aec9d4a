"""Plans for questions about sets: a small typed operation over all facts that match some patterns.

A language model or a caller only writes the plan; `clew.ask.sets.operations` selects, counts and
compares. Relations match those of the memory's facts word for word; names are looked up when the
plan is computed. Nothing here depends on a language.
"""

import re
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field, field_validator, model_validator

from clew.graph.types import Time
from clew.llm.base import Reply

__all__ = [
    "End",
    "Form",
    "Operation",
    "Pattern",
    "Per",
    "Period",
    "Plan",
    "Step",
    "Taken",
    "moment",
]

_Text = Annotated[str, Field(min_length=1, max_length=300)]
_Names = Annotated[tuple[_Text, ...], Field(max_length=50)]
_Relations = Annotated[tuple[_Text, ...], Field(max_length=100)]
_STEP = re.compile(r"step (\d{1,18})")
_DATE = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?")


class Operation(StrEnum):
    """What is done with the values that the patterns select."""

    NONE = "none"
    """no set operation: the question is answered in the ordinary way"""
    SELECT = "select"
    """all values of all patterns (a union where there are several)"""
    COMMON = "common"
    """values that every pattern has"""
    DIFFERENCE = "difference"
    """values of the first pattern that no other one has"""
    MOST = "most"
    """the value, or the candidate, with the largest count"""
    FEWEST = "fewest"
    FIRST = "first"
    LAST = "last"
    SIMILAR = "similar"
    """who shares most with the subject of the first pattern"""
    CHANGED = "changed"
    """whether the value became another one"""


class Form(StrEnum):
    """What the answer is."""

    NAMES = "names"
    NUMBER = "number"
    YES_NO = "yes_no"
    TIME = "time"


class Taken(StrEnum):
    """Which part of a fact is the value."""

    SUBJECT = "subject"
    OBJECT = "object"
    RELATION = "relation"


class Period(StrEnum):
    """Which facts match by their time."""

    NOW = "now"
    """what holds at the moment, or at the end of the window where only that is given"""
    EVER = "ever"
    """everything there has been"""


class Per(StrEnum):
    """What is counted once."""

    SUBJECT = "subject"
    OBJECT = "object"
    STATEMENT = "statement"
    """every time that it was said"""


class Step(Reply):
    """A second fact about a thing: which relation it has, and to what."""

    relations: _Relations = Field(min_length=1)
    """Any of these."""
    names: _Names = ()
    """What stands at the other end: any of these; empty: anything."""
    take: Literal["subject", "object"] = "object"
    """Which end the other thing is; the thing itself is the opposite one."""


class End(Reply):
    """One end of a fact; without names anybody or anything."""

    names: _Names = ()
    """Any of these."""
    which: Step | None = None
    """A fact that must be known about it: it "is a" "dog"."""


class Pattern(Reply):
    """Facts that match: both ends, one of some relations, and a time."""

    subject: End = End()
    relations: _Relations = ()
    """Any of these; empty: any relation."""
    object: End = End()
    take: Taken = Taken.OBJECT
    then: Step | None = None
    """One more fact: the other end of this step replaces the value."""
    period: Period = Period.NOW
    start: Annotated[str, Field(max_length=40)] | None = None
    """ISO date or "step N", included; `None` is unbounded."""
    end: Annotated[str, Field(max_length=40)] | None = None
    """The first moment after the window."""

    @field_validator("start", "end")
    @classmethod
    def _is_moment(cls, value: str | None) -> str | None:
        if value is not None:
            moment(value)
        return value

    @model_validator(mode="after")
    def _matches_something(self) -> "Pattern":
        if not self.relations and not self.subject.names and not self.object.names:
            raise ValueError("give relations, or the name of one end")
        if self.then is not None and self.take is Taken.RELATION:
            raise ValueError("a relation leads nowhere: take subject or object, or leave out then")
        return self


class Plan(Reply):
    """A set operation, or that none is asked for."""

    operation: Operation
    patterns: tuple[Pattern, ...] = Field(default=(), max_length=8)
    form: Form = Form.NAMES
    candidates: _Names = ()
    """Names to choose from; empty: whatever matches."""
    against: _Relations = ()
    """For `most` and `fewest`: relations that count against the value (liked minus disliked)."""
    per: Per | None = None
    """What `most` and `fewest` count; by default the end that is not the value."""

    @model_validator(mode="after")
    def _has_patterns(self) -> "Plan":
        needed = {Operation.NONE: 0, Operation.COMMON: 2, Operation.DIFFERENCE: 2}
        least = needed.get(self.operation, 1)
        if len(self.patterns) < least:
            raise ValueError(f"{self.operation} needs {least} patterns, got {len(self.patterns)}")
        return self


def moment(text: str) -> Time:
    """Parse a time in a plan: a year, a month, a day, an ISO time or "step N".

    >>> moment("2023-05"), moment("step 6")
    (datetime.datetime(2023, 5, 1, 0, 0, tzinfo=datetime.timezone.utc), 6)

    Raises:
        ValueError: anything else.
    """
    if (step := _STEP.fullmatch(text)) is not None:
        return int(step[1])
    if _DATE.fullmatch(text) is not None:
        year, month, day = [int(part) for part in [*text.split("-"), "1", "1"][:3]]
        return datetime(year, month, day, tzinfo=UTC)
    time = datetime.fromisoformat(text)
    return time if time.tzinfo else time.replace(tzinfo=UTC)
