"""`python -m experiments textworld`: memories of one agent compared in text worlds."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from clew.cli.options import Minds, Misuse, bundled, option
from clew.cli.output import note
from clew.errors import UsageError
from experiments.command_line import OUT, PROCESSES, Reported, models_named, reported_to, run
from experiments.textworld import charts, report
from experiments.textworld.people import read_people
from experiments.textworld.run import Ended, Trial, measure
from experiments.textworld.worlds import TASKS, task_names

__all__ = ["Others", "Played", "main", "textworld"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """What to play."""

    tasks: str = option(
        "NAMES",
        "Comma-separated: hunt, hunt-hard, hunt-large, cleaning, "
        "cooking, cooking-hard, cooking-hardest, level-1 to level-4, paper-GAME; or the "
        "groups main, hard, levels, drawn, paper.",
        "main",
    )
    memories: str = option(
        "NAMES",
        "Comma-separated; also without-episodes, the graph that recalls facts only.",
        "graph,history,history-unlimited,summary,rag,none",
    )
    seeds: int = option("N", "Worlds of each task: seeds 1 to N.", 5, min=1)
    runs: int = option(
        "N", "Play each world so often in one memory; only the graph outlives a run.", 1, min=1
    )
    tools: str = option(
        "NAME",
        "equal: every memory has `go to PLACE` and the unexplored "
        "exits. paper: only the graph has them.",
        "equal",
    )
    games: Path | None = option("FOLDER", "The paper's own games.")
    processes: int = option(*PROCESSES, min=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Others:
    """Whose results to report beside the runs."""

    human: list[str] | None = option(
        "TASK=FOLDER",
        "Games that people played, NAME.jsonl "
        "and NAME.json each (clew play --human); may be repeated.",
    )
    given: Path | None = option("FILE", "Scores of others, JSON: task to name to normalised score.")


@bundled
def textworld(
    played: Played, others: Others, reported: Reported, minds: Minds, out: Path = option(*OUT)
) -> int:
    """Compare memories of the same agent in text worlds: AriGraph's figures 4 to 8.

    --model takes several names, comma-separated; without one, rules play.
    """
    trial = Trial(
        tasks=task_names(played.tasks),
        memories=tuple(name for each in played.memories.split(",") if (name := each.strip())),
        models=models_named(minds),
        seeds=played.seeds,
        out=out,
        games=played.games,
        tools=played.tools,
        runs=played.runs,
    )
    humans, given = _people(others.human or []), _given(others.given)
    ended = measure(trial, played.processes, _told)
    plain, page = report.of_runs(trial, ended, humans, given)
    return reported_to(
        out, plain, page, reported, lambda: charts.write_all(out, ended, humans, given)
    )


def _people(given: Sequence[str]) -> dict[str, list[Ended]]:
    found = {}
    for each in given:
        task, there, folder = each.partition("=")
        if not there or task not in TASKS:
            raise Misuse(f"expected --human TASK=FOLDER, got {each!r}")
        found[task] = read_people(task, Path(folder))
    return found


def _given(path: Path | None) -> Mapping[str, Mapping[str, float]]:
    if path is None:
        return {}
    try:
        read = json.loads(path.read_text(encoding="utf-8"))
        return {
            task: {name: float(score) for name, score in scores.items()}
            for task, scores in read.items()
        }
    except (OSError, ValueError, TypeError, AttributeError) as error:
        raise UsageError(f"{path}: expected JSON, task to name to score, got: {error}") from error


def _told(ended: Ended, done: int, total: int) -> None:
    one = ended.run
    note(
        f"{done} of {total}: {one.task} {one.seed}, {one.remembering}, {one.model}: "
        f"{'won' if ended.won else 'lost' if ended.lost else 'not finished'}, "
        f"{ended.normalised:.2f} in {ended.decisions} decisions"
    )


def main(argv: Sequence[str]) -> int:
    """Run the command line; return its exit code."""
    return run("textworld", textworld, argv)
