"""The report of runs in text worlds: scores, curves, success and cost, as in AriGraph's figures.

Scores are normalised: the last score divided by the best possible one. "All" is every run; "best
three" are the three with the highest score, with ties broken by fewer decisions (AriGraph, section
4.3, reports the best three of five). Spread is the standard deviation, as in its figures. A
finished run keeps its last score in the curves.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean, pstdev
from typing import Any

from clew.bench.reports import markdown_table
from experiments.prompt_tokens import Tokens
from experiments.textworld.run import Ended, Trial
from experiments.textworld.worlds import TASKS

__all__ = ["Row", "curve", "of_runs", "rows_of", "steps_spent"]

PAIRS = (("hunt", "hunt-hard"), ("cooking", "cooking-hard"))
"""Medium and hard, side by side in figures 4 and 5."""
DIFFICULTIES = ("cooking", "cooking-hard", "cooking-hardest")
"""Figure 8."""
LEVELS = ("level-1", "level-2", "level-3", "level-4")
"""Figure 6."""
_PAPER_SAYS: Mapping[str, str] = {
    "hunt": "the graph finds the treasure in about fifty steps; no baseline does, full history "
    "finds three keys (figure 4 A)",
    "hunt-hard": "the graph gets key 2 at the far end and the treasure; baselines hardly find "
    "key 2 (figure 5 A)",
    "cleaning": "the graph is fastest, and better without episodes; summary and RAG lag behind, "
    "full history is worse (figure 4 B)",
    "cooking": "the graph cooks the meal, without episodes only once; all baselines fail "
    "(figure 4 C)",
    "cooking-hard": "the graph cooks the meal a little later than at medium; baselines fail "
    "(figure 5 B)",
    "level-1": "graph and full history win (figure 6)",
    "level-2": "graph and full history win (figure 6)",
    "level-3": "the graph errs at times: what is cooked is cooked again (figure 6)",
    "level-4": "the graph wins, full history makes errors (figure 6)",
    "paper-hunt": "the authors' logs end with 5, 5, 5 of 5 in 36, 43, 36 decisions; without "
    "episodes 7, 7, 7 of 7 in 31, 65, 40",
    "paper-clean": "the authors' logs end with 19, 19, 13 of 22; without episodes 22, 22, 18; 150 "
    "decisions each",
    "paper-cook": "the authors' logs end with 11, 11, 11 of 11 in 27, 33, 29 decisions",
}
"""AriGraph's results in the text, and the final scores in its authors' logs (GPT-4)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The runs of one task, memory and model."""

    task: str
    memory: str
    """From the second run in one memory on, with the number of the run."""
    model: str
    runs: int
    won: int
    lost: int
    score: float
    """Mean of the normalised scores."""
    spread: float
    best: float
    """Mean of the best three."""
    best_spread: float
    decisions: float
    moves: float
    fallbacks: float
    tokens: float
    """Prompt tokens per decision."""
    first_tokens: float
    """Prompt tokens in decisions 1 to 10 and in the last 10: do they grow?"""
    last_tokens: float
    dollars: float
    """US dollars per decision, at the prices of `experiments.prompt_tokens`."""
    seconds: float
    """Seconds per decision."""

    @property
    def name(self) -> str:
        """Memory and model; without the model where rules play."""
        return self.memory if self.model == "rules" else f"{self.memory}, {self.model}"


def rows_of(ended: Sequence[Ended]) -> list[Row]:
    """Return a row for each task, memory, run in it and model, in the order of the runs."""
    groups: dict[tuple[str, str, str], list[Ended]] = {}
    for one in ended:
        groups.setdefault((one.run.task, one.run.remembering, one.run.model), []).append(one)
    return [_row(key, runs) for key, runs in groups.items()]


def _row(key: tuple[str, str, str], runs: Sequence[Ended]) -> Row:
    task, memory, model = key
    scores = [one.normalised for one in runs]
    best = [one.normalised for one in _best(runs)]
    decisions = sum(one.decisions for one in runs)
    tokens = Tokens(sum(sum(one.sent) for one in runs), sum(sum(one.got) for one in runs))
    return Row(
        task=task,
        memory=memory,
        model=model,
        runs=len(runs),
        won=sum(one.won for one in runs),
        lost=sum(one.lost for one in runs),
        score=fmean(scores),
        spread=pstdev(scores),
        best=fmean(best),
        best_spread=pstdev(best),
        decisions=fmean(one.decisions for one in runs),
        moves=fmean(one.moves for one in runs),
        fallbacks=fmean(one.fallbacks for one in runs),
        tokens=tokens.sent / decisions,
        first_tokens=fmean(fmean(one.sent[:10]) for one in runs),
        last_tokens=fmean(fmean(one.sent[-10:]) for one in runs),
        dollars=tokens.dollars / decisions,
        seconds=sum(one.seconds for one in runs) / decisions,
    )


def _best(runs: Sequence[Ended]) -> list[Ended]:
    return sorted(runs, key=lambda one: (-one.normalised, one.decisions, one.run.seed))[:3]


def curve(runs: Sequence[Ended], limit: int, *, best: bool = False) -> list[tuple[float, float]]:
    """Return mean and spread of the normalised score after each decision, `limit` of them.

    Args:
        runs: of one task, memory and model.
        limit: decisions.
        best: only of the best three.
    """
    chosen = _best(runs) if best else runs
    lines = []
    for one in chosen:
        scores = [score / one.max_score for score in one.scores[:limit]]
        lines.append(scores + scores[-1:] * (limit - len(scores)))
    return [(fmean(column), pstdev(column)) for column in zip(*lines, strict=True)]


def steps_spent(runs: Sequence[Ended]) -> list[float]:
    """Return the mean prompt tokens of each decision, over the runs that reached it."""
    longest = max(len(one.sent) for one in runs)
    return [fmean(one.sent[at] for one in runs if at < len(one.sent)) for at in range(longest)]


def of_runs(
    trial: Trial,
    ended: Sequence[Ended],
    humans: Mapping[str, Sequence[Ended]],
    supplied: Mapping[str, Mapping[str, float]],
) -> tuple[dict[str, Any], str]:
    """Return the report as plain data and as Markdown.

    Args:
        trial: what was run.
        ended: all runs.
        humans: runs that people played, by task.
        supplied: task -> name -> normalised score of others; shown as given.
    """
    rows = rows_of(ended)
    people = rows_of([one for runs in humans.values() for one in runs])
    plain = {
        "tools": trial.tools,
        "rows": [asdict(row) for row in rows],
        "humans": [asdict(row) for row in people],
        "supplied": {task: dict(values) for task, values in supplied.items()},
    }
    parts = [
        "# Text worlds",
        f"Models: {', '.join(trial.models)}; tools: {trial.tools}; seeds 1 to {trial.seeds}, games "
        "of the paper once. Tokens are those of the prompts that a language model would be sent, "
        "also where rules play: the agent's questions, and those of rag and summary. What learning "
        "costs the graph is in `python -m experiments agent-cost`.",
        *(part for task in trial.tasks for part in _of_task(task, rows)),
        *_side_by_side(rows),
        *_success(rows),
        *_levels(rows, supplied),
        *_people(rows, people),
    ]
    return plain, "\n\n".join(parts) + "\n"


def _spread(mean: float, spread: float) -> str:
    return f"{mean:.2f} ± {spread:.2f}"


def _of_task(task: str, rows: Sequence[Row]) -> list[str]:
    head = ["memory", "runs", "won", "lost", "score, all", "best three", "decisions", "moves",
            "fallbacks", "tokens a decision", "first 10", "last 10", "¢ a decision",
            "seconds"]  # fmt: skip
    cells = [
        [
            row.name,
            *map(str, (row.runs, row.won, row.lost)),
            _spread(row.score, row.spread),
            _spread(row.best, row.best_spread),
            *(f"{each:.1f}" for each in (row.decisions, row.moves, row.fallbacks)),
            *(f"{each:.0f}" for each in (row.tokens, row.first_tokens, row.last_tokens)),
            f"{100 * row.dollars:.1f}",
            f"{row.seconds:.2f}",
        ]
        for row in rows
        if row.task == task
    ]
    parts = [f"## {task}, at most {TASKS[task].limit} decisions"]
    if task in _PAPER_SAYS:
        parts.append(f"AriGraph with GPT-4: {_PAPER_SAYS[task]}.")
    return [*parts, markdown_table(head, cells)]


def _crossed(
    title: str, tasks: Sequence[str], rows: Sequence[Row], value: Mapping[tuple[str, str], str]
) -> list[str]:
    """Return a table of memories by tasks; empty if none of the tasks was run."""
    shown = [task for task in tasks if any(row.task == task for row in rows)]
    if not shown:
        return []
    names = dict.fromkeys(name for name, task in value if task in shown)
    cells = [[name, *(value.get((name, task), "-") for task in shown)] for name in names]
    return [f"## {title}", markdown_table(["", *shown], cells)]


def _side_by_side(rows: Sequence[Row]) -> list[str]:
    tasks = [task for pair in PAIRS for task in pair]
    value = {(row.name, row.task): _spread(row.best, row.best_spread) for row in rows}
    return _crossed("Medium and hard, best three (figures 4 and 5)", tasks, rows, value)


def _success(rows: Sequence[Row]) -> list[str]:
    value = {(row.name, row.task): f"{row.won / row.runs:.2f}" for row in rows}
    title = "Success rate of cooking by difficulty, all runs (figure 8)"
    return _crossed(title, DIFFICULTIES, rows, value)


def _levels(rows: Sequence[Row], supplied: Mapping[str, Mapping[str, float]]) -> list[str]:
    value = {(row.name, row.task): _spread(row.score, row.spread) for row in rows}
    value |= {
        (f"{name} (given, not measured)", task): f"{score:.2f}"
        for task, scores in supplied.items()
        for name, score in scores.items()
    }
    return _crossed("Cooking levels of the comparison with RL (figure 6)", LEVELS, rows, value)


def _people(rows: Sequence[Row], people: Sequence[Row]) -> list[str]:
    if not people:
        return []
    tasks = [row.task for row in people]
    own = [row for row in (*rows, *people) if row.task in tasks]
    every = {(f"{row.name}, all", row.task): _spread(row.score, row.spread) for row in own}
    best = {
        (f"{row.name}, best three", row.task): _spread(row.best, row.best_spread) for row in own
    }
    return _crossed("People who ended their game, and agents (figure 7)", tasks, own, every | best)
