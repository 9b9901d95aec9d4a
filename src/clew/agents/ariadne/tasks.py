"""Ariadne's model tasks at every step: whether to explore, what to plan, what to do.

The names to search from come from `clew.ask.tasks.QueryEntities`, given observation and plan.
The prompts follow the rules of the paper's appendix in our own words.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Annotated, ClassVar

from pydantic import BaseModel, Field

from clew.agents.memory import Statement
from clew.ask.mending import mended_depths
from clew.ask.tasks import EntityDepth
from clew.llm.base import Reply, Task
from clew.llm.prompts import Prompt, fenced, one_line

__all__ = [
    "Action",
    "Choose",
    "Decide",
    "Decided",
    "Explore",
    "Exploring",
    "MakePlan",
    "Plan",
    "Situation",
    "SubGoal",
]

_PACKAGE = "clew.agents.ariadne"


class SubGoal(Reply):
    """One thing to be achieved on the way."""

    sub_goal: str = Field(min_length=1, max_length=500)
    reason: str = Field(default="", max_length=1000)
    """Why, and how far it has come."""


class Plan(Reply):
    """Sub-goals, the next one first; there is always one."""

    main_goal: str = Field(default="", max_length=1000)
    steps: Annotated[tuple[SubGoal, ...], Field(min_length=1, max_length=30)]
    emotion: str = Field(default="", max_length=300)
    """How the agent feels about it; may be left out."""

    @property
    def text(self) -> str:
        """The plan in words, a sub-goal a line."""
        return "\n".join(one_line(f"{one.sub_goal} ({one.reason})") for one in self.steps)


class Decided(Plan):
    """A plan, the action chosen by it, and what the next decision is to know."""

    reason: str = Field(default="", max_length=2000)
    action: str = Field(min_length=1, max_length=200)
    look_up: tuple[EntityDepth, ...] = ()
    """What to recall before the next decision."""
    explore: bool = True
    """Whether the plan asks to look for something whose place is not known."""


class Exploring(Reply):
    """Whether the plan asks to look for something whose place is not known."""

    explore: bool


class Action(Reply):
    """The action chosen."""

    reason: str = Field(default="", max_length=2000)
    action: str = Field(min_length=1, max_length=200)


@dataclass(frozen=True, slots=True, kw_only=True)
class Situation:
    """Ariadne's working memory at one step (section 3)."""

    goal: str
    observation: str
    inventory: str = ""
    location: str = ""
    history: tuple[tuple[str, str], ...] = ()
    """The last (observation, action taken), oldest first."""
    facts: tuple[Statement, ...] = ()
    since: tuple[int | None, ...] = ()
    """The step since which each fact holds, if it is known; `None` for one of an earlier run."""
    step: int | None = None
    """The number of this step; it is shown, with place and ages, if it is given."""
    texts: tuple[str, ...] = ()
    plan: Plan | None = None
    unexplored: tuple[tuple[str, tuple[str, ...]], ...] = ()
    """(room, its exits never taken), nearest room first; empty unless exploration is on."""
    exploring: bool = False
    rooms: tuple[str, ...] = ()
    """Places with a known way, least recently seen first."""
    unvisited: tuple[str, ...] = ()
    """Those known from earlier runs only."""

    def parts(self) -> list[str]:
        """Return the parts of the working memory in words; texts are fenced."""
        told = [f"Main goal: {one_line(self.goal)}"]
        if self.history:
            before = "\n\n".join(f"{seen}\n> {one_line(done)}" for seen, done in self.history)
            told.append(f'Before, oldest first; what was done is after ">":\n{fenced(before)}')
        if self.step is not None:
            told.append(
                f"Step {self.step}, at {one_line(self.location or 'a place without a name')}"
            )
        told.append(
            f"Now:\n{fenced(self.observation)}\nInventory:\n{fenced(self.inventory or 'not known')}"
        )
        if self.facts:
            ages = "" if self.step is None else ', behind "@" the step since which each holds'
            told.append(f"Known facts{ages}:\n{_lines(self._aged())}")
        if self.texts:
            told.append("Remembered:\n" + fenced("\n\n".join(self.texts)))
        if self.plan is not None:
            told.append(f"Plan so far:\n{fenced(self.plan.text)}")
        if self.exploring:
            exits = [f"{room}: {', '.join(ways) or 'none'}" for room, ways in self.unexplored]
            told.append("Exits not taken yet:\n" + (_lines(exits) if exits else "none known"))
        return told

    def _aged(self) -> Iterator[str]:
        """Yield the facts, each with its age if it is known and more than a step."""
        known = (
            self.since if self.step is not None and self.since else (self.step,) * len(self.facts)
        )
        for fact, since in zip(self.facts, known, strict=True):
            line = " | ".join(fact)
            if self.step is None or since == self.step:
                yield line
            elif since is None:
                yield f"{line} (earlier run)"
            else:
                yield f"{line} @{since}"


@dataclass(frozen=True, slots=True)
class Explore(Task[Exploring]):
    """Does the plan need exploration? (appendix B, "Exploration check")."""

    plan: Plan
    output_type: ClassVar[type[BaseModel]] = Exploring
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "explore")

    def inputs(self) -> str:
        """Return the plan, fenced."""
        return fenced(self.plan.text)


@dataclass(frozen=True, slots=True)
class MakePlan(Task[Plan]):
    """What is to be done, in which order? (section 3, appendix "Planning")."""

    situation: Situation
    output_type: ClassVar[type[BaseModel]] = Plan
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "plan")

    def inputs(self) -> str:
        """Return the situation in words."""
        return "\n\n".join(self.situation.parts())


@dataclass(frozen=True, slots=True)
class Decide(Task[Decided]):
    """What is to be done, in which order, and what now? One call in place of the paper's four."""

    situation: Situation
    actions: tuple[str, ...]
    output_type: ClassVar[type[BaseModel]] = Decided
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "decide")

    def inputs(self) -> str:
        """Return the situation and the actions in words, as `Choose` does."""
        return "\n\n".join([*self.situation.parts(), _possible(self.actions)])

    @classmethod
    def mended(cls, reply: object) -> object:
        """Accept names to look up without a depth, and other keys for name and depth."""
        if not isinstance(reply, Mapping) or not reply.get("look_up"):
            return reply
        found = mended_depths({"entities": reply["look_up"]})
        return {**reply, "look_up": found["entities"]} if isinstance(found, Mapping) else reply


@dataclass(frozen=True, slots=True)
class Choose(Task[Action]):
    """Which action is taken now? (section 3, appendix "Decision")."""

    situation: Situation
    actions: tuple[str, ...]
    refused: tuple[str, ...] = ()
    """Impossible actions named before."""
    output_type: ClassVar[type[BaseModel]] = Action
    prompt: ClassVar[Prompt | None] = Prompt(_PACKAGE, "choose")

    def inputs(self) -> str:
        """Return the situation and the actions in words; both are from the world, and fenced."""
        told = [*self.situation.parts(), _possible(self.actions)]
        if self.refused:
            told.append(f"Not possible, choose another:\n{_lines(self.refused)}")
        return "\n\n".join(told)


def _possible(actions: Iterable[str]) -> str:
    return f"Possible actions:\n{_lines(actions)}"


def _lines(texts: Iterable[str]) -> str:
    return fenced("\n".join(map(one_line, texts)))
