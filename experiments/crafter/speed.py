"""Speed of Multi-Agent Crafter compared with the crafter package, and memory per agent.

    OMP_NUM_THREADS=1 python -m experiments crafter-speed [--steps N] [--rounds N] [--json]

Needs the extra crafter. One run alternates between the original environment and our PettingZoo one
with 1, 2, 6 and 32 agents, under the original's rules with all its creatures, drawing every agent's
64 x 64 picture at every step; then the same in the paper's world, which has only cows. Actions are
random ones of the original's 17. Vitals are kept full, so agents die only in lava, and no map is
drawn while timing. Times are processor times, so other work on the machine matters little; each
round has its own map, and the median round is reported.

It also counts how many of 100 seeds had an unwinnable first map that was drawn again.

Memory is the growth of Python and numpy after making a world, resetting it and one step: that of 32
agents minus that of one, divided by 31.
"""

import json
import random
import tracemalloc
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from time import process_time

import crafter

from clew.envs.crafter.parallel import CrafterParallel
from clew.envs.crafter.settings import VITALS, Settings
from clew.envs.crafter.tech_tree import CRAFTER
from clew.envs.crafter.world import Game
from experiments.parsers import parser_of

__all__ = ["AGENTS", "Report", "main", "measure"]

AGENTS = (1, 2, 6, 32)
_OWN = 17
_SEEDS = 100
_FULL = dict.fromkeys(VITALS, 9)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The measurements."""

    original: float
    """Steps per second."""
    original_rules: dict[int, float]
    """Agents -> agent-steps per second, with the original's rules and creatures."""
    paper_rules: dict[int, float]
    original_reset_ms: float
    reset_ms: float
    again_ms: float
    """A reset to a seed played before, whose map is kept."""
    redrawn: int
    """How many of the first 100 seeds have a first map that cannot be won."""
    world_kib: float
    """Memory of a world with one agent."""
    agent_kib: float

    def cost(self, agents: int) -> float:
        """Return the cost of an agent's step relative to a lone agent's; original rules."""
        return self.original_rules[1] / self.original_rules[agents]


@dataclass(frozen=True, slots=True)
class _Time:
    """One run."""

    reset: float
    steps: int
    """Steps of agents."""
    seconds: float


def _original(seed: int, steps: int) -> _Time:
    env = crafter.Env(seed=seed, length=None)
    began = process_time()
    env.reset()
    reset = process_time() - began
    chance = random.Random(seed)
    began = process_time()
    for _ in range(steps):
        env._player.inventory.update(_FULL)
        env.step(chance.randrange(_OWN))
    return _Time(reset, steps, process_time() - began)


def _ours(settings: Settings, seed: int, steps: int) -> _Time:
    env = CrafterParallel(settings)
    began = process_time()
    env.reset(seed=seed)
    reset = process_time() - began
    chance, acted = random.Random(seed), 0
    began = process_time()
    while env.agents and acted < steps:
        for agent in env.agents:
            env.game.players[agent].inventory.update(_FULL)
        acted += len(env.agents)
        env.step({agent: chance.randrange(_OWN) for agent in env.agents})
    return _Time(reset, acted, process_time() - began)


def _settings(agents: int, original: bool) -> Settings:
    if not original:
        return Settings(agents=agents, length=None)
    return Settings(agents=agents, rules=CRAFTER, zombies=True, skeletons=True, length=None)


def _held(agents: int) -> float:
    """Return the memory of a world in KiB."""
    tracemalloc.start()
    env = CrafterParallel(_settings(agents, False))
    env.reset(seed=0)
    env.step(dict.fromkeys(env.agents, 0))
    held = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return held / 1024


def measure(steps: int = 1000, rounds: int = 5) -> Report:
    """Return the report.

    Args:
        steps: per round, over all agents of a world together.
        rounds: how many; the median one counts.
    """
    runs: dict[tuple[int, bool] | None, Callable[[int], _Time]] = {
        None: lambda seed: _original(seed, steps)
    }
    for agents in AGENTS:
        for original in (True, False):
            made = _settings(agents, original)
            runs[agents, original] = lambda seed, made=made: _ours(made, seed, steps)  # type: ignore[misc]
    times: dict[tuple[int, bool] | None, list[_Time]] = {key: [] for key in runs}
    for seed in range(rounds):
        for key, run in runs.items():
            times[key].append(run(seed))
    rates = {key: median(each.steps / each.seconds for each in of) for key, of in times.items()}
    resets = {key: 1000 * median(each.reset for each in of) for key, of in times.items()}
    one, many, game = _held(1), _held(32), Game(_settings(1, False))
    redrawn = 0
    for seed in range(_SEEDS):
        game.reset(seed)
        redrawn += game.reseeded > 0
    return Report(
        original=rates[None],
        original_rules={agents: rates[agents, True] for agents in AGENTS},
        paper_rules={agents: rates[agents, False] for agents in AGENTS},
        original_reset_ms=resets[None],
        reset_ms=resets[1, True],  # the first to play the seed: its map is not kept yet
        again_ms=resets[1, False],
        redrawn=redrawn,
        world_kib=one,
        agent_kib=(many - one) / 31,
    )


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line; return 0."""
    parser = parser_of("crafter-speed", __doc__)
    parser.add_argument("--steps", type=int, default=1000, help="of each measurement")
    parser.add_argument("--rounds", type=int, default=5, help="the median one counts")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    given = parser.parse_args(argv)
    report = measure(given.steps, given.rounds)
    if given.json:
        print(json.dumps(asdict(report)))
        return 0
    print(f"crafter {report.original:.0f} steps/s, a reset {report.original_reset_ms:.0f} ms")
    print(f"ours    a reset {report.reset_ms:.0f} ms, again {report.again_ms:.0f} ms")
    print("agents  agent-steps/s  cost of one  world steps/s  paper's world: agent-steps/s")
    for agents in AGENTS:
        rate = report.original_rules[agents]
        print(
            f"{agents:>6}{rate:>15.0f}{report.cost(agents):>13.2f}{rate / agents:>15.0f}"
            f"{report.paper_rules[agents]:>30.0f}"
        )
    print(f"maps drawn again: {report.redrawn} of {_SEEDS} seeds")
    print(f"memory: {report.world_kib:.0f} KiB a world, {report.agent_kib:.1f} KiB an agent more")
    return 0
