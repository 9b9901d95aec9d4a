"""The ways of answering that `clew bench qa` compares.

`ask` is `Memory.ask` as users call it, and `ask-plain` the same with one look. Every other
method is PersonalAI's pipeline (section 3): the question's entities are linked, a retriever returns
the best rows, and the model answers from these alone or abstains.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from clew.ask.asking import Asking, Mode, QALimits
from clew.errors import UnknownNameError
from clew.graph.types import Kind
from clew.plugins import RETRIEVERS
from clew.recall.base import Limits, Retriever
from clew.recall.selection import DEFAULT_RETRIEVER, Selection, retriever_named

__all__ = ["ASKING", "Configuration", "configurations_of"]

ASKING: Mapping[str, Mode] = MappingProxyType({"ask": Mode.ADAPTIVE, "ask-plain": Mode.PLAIN})
"""The methods that call `Memory.ask`."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """One way of answering."""

    name: str
    """The name in logs and reports."""
    retriever: Retriever
    mode: Mode | None = None
    """How `Memory.ask` searches; `None`: the answer comes from the retriever's rows alone."""
    skip: frozenset[Kind] = frozenset()
    """What is neither traversed nor returned."""

    def asking(self, retriever: Retriever, k: int) -> Asking:
        """Return how to ask a question.

        Args:
            retriever: what searches: `self.retriever`, perhaps wrapped.
            k: rows of evidence for the methods that answer from a retriever's rows alone.
        """
        if self.mode is not None:
            return Asking(mode=self.mode, skip=self.skip, retriever=retriever)
        return Asking(
            retriever=retriever,
            selection=Selection(reranker=None),
            skip=self.skip,
            linked=False,
            limits=QALimits(facts=k, passages=k, recall=Limits(k=k)),
        )


def configurations_of(methods: Iterable[str]) -> tuple[Configuration, ...]:
    """Return the configuration of each method, `ASKING` or any retriever by name, each once.

    Raises:
        UnknownNameError: there is no such method.
        UsageError: a `MODULE:NAME` that cannot be imported.
    """
    return tuple(_configuration(method) for method in dict.fromkeys(methods))


def _configuration(method: str) -> Configuration:
    if method in ASKING:
        return Configuration(method, retriever_named(DEFAULT_RETRIEVER), ASKING[method])
    if method not in RETRIEVERS and ":" not in method:
        raise UnknownNameError("method", method, [*ASKING, *RETRIEVERS])
    return Configuration(method, retriever_named(method))
