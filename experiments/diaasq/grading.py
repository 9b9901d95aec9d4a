"""Ask a memory every question and count right, wrong and abstained answers by type.

An answer is right if it lists exactly the gold items. An item matches a gold item if it contains
one of its spellings and at most `_SLACK` more words ("the Mi 11" for "Mi 11"). For an unanswerable
question, only abstaining is right.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from clew.ask.asking import Answer
from clew.bench.bootstrap import mean_interval
from clew.memory import Memory
from clew.text import normalise_name
from experiments.diaasq.asked import Item, Question

__all__ = ["Asker", "Outcome", "graded", "report", "verdict_of"]

Asker: TypeAlias = Callable[[Memory, Question], Answer]
"""Answers a question from a memory that stands at the question's moment."""
_SLACK = 4
_PAPER_TYPES = (
    "compare_questions",
    "device_sentiment",
    "compare_sentiment",
    "same_devices",
    "same_manufacturer",
    "similar_device_opinions",
    "similar_manufacturer_opinions",
    "which_people",
    "dominant_opinion",
    "last_opinion",
)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one question: `right`, `wrong` or `abstained`."""

    question: Question
    answer: Answer
    verdict: str

    @property
    def score(self) -> float:
        """1 if right: answered exactly, or abstained if nobody can know."""
        if not self.question.items:
            return float(self.verdict == "abstained")
        return float(self.verdict == "right")


def graded(memory: Memory, questions: Sequence[Question], ask: Asker) -> list[Outcome]:
    """Ask every question as of its moment, in order."""
    found: list[Outcome] = []
    for question in questions:
        then = memory if question.at is None else memory.as_of(question.at)
        answer = ask(then, question)
        found.append(Outcome(question, answer, verdict_of(answer, question.items)))
    return found


def verdict_of(answer: Answer, items: Sequence[Item]) -> str:
    """Return `abstained`, `right` or `wrong`; any answer without gold items is `wrong`.

    A model's failure counts as wrong.
    """
    if answer.abstained:
        return "abstained"
    given = answer.items
    every = all(any(_same(one, item) for one in given) for item in items)
    clean = all(any(_same(one, item) for item in items) for one in given)
    return "right" if items and given and every and clean else "wrong"


def _same(given: str, item: Item) -> bool:
    said = normalise_name(given)
    for spelling in item:
        gold = normalise_name(spelling)
        # "+" belongs to the name: the 30Pro is not the 30Pro+.
        whole = re.search(rf"(?<![\w+]){re.escape(gold)}(?![\w+])", said)
        if whole and len(said.split()) <= len(gold.split()) + _SLACK:
            return True
    return False


def report(outcomes: Sequence[Outcome]) -> dict[str, dict[str, object]]:
    """Return, by type, then for the paper's ten, all answerable and all: counts and accuracy.

    Accuracy is a mean with a 95 % bootstrap interval over questions. `abstained` are abstentions
    from an answerable question (wrong ones), `abstained_right` those from an unanswerable one.
    """
    groups: dict[str, list[Outcome]] = {}
    for one in outcomes:
        groups.setdefault(one.question.type, []).append(one)
    groups["the paper's ten"] = [one for one in outcomes if one.question.type in _PAPER_TYPES]
    groups["answerable"] = [one for one in outcomes if one.question.items]
    groups["all"] = list(outcomes)
    return {name: _row(held) for name, held in groups.items() if held}


def _row(held: Sequence[Outcome]) -> dict[str, object]:
    estimate = mean_interval([one.score for one in held])
    silent = [one for one in held if one.verdict == "abstained"]
    return {
        "asked": len(held),
        "accuracy": estimate.mean,
        "low": estimate.low,
        "high": estimate.high,
        "right": sum(one.verdict == "right" for one in held),
        "wrong": sum(one.verdict == "wrong" for one in held),
        "abstained": sum(bool(one.question.items) for one in silent),
        "abstained_right": sum(not one.question.items for one in silent),
    }
