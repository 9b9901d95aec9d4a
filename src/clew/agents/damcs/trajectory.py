"""The trajectory of a team, step by step, and its replay.

The first line describes the run, `{"about": {...}}`; each further one is a `Step`.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from clew.agents.damcs.agent import Turn
from clew.agents.damcs.messages import Message
from clew.agents.rollout import check_folder
from clew.envs.crafter.sight import Sight, Stepped
from clew.errors import UsageError
from clew.recall.pack import count_tokens

__all__ = [
    "Acted",
    "Outcome",
    "Step",
    "TeamEnvironment",
    "Watch",
    "new_file",
    "read_trajectory",
    "replay",
]


class TeamEnvironment(Protocol):
    """What a rollout needs from a PettingZoo `ParallelEnv` of Crafter."""

    agents: list[str]
    """The living agents, in their order."""
    action_names: tuple[str, ...]
    """An action is the number of its name."""

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, dict[str, Any]]]:
        """Begin; return observations and infos by agent; each info has the agent's `sight`."""
        ...

    def step(self, actions: Mapping[str, int]) -> Stepped:
        """Let all act; return observations, rewards, terminations, truncations, infos."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Acted:
    """What one agent perceived and did in a step."""

    sight: Sight
    """Before it acted."""
    received: tuple[Message, ...]
    goal: str
    """What it is working on; "" before the first decision."""
    turn: Turn
    unlocked: tuple[str, ...]
    """What it did for the first time."""
    reward: float
    died: bool = False
    """In this step."""

    @property
    def output_tokens(self) -> int:
        """Length of its answer if a language model had written it; 0 without an answer."""
        answer = self.turn.response
        return 0 if answer is None else count_tokens(answer.model_dump_json())

    @property
    def plain(self) -> dict[str, Any]:
        """Return it as part of a trajectory line."""
        turn = self.turn
        said, answer = turn.message, turn.response
        return {
            "observation": asdict(self.sight),
            "received": [message.sender for message in self.received],
            "recalled": None if turn.working is None else asdict(turn.working.retrospection),
            "response": None if answer is None else answer.model_dump(mode="json"),
            "output_tokens": self.output_tokens,
            "failure": turn.failure,
            "action": turn.action,
            "message": None if said is None else asdict(said),
            "message_tokens": 0 if said is None else said.tokens,
            "usage": asdict(turn.usage),
            "unlocked": list(self.unlocked),
            "reward": self.reward,
            "died": self.died,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step of the world: a line of the trajectory."""

    number: int
    """From 1."""
    agents: Mapping[str, Acted]
    """The agents alive then, in their order."""
    winner: str | None
    score: int
    """How many goals of the tree the team has done."""
    terminated: bool
    """Won, or all dead."""
    truncated: bool

    @property
    def plain(self) -> dict[str, Any]:
        """Return it as a trajectory line."""
        return {
            "step": self.number,
            "agents": {name: acted.plain for name, acted in self.agents.items()},
            "winner": self.winner,
            "score": self.score,
            "terminated": self.terminated,
            "truncated": self.truncated,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a run ended."""

    won: bool
    winner: str | None
    lost: bool
    """Whether all are dead."""
    score: int
    max_score: int
    steps: int
    firsts: Mapping[str, int]
    """Achievement -> the step at which any agent first did it, in that order."""
    decisions: int
    """Of all agents together."""
    failures: int
    """Questions that the model did not answer; the agent waited."""
    messages: int
    message_tokens: int
    output_tokens: int
    """Tokens of the answers if a language model had written them."""
    reseeded: int
    usage: Mapping[str, float]


Watch = Callable[[Step], None]
"""Called with every completed step."""


def new_file(path: Path | None) -> None:
    """Refuse a file that already has a run, as a team's run cannot be resumed, or has no folder.

    Raises:
        UsageError: the file is there and not empty, or its folder does not exist.
    """
    check_folder(path)
    if path is not None and path.exists() and path.stat().st_size:
        raise UsageError(
            f"expected a new file for the trajectory, and {path} is there; name another one, or "
            "delete it"
        )


def read_trajectory(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the complete lines of a trajectory, the description of the run first.

    A partial last line is ignored.

    Raises:
        UsageError: a line is not a step, or the description of the run is missing.
    """
    *lines, _ = path.read_bytes().split(b"\n")
    for number, text in enumerate(lines or [b""]):
        try:
            line = json.loads(text)
            if number:
                acted = line["agents"].values()
                _ = line["step"], [(one["observation"], one["action"]) for one in acted]
            else:
                _ = line["about"]["seed"]
        except (ValueError, KeyError, TypeError, AttributeError) as error:
            expected = "a step of a team" if number else 'what was run, as {"about": {"seed": ...}}'
            raise UsageError(
                f"{path}, line {number + 1}: expected {expected}, got {text[:80]!r}"
            ) from error
        yield line


def replay(env: TeamEnvironment, path: Path) -> Iterator[dict[str, Any]]:
    """Replay a trajectory without asking a model; yield each completed step.

    The world, the one that the team played in, ends up as after the last step yielded.

    Raises:
        UsageError: the world is another one: an agent sees something else, or an action does not
            exist in it.
    """
    about, *steps = read_trajectory(path)
    _, infos = env.reset(seed=about["about"]["seed"])
    numbers = {name: number for number, name in enumerate(env.action_names)}
    for step in steps:
        acted = step["agents"]
        sights = {name: asdict(infos[name]["sight"]) for name in env.agents}
        seen = json.loads(json.dumps(sights))
        told = {name: each["observation"] for name, each in acted.items()}
        if seen != told or not all(each["action"] in numbers for each in acted.values()):
            raise UsageError(
                f"{path}, step {step['step']}: the world is not as it was then; expected the file "
                "of this environment, its options included"
            )
        actions = {name: numbers[each["action"]] for name, each in acted.items()}
        *_, infos = env.step(actions)
        yield step
