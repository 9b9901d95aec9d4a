"""`Tape`: the replies of one attempt in an AriGraph log, given when our agent asks for them."""

import json
import re
from collections.abc import Sequence
from typing import Any

from clew.agents.ariadne.tasks import Choose, Explore, MakePlan
from clew.agents.worldmap import OPPOSITE
from clew.ask.tasks import QueryEntities
from clew.learn.tasks import Extract, Revise
from clew.llm.base import Task
from experiments.textworld.replay import Logged, Replayed, Triple, triple_of

__all__ = ["Tape", "bare", "same_way"]

_COOK = re.compile(r"(fry|roast|grill) (.+) with (?:stove|oven|BBQ)", re.IGNORECASE)


class Tape:
    """Answers as the log did at the current step."""

    def __init__(self, rows: Sequence[dict[str, Any]], log: str) -> None:
        self.rows = rows
        self.at = 0
        self.rooms: tuple[str, ...] = ()
        self.replaced: set[Triple] = set()
        """What the log's pairs have replaced so far."""
        self.taught: set[Triple] = set()
        """What its extractions have said so far."""
        self._logged = Logged(Replayed(log))
        self._taught = False
        """Whether the log has a reply for the current text; it has none for rooms on the way."""

    def teach(self, row: int | None) -> None:
        """Answer with the extraction of a row, or with nothing."""
        self._taught = row is not None and row < len(self.rows)
        if self._taught:
            assert row is not None
            self._logged.turn_to(self.rows[row])
            new, pairs = self.rows[row]["new_triplets"], self.rows[row]["outdated_pairs"]
            self.taught |= {same_way(triple_of(one)) for one in new if one.count(", ") == 2}
            self.replaced |= {same_way(triple_of(old)) for old, _ in pairs if old.count(", ") == 2}

    @property
    def row(self) -> dict[str, Any]:
        """The step to decide now."""
        return self.rows[min(self.at, len(self.rows) - 1)]

    @property
    def action(self) -> str:
        """The logged action, with rooms and cooking worded as in this game."""
        action = _COOK.sub(r"\1 \2", str(self.row["action"]))
        to = action.casefold().removeprefix("go to ")
        if to != action.casefold():
            for room in self.rooms:
                if bare(room) == bare(to):
                    return f"go to {room}"
        return action

    def reply(self, task: Task[Any]) -> object:
        """Return the log's answer."""
        if isinstance(task, Extract):
            return self._logged.reply(task) if self._taught else {"facts": []}
        if isinstance(task, Revise):
            return self._logged.reply(task) if self._taught else {"pairs": []}
        row = self.row
        if isinstance(task, QueryEntities):
            items = row["crucial_items"] or {}
            depths = [
                {"name": name, "depth": max(1, min(3, int(depth)))} for name, depth in items.items()
            ]
            return {"entities": depths}
        if isinstance(task, Explore):
            return {"explore": not str(row["if_explore"] or "True").startswith("False")}
        if isinstance(task, MakePlan):
            return _plan(row["plan"] or "")
        assert isinstance(task, Choose)
        return {"reason": "as logged", "action": self.action}


def _plan(logged: str) -> object:
    """Return a logged plan in our form; one that is not JSON is returned unchanged."""
    try:
        read = json.loads(logged)
        steps = [
            {
                "sub_goal": next(v for k, v in one.items() if k.startswith("sub_goal")),
                "reason": str(one.get("reason", "")),
            }
            for one in read["plan_steps"]
        ]
    except (ValueError, KeyError, TypeError, AttributeError, StopIteration):
        return logged
    return {"main_goal": str(read.get("main_goal", "")), "steps": steps}


def bare(text: str) -> str:
    """Return a text without the authors' changes: blanks, letter case, a recipe's number."""
    return re.sub(r"\s+", "", text.casefold().replace("recipe #1", "recipe"))


def same_way(triple: Triple) -> Triple:
    """Return one form for the two ways to state the direction between two rooms."""
    subject, relation, thing = triple
    side = relation.removeprefix("is ").removesuffix(" of")
    if relation == f"is {side} of" and side in ("north", "west"):
        return thing, f"is {OPPOSITE[side]} of", subject
    return triple
