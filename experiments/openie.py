"""Load a real, noisy extraction through the write path: counts, losses, facts per second.

    python -m experiments openie --data PATH [--passages N] [--embedder NAME] [--json]

HippoRAG's slice of MuSiQue has what GPT-3.5 extracted from 1,890 passages; about one triple in a
hundred is malformed (two parts, or more than three). Each passage is remembered, and a model
answers its `Extract` task with the recorded triples as JSON text, so they are processed like any
language model's reply. Nothing is replaced, since all passages have the same time. Every triple
must become a fact, confirm a fact, or be counted as a loss.

HippoRAG: arXiv:2405.14831; passages of MuSiQue (CC BY 4.0).
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from clew.bench.datasets import read_passages
from clew.learn.observe import Input
from clew.learn.tasks import Extract
from clew.llm.base import Task
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.text import normalise_name
from experiments.parsers import parser_of

__all__ = ["Loaded", "load", "main"]

_AT = datetime(2024, 1, 1, tzinfo=UTC)
_FILE = Path("musique-openie") / "openie_gpt35.json"


@dataclass(frozen=True, slots=True)
class Loaded:
    """What became of the passages."""

    passages: int
    triples: int
    malformed: int
    """Triples without exactly three parts."""
    facts: int
    entities: int
    repeated: int
    """Triples that repeat another one, ignoring case and spaces."""
    losses: dict[str, int]
    """Items dropped, by reason."""
    unaccounted: int
    """Triples that became no fact, loss or repetition; negative if one became two."""
    pending: int
    seconds: float
    facts_per_second: float


def load(passages: Sequence[tuple[str, list[Any]]], *, embedder: str | None = None) -> Loaded:
    """Learn from distinct passages with their recorded triples, in a separate memory."""
    replies = {text: json.dumps({"triples": triples}) for text, triples in passages}

    def reply(task: Task[Any]) -> str:
        return replies[task.text] if isinstance(task, Extract) else '{"pairs": []}'

    with Memory.open(embedder=embedder, model=ScriptedModel(reply)) as memory:
        begun = time.perf_counter()
        receipts = memory.remember_many([Input(text, _AT, "musique") for text, _ in passages])
        seconds = time.perf_counter() - begun
        found = memory.stats()
    triples = [triple for _, each in passages for triple in each]
    losses = Counter(loss.reason for receipt in receipts for loss in receipt.losses)
    facts = found.kinds["fact"]
    kept = [triple for triple in triples if len(triple) == 3]
    repeated = len(kept) - len({tuple(map(normalise_name, triple)) for triple in kept})
    return Loaded(
        passages=len(passages),
        triples=len(triples),
        malformed=sum(len(triple) != 3 for triple in triples),
        facts=facts,
        entities=found.kinds["entity"],
        repeated=repeated,
        losses=dict(losses.most_common()),
        unaccounted=len(triples) - losses.total() - facts - repeated,
        pending=found.pending,
        seconds=round(seconds, 2),
        facts_per_second=round(facts / seconds, 1),
    )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 1 if the data is missing."""
    parser = parser_of("openie", __doc__)
    parser.add_argument("--data", type=Path, required=True, help="the folder of the data sets")
    parser.add_argument("--passages", type=int, help="only the first N")
    parser.add_argument("--embedder", help="also embed; default: words and the graph only")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(arguments)
    path = given.data / _FILE
    if not path.exists():
        print(f"expected {path}; give --data the folder that holds it", file=sys.stderr)
        return 1
    result = asdict(load(read_passages(path)[: given.passages], embedder=given.embedder))
    if given.json:
        print(json.dumps(result))
    else:
        for name, value in result.items():
            print(f"{name:<18}{value}")
    return 0
