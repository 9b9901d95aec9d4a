"""An agent's memory: a notebook in which each text is found by the names that it holds.

python examples/extending/memory.py
(cd examples/extending && clew play environment:Corridor --remember-with memory:Notebook)
"""

from collections.abc import Sequence

from environment import Corridor

from clew import Memory, mind_named
from clew.agents.ariadne.agent import Ariadne
from clew.agents.memory import Brought
from clew.agents.memory_kinds import Setup, memory_named
from clew.agents.rollout import rollout
from clew.llm.base import Usage
from clew.plugins import MEMORIES


class Notebook:
    """Keeps every text once; brings up those that name what the agent has in mind."""

    def __init__(self, setup: Setup) -> None:
        self.pages: dict[str, None] = {}

    def learn(self, step: int, text: str, action: str = "") -> None:
        self.pages[text] = None

    def recall(self, focus: Sequence[tuple[str, int]], plan: str, recent: Sequence[str]) -> Brought:
        names = [name.casefold() for name, _ in focus]
        found = (page for page in self.pages if any(name in page.casefold() for name in names))
        return Brought(texts=tuple(page for page in found if page not in recent))

    def spent(self) -> Usage:
        return Usage()  # no model was asked


if __name__ == "__main__":
    MEMORIES.add("notebook", Notebook)
    mind = mind_named("textworld")
    with Memory.open(":memory:", embedder=None) as kept:
        notebook = memory_named("notebook", memory=kept, model=mind)
        rollout(Corridor(), Ariadne(mind, notebook), seed=0, max_steps=20)
        for text in notebook.recall([("lamp", 1)], plan="", recent=[]).texts:
            print(text)
