"""A small house whose stove is broken, and a scripted mind that plays in it."""

import re
from collections.abc import Mapping
from typing import Any

from clew.agents.graph_memory import GraphMemory
from clew.agents.reasonplanner.agent import ReasonPlanner
from clew.agents.reasonplanner.settings import Settings
from clew.agents.reasonplanner.tasks import (
    AnswerFromWorld,
    BreakDown,
    NextState,
    Review,
    SummariseStep,
    TwoEntities,
)
from clew.learn.tasks import Extract, Revise
from clew.llm.base import Task
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory

TASK = "Your task is to boil the water."
TEMPLATES = ("go to LOC", "take OBJ", "put OBJ on OBJ", "activate OBJ", "look around", "wait")
ROOMS = {
    "kitchen": "The stove is in the kitchen.",
    "yard": "The fire is in the yard.",
    "hall": "The hall is empty.",
}
BROKEN = "The stove does not start. The stove is broken."
_STATED = re.compile(r"The ([a-z]+) (is in|is on|is) (?:the )?([a-z]+)\.")


class Kitchen:
    """Three rooms, a pot of water, a stove that does not work and a fire that does.

    The score is 0, 40 with the pot in hand, 70 with the pot on the fire and 100 when it boils. A
    cup may be the white or the blue one: the world asks back.
    """

    def reset(self, *, seed: int | None = None) -> tuple[str, dict[str, Any]]:
        del seed
        self.here, self.pot, self.lit = "kitchen", "kitchen", False
        self.choices: tuple[str, ...] = ()
        return f"{self._look()}\n\n{TASK}", self._info()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        before = self._score()
        said = self._do(action)
        return said, float(self._score() - before), self._score() == 100, False, self._info()

    def _do(self, action: str) -> str:
        verb, _, rest = action.partition(" ")
        if self.choices:
            chosen = self.choices[int(action)]
            self.choices = ()
            return f"You take the {chosen}."
        if action == "take cup":
            self.choices = ("white cup", "blue cup")
            return "Which one?"
        if action.startswith("go to ") and action.removeprefix("go to ") in ROOMS:
            self.here = action.removeprefix("go to ")
            return self._look()
        if action == "take pot" and self.pot == self.here:
            self.pot = "inventory"
            return "You take the pot. The pot is in inventory."
        if action == "put pot on fire" and self.here == "yard" and self.pot == "inventory":
            self.pot = "fire"
            return "The pot is on the fire."
        if verb == "activate":
            self.lit = rest == "fire" and self.here == "yard"
            return BROKEN if rest == "stove" else "It burns."
        return "Nothing happens."

    def _look(self) -> str:
        pot = " The pot is in the kitchen." if self.pot == self.here == "kitchen" else ""
        return f"You are in the {self.here}. {ROOMS[self.here]}{pot}"

    def _score(self) -> int:
        if self.pot == "fire":
            return 100 if self.lit else 70
        return 40 if self.pot == "inventory" else 0

    def _info(self) -> dict[str, Any]:
        return {
            "location": self.here,
            "inventory": "a pot" if self.pot == "inventory" else "nothing",
            "score": self._score(),
            "templates": TEMPLATES,
            "objects": {"kitchen": ("pot", "stove"), "yard": ("fire",), "hall": ()}[self.here],
            "choices": self.choices,
        }


def read(task: Extract) -> dict[str, Any]:
    """Return the facts that a text of the house states."""
    facts = [dict(zip(("subject", "relation", "object"), one, strict=True))
             for one in _STATED.findall(task.text)]  # fmt: skip
    return {"facts": facts}


def answer(task: AnswerFromWorld) -> dict[str, Any]:
    """Return the last line as the answer."""
    return {"answer": task.lines[-1].partition(" [")[0], "citations": [len(task.lines)]}


def same(task: BreakDown) -> dict[str, Any]:
    """Return the step as its only command."""
    turn = task.turn
    return {"commands": [{"action": turn.action, "response": turn.response, "state": turn.state}]}


DEFAULTS: Mapping[type[Task[Any]], Any] = {
    Extract: read,
    Revise: {"pairs": []},
    SummariseStep: lambda task: {"summary": f"The player did this: {task.action}. {task.response}"},
    TwoEntities: lambda task: {"entities": task.known[:2]},
    AnswerFromWorld: answer,
    NextState: {"state": "It went well."},
    BreakDown: same,
    Review: {"replan": False},
}


def mind(replies: Mapping[Any, Any]) -> ScriptedModel:
    """Return a model with a reply for each type of task: one, a list of them, or a function."""
    table = {**DEFAULTS, **replies}
    lists = {kind: iter(one) for kind, one in table.items() if isinstance(one, list)}

    def reply(task: Task[Any]) -> Any:
        kind = next(each for each in type(task).__mro__ if each in table)
        if kind in lists:
            return next(lists[kind])
        return table[kind](task) if callable(table[kind]) else table[kind]

    return ScriptedModel(reply)


def acting(*actions: str) -> list[dict[str, str]]:
    """Return replies to `NextAction`, each with a response."""
    return [{"action": action, "response": f"You {action}."} for action in actions]


def steps(*actions: str) -> dict[str, Any]:
    """Return a reply to `Imagine`."""
    return {"steps": [{**one, "state": "It went well."} for one in acting(*actions)]}


def player(model: ScriptedModel, memory: Memory | None = None, **settings: Any) -> ReasonPlanner:
    """Return an agent whose memory is a new one, or given."""
    kept = memory or Memory.open(embedder="hashing", model=model)
    return ReasonPlanner(model, GraphMemory(kept), settings=calls(**settings))


def calls(**settings: Any) -> Settings:
    """Return settings, by default with the paper's way to plan."""
    return Settings(**{"plan": "calls", **settings})


def asked(model: ScriptedModel, kind: type[Task[Any]]) -> list[Any]:
    """Return the tasks of a type that a model was given."""
    return [task for task in model.asked if type(task) is kind]
