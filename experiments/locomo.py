"""LoCoMo: does recall find the turns that answer a question?

    python -m experiments locomo --data ../shared/data/locomo
        [--method NAME,NAME | --method all] [--limit N] [--embedder NAME] [--json]

Every turn of a conversation is one episode, "Speaker: text", dated by its session and learned by
the offline rules. A question's score at k is the share of its evidence turns among the first k
episodes behind the rows found (`clew.recall.base.episodes_of`). The mean over the questions is
shown with a bootstrap interval. Adversarial questions, whose evidence belongs to another question,
and questions without evidence are left out.

LoCoMo: Maharana et al., Evaluating Very Long-Term Conversational Memory of LLM Agents, ACL 2024.
"""

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from clew.bench.bootstrap import Estimate, mean_interval
from clew.bench.datasets import read_datasets
from clew.bench.methods import METHODS, method
from clew.bench.metrics import evidence_recall
from clew.bench.question_set import Dataset, Question, Wanted
from clew.embed.base import DEFAULT_EMBEDDER, Embedder, open_embedder
from clew.graph.types import Kind
from clew.graph.view import View
from clew.learn.observe import Input
from clew.memory import Memory
from clew.recall.base import Limits, Retriever, episodes_of
from clew.recall.query import Asked, query_for, read_questions
from clew.recall.search.flat import Dense, Keyword
from clew.recall.search.hybrid import Hybrid
from experiments.parsers import parser_of

__all__ = ["CUTS", "SYSTEMS", "main", "measure", "read_conversations", "remember", "systems_named"]

Scores: TypeAlias = dict[tuple[str, int], list[float]]
"""System and cut -> the recall of each question, in order."""
System: TypeAlias = tuple[Retriever, tuple[Kind, ...]]
CUTS = (5, 10)
_BASE = "keyword"
_EVERY = "all"
_COUNTED = (Kind.EPISODE, Kind.FACT, Kind.THESIS, Kind.ENTITY)
_ROWS = 60
"""Rows requested from a retriever to rank episodes from."""
_EPISODES = (Kind.EPISODE,)
_ALL = (Kind.FACT, Kind.THESIS, Kind.EPISODE)
SYSTEMS: Mapping[str, System] = {
    "keyword": (Keyword(), _EPISODES),
    "dense": (Dense(), _EPISODES),
    "hybrid": (Hybrid(), _EPISODES),
    "hybrid, reciprocal ranks": (Hybrid(rank_fusion=True), _EPISODES),
    "hybrid, mixed kinds": (Hybrid(), _ALL),
    "keyword, mixed kinds": (Keyword(), _ALL),
    "dense, mixed kinds": (Dense(), _ALL),
}
"""The default methods and the kinds each returns: the turns themselves, or anything derived from
turns."""


def read_conversations(path: Path, limit: int | None = None) -> list[Dataset]:
    """Return the first conversations of a LoCoMo file or folder, all without a limit.

    Raises:
        UsageError: there is no such file, or it is not a LoCoMo file.
    """
    return read_datasets(path, "locomo", Wanted(limit=limit))


def remember(memory: Memory, conversation: Dataset) -> dict[int, int]:
    """Remember every turn; return the turn of each episode."""
    turns = zip(conversation.passages, conversation.times, strict=True)
    receipts = memory.remember_many(
        [Input(text, at) for text, at in turns], conversation=conversation.name or "chat"
    )
    return {id: place for place, receipt in enumerate(receipts) for id in receipt.episodes}


def systems_named(given: str | None) -> Mapping[str, System]:
    """Return the methods in a comma-separated list; `all` is every one, `None` is `SYSTEMS`.

    `keyword` is always included, since the others are compared with it.

    Raises:
        UnknownNameError: there is no such method.
    """
    if given is None:
        return SYSTEMS
    names = list(METHODS) if given == _EVERY else [name.strip() for name in given.split(",")]
    return {name: (method(name), _EPISODES) for name in dict.fromkeys([_BASE, *names])}


def measure(
    view: View,
    where: Mapping[int, int],
    questions: Sequence[Question],
    asked: Sequence[Asked],
    systems: Mapping[str, System],
) -> Scores:
    """Ask every system every question.

    Args:
        view: the memory of a conversation.
        where: the turn of each episode.
        questions: what is asked.
        asked: the same, read for retrieval.
        systems: what is compared.
    """
    scores: Scores = {}
    for question, each in zip(questions, asked, strict=True):
        query = query_for(view, each)
        for name, (system, kinds) in systems.items():
            rows = system.retrieve(view, replace(query, kinds=kinds), Limits(k=_ROWS))
            recalled = [where[episode] for episode, _ in episodes_of(rows)]
            for cut in CUTS:
                score = evidence_recall(recalled, question.supporting, cut)
                scores.setdefault((name, cut), []).append(score)
    return scores


def _run(
    conversations: Sequence[Dataset], embedder: Embedder, systems: Mapping[str, System]
) -> tuple[Scores, list[str]]:
    """Return all scores, and a line about each conversation."""
    scores: Scores = {}
    lines: list[str] = []
    for conversation in conversations:
        start = time.perf_counter()
        with Memory.open(":memory:", embedder=embedder, model="rules") as memory:
            where = remember(memory, conversation)
            learned = time.perf_counter()
            texts = [question.text for question in conversation.questions]
            asked = read_questions(texts, embedder)
            begun = time.perf_counter()
            with memory.view() as view:
                counts = [f"{len(view.ids(kind))} {kind}" for kind in _COUNTED]
                found = measure(view, where, conversation.questions, asked, systems)
                for key, values in found.items():
                    scores.setdefault(key, []).extend(values)
        each = 1e3 * (time.perf_counter() - begun) / max(len(texts) * len(systems), 1)
        lines.append(
            f"{conversation.name}: {', '.join(counts)}; {len(texts)} questions; "
            f"learned in {learned - start:.1f} s; {each:.1f} ms a recall"
        )
    return scores, lines


def _estimates(scores: Scores) -> dict[str, dict[str, Estimate]]:
    """Return recall at each cut for each system, and its paired difference to keyword alone."""
    table: dict[str, dict[str, Estimate]] = {}
    for (name, cut), values in scores.items():
        row = table.setdefault(name, {})
        row[f"recall@{cut}"] = mean_interval(values)
        gain = [one - other for one, other in zip(values, scores[_BASE, cut], strict=True)]
        row[f"over {_BASE}@{cut}"] = mean_interval(gain)
    return table


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, or 2 on an error."""
    parser = parser_of("locomo", __doc__)
    add = parser.add_argument
    add("--data", type=Path, required=True, help="a LoCoMo JSON file, or its folder")
    add("--limit", type=int, metavar="N", help="only the first N conversations")
    add("--method", help=f"methods of clew.bench.methods, comma-separated, or {_EVERY!r}")
    add("--embedder", default=DEFAULT_EMBEDDER, help="its name")
    add("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(argv)
    systems = systems_named(given.method)
    embedder = open_embedder(given.embedder)
    scores, lines = _run(read_conversations(given.data, given.limit), embedder, systems)
    table = _estimates(scores)
    asked = len(scores[_BASE, CUTS[0]])
    if given.json:
        print(json.dumps({"embedder": embedder.name, "questions": asked, "systems": table}))
        return 0
    print("\n".join([*lines, f"{asked} questions, embedder {embedder.name}; mean [95 % interval]"]))
    for name, row in table.items():
        print(f"{name:<26}" + "  ".join(f"{key} {estimate}" for key, estimate in row.items()))
    return 0
