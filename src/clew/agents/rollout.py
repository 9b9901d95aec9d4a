"""The loop that runs an agent in an environment, and the trajectory it writes."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Protocol

from clew.agents.base import Agent, Decision, Move
from clew.appending import append_line
from clew.errors import UsageError
from clew.llm.base import Usage
from clew.text import normalise_name

__all__ = ["Environment", "Outcome", "Step", "Watch", "check_folder", "read_trajectory", "rollout"]


class Environment(Protocol):
    """What a rollout needs from a Gymnasium environment with text observations.

    Every key of `info` is optional: `admissible_actions`, `location` and `inventory` help the
    agent; `score`, `max_score`, `won` and `lost` are reported at the end.
    """

    def reset(self, *, seed: int | None = None) -> tuple[str, dict[str, Any]]:
        """Begin; return observation and info."""
        ...

    def step(self, action: str) -> tuple[str, Any, bool, bool, dict[str, Any]]:
        """Do an action; return observation, reward, terminated, truncated, info."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One decision and its result: a line of the trajectory."""

    number: int
    """From 1."""
    observation: str
    """What the agent saw when it decided."""
    location: str | None
    inventory: str
    decision: Decision
    moves: tuple[tuple[str, str], ...]
    """(action, resulting observation) for every move made."""
    reward: float
    score: float
    terminated: bool
    truncated: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """How a run ended."""

    won: bool
    lost: bool
    score: float
    """As the world reports it, else the sum of the rewards."""
    max_score: float | None
    """`None` if the world does not report it."""
    decisions: int
    moves: int
    usage: Mapping[str, float]


Watch = Callable[[Step], None]
"""Called with every completed step."""


def rollout(
    env: Environment,
    agent: Agent,
    *,
    seed: int,
    max_steps: int,
    path: Path | None = None,
    watch: Watch | None = None,
    repeated: Callable[[Mapping[str, Any]], None] | None = None,
) -> Outcome:
    """Let an agent act until the episode ends or `max_steps` decisions are made.

    A decision may be several moves ("go to Kitchen"). The agent learns from each one; if a move
    leads elsewhere, the rest is dropped. Each step is written to `path` when it is complete. A
    file that already has steps is an interrupted run: its moves are replayed, the agent restores
    its decisions without asking a model, and the run continues.

    Args:
        env: any text environment with Gymnasium's API.
        agent: a new one, used for this run only.
        seed: of the environment.
        max_steps: most decisions, including replayed ones.
        path: the trajectory file, JSON Lines.
        watch: called with every new step.
        repeated: called with every replayed line.

    Raises:
        UsageError: a replayed move has another result, or the file's folder does not exist.
        StorageFullError: there is no room for a step; the steps before are kept, and it goes on.
    """
    if max_steps < 1:
        raise UsageError(f"expected max_steps of at least 1, got {max_steps}")
    check_folder(path)
    observation, info = env.reset(seed=seed)
    agent.begin(observation, info)
    run = _Run(env, agent, observation, info)
    done = _resumed(path) if path is not None and path.exists() else []
    for line in done[:max_steps]:
        run.again(line, path)
        if repeated is not None:
            repeated(line)
    while run.number < max_steps and not run.over:
        step = run.step()
        if path is not None:
            append_line(path, json.dumps(asdict(step), ensure_ascii=False))
        if watch is not None:
            watch(step)
    return run.outcome()


def check_folder(path: Path | None) -> None:
    """Refuse a trajectory in a folder that does not exist, or that is a folder itself.

    Raises:
        UsageError: it cannot be a file.
    """
    if path is not None and not path.absolute().parent.is_dir():
        raise UsageError(f"no folder {str(path.parent)!r} for the trajectory; make it first")
    if path is not None and path.is_dir():
        raise UsageError(f"expected a file for the trajectory, and {str(path)!r} is a folder")


def _resumed(path: Path) -> list[dict[str, Any]]:
    """Return the complete lines of a trajectory; truncate a partial last line in the file."""
    done = list(read_trajectory(path))
    text = path.read_bytes()
    whole = text.rfind(b"\n") + 1
    if whole < len(text):
        with path.open("r+b") as file:
            file.truncate(whole)
    return done


class _Run:
    """A run in progress."""

    def __init__(
        self, env: Environment, agent: Agent, observation: str, info: dict[str, Any]
    ) -> None:
        self._env, self._agent = env, agent
        self._observation, self._info = observation, info
        self.number = self._moves = 0
        self.over = False
        self._rewards = 0.0
        self._usage: dict[str, float] = asdict(Usage())

    def step(self) -> Step:
        """Ask the agent for a decision and carry it out."""
        seen, info = self._observation, self._info
        decision = self._agent.act(seen, info)
        made, reward, truncated = self._make(decision.moves)
        self._count(asdict(decision.usage))
        return Step(
            number=self.number,
            observation=seen,
            location=info.get("location"),
            inventory=info.get("inventory") or "",
            decision=decision,
            moves=made,
            reward=reward,
            score=self._score,
            terminated=self.over and not truncated,
            truncated=truncated,
        )

    def again(self, line: Mapping[str, Any], path: Path | None) -> None:
        """Replay one line of the trajectory."""
        self._agent.again(self._observation, line["decision"])
        moves = tuple(Move(action) for action, _ in line["moves"])
        made, _, _ = self._make(moves)
        if [list(one) for one in made] != line["moves"]:
            raise UsageError(
                f"{path}, step {line['number']}: the world does not answer as it did then; "
                "expected the file of this environment and seed, name another one"
            )
        self._count(line["decision"]["usage"])

    def _count(self, usage: Mapping[str, float]) -> None:
        self.number += 1
        for name in self._usage:
            self._usage[name] += usage[name]

    def _make(self, moves: tuple[Move, ...]) -> tuple[tuple[tuple[str, str], ...], float, bool]:
        made: list[tuple[str, str]] = []
        total, truncated = 0.0, False
        for move in moves:
            found = self._env.step(move.action)
            self._observation, reward, terminated, truncated, self._info = found
            self._moves += 1
            total += float(reward)
            self._rewards += float(reward)
            made.append((move.action, self._observation))
            self._agent.learn(move, self._observation, self._info)
            self.over = terminated or truncated
            at = normalise_name(self._info.get("location") or "")
            if self.over or (move.to is not None and at != normalise_name(move.to)):
                break
        return tuple(made), total, truncated

    @property
    def _score(self) -> float:
        score: float = self._info.get("score", self._rewards)
        return score

    def outcome(self) -> Outcome:
        """Return the outcome so far."""
        return Outcome(
            won=bool(self._info.get("won")),
            lost=bool(self._info.get("lost")),
            score=self._score,
            max_score=self._info.get("max_score"),
            decisions=self.number,
            moves=self._moves,
            usage=dict(self._usage),
        )


def read_trajectory(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the complete lines of a trajectory; a partial last line is ignored.

    Raises:
        UsageError: a line is not a step.
    """
    *lines, _ = path.read_bytes().split(b"\n")
    for number, line in enumerate(lines, 1):
        try:
            step = json.loads(line)
            decision = step["decision"]
            _ = step["moves"], step["number"], decision["usage"], decision["plan"]
        except (ValueError, KeyError, TypeError) as error:
            raise UsageError(
                f"{path}, line {number}: expected a step of a text world, got {line[:80]!r}"
            ) from error
        yield step
