"""Reports of measurements, as JSON and as Markdown."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any, TypeAlias

from clew.bench.bootstrap import Estimate
from clew.bench.journal import folder_at
from clew.bench.qa import Ran
from clew.bench.retrieval import CUTS, Report
from clew.bench.scores import Row

__all__ = ["Table", "markdown_table", "of_answers", "of_retrieval", "shown", "write_report"]

Table: TypeAlias = tuple[str, list[str], list[list[str]]]
"""Title, head, cells."""
_RECALL = tuple(f"recall@{cut}" for cut in CUTS)


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


def _scores(rows: Sequence[Row]) -> Table:
    head = ["method", "exact match", "F1", "judge", "of answers given", "no answer, of all"]
    names = ("em", "f1", "judged", "judged_given", "abstained")
    cells = [[row.configuration, *(shown(getattr(row, name)) for name in names)] for row in rows]
    return ("Scores over the answerable questions", head, cells)


def _abstentions(rows: Sequence[Row]) -> Table:
    head = ["method", "rightly", "wrongly", "invented answers", "model failed", "judge failed"]
    cells = [
        [
            row.configuration,
            f"{row.abstained_right} of {row.questions - row.answerable}",
            f"{row.abstained_wrong} of {row.answerable}",
            *map(str, (row.invented, row.failed, row.unmarked)),
        ]
        for row in rows
    ]
    return ("Abstentions and failures", head, cells)


def _evidence(rows: Sequence[Row]) -> Table:
    head = ["method", *_RECALL, "answers that cite support"]
    cells = [
        [row.configuration, *(shown(row.recall.get(name)) for name in _RECALL), shown(row.grounded)]
        for row in rows
    ]
    return ("Evidence", head, cells)


def _costs(rows: Sequence[Row]) -> Table:
    head = ["method", "tasks", "calls paid", "tokens in", "out", "judge's", "US dollars"]
    head.append("seconds p50 / p95")
    cells = [
        [
            row.configuration,
            *map(
                str, (row.tasks, row.calls, row.input_tokens, row.output_tokens, row.judge_tokens)
            ),
            f"{row.cost:.4f}",
            f"{row.p50_seconds:.3f} / {row.p95_seconds:.3f}",
        ]
        for row in rows
    ]
    return ("Cost", head, cells)


def _kinds(rows: Sequence[Row]) -> list[Table]:
    kinds = {kind: each["questions"] for row in rows for kind, each in row.kinds.items()}
    if not kinds:
        return []
    head = ["method", *(f"{kind} ({count})" for kind, count in kinds.items())]
    cells = [
        [
            row.configuration,
            *(f"{shown(row.kinds[kind]['f1'])}; {row.kinds[kind]['abstained'].mean:.2f}"
              for kind in kinds),
        ]
        for row in rows
    ]  # fmt: skip
    return [("F1, and the share without an answer, by kind of question", head, cells)]


def of_answers(ran: Ran, rows: Sequence[Row]) -> tuple[dict[str, Any], str]:
    """Return the report of an answer run as plain data and as Markdown."""
    plain = {**ran.about, "rows": {row.configuration: asdict(row) for row in rows}}
    parts = [f"# Answers: {ran.about['learned']}", _about(ran.about)]
    tables = [_scores(rows), _abstentions(rows), _evidence(rows), _costs(rows), *_kinds(rows)]
    for title, head, cells in tables:
        parts += [f"## {title}", markdown_table(head, cells)]
    parts.append("Means with 95 % bootstrap intervals over the questions.")
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
