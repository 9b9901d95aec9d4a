"""Training: ScienceWorld's own solutions of training variations, learned into one memory file.

    python -m experiments scienceworld train --out DIR [--tasks NAMES] [--variations 5]
                                             [--embedder NAME] [--json]

Of each task it takes the variations whose texts differ most (`solutions.distinct`), plays their
golden trajectories, and learns each as a run of its own into DIR/trained.clew: every text verbatim,
and the facts that rules read from it (`clew.minds.scienceworld.reading`). Each run is reported with
its seconds and bytes. The same command goes on where it was stopped, and the memory is the same as
if it had not been: whole trajectories are kept in DIR/solutions, and runs are learned in one order.

By default the file has no vectors, which the offline mind does not use; `--embedder minilm` adds
them. It needs the extra scienceworld, and Java.
"""

import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path
from time import perf_counter

from clew.agents.graph_memory import TEXT_WORLD
from clew.agents.memory import with_action
from clew.bench.journal import folder_at
from clew.envs.scienceworld.curriculum import TASKS, task_named
from clew.envs.scienceworld.science_world import ScienceWorld
from clew.graph.types import Episode, Kind
from clew.learn.observe import Input, passages
from clew.learn.runs import Run
from clew.memory import Memory
from clew.minds.scienceworld.cases import GOLDEN
from clew.minds.scienceworld.phrases import masked
from experiments.parsers import parser_of
from experiments.runs_in_folder import claim
from experiments.scienceworld.solutions import Solution, chosen, played

__all__ = ["Learned", "learn", "main", "run_name", "texts_of", "train"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Learned:
    """One run in the memory."""

    task: str
    variation: int
    score: int
    texts: int
    playing: float
    """Seconds in which the trajectory was made and played, when that was done."""
    learning: float
    """Seconds in which this process learned it; 0 if it was learned before."""
    bytes: int
    """By which the file grew; 0 if it was learned before."""


def run_name(solution: Solution) -> str:
    """Return the name of its run: runs of one task differ in what follows the last comma."""
    return f"{GOLDEN}{solution.task}, variation {solution.variation}"


def train(
    folder: Path, tasks: Sequence[str], variations: int, embedder: str | None = None
) -> Iterator[Learned]:
    """Play and learn; yield each run when it is learned, in order.

    Raises:
        UsageError: the folder belongs to another training, or is in use.
    """
    about = {"tasks": list(tasks), "variations": variations, "embedder": embedder}
    with claim(folder, about):
        yield from _trained(folder, tasks, variations, embedder)


def _trained(
    folder: Path, tasks: Sequence[str], variations: int, embedder: str | None
) -> Iterator[Learned]:
    kept = folder_at(folder / "solutions")
    file = folder / "trained.clew"
    simulators: list[ScienceWorld] = []

    @cache
    def simulator() -> ScienceWorld:
        simulators.append(ScienceWorld())
        return simulators[0]

    try:
        with Memory.open(file, model="rules:scienceworld", embedder=embedder) as memory:
            for task in tasks:
                for variation in chosen(simulator, task, variations, kept):
                    before = _size(memory)
                    solution = played(simulator, task, variation, kept)
                    texts, seconds = learn(memory, solution)
                    yield Learned(
                        task=task,
                        variation=variation,
                        score=solution.score,
                        texts=texts,
                        playing=solution.seconds,
                        learning=round(seconds, 2),
                        bytes=_size(memory) - before,
                    )
    finally:
        for env in simulators:
            env.close()


def learn(memory: Memory, solution: Solution) -> tuple[int, float]:
    """Learn what a run lacks of a trajectory; return its number of texts, and the seconds."""
    began = perf_counter()
    learner = memory.using(memory.model, memory.embedder, TEXT_WORLD)
    name = run_name(solution)
    known = next((run for run in memory.runs() if run.name == name), None)
    run = known or learner.begin_run(name)
    texts = texts_of(solution, run)
    told = 0 if known is None else _told(memory, run)
    ends = accumulate(len(passages(one.text)) for one in texts)
    left = [one for one, end in zip(texts, ends, strict=True) if end > told]
    if left:
        learner.remember_many(left)
    return len(texts), perf_counter() - began if left else 0.0


def texts_of(solution: Solution, run: Run) -> list[Input]:
    """Return the texts of a run: commands with replies, and what is seen.

    What is seen is told at the start, after a move (instead of the reply), and after a command that
    changed more of it than numbers.
    """
    texts = []
    before = solution.steps[0]
    for step, seen in enumerate(solution.steps):
        at = run.at(step)
        if seen.location == before.location:
            texts.append(Input(with_action(seen.observation, seen.action), at, run.id))
        told = seen.look in seen.observation or masked(seen.look) == masked(before.look)
        if seen.location != before.location or not told:
            texts.append(Input(seen.look, at, run.id))
        before = seen
    return texts


def _told(memory: Memory, run: Run) -> int:
    """Return how many passages of a run are known; they are kept in their order."""
    with memory.view() as view:
        items = view.items(view.ids(Kind.EPISODE))
    own = (one for one in items if isinstance(one, Episode) and one.source == run.id)
    return sum(1 for one in own if one.id != run.episode)


def _size(memory: Memory) -> int:
    """Return the bytes of the database, also of what is only in its write-ahead log."""
    with memory.store.database.read() as connection:
        pages, each = (
            connection.execute(f"PRAGMA {part}").fetchone()[0]
            for part in ("page_count", "page_size")
        )
    return int(pages) * int(each)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 0."""
    parser = parser_of("scienceworld train", __doc__)
    parser.add_argument("--out", type=Path, required=True, metavar="DIR", help="folder of results")
    parser.add_argument("--tasks", help="names or keys, comma-separated; all thirty by default")
    parser.add_argument("--variations", type=int, default=5, metavar="N", help="of each task; 5")
    parser.add_argument("--embedder", default="none", metavar="NAME", help="none by default")
    parser.add_argument("--json", action="store_true", help="print one JSON object per run")
    given = parser.parse_args(arguments)
    names = given.tasks.split(",") if given.tasks else TASKS.values()
    tasks = [task_named(name.strip()) for name in names]
    embedder = None if given.embedder == "none" else given.embedder
    done = []
    for each in train(given.out, tasks, given.variations, embedder):
        done.append(each)
        print(json.dumps(asdict(each)) if given.json else _line(each), flush=True)
    if not given.json:
        texts, size = (sum(getattr(each, part) for each in done) for part in ("texts", "bytes"))
        playing, learning = (
            sum(getattr(each, part) for each in done) for part in ("playing", "learning")
        )
        print(
            f"{len(done)} runs, {texts} texts, {size / 1e6:.1f} MB; "
            f"played in {playing:.0f} s, learned in {learning:.0f} s"
        )
    return 0


def _line(each: Learned) -> str:
    return (
        f"{each.task:<50}{each.variation:>5}{each.score:>5}{each.texts:>5} texts"
        f"{each.playing:>7.1f} s played{each.learning:>7.2f} s learned{each.bytes:>10} bytes"
    )
