"""Model tasks of text memories: rate a text's importance, and summarise."""

from dataclasses import dataclass
from typing import ClassVar

from pydantic import BaseModel, Field

from clew.llm.base import Reply, Task
from clew.llm.prompts import Prompt, fenced

__all__ = ["PARAGRAPHS", "Importance", "Rating", "Summarise", "Summary"]

PARAGRAPHS = 3
"""Most paragraphs of a summary (AriGraph, appendix D, "Summarization prompt")."""
_PACKAGE = "clew.agents"


class Rating(Reply):
    """How much a text matters, from 1, not at all, to 10."""

    importance: int = Field(ge=1, le=10)


class Summary(Reply):
    """What is worth keeping."""

    summary: str = Field(max_length=20_000)


@dataclass(frozen=True, slots=True)
class Importance(Task[Rating]):
    """How much does this text matter to the task? (Generative Agents, section 4.1)."""

    beginning: str
    """The first text of the run, which states the task."""
    text: str
    output_type: ClassVar[type[BaseModel]] = Rating
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "importance")

    def inputs(self) -> str:
        """Return both texts, fenced."""
        return f"How it began:\n{fenced(self.beginning)}\n\nThe text:\n{fenced(self.text)}"


@dataclass(frozen=True, slots=True)
class Summarise(Task[Summary]):
    """What is worth keeping of all that was seen so far? (AriGraph, section 4.2)."""

    summary: str
    """The summary so far; empty at first."""
    texts: tuple[str, ...]
    """What was seen and done since, oldest first."""
    output_type: ClassVar[type[BaseModel]] = Summary
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "summarise")

    def inputs(self) -> str:
        """Return the summary and the texts, fenced."""
        fresh = "\n".join(fenced(text) for text in self.texts)
        return f"Summary so far:\n{fenced(self.summary or 'nothing yet')}\n\nSince then:\n{fresh}"
