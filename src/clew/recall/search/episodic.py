"""AriGraph's episodic search (arXiv 2407.04363, equation 1) and its whole memory search.

An episode's relevance is the share of its facts that were found, weighted by the logarithm of
their number: `n / max(N, 1) * ln(max(N, 1))`. The weight penalises minimal observations ("you see
nothing special"), of which one found fact is already all.
"""

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from clew.graph.types import Kind
from clew.graph.view import View
from clew.recall.base import Found, Limits, Query, Retriever, Scored, finish
from clew.recall.search.semantic import Semantic

__all__ = ["Episodic", "episodic_search", "memory_search", "relevance"]


def relevance(found: int, total: int) -> float:
    """Return equation 1 for an episode with `found` of its `total` facts found; natural log.

    >>> round(relevance(2, 4), 4), relevance(1, 1), relevance(0, 0)
    (0.6931, 0.0, 0.0)
    """
    return found / max(total, 1) * math.log(max(total, 1))


@dataclass(frozen=True, slots=True)
class Episodic:
    """Source episodes of the facts that another retriever found."""

    source: Retriever = field(default_factory=Semantic)
    """Finds the facts (semantic search in algorithm 1)."""

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best episodes; see `episodic_search`."""
        of_facts = replace(query, kinds=(Kind.FACT,))
        wide = Limits(k=max(limits.k, limits.candidates), candidates=limits.candidates)
        facts = self.source.retrieve(view, of_facts, wide)
        return episodic_search(view, query, limits, [one.id for one in facts])


def memory_search(
    view: View, query: Query, limits: Limits, how: Semantic, episodes: int = 2
) -> tuple[list[Scored], list[Scored]]:
    """Run AriGraph's algorithm 1: the facts of every query in Q, and `episodes` of their episodes.

    The episodes are ranked by the facts found *now*; the authors' code ranks them by the facts of
    the previous step. `limits.k` cuts the facts returned, not those that rank the episodes.
    """
    facts = how.search(view, query)
    shown = finish(view, query, limits, facts, "semantic")
    few = replace(limits, k=episodes)
    return shown, episodic_search(view, query, few, [fact.id for fact in facts])


def episodic_search(view: View, query: Query, limits: Limits, facts: Sequence[int]) -> list[Scored]:
    """Rank the episodes of the given facts by equation 1.

    `n` counts the given facts that the episode states, `N` all its visible facts (a superseded fact
    has left the semantic memory). Equal scores (all are 0 if every episode has a single fact) are
    ordered by larger `n`, then by the earliest of its facts in the input, then by id. Episodes in
    `query.recent` are excluded *before* the cut to `limits.k`.

    Args:
        view: the view that holds the episodes.
        query: `recent`, `skip` and `kinds`.
        limits: gives `k`.
        facts: ids of visible facts, best first.

    Returns:
        Episodes, best first, channel `episodic`; the path is (best fact, episode).
    """
    if Kind.EPISODE not in query.wanted:
        return []
    count: Counter[int] = Counter()
    first: dict[int, int] = {}
    once = list(dict.fromkeys(facts))
    for place, episodes in enumerate(view.others(once, (Kind.EPISODIC,), Kind.EPISODE)):
        for episode in episodes:
            if episode not in query.recent:
                count[episode] += 1
                first.setdefault(episode, place)
    facts_of = view.others(list(count), (Kind.EPISODIC,), Kind.FACT)
    scores = {
        id: relevance(count[id], len(every)) for id, every in zip(count, facts_of, strict=True)
    }
    order = sorted(scores, key=lambda id: (-scores[id], -count[id], first[id], id))[: limits.k]
    found = [Found(id, Kind.EPISODE, scores[id], (once[first[id]], id)) for id in order]
    return finish(view, query, limits, found, "episodic")
