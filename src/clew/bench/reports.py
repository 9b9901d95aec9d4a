"""Reports of measurements, as JSON and as Markdown."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, TypeAlias

from clew.bench.bootstrap import Estimate
from clew.bench.journal import folder_at
from clew.bench.qa import Ran
from clew.bench.retrieval import CUTS, Report
from clew.bench.scores import Row
from clew.text import shown_cost

__all__ = ["Table", "markdown_table", "of_answers", "of_retrieval", "shown", "write_report"]

Table: TypeAlias = tuple[str, list[str], list[list[str]]]
"""Title, head, cells."""
Columns: TypeAlias = Mapping[str, Callable[[Row], str]]
"""Head of a column -> its cell."""


def shown(estimate: Estimate | None) -> str:
    """Return a mean with its interval, or a dash if there is none.

    >>> shown(Estimate(0.5, 0.4, 0.625)), shown(None)
    ('.500 [.400, .625]', '-')
    """
    return "-" if estimate is None else str(estimate).replace("0.", ".")


def markdown_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Return a table in Markdown; a bar inside a cell becomes a slash."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(
        "| " + " | ".join(each.replace("|", "/") for each in line) + " |" for line in lines
    )


def _recall(name: str, row: Row) -> str:
    return shown(row.recall.get(name))


def _of_kind(kind: str, row: Row) -> str:
    return f"{shown(row.kinds[kind]['f1'])}; {row.kinds[kind]['abstained'].mean:.2f}"


_TABLES: Mapping[str, Columns] = {
    "Scores over the answerable questions": {
        "exact match": lambda row: shown(row.em),
        "F1": lambda row: shown(row.f1),
        "judge": lambda row: shown(row.judged),
        "of answers given": lambda row: shown(row.judged_given),
        "no answer, of all": lambda row: shown(row.abstained),
    },
    "Abstentions and failures": {
        "rightly": lambda row: f"{row.abstained_right} of {row.questions - row.answerable}",
        "wrongly": lambda row: f"{row.abstained_wrong} of {row.answerable}",
        "invented answers": lambda row: str(row.invented),
        "model failed": lambda row: str(row.failed),
        "judge failed": lambda row: str(row.unmarked),
    },
    "Evidence": {
        **{name: partial(_recall, name) for name in (f"recall@{cut}" for cut in CUTS)},
        "in the first prompt": lambda row: shown(row.shown_first),
        "in any prompt": lambda row: shown(row.shown),
        "answers that cite support": lambda row: shown(row.grounded),
    },
    "Cost": {
        "tasks": lambda row: str(row.tasks),
        "calls": lambda row: str(row.calls),
        "tokens in": lambda row: str(row.input_tokens),
        "out": lambda row: str(row.output_tokens),
        "judge's": lambda row: str(row.judge_tokens),
        "US dollars": lambda row: shown_cost(row.cost, row.calls).removeprefix("$"),
        "seconds p50 / p95": lambda row: f"{row.p50_seconds:.3f} / {row.p95_seconds:.3f}",
    },
}
"""Of an answer run, by title; a line for each configuration."""


def _tables(rows: Sequence[Row]) -> Iterator[Table]:
    kinds = {kind: each["questions"] for row in rows for kind, each in row.kinds.items()}
    of_kinds: Columns = {
        f"{kind} ({count})": partial(_of_kind, kind) for kind, count in kinds.items()
    }
    tables = {**_TABLES, "F1, and the share without an answer, by kind of question": of_kinds}
    for title, columns in tables.items():
        cells = [[row.configuration, *(cell(row) for cell in columns.values())] for row in rows]
        if columns:
            yield title, ["method", *columns], cells


def of_answers(ran: Ran, rows: Sequence[Row]) -> tuple[dict[str, Any], str]:
    """Return the report of an answer run as plain data and as Markdown."""
    plain = {
        **ran.about,
        "paid": asdict(ran.spent),
        "rows": {row.configuration: asdict(row) for row in rows},
    }
    parts = [f"# Answers: {ran.about['learned']}", _about(ran.about)]
    for title, head, cells in _tables(rows):
        parts += [f"## {title}", markdown_table(head, cells)]
    paid = f"{ran.spent.calls} calls, {shown_cost(ran.spent.cost, ran.spent.calls)}"
    parts.append(
        "Means with 95 % bootstrap intervals over the questions. A kept reply counts as it was "
        f"paid for; this run paid for {paid}, learning and marks included."
    )
    return plain, "\n\n".join(parts) + "\n"


def of_retrieval(about: Mapping[str, Any], found: Report) -> tuple[dict[str, Any], str]:
    """Return the report of a retrieval run as plain data and as Markdown."""
    names = list(next(iter(found.rows.values())).recall)
    head = ["method", *names, f"over {found.baseline}, recall@5", "ms p50 / p95"]
    cells = [
        [
            f"{name} (chosen)" if name == found.chosen else name,
            *(shown(row.recall[cut]) for cut in names),
            str(row.gain),
            f"{row.p50_ms:.1f} / {row.p95_ms:.1f}",
        ]
        for name, row in found.rows.items()
    ]
    parts = [
        f"# Supporting passages: {about['learned']}",
        _about(about),
        f"{found.questions} questions reported; means with 95 % bootstrap intervals.",
        markdown_table(head, cells),
    ]
    return {**about, **asdict(found)}, "\n\n".join(parts) + "\n"


def _about(about: Mapping[str, Any]) -> str:
    return ", ".join(f"{name} {value}" for name, value in about.items())


def write_report(out: Path, plain: Mapping[str, Any], text: str) -> list[Path]:
    """Write `report.json` and `report.md` into a folder; return their paths."""
    folder_at(out)
    data, page = out / "report.json", out / "report.md"
    data.write_text(json.dumps(plain, indent=1) + "\n", encoding="utf-8")
    page.write_text(text, encoding="utf-8")
    return [data, page]
