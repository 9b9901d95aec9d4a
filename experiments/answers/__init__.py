"""The committed question set of offline answering: texts that change their mind, and questions.

`dev` is for tuning, `test` and `plain` are for reporting; README.md beside this file has the
rules and the format. Everything here is data: scoring lives with the experiment that reads it.
"""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.resources import files
from typing import Any, Literal, TypeAlias, get_args

from clew.errors import UsageError
from clew.graph.types import Time

__all__ = ["AnswerEpisode", "AnswerQuestion", "AnswerText", "QuestionKind", "load"]

QuestionKind: TypeAlias = Literal["current", "past", "list", "two-hop", "unanswerable"]

_PARTS = ("dev", "test", "plain")


@dataclass(frozen=True, slots=True)
class AnswerEpisode:
    """One thing to remember: its text, when it was said (UTC, or a game step) and where."""

    text: str
    at: Time
    source: str


@dataclass(frozen=True, slots=True)
class AnswerQuestion:
    """One question and its gold answer.

    `answers` holds one inner tuple per gold item, and in it the accepted spellings of that item:
    several items for a list, one otherwise, none where the right answer is "not in memory".
    `as_of` is the valid time at which the question is asked; None is now, after the last episode.
    """

    id: str
    question: str
    kind: QuestionKind
    as_of: Time | None
    answers: tuple[tuple[str, ...], ...]
    note: str


@dataclass(frozen=True, slots=True)
class AnswerText:
    """One text: its episodes in the order they are remembered, and the questions about them."""

    name: str
    title: str
    licence: str
    episodes: tuple[AnswerEpisode, ...]
    questions: tuple[AnswerQuestion, ...]


def load(part: str) -> list[AnswerText]:
    """Return the texts of `part`, by ascending file name.

    Args:
        part: "dev" (look at it, tune on it), "test" or "plain" (report them, never tune on them).

    Raises:
        UsageError: `part` is none of these.

    >>> [text.name for text in load("plain")]
    ['colleagues', 'family', 'football', 'museum', 'pantry', 'village']
    """
    if part not in _PARTS:
        raise UsageError(f"expected a part of the answer set, {' or '.join(_PARTS)}; got {part!r}")
    folder = files(__name__) / part
    found = sorted(
        (file for file in folder.iterdir() if file.name.endswith(".json")),
        key=lambda file: file.name,
    )
    return [
        _text(file.name.removesuffix(".json"), json.loads(file.read_text(encoding="utf-8")))
        for file in found
    ]


def _text(name: str, raw: dict[str, Any]) -> AnswerText:
    return AnswerText(
        name=name,
        title=raw["title"],
        licence=raw["licence"],
        episodes=tuple(
            AnswerEpisode(item["text"], _time(item["at"]), item["source"])
            for item in raw["episodes"]
        ),
        questions=tuple(_question(item) for item in raw["questions"]),
    )


def _question(raw: dict[str, Any]) -> AnswerQuestion:
    kind = raw["kind"]
    if kind not in get_args(QuestionKind):
        raise UsageError(
            f"{raw['id']}: expected a kind of {', '.join(get_args(QuestionKind))}; got {kind!r}; "
            "correct the file"
        )
    return AnswerQuestion(
        id=raw["id"],
        question=raw["question"],
        kind=kind,
        as_of=None if raw["as_of"] is None else _time(raw["as_of"]),
        answers=tuple(tuple(item) for item in raw["answers"]),
        note=raw["note"],
    )


def _time(raw: str | int) -> Time:
    """Return a game step as it is, an ISO date or datetime as UTC (a date is its midnight)."""
    if isinstance(raw, int):
        return raw
    moment = datetime.fromisoformat(raw)
    return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
