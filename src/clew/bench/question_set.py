"""The common form of question sets: texts, and questions about them."""

from dataclasses import dataclass
from pathlib import Path

from clew.graph.types import Time

__all__ = ["Asked", "Dataset", "Question", "Wanted", "same_text", "titled"]


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the numbers of the passages that support its answer, ascending."""

    text: str
    supporting: tuple[int, ...]
    answers: tuple[str, ...] = ()
    """Every spelling of the right answer; empty if the texts do not answer it, or if answers were
    not read."""
    kind: str = ""
    """The set's own name for this kind of question."""
    at: Time | None = None
    """When it is asked; `None`: after the last text."""


@dataclass(frozen=True, slots=True)
class Dataset:
    """The passages to search and the questions to ask."""

    format: str
    passages: tuple[str, ...]
    """Title, newline and text; the corpus first, in file order. In a conversation: speaker and
    utterance, in order."""
    questions: tuple[Question, ...]
    left_out: int
    """Questions without any supporting passage (MuSiQue has unanswerable ones)."""
    times: tuple[Time, ...] = ()
    """When each passage was said; empty if the passages have no time."""
    name: str = "default"
    """The conversation's name, used as the namespace of its memory."""


@dataclass(frozen=True, slots=True)
class Asked:
    """A question with its own texts, before they are numbered."""

    text: str
    context: tuple[str, ...]
    support: tuple[str, ...]
    answers: tuple[str, ...] = ()
    kind: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which part of a question set to read, and how."""

    limit: int | None = None
    """Only the first records (a conversation is one record), and only their passages."""
    corpus: Path | None = None
    """A file of records with `title` and `text`: more passages, which come first. Other
    formats may read it in their own way."""
    answers: bool = False
    """Read the right answers, which must be present, and keep questions without support."""


def same_text(text: str) -> str:
    r"""Return the text without white space, to compare passages by.

    >>> same_text("A. B") == same_text("A.  B") == same_text("A.\nB")
    True
    """
    return "".join(text.split())


def titled(title: str, text: str) -> str:
    """Return a passage: title, newline, text."""
    return f"{title}\n{text}"
