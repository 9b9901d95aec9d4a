"""A quay with a boat: enough of a world for agents that think step by step."""

from typing import Any

TASK = "Your task is to sail."
TEMPLATES = ("go to LOC", "take OBJ", "sail", "look around")


class Quay:
    """A rope is in the loft; who sails without it drowns. The score is 0, 50 with the rope, 100.

    `listed`: whether `info` has `admissible_actions`; else it has `templates`.
    """

    def __init__(self, *, listed: bool = False) -> None:
        self.listed, self.closed = listed, 0

    def reset(self, *, seed: int | None = None) -> tuple[str, dict[str, Any]]:
        del seed
        self.here, self.rope, self.sailed = "quay", "loft", False
        return f"You are on the quay.\n\n{TASK}", self._info()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        before = self._score()
        said = self._do(action)
        return said, float(self._score() - before), self.sailed, False, self._info()

    def close(self) -> None:
        self.closed += 1

    def _do(self, action: str) -> str:
        if action in ("go to loft", "go to quay"):
            self.here = action.removeprefix("go to ")
            return f"You are in the {self.here}."
        if action == "take rope" and (self.here, self.rope) == ("loft", "loft"):
            self.rope = "inventory"
            return "You take the rope."
        if action == "sail" and self.here == "quay":
            self.sailed = True
            return "You sail." if self.rope == "inventory" else "The boat drifts away. You drown."
        return "Nothing happens."

    def _score(self) -> int:
        return 50 * (self.rope == "inventory") + 50 * (self.sailed and self.rope == "inventory")

    def _info(self) -> dict[str, Any]:
        moves = ("take rope", "go to quay") if self.here == "loft" else ("go to loft", "sail")
        return {
            "location": self.here,
            "inventory": "a rope" if self.rope == "inventory" else "nothing",
            "score": self._score(),
            "won": self.sailed and self.rope == "inventory",
            "objects": ("rope",) if self.here == "loft" else ("boat",),
            **({"admissible_actions": moves} if self.listed else {"templates": TEMPLATES}),
        }
