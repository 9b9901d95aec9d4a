"""What has been read so far of a text, and what was known before it."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import date, datetime

from pydantic import ValidationError

from clew.graph.types import Time
from clew.learn.tasks import Alias, ExtractedFact, ExtractedThesis
from clew.llm.base import Loss
from clew.minds.english.parsing.clause_types import Triple
from clew.minds.english.reading.antecedents import Cast
from clew.minds.english.reading.names_told.told_names import ToldNames
from clew.minds.english.reading.naming import Naming

__all__ = ["DraftOfText"]


@dataclass(slots=True)
class DraftOfText:
    """What has been read so far, and what the reader must keep in mind."""

    at: Time
    cast: Cast
    naming: Naming
    told: ToldNames
    pending: list[tuple[Triple, ExtractedFact]] = field(default_factory=list)
    theses: list[ExtractedThesis] = field(default_factory=list)
    people: dict[str, None] = field(default_factory=dict)
    things: set[str] = field(default_factory=set)
    losses: list[Loss] = field(default_factory=list)
    anchor: date | None = None
    fresh: date | None = None
    """The day the sentence just before named."""
    supposed: bool = False
    """The sentence just before named a condition."""
    instructing: bool = False
    """The text tells its reader what to do."""
    spoken: str = ""
    """The sentence that is read, as it was parsed."""
    heading: str = ""
    """The text's own heading, where it is a name of more than capitals."""
    tale: bool = False
    """It opens as stories do: "in Voss there lived a miller"."""
    known: list[Triple] = field(default_factory=list)
    """What the texts just before told."""
    present: bool = False
    """The text tells of the present somewhere, so its past-tense states are over."""
    earlier: list[ExtractedFact] = field(default_factory=list)
    """What the last text before told, if it told anything."""

    several: frozenset[str] = frozenset()
    """Nouns of which it tells two apart: "the bakery on Hill Street"."""

    @property
    def today(self) -> str:
        """The day of the text; empty on a step axis."""
        return self.at.date().isoformat() if isinstance(self.at, datetime) else ""

    def extracted(self, **said: object) -> ExtractedFact | None:
        """Return a fact; one with a name or relation that is too long for one is a loss."""
        try:
            return ExtractedFact.model_validate(said)
        except ValidationError:
            item = f"{said['subject']!s:.60} {said['relation']!s:.60} {said['object']!s:.60}"
            self.losses.append(Loss("a name or relation is too long", item))
            return None

    def aliases(self) -> Iterator[Alias]:
        """Yield the other names that were told."""
        for name, other in self.naming.aliases:
            try:
                yield Alias(name=name, alias=other)
            except ValidationError:
                self.losses.append(Loss("an alias is too long", f"{name[:60]} {other[:60]}"))
