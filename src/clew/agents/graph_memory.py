"""The graph as an agent's memory: a clew file, searched as AriGraph does."""

from collections.abc import Sequence
from dataclasses import astuple

from clew.agents.memory import BUDGET, Brought, Statement
from clew.embed.base import TextKind
from clew.embed.recent import Recent
from clew.graph.types import AsOf, Episode, Fact, Kind
from clew.graph.view import View
from clew.learn.domain import Domain
from clew.learn.rereading import Rereading
from clew.learn.write import NewEdge, NewNode
from clew.llm.base import Usage
from clew.memory import Memory
from clew.recall.base import Limits, Probe, Query
from clew.recall.pack import count_tokens
from clew.recall.search.episodic import memory_search
from clew.recall.search.semantic import Semantic

__all__ = ["TEXT_WORLD", "GraphMemory"]

TEXT_WORLD = Domain(
    protected=("has exit", "is north of", "is south of", "is east of", "is west of"),
    reading=(
        'A text that tells you what "you" see and do is an observation of a game. The one who acts '
        'is "player", and what it carries is in "inventory": after taking a lamp the only fact '
        'about its place is "lamp | is in | inventory". Note where the player is, where each thing '
        'is ("is in", "is on"), what each thing is ("is | open", "is | locked"), each exit of a '
        'room ("Hall | has exit | east"), and what is needed for what.'
    ),
)
"""Observations of text worlds. Exits and directions are protected, as in AriGraph."""
_EDGES = 64
"""Most facts read for one named entity, newest first."""


class GraphMemory:
    """Learns every text as an episode; recalls facts around the focus, and their episodes.

    A repeated text becomes an episode too, but is not extracted again: the same words state the
    same facts at any step.

    Recall is AriGraph's memory search (arXiv 2407.04363, algorithm 1): a semantic search from each
    name in the focus to its depth, then the episodes with most of the facts found. Facts of an
    entity that the focus names exactly come first: an exact match beats similarity.

    Args:
        memory: the file; the agent knows its existing content.
        run: the source of the episodes, so that a resumed run learns nothing twice.
        episodes: how many texts are recalled; 0 is the paper's ablation.
        budget: tokens for facts and texts together.
        width: facts per query of the semantic search.
        again: extract a known text again, as AriGraph does.
        domain: the kind of text to learn from.
    """

    def __init__(
        self,
        memory: Memory,
        *,
        run: str = "play",
        episodes: int = 2,
        budget: int = BUDGET,
        width: int = 6,
        again: bool = False,
        domain: Domain = TEXT_WORLD,
    ) -> None:
        self._memory = memory
        embedder = memory.embedder
        self._embedder = None if embedder is None else Recent(embedder)
        model = memory.model if again else Rereading(memory.model)
        self._learner = memory.using(model, self._embedder, domain)
        self._ways: set[tuple[str, str, str]] = set()
        self._run, self._episodes, self._budget = run, episodes, budget
        self._search = Semantic(width=width)
        self._new: tuple[int, ...] = ()
        self._paid = self._total()

    @property
    def memory(self) -> Memory:
        """The underlying memory."""
        return self._memory

    def learn(self, step: int, text: str, action: str = "") -> None:
        """Remember a text at a step; the text describes the action's effect."""
        del action
        source = f"{self._run}, step {step}"
        self._new = self._learner.remember(text, at=step, source=source, once=True).new

    def newest(self) -> tuple[Statement, ...]:
        """Return the facts from the last text that still hold, for the live view."""
        with self._memory.store.view(
            self._memory.namespace, AsOf(), now=0, any_time=True
        ) as view:  # a view of the present leaves out facts that have ended
            items = view.items(self._new)
        facts = [item for item in items if isinstance(item, Fact) and item.valid_to is None]
        return tuple(_statement(fact) for fact in facts)

    def spent(self) -> Usage:
        """Return what learning has cost since the last call."""
        before, self._paid = self._paid, self._total()
        pairs = zip(astuple(self._paid), astuple(before), strict=True)
        return Usage(*(now - then for now, then in pairs))

    def _total(self) -> Usage:
        """Return all model usage that the file records."""
        total = Usage()
        for row in self._memory.usage(by_episode=False):
            total += Usage(row.calls, row.input_tokens, row.output_tokens, row.seconds, row.cost)
        return total

    def learn_way(self, step: int, room: str, direction: str, other: str) -> None:
        """Write a connection just walked as a fact between two rooms, without extraction."""
        if (room, direction, other) in self._ways:
            return  # already known, and never replaced
        self._ways.add((room, direction, other))
        here, there = (NewNode(kind=Kind.ENTITY, text=name) for name in (room, other))
        relation = f"is {direction} of"
        edge = NewEdge(
            kind=Kind.FACT, source=there, target=here, relation=relation, valid_from=step
        )
        self._learner.write([here, there], [edge])

    def recall(self, focus: Sequence[tuple[str, int]], plan: str, recent: Sequence[str]) -> Brought:
        """Return facts and texts; facts use the budget first, in the order found."""
        del plan
        names = [name for name, _ in focus]
        probes: tuple[Probe, ...] = ()
        if self._embedder is not None:
            # One at a time: a vector must not depend on the rest of its batch.
            probes = tuple(
                Probe(self._embedder.embed([name], kind=TextKind.QUERY)[0], depth)
                for name, depth in focus
            )
        with self._memory.view() as view:
            known = _episodes_with(view, recent)
            query = Query(text=" ".join(names), probes=probes, recent=known)
            limits = Limits(k=60)
            facts, texts = memory_search(
                view, query, limits, self._search, episodes=max(self._episodes, 1)
            )
            named = _facts_of(view, names)
            ids = list(dict.fromkeys([*named, *(one.id for one in facts)]))
            found = [item for item in view.items(ids) if isinstance(item, Fact)]
            told = view.items([one.id for one in texts][: self._episodes])
        return self._packed(found, [one for one in told if isinstance(one, Episode)])

    def _packed(self, facts: Sequence[Fact], episodes: Sequence[Episode]) -> Brought:
        room = self._budget
        kept: list[Statement] = []
        for fact in facts:
            room -= count_tokens(fact.text + "\n")
            if room < 0:
                return Brought(tuple(kept))
            kept.append(_statement(fact))
        texts: list[Episode] = []
        for one in episodes:
            cost = count_tokens(one.text + "\n")
            if cost <= room:
                room -= cost
                texts.append(one)
        return Brought(tuple(kept), tuple(one.text for one in sorted(texts, key=lambda e: e.id)))


def _statement(fact: Fact) -> Statement:
    return fact.subject_name, fact.relation, fact.object_name


def _facts_of(view: View, names: Sequence[str]) -> list[int]:
    """Return the facts of entities with exactly these names, newest first for each."""
    ids = [id for name in names for id in view.find(name)]
    found: list[int] = []
    for links in view.links(list(dict.fromkeys(ids)), (Kind.FACT,)):
        found += sorted((link.edge for link in links), reverse=True)[:_EDGES]
    return found


def _episodes_with(view: View, texts: Sequence[str]) -> frozenset[int]:
    """Return the newest episodes with one of these texts."""
    wanted = set(texts)
    newest = sorted(view.ids(Kind.EPISODE), reverse=True)[: 4 * len(wanted)]
    items = view.items(newest)
    return frozenset(one.id for one in items if isinstance(one, Episode) and one.text in wanted)
