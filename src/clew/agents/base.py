"""The agent protocol: act on an observation, then learn from the result."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from clew.errors import UsageError
from clew.llm.base import Model, Result, Task, Usage
from clew.llm.rules import RuleModel

__all__ = ["Agent", "Decision", "Info", "Move", "check_rules", "failure_of"]

Info = Mapping[str, Any]
"""What an environment returns besides the observation. Agents read `admissible_actions`,
`location` and `inventory`; `score`, `won` and `lost` are for the trajectory only, except that
ReasonPlanner's critic is shown the score."""


@dataclass(frozen=True, slots=True)
class Move:
    """One action for the environment."""

    action: str
    to: str | None = None
    """The expected destination; if it is not reached, the rest of the decision is dropped."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision:
    """What an agent chose, and why: a line of the trajectory."""

    action: str
    """In the agent's words: an action of the environment, or `go to PLACE`."""
    moves: tuple[Move, ...]
    """What is sent to the environment, in order."""
    reason: str = ""
    plan: tuple[tuple[str, str], ...] = ()
    """(sub-goal, reason), next one first."""
    facts: tuple[str, ...] = ()
    episodes: tuple[str, ...] = ()
    """The texts that the memory recalled."""
    unexplored: tuple[str, ...] = ()
    """Unexplored exits, if exploration is on."""
    refused: tuple[str, ...] = ()
    """Impossible actions that the model named."""
    fallback: str = ""
    """If the action is not the model's: why not."""
    thoughts: Mapping[str, Any] = field(default_factory=dict)
    """What else the agent thought, as JSON data; enough for it to go on from here (`again`)."""
    usage: Usage = field(default_factory=Usage)


class Agent(Protocol):
    """Acts in one environment, for one run."""

    def begin(self, observation: str, info: Info) -> None:
        """Take in the first observation."""
        ...

    def act(self, observation: str, info: Info) -> Decision:
        """Decide what to do now."""
        ...

    def again(self, observation: str, decision: Mapping[str, Any]) -> None:
        """Restore a decision made on this observation before the run was interrupted.

        Called instead of `act`, with the `Decision` as the trajectory has it; `learn` follows.
        """
        ...

    def learn(self, move: Move, observation: str, info: Info) -> None:
        """Take in the result of a move; called after every one, also within a decision."""
        ...


def check_rules(agent: str, model: Model, kinds: Sequence[type[Task[Any]]]) -> None:
    """Refuse rules that do not answer an agent's tasks; any other model may.

    Raises:
        UsageError: they do not.
    """
    for kind in kinds:
        if isinstance(model, RuleModel) and model.rule(kind) is None:
            raise UsageError(
                f"{agent} thinks with a language model, and {model.name} has no rule for "
                f"{kind.__name__}; name a model, such as --model openai:MODEL or local:FILE.gguf"
            )


def failure_of(result: Result[Any]) -> str:
    """Return why a task has no answer, in words."""
    assert result.failure is not None
    return f"{result.failure.kind}: {result.failure.message}"
