"""PersonalAI's WaterCircles: circles around the question's entities, and where they meet.

Source: PersonalAI, section 3, "WaterCircles", and the authors' code where the paper is silent
(names of options, the effect of `strict`). Deliberate differences:

- A text mentions an entity if the graph says so, not if it contains the name as a substring; each
  mention counts by the entity's rarity, not 1 or 0.5 by the case of its first letter.
- A question about one entity works: its own mentions count, where the code gives every text 0.
- The result does not depend on the order of the entities.
- Frequent ties are broken by the question's vector, if it has one (`similarity`).
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from clew.errors import UsageError
from clew.graph.types import Kind
from clew.graph.view import View
from clew.recall.base import Found, Limits, Query, Scored, best_first, finish
from clew.recall.search.pond import TEXTS, Path, Pond, Reach
from clew.recall.search.walks import linked_groups

__all__ = ["Circles"]

_SHARES = {True: (1.0, 0.67, 0.5), False: (1.0, 0.67, 0.67)}
"""Share of a limit for the texts of one group if there are one, two, or at least three groups."""
_FEW = 2
"""With this many texts, no looser texts and no other facts are needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circles(Reach):
    """Facts between the question's entities, texts that mention several, and facts around them.

    The first circle of an entity group holds the entities joined to it by a fact, the next those
    joined to the first, and so on; `depth` circles are drawn. The result has three parts:

    1. Chains: *bridges*, whose last fact leads to another group's entity, and *meeting points*,
       two chains of two groups that end in the same entity. Strict: only bridges that join more
       than two groups, or two at a date of the question; without any, all chains. A chain is taken
       completely or not at all, up to `chain_triplets_num` facts.
    2. Theses and episodes in the circles, up to `hyper_num` and `episodic_num`. No group may take
       more than a share (1, .67, .5 for one, two, three groups; not strict: .67). Only those in
       the most circles (and dates of the question), provided there are at least two.
    3. Other facts in the circles, up to `other_triplets_num`. Strict: only without chains and with
       fewer than two texts; not strict: half as many again, if there are fewer than 20 chain facts
       and texts together.

    An item scores the summed rarities of the groups it joins, over its distance: the number of
    facts in its chain, or of a text's circle. Rarity is the inverse document frequency among all
    facts, theses and episodes, scaled to 1 for an entity in only one; the rarity of a meeting
    point is a further factor. Each of `query.periods` that contains an episode's time or a
    statement's start adds 1, and the question's vector adds `similarity` times the cosine scaled
    to [0, 1].

    Bounds: the newest `max_edges` edges of a node are read, and `max_width` entities per circle
    are followed, those of the facts most similar to the question. For an entity with that many
    edges (a hub), items it shares with other circles are still found, and so are its items among
    the `max_near` of each kind most similar to the question.
    """

    strict_filter: bool = True
    hyper_num: int = 15
    """Maximum theses."""
    episodic_num: int = 15
    """Maximum episodes."""
    chain_triplets_num: int = 25
    """Maximum facts in chains: the paper's N."""
    other_triplets_num: int = 6
    """Maximum other facts: the paper's K."""

    def __post_init__(self) -> None:
        if min(self.depth, self.max_edges, self.max_width, self.max_near) < 1:
            raise UsageError(f"depth and all bounds are at least 1; got {self!r}")
        limits = (self.hyper_num, self.episodic_num)
        if min(*limits, self.chain_triplets_num, self.other_triplets_num) < 0:
            raise UsageError(f"limits are 0 or more; got {self!r}")
        if not 0 <= self.similarity < math.inf:
            raise UsageError(f"similarity is finite and 0 or more; got {self.similarity!r}")

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best `limits.k` items; none if nothing is linked."""
        return finish(view, query, limits, self.search(view, query), "circles")

    def search(self, view: View, query: Query) -> list[Found]:
        """Return chains, texts and other facts together, best first, ties by ascending id.

        The path leads from a linked entity to the item.
        """
        groups = sorted({tuple(sorted(group)) for group in linked_groups(view, query)})
        if not groups:
            return []
        pond = Pond(view, query, groups, self)
        pond.draw()
        chained, taken = _chains(pond, self)
        texts = [found for kind in TEXTS for found in _texts(pond, self, kind)]
        others = _others(pond, self, taken, len(texts))
        return best_first([*chained, *texts, *others])


@dataclass(frozen=True, slots=True)
class _Chain:
    """A path between groups: its facts with their paths, and what it joins."""

    worth: float
    """Summed rarity of the groups it joins over its number of facts."""
    joined: int
    """Number of groups beyond the first, plus matching dates."""
    facts: tuple[tuple[int, Path], ...]


def _chains(pond: Pond, how: Circles) -> tuple[list[Found], set[int]]:
    """Return the facts of the best chains, and their ids."""
    bridges = list(_bridges(pond))
    strong = [chain for chain in bridges if chain.joined > 1]
    chains = strong if strong and how.strict_filter else [*bridges, *_meetings(pond)]
    worth: dict[int, float] = {}
    paths: dict[int, Path] = {}
    for chain in sorted(chains, key=lambda one: (-one.worth, one.facts)):
        fresh = [(id, path) for id, path in chain.facts if id not in paths]
        if len(paths) + len(fresh) <= how.chain_triplets_num:
            paths.update(fresh)
            worth.update((id, chain.worth) for id, _ in fresh)
    ids = sorted(paths)
    found = pond.scored(ids, Kind.FACT, [worth[id] for id in ids], [paths[id] for id in ids])
    return found, set(ids)


def _bridges(pond: Pond) -> Iterator[_Chain]:
    for group, met in enumerate(pond.met):
        ends = {
            fact: pond.of.get(step.node, frozenset()) - {group} for fact, (_, step) in met.items()
        }
        bridges = [fact for fact, others in ends.items() if others]
        for fact, date in zip(bridges, pond.dates(bridges), strict=True):
            others, path = ends[fact], (*met[fact][0], fact)
            facts = tuple((id, path[: 2 * n + 2]) for n, id in enumerate(path[1::2]))
            rare = math.fsum(pond.rarity(each) for each in (group, *sorted(others)))
            yield _Chain(rare / len(facts), len(others) + date, facts)


def _meetings(pond: Pond) -> Iterator[_Chain]:
    """Yield the pairs of paths of two groups that end in the same entity of no group."""
    for first, second in combinations(range(len(pond.ways)), 2):
        one, other = pond.ways[first], pond.ways[second]
        both = pond.rarity(first) + pond.rarity(second)
        ids = sorted(one.keys() & other.keys() - pond.of.keys())
        for id, rare in zip(ids, pond.rarity_of(ids), strict=True):
            facts = tuple(
                (fact, way[: 2 * n + 2])
                for way in (one[id], other[id])
                for n, fact in enumerate(way[1::2])
            )
            yield _Chain(both * rare / len(facts), 1, tuple(dict(facts).items()))


def _texts(pond: Pond, how: Circles, kind: Kind) -> list[Found]:
    """Return the theses or the episodes in the most circles, within their limits."""
    if kind not in pond.query.wanted:
        return []
    most = how.hyper_num if kind is Kind.THESIS else how.episodic_num
    ids = sorted(pond.texts[kind].keys() - pond.query.recent)
    near = [pond.texts[kind][id] for id in ids]
    joins = [
        math.fsum(pond.rarity(group) / circle for group, (circle, _) in sorted(by.items()))
        for by in near
    ]
    paths = [min(by.values())[1] for by in near]
    found = pond.scored(ids, kind, joins, paths)
    counts = [len(by) + date for by, date in zip(near, pond.dates(ids), strict=True)]
    level = sorted(counts)[-_FEW] if len(counts) >= _FEW else 0
    kept = {
        one.id: by for one, by, count in zip(found, near, counts, strict=True) if count >= level
    }
    share = _SHARES[how.strict_filter][min(len(pond.groups), len(_SHARES[True])) - 1]
    room = dict.fromkeys(range(len(pond.groups)), math.ceil(share * most))
    taken: list[Found] = []
    for one in best_first(found):
        if one.id not in kept or len(taken) == most:
            continue
        group = min(kept[one.id], key=lambda each: (kept[one.id][each][0], each))
        if room[group] > 0:
            room[group] -= 1
            taken.append(one)
    return taken


def _others(pond: Pond, how: Circles, taken: set[int], texts: int) -> list[Found]:
    """Return the best facts outside chains, if chains and texts are not enough."""
    most = how.other_triplets_num
    if how.strict_filter and (taken or texts >= _FEW):
        return []
    if not how.strict_filter:
        if len(taken) + texts >= 20:
            return []
        most += most // 2
    best: dict[int, tuple[float, Path]] = {}
    for group, met in enumerate(pond.met):
        for fact, (way, _) in met.items():
            worth = pond.rarity(group) / (len(way) // 2 + 1)
            if fact not in taken and (fact not in best or worth > best[fact][0]):
                best[fact] = worth, (*way, fact)
    ids = sorted(best)
    joins, paths = [best[id][0] for id in ids], [best[id][1] for id in ids]
    found = pond.scored(ids, Kind.FACT, joins, paths)
    return best_first(found)[:most]
