"""What an agent has before it when it decides: short-term working memory (DAMCS, section 3.2).

Sensory memory is the sight and the messages, episodic memory the agent's state in it, feedback
what each goal lacks and what can be done, and retrospection what long-term memory brings up.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from clew.agents.damcs.schemas import World
from clew.envs.crafter.rules import Missing
from clew.envs.crafter.sight import Sight

if TYPE_CHECKING:
    from clew.agents.damcs.known import Known
    from clew.agents.damcs.messages import Message
    from clew.agents.damcs.topology import Role

__all__ = ["Effort", "Feedback", "Pursued", "Retrospection", "Working", "feedback"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """One thing that was tried, and what came of it."""

    step: int
    """When it was decided."""
    action: str
    """`do`, `navigate to tree`, `share wood with agent_0`."""
    result: str
    """What it changed, in words: `+1 wood`, `moved`, `nothing changed`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pursued:
    """A goal that was worked on before the newest one."""

    goal: str
    long_term: str
    since: int
    """Step at which it was taken up."""
    until: int
    """Step at which the next one was."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Retrospection:
    """What long-term memory brings up: the newest goal, and what led to it. Empty at first."""

    long_term: str = ""
    goal: str = ""
    reason: str = ""
    """Why the newest goal was taken up."""
    progress: str = ""
    """How far the long-term goal has come, as the agent said last."""
    summary: str = ""
    """The agent's own words about its last decision."""
    since: int = 0
    """Step at which the newest goal was taken up."""
    efforts: tuple[Effort, ...] = ()
    """Under the newest goal, the oldest first."""
    past_goals: tuple[Pursued, ...] = ()
    """The oldest first."""
    achievements: Mapping[str, int] = field(default_factory=dict)
    """What was done, to the step at which it was seen done first."""
    events: tuple[str, ...] = ()
    """What happened last, whatever the goal, the oldest first."""
    similar: tuple[str, ...] = ()
    """Earlier situations like this one, the most alike first; only where that is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """What semantic and procedural memory say of the present."""

    missing: Mapping[str, Missing]
    """For every recipe, in the rules' order; falsy when it can be done now."""
    actions: tuple[str, ...]
    """Actions that would change something now; moving, sleeping and the Navigator always count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Working:
    """Working memory at one decision."""

    world: World
    sight: Sight
    known: "Known"
    """The agent's own map; only the present view for an agent without memory."""
    role: "Role"
    feedback: Feedback
    messages: "tuple[Message, ...]" = ()
    """Received since the last decision."""
    retrospection: Retrospection = Retrospection()
    last_actions: tuple[str, ...] = ()
    """What was decided last, as in `Effort.action`, the oldest first."""

    @property
    def agent(self) -> str:
        """Whose it is."""
        return self.sight.agent


def feedback(world: World, sight: Sight) -> Feedback:
    """Return what each goal lacks here and now, and what can be done."""
    near, faced = sight.near(), sight.faced()
    rules = world.rules
    missing = {
        recipe.name: rules.missing(recipe.name, sight.inventory, near=near, facing=faced)
        for recipe in rules.recipes
    }
    able = {rules.recipe(name).action for name, lack in missing.items() if not lack}
    if faced in world.creatures and faced != "arrow":
        able.add("do")
    if any(sight.inventory.get(item) for item in rules.shareable):
        able.add("share")
    always = {"noop", "sleep", "navigate", "move_left", "move_right", "move_up", "move_down"}
    return Feedback(
        missing=missing, actions=tuple(a for a in world.actions if a in able or a in always)
    )
