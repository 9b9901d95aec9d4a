"""Is the right evidence in the prompt? The share of gold passages that one look shows a model.

    python -m experiments evidence --data PATH --format FORMAT [--corpus PATH] [--triples PATH]
        [--half even|odd] [--limit N] [--questions N] [--memory FILE] [--embedder NAME]
        [--least SHARE] [--json]

Every passage is learned from (recorded triples, or the offline rules), and the evidence for each
question is gathered as it is for a language model. A gold passage counts as shown if the text of
one of its episodes stands in the prompt; one that only a fact repeats does not count. Gold that is
not shown is counted by where it was lost: `ranked` but without room, or never `found` by the
retriever. The exit code is 1 if the mean share is below `--least`. A memory file is filled once and
then used again.
"""

import json
from argparse import ArgumentParser, Namespace
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

from clew.ask.asking import FOR_LANGUAGE_MODELS, Asking
from clew.ask.evidence import DatedView
from clew.ask.gather import gather, packed, retrieved
from clew.bench.bootstrap import Estimate, mean_interval
from clew.bench.datasets import read_datasets
from clew.bench.question_set import Dataset, Question, Wanted
from clew.bench.retrieval import Plan, fill, learning
from clew.embed.base import DEFAULT_EMBEDDER, open_embedder
from clew.graph.types import Kind
from clew.learn.domain import Domain, Kept
from clew.memory import Memory
from clew.recall.pack import count_tokens
from clew.recall.query import Asked, query_for, read_questions
from experiments.parsers import parser_of

__all__ = ["Look", "add_question_set", "look", "main", "plan_of", "supported"]

_HALVES = ("even", "odd")
_DEEP = 200
"""Rows of the retriever among which gold that is not shown is looked for."""


@dataclass(frozen=True, slots=True)
class Look:
    """What one prompt showed."""

    gold: int
    shown: int
    ranked: int
    """Gold passages that the retriever ranked, but that had no room."""
    tokens: int
    """Of the whole prompt."""


def look(
    view: DatedView, asked: Asked, gold: Sequence[int], where: Mapping[int, int], how: Asking
) -> Look:
    """Return what the prompt for a question shows.

    Args:
        view: the filled memory.
        asked: the question, as read for retrieval.
        gold: numbers of its supporting passages, at least one.
        where: the passage of each episode.
        how: how it is asked, with its limits.
    """
    assert how.limits is not None
    task, _ = packed(gather(view, asked, how), how.limits.tokens)
    shown = {where[one.id] for one in task.passages if one.kind is Kind.EPISODE}
    query = query_for(view, asked, skip=how.skip)
    deep = retrieved(view, query, how, _DEEP)
    ranked = {where[row.id] for row in deep if row.kind is Kind.EPISODE}
    missed = set(gold) - shown
    tokens = sum(count_tokens(message.text) for message in task.messages())
    return Look(len(gold), len(gold) - len(missed), len(missed & ranked), tokens)


def add_question_set(parser: ArgumentParser) -> None:
    """Add the options that choose questions and the memory they are asked of."""
    add = parser.add_argument
    add("--data", type=Path, required=True, help="a question set, as for `clew bench retrieval`")
    add("--format", required=True, help="its format")
    add("--corpus", type=Path, help="more passages")
    add("--triples", type=Path, help="a recorded extraction")
    add("--half", choices=_HALVES, help="only these questions")
    add("--questions", type=int, metavar="N", help="only the first N questions")
    add("--limit", type=int, metavar="N", help="only the first N records, and their passages")
    add("--memory", default=":memory:", help="a file that is filled once")
    add("--embedder", default=DEFAULT_EMBEDDER, help="its name")
    add("--json", action="store_true", help="print one JSON object")


def plan_of(given: Namespace) -> Plan:
    """Return what is learned, and where."""
    return Plan(
        data=given.data, format=given.format, corpus=given.corpus, triples=given.triples,
        limit=given.limit, memory=given.memory, embedder=given.embedder,
    )  # fmt: skip


def supported(data: Dataset, given: Namespace) -> list[Question]:
    """Return the chosen questions that have supporting passages, in order."""
    questions = [one for one in data.questions if one.supporting]
    if given.half is not None:
        questions = questions[_HALVES.index(given.half) :: 2]
    return questions[: given.questions]


def _looks(data: Dataset, plan: Plan, questions: Sequence[Question], domain: Domain) -> list[Look]:
    embedder = open_embedder(plan.embedder)
    source, learner, _ = learning(plan, data.passages)
    how = Asking(limits=FOR_LANGUAGE_MODELS)
    with Memory.open(plan.memory, namespace=data.name, embedder=embedder, model=learner) as memory:
        where = fill(memory.reading(domain), data, source)
        asked = read_questions([one.text for one in questions], embedder)
        with memory.view() as view:
            return [
                look(view, each, one.supporting, where, how)
                for one, each in zip(questions, asked, strict=True)
            ]


def _table(looks: Sequence[Look]) -> dict[str, Estimate | int | float]:
    lost = Counter[str]()
    for one in looks:
        lost["no room"] += one.ranked
        lost["not found"] += one.gold - one.shown - one.ranked
    return {
        "questions": len(looks),
        "shown": mean_interval([one.shown / one.gold for one in looks]),
        "all shown": mean_interval([float(one.shown == one.gold) for one in looks]),
        "no room": lost["no room"],
        "not found": lost["not found"],
        "tokens": round(sum(one.tokens for one in looks) / len(looks)),
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, 1 below the bar, or 2 on an error."""
    parser = parser_of("evidence", __doc__)
    add_question_set(parser)
    parser.add_argument(
        "--least", type=float, default=0.0, metavar="SHARE", help="the bar of the mean share"
    )
    parser.add_argument(
        "--theses", choices=list(Kept), type=Kept, default=Kept.ALL, help="which are learned"
    )
    given = parser.parse_args(argv)
    plan = plan_of(given)
    wanted = Wanted(limit=plan.limit, corpus=plan.corpus)
    looks = [
        one
        for data in read_datasets(plan.data, plan.format, wanted)
        for one in _looks(data, plan, supported(data, given), Domain(theses=given.theses))
    ]
    table = _table(looks)
    reached = sum(one.shown / one.gold for one in looks) / len(looks) >= given.least
    if given.json:
        told = {"plan": asdict(plan), "least": given.least, "reached": reached, **table}
        print(json.dumps(told, default=str))
    else:
        for name, value in table.items():
            print(f"{name:<10}{value}")
        print(f"{'bar':<10}{given.least:.2f} {'reached' if reached else 'not reached'}")
    return 0 if reached else 1
