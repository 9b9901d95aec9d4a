"""2WikiMultihopQA's own evidence triples, written as a recorded extraction.

    python -m experiments gold-triples --data PATH --out FILE [--limit N]
    clew bench qa --data PATH --format 2wiki --triples FILE ...

A record has one triple in `evidences` for each supporting passage, in the same order. Only
supporting passages have triples, so such a graph gives away which passages matter: results with it
are an upper bound.
"""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from clew.bench.datasets import in_sentences
from clew.bench.journal import folder_at
from clew.bench.records import read_records
from experiments.parsers import parser_of

__all__ = ["main", "read_gold"]


def read_gold(path: Path, limit: int | None = None) -> dict[str, list[Any]]:
    """Return the gold triples of each supporting passage.

    Args:
        path: a file of the format `2wiki`.
        limit: only the first records.

    Raises:
        UsageError: the file cannot be read; or a record has more or fewer triples than passages.
    """
    found: dict[str, list[Any]] = {}
    for record in read_records(path)[:limit]:
        support = list(dict.fromkeys(in_sentences(record)[1]))
        triples = record.get("evidences", list)
        if len(triples) != len(support):
            raise record.error(f"{len(support)} evidences, one a passage", str(len(triples)))
        for passage, triple in zip(support, triples, strict=True):
            held = found.setdefault(passage, [])
            if triple not in held:
                held.append(triple)
    return found


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, or 2 on an error."""
    parser = parser_of("gold-triples", __doc__)
    parser.add_argument("--data", type=Path, required=True, help="a file of the format 2wiki")
    parser.add_argument("--out", type=Path, required=True, help="the file to write")
    parser.add_argument("--limit", type=int, metavar="N", help="only the first N records")
    given = parser.parse_args(argv)
    folder_at(given.out.parent)
    found = read_gold(given.data, given.limit)
    docs = [{"passage": text, "extracted_triples": triples} for text, triples in found.items()]
    given.out.write_text(json.dumps({"docs": docs}) + "\n", encoding="utf-8")
    print(f"{len(docs)} passages with triples: {given.out}")
    return 0
