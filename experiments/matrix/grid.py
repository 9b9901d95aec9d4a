"""PersonalAI's grid: datasets x models x algorithms x restrictions, and its tables 4 to 8.

    python -m experiments matrix --data FORMAT=PATH --data ... --model NAME,NAME --out FOLDER

Each dataset and model is a run of `clew.bench.qa` in its own folder, with the model's own graph as
in the paper, unless another model learns. A killed run resumes where it stopped, and each cell can
be inspected alone. The tables follow section 6 of the paper. A score is the judge's mean mark; a
failed mark counts 0, while the paper leaves it out. Tables 4 to 6 are repeated with the recall of
supporting passages, which depends on no reader and no judge. Table 8 has the paper's exact match,
which uses one spelling and ignores only case and punctuation.
"""

import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from clew.bench.qa import DEFAULT_K, Ran, Trial, run, worlds_of
from clew.bench.reports import Table, markdown_table, of_answers, write_report
from clew.bench.retrieval import Plan, Progress
from clew.bench.scores import Row, rows
from clew.errors import ModelError, UsageError
from clew.llm.base import Model, Usage
from clew.settings import ModelSettings
from experiments.matrix.algorithms import ALGORITHMS, RESTRICTIONS, tried

__all__ = [
    "Cell",
    "Grid",
    "of_matrix",
    "paper_match",
    "run_matrix",
    "table_4",
    "table_5",
    "table_6",
    "table_7",
    "table_8",
]

_PUBLISHED = {"hotpotqa": 0.60, "triviaqa": 0.62}
"""PersonalAI's exact match (table 8), measured on its subset (`experiments.matrix.subsets`) with a
configuration it does not name. Do not compare with numbers on the whole set."""

_NONE = "all"
_JUDGE, _RECALL = "judge", "recall@5"
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
_BANS = tuple(name for name in RESTRICTIONS if name != _NONE)


@dataclass(frozen=True, slots=True)
class Cell:
    """One configuration and its measurements."""

    data: str
    model: str
    algorithm: str
    restriction: str
    row: Row
    exact: float | None = None
    """The paper's exact match over the answerable questions."""
    by: str = _JUDGE
    """The score used: the judge's mark or a recall ("recall@5")."""

    @property
    def score(self) -> float:
        """The mean over the questions that can be scored this way; 0 if there are none."""
        found = self.row.judged if self.by == _JUDGE else self.row.recall.get(self.by)
        return 0.0 if found is None else found.mean


@dataclass(frozen=True, slots=True, kw_only=True)
class Grid:
    """What to run."""

    plans: Mapping[str, Plan]
    """The datasets, by the name shown."""
    models: Mapping[str, Model | ModelSettings]
    """By the name shown."""
    out: Path
    algorithms: tuple[str, ...] = tuple(ALGORITHMS)
    restrictions: tuple[str, ...] = tuple(RESTRICTIONS)
    questions: int | None = None
    k: int = DEFAULT_K


def run_matrix(
    grid: Grid, told: Callable[[str, str], Progress | None] = lambda *_: None
) -> list[Cell]:
    """Run every configuration that has no result yet, and return all cells.

    Args:
        grid: what to run.
        told: returns the progress callback for a dataset and model.

    Raises:
        UsageError, ModelError: as `clew.bench.qa.run`; the logs are kept.
    """
    ways = tried(grid.algorithms, grid.restrictions)
    cells = tuple(each.configuration for each in ways)
    if not (cells and grid.plans and grid.models):
        raise UsageError("expected at least one dataset, model, algorithm and restriction")
    for plan in grid.plans.values():  # read all before hours of work on the first
        worlds_of(Trial(plan=plan, configurations=cells, questions=grid.questions))
    spent = Usage()
    found: list[Cell] = []
    for data, plan in grid.plans.items():
        for model, who in grid.models.items():
            out = grid.out / _folder(data) / _folder(model)
            trial = Trial(
                plan=plan, configurations=cells, questions=grid.questions, k=grid.k, out=out
            )
            ran = run(trial, _left(who, spent), progress=told(data, model))
            spent += ran.spent
            measured = rows(ran)
            write_report(out, *of_answers(ran, measured))
            found += [
                Cell(data, model, each.algorithm, each.restriction, row, _exact(ran, row))
                for each, row in zip(ways, measured, strict=True)
            ]
    return found


def _exact(ran: Ran, row: Row) -> float | None:
    marks = [
        float(answer is not None and paper_match(answer, question.answers[0]))
        for number, question in enumerate(ran.questions)
        if question.answers
        for answer in [ran.replies[row.configuration, number].answer]
    ]
    return _mean(marks) if marks else None


def paper_match(given: str, right: str) -> bool:
    """Return PersonalAI's exact match: whether the texts differ only in case and punctuation.

    >>> paper_match("nile.", "Nile"), paper_match("the Nile", "Nile")
    (True, False)
    """
    bare, wanted = (each.lower().translate(_NO_PUNCTUATION) for each in (given, right))
    return bare == wanted


def _left(models: Model | ModelSettings, spent: Usage) -> Model | ModelSettings:
    """Return settings limited to the budget that earlier runs left.

    Raises:
        ModelError: nothing is left.
    """
    if not isinstance(models, ModelSettings):
        return models
    budgets: dict[str, float] = {
        "max_calls": spent.calls,
        "max_tokens": spent.input_tokens + spent.output_tokens,
        "max_cost": spent.cost,
    }
    left = {
        name: given - gone
        for name, gone in budgets.items()
        if (given := getattr(models, name)) is not None
    }
    if over := [name for name, value in left.items() if value <= 0]:
        raise ModelError(f"{over[0]} is spent; run the same command again to resume")
    return replace(models, **left)


def _folder(name: str) -> str:
    return "".join(letter if letter.isalnum() or letter in "-._" else "-" for letter in name)


def _names(cells: Iterable[Cell], field: str) -> list[str]:
    return list(dict.fromkeys(str(getattr(cell, field)) for cell in cells))


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values)


def _number(value: float | None) -> str:
    return "-" if value is None else f"{value:.2f}"


def table_4(cells: Sequence[Cell]) -> Table:
    """Return the best configuration of each model on each dataset, by score.

    On a tie, the first in grid order is named, with the number of ties.
    """
    models = _names(cells, "model")
    lines: list[list[str]] = []
    best: dict[str, list[float]] = {}
    for data in _names(cells, "data"):
        line = [data]
        for model in models:
            here = [cell for cell in cells if (cell.data, cell.model) == (data, model)]
            top = max(here, key=lambda cell: cell.score)
            equal = sum(cell.score == top.score for cell in here)
            tied = f" ({equal} equal)" if equal > 1 else ""
            line.append(f"{_number(top.score)} / {top.algorithm} / {top.restriction}{tied}")
            best.setdefault(model, []).append(top.score)
        lines.append(line)
    lines.append(["mean", *(_number(_mean(best[model])) for model in models)])
    return ("Table 4: best configurations: score / algorithm / restriction", ["", *models], lines)


def table_5(cells: Sequence[Cell]) -> Table:
    """Return how often each restriction is the worst and the best for an algorithm.

    Shares are over the datasets and algorithms of one model; ties are split equally. As in the
    paper, only algorithms tried with all three restrictions count.
    """
    head, columns = [""], []
    for model in _names(cells, "model"):
        worst, best = dict.fromkeys(_BANS, 0.0), dict.fromkeys(_BANS, 0.0)
        groups = list(_by_ban(cells, model))
        for scores in groups:
            for held, pick in ((worst, min), (best, max)):
                edge = [ban for ban in _BANS if scores[ban] == pick(scores.values())]
                for ban in edge:
                    held[ban] += 1 / len(edge) / len(groups)
        same = sum(len(set(scores.values())) == 1 for scores in groups)
        head += [f"{model}: worst", f"{model}: best (of {len(groups)}, {same} equal)"]
        columns += [worst, best]
    lines = [[ban, *(_number(column[ban]) for column in columns)] for ban in _BANS]
    return ("Table 5: restrictions in the worst and the best configurations", head, lines)


def _by_ban(cells: Sequence[Cell], model: str) -> Iterable[dict[str, float]]:
    """Yield scores by restriction, for each dataset and algorithm that has all of them."""
    for data in _names(cells, "data"):
        for algorithm in _names(cells, "algorithm"):
            scores = {
                cell.restriction: cell.score
                for cell in cells
                if (cell.data, cell.model, cell.algorithm) == (data, model, algorithm)
                and cell.restriction in _BANS
            }
            if len(scores) == len(_BANS):
                yield scores


def table_6(cells: Sequence[Cell]) -> Table:
    """Return each algorithm's worst and best score under a restriction, and without one.

    Means over the datasets, by model.
    """
    head = [""]
    models = _names(cells, "model")
    for model in models:
        head += [f"{model}: worst", f"{model}: best", f"{model}: without"]
    lines = []
    for algorithm in _names(cells, "algorithm"):
        line = [algorithm]
        for model in models:
            here = [cell for cell in cells if (cell.model, cell.algorithm) == (model, algorithm)]
            line += map(_number, _stability(here))
        lines.append(line)
    return ("Table 6: stability of the algorithms under restrictions", head, lines)


def _stability(cells: Sequence[Cell]) -> tuple[float | None, float | None, float | None]:
    worst, best, free = [], [], []
    for data in _names(cells, "data"):
        here = [cell for cell in cells if cell.data == data]
        if banned := [cell.score for cell in here if cell.restriction in _BANS]:
            worst.append(min(banned))
            best.append(max(banned))
        free += [cell.score for cell in here if cell.restriction == _NONE]
    low, high, plain = (_mean(each) if each else None for each in (worst, best, free))
    return low, high, plain


def table_7(cells: Sequence[Cell]) -> Table:
    """Return the percentage of questions without an answer, by algorithm and by restriction.

    Means over everything else; a model failure is not an abstention.
    """
    algorithms, restrictions = _names(cells, "algorithm"), _names(cells, "restriction")
    lines = []
    for model in _names(cells, "model"):
        here = [cell for cell in cells if cell.model == model]
        shares = [
            [cell.row.abstained.mean for cell in here if name in (cell.algorithm, cell.restriction)]
            for name in (*algorithms, *restrictions)
        ]
        lines.append([model, *(f"{100 * _mean(each):.0f}" if each else "-" for each in shares)])
    head = ["", *algorithms, *(f"restriction {name}" for name in restrictions)]
    return ("Table 7: percentage of questions without an answer", head, lines)


def table_8(cells: Sequence[Cell]) -> Table:
    """Return the best exact match of each model on each dataset, and the paper's."""
    models = _names(cells, "model")
    lines = []
    for data in _names(cells, "data"):
        here = [cell for cell in cells if cell.data == data and cell.exact is not None]
        marks = [[one.exact or 0.0 for one in here if one.model == model] for model in models]
        best = [max(each) if each else None for each in marks]
        lines.append([data, *map(_number, [*best, _PUBLISHED.get(data)])])
    return ("Table 8: best exact match, and PersonalAI's on its subset", ["", *models, "paper"],
            lines)  # fmt: skip


def of_matrix(grid: Grid, cells: Sequence[Cell]) -> tuple[dict[str, Any], str]:
    """Return the report of a grid as plain data and as Markdown."""
    again = [replace(cell, by=_RECALL) for cell in cells]
    tables = [make(cells) for make in (table_4, table_5, table_6, table_7)]
    for title, head, lines in (make(again) for make in (table_4, table_5, table_6)):
        tables.append((f"{title}, by {_RECALL} of the supporting passages", head, lines))
    tables.append(table_8(cells))
    plain = {
        "cells": [{**asdict(cell), "score": cell.score} for cell in cells],
        "tables": [{"title": title, "head": head, "cells": lines} for title, head, lines in tables],
    }
    asked = {cell.data: cell.row.questions for cell in cells}
    told = ", ".join(f"{data} ({count} questions)" for data, count in asked.items())
    failed = sum(cell.row.failed + cell.row.unmarked for cell in cells)
    parts = [
        "# PersonalAI's grid",
        f"{len(cells)} configurations: {told}; models {', '.join(grid.models)}. Every answer, mark "
        f"and interval is in the reports in the folders below. Failures, which count as wrong: "
        f"{failed}.",
    ]
    for title, head, lines in tables:
        parts += [f"## {title}", markdown_table(head, lines)]
    return plain, "\n\n".join(parts) + "\n"
