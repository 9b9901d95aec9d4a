"""The memories by name: one for each row of a comparison."""

from collections.abc import Sequence

from clew.agents.graph_memory import GraphMemory
from clew.agents.memory import AgentMemory, History, Nothing
from clew.agents.rag_memory import RagMemory
from clew.agents.summary_memory import SummaryMemory
from clew.errors import UnknownNameError
from clew.llm.base import Model
from clew.memory import Memory

__all__ = ["MEMORIES", "memory_named"]

MEMORIES: Sequence[str] = ("graph", "history", "history-unlimited", "summary", "rag", "none")


def memory_named(
    name: str, *, memory: Memory, model: Model, run: str = "play", episodes: int = 2
) -> AgentMemory:
    """Return a new agent memory.

    Args:
        name: one of `MEMORIES`.
        memory: the file that `graph` learns into; its embedder serves `rag` too.
        model: who rates and summarises texts for `rag` and `summary`; rules need those of
            `clew.agents.minds`.
        run: names what is learned from, in the file.
        episodes: texts that `graph` brings up beside facts; 0 is AriGraph's ablation.

    Raises:
        UnknownNameError: another name.
        UsageError: `rag` without an embedder.
    """
    if name == "graph":
        return GraphMemory(memory, run=run, episodes=episodes)
    if name == "rag":
        return RagMemory(model, memory.embedder)
    if name == "summary":
        return SummaryMemory(model)
    if name == "none":
        return Nothing()
    if name not in MEMORIES:
        raise UnknownNameError("agent memory", name, MEMORIES)
    return History() if name == "history" else History(budget=None)
