"""Readers of question sets and their texts (`READERS`).

A file is a JSON array or JSON lines. A record needs:

- `musique`: `question`, `paragraphs` (each `title`, `paragraph_text`, `is_supporting`);
- `2wiki`, `hotpotqa`: `question`, `context` (each `[title, [sentence, ...]]`) and
  `supporting_facts` (each `[title, sentence number]`); support counts for the whole passage;
- `locomo`: see `clew.bench.locomo`.

With `answers` it also needs the right answers: `answer`; for MuSiQue `answer_aliases` and
`answerable`.

The passages of all questions read form one searchable pool; a corpus can be added. Texts that
differ only in white space are one passage. Each conversation is a separate dataset with its own
memory.

MuSiQue: arXiv:2108.00573. 2WikiMultihopQA: arXiv:2011.01060. HotpotQA: arXiv:1809.09600.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from clew.bench.locomo import read_locomo
from clew.bench.question_set import Asked, Dataset, Question, Wanted, same_text, titled
from clew.bench.records import Record, read_json, read_records
from clew.errors import UsageError
from clew.plugins import FORMATS

__all__ = ["READERS", "in_sentences", "pooled", "read_datasets", "read_passages", "read_triples"]

_HOPS = re.compile(r"\d+hop\d*(?=_)")
"""How MuSiQue's own ids begin: "2hop__1_2", "3hop1__4_5_6"."""


def read_datasets(path: Path, format: str, wanted: Wanted) -> list[Dataset]:
    """Read a question set: one dataset, or one for each conversation.

    Args:
        path: a file of records, or a folder that holds the files of a format.
        format: one of `clew.plugins.FORMATS`.
        wanted: which part to read, and how.

    Raises:
        UnknownNameError: there is no such format.
        UsageError: no such file; invalid JSON; a missing field (the message names field and
            record); support that is not in the context; no questions left.
    """
    found: list[Dataset] = FORMATS.find(format)(path, wanted)
    found = found if wanted.answers else [_supported(one) for one in found]
    found = [one for one in found if one.questions]
    if not found:
        needed = "questions" if wanted.answers else "questions with supporting passages"
        raise UsageError(f"{path}: expected {needed}, got none")
    return found


def _read(
    format: str, read: Callable[[Path, Wanted], Sequence[Asked]], path: Path, wanted: Wanted
) -> list[Dataset]:
    more = () if wanted.corpus is None else read_records(wanted.corpus)
    corpus = [titled(record.get("title", str), record.get("text", str)) for record in more]
    return pooled(format, read(path, wanted), corpus)


def pooled(format: str, asked: Iterable[Asked], corpus: Iterable[str] = ()) -> list[Dataset]:
    """Return one dataset: the passages of the corpus, then those of the questions, each once."""
    numbers: dict[str, int] = {}
    passages: list[str] = []

    def number(passage: str) -> int:
        key = same_text(passage)
        if key not in numbers:
            numbers[key] = len(passages)
            passages.append(passage)
        return numbers[key]

    for passage in corpus:
        number(passage)
    questions: list[Question] = []
    for one in asked:
        for passage in one.context:
            number(passage)
        support = tuple(sorted({number(passage) for passage in one.support}))
        questions.append(Question(one.text, support, one.answers, one.kind))
    return [Dataset(format, tuple(passages), tuple(questions), 0)]


def _supported(data: Dataset) -> Dataset:
    kept = tuple(one for one in data.questions if one.supporting)
    return replace(data, questions=kept, left_out=len(data.questions) - len(kept))


def read_triples(path: Path) -> dict[str, list[Any]]:
    """Return each passage's recorded triples, unchanged, keyed by its `same_text`.

    The file is a JSON object with `docs`, each with `passage` (title, newline, text) and
    `extracted_triples`, as HippoRAG writes them.

    Raises:
        UsageError: as `read_datasets`.
    """
    return {same_text(text): triples for text, triples in read_passages(path)}


def read_passages(path: Path) -> list[tuple[str, list[Any]]]:
    """Return the passages of a file for `read_triples`, each with its recorded triples.

    A repeated passage, ignoring white space, adds its triples to the first.

    Raises:
        UsageError: as `read_datasets`.
    """
    found: dict[str, tuple[str, list[Any]]] = {}
    for record in read_json(path).each("docs"):
        text = record.get("passage", str)
        _, triples = found.setdefault(same_text(text), (text, []))
        triples += record.get("extracted_triples", list)
    return list(found.values())


def _musique(path: Path, wanted: Wanted) -> list[Asked]:
    found = []
    for record in read_records(path)[: wanted.limit]:
        context, support = [], []
        for one in record.each("paragraphs"):
            passage = titled(one.get("title", str), one.get("paragraph_text", str))
            context.append(passage)
            if one.get("is_supporting", bool):
                support.append(passage)
        answers: tuple[str, ...] = ()
        if wanted.answers and (not record.has("answerable") or record.get("answerable", bool)):
            answers = (record.text("answer"), *record.texts("answer_aliases"))
        hops = _HOPS.match(record.get("id", str)) if record.has("id") else None
        text = record.get("question", str)
        found.append(Asked(text, tuple(context), tuple(support), answers, hops[0] if hops else ""))
    return found


def _sentences(path: Path, wanted: Wanted) -> list[Asked]:
    """Read HotpotQA's format, which 2WikiMultihopQA shares."""
    found = []
    for record in read_records(path)[: wanted.limit]:
        context, support = in_sentences(record)
        answers = (record.text("answer"),) if wanted.answers else ()
        kind = record.get("type", str) if record.has("type") else ""
        text = record.get("question", str)
        found.append(Asked(text, tuple(context), tuple(support), answers, kind))
    return found


def in_sentences(record: Record) -> tuple[list[str], list[str]]:
    """Return a record's passages, and the ones that support its answer."""
    context: dict[str, list[str]] = {}
    for one in record.each("context"):
        title, sentences = one.pair(str, list)
        if not all(isinstance(sentence, str) for sentence in sentences):
            raise one.error("a list of sentences", "something else in it")
        # HotpotQA's sentences start with a space, 2WikiMultihopQA's do not.
        text = " ".join(sentence.strip() for sentence in sentences)
        context.setdefault(title, []).append(titled(title, text))
    support = []
    for one in record.each("supporting_facts"):
        title, _ = one.pair(str, int)
        if title not in context:
            raise one.error("a title of the context", repr(title))
        # Two passages with the same title cannot be told apart, so take the first.
        support.append(context[title][0])
    return [passage for each in context.values() for passage in each], support


READERS: Mapping[str, Callable[[Path, Wanted], list[Dataset]]] = {
    "musique": partial(_read, "musique", _musique),
    "2wiki": partial(_read, "2wiki", _sentences),
    "hotpotqa": partial(_read, "hotpotqa", _sentences),
    "locomo": read_locomo,
}
"""The reader of each format."""
