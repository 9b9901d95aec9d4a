"""A small parser game in Python: a lamp, a door, a cellar; it understands few commands."""

from typing import Any

from clew.agents.baselines.chance import chance
from clew.memory import Memory

GIVEN: list[tuple[bool, str, bool]] = []
"""What `noting` was given: whether it was a file, what is played, whether a run goes on."""
UNKNOWN = "That's not a verb I recognise."
ABSENT = "You can't see any such thing."
MUMBLE = '"Pardon?" mumbles the parser.'


class Cellar:
    """Take the lamp, open the door, go down: won. Going down without the lamp loses.

    What it does not understand, and what begins with "sing", changes nothing.
    """

    def __init__(self, *, listed: bool = False) -> None:
        self.listed = listed

    def reset(self, *, seed: int | None = None) -> tuple[str, dict[str, Any]]:
        del seed
        self.lamp = self.open = False
        self.won = self.lost = False
        return "Hall\nA lamp is here. A door leads down.", self._info()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict[str, Any]]:
        said = self._do(action)
        return said, float(self.won), self.won or self.lost, False, self._info()

    def _do(self, action: str) -> str:
        verb, _, thing = action.partition(" ")
        if verb == "sing":
            return MUMBLE
        if verb not in ("take", "open", "examine", "go", "look"):
            return UNKNOWN
        if verb in ("take", "open", "examine") and thing not in ("lamp", "door"):
            return ABSENT
        if action == "take lamp":
            self.lamp = True
            return "Taken."
        if action == "open door":
            self.open = True
            return "You open the door."
        if action == "go down" and self.open:
            self.won, self.lost = self.lamp, not self.lamp
            return "You have won." if self.won else "You fall."
        return "You can't go that way." if verb == "go" else "Nothing special."

    def _info(self) -> dict[str, Any]:
        listed = {"admissible_actions": ("go down", "open door", "take lamp")}
        return {"location": "Hall", "won": self.won, **(listed if self.listed else {})}


def noting(
    model: Any, memory: Any, *, seed: int, file: Memory, game: str, resume: bool, **options: bool
) -> Any:
    """Return chance, and note what it was given besides."""
    GIVEN.append((isinstance(file, Memory), game, resume))
    return chance(model, memory, seed=seed, **options)
