"""PersonalAI's WaterCircles: circles around the question's entities, and where they meet.

Source: PersonalAI, section 3, "WaterCircles", and the authors' code where the paper is silent
(names of options, what `strict` does). Differences, all on purpose:

- A text mentions an entity when the graph says so, not when it holds the name as a substring;
  each mention counts by the entity's rarity, not 1 or 0.5 by the case of its first letter.
- A question of one entity works: its own mentions count, where in the code every text gets 0.
- What one circle meets does not depend on the order of the entities.
- Ties are frequent; the question's vector, where it has one, decides them (`similarity`).
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from clew.errors import UsageError
from clew.graph.types import Episode, Fact, Kind, Thesis
from clew.graph.view import View
from clew.recall.base import Found, Limits, Query, Scored, best_first, finish
from clew.recall.filters import Filters
from clew.recall.search.lines import Namer
from clew.recall.search.pond import TEXTS, Near, Path, Pond
from clew.recall.search.walks import linked_groups
from clew.text import normalise_relation

__all__ = ["Circles"]

_SHARES = {True: (1.0, 0.67, 0.5), False: (1.0, 0.67, 0.67)}
"""Of a limit, what the texts of one entity may take when there are one, two, three and more."""
_FEW = 2
"""Texts that are enough, so that no looser ones and no other facts are needed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circles:
    """Facts between the question's entities, texts that mention several, and what is around.

    The first circle of an entity group is what its entities are joined to by a fact; the next is
    around the first; `depth` is how many are drawn. The result has three parts:

    1. Chains: *bridges*, whose last fact leads to another group's entity, and *meeting points*,
       two chains of two groups that end in the same entity. Strict: only bridges that join more
       than two groups, or two at a date of the question; where there is none, all chains. A chain
       is taken whole or not, up to `chain_triplets_num` facts.
    2. Theses and episodes in the circles, up to `hyper_num` and `episodic_num`, of which no group
       may take more than a share (1, .67, .5 for one, two, three groups; not strict: .67). Only
       those in the most circles (and dates of the question), where they are two at least.
    3. Other facts in the circles, up to `other_triplets_num`. Strict: only where there is no
       chain and fewer than two texts; else where there are fewer than 20 of both, half as
       many again.

    Scores: the rarities of the groups that an item joins, summed, over its distance: the facts
    of its chain, or the circle a text is in. Rarity is the inverse document frequency among all
    facts, theses and episodes, 1 for what is in only one; a meeting point's own rarity is
    multiplied in. Each date of the question that an item is of adds 1 (an episode told, or
    a statement that began, in one of `query.periods`), and likeness to the question's vector adds
    `similarity` times its cosine scaled to [0, 1].

    Bounds: the newest `max_edges` edges of a node are read, and `max_width` entities of a circle
    are followed, those of the facts most like the question. Of an entity with that many edges
    (a hub), what it shares with other circles is found all the same, and so are its items among
    the `max_near` of each kind that are most like the question.
    """

    depth: int = 1
    """Circles drawn: the paper says "iterative" and gives no number, the code draws one."""
    strict_filter: bool = True
    hyper_num: int = 15
    """Theses."""
    episodic_num: int = 15
    """Episodes."""
    chain_triplets_num: int = 25
    """Facts in chains: the paper's N."""
    other_triplets_num: int = 6
    """Other facts: the paper's K."""
    other_per_bucket: bool = False
    """Take K of each circle, group, direction and relation, as the code does."""
    do_text_pruning: bool = False
    """A text is in as many circles as its best line names; `lines.matching_lines` gives them."""
    similarity: float = 1.0
    """0: blind to the question's vector, as the paper's."""
    max_edges: int = 256
    max_width: int = 32
    max_near: int = 100
    filters: Filters = field(default_factory=Filters)

    def __post_init__(self) -> None:
        if min(self.depth, self.max_edges, self.max_width, self.max_near) < 1:
            raise UsageError(f"depth and all bounds are at least 1; got {self!r}")
        limits = (self.hyper_num, self.episodic_num)
        if min(*limits, self.chain_triplets_num, self.other_triplets_num) < 0:
            raise UsageError(f"limits are 0 or more; got {self!r}")
        if not 0 <= self.similarity < math.inf:
            raise UsageError(f"similarity is finite and 0 or more; got {self.similarity!r}")

    def retrieve(self, view: View, query: Query, limits: Limits) -> list[Scored]:
        """Return the best `limits.k` of what is found; none where nothing is linked."""
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
    """A way between two groups: the facts on it with their paths, and what it joins."""

    worth: float
    """What it joins, and its dates."""
    joined: int
    """Groups beyond the first, and dates."""
    facts: tuple[tuple[int, Path], ...]


def _chains(pond: Pond, how: Circles) -> tuple[list[Found], set[int]]:
    """Return the facts of the best chains, and which they are."""
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
    """Yield the pairs of ways of two groups that end in an entity of none."""
    for first in range(len(pond.ways)):
        for second in range(first + 1, len(pond.ways)):
            shared = pond.ways[first].keys() & pond.ways[second].keys() - pond.of.keys()
            both = pond.rarity(first) + pond.rarity(second)
            ids = sorted(shared)
            for id, rare in zip(ids, pond.rarity_of(ids), strict=True):
                ways = (pond.ways[first][id], pond.ways[second][id])
                facts = tuple(
                    (fact, way[: 2 * n + 2]) for way in ways for n, fact in enumerate(way[1::2])
                )
                yield _Chain(both * rare / len(facts), 1, tuple(dict(facts).items()))


def _texts(pond: Pond, how: Circles, kind: Kind) -> list[Found]:
    """Return the theses or the episodes in the most circles, within their limits."""
    if kind not in pond.query.wanted:
        return []
    most = how.hyper_num if kind is Kind.THESIS else how.episodic_num
    ids = sorted(pond.texts[kind].keys() - pond.query.recent)
    near = [pond.texts[kind][id] for id in ids]
    if how.do_text_pruning:
        near = _pruned(pond, ids, near)
    joins = [
        math.fsum(pond.rarity(group) / circle for group, (circle, _) in sorted(by.items()))
        for by in near
    ]
    paths = [min(by.values())[1] for by in near]
    found = pond.scored(ids, kind, joins, paths)
    counts = [len(by) + date for by, date in zip(near, pond.dates(ids), strict=True)]
    level = next(
        (count for count in sorted(set(counts), reverse=True)
         if sum(other >= count for other in counts) >= _FEW), 0,
    )  # fmt: skip
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


def _pruned(pond: Pond, ids: Sequence[int], near: Sequence[Near]) -> list[Near]:
    """Return the circles of each text whose groups its best line names; all where none does."""
    namer, cut = Namer(pond.view, pond.groups), list[Near]()
    for item, by in zip(pond.view.items(ids), near, strict=True):
        assert isinstance(item, Thesis | Episode)
        named = [groups & by.keys() for _, groups in namer.lines(item.text)]
        best = max(named, key=len, default=frozenset())
        cut.append({group: by[group] for group in sorted(best)} if best else by)
    return cut


def _others(pond: Pond, how: Circles, taken: set[int], texts: int) -> list[Found]:
    """Return the best facts of no chain, where the rest is not enough."""
    most = how.other_triplets_num
    if how.strict_filter and (taken or texts >= _FEW):
        return []
    if not how.strict_filter:
        if len(taken) + texts >= 20:
            return []
        most += most // 2
    joins: dict[int, float] = {}
    nearest: dict[int, tuple[int, Path]] = {}
    for group, met in enumerate(pond.met):
        for fact, (way, _) in met.items():
            worth = pond.rarity(group) / (len(way) // 2 + 1)
            if fact not in taken and worth > joins.get(fact, -1.0):
                joins[fact], nearest[fact] = worth, (group, (*way, fact))
    ids = sorted(joins)
    paths = [nearest[id][1] for id in ids]
    found = pond.scored(ids, Kind.FACT, [joins[id] for id in ids], paths)
    if how.other_per_bucket:
        return _by_bucket(pond, best_first(found), nearest, most)
    return best_first(found)[:most]


def _by_bucket(
    pond: Pond, found: Sequence[Found], nearest: Mapping[int, tuple[int, Path]], most: int
) -> list[Found]:
    """Return the first `most` facts of each circle, group, direction and relation."""
    room: dict[tuple[object, ...], int] = {}
    kept = []
    for one, fact in zip(found, pond.view.items([one.id for one in found]), strict=True):
        assert isinstance(fact, Fact)
        group, path = nearest[one.id]
        bucket = (len(path), group, path[-2] == fact.subject, normalise_relation(fact.relation))
        room[bucket] = room.get(bucket, most) - 1
        if room[bucket] >= 0:
            kept.append(one)
    return kept
