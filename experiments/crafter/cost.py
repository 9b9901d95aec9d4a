"""What remembering a decision costs an agent of Multi-Agent Crafter.

    OMP_NUM_THREADS=1 python -m experiments crafter-cost [--decisions N] [--json]

Needs the extra crafter. One agent walks and gathers at random, and its goal changes every tenth
decision; each decision recalls and writes as agents do. Arms: an in-process memory, a file, a file
that recalls three similar situations, and a file with vectors. Reported for the second half of the
decisions: median and 95th percentile of wall-clock milliseconds, and the median processor time.
The disk cost of a decision is the final file size divided by the number of decisions.
"""

import argparse
import json
import random
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from time import perf_counter, process_time

import numpy as np

from clew.agents.damcs.experience import Experience
from clew.agents.damcs.memory import TeamMemory
from clew.agents.damcs.own_map import OwnMap
from clew.agents.damcs.response import World
from clew.agents.damcs.topology import alone
from clew.agents.damcs.working import Working, feedback
from clew.embed.base import DEFAULT_EMBEDDER
from clew.envs.crafter.settings import Settings
from clew.envs.crafter.world import Game

__all__ = ["Arm", "main", "measure"]

_AGENT = "agent_0"
_GOALS = ("collect_wood", "collect_drink", "place_table", "collect_sapling")
_Time = tuple[float, float]
"""Wall-clock and processor time."""
_ACTIONS = ("move_left", "move_right", "move_up", "move_down", "do", "do")


@dataclass(frozen=True, slots=True)
class Arm:
    """The cost of one arm, in milliseconds per decision."""

    name: str
    learn: float
    """Median wall-clock time."""
    learn_p95: float
    learn_processor: float
    retrospect: float
    retrospect_p95: float
    retrospect_processor: float
    kib: float
    """KiB of the file per decision; 0 without a file."""


def measure(name: str, path: Path | None, decisions: int, **how: object) -> Arm:
    """Let an agent make this many decisions, and return the cost of remembering them.

    Args:
        name: of the arm.
        path: the file; `None` keeps the memory in the process.
        decisions: how many; a new world is drawn when the agent dies.
        how: options of `TeamMemory`.
    """
    learn, retrospect = list[_Time](), list[_Time]()
    rng = random.Random(0)
    world, game = World(), Game(Settings(length=None))
    with TeamMemory(path or ":memory:", **how) as team:  # type: ignore[arg-type]
        memory = team.of(_AGENT)
        for number in range(decisions):
            if number == 0 or _AGENT not in game.alive:
                game.reset(number)
            sight = game.sight(_AGENT)
            began = _now()
            found = memory.retrospect(sight)
            retrospect.append(_since(began))
            working = Working(
                world=world,
                sight=sight,
                known=OwnMap((64, 64)),
                role=alone(world.names)[_AGENT],
                feedback=feedback(world, sight),
                retrospection=found,
            )
            action = rng.choice(_ACTIONS)
            goal = _GOALS[number // 10 % len(_GOALS)]
            aims = {"ultimate": "collect_diamond", "long_term": "place_table", "current": goal}
            said = world.answer(_AGENT).model_validate(
                {"goal": aims, "action": {"name": action}, "summary": f"I did {action}."}
            )
            game.step({_AGENT: action})
            lived = Experience(
                working=working, response=said, actions=(action,), outcome=game.sight(_AGENT)
            )
            began = _now()
            memory.learn(lived)
            learn.append(_since(began))
    size = path.stat().st_size / 1024 / decisions if path else 0.0
    return Arm(name, *_told(learn), *_told(retrospect), size)


def _now() -> _Time:
    return perf_counter(), process_time()


def _since(began: _Time) -> _Time:
    passed, worked = _now()
    return (passed - began[0]) * 1000, (worked - began[1]) * 1000


def _told(times: Sequence[_Time]) -> tuple[float, float, float]:
    """Return median, 95th percentile and the processor's median of the second half."""
    found = np.array(times[len(times) // 2 :])
    passed, worked = found.T
    return float(np.median(passed)), float(np.percentile(passed, 95)), float(np.median(worked))


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure every arm and print a line for each."""
    parser = argparse.ArgumentParser(
        prog="python -m experiments crafter-cost", description=__doc__.partition("\n")[0]
    )
    parser.add_argument(
        "--decisions", type=int, default=500, help="how many are remembered; 500 by default"
    )
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(arguments)
    arms = []
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "file.clew"
        ways: Sequence[tuple[str, Path | None, dict[str, object]]] = (
            ("in the process", None, {}),
            ("file", file, {}),
            ("file, 3 similar", file.with_stem("similar"), {"similar": 3}),
            ("file, vectors", file.with_stem("vectors"), {"embedder": DEFAULT_EMBEDDER}),
        )
        for name, path, how in ways:
            arms.append(measure(name, path, given.decisions, **how))
            if not given.json:
                _print(arms[-1])
    if given.json:
        print(json.dumps([asdict(arm) for arm in arms]))
    return 0


def _print(arm: Arm) -> None:
    print(
        f"{arm.name:<16} learn {arm.learn:6.1f} ms (p95 {arm.learn_p95:6.1f}, processor "
        f"{arm.learn_processor:5.1f})  retrospect {arm.retrospect:6.1f} ms (p95 "
        f"{arm.retrospect_p95:6.1f}, processor {arm.retrospect_processor:5.1f})  "
        f"{arm.kib:4.1f} KiB a decision"
    )
