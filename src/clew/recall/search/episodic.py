"""AriGraph's episodic search (arXiv 2407.04363, equation 1) and its whole memory search.

An episode's relevance is the share of its facts that were found, weighted by the logarithm of
their number: `n / max(N, 1) * ln(max(N, 1))`. The weight penalises minimal observations ("you see
nothing special"), of which one found fact is already all.
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from clew.graph.types import Kind
from clew.graph.view import Float32, View
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
    plan: bool = False
    """Add the similarity to the agent's plan, as in the authors' code but not in the paper."""

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best episodes; see `episodic_search`."""
        of_facts = replace(query, kinds=(Kind.FACT,))
        wide = Limits(k=max(limits.k, limits.candidates), candidates=limits.candidates)
        facts = self.source.retrieve(view, of_facts, wide)
        return episodic_search(view, query, limits, [one.id for one in facts], plan=self.plan)


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


def episodic_search(
    view: View, query: Query, limits: Limits, facts: Sequence[int], *, plan: bool = False
) -> list[Scored]:
    """Rank the episodes of the given facts by equation 1.

    `n` counts the given facts that the episode states, `N` all its visible facts (a superseded fact
    has left the semantic memory). Equal scores (all are 0 if every episode has a single fact) are
    ordered by larger `n`, then by the earliest of its facts in the input, then by id. Episodes in
    `query.recent` are excluded *before* the cut to `limits.k`.

    Args:
        view: the view that holds the episodes.
        query: `recent`, `skip`, `kinds` and, for `plan`, `plan_vector`.
        limits: gives `k`.
        facts: ids of visible facts, best first.
        plan: score all episodes by relevance plus similarity to `plan_vector`, each divided by its
            largest value (a term without a positive value counts 0). Without a plan vector this is
            equation 1.

    Returns:
        Episodes, best first, channel `episodic`; the path is (best fact, episode).
    """
    if Kind.EPISODE not in query.wanted:
        return []
    scores, paths = _by_equation(view, query, list(dict.fromkeys(facts)))
    if plan and query.plan_vector is not None:
        scores = _with_plan(view, query, limits, scores, query.plan_vector)
    order = sorted(scores, key=lambda id: (-scores[id][0], *scores[id][1:], id))[: limits.k]
    found = [Found(id, Kind.EPISODE, scores[id][0], paths.get(id, (id,))) for id in order]
    return finish(view, query, limits, found, "episodic")


_Key = tuple[float, int, int]
"""(score, -n, place of its first input fact): the sort key of an episode before its id."""


def _by_equation(
    view: View, query: Query, facts: Sequence[int]
) -> tuple[dict[int, _Key], dict[int, tuple[int, ...]]]:
    count: dict[int, int] = {}
    first: dict[int, int] = {}
    told = view.others(facts, (Kind.EPISODIC,), Kind.EPISODE)
    for place, episodes in enumerate(told):
        for episode in episodes:
            if episode in query.recent:
                continue
            count[episode] = count.get(episode, 0) + 1
            first.setdefault(episode, place)
    facts_of = view.others(list(count), (Kind.EPISODIC,), Kind.FACT)
    totals = {id: len(all_facts) for id, all_facts in zip(count, facts_of, strict=True)}
    scores = {id: (relevance(n, totals[id]), -n, first[id]) for id, n in count.items()}
    return scores, {id: (facts[place], id) for id, place in first.items()}


def _with_plan(
    view: View, query: Query, limits: Limits, scores: Mapping[int, _Key], plan: Float32
) -> dict[int, _Key]:
    """Return the sum of both terms for every episode that can be among the best `limits.k`.

    An episode without a found fact competes by its similarity alone. So the nearest
    `k + (those with a fact) + (those excluded)` include all that matter, and the largest value.
    """
    enough = limits.k + len(scores) + len(query.recent)
    near = view.nearest(plan[None, :], enough, kind=Kind.EPISODE)[0]
    alike = {id for id, _ in near}
    if not near or near[0][1] <= 0:
        alike = set(view.ids(Kind.EPISODE))  # no similarity counts, so all tie and ids decide
    ids = sorted(alike - query.recent | scores.keys())
    if not ids:
        return {}
    similar = np.asarray(view.vectors(ids) @ plan, dtype=np.float64)
    top_similar = max(float(similar.max()), 0.0)
    top_relevant = max((key[0] for key in scores.values()), default=0.0)
    result: dict[int, _Key] = {}
    for id, similarity in zip(ids, similar.tolist(), strict=True):
        score, more, first = scores.get(id, (0.0, 0, len(scores)))
        parts = (_over_top(score, top_relevant), _over_top(similarity, top_similar))
        result[id] = (math.fsum(parts), more, first)
    return result


def _over_top(value: float, top: float) -> float:
    return value / top if top > 0 else 0.0
