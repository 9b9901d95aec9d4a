"""Does reranking help? LoCoMo's evidence among the first rows, by weight of the reranker.

    python -m experiments packing --data ../shared/data/locomo [--limit N]
        [--half even|odd] [--embedder NAME] [--json]

Like `experiments.locomo`, but a question's score at k is the share of its evidence turns among the
episodes behind the first k rows (facts, theses and episodes mixed), as `Memory.recall` returns
them: by `hybrid` in its own order, and reranked by `LineFit` with several values of `trust`. The
output is means with 95 % bootstrap intervals, and the paired difference to the retriever's order.
"""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from clew.bench.bootstrap import Estimate, mean_interval
from clew.bench.metrics import evidence_recall
from clew.bench.question_set import Question
from clew.embed.base import DEFAULT_EMBEDDER, open_embedder
from clew.graph.view import View
from clew.memory import Memory
from clew.recall.query import Asked, query_for, read_questions
from clew.recall.search.hybrid import Hybrid
from clew.recall.selection import LineFit, Selection, selected
from experiments.locomo import read_conversations, remember
from experiments.parsers import parser_of

__all__ = ["CUTS", "WAYS", "main", "measure"]

CUTS = (5, 10)
_OWN = "own order"
_HALVES = ("even", "odd")
WAYS: Mapping[str, Selection] = {
    _OWN: Selection(reranker=None),
    **{f"fit, trust {trust}": Selection(reranker=LineFit(trust=trust))
       for trust in (0.1, 0.3, 0.5, 0.7, 1.0)},
}  # fmt: skip


def measure(
    view: View, where: Mapping[int, int], questions: Sequence[Question], asked: Sequence[Asked]
) -> dict[tuple[str, int], list[float]]:
    """Return, for each ranking and cut, the recall of each question, in order."""
    scores: dict[tuple[str, int], list[float]] = {}
    for question, each in zip(questions, asked, strict=True):
        query = query_for(view, each)
        for name, how in WAYS.items():
            rows = selected(view, query, Hybrid(), max(CUTS), how)
            for cut in CUTS:
                held = [where[id] for row in rows[:cut] for id in row.episodes]
                score = evidence_recall(held, question.supporting, len(held))
                scores.setdefault((name, cut), []).append(score)
    return scores


def _table(scores: Mapping[tuple[str, int], list[float]]) -> dict[str, dict[str, Estimate]]:
    table: dict[str, dict[str, Estimate]] = {}
    for (name, cut), values in scores.items():
        row = table.setdefault(name, {})
        row[f"recall@{cut}"] = mean_interval(values)
        own = scores[_OWN, cut]
        row[f"gain@{cut}"] = mean_interval([a - b for a, b in zip(values, own, strict=True)])
    return table


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, or 2 on an error."""
    parser = parser_of("packing", __doc__)
    add = parser.add_argument
    add("--data", type=Path, required=True, help="a LoCoMo JSON file, or its folder")
    add("--limit", type=int, metavar="N", help="only the first N conversations")
    add("--half", choices=_HALVES, help="only these questions of each conversation")
    add("--embedder", default=DEFAULT_EMBEDDER, help="its name")
    add("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(argv)
    scores: dict[tuple[str, int], list[float]] = {}
    embedder = open_embedder(given.embedder)
    for conversation in read_conversations(given.data, given.limit):
        questions = conversation.questions
        if given.half is not None:
            questions = questions[_HALVES.index(given.half) :: 2]
        with Memory.open(":memory:", embedder=embedder, model="rules") as memory:
            where = remember(memory, conversation)
            asked = read_questions([question.text for question in questions], embedder)
            with memory.view() as view:
                for key, values in measure(view, where, questions, asked).items():
                    scores.setdefault(key, []).extend(values)
    table = _table(scores)
    if given.json:
        print(json.dumps({"embedder": embedder.name, "ways": table}))
        return 0
    for name, row in table.items():
        print(f"{name:<18}" + "  ".join(f"{key} {estimate}" for key, estimate in row.items()))
    return 0
