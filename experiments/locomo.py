"""LoCoMo evidence recall: are the turns that answer a question among the first recalled?

    python -m experiments.locomo --data ../shared/data/locomo/conversations_1_to_5.json
        [--method NAME,NAME | --method all]

Every turn of a conversation is one episode, "Speaker: text", dated by its session, and learned
from by the offline rules. A question's
score at k is the share of its evidence turns among the first k episodes that a result rests on
(`clew.recall.episodes_of`); the mean over questions is shown with a bootstrap interval over
questions. Questions without evidence and adversarial ones (category 5, whose evidence answers
another question) are left out; evidence ids that name no turn are left out and counted.

LoCoMo: Maharana et al., Evaluating Very Long-Term Conversational Memory of LLM Agents, ACL 2024.
"""

import argparse
import json
import re
import sys
import time
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, TypeAlias

from clew.bench.bootstrap import Estimate, mean_interval
from clew.bench.searches import METHODS, method, method_names
from clew.embed.base import DEFAULT_EMBEDDER, Embedder, open_embedder
from clew.errors import ClewError
from clew.graph.types import Kind
from clew.graph.view import View
from clew.learn.observe import Input
from clew.memory import Memory
from clew.recall.base import Limits, Retriever, episodes_of
from clew.recall.query import Asked, query_for, read_questions
from clew.recall.search.dense import Dense
from clew.recall.search.hybrid import Hybrid
from clew.recall.search.keyword import Keyword

__all__ = [
    "Conversation",
    "Question",
    "Turn",
    "evidence_recall",
    "main",
    "measure",
    "read_conversations",
    "remember",
    "systems_named",
]

Scores: TypeAlias = dict[tuple[str, int], list[float]]
CUTS = (5, 10)
_BASE = "keyword"
_EVERY = "all"
_COUNTED = (Kind.EPISODE, Kind.FACT, Kind.THESIS, Kind.ENTITY)
_ROWS = 60
"""Rows asked of a retriever, to rank episodes from."""
_ADVERSARIAL = 5
_EVIDENCE = re.compile(r"D\d+:\d+")
_EPISODES = (Kind.EPISODE,)
_ALL = (Kind.FACT, Kind.THESIS, Kind.EPISODE)
System: TypeAlias = tuple[Retriever, tuple[Kind, ...]]
SYSTEMS: Mapping[str, System] = {
    "keyword": (Keyword(), _EPISODES),
    "dense": (Dense(), _EPISODES),
    "hybrid": (Hybrid(), _EPISODES),
    "hybrid, reciprocal ranks": (Hybrid(rank_fusion=True), _EPISODES),
    "hybrid, mixed kinds": (Hybrid(), _ALL),
    "keyword, mixed kinds": (Keyword(), _ALL),
    "dense, mixed kinds": (Dense(), _ALL),
}
"""What is compared, and the kinds it returns: the turns themselves, or whatever rests on them.
Methods of `clew.bench.searches` are compared by the turns they return."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One utterance; `id` is LoCoMo's own ("D3:14")."""

    id: str
    text: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Question:
    """A question and the ids of the turns that answer it."""

    text: str
    evidence: tuple[str, ...]
    category: int


@dataclass(frozen=True, slots=True)
class Conversation:
    """All turns in order, the questions that count, and the evidence ids that name no turn."""

    name: str
    turns: tuple[Turn, ...]
    questions: tuple[Question, ...]
    unknown: tuple[str, ...]


def read_conversations(path: Path, limit: int | None = None) -> list[Conversation]:
    """Return the first `limit` conversations of a LoCoMo file, all without a limit."""
    return [_conversation(raw) for raw in json.loads(path.read_text(encoding="utf-8"))[:limit]]


def _conversation(raw: dict[str, Any]) -> Conversation:
    told = raw["conversation"]
    turns: list[Turn] = []
    number = 1
    while f"session_{number}" in told:
        held = told[f"session_{number}_date_time"]
        at = datetime.strptime(held, "%I:%M %p on %d %B, %Y").replace(tzinfo=UTC)
        for one in told[f"session_{number}"]:
            text = f"{one['speaker']}: {one['text']}"
            if one.get("blip_caption"):
                text += f" [shares {one['blip_caption']}]"
            turns.append(Turn(one["dia_id"], text, at))
        number += 1
    known = {turn.id for turn in turns}
    questions: list[Question] = []
    unknown: list[str] = []
    for one in raw["qa"]:
        if one["category"] == _ADVERSARIAL:
            continue
        # Some evidence lists hold several ids in one string, or a broken id.
        named = [id for entry in one["evidence"] for id in _EVIDENCE.findall(entry) or [entry]]
        evidence = tuple(dict.fromkeys(id for id in named if id in known))
        unknown += [id for id in named if id not in known]
        if evidence:
            questions.append(Question(one["question"], evidence, one["category"]))
    return Conversation(raw["sample_id"], tuple(turns), tuple(questions), tuple(unknown))


def evidence_recall(recalled: Sequence[Hashable], evidence: Sequence[Hashable], k: int) -> float:
    """Return the share of the evidence among the first k recalled.

    >>> evidence_recall(["D1:1", "D1:2", "D1:3"], ["D1:3", "D1:1"], 2)
    0.5
    """
    return len(set(evidence) & set(recalled[:k])) / len(evidence)


def systems_named(given: str | None) -> Mapping[str, System]:
    """Return the methods named, with commas between, `all` for every one; `SYSTEMS` for none.

    `keyword` is always among them: the others are held against it.

    Raises:
        UnknownNameError: there is no method of a name.
    """
    if given is None:
        return SYSTEMS
    names = list(METHODS) if given == _EVERY else method_names(given)
    return {name: (method(name), _EPISODES) for name in dict.fromkeys([_BASE, *names])}


def measure(
    view: View,
    turns: Mapping[int, str],
    questions: Sequence[Question],
    asked: Sequence[Asked],
    systems: Mapping[str, System],
) -> Scores:
    """Ask every system every question.

    Args:
        view: the conversation as remembered.
        turns: which turn an episode was.
        questions: what is asked.
        asked: the same as read (`clew.recall.query`).
        systems: what is asked.

    Returns:
        For each system and cut, the recall of each question, in their order.
    """
    scores: Scores = {}
    for question, each in zip(questions, asked, strict=True):
        query = query_for(view, each)
        for name, (system, kinds) in systems.items():
            rows = system.retrieve(view, replace(query, kinds=kinds), Limits(k=_ROWS))
            found = episodes_of(rows)
            recalled = [turns[episode] for episode, _ in found]
            for cut in CUTS:
                score = evidence_recall(recalled, question.evidence, cut)
                scores.setdefault((name, cut), []).append(score)
    return scores


def remember(memory: Memory, conversation: Conversation) -> dict[int, str]:
    """Remember every turn; return which turn each episode was."""
    receipts = memory.remember_many([Input(turn.text, turn.at) for turn in conversation.turns])
    return {
        episode: turn.id
        for turn, receipt in zip(conversation.turns, receipts, strict=True)
        for episode in receipt.episodes
    }


def _run(
    conversations: Sequence[Conversation], embedder: Embedder, systems: Mapping[str, System]
) -> tuple[Scores, list[str]]:
    """Return all scores, and a line on each conversation."""
    scores: Scores = {}
    lines: list[str] = []
    for conversation in conversations:
        start = time.perf_counter()
        with Memory.open(":memory:", embedder=embedder) as memory:
            turns = remember(memory, conversation)
            learned = time.perf_counter()
            texts = [question.text for question in conversation.questions]
            asked = read_questions(texts, embedder)
            begun = time.perf_counter()
            with memory.view() as view:
                counts = [f"{len(view.ids(kind))} {kind}" for kind in _COUNTED]
                found = measure(view, turns, conversation.questions, asked, systems)
                for key, values in found.items():
                    scores.setdefault(key, []).extend(values)
        each = 1e3 * (time.perf_counter() - begun) / max(len(texts) * len(systems), 1)
        lines.append(
            f"{conversation.name}: {', '.join(counts)}; {len(texts)} questions; "
            f"{len(conversation.unknown)} evidence ids unknown; "
            f"learned in {learned - start:.1f} s; {each:.1f} ms a recall"
        )
    return scores, lines


def _estimates(scores: Scores) -> dict[str, dict[str, Estimate]]:
    """Return, for each system, recall at each cut and its paired difference to keyword alone."""
    table: dict[str, dict[str, Estimate]] = {}
    for (name, cut), values in scores.items():
        row = table.setdefault(name, {})
        row[f"recall@{cut}"] = mean_interval(values)
        gain = [one - other for one, other in zip(values, scores[_BASE, cut], strict=True)]
        row[f"over {_BASE}@{cut}"] = mean_interval(gain)
    return table


def main(argv: Sequence[str] | None = None) -> int:
    """Run the benchmark and print it; return 0, or 2 for no such file or method."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument(
        "--data", type=Path, required=True, help="a LoCoMo JSON file, or its folder"
    )
    parser.add_argument("--limit", type=int, metavar="N", help="the first N conversations only")
    parser.add_argument(
        "--method", help=f"methods of clew.bench.searches, with commas between, or {_EVERY!r}"
    )
    parser.add_argument("--embedder", default=DEFAULT_EMBEDDER, help="see clew.embed.base")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(argv)
    files = sorted(given.data.glob("*.json")) if given.data.is_dir() else [given.data]
    if not files or not files[0].exists():
        print(f"expected a LoCoMo JSON file, found none at {given.data}", file=sys.stderr)
        return 2
    try:
        systems = systems_named(given.method)
    except ClewError as error:
        print(error, file=sys.stderr)
        return 2
    embedder = open_embedder(given.embedder)
    scores, lines = _run(read_conversations(files[0], given.limit), embedder, systems)
    table = _estimates(scores)
    asked = len(scores[_BASE, CUTS[0]])
    if given.json:
        print(json.dumps({"embedder": embedder.name, "questions": asked, "systems": table}))
        return 0
    print("\n".join([*lines, f"{asked} questions, embedder {embedder.name}; mean [95 % interval]"]))
    for name, row in table.items():
        print(f"{name:<26}" + "  ".join(f"{key} {estimate}" for key, estimate in row.items()))
    return 0


if __name__ == "__main__":
    sys.exit(main())
