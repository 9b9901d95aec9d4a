"""PersonalAI's six algorithms and four restrictions, as ways of answering."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from clew.bench.configurations import Configuration, configurations_of
from clew.errors import UnknownNameError
from clew.graph.types import Kind
from clew.recall.base import Retriever
from clew.recall.search.catalogue import personalai

__all__ = ["ALGORITHMS", "RESTRICTIONS", "Tried", "tried"]

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
"""With the paper's names, parameters and order (table 6)."""
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
class Tried:
    """An algorithm under a restriction, and the way of answering that this is."""

    algorithm: str
    restriction: str
    configuration: Configuration


def tried(algorithms: Iterable[str], restrictions: Iterable[str]) -> list[Tried]:
    """Return every algorithm under every restriction, each once.

    Args:
        algorithms: of `ALGORITHMS`, or any method of `clew bench qa`.
        restrictions: of `RESTRICTIONS`.

    Raises:
        UnknownNameError: there is no such algorithm or restriction.
    """
    chosen = list(dict.fromkeys(restrictions))
    for restriction in chosen:
        if restriction not in RESTRICTIONS:
            raise UnknownNameError("restriction", restriction, RESTRICTIONS)
    found = []
    for name in dict.fromkeys(algorithms):
        if name in ALGORITHMS:
            plain = Configuration(name, ALGORITHMS[name])
        else:
            (plain,) = configurations_of([name])
        for restriction in chosen:
            skip = RESTRICTIONS[restriction]
            shown = f"{name}/{restriction}" if skip else name
            found.append(Tried(name, restriction, replace(plain, name=shown, skip=skip)))
    return found
