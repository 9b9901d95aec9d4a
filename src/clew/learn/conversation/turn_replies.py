"""Ways to read a text: which statements are wanted, and of one text or of several turns.

One prompt with parts serves them all, so that a reader is told only of what it is asked for. A
reply about several turns says of each item which turns tell it; `by_turn` gives each turn its own.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, ClassVar

from pydantic import BaseModel, Field
from pydantic.json_schema import SkipJsonSchema

from clew.learn.domain import Kept
from clew.learn.mending import mended_turns
from clew.learn.tasks import (
    Alias,
    Extract,
    ExtractedFact,
    ExtractedThesis,
    ExtractedTriplet,
    Extraction,
    Person,
    ThingName,
    Triplets,
)
from clew.llm.base import Loss, Reply
from clew.llm.prompts import Prompt
from clew.llm.reply.fit import IndexOf

__all__ = [
    "ExtractFacts",
    "ExtractRest",
    "ExtractSteps",
    "ExtractTurns",
    "ExtractTurnsFacts",
    "ExtractTurnsRest",
    "by_turn",
    "reading_task",
]

Turns = Annotated[tuple[int, ...], Field(min_length=1)]


class RestExtraction(Reply):
    """Facts, and theses about what facts do not say."""

    facts: tuple[ExtractedTriplet, ...] = ()
    theses: tuple[ExtractedThesis, ...] = ()
    aliases: tuple[Alias, ...] = ()
    people: tuple[Person, ...] = ()
    things: tuple[ThingName, ...] = ()


class ObservedTriplet(ExtractedTriplet):
    """A triplet that holds from the step of its text on: a model is not asked for its times."""

    valid_from: SkipJsonSchema[str | None] = None
    valid_to: SkipJsonSchema[str | None] = None
    planned_for: SkipJsonSchema[str | None] = None


class Observed(Triplets):
    """The facts of one text at a step."""

    facts: tuple[ObservedTriplet, ...] = ()


class TurnTriplet(ExtractedTriplet):
    """A triplet, and the numbers of the turns that say it."""

    turns: Turns


class TurnFact(TurnTriplet):
    """The same with the thesis that states it."""

    thesis: Annotated[int | None, IndexOf("theses")] = None


class TurnThesis(ExtractedThesis):
    """A statement, and the numbers of the turns that make it."""

    turns: Turns


class TurnAlias(Alias):
    """Two names of one thing, and the numbers of the turns that say so."""

    turns: Turns


class TurnsTriplets(Reply):
    """The facts of several turns."""

    facts: tuple[TurnTriplet, ...] = ()
    aliases: tuple[TurnAlias, ...] = ()
    people: tuple[Person, ...] = ()
    things: tuple[ThingName, ...] = ()


class TurnsRest(Reply):
    """The facts of several turns, and theses about what facts do not say."""

    facts: tuple[TurnTriplet, ...] = ()
    theses: tuple[TurnThesis, ...] = ()
    aliases: tuple[TurnAlias, ...] = ()
    people: tuple[Person, ...] = ()
    things: tuple[ThingName, ...] = ()


class TurnsExtraction(Reply):
    """All that several turns say."""

    facts: tuple[TurnFact, ...] = ()
    theses: tuple[TurnThesis, ...] = ()
    aliases: tuple[TurnAlias, ...] = ()
    people: tuple[Person, ...] = ()
    things: tuple[ThingName, ...] = ()


def _prompt(*parts: str) -> Prompt:
    return Prompt("clew.learn", "extract", parts)


@dataclass(frozen=True, slots=True)
class ExtractRest(Extract):
    """What does this text say? Facts, and theses only about what facts do not say."""

    output_type: ClassVar[type[BaseModel]] = RestExtraction
    prompt: ClassVar[Prompt | None] = _prompt("theses", "rest", "alone")


@dataclass(frozen=True, slots=True)
class ExtractFacts(Extract):
    """Which facts does this text state?"""

    output_type: ClassVar[type[BaseModel]] = Triplets
    prompt: ClassVar[Prompt | None] = _prompt("alone")


@dataclass(frozen=True, slots=True)
class ExtractSteps(ExtractFacts):
    """The same where time is counted in steps: nothing is said of dates, letters and families."""

    output_type: ClassVar[type[BaseModel]] = Observed
    prompt: ClassVar[Prompt | None] = _prompt("alone", "steps")


@dataclass(frozen=True, slots=True)
class ExtractTurns(Extract):
    """What do these turns of a conversation say? Its text has them numbered, from 1."""

    turns: int = 1
    """How many there are."""
    output_type: ClassVar[type[BaseModel]] = TurnsExtraction
    prompt: ClassVar[Prompt | None] = _prompt("theses", "all", "turns")
    mended = staticmethod(mended_turns)
    heading: ClassVar[str] = "The turns:"


@dataclass(frozen=True, slots=True)
class ExtractTurnsRest(ExtractTurns):
    """The same, with theses only about what facts do not say."""

    output_type: ClassVar[type[BaseModel]] = TurnsRest
    prompt: ClassVar[Prompt | None] = _prompt("theses", "rest", "turns")


@dataclass(frozen=True, slots=True)
class ExtractTurnsFacts(ExtractTurns):
    """The same, without theses."""

    output_type: ClassVar[type[BaseModel]] = TurnsTriplets
    prompt: ClassVar[Prompt | None] = _prompt("turns")


_ALONE: Mapping[Kept, type[Extract]] = {
    Kept.ALL: Extract,
    Kept.REST: ExtractRest,
    Kept.NONE: ExtractFacts,
}
_OF_TURNS: Mapping[Kept, type[ExtractTurns]] = {
    Kept.ALL: ExtractTurns,
    Kept.REST: ExtractTurnsRest,
    Kept.NONE: ExtractTurnsFacts,
}


def reading_task(told: Extract, kept: Kept, turns: int = 0) -> Extract:
    """Return the task that asks what is wanted of a text, or of so many turns.

    Args:
        told: has the text, and all that is shown with it.
        kept: which theses are wanted.
        turns: how many turns the text has; 0 for a text alone.
    """
    given = (told.text, told.at, told.source, told.context, told.advice, told.known)
    if turns:
        return _OF_TURNS[kept](*given, turns)
    alone = _ALONE[kept]
    return (
        ExtractSteps(*given)
        if alone is ExtractFacts and isinstance(told.at, int)
        else alone(*given)
    )


def by_turn(
    task: Extract, said: BaseModel, kept: Kept
) -> tuple[list[Extraction], tuple[Loss, ...]]:
    """Return what each turn says, and what names no turn that was shown.

    An item that several turns say is each one's own, so it stays while one of them does.
    """
    if not isinstance(task, ExtractTurns):
        return [_wanted(_of(said, None), kept)], ()
    numbers = range(1, task.turns + 1)
    items = (*_items(said, "facts"), *_items(said, "theses"), *_items(said, "aliases"))
    losses = tuple(
        Loss("of a turn that was not shown", str(one))
        for one in items
        if not set(one.turns).intersection(numbers)
    )
    return [_wanted(_of(said, number), kept) for number in numbers], losses


def _items(said: BaseModel, name: str, turn: int | None = None) -> list[Any]:
    items = getattr(said, name, ())
    return [one for one in items if turn is None or turn in one.turns]


def _of(said: BaseModel, turn: int | None) -> Extraction:
    """Return what one turn says, or all that a text alone does, in one form."""
    if isinstance(said, Extraction):
        return said
    theses = _items(said, "theses", turn)
    places: dict[int | None, int] = {}
    for old, one in enumerate(_items(said, "theses")):
        if turn is None or turn in one.turns:
            places[old] = len(places)
    facts = [
        ExtractedFact(**one.model_dump(exclude={"turns", "thesis"})).model_copy(
            update={"thesis": places.get(getattr(one, "thesis", None))}
        )
        for one in _items(said, "facts", turn)
    ]
    return Extraction(
        facts=tuple(facts),
        theses=tuple(ExtractedThesis(**one.model_dump(exclude={"turns"})) for one in theses),
        aliases=tuple(
            Alias(name=one.name, alias=one.alias) for one in _items(said, "aliases", turn)
        ),
        people=tuple(_items(said, "people")),
        things=tuple(_items(said, "things")),
    )


def _wanted(said: Extraction, kept: Kept) -> Extraction:
    """Return what one text says without the theses that are not wanted; rules give them all."""
    if kept is Kept.ALL or not said.theses:
        return said
    stated = {one.thesis for one in said.facts}
    left = [place for place in range(len(said.theses)) if kept is Kept.REST and place not in stated]
    facts = tuple(one.model_copy(update={"thesis": None}) for one in said.facts)
    return said.model_copy(update={"facts": facts, "theses": tuple(said.theses[i] for i in left)})
