"""An agent: it does what it has done least often where it is.

python examples/extending/agent.py
(cd examples/extending && clew play environment:Corridor --agent agent:Restless)
"""

from collections import Counter

from environment import Corridor

from clew.agents.base import Decision, Info, Move
from clew.agents.memory import AgentMemory, Nothing
from clew.agents.rollout import rollout
from clew.llm.base import Model
from clew.plugins import AGENTS


class Restless:
    """Needs no model; what it sees goes to its memory, which can be asked afterwards."""

    def __init__(self, model: Model | None, memory: AgentMemory, **options: bool) -> None:
        self.memory, self.done, self.step = memory, Counter[tuple[str, str]](), 0

    def begin(self, observation: str, info: Info) -> None:
        self.memory.learn(self.step, observation)

    def act(self, observation: str, info: Info) -> Decision:
        here, actions = info["location"], info["admissible_actions"]
        action = min(reversed(actions), key=lambda one: self.done[here, one])
        self.done[here, action] += 1
        return Decision(action=action, moves=(Move(action),), reason="done least often here")

    def again(self, observation: str, decision: dict) -> None:
        """Take over a decision of a run that was cut off."""

    def learn(self, move: Move, observation: str, info: Info) -> None:
        self.step += 1
        self.memory.learn(self.step, observation, move.action)


if __name__ == "__main__":
    AGENTS.add("restless", Restless)
    agent = AGENTS.find("restless")(None, Nothing())
    outcome = rollout(Corridor(), agent, seed=0, max_steps=50)
    print(f"won: {outcome.won}, after {outcome.decisions} decisions")
