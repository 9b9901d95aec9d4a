"""Make DiaASQ in time, and measure how its questions are answered.

python -m experiments diaasq make --data PATH --out DIR [--seed N] [--per-type N]
    [--wordings main|other]
python -m experiments diaasq run --made DIR [--graph gold,offline]
    [--arrival in-order,shuffled] [--system sets,top-10,ask] [--embedder NAME|none]
    [--json] [--failures]
"""

import argparse
import json
import sys
import time
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

from clew.clock import FixedClock
from clew.embed.base import DEFAULT_EMBEDDER
from clew.memory import Memory
from experiments.diaasq.files import ARRIVALS, Made, make, read_made
from experiments.diaasq.grading import Outcome, graded, report
from experiments.diaasq.memories import GRAPHS, model_of, remember
from experiments.diaasq.questions import PER_TYPE
from experiments.diaasq.sentences import LEXICONS
from experiments.diaasq.systems import SYSTEMS, asker
from experiments.parsers import parser_of

__all__ = ["main", "runs"]


def runs(
    made: Made,
    graphs: Sequence[str],
    arrivals: Sequence[str],
    systems: Sequence[str],
    embedder: str | None,
) -> Iterator[tuple[dict[str, Any], list[Outcome]]]:
    """Yield, for each graph, arrival and system in turn, what was done and all outcomes."""
    askers = {name: asker(name) for name in systems}
    for graph in graphs:
        for arrival in arrivals:
            turns = made.turns[arrival]
            model = model_of(graph, turns, made.statements)
            clock = FixedClock(max(turn.at for turn in turns) + timedelta(days=1))
            begun = time.perf_counter()
            with Memory.open(embedder=embedder, model=model, clock=clock) as memory:
                remember(memory, turns)
                learned = time.perf_counter() - begun
                facts = memory.stats().kinds["fact"]
                for name, ask in askers.items():
                    if graph != "gold" and name != "ask":
                        continue  # plans name the gold graph's relations
                    begun = time.perf_counter()
                    outcomes = graded(memory, made.questions, ask)
                    each = (time.perf_counter() - begun) / max(len(outcomes), 1)
                    row = {
                        "graph": graph,
                        "arrival": arrival,
                        "system": name,
                        "embedder": embedder or "none",
                        "facts": facts,
                        "learned_s": round(learned, 1),
                        "each_s": round(each, 4),
                        "types": report(outcomes),
                    }
                    yield row, outcomes


def _shown(row: dict[str, Any]) -> str:
    lines = [
        f"\n{row['graph']} graph, {row['arrival']}, {row['system']} (embedder {row['embedder']}, "
        f"{row['facts']} facts, learned in {row['learned_s']} s, {row['each_s']} s a question)",
        f"{'type':<32}{'asked':>6}{'accuracy':>23}{'wrong':>7}{'abstained':>11}{'rightly':>9}",
    ]
    for name, each in row["types"].items():
        estimate = f"{each['accuracy']:.3f} [{each['low']:.3f}, {each['high']:.3f}]"
        lines.append(
            f"{name:<32}{each['asked']:>6}{estimate:>23}{each['wrong']:>7}"
            f"{each['abstained']:>11}{each['abstained_right']:>9}"
        )
    return "\n".join(lines)


def _failures(outcomes: Sequence[Outcome]) -> str:
    return "\n".join(
        f"{one.question.type}: {one.question.text} ({one.question.at or 'after all'})\n"
        f"    right: {one.question.items}; got: {one.answer.items} ({one.answer.reason})"
        for one in outcomes
        if not one.score
    )


def _run(given: argparse.Namespace) -> int:
    embedder = None if given.embedder == "none" else given.embedder
    made = read_made(given.made)
    found = runs(made, given.graph, given.arrival, given.system, embedder)
    rows: list[dict[str, Any]] = []
    for row, outcomes in found:
        rows.append(row)
        if not given.json:
            print(_shown(row), flush=True)
            if given.failures:
                print(_failures(outcomes), flush=True)
    if given.json:
        print(json.dumps({"runs": rows}))
    return 0


def _make(given: argparse.Namespace) -> int:
    for path in make(
        given.data, given.seed, given.out, per_type=given.per_type, wordings=given.wordings
    ):
        print(path)
    return 0


def _names(known: Sequence[str]) -> Any:
    def read(text: str) -> list[str]:
        names = text.split(",")
        if wrong := [name for name in names if name not in known]:
            raise argparse.ArgumentTypeError(f"expected some of {', '.join(known)}, got {wrong[0]}")
        return names

    return read


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; return 0, or 2 with a message when the input is wrong."""
    parser = parser_of("diaasq", __doc__)
    commands = parser.add_subparsers(required=True)
    making = commands.add_parser("make", help="write the benchmark's files")
    making.add_argument("--data", type=Path, required=True, help="DiaASQ's JSON files")
    making.add_argument("--out", type=Path, required=True, help="the folder to write")
    making.add_argument("--seed", type=int, default=0, help="of plans and questions")
    making.add_argument("--per-type", type=int, default=PER_TYPE, help="questions of each type")
    making.add_argument("--wordings", choices=LEXICONS, default="main", help="of the sentences")
    making.set_defaults(do=_make)
    running = commands.add_parser("run", help="answer and grade the questions")
    running.add_argument("--made", type=Path, required=True, help="the folder made before")
    running.add_argument(
        "--graph", type=_names(GRAPHS), default=list(GRAPHS), help=", ".join(GRAPHS)
    )
    running.add_argument(
        "--arrival", type=_names(ARRIVALS), default=list(ARRIVALS), help=", ".join(ARRIVALS)
    )
    running.add_argument(
        "--system",
        type=lambda text: text.split(","),
        default=list(SYSTEMS),
        metavar="NAME,NAME",
        help=", ".join(SYSTEMS),
    )
    running.add_argument("--embedder", default=DEFAULT_EMBEDDER, help="none: keywords only")
    running.add_argument("--json", action="store_true", help="print one JSON object")
    running.add_argument("--failures", action="store_true", help="show what is not right")
    running.set_defaults(do=_run)
    given = parser.parse_args(arguments)
    done: int = given.do(given)
    return done


if __name__ == "__main__":
    sys.exit(main())
