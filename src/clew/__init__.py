"""clew: a temporal graph memory for language-model agents, in one file, offline by default.

Public names are loaded when first used, so that `import clew` stays cheap.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew import plugins
    from clew.agents.base import Agent, Decision, Move
    from clew.agents.memory import AgentMemory
    from clew.agents.rollout import rollout
    from clew.ask.asking import Answer, Asking
    from clew.embed.base import Embedder
    from clew.errors import ClewError
    from clew.graph.times import parse_time
    from clew.graph.types import AsOf, Entity, Episode, Fact, Goal, Kind, Thesis
    from clew.graph.view import View
    from clew.learn.observe import Input
    from clew.learn.receipt import Receipt
    from clew.learn.write import NewEdge, NewNode
    from clew.llm.base import Model, Result, Task
    from clew.llm.rules import Rules
    from clew.memory import Memory
    from clew.recall.base import Limits, Query, Recalled, Retriever, Scored
    from clew.recall.selection import (
        DEFAULT_RETRIEVER,
        Reranker,
        Selection,
        reranker_named,
        retriever_named,
    )
    from clew.wiring import mind_named

__version__ = "0.1.0"

_HOMES = {
    "Agent": "clew.agents.base",
    "AgentMemory": "clew.agents.memory",
    "Answer": "clew.ask.asking",
    "AsOf": "clew.graph.types",
    "Asking": "clew.ask.asking",
    "ClewError": "clew.errors",
    "DEFAULT_RETRIEVER": "clew.recall.selection",
    "Decision": "clew.agents.base",
    "Embedder": "clew.embed.base",
    "Entity": "clew.graph.types",
    "Episode": "clew.graph.types",
    "Fact": "clew.graph.types",
    "Goal": "clew.graph.types",
    "Input": "clew.learn.observe",
    "Kind": "clew.graph.types",
    "Limits": "clew.recall.base",
    "Memory": "clew.memory",
    "Model": "clew.llm.base",
    "Move": "clew.agents.base",
    "NewEdge": "clew.learn.write",
    "NewNode": "clew.learn.write",
    "Query": "clew.recall.base",
    "Recalled": "clew.recall.base",
    "Receipt": "clew.learn.receipt",
    "Reranker": "clew.recall.selection",
    "Result": "clew.llm.base",
    "Retriever": "clew.recall.base",
    "Rules": "clew.llm.rules",
    "Scored": "clew.recall.base",
    "Selection": "clew.recall.selection",
    "Task": "clew.llm.base",
    "Thesis": "clew.graph.types",
    "View": "clew.graph.view",
    "mind_named": "clew.wiring",
    "parse_time": "clew.graph.times",
    "reranker_named": "clew.recall.selection",
    "retriever_named": "clew.recall.selection",
    "rollout": "clew.agents.rollout",
}
"""Where each public name is defined."""

__all__ = [
    "DEFAULT_RETRIEVER",
    "Agent",
    "AgentMemory",
    "Answer",
    "AsOf",
    "Asking",
    "ClewError",
    "Decision",
    "Embedder",
    "Entity",
    "Episode",
    "Fact",
    "Goal",
    "Input",
    "Kind",
    "Limits",
    "Memory",
    "Model",
    "Move",
    "NewEdge",
    "NewNode",
    "Query",
    "Recalled",
    "Receipt",
    "Reranker",
    "Result",
    "Retriever",
    "Rules",
    "Scored",
    "Selection",
    "Task",
    "Thesis",
    "View",
    "__version__",
    "mind_named",
    "parse_time",
    "plugins",
    "reranker_named",
    "retriever_named",
    "rollout",
]


def __getattr__(name: str) -> object:
    if name == "plugins":  # a module, not a name in one
        return import_module("clew.plugins")
    if name not in _HOMES:
        raise AttributeError(f"module 'clew' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
