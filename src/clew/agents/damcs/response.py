"""The answer schema of a decision (DAMCS, appendix B), limited to the choices of its world.

A model never states its step or run: memory is keyed by the clock, not by a model's claims.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import cache, cached_property
from typing import Annotated, Any, get_args, get_origin

from pydantic import BaseModel, Field, create_model, model_validator

from clew.envs.crafter.sight import action_names, agent_names
from clew.envs.crafter.tech_tree import PAPER, Rules
from clew.llm.base import Reply

__all__ = [
    "HELP",
    "NAVIGATE",
    "NONE",
    "SHARE",
    "UNEXPLORED",
    "WAIT",
    "Aims",
    "Collaboration",
    "Held",
    "NextAction",
    "Reflection",
    "Response",
    "Status",
    "World",
]

NONE = "none"
"""No choice: no destination, no item, no agent."""
NAVIGATE = "navigate"
SHARE = "share"
HELP = "help_agent"
UNEXPLORED = "unexplored"
"""A destination: the edge of the known map."""
EAT = "eat_cow"
SLEEP = "sleep"
WAIT = "noop"
_GROUND = ("grass", "sand", "path", "tree", "stone", "coal", "iron", "diamond", "water", "lava")
"""Materials of every world."""
_DEADLY = "lava"
_MOST = 64
"""Most items of one list."""


@dataclass(frozen=True, kw_only=True)
class World:
    """What an agent knows of its world from the start; all of its choices follow from it."""

    rules: Rules = PAPER
    agents: int = 1
    creatures: tuple[str, ...] = ("cow",)
    """Creatures besides agents: `cow`, `zombie`, `skeleton`, `arrow`."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The agents, in order."""
        return agent_names(self.agents)

    @cached_property
    def materials(self) -> tuple[str, ...]:
        """What can be on a cell, including agents."""
        left = [recipe.leaves for recipe in self.rules.recipes if recipe.leaves]
        return tuple(dict.fromkeys((*_GROUND, *left, *self.creatures, *self.names)))

    @cached_property
    def goals(self) -> tuple[str, ...]:
        """Possible current goals: recipes, then needs, then gifts."""
        own = [recipe.name for recipe in self.rules.recipes]
        own += [EAT] if "cow" in self.creatures else []
        return (*own, SLEEP, *((SHARE,) if self.agents > 1 else ()))

    @cached_property
    def long_term_goals(self) -> tuple[str, ...]:
        """Possible long-term goals: what is made or placed on the way, and the last goal."""
        rules = self.rules
        steps = [
            name for name in rules.tree if rules.recipe(name).action != "do" or name == rules.goal
        ]
        return (*steps, *((HELP,) if self.agents > 1 else ()))

    @cached_property
    def actions(self) -> tuple[str, ...]:
        """Possible actions: the world's own, the Navigator, and sharing."""
        return (*action_names(self.rules, 1), NAVIGATE, *((SHARE,) if self.agents > 1 else ()))

    @cached_property
    def destinations(self) -> tuple[str, ...]:
        """Destinations of the Navigator: materials, beings, and unexplored cells."""
        return (*(name for name in self.materials if name != _DEADLY), UNEXPLORED)

    @cached_property
    def items(self) -> tuple[str, ...]:
        """What can be in an inventory."""
        gives = [item for recipe in self.rules.recipes for item in recipe.gives]
        return tuple(dict.fromkeys((*self.rules.shareable, *(i for i in gives if i != "drink"))))

    def answer(self, agent: str = "") -> "type[Response]":
        """Return the type of an agent's answers; it cannot help itself or give to itself."""
        return _narrowed(_choices(self, agent))


class _Choice(StrEnum):
    """A choice, in whatever case, with spaces or hyphens for underscores."""

    @classmethod
    def _missing_(cls, value: object) -> "_Choice | None":
        plain = "_".join(str(value).lower().replace("-", " ").split())
        return next((each for each in cls if each.value == plain), None)


class Status(_Choice):
    """How something stands."""

    SUCCESS = "success"
    FAILURE = "failure"
    IN_PROGRESS = "in_progress"


Words = Annotated[str, Field(max_length=1000)]
"""A few words of the model's own."""


class Held(Reply):
    """So many of an item."""

    item: Annotated[str, "Item"]
    count: int = Field(default=1, ge=1, le=999)


class Reflection(Reply):
    """What is there, and what came of the last action."""

    sees: tuple[Annotated[str, "Material"], ...] = Field(default=(), max_length=_MOST)
    """Materials and beings around."""
    facing: Annotated[str, "Facing"] = NONE
    inventory: tuple[Held, ...] = Field(default=(), max_length=_MOST)
    last_action: Annotated[str, "ActionOrNone"] = NONE
    last_result: Status = Status.IN_PROGRESS
    last_result_reason: Words = ""
    repeated: Words = ""
    """Why the last action was or is repeated, if it was."""


class Aims(Reply):
    """What it is all for, and what it is about now."""

    ultimate: Annotated[str, "LongTermGoal"]
    long_term: Annotated[str, "LongTermGoal"]
    """The next large thing on the way to the ultimate goal."""
    subgoals: Words = ""
    """What the long-term goal takes."""
    progress: Words = ""
    """How far the long-term goal has come."""
    long_term_status: Status = Status.IN_PROGRESS
    current: Annotated[str, "GoalName"]
    """The goal that is worked on now."""
    reason: Words = ""
    status: Status = Status.IN_PROGRESS


class NextAction(Reply):
    """What comes to mind first, whether it can be done, and what is done."""

    considered: Annotated[str, "ActionOrNone"] = NONE
    considered_reason: Words = ""
    prerequisites_met: bool = True
    missing: Words = ""
    """What the considered action lacks."""
    name: Annotated[str, "ActionName"]
    """The action that is done."""
    reason: Words = ""
    destination: Annotated[str, "Destination"] = NONE
    """Of `navigate`."""
    item: Annotated[str, "Shareable"] = NONE
    """Of `share`."""
    recipient: Annotated[str, "Other"] = NONE
    """Of `share`."""

    @property
    def words(self) -> str:
        """The action in words: `do`, `navigate to tree`, `share wood with agent_0`."""
        if self.name == NAVIGATE:
            return f"{self.name} to {self.destination}"
        return (
            f"{self.name} {self.item} with {self.recipient}"
            if self.name == SHARE
            else str(self.name)
        )

    @model_validator(mode="after")
    def _whole(self) -> "NextAction":
        if self.name == NAVIGATE and self.destination == NONE:
            raise ValueError("navigate needs a destination")
        if self.name == SHARE and NONE in (self.item, self.recipient):
            raise ValueError("share needs an item and a recipient")
        return self


class Collaboration(Reply):
    """Whom the agent helps and how, who helps it, and what it asks for."""

    helps: Annotated[str, "Other"] = NONE
    need: Annotated[str, "ItemOrNone"] = NONE
    """What the helped agent needs."""
    how: Words = ""
    can_help_now: bool = False
    helped_by: Annotated[str, "Other"] = NONE
    how_helped: Words = ""
    change: Words = ""
    """What the help changes in the plan."""
    requests: tuple[Held, ...] = Field(default=(), max_length=_MOST)
    """What it asks the others for."""
    message: Words = ""
    """A word to the others in its own words."""


class Response(Reply):
    """One decision. `World.answer` narrows every choice to those of a world."""

    reflection: Reflection = Reflection()
    goal: Aims
    action: NextAction
    collaboration: Collaboration = Collaboration()
    summary: Annotated[str, Field(max_length=2000)] = ""
    """What happened and what comes next, in the past tense, for the agent's own memory."""


def _choices(world: World, agent: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    others = tuple(name for name in world.names if name != agent)
    around = tuple(name for name in world.materials if name != agent)
    return (
        ("Material", around),
        ("Facing", (*around, NONE)),
        ("Item", world.items),
        ("ItemOrNone", (*world.items, NONE)),
        ("Shareable", (*world.rules.shareable, NONE) if others else (NONE,)),
        ("ActionName", world.actions),
        ("ActionOrNone", (*world.actions, NONE)),
        ("GoalName", world.goals),
        ("LongTermGoal", world.long_term_goals),
        ("Destination", (*(name for name in world.destinations if name != agent), NONE)),
        ("Other", (*others, NONE)),
    )


@cache
def _narrowed(choices: tuple[tuple[str, tuple[str, ...]], ...]) -> type[Response]:
    """Return `Response` with these choices for the texts that name them, in all of its parts."""
    make: Any = _Choice  # type checkers want to see its members
    made: type[Response] = _narrow(
        Response, {name: make(name, {value: value for value in values}) for name, values in choices}
    )
    return made


def _narrow(kind: Any, kinds: dict[Any, Any]) -> Any:
    """Return a type with the choices that it names: a marked text, a part, a tuple of either."""
    inner = get_args(kind)
    if get_origin(kind) is tuple:
        return tuple[_narrow(inner[0], kinds), ...]  # type: ignore[misc]
    if inner:
        return kinds[inner[1]]
    if issubclass(kind, Reply) and kind not in kinds:
        kinds[kind] = _part(kind, kinds)
    return kinds.get(kind, kind)


def _part(base: type[BaseModel], kinds: dict[Any, Any]) -> Any:
    """Return a model with the narrower types of its fields."""
    make: Any = create_model
    fields: dict[str, Any] = {}
    for name, old in base.model_fields.items():
        marks = [kinds[mark] for mark in old.metadata if mark in kinds]
        kind = marks[0] if marks else _narrow(old.annotation, kinds)
        if kind == old.annotation:
            continue
        if old.is_required():
            fields[name] = (kind, ...)
        elif isinstance(old.default, str):
            fields[name] = (kind, kind(old.default))
        elif isinstance(old.default, BaseModel):
            fields[name] = (kind, kind())
        else:
            fields[name] = (kind, Field(old.default, max_length=_MOST))
    return make(base.__name__, __base__=base, __doc__=base.__doc__, __module__=__name__, **fields)
