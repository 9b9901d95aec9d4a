"""The configurations that `clew bench qa` compares: a method and the kinds it may not traverse.

`ask` is `Memory.ask` as users call it, and `ask-iterative` the same in iterative mode. Every other
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
from clew.recall.search.catalogue import personalai
from clew.recall.selection import DEFAULT_RETRIEVER, Selection, retriever_named

__all__ = [
    "ALGORITHMS",
    "ASKING",
    "RESTRICTIONS",
    "Configuration",
    "configurations_of",
    "retriever_of",
]

ASKING: Mapping[str, Mode] = MappingProxyType({"ask": Mode.PLAIN, "ask-iterative": Mode.ITERATIVE})
"""The methods that call `Memory.ask`."""
ALGORITHMS: Mapping[str, Retriever] = MappingProxyType(
    {
        "WC": personalai("circles"),
        "AS": personalai("astar"),
        "BS": personalai("beam"),
        "WC+BS": personalai("circles", "beam"),
        "BS+AS": personalai("beam", "astar"),
        "AS+WC": personalai("astar", "circles"),
    }
)
"""PersonalAI's six algorithms, with its names, parameters and order (table 6)."""
RESTRICTIONS: Mapping[str, frozenset[Kind]] = MappingProxyType(
    {
        "all": frozenset(),
        "E": frozenset({Kind.EPISODE}),
        "T": frozenset({Kind.THESIS}),
        "O": frozenset({Kind.ENTITY}),
    }
)
"""What is neither traversed nor returned, by the paper's names: nothing, episodes, theses,
entities ("object" vertices)."""


@dataclass(frozen=True, slots=True)
class Configuration:
    """One way of answering."""

    method: str
    """One of `ASKING`, of `ALGORITHMS`, or any retriever by name."""
    restriction: str = "all"

    @property
    def name(self) -> str:
        """The name in logs and reports."""
        return self.method if self.restriction == "all" else f"{self.method}/{self.restriction}"

    def asking(self, retriever: Retriever, k: int) -> Asking:
        """Return how to ask a question.

        Args:
            retriever: what searches; usually `retriever_of(self.method)`.
            k: rows of evidence for the methods that answer from a retriever's rows alone.
        """
        skip = RESTRICTIONS[self.restriction]
        if self.method in ASKING:
            return Asking(mode=ASKING[self.method], skip=skip, retriever=retriever)
        return Asking(
            retriever=retriever,
            selection=Selection(reranker=None),
            skip=skip,
            linked=False,
            limits=QALimits(facts=k, passages=k, recall=Limits(k=k)),
        )


def configurations_of(
    methods: Iterable[str], restrictions: Iterable[str] = ("all",)
) -> tuple[Configuration, ...]:
    """Return every method under every restriction, each once.

    Raises:
        UnknownNameError: there is no such method or restriction.
    """
    chosen = list(dict.fromkeys(restrictions))
    for restriction in chosen:
        if restriction not in RESTRICTIONS:
            raise UnknownNameError("restriction", restriction, RESTRICTIONS)
    found = []
    for method in dict.fromkeys(methods):
        retriever_of(method)
        found += [Configuration(method, restriction) for restriction in chosen]
    return tuple(found)


def retriever_of(method: str) -> Retriever:
    """Return a method's retriever; for `ASKING`, the default one.

    Raises:
        UnknownNameError: there is no such method.
        UsageError: a `MODULE:NAME` that cannot be imported.
    """
    if method in ASKING:
        return retriever_named(DEFAULT_RETRIEVER)
    if method in ALGORITHMS:
        return ALGORITHMS[method]
    if method not in RETRIEVERS and ":" not in method:
        raise UnknownNameError("method", method, [*ASKING, *ALGORITHMS, *RETRIEVERS])
    return retriever_named(method)
