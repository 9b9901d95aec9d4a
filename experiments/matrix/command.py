"""`python -m experiments matrix`: PersonalAI's grid on published question sets, or on your own."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from clew import plugins
from clew.bench.bootstrap import Estimate
from clew.bench.retrieval import Plan
from clew.cli.bench import FORMATS, Texts, names_of, plan_of, progress_of
from clew.cli.options import Minds, Misuse, bundled, option
from experiments.charts import draw_bars
from experiments.command_line import OUT, Reported, models_named, reported_to, run
from experiments.matrix.algorithms import ALGORITHMS
from experiments.matrix.grid import Cell, Grid, of_matrix, run_matrix
from experiments.matrix.trivia import read_trivia

__all__ = ["Tried", "main", "matrix"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """Which cells of the grid."""

    algorithms: str = option("NAMES", "Comma-separated.", ",".join(ALGORITHMS))
    restrictions: str = option("NAMES", "From all, E, T, O, comma-separated.", "all,E,T,O")
    questions: int | None = option("N", "Ask only the first N questions per set.", min=1)
    judge: str | None = option("NAME", "The judge, if not each model.")


@bundled
def matrix(
    texts: Texts,
    tried: Tried,
    minds: Minds,
    reported: Reported,
    data: list[str] = option(
        "FORMAT=PATH",
        f"A question set; repeatable. Formats: triviaqa, {FORMATS}.",
        ...,
        parser=None,
    ),
    out: Path = option(*OUT),
) -> int:
    """Reproduce PersonalAI's tables 4-8: datasets, models, six algorithms, four restrictions.

    --model takes several names, comma-separated; each learns its own graph unless --memory-model
    names another model.
    """
    plugins.FORMATS.add("triviaqa", read_trivia)
    grid = Grid(
        plans=_plans(data, texts),
        models=models_named(minds, judge=tried.judge),
        out=out,
        algorithms=tuple(names_of("--algorithms", tried.algorithms)),
        restrictions=tuple(names_of("--restrictions", tried.restrictions)),
        questions=tried.questions,
    )
    cells = run_matrix(grid, lambda set_, model: progress_of(f"{set_}, {model}"))
    plain, page = of_matrix(grid, cells)
    return reported_to(out, plain, page, reported, lambda: _draw(out, cells))


def _plans(data: Sequence[str], texts: Texts) -> dict[str, Plan]:
    """Return the plan for each set of a grid, by format."""
    if len(data) > 1 and (texts.triples or texts.corpus):
        raise Misuse("--triples and --corpus apply to one set; give one --data with them")
    plans: dict[str, Plan] = {}
    for each in data:
        format, found, path = each.partition("=")
        if not found or not path:
            raise Misuse(f"expected --data FORMAT=PATH, got {each!r}")
        if format in plans:
            raise Misuse(f"expected each form once, got {format} twice; run a second grid for it")
        plans[format] = plan_of(Path(path), format, texts)
    return plans


def _draw(out: Path, cells: Sequence[Cell]) -> list[Path]:
    """Draw the judge's mark of each configuration, a chart for each dataset and model."""
    charts: dict[str, dict[str, Estimate]] = {}
    for cell in cells:
        if cell.row.judged is not None:
            bars = charts.setdefault(f"judge {cell.data} {cell.model}", {})
            bars[cell.row.configuration] = cell.row.judged
    return [draw_bars(out / f"{name.replace(' ', '-')}.png", name, charts[name]) for name in charts]


def main(argv: Sequence[str]) -> int:
    """Run the command line; return its exit code."""
    return run("matrix", matrix, argv)
