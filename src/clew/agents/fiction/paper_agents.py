"""The agents of the paper on interactive fiction, by name.

Becker and Li, "Learning Strategic Play with Language Agents in Text-Adventure Games" (2024).
`PAPER` has each as it is compared there: agent and memory. `clew play` combines them freely:
`--agent asv-p --remember-with stream`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TypeAlias

from clew.agents.base import Agent, Info
from clew.agents.baselines.react import React, Reflections, Reflexion
from clew.agents.fiction.continuing import Continuing
from clew.agents.fiction.kept_forms import KeptForms
from clew.agents.fiction.tried import Tried
from clew.agents.fiction.verified import Verified
from clew.agents.memory import AgentMemory
from clew.agents.memory_kinds import memory_named
from clew.errors import UnknownNameError, UsageError
from clew.llm.base import Model
from clew.memory import Memory

__all__ = [
    "EVERY", "GOAL", "PAPER", "Oracle", "Player", "agent_named", "asv_i", "asv_p",
    "autoregressive", "oracle", "window",
]  # fmt: skip

GOAL = (
    "Play this interactive fiction as far and as well as you can: explore, find out which commands "
    "it takes, and solve what stands in the way. If the game is lost and asks what to do, restart "
    "it and do better."
)
EVERY = 5
"""Steps after which the paper's agents reflect."""
_BAD = 3
"""Refused commands in a row after which they do, in its other variant."""
_CHARACTERS = 1000


class Oracle(Reflexion):
    """Reflexion that is shown what can be done, and does nothing else (the paper, A.2)."""

    __slots__ = ()

    def begin(self, observation: str, info: Info) -> None:
        """Take in the first observation.

        Raises:
            UsageError: the world does not list what can be done.
        """
        if "admissible_actions" not in info:
            raise UsageError("the oracle needs a world that lists what can be done: --admissible")
        super().begin(observation, info)


def oracle(
    model: Model, memory: AgentMemory, *, every: int = EVERY, after_bad: int = 0, **options: bool
) -> Oracle:
    """Return the action oracle; it has no map, which the other options are about."""
    del options
    return Oracle(model, memory, GOAL, settings=Reflections(every=every, after_bad=after_bad))


def window(model: Model, memory: AgentMemory, **options: bool) -> Continuing:
    """Return the baseline with a sliding window of ten turns."""
    del options
    return Continuing(model, memory, GOAL)


def autoregressive(model: Model, memory: AgentMemory, **options: bool) -> Continuing:
    """Return the baseline that continues the last 1,000 characters."""
    del options
    return Continuing(model, memory, GOAL, turns=None, characters=_CHARACTERS)


def asv_i(
    model: Model, memory: AgentMemory, *, every: int = EVERY, after_bad: int = 0, **options: bool
) -> Verified:
    """Return Reflexion with action self-verification, for one game."""
    del options
    return Verified(model, memory, GOAL, settings=Reflections(every=every, after_bad=after_bad))


def asv_p(
    model: Model,
    memory: AgentMemory,
    *,
    file: Memory,
    game: str,
    resume: bool = False,
    every: int = EVERY,
    after_bad: int = 0,
    **options: bool,
) -> Verified:
    """Return the same with forms of commands that are kept in a memory file, over games."""
    del options
    tried = Tried(KeptForms(file, game, resume=resume))
    settings = Reflections(every=every, after_bad=after_bad)
    return Verified(model, memory, GOAL, settings=settings, tried=tried)


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """Whom an agent plays for: everything but its name."""

    model: Model
    file: Memory
    """Of the graph, and of forms of commands."""
    game: str
    """What is played; runs of one name are attempts at the same."""
    resume: bool = False
    """Whether the newest run goes on."""


_Make: TypeAlias = Callable[[Player, AgentMemory], Agent]


def _react(player: Player, memory: AgentMemory) -> Agent:
    return React(player.model, memory, GOAL)


def _reflexion(player: Player, memory: AgentMemory) -> Agent:
    return Reflexion(player.model, memory, GOAL, settings=Reflections(every=EVERY))


def _after_bad(player: Player, memory: AgentMemory) -> Agent:
    return Reflexion(player.model, memory, GOAL, settings=Reflections(after_bad=_BAD))


def _oracle(player: Player, memory: AgentMemory) -> Agent:
    return oracle(player.model, memory)


def _window(player: Player, memory: AgentMemory) -> Agent:
    return window(player.model, memory)


def _autoregressive(player: Player, memory: AgentMemory) -> Agent:
    return autoregressive(player.model, memory)


def _asv_i(player: Player, memory: AgentMemory) -> Agent:
    return asv_i(player.model, memory)


def _asv_p(player: Player, memory: AgentMemory) -> Agent:
    one = player
    return asv_p(one.model, memory, file=one.file, game=one.game, resume=one.resume)


PAPER: Mapping[str, tuple[_Make, str]] = MappingProxyType(
    {
        "react": (_react, "none"),
        "reflexion": (_reflexion, "none"),
        "reflexion-after-bad": (_after_bad, "none"),
        "oracle": (_oracle, "none"),
        "window": (_window, "none"),
        "autoregressive": (_autoregressive, "none"),
        "memory": (_reflexion, "stream"),
        "asv-i": (_asv_i, "none"),
        "asv-p": (_asv_p, "none"),
        "memory-asv-p": (_asv_p, "stream"),
        "graph": (_reflexion, "graph"),
        "graph-asv-p": (_asv_p, "graph"),
    }
)
"""The paper's agents, and ours with the graph in place of the stream: agent and memory."""


def agent_named(name: str, player: Player) -> Agent:
    """Return a new agent of `PAPER` for one run.

    Raises:
        UnknownNameError: there is none of that name.
        UsageError: the model is a set of rules that does not answer its tasks.
    """
    if name not in PAPER:
        raise UnknownNameError("agent", name, PAPER)
    make, kind = PAPER[name]
    one = player
    memory = memory_named(kind, memory=one.file, model=one.model, run=one.game, resume=one.resume)
    return make(player, memory)
