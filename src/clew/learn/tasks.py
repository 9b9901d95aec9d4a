"""The write path's tasks for a model: what does a text say, and what does it replace?

Each task has its own prompt (`prompts/NAME.md`) with the papers' rules. Texts and statements are
fenced as data.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated, ClassVar, TypeVar

from pydantic import BaseModel, Field, model_validator
from pydantic.json_schema import SkipJsonSchema

from clew.errors import UsageError
from clew.graph.times import shown_period, shown_time
from clew.graph.types import EXACT, Period, Precision, Time
from clew.learn.mending import mended_extraction, mended_replacements, mended_summary
from clew.llm.base import Reply, Task
from clew.llm.prompts import Prompt, fenced, one_line
from clew.llm.reply.fit import IndexOf
from clew.text import normalise_name

__all__ = [
    "Alias",
    "Candidate",
    "Extract",
    "ExtractTheses",
    "ExtractTriplets",
    "ExtractedFact",
    "ExtractedThesis",
    "ExtractedTriplet",
    "Extraction",
    "Known",
    "MemoryTask",
    "NewStatement",
    "Person",
    "Replacement",
    "Replacements",
    "Revise",
    "Summary",
    "SummaryReply",
    "Theses",
    "ThingName",
    "Triplets",
]

_KNOWN = (
    "Known names. Where the text means one of these, also by a short form, write it exactly as "
    "shown; where it means another of that name, even a fuller one, tell them apart in brackets; "
    "where you cannot tell, keep to the text. Write down nothing of these lines:"
)
_DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")

T_co = TypeVar("T_co", bound=BaseModel, covariant=True)
Name = Annotated[str, Field(min_length=1, max_length=300)]
Moment = Annotated[str, Field(max_length=64)]
ThingName = Annotated[str, Field(max_length=300)]


class MemoryTask(Task[T_co]):
    """Base of an agent's own tasks of memory: the model that learns answers them."""

    __slots__ = ()


class ExtractedTriplet(Reply):
    """A triplet as read."""

    # The docstring is sent with the schema. Times are ISO 8601 dates or datetimes, or step numbers,
    # as text. `valid_from` absent means "since the text's own time"; "unknown" means "for an
    # unknown time before" ("used to live in"). `ended=True` says that the fact stops being true at
    # `valid_to` (or at the text's own time) and nothing takes its place ("no longer works at").
    # `planned_for` is the date of a plan, a wish or an appointment, or "unknown": it holds until
    # that is over. `denied=True` says that it does not hold, whether or not it ever did.
    subject: Name
    relation: str = Field(min_length=1, max_length=200)
    object: Name
    valid_from: Moment | None = None
    valid_to: Moment | None = None
    ended: bool = False
    denied: bool = False
    planned_for: Moment | None = None


class ExtractedFact(ExtractedTriplet):
    """A triplet and the thesis that states it."""

    thesis: Annotated[int | None, IndexOf("theses")] = None
    """Index, in `Extraction.theses`, of the sentence that states it."""


class ExtractedThesis(Reply):
    """A self-contained statement and the names of the things it is about."""

    text: str = Field(min_length=1, max_length=2000)
    entities: tuple[Annotated[str, Field(max_length=300)], ...] = ()
    valid_from: Moment | None = None
    valid_to: Moment | None = None


class Alias(Reply):
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


class Person(Reply):
    """A person's name as the text has it, and the title it begins with: "Dr" of "Dr Weber"."""

    name: str = Field(max_length=300)
    title: str = Field(default="", max_length=100)
    gender: SkipJsonSchema[str] = Field(default="", max_length=20, pattern=r"^\w*$")
    """What a title must agree with: "Mrs Weber" may be Anna Weber, if both have the same. Models
    are not asked for it, as they are shown the names that a text may mean."""
    sex: SkipJsonSchema[str] = Field(default="", max_length=20, pattern=r"^\w*$")
    """The gender that only the text tells, not the name: "Kim sold her car"."""
    born: SkipJsonSchema[int] = Field(default=0, ge=0)
    """The year, 0 if it is not told."""
    died: SkipJsonSchema[int] = Field(default=0, ge=0)
    born_since: SkipJsonSchema[int] = Field(default=0, ge=0)
    """The year that the birth was not before, if the text tells of a child."""
    born_until: SkipJsonSchema[int] = Field(default=0, ge=0)
    """The year that it was not after, if the text tells of somebody grown up."""
    alive: SkipJsonSchema[int] = Field(default=0, ge=0)
    """The year of the text, if it tells that its owner lives."""
    is_new: SkipJsonSchema[bool] = False
    """The text introduces its owner: hardly somebody whom earlier texts had by a shorter name."""
    may_be_another: SkipJsonSchema[bool] = False
    """The text tells who its owner is, as of somebody unknown: "a baker called Anna". Whether
    earlier texts knew this one stays undecided."""
    is_guess: SkipJsonSchema[bool] = False
    """A text with a longer name that comes later may tell of somebody else."""

    @model_validator(mode="before")
    @classmethod
    def _from_name(cls, given: object) -> object:
        """Accept a bare name too."""
        return {"name": given} if isinstance(given, str) else given


class Extraction(Reply):
    """All that one text says."""

    # Facts first: they survive if a reply is cut off, or a small model loops over theses.
    facts: tuple[ExtractedFact, ...] = ()
    theses: tuple[ExtractedThesis, ...] = ()
    aliases: tuple[Alias, ...] = ()
    people: tuple[Person, ...] = ()
    """The names of people among all these; only people have first names and titles."""
    things: tuple[ThingName, ...] = ()
    """Names that a person could have, but has not here: "Clio", an app."""
    all_people: SkipJsonSchema[bool] = False
    """Every single name that the text shows to be a person's is among `people`. No model knows.

    Its reader knew no other text: it could not tell a namesake by a bracket."""

    def linked(self) -> tuple[ExtractedFact, ...]:
        """Return the facts, those without a thesis with the only one that names both their ends."""
        named = [{normalise_name(name) for name in thesis.entities} for thesis in self.theses]
        return tuple(_linked(fact, named) if fact.thesis is None else fact for fact in self.facts)


def _linked(fact: ExtractedFact, named: Sequence[set[str]]) -> ExtractedFact:
    ends = {normalise_name(fact.subject), normalise_name(fact.object)}
    places = [place for place, names in enumerate(named) if ends <= names]
    return fact.model_copy(update={"thesis": places[0] if len(places) == 1 else None})


class Triplets(Reply):
    """The facts of one text, which names mean the same, and which are people's, or not."""

    facts: tuple[ExtractedTriplet, ...] = ()
    aliases: tuple[Alias, ...] = ()
    people: tuple[Person, ...] = ()
    things: tuple[ThingName, ...] = ()


class Theses(Reply):
    """The statements of one text."""

    theses: tuple[ExtractedThesis, ...] = ()


@dataclass(frozen=True, slots=True)
class Known:
    """A known name that a text may mean, and what tells whose it is."""

    name: str
    about: tuple[str, ...] = ()
    """What is known, a phrase each: "works at Arken"."""
    items: tuple[int, ...] = ()
    """What this shows, by id: the entity, then other entities and facts."""

    def plain(self) -> object:
        """Return what is shown: ids differ from memory to memory, the question does not."""
        return [self.name, *self.about]

    def line(self) -> str:
        """Return it as a prompt shows it."""
        return " | ".join(map(one_line, (self.name, *self.about)))


@dataclass(frozen=True, slots=True)
class _Read:
    """A text to read; the reading tasks all show it in the same way."""

    text: str
    at: Time
    source: str = ""
    context: tuple[str, ...] = ()
    """What was told just before it in the same conversation or document, oldest first."""
    advice: str = ""
    """How to read texts of this kind (`clew.learn.domain.Domain.reading`)."""
    known: tuple[Known, ...] = ()
    """Known names that it may mean (`clew.learn.known`); rules are shown none."""
    mended = staticmethod(mended_extraction)
    heading: ClassVar[str] = "The text:"

    def inputs(self) -> str:
        """Return advice and time, and all else fenced: source, earlier texts, known names, text.

        What lasts longest comes first, so that calls share it.
        """
        day = f"{_DAYS[self.at.weekday()]} " if isinstance(self.at, datetime) else ""
        parts = [f"How texts of this kind are read: {self.advice}"] if self.advice else []
        if isinstance(self.at, int):
            parts.append("Times are step numbers.")
        parts.append(f"Time of the text: {day}{shown_time(self.at)}")
        if self.source:
            parts.append(f"Source, a name only:\n{fenced(self.source[:200])}")
        if self.context:
            parts.append("Earlier texts, only to find out who and what is meant:")
            parts += [fenced(text) for text in self.context]
        if self.known:
            parts.append(_KNOWN)
            parts.append(fenced("\n".join(one.line() for one in self.known)))
        return "\n".join([*parts, self.heading, fenced(self.text)])


@dataclass(frozen=True, slots=True)
class Extract(_Read, Task[Extraction]):
    """What does this text say? Facts, theses and aliases in one call."""

    output_type: ClassVar[type[BaseModel]] = Extraction
    prompt: ClassVar[Prompt | None] = Prompt("clew.learn", "extract", ("theses", "all", "alone"))


@dataclass(frozen=True, slots=True)
class ExtractTriplets(_Read, Task[Triplets]):
    """Which triplets does this text state? Rules: AriGraph, appendix D; PersonalAI, table 10."""

    output_type: ClassVar[type[BaseModel]] = Triplets
    prompt: ClassVar[Prompt | None] = Prompt("clew.learn", "triplets")


@dataclass(frozen=True, slots=True)
class ExtractTheses(_Read, Task[Theses]):
    """Which self-contained statements does this text make? Rules: PersonalAI, table 9."""

    output_type: ClassVar[type[BaseModel]] = Theses
    prompt: ClassVar[Prompt | None] = Prompt("clew.learn", "theses")


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
    told: tuple[Precision, Precision] = EXACT
    """How exactly its start and end are told."""


@dataclass(frozen=True, slots=True)
class NewStatement:
    """A statement of the text being learned; `number` is its index in the batch."""

    number: int
    text: str
    valid_from: Time | None
    valid_to: Time | None
    subject: str = ""
    relation: str = ""
    object: str = ""
    told: tuple[Precision, Precision] = EXACT

    def as_candidate(self) -> Candidate:
        """Return it as a later statement of the same text may replace it: with id -(number + 1)."""
        said = (self.text, self.valid_from, self.valid_to)
        names = (self.subject, self.relation, self.object)
        return Candidate(-(self.number + 1), *said, *names, self.told)


class Replacement(Reply):
    """`old` (a candidate's id) and `new` (a statement's number) cannot both hold at one time.

    Which of the two gives way, and from when, follows from their times, not from this answer.
    """

    old: int
    new: int


class Replacements(Reply):
    """Every pair that excludes one another, or is the same; keeping is the default."""

    pairs: tuple[Replacement, ...] = ()
    same: tuple[Replacement, ...] = ()
    """Pairs that say the same of the same two things in other words."""


@dataclass(frozen=True, slots=True)
class Revise(Task[Replacements]):
    """Which candidates cannot hold at the same time as which new statement?

    The papers ask about one new statement at a time, show no times and match the reply by its
    words (AriGraph, appendix D; PersonalAI, tables 11 and 12). Here one call serves an episode,
    times are shown and pairs name ids. A statement that is merely repeated is kept.
    """

    statements: Sequence[NewStatement]
    candidates: Sequence[Candidate]
    now: Time | None = None
    """When the text was told: what begins later is planned."""
    output_type: ClassVar[type[BaseModel]] = Replacements
    prompt: ClassVar[Prompt | None] = Prompt("clew.learn", "revise")
    mended = staticmethod(mended_replacements)

    def inputs(self) -> str:
        """Return one line for each statement: its id or number, what it says, when it holds.

        A candidate with a negative id, -(n + 1), is statement n; its line shows both numbers.
        """
        shown = {each.number for each in self.statements}
        own = {each.id for each in self.candidates if -each.id - 1 in shown}
        lines = [
            f"stored {each.id} | {_said(each, self.now)}"
            for each in self.candidates
            if each.id not in own
        ]
        for each in self.statements:
            as_old = -(each.number + 1)
            also = f" (as old: {as_old})" if as_old in own else ""
            lines.append(f"new {each.number}{also} | {_said(each, self.now)}")
        return fenced("\n".join(lines))


def _said(one: Candidate | NewStatement, now: Time | None) -> str:
    parts = (one.subject, one.relation, one.object) if one.subject else (one.text,)
    said = " | ".join(one_line(part) for part in parts)
    period = Period(one.valid_from, one.valid_to, one.told)
    return f"{said} | {shown_period(period, now)}"


class SummaryReply(Reply):
    """A shorter text."""

    summary: str = Field(min_length=1, max_length=20_000)


@dataclass(frozen=True, slots=True)
class Summary(Task[SummaryReply]):
    """What matters in a text or in statements, in at most so many words?

    Raises:
        UsageError: neither a text nor statements, or no room for a word.
    """

    text: str = ""
    statements: tuple[str, ...] = ()
    words: int = 150
    """A limit the model is told; a longer reply is not cut."""
    purpose: str = ""
    """What the reader wants it for."""
    output_type: ClassVar[type[BaseModel]] = SummaryReply
    prompt: ClassVar[Prompt | None] = Prompt("clew.learn", "summary")
    mended = staticmethod(mended_summary)

    def __post_init__(self) -> None:
        if not self.text and not self.statements:
            raise UsageError("a summary is of a text or of statements; got neither")
        if self.words < 1:
            raise UsageError(f"a summary has at least 1 word; got words={self.words!r}")

    def inputs(self) -> str:
        """Return the limit, the purpose, the text and the statements, the last two fenced."""
        parts = [f"At most {self.words} words."]
        if self.purpose:
            parts.append(f"Purpose: {one_line(self.purpose)}")
        if self.text:
            parts += ["The text:", fenced(self.text)]
        if self.statements:
            lines = "\n".join(f"- {one_line(each)}" for each in self.statements)
            parts += ["The statements:", fenced(lines)]
        return "\n".join(parts)
