"""A player visits a parser game: the offline mind, a walkthrough, or chance."""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from clew.agents.base import Agent, Decision, Info, Move
from clew.agents.graph_memory import GraphMemory
from clew.agents.memory import AgentMemory, Outcome
from clew.agents.worldmap import direction_of
from clew.envs.fiction.jericho_game import JerichoGame
from clew.errors import UsageError
from clew.memory import Memory
from clew.minds.fiction.done_again import Deeds
from clew.minds.fiction.story_mind import StoryMind
from experiments.fiction.metrics import Measured, Seen, measured

__all__ = ["PLAYERS", "Visit", "play", "visited"]

PLAYERS = ("mind", "forgetful", "walkthrough", "chance")
"""Forgetful is the mind whose visits have no memory in common."""
_SHOWN = ("location", "inventory", "lost", "won")
"""What the mind is shown besides the text: no score, no world hash, nothing that can be done."""


class _Told:
    """Gives commands that are known before, whatever happens."""

    def __init__(self, commands: Sequence[str]) -> None:
        self._commands = iter(commands)

    def begin(self, observation: str, info: Info) -> None:
        """Need nothing."""

    def act(self, observation: str, info: Info) -> Decision:  # noqa: ARG002  # the protocol's
        """Return the next command; "look" at the end."""
        action = next(self._commands, "look")
        return Decision(action=action, moves=(Move(action),))

    def learn(self, move: Move, observation: str, info: Info) -> None:
        """Need nothing."""

    def again(self, observation: str, decision: object) -> None:
        """Need nothing."""


class _Chance(_Told):
    """Does anything that changes the world, evenly drawn (the oracle tells what does)."""

    def __init__(self, env: JerichoGame, seed: int) -> None:
        super().__init__(())
        self._env, self._rng = env, random.Random(seed)

    def act(self, observation: str, info: Info) -> Decision:  # noqa: ARG002  # the protocol's
        """Return a valid action; "restart" when the game is lost."""
        valid = ("restart",) if info["lost"] else self._env.valid_actions() or ("look",)
        action = self._rng.choice(valid)
        return Decision(action=action, moves=(Move(action),))


@dataclass(frozen=True, slots=True)
class Visit:
    """A run of a game."""

    first: Seen
    """What was seen before the first action."""
    seen: tuple[Seen, ...]
    max_score: int
    carried: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """What the memory knew of earlier visits, by kind, "PLACE: COMMAND" in order."""

    def measured(self, *others: "Visit") -> Measured:
        """Return the measures of this run, or of this one and others after it as if one."""
        steps = [*self.seen, *(each for one in others for each in one.seen)]
        return measured(steps, self.first, self.max_score)


def play(
    path: Path, player: str, *, steps: int, seed: int = 0, memory: AgentMemory | None = None
) -> Visit:
    """Let a player play a game for so many steps, begun again when lost.

    Args:
        path: a story file that Jericho knows.
        player: one of `PLAYERS`.
        steps: the most steps; a game that is won ends.
        seed: of chance, and of which of the nearly equal tries of the mind comes first (0: none).
        memory: the mind's.

    Raises:
        UsageError: Jericho does not know the game: nothing can be measured.
    """
    env = JerichoGame(path, restarts=True)
    told, info = env.reset()
    if not info["supported"] or not info["max_score"]:
        raise UsageError(f"expected a game that Jericho knows, got {path.name!r}")
    made: dict[str, Agent] = {
        "mind": StoryMind(memory, seed=seed),
        "forgetful": StoryMind(seed=seed),
        "walkthrough": _Told(env.walkthrough()),
        "chance": _Chance(env, seed),
    }
    agent, first = made[player], _seen("", info)
    agent.begin(told, {key: info[key] for key in _SHOWN})
    known = _carried(memory) if isinstance(memory, GraphMemory) else {}
    seen: list[Seen] = []
    while len(seen) < steps and not info["won"]:
        for move in agent.act(told, {key: info[key] for key in _SHOWN}).moves:
            told, _, _, _, info = env.step(move.action)
            seen.append(_seen(move.action, info))
            agent.learn(move, told, {key: info[key] for key in _SHOWN})
    env.close()
    return Visit(first, tuple(seen[:steps]), info["max_score"], known)


def _carried(memory: GraphMemory) -> dict[str, tuple[str, ...]]:
    """Return what is known of earlier visits: what led to points, killed, and was refused.

    A way that was refused is an open thread: it is tried again when something was opened.
    """
    deeds, known = Deeds(), memory.known_outcomes()
    for place, command, outcome in known:
        if outcome in {Outcome.POINTS, Outcome.DONE}:
            deeds.add(place, command, points=outcome is Outcome.POINTS)
    refused = [one[:2] for one in known if one[2] is Outcome.REFUSED]
    found = {
        "led to points": deeds.course(),
        "killed": [one[:2] for one in known if one[2] is Outcome.DEATH],
        "open threads": [one for one in refused if direction_of(one[1].removeprefix("the "))],
        "refused": [one for one in refused if not direction_of(one[1].removeprefix("the "))],
    }
    return {kind: tuple(f"{place}: {command}" for place, command in ones)
            for kind, ones in found.items()}  # fmt: skip


def visited(path: Path, player: str, *, count: int, steps: int, seed: int = 0) -> tuple[Visit, ...]:
    """Let a player visit a game so often; the mind with one graph memory.

    It reads its memory when a visit begins: a single one is played without.
    """
    if count == 1 or player != "mind":
        return tuple(play(path, player, steps=steps, seed=seed) for _ in range(count))
    found = []
    with Memory.open(embedder="hashing") as memory:
        for _ in range(count):
            kept = GraphMemory(memory, run=path.stem)
            found.append(play(path, player, steps=steps, seed=seed, memory=kept))
    return tuple(found)


def _seen(action: str, info: Info) -> Seen:
    return Seen(action, info["score"], info["moves"], info["world_hash"])
