"""PersonalAI's part of HotpotQA or TriviaQA (appendix E), written in the set's own format.

    python -m experiments subset --format hotpotqa --data PATH --out FILE
    python -m experiments subset --format triviaqa --data triviaqa-rc --out triviaqa-rc/qa/part.json
    python -m experiments matrix --data hotpotqa=FILE ...

HotpotQA: only the supporting passages, and the first 2,000 questions whose passages all have 64 to
1,024 characters. TriviaQA: the first 500 questions whose chunks all have 64 to 1,024 characters;
its documents stay where they are, so write the file beside the archive's own, in `qa`. With only
gold passages the task is much easier than the published one.
"""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

from clew.bench.datasets import in_sentences
from clew.bench.journal import folder_at
from clew.bench.records import Record, read_json, read_records, read_text
from experiments.matrix.trivia import chunks, places_of
from experiments.parsers import parser_of

__all__ = ["SUBSETS", "main", "subset"]

_LENGTHS = range(64, 1025)
"""Characters of a context."""


def _hotpot(path: Path) -> Iterator[dict[str, Any]]:
    for record in read_records(path):
        support = dict.fromkeys(in_sentences(record)[1])
        bodies = [passage.partition("\n")[2] for passage in support]
        if not bodies or not all(len(body) in _LENGTHS for body in bodies):
            continue
        first: dict[str, list[Any]] = {}
        for pair in record.get("context", list):
            first.setdefault(pair[0], pair)
        facts = record.get("supporting_facts", list)
        yield {
            "question": record.get("question", str),
            "answer": record.text("answer"),
            "type": record.get("type", str) if record.has("type") else "",
            "context": [first[title] for title in dict.fromkeys(title for title, _ in facts)],
            "supporting_facts": facts,
        }


def _trivia(path: Path) -> Iterator[dict[str, Any]]:
    file, folder = places_of(path)
    for record in read_json(file).each("Data"):
        if all(_fits(page, folder) for page in record.each("EntityPages")):
            yield {
                "Question": record.get("Question", str),
                "Answer": record.get("Answer", dict),
                "EntityPages": record.get("EntityPages", list),
            }


def _fits(page: Record, folder: Path) -> bool:
    parts = chunks(read_text(folder / page.get("Filename", str)))
    return all(len(part) in _LENGTHS for part in parts)


SUBSETS: Mapping[str, tuple[Callable[[Path], Iterator[dict[str, Any]]], int]] = {
    "hotpotqa": (_hotpot, 2000),
    "triviaqa": (_trivia, 500),
}
"""How to read the records that fit, and how many of them the paper takes."""


def subset(format: str, path: Path) -> list[dict[str, Any]]:
    """Return the records of PersonalAI's part of a set.

    Args:
        format: of `SUBSETS`.
        path: the set as published.

    Raises:
        UsageError: the set cannot be read; the message names the field and the record.
    """
    read, most = SUBSETS[format]
    return list(islice(read(path), most))


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, or 2 on an error."""
    parser = parser_of("subset", __doc__)
    parser.add_argument("--format", choices=SUBSETS, required=True)
    parser.add_argument("--data", type=Path, required=True, help="the set, as published")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    given = parser.parse_args(argv)
    folder_at(given.out.parent)  # first, since reading takes a while
    found = subset(given.format, given.data)
    whole = {"Data": found} if given.format == "triviaqa" else found
    given.out.write_text(json.dumps(whole) + "\n", encoding="utf-8")
    print(f"{len(found)} questions: {given.out}")
    return 0
