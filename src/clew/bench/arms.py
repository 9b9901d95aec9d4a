"""Ways of answering that are compared: an algorithm of recall, and what it may not walk through.

Every way but those of `ASKING` is PersonalAI's QA pipeline (section 3): the question's entities are
linked, a retriever gives the best `k` facts, theses and episodes, and the model answers from these
alone, or abstains. `ask` is `Memory.ask` as users have it, which also looks up all facts of what is
named; `ask-iterative` looks until what was found suffices.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType

from clew.ask.asking import Mode
from clew.ask.evidence import Linker, Passage, TimedView
from clew.ask.tasks import AnswerQuestion
from clew.errors import UnknownNameError
from clew.graph.types import Episode, Fact, Item, Kind, Thesis
from clew.minds.english.asking.parse import parse
from clew.recall.base import Limits, Retriever, Scored
from clew.recall.query import Asked, query_for
from clew.recall.search.catalogue import RETRIEVERS
from clew.recall.search.presets import personalai

__all__ = ["ALGORITHMS", "ASKING", "RESTRICTIONS", "Arm", "arms_of", "gathered", "retriever_of"]

ASKING: Mapping[str, Mode] = MappingProxyType({"ask": Mode.PLAIN, "ask-iterative": Mode.ITERATIVE})
"""The product's own ways."""
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
"""PersonalAI's six, under its names, in the order of its table 6, with the values it gives."""
RESTRICTIONS: Mapping[str, frozenset[Kind]] = MappingProxyType(
    {
        "all": frozenset(),
        "E": frozenset({Kind.EPISODE}),
        "T": frozenset({Kind.THESIS}),
        "O": frozenset({Kind.ENTITY}),
    }
)
"""What is neither walked through nor returned, under the paper's names: nothing, episodes, theses,
entities ("object" vertices)."""


@dataclass(frozen=True, slots=True)
class Arm:
    """One way of answering."""

    method: str
    """One of `ASKING`, of `ALGORITHMS`, or of `clew.recall.search.catalogue.RETRIEVERS`."""
    restriction: str = "all"

    @property
    def name(self) -> str:
        """What to show and record."""
        return self.method if self.restriction == "all" else f"{self.method}/{self.restriction}"


def arms_of(methods: Iterable[str], restrictions: Iterable[str] = ("all",)) -> tuple[Arm, ...]:
    """Return every method under every restriction, each once.

    Raises:
        UnknownNameError: no method or restriction of that name.
    """
    chosen = list(dict.fromkeys(restrictions))
    for restriction in chosen:
        if restriction not in RESTRICTIONS:
            raise UnknownNameError("restriction", restriction, RESTRICTIONS)
    found = []
    for method in dict.fromkeys(methods):
        if method not in ASKING:
            retriever_of(method)
        found += [Arm(method, restriction) for restriction in chosen]
    return tuple(found)


def retriever_of(method: str) -> Retriever:
    """Return the retriever of a method.

    Raises:
        UnknownNameError: there is none of that name.
    """
    found = ALGORITHMS.get(method) or RETRIEVERS.get(method)
    if found is None:
        raise UnknownNameError("method", method, [*ASKING, *ALGORITHMS, *RETRIEVERS])
    return found


def gathered(
    view: TimedView, question: str, asked: Asked, arm: Arm, k: int
) -> tuple[AnswerQuestion, list[Scored]]:
    """Return a question with what an arm recalls for it, and the rows recalled, best first.

    Args:
        view: the memory, at the moment the question is asked.
        question: any text.
        asked: the same as read (`clew.recall.query`).
        arm: any but those of `ASKING`.
        k: rows to recall.
    """
    linker = Linker(view)
    for compound in (False, True):  # the names that offline rules may look for
        parse(question, linker.find, view.as_of.valid, compound=compound)
    query = query_for(view, asked, skip=RESTRICTIONS[arm.restriction])
    rows = retriever_of(arm.method).retrieve(view, query, Limits(k=k))
    items = view.items([row.id for row in rows])
    facts = tuple(item for item in items if isinstance(item, Fact))
    task = AnswerQuestion(question, view.as_of.valid, facts, _passages(items), linker.links)
    return task, rows


def _passages(items: Sequence[Item]) -> tuple[Passage, ...]:
    found = []
    for item in items:
        if isinstance(item, Thesis):
            period = item.valid_from, item.valid_to
            found.append(Passage(Kind.THESIS, item.id, item.text, *period, item.episodes))
        elif isinstance(item, Episode):
            found.append(Passage(Kind.EPISODE, item.id, item.text, item.at, None, (item.id,)))
    return tuple(found)
