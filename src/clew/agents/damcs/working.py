"""Short-term working memory: all that an agent knows when it decides (DAMCS, section 3.2).

Sensory memory is the sight and the messages, episodic memory the agent's state in it, feedback
what each goal lacks and what can be done, and retrospection what long-term memory recalls.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from clew.agents.damcs.messages import Message
from clew.agents.damcs.navigator import FAR
from clew.agents.damcs.own_map import OwnMap
from clew.agents.damcs.response import NAVIGATE, SHARE, SLEEP, World
from clew.agents.damcs.skills import Ways
from clew.agents.damcs.topology import Role
from clew.envs.crafter.sight import Cell, Sight, apart
from clew.envs.crafter.tech_tree import Missing
from clew.envs.crafter.telling import tell
from clew.llm.prompts import fenced, one_line

__all__ = ["Effort", "Feedback", "Pursued", "Retrospection", "Working", "feedback", "lacking"]

_ALWAYS = frozenset(("noop", SLEEP, NAVIGATE, "move_left", "move_right", "move_up", "move_down"))
_MISSILE = "arrow"  # nothing is done to it


@dataclass(frozen=True, slots=True, kw_only=True)
class Effort:
    """One thing that was tried, and its result."""

    step: int
    """The step of the decision."""
    action: str
    """`do`, `navigate to tree`, `share wood with agent_0`."""
    result: str
    """What it changed, in words: `+1 wood`, `moved`, `nothing changed`."""
    times: int = 1
    """How often in a row it was done with the same result."""

    @property
    def words(self) -> str:
        """The effort in one line."""
        often = f", {self.times} times" if self.times > 1 else ""
        return f"step {self.step}: {self.action}{often}: {self.result}"


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
    """What long-term memory recalls: the newest goal, and what led to it. Empty at first."""

    long_term: str = ""
    goal: str = ""
    reason: str = ""
    """Why the newest goal was taken up."""
    progress: str = ""
    """Progress of the long-term goal, as the agent last reported it."""
    summary: str = ""
    """The agent's own words about its last decision."""
    since: int = 0
    """Step at which the newest goal was taken up."""
    efforts: tuple[Effort, ...] = ()
    """Under the newest goal, the oldest first."""
    past_goals: tuple[Pursued, ...] = ()
    """The oldest first."""
    achievements: Mapping[str, int] = field(default_factory=dict)
    """Achievement -> the step at which it was first seen done."""
    events: tuple[str, ...] = ()
    """The last events, whatever the goal, oldest first."""
    similar: tuple[str, ...] = ()
    """Similar earlier situations, most similar first; empty unless asked for."""

    def lines(self) -> Iterator[str]:
        """Yield what is remembered, line by line."""
        if self.goal:
            yield f"Long-term goal: {self.long_term}. {one_line(self.progress)}".rstrip()
            yield f"Goal since step {self.since}: {self.goal}. {one_line(self.reason)}".rstrip()
        if self.past_goals:
            told = ", ".join(
                f"{one.goal} (steps {one.since}-{one.until})" for one in self.past_goals
            )
            yield f"Goals before: {told}"
        yield from (f"Tried for it, {effort.words}" for effort in self.efforts)
        if self.achievements:
            told = ", ".join(f"{name} (step {step})" for name, step in self.achievements.items())
            yield f"Done so far: {told}"
        yield from (f"Happened: {one_line(event)}" for event in self.events)
        yield from (f"Was like this: {one_line(situation)}" for situation in self.similar)
        if self.summary:
            yield f"You noted last: {one_line(self.summary)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """What semantic and procedural memory say about the present."""

    missing: Mapping[str, Missing]
    """For every recipe, in the rules' order; falsy when it can be done now."""
    actions: tuple[str, ...]
    """Actions that would change something now; moving, sleeping and the Navigator always count."""

    def lines(self, world: World) -> Iterator[str]:
        """Yield what each goal on the way lacks; other goals only if ready."""
        tree = world.rules.tree
        for name in (*tree, *(name for name in self.missing if name not in tree)):
            if name in tree or not self.missing[name]:
                yield f"{name}: {lacking(self.missing[name])}"
        yield "Has an effect now: " + ", ".join(self.actions)


@dataclass(frozen=True, slots=True, kw_only=True)
class Working:
    """Working memory at one decision."""

    world: World
    sight: Sight
    known: OwnMap
    """The agent's own map; without memory, only the present view."""
    role: Role
    feedback: Feedback
    messages: tuple[Message, ...] = ()
    """Received since the last decision."""
    retrospection: Retrospection = Retrospection()
    last_actions: tuple[str, ...] = ()
    """The last decisions, worded as in `Effort.action`, oldest first."""
    heading: Cell | None = None
    """Where the last decision led."""

    @property
    def agent(self) -> str:
        """The agent's name."""
        return self.sight.agent

    @property
    def text(self) -> str:
        """All of it in words; messages and notes are fenced."""
        sight = self.sight
        parts = [f"You are {self.agent}, one of {self.world.agents}. {self.role.words}"]
        if self.world.agents == 1:
            parts = [f"You are {self.agent}, alone."]
        parts.append("Now:\n" + tell(sight))
        if self.messages:
            told = "\n".join(message.words for message in self.messages)
            parts.append(f"Messages:\n{fenced(told)}")
        parts.append("Where navigate leads:\n" + ("\n".join(_places(self)) or "nothing"))
        parts.append("Feedback:\n" + "\n".join(self.feedback.lines(self.world)))
        remembered = "\n".join(self.retrospection.lines())
        if remembered:
            parts.append(f"Memory:\n{fenced(remembered)}")
        if self.last_actions:
            parts.append("Your last actions, the newest last: " + ", ".join(self.last_actions))
        return "\n\n".join(parts)


def _places(working: Working) -> Iterator[str]:
    """Yield for each kind the place that the Navigator would choose, and whom nearer ones are for.

    It is the nearest one, unless another agent that is nearer to it is going there.
    """
    known, here = working.known, working.sight.position
    ways = Ways(working.world, working.sight, known)
    for name in working.world.destinations:
        cells = [] if name == working.agent else known.where(name)
        if not cells:
            continue
        cell = ways.to(name)
        taken = sorted({mate.agent for mate in known.mates.values() if mate.target in cells})
        left = f"; {', '.join(taken)} on the way to one" if taken else ""
        if cell is None or ways.cost(cell) >= FAR:
            yield f"{name}: no way there is known ({len(cells)} known{left})"
            continue
        far = f"{apart(here, cell)} steps away"
        yield f"{name}: {cell[0]},{cell[1]}, {far} ({len(cells)} known{left})"


def lacking(missing: Missing) -> str:
    """Return what a goal lacks, in words; "ready" for nothing."""
    found = [f"{count} {item}" for item, count in missing.items.items()]
    found += [f"a {station} at hand" for station in missing.stations]
    found += [" or ".join(missing.facing) + " in front"] if missing.facing else []
    return "missing " + ", ".join(found) if found else "ready"


def feedback(world: World, sight: Sight) -> Feedback:
    """Return what each goal lacks here and now, and what can be done."""
    near, faced = sight.near(), sight.faced()
    rules = world.rules
    missing = {
        recipe.name: rules.missing(recipe.name, sight.inventory, near=near, facing=faced)
        for recipe in rules.recipes
    }
    able = {rules.recipe(name).action for name, lack in missing.items() if not lack}
    if faced in world.creatures and faced != _MISSILE:
        able.add("do")
    if any(sight.inventory.get(item) for item in rules.shareable):
        able.add(SHARE)
    return Feedback(
        missing=missing,
        actions=tuple(one for one in world.actions if one in able or one in _ALWAYS),
    )
