"""An environment: a corridor of rooms with a lamp at its end.

python examples/extending/environment.py
(cd examples/extending && clew play environment:Corridor --rooms 4)
"""

from clew import mind_named
from clew.agents.ariadne.agent import Ariadne
from clew.agents.memory import History
from clew.agents.rollout import rollout
from clew.envs.registry import make
from clew.plugins import ENVIRONMENTS


class Corridor:
    """Gymnasium's API over texts; the agent reads `admissible_actions` and `location`."""

    def __init__(self, rooms: int = 5) -> None:
        self.rooms = rooms

    def reset(self, *, seed: int | None = None) -> tuple[str, dict]:
        self.at = 0
        return f"{self.seen()}\n\nFind the lamp.", self.info()

    def step(self, action: str) -> tuple[str, float, bool, bool, dict]:
        if action == "take lamp":
            return "You take the lamp.", 1.0, True, False, {**self.info(), "won": True}
        self.at += {"go east": 1, "go west": -1}.get(action, 0)
        return self.seen(), 0.0, False, False, self.info()

    def seen(self) -> str:
        lamp = " There is a lamp on the floor." if self.at == self.rooms - 1 else ""
        return f"-= Room {self.at} =-\nYou are in a corridor.{lamp}"

    def info(self) -> dict:
        here = {"go west": self.at > 0, "go east": self.at < self.rooms - 1}
        here["take lamp"] = self.at == self.rooms - 1
        actions = tuple(action for action, can in here.items() if can)
        return {"admissible_actions": actions, "location": f"Room {self.at}"}


if __name__ == "__main__":
    ENVIRONMENTS.add("my/Corridor-v0", Corridor)
    env = make("my/Corridor-v0", rooms=5)
    outcome = rollout(env, Ariadne(mind_named("textworld"), History()), seed=0, max_steps=20)
    print(f"won: {outcome.won}, after {outcome.decisions} decisions, score {outcome.score:g}")
