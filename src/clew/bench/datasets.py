"""Question sets with supporting passages: MuSiQue, 2WikiMultihopQA and HotpotQA, as published.

A file is a JSON array or JSON lines of records. What is needed of a record:

- `musique`: `question`, `paragraphs` (each `title`, `paragraph_text`, `is_supporting`);
- `2wiki`, `hotpotqa`: `question`, `context` (each `[title, [sentence, ...]]`) and
  `supporting_facts` (each `[title, sentence number]`): a passage supports as a whole.

The passages of all questions read are the pool that is searched (a corpus can be added). Texts
that differ in white space only are one passage.

MuSiQue: arXiv:2108.00573. 2WikiMultihopQA: arXiv:2011.01060. HotpotQA: arXiv:1809.09600.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from clew.errors import UnknownNameError, UsageError

__all__ = [
    "FORMATS",
    "Dataset",
    "Question",
    "read_dataset",
    "read_evidences",
    "read_triples",
    "same_text",
]

T = TypeVar("T")
Told: TypeAlias = tuple[list[str], list[str]]
"""A record's passages, and those of them that support its answer."""


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the numbers of the passages that support its answer, ascending."""

    text: str
    supporting: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Dataset:
    """What is searched and what is asked."""

    format: str
    passages: tuple[str, ...]
    """Title, line end, text each; the corpus first, in the order of the files."""
    questions: tuple[Question, ...]
    left_out: int
    """Questions without any supporting passage (MuSiQue has unanswerable ones)."""


class _Record:
    """One record of a file, which tells where a field is missing."""

    def __init__(self, raw: object, where: str) -> None:
        self._raw, self._where = raw, where

    def get(self, name: str, kind: type[T]) -> T:
        """Return a field.

        Raises:
            UsageError: there is none, or it is of another type.
        """
        came = "none"
        if isinstance(self._raw, dict) and name in self._raw:
            value = self._raw[name]
            if isinstance(value, kind):
                return value
            came = f"{type(value).__name__}"
        raise self.error(f"field {name!r} ({kind.__name__})", came)

    def error(self, expected: str, came: str) -> UsageError:
        """Return the error to raise."""
        return UsageError(f"{self._where}: expected {expected}, got {came}; check file and format")

    def each(self, name: str) -> Iterator["_Record"]:
        """Yield the records of a field that is a list."""
        for number, raw in enumerate(self.get(name, list)):
            yield _Record(raw, f"{self._where}, {name}[{number}]")

    def pair(self, first: type[T], second: type[Any]) -> tuple[T, Any]:
        """Return the two parts of a record that is a pair."""
        if isinstance(self._raw, list) and len(self._raw) == 2:
            one, other = self._raw
            if isinstance(one, first) and isinstance(other, second):
                return one, other
        raise self.error(f"[{first.__name__}, {second.__name__}]", f"{str(self._raw)[:60]!r}")


def same_text(text: str) -> str:
    r"""Return what two spellings of one passage share: the text without white space.

    >>> same_text("A. B") == same_text("A.  B") == same_text("A.\nB")
    True
    """
    return "".join(text.split())


def read_dataset(
    path: Path, format: str, *, limit: int | None = None, corpus: Path | None = None
) -> Dataset:
    """Read a question set.

    Args:
        path: a file of records.
        format: one of `FORMATS`.
        limit: only the first so many records; the pool is then their passages alone.
        corpus: a file of records with `title` and `text`: more passages, put first.

    Raises:
        UsageError: an unknown format; no such file; no JSON; a missing field (the message says
            which, at which record); support that is not in the context; no question is left.
    """
    if format not in FORMATS:
        raise UnknownNameError("format", format, FORMATS)
    numbers: dict[str, int] = {}
    passages: list[str] = []

    def number(passage: str) -> int:
        key = same_text(passage)
        if key not in numbers:
            numbers[key] = len(passages)
            passages.append(passage)
        return numbers[key]

    for record in _records(corpus) if corpus is not None else ():
        number(_passage(record.get("title", str), record.get("text", str)))
    questions: list[Question] = []
    left_out = 0
    for record in _records(path)[:limit]:
        context, support = FORMATS[format](record)
        for passage in context:
            number(passage)
        if support:
            text = record.get("question", str)
            questions.append(Question(text, tuple(sorted({number(one) for one in support}))))
        else:
            left_out += 1
    if not questions:
        raise UsageError(f"{path}: expected questions with supporting passages, got none")
    return Dataset(format, tuple(passages), tuple(questions), left_out)


def read_triples(path: Path) -> dict[str, list[Any]]:
    """Return the recorded triples of each passage, as they are, by its `same_text`.

    The file is a JSON object with `docs`, each with `passage` (title, line end, text) and
    `extracted_triples`: HippoRAG's form of an extraction.

    Raises:
        UsageError: as `read_dataset`.
    """
    found: dict[str, list[Any]] = {}
    for record in _Record(_json(_text(path), str(path)), str(path)).each("docs"):
        key = same_text(record.get("passage", str))
        found[key] = found.get(key, []) + record.get("extracted_triples", list)
    return found


def read_evidences(path: Path, *, limit: int | None = None) -> dict[str, list[Any]]:
    """Return 2WikiMultihopQA's own evidence triples, in the form of `read_triples`.

    A record has as many `evidences` as supporting passages, in one order: each triple is of the
    passage at its place. Only supporting passages have any, so a graph of them tells which
    passages matter: what is measured with it is an upper bound.

    Args:
        path: a file of the format `2wiki`.
        limit: only the first so many records.

    Raises:
        UsageError: as `read_dataset`; or the numbers of evidences and passages differ.
    """
    found: dict[str, list[Any]] = {}
    for record in _records(path)[:limit]:
        support = list(dict.fromkeys(_titled(record)[1]))
        triples = record.get("evidences", list)
        if len(triples) != len(support):
            raise record.error(f"{len(support)} evidences, one a passage", str(len(triples)))
        for passage, triple in zip(support, triples, strict=True):
            held = found.setdefault(same_text(passage), [])
            if triple not in held:
                held.append(triple)
    return found


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UsageError(f"expected a readable UTF-8 file at {path}, got: {error}") from error


def _json(text: str, where: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise UsageError(f"{where}: expected JSON, got: {error}") from error


def _records(path: Path) -> list[_Record]:
    text = _text(path)
    if text.lstrip().startswith("["):
        raw: Sequence[Any] = _json(text, str(path))
        return [_Record(one, f"{path}, record {n}") for n, one in enumerate(raw)]
    lines = [(n, line) for n, line in enumerate(text.split("\n")) if line.strip()]
    return [
        _Record(_json(line, f"{path}, line {n + 1}"), f"{path}, record {at}")
        for at, (n, line) in enumerate(lines)
    ]


def _passage(title: str, text: str) -> str:
    return f"{title}\n{text}"


def _musique(record: _Record) -> Told:
    context, support = [], []
    for one in record.each("paragraphs"):
        passage = _passage(one.get("title", str), one.get("paragraph_text", str))
        context.append(passage)
        if one.get("is_supporting", bool):
            support.append(passage)
    return context, support


def _titled(record: _Record) -> Told:
    """Read the form of HotpotQA, which 2WikiMultihopQA took over."""
    context: dict[str, list[str]] = {}
    for one in record.each("context"):
        title, sentences = one.pair(str, list)
        if not all(isinstance(sentence, str) for sentence in sentences):
            raise one.error("a list of sentences", "something else in it")
        # HotpotQA's sentences start with their space, 2WikiMultihopQA's have none.
        text = " ".join(sentence.strip() for sentence in sentences)
        context.setdefault(title, []).append(_passage(title, text))
    support = []
    for one in record.each("supporting_facts"):
        title, _ = one.pair(str, int)
        if title not in context:
            raise one.error("a title of the context", repr(title))
        # Two passages of one title cannot be told apart; the first is as good as any.
        support.append(context[title][0])
    return [passage for each in context.values() for passage in each], support


FORMATS: Mapping[str, Callable[[_Record], Told]] = {
    "musique": _musique,
    "2wiki": _titled,
    "hotpotqa": _titled,
}
"""How a record of each format is read."""
