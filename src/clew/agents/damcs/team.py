"""The loop that runs a team in its world, and the trajectory it writes.

In each step every agent perceives and receives the messages of the step before. Those whose last
decision is complete are asked for the next one in one batch; then all act and send messages.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from clew.agents.damcs.agent import DamcsAgent, Turn
from clew.agents.damcs.memory import DamcsMemory
from clew.agents.damcs.messages import Message
from clew.agents.damcs.response import World
from clew.agents.damcs.settings import Setting
from clew.agents.damcs.tasks import Respond
from clew.agents.damcs.topology import TOPOLOGIES, Topology
from clew.agents.damcs.trajectory import Acted, Outcome, Step, TeamEnvironment, Watch, new_file
from clew.appending import append_line
from clew.envs.crafter.settings import Settings
from clew.envs.crafter.sight import Sight, agent_names
from clew.errors import UsageError
from clew.llm.base import Model, Result, Usage

__all__ = ["Team", "made", "rollout"]


_TOLD = ("area", "view", "length", "cows", "zombies", "skeletons", "share_distance", "cap")
"""What a trajectory records of its world, besides the seed and the agents."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Team:
    """The agents of one run."""

    agents: Mapping[str, DamcsAgent]
    """In their order."""
    topology: Topology
    goal: str
    """Whoever does it wins."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """A description of the world and the agents, for the trajectory."""
    map: Callable[[], Iterable[Iterable[str]]] | None = None
    """Returns the whole map for all agents, in a setting that has it."""
    picture: Callable[[str], bytes] | None = None
    """An agent's view as PNG, for models that see."""


def made(
    settings: Settings,
    setting: Setting,
    memory: Callable[[str], DamcsMemory] | None = None,
    *,
    map: Callable[[], Iterable[Iterable[str]]] | None = None,
    picture: Callable[[str], bytes] | None = None,
) -> Team:
    """Make a team for a world.

    Args:
        settings: of the world.
        setting: what the agents have.
        memory: returns an agent's long-term memory; without it, or in a setting without memory,
            only the map is kept.
        map: the team's, for a setting that has it.
        picture: the team's.

    Raises:
        UsageError: the setting needs the whole map, and none was given.
    """
    if setting.full_map and map is None:
        raise UsageError(
            f"the setting {setting.name} needs the whole map: pass `map`, which returns it"
        )
    beings = {"cow": settings.cows, "zombie": settings.zombies, "skeleton": settings.skeletons}
    creatures = [name for name, there in beings.items() if there]
    world = World(
        rules=settings.rules,
        agents=settings.agents,
        creatures=(*creatures, *(["arrow"] if settings.skeletons else [])),
    )
    agents = {
        name: DamcsAgent(
            world,
            memory(name) if memory is not None and setting.memory else None,
            settings,
            setting,
        )
        for name in agent_names(settings.agents)
    }
    topology = TOPOLOGIES[setting.topology]
    return Team(
        agents=agents,
        topology=topology,
        goal=settings.rules.goal,
        about={"setting": asdict(setting), "world": {n: getattr(settings, n) for n in _TOLD}},
        map=map if setting.full_map else None,
        picture=picture,
    )


def rollout(
    env: TeamEnvironment,
    team: Team,
    model: Model,
    *,
    seed: int,
    max_steps: int,
    path: Path | None = None,
    watch: Watch | None = None,
) -> Outcome:
    """Let a team play until the episode ends or `max_steps` is reached.

    The team is a new one, made for this world and used for this run only; the model answers the
    questions of each step in one batch. `path` is the trajectory, JSON Lines: a description of the
    run, then a line for each completed step, with which `watch` is called too.

    Raises:
        UsageError: as `new_file`, or `max_steps` is below 1, or there is no room for the
            trajectory.
    """
    if max_steps < 1:
        raise UsageError(f"expected max_steps of at least 1, got {max_steps}")
    new_file(path)
    run = _Run(env, team, model, seed)
    if path is not None:
        _write(path, {"about": run.about})
    while run.number < max_steps and not run.over:
        step = run.step(last=run.number + 1 == max_steps)
        if path is not None:
            _write(path, step.plain)
        if watch is not None:
            watch(step)
    return run.outcome()


def _write(path: Path, line: Mapping[str, Any]) -> None:
    append_line(path, json.dumps(line, ensure_ascii=False))


@dataclass(slots=True)
class _Count:
    """Totals of a run so far."""

    decisions: int = 0
    failures: int = 0
    messages: int = 0
    message_tokens: int = 0
    output_tokens: int = 0
    firsts: dict[str, int] = field(default_factory=dict)
    usage: Usage = field(default_factory=Usage)

    def add(self, step: Step) -> None:
        for acted in step.agents.values():
            turn = acted.turn
            self.usage += turn.usage
            self.decisions += turn.response is not None
            self.failures += bool(turn.failure)
            self.output_tokens += acted.output_tokens
            if turn.message is not None:
                self.messages += 1
                self.message_tokens += turn.message.tokens
            for name in acted.unlocked:
                self.firsts.setdefault(name, step.number)


class _Run:
    """A run in progress."""

    def __init__(self, env: TeamEnvironment, team: Team, model: Model, seed: int) -> None:
        self._env, self._team, self._model = env, team, model
        _, infos = env.reset(seed=seed)
        self._infos = infos
        self._numbers = {name: number for number, name in enumerate(env.action_names)}
        self._sent: list[Message] = []
        """In the last step; they arrive in this one."""
        self._goals = dict.fromkeys(team.agents, "")
        self._count = _Count()
        self._winner: str | None = None
        self.number = 0
        self.over = False
        self.about = {
            "seed": seed,
            "agents": list(env.agents),
            "reseeded": self._team_info("reseeded"),
            **team.about,
        }

    def _team_info(self, name: str) -> Any:
        """Return a value that every agent's info has in common."""
        return next(iter(self._infos.values()))[name]

    def step(self, *, last: bool) -> Step:
        """Ask the agents without a decision, and let all act."""
        alive, team = tuple(self._env.agents), self._team
        sights: dict[str, Sight] = {name: self._infos[name]["sight"] for name in alive}
        received = {
            name: tuple(message for message in self._sent if name in message.to) for name in alive
        }
        turns = self._turns(sights, received)
        self._sent = [turn.message for turn in turns.values() if turn.message is not None]
        actions = {name: self._numbers[turn.action] for name, turn in turns.items()}
        _, rewards, terminations, truncations, self._infos = self._env.step(actions)
        self.number += 1
        for name in alive:
            if terminations[name] or truncations[name] or last:
                team.agents[name].end(self._infos[name]["sight"])
        if self._team_info("won"):
            unlocked = {name: self._infos[name]["unlocked"] for name in alive}
            self._winner = next(name for name in alive if team.goal in unlocked[name])
        self.over = not self._env.agents
        step = Step(
            number=self.number,
            agents={
                name: Acted(
                    sight=sights[name],
                    received=received[name],
                    goal=self._goals[name],
                    turn=turns[name],
                    unlocked=tuple(self._infos[name]["unlocked"]),
                    reward=float(rewards[name]),
                    died=terminations[name] and self._winner is None,
                )
                for name in alive
            },
            winner=self._winner,
            score=self._team_info("score"),
            terminated=all(terminations.values()),
            truncated=not all(terminations.values()) and (self.over or last),
        )
        self._count.add(step)
        return step

    def _turns(
        self, sights: Mapping[str, Sight], received: Mapping[str, tuple[Message, ...]]
    ) -> dict[str, Turn]:
        """Return each agent's turn; those without a decision are asked in one batch."""
        team, alive = self._team, list(sights)
        roles = team.topology(alive)
        asked: dict[str, Respond] = {}
        for name in alive:
            agent = team.agents[name]
            if team.map is not None:
                agent.known.fill(team.map(), self.number)
            agent.known.keep_mates(other for other in alive if other != name)
            picture = None if team.picture is None else team.picture(name)
            task = agent.perceive(sights[name], received[name], roles[name], picture)
            if task is not None:
                asked[name] = task
        answers = self._model.run(list(asked.values())) if asked else []
        results: dict[str, Result[Any]] = dict(zip(asked, answers, strict=True))
        turns = {}
        for name in alive:
            turns[name] = team.agents[name].decide(results.get(name))
            if (response := turns[name].response) is not None:
                self._goals[name] = str(response.goal.current)
        return turns

    def outcome(self) -> Outcome:
        """Return the outcome so far."""
        return Outcome(
            won=self._winner is not None,
            winner=self._winner,
            lost=bool(self._team_info("lost")),
            score=self._team_info("score"),
            max_score=self._team_info("max_score"),
            steps=self.number,
            reseeded=self._team_info("reseeded"),
            **asdict(self._count),
        )
