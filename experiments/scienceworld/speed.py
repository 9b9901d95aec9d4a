"""How long the world model takes for a step, beside the models, after 150 trained runs.

    python -m experiments scienceworld speed [--runs N] [--embedder NAME] [--json]

It fills a memory with runs of 30 steps that state three facts each about 300 things in eight rooms:
dense, so that questions have long hubs to search. Then it makes one more run, and asks a question
at every step. Milliseconds of processor time: a scripted model answers at once, and its own time is
left out.
"""

import json
import re
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import partial
from random import Random
from statistics import fmean, median, quantiles
from time import process_time
from typing import Any

from clew.agents.graph_memory import GraphMemory
from clew.agents.reasonplanner.tasks import (
    AnswerFromWorld,
    StepSummary,
    SummariseStep,
    TwoEntities,
    TwoNames,
)
from clew.agents.reasonplanner.world_model import WorldModel
from clew.ask.tasks import AnswerReply
from clew.learn.tasks import Extract, Extraction, Replacements, Revise
from clew.llm.base import Result, Task
from clew.llm.rules import RuleModel
from clew.llm.wrapper import Wrapper
from clew.memory import Memory
from experiments.parsers import parser_of

__all__ = ["Speed", "main", "measure"]

_THINGS = tuple(f"thing{chr(97 + n // 26)}{chr(97 + n % 26)}" for n in range(300))
_ROOMS = ("kitchen", "yard", "hall", "foundry", "workshop", "greenhouse", "bathroom", "bedroom")
_STEPS = 30
_STATED = re.compile(r"The (\w+) (is in|is on|is) (?:the )?(\w+)\.")


@dataclass(frozen=True, slots=True, kw_only=True)
class Speed:
    """Milliseconds of a step; the last three are the mean, median and 95th percentile of both."""

    facts: int
    learn: float
    query: float
    mean: float
    median: float
    p95: float


class _Timed(Wrapper):
    """Keeps what the model itself takes."""

    spent = 0.0

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        began = process_time()
        found = self._model.run(tasks)
        self.spent += process_time() - began
        return found


def _read(task: Extract) -> Extraction:
    names = ("subject", "relation", "object")
    facts = [dict(zip(names, one, strict=True)) for one in _STATED.findall(task.text)]
    return Extraction.model_validate({"facts": facts})


def measure(runs: int = 150, embedder: str = "hashing") -> Speed:
    """Fill a memory with runs, and return what a step of one more takes."""
    model = _Timed(
        RuleModel(
            {
                Extract: _read,
                Revise: lambda _: Replacements(pairs=()),
                SummariseStep: lambda task: StepSummary(summary=task.response),
                TwoEntities: lambda task: TwoNames(entities=task.known[:2]),
                AnswerFromWorld: lambda task: AnswerReply(answer=task.lines[-1], citations=(1,)),
            }
        )
    )
    random, learning, asking = Random(0), list[float](), list[float]()

    def taken(act: Any) -> float:
        began, before = process_time(), model.spent
        act()
        return 1000 * (process_time() - began - (model.spent - before))

    with Memory.open(embedder=embedder, model=model) as memory:
        for run in range(runs + 1):
            world = WorldModel(
                GraphMemory(memory, run=f"task {run % 30}"), lambda task: model.run([task])[0]
            )
            for step in range(_STEPS):
                room, (a, b, c) = random.choice(_ROOMS), random.sample(_THINGS, 3)
                text = f"The {a} is in the {room}. The {b} is on the {a}. The {c} is hot."
                action = (f"look at {a}", f"go {room}")[step % 2] if step else ""
                learned = taken(partial(world.learn, step, text, {"location": room}, action))
                if run == runs:
                    question = f"Is the {random.choice(_THINGS)} in the {random.choice(_ROOMS)}?"
                    learning.append(learned)
                    asking.append(taken(partial(world.query, question, step)))
        facts = memory.stats().kinds["fact"]
    both = [learned + asked for learned, asked in zip(learning, asking, strict=True)]
    return Speed(
        facts=facts,
        learn=round(fmean(learning), 1),
        query=round(fmean(asking), 1),
        mean=round(fmean(both), 1),
        median=round(median(both), 1),
        p95=round(quantiles(both, n=20)[-1], 1),
    )


def main(argv: Sequence[str]) -> int:
    """Run the command line; return 0."""
    parser = parser_of("scienceworld speed", __doc__)
    parser.add_argument("--runs", type=int, default=150, help="trained runs; 150")
    parser.add_argument("--embedder", default="hashing", help="of the memory; hashing")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(list(argv))
    found = measure(given.runs, given.embedder)
    told = ", ".join(f"{name} {value:g}" for name, value in asdict(found).items())
    print(json.dumps(asdict(found)) if given.json else told)
    return 0
