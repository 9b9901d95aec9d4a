"""clew: a temporal graph memory for language-model agents, in one file, offline by default.

Public names are loaded when first used, so that `import clew` stays cheap.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from clew.collector import collector_paused

if TYPE_CHECKING:
    from clew import plugins
    from clew.agents.base import Agent, Decision, Move
    from clew.agents.memory import AgentMemory
    from clew.agents.rollout import rollout
    from clew.ask.asking import Answer, Asking
    from clew.async_memory import AsyncMemory
    from clew.embed.base import Embedder
    from clew.errors import ClewError
    from clew.graph.filters import Filter
    from clew.graph.times import parse_time
    from clew.graph.types import AsOf, Entity, Episode, Fact, Goal, Kind, Thesis
    from clew.graph.view import View
    from clew.learn.conversation.chat_message import ChatMessage
    from clew.learn.domain import Domain
    from clew.learn.items.correcting import Correction
    from clew.learn.observe import Input, Receipt
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
    from clew.remote_memory import RemoteMemory
    from clew.tools import MemoryTools
    from clew.wiring import mind_named

__version__ = "0.1.0"

_HOMES = {
    name: module
    for module, names in {
        "clew.agents.base": "Agent Decision Move",
        "clew.agents.memory": "AgentMemory",
        "clew.agents.rollout": "rollout",
        "clew.ask.asking": "Answer Asking",
        "clew.async_memory": "AsyncMemory",
        "clew.embed.base": "Embedder",
        "clew.errors": "ClewError",
        "clew.graph.filters": "Filter",
        "clew.graph.times": "parse_time",
        "clew.graph.types": "AsOf Entity Episode Fact Goal Kind Thesis",
        "clew.graph.view": "View",
        "clew.learn.conversation.chat_message": "ChatMessage",
        "clew.learn.domain": "Domain",
        "clew.learn.items.correcting": "Correction",
        "clew.learn.observe": "Input Receipt",
        "clew.learn.write": "NewEdge NewNode",
        "clew.llm.base": "Model Result Task",
        "clew.llm.rules": "Rules",
        "clew.memory": "Memory",
        "clew.recall.base": "Limits Query Recalled Retriever Scored",
        "clew.recall.selection": "DEFAULT_RETRIEVER Reranker Selection reranker_named"
        " retriever_named",
        "clew.remote_memory": "RemoteMemory",
        "clew.tools": "MemoryTools",
        "clew.wiring": "mind_named",
    }.items()
    for name in names.split()
}
"""Where each public name is defined."""

__all__ = [
    "DEFAULT_RETRIEVER",
    "Agent",
    "AgentMemory",
    "Answer",
    "AsOf",
    "Asking",
    "AsyncMemory",
    "ChatMessage",
    "ClewError",
    "Correction",
    "Decision",
    "Domain",
    "Embedder",
    "Entity",
    "Episode",
    "Fact",
    "Filter",
    "Goal",
    "Input",
    "Kind",
    "Limits",
    "Memory",
    "MemoryTools",
    "Model",
    "Move",
    "NewEdge",
    "NewNode",
    "Query",
    "Recalled",
    "Receipt",
    "RemoteMemory",
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
    with collector_paused():  # a module's functions and classes all stay
        return getattr(import_module(_HOMES[name]), name)
