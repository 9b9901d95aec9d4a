"""Plans of set questions: a small typed operation over all facts that match some patterns.

A model or the rules emit a plan and nothing else; `clew.ask.sets.operations` selects, counts and
compares. Names and relations are texts: they are looked up when the plan is computed.
"""

import re
from datetime import UTC, datetime
from enum import StrEnum
from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field, field_validator, model_validator

from clew.graph.types import Time

__all__ = [
    "End",
    "Form",
    "Join",
    "Measure",
    "Operation",
    "Pattern",
    "Per",
    "Period",
    "Plan",
    "Taken",
    "WantedStance",
    "moment",
    "written",
]

_Text = Annotated[str, Field(max_length=300)]
_STEP = re.compile(r"step (\d{1,18})")
_DATE = re.compile(r"\d{4}(?:-\d\d(?:-\d\d)?)?")


class _Strict(BaseModel):
    model_config = ConfigDict(
        extra="ignore", frozen=True, str_strip_whitespace=True, defer_build=True
    )


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
    """Which part of a match is the value."""

    SUBJECT = "subject"
    OBJECT = "object"
    STANCE = "stance"


class WantedStance(StrEnum):
    """Which opinions match."""

    ANY = "any"
    POSITIVE = "positive"
    NEGATIVE = "negative"
    NEUTRAL = "neutral"


class Period(StrEnum):
    """Which versions of a fact match."""

    NOW = "now"
    """what holds at the moment, or at the end of the window where only that is given"""
    EVER = "ever"
    """everything there has been"""


class Measure(StrEnum):
    """How candidates are compared."""

    COUNT = "count"
    NET = "net"
    """positive opinions less negative ones"""


class Per(StrEnum):
    """What is counted once."""

    SUBJECT = "subject"
    OBJECT = "object"
    STATEMENT = "statement"


class End(_Strict):
    """One end of a fact; without names anybody or anything."""

    names: tuple[_Text, ...] = Field(default=(), max_length=50)
    """Any of these."""
    kind: _Text = ""
    """What it must be, as a noun: "city", "dog"."""


class Join(_Strict):
    """A second fact about the value of the first: its other end is the value then."""

    relation: _Text
    to: End = End()


class Pattern(_Strict):
    """Facts that match: both ends, one of some relations or an opinion, and a time."""

    subject: End = End()
    relations: tuple[_Text, ...] = Field(default=(), max_length=10)
    """Any of these wordings, as in a fact: "lives in"."""
    object: End = End()
    take: Taken = Taken.OBJECT
    stance: WantedStance | None = None
    """Opinions of the subject about the object; with relations, either matches."""
    aspect: _Text = ""
    """Of opinions: what part or property of the object they are about; empty: any."""
    join: Join | None = None
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
        if not self.relations and self.stance is None:
            named = self.subject.names or self.object.names
            if not named:
                raise ValueError("give relations, a stance, or the name of one end")
        return self


class Plan(_Strict):
    """A set operation, or that none is asked for."""

    operation: Operation
    patterns: tuple[Pattern, ...] = Field(default=(), max_length=8)
    form: Form = Form.NAMES
    candidates: tuple[_Text, ...] = Field(default=(), max_length=50)
    """Names of which one is chosen; empty: whatever matches."""
    measure: Measure = Measure.COUNT
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
    """Return the time that a plan writes: a year, a month, a day, an ISO time or "step N".

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


def written(time: Time | None) -> str | None:
    """Return a time as a plan writes it: the other way round of `moment`."""
    if time is None:
        return None
    return f"step {time}" if isinstance(time, int) else time.isoformat()
