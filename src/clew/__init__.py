"""clew: a temporal graph memory for language-model agents, in one file, offline by default.

Public names are loaded when first used, so that `import clew` stays cheap.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clew.ask.answers import Answer
    from clew.ask.asking import Asking
    from clew.errors import ClewError
    from clew.graph.times import parse_time
    from clew.graph.types import AsOf, Entity, Episode, Fact, Goal, Kind, Thesis
    from clew.learn.observe import Input
    from clew.learn.receipt import Receipt
    from clew.learn.write import NewEdge, NewNode
    from clew.memory import Memory, Recalled
    from clew.recall.named import DEFAULT_RETRIEVER, reranker_named, retriever_named
    from clew.recall.selection import Selection
    from clew.wiring import mind_named

__all__ = [
    "DEFAULT_RETRIEVER",
    "Answer",
    "AsOf",
    "Asking",
    "ClewError",
    "Entity",
    "Episode",
    "Fact",
    "Goal",
    "Input",
    "Kind",
    "Memory",
    "NewEdge",
    "NewNode",
    "Recalled",
    "Receipt",
    "Selection",
    "Thesis",
    "__version__",
    "mind_named",
    "parse_time",
    "reranker_named",
    "retriever_named",
]

__version__ = "0.1.0"

_HOMES = {
    "Answer": "clew.ask.answers",
    "Asking": "clew.ask.asking",
    "AsOf": "clew.graph.types",
    "ClewError": "clew.errors",
    "Entity": "clew.graph.types",
    "Episode": "clew.graph.types",
    "Fact": "clew.graph.types",
    "Goal": "clew.graph.types",
    "Input": "clew.learn.observe",
    "Kind": "clew.graph.types",
    "Memory": "clew.memory",
    "NewEdge": "clew.learn.write",
    "NewNode": "clew.learn.write",
    "Recalled": "clew.memory",
    "mind_named": "clew.wiring",
    "Receipt": "clew.learn.receipt",
    "Selection": "clew.recall.selection",
    "Thesis": "clew.graph.types",
    "parse_time": "clew.graph.times",
    "reranker_named": "clew.recall.named",
    "retriever_named": "clew.recall.named",
    "DEFAULT_RETRIEVER": "clew.recall.named",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(f"module 'clew' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)
