"""clew's own agent memories, each made from one `Setup`."""

from dataclasses import dataclass
from typing import Any

from clew.agents.graph_memory import GraphMemory
from clew.agents.memory import AgentMemory, History, Nothing
from clew.agents.rag_memory import RagMemory
from clew.agents.summary_memory import SummaryMemory
from clew.learn.tasks import Extract
from clew.llm.base import Model, rule_of
from clew.memory import Memory
from clew.plugins import MEMORIES

__all__ = [
    "Setup",
    "graph",
    "history",
    "history_unlimited",
    "memory_named",
    "none",
    "rag",
    "summary",
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What is available to build an agent memory."""

    memory: Memory
    """The file that the graph learns into; other memories use its embedder too."""
    model: Model
    """Extracts, rates and summarises texts."""
    run: str = "play"
    """What is played: runs of one name are attempts at the same world."""
    resume: bool = False
    """Whether the newest run of that name goes on; else a new one begins."""
    episodes: int = 2
    """Texts that the graph recalls besides facts; 0 is AriGraph's ablation."""


def memory_named(name: str, **setup: Any) -> AgentMemory:
    """Return a new agent memory from `clew.plugins.MEMORIES`; the rest is its `Setup`.

    Raises:
        UnknownNameError: no memory has that name.
        UsageError: `rag` without an embedder; a `MODULE:NAME` that cannot be imported; a run to
            resume that is over.
    """
    made: AgentMemory = MEMORIES.find(name)(Setup(**setup))
    return made


def graph(setup: Setup) -> AgentMemory:
    """Return the temporal graph, searched as AriGraph does."""
    # Rules read what a world prints; a language model is told what it answers, too.
    told = rule_of(setup.memory.model, Extract) is None
    more = {"resume": setup.resume, "answers": told}
    return GraphMemory(setup.memory, run=setup.run, episodes=setup.episodes, **more)


def history(setup: Setup) -> AgentMemory:
    """Return a memory that recalls the newest texts that fit the budget."""
    del setup
    return History()


def history_unlimited(setup: Setup) -> AgentMemory:
    """Return a memory that recalls all texts, at a cost that grows with every step."""
    del setup
    return History(budget=None)


def summary(setup: Setup) -> AgentMemory:
    """Return a memory that rewrites a summary with every text."""
    return SummaryMemory(setup.model)


def rag(setup: Setup) -> AgentMemory:
    """Return a memory that retrieves texts by recency, importance and relevance."""
    return RagMemory(setup.model, setup.memory.embedder)


def none(setup: Setup) -> AgentMemory:
    """Return a memory that stores nothing."""
    del setup
    return Nothing()
