"""What would a perfect reader make of what it is shown?

    python -m experiments oracle --data PATH --format FORMAT [--corpus PATH] [--triples PATH]
        [--mode adaptive|plain] [--budget N] [--half even|odd] [--questions N] [--limit N]
        [--memory FILE] [--embedder NAME] [--json] [--failures]

The oracle reader (`clew.llm.oracle`) answers right exactly if every gold passage stands in a
prompt, so that its exact match is the share of questions whose evidence was shown; with all gold in
the prompt it is 1. Where half of it is there, it searches: for MuSiQue's sub-questions with the
names that it has read, else for the titles of missing passages that it has read. Calls and tokens
are those of the prompts, of the schemas that are sent with them, and of the replies.
"""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from clew.ask.asking import Answer, Asking, Mode
from clew.ask.evidence import Source
from clew.ask.inquiry import ask
from clew.bench.bootstrap import Estimate, mean_interval
from clew.bench.datasets import read_datasets
from clew.bench.question_set import Dataset, Question, Wanted
from clew.bench.retrieval import Plan, fill, learning
from clew.embed.base import open_embedder
from clew.graph.types import Episode
from clew.llm.oracle import Gold, OracleReader, Support
from clew.memory import Memory
from clew.recall.pack import count_tokens
from experiments.evidence import add_question_set, plan_of, supported
from experiments.parsers import parser_of

__all__ = ["Hop", "gold_of", "hops_in", "main"]

ANSWER = "what the texts say"


@dataclass(frozen=True, slots=True)
class Hop:
    """A sub-question of a MuSiQue question, with earlier answers in it."""

    search: str
    after: tuple[str, ...]
    """The earlier answers in it."""
    passage: str
    """Title of the passage that answers it."""


def hops_in(path: Path) -> dict[str, tuple[Hop, ...]]:
    """Return the sub-questions of each question of a file; none for other formats than MuSiQue."""
    text = path.read_text(encoding="utf-8")
    lines = path.suffix == ".jsonl"
    records = [json.loads(line) for line in text.splitlines()] if lines else json.loads(text)
    return {
        one["question"]: _hops(one)
        for one in records
        if isinstance(one, dict) and one.get("question_decomposition")
    }


def _hops(record: Mapping[str, Any]) -> tuple[Hop, ...]:
    titles = {one["idx"]: one["title"] for one in record["paragraphs"]}
    hops: list[Hop] = []
    answers: list[str] = []
    for one in record["question_decomposition"]:
        search = one["question"].replace(" >> ", " ")
        after: list[str] = []
        for at, known in enumerate(answers, 1):
            if f"#{at}" in search:
                search = search.replace(f"#{at}", known)
                after.append(known)
        answers.append(one["answer"])
        hops.append(Hop(search, tuple(after), titles[one["paragraph_support_idx"]]))
    return tuple(hops)


def gold_of(
    question: Question,
    passages: Sequence[str],
    texts: Mapping[int, Sequence[str]],
    hops: Sequence[Hop],
) -> Gold:
    """Return what a perfect reader finds out about a question.

    Args:
        question: with its supporting passages, at least one.
        passages: all of them; title, newline and text.
        texts: the texts that each passage is remembered in.
        hops: its sub-questions; titles are searched for where there is none.
    """
    by_title = {hop.passage: hop for hop in hops}
    support = []
    for number in question.supporting:
        title = passages[number].partition("\n")[0]
        hop = by_title.get(title)
        search, after = (hop.search, hop.after) if hop else (title, (title,))
        support.append(Support(tuple(texts[number]), search, after))
    return Gold(question.text, ANSWER, tuple(support))


def _answers(data: Dataset, plan: Plan, questions: Sequence[Question], how: Asking) -> list[Answer]:
    hops = hops_in(plan.data) if plan.format == "musique" else {}
    source, learner, _ = learning(plan, data.passages)
    embedder = open_embedder(plan.embedder)
    with Memory.open(plan.memory, namespace=data.name, embedder=embedder, model=learner) as memory:
        where = fill(memory, data, source)
        texts: dict[int, list[str]] = {}
        with memory.view() as view:
            for item in view.items(sorted(where)):
                assert isinstance(item, Episode)
                texts.setdefault(where[item.id], []).append(item.text)
        gold = [gold_of(one, data.passages, texts, hops.get(one.text, ())) for one in questions]
        reader = OracleReader(gold, count_tokens)
        return [ask(Source(memory.view, embedder), reader, one.text, how) for one in questions]


def _table(answers: Sequence[Answer]) -> dict[str, Estimate | float | int]:
    calls = Counter(one.usage.calls for one in answers)
    tokens = [one.usage.input_tokens + one.usage.output_tokens for one in answers]
    return {
        "questions": len(answers),
        "exact match": mean_interval([float(one.text == ANSWER) for one in answers]),
        "calls": mean_interval([float(one.usage.calls) for one in answers]),
        "tokens": mean_interval([float(one) for one in tokens]),
        **{f"{n} calls": calls[n] for n in sorted(calls)},
    }


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, or 2 on an error."""
    parser = parser_of("oracle", __doc__)
    add_question_set(parser)
    parser.add_argument("--mode", choices=list(Mode), default=Mode.ADAPTIVE, type=Mode)
    parser.add_argument("--budget", type=int, metavar="N", help="tokens of evidence in one prompt")
    parser.add_argument("--failures", action="store_true", help="show what was not answered")
    given = parser.parse_args(argv)
    plan = plan_of(given)
    how = Asking(mode=given.mode, budget=given.budget)
    asked: list[tuple[Question, Answer]] = []
    for data in read_datasets(plan.data, plan.format, Wanted(limit=plan.limit, corpus=plan.corpus)):
        questions = supported(data, given)
        asked += zip(questions, _answers(data, plan, questions, how), strict=True)
    table = _table([answer for _, answer in asked])
    if given.json:
        print(json.dumps({"plan": asdict(plan), "mode": given.mode, **table}, default=str))
        return 0
    for name, value in table.items():
        print(f"{name:<13}{value}")
    for question, answer in asked if given.failures else ():
        if answer.text is None:
            print(f"\n{question.text}")
            print(
                *(f"  {step.what}: {step.about}: {step.outcome}" for step in answer.steps), sep="\n"
            )
    return 0
