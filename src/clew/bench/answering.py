"""How well questions are answered: the committed set of `clew.bench.answers`, asked of a memory.

    python -m clew.bench.answering [--part dev|test] [--extractor NAME] [--json] [--failures]

Each text is remembered episode by episode in a memory of its own, then its questions are asked.
An answer is **right** when every item it gives is a gold item and every gold item is given (F1 of
items is 1); anything else that is not an abstention is **wrong**. An item matches a gold spelling
when it has its words in a row and at most `_SLACK` more ("the top drawer of the desk" for
"desk"). Of an unanswerable question only abstaining is right. Bars (issue 2): right on at least
0.7 of the answerable, wrong on at most 0.1 of the unanswerable, on the part `test`.

`--failures` prints questions and answers: never use it on `test`, which is for reporting only.
"""

import argparse
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import TypeAlias

from clew.bench.answers import AnswerQuestion, AnswerText, load
from clew.qa.pipeline import Answer
from clew.text import normalise_name, words

__all__ = ["Asker", "Outcome", "Tally", "main", "outcomes", "score", "tally"]

Asker: TypeAlias = Callable[[AnswerQuestion], Answer]
"""Answers the questions about one remembered text."""
_SLACK = 4


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one question: `right`, `wrong` or `abstained` (right if unanswerable)."""

    question: AnswerQuestion
    answer: Answer
    verdict: str


@dataclass(frozen=True, slots=True)
class Tally:
    """Counts of one kind of question."""

    kind: str
    right: int
    wrong: int
    abstained: int

    @property
    def asked(self) -> int:
        """How many questions of the kind there are."""
        return self.right + self.wrong + self.abstained


def score(answer: Answer, gold: Sequence[Sequence[str]]) -> str:
    """Return `right`, `wrong` or `abstained`; without gold items abstaining is `right`."""
    if answer.abstained:
        return "abstained" if gold else "right"
    items = answer.items
    given = all(any(_matches(item, spellings) for item in items) for spellings in gold)
    clean = all(any(_matches(item, spellings) for spellings in gold) for item in items)
    return "right" if gold and given and clean else "wrong"


def _matches(item: str, spellings: Iterable[str]) -> bool:
    said = words(normalise_name(item))
    return any(_within(words(normalise_name(spelling)), said) for spelling in spellings)


def _within(gold: list[str], said: list[str]) -> bool:
    if not gold or len(said) > len(gold) + _SLACK:
        return False
    return any(said[at : at + len(gold)] == gold for at in range(len(said) - len(gold) + 1))


def outcomes(texts: Iterable[AnswerText], open_text: Callable[[AnswerText], Asker]) -> list[Outcome]:
    """Ask every question of every text, in order."""
    found: list[Outcome] = []
    for text in texts:
        ask = open_text(text)
        for question in text.questions:
            answer = ask(question)
            found.append(Outcome(question, answer, score(answer, question.answers)))
    return found


def tally(found: Sequence[Outcome]) -> list[Tally]:
    """Return the counts by kind, in order of first appearance, then `answerable` and all."""
    kinds = list(dict.fromkeys(one.question.kind for one in found))
    rows = [_count(kind, [one for one in found if one.question.kind == kind]) for kind in kinds]
    rows.append(_count("answerable", [one for one in found if one.question.answers]))
    return rows


def _count(kind: str, found: Sequence[Outcome]) -> Tally:
    verdicts = [one.verdict for one in found]
    return Tally(
        kind, verdicts.count("right"), verdicts.count("wrong"), verdicts.count("abstained")
    )


def _table(rows: Sequence[Tally]) -> str:
    lines = [f"{'kind':<14}{'right':>7}{'wrong':>7}{'abst.':>7}{'asked':>7}{'right %':>9}"]
    for row in rows:
        share = row.right / row.asked if row.asked else 0.0
        lines.append(
            f"{row.kind:<14}{row.right:>7}{row.wrong:>7}{row.abstained:>7}{row.asked:>7}"
            f"{share:>9.2f}"
        )
    return "\n".join(lines)
