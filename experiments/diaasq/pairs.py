"""Questions that compare: two phones, what two people use, who agrees with whom."""

from collections.abc import Iterator
from itertools import combinations
from random import Random

from experiments.diaasq import plans
from experiments.diaasq.asked import NO, YES, Question, evidence_of, one_item
from experiments.diaasq.gold import Gold, Part
from experiments.diaasq.phones import Polarity

__all__ = [
    "compare_questions",
    "same_devices",
    "same_manufacturer",
    "similar_device_opinions",
    "similar_manufacturer_opinions",
]

_SHARED_DEVICES = 4
"""More devices in common are not asked for."""
_PAIRS = 100
"""So many pairs are tried against each person's opinions."""


def _in_any_order(rng: Random, one: str, other: str) -> tuple[str, str]:
    return (one, other) if rng.random() < 0.5 else (other, one)


def compare_questions(gold: Gold, rng: Random) -> Iterator[Question]:
    """Yield: which of two phones more people like in one respect.

    Asked when two or more judge each, and both who likes it and likes less dislikes agree.
    """
    parts: dict[str, list[Part]] = {}
    for part, people in gold.people_of.items():
        if len(people) >= 2:
            parts.setdefault(part[1], []).append(part)
    for aspect, held in parts.items():
        for pair in combinations(held, 2):
            best = max(pair, key=gold.net)
            rest = pair[1 - pair.index(best)]
            if gold.net(best) - gold.net(rest) < 2 or _likers(gold, best) <= _likers(gold, rest):
                continue
            one, other = _in_any_order(rng, best[0], rest[0])
            text = rng.choice(
                (
                    f"Which device is better in {aspect}: {one} or {other}?",
                    f"Which device has the better {aspect}, {one} or {other}?",
                )
            )
            yield Question(
                type="compare_questions",
                plan=plans.better(aspect, one, other),
                text=text,
                label="first" if one == best[0] else "second",
                items=one_item(best[0]),
                evidence=evidence_of([*gold.opinions(best), *gold.opinions(rest)]),
            )


def _likers(gold: Gold, part: Part) -> int:
    return sum(one.value == Polarity.POSITIVE for one in gold.opinions(part))


def same_devices(gold: Gold, rng: Random) -> Iterator[Question]:
    """Yield: which phones two people both use, if any."""
    for pair in combinations(gold.uses, 2):
        mine, yours = (gold.uses[person] for person in pair)
        shared = [device for device in mine if device in yours]
        if len(shared) > _SHARED_DEVICES:
            continue
        one, other = _in_any_order(rng, *pair)
        text = rng.choice(
            (
                f"Do {one} and {other} have any common devices? If so, which?",
                f"Which devices do {one} and {other} have in common?",
            )
        )
        told = [held[device] for held in (mine, yours) for device in shared or held]
        yield Question(
            type="same_devices",
            plan=plans.shared(one, other, makers=False),
            text=text,
            label=f"{min(len(shared), 2)}" if shared else "no",
            items=tuple((device,) for device in shared) or (NO,),
            evidence=evidence_of(told),
        )


def same_manufacturer(gold: Gold, rng: Random) -> Iterator[Question]:
    """Yield: do two people use phones of one maker."""
    for pair in combinations(gold.uses, 2):
        mine, yours = (gold.makers_of(person) for person in pair)
        shared = [maker for maker in mine if maker in yours]
        one, other = _in_any_order(rng, *pair)
        text = rng.choice(
            (
                f"Do {one} and {other} have devices of the same manufacturer?",
                f"Do {one} and {other} use devices of the same manufacturer?",
            )
        )
        told = [each for held in (mine, yours) for maker in shared or held for each in held[maker]]
        yield Question(
            type="same_manufacturer",
            plan=plans.shared(one, other, makers=True),
            text=text,
            label="yes" if shared else "no",
            items=(YES,) if shared else (NO,),
            evidence=evidence_of(told),
        )


def similar_device_opinions(gold: Gold, rng: Random) -> Iterator[Question]:
    """Yield: who of two shares more opinions about phones with a third."""
    return _similar(gold, rng, "similar_device_opinions", "devices", makers=False)


def similar_manufacturer_opinions(gold: Gold, rng: Random) -> Iterator[Question]:
    """Yield: the same with each phone's maker in the place of the phone."""
    return _similar(gold, rng, "similar_manufacturer_opinions", "manufacturers", makers=True)


def _similar(gold: Gold, rng: Random, type: str, about: str, *, makers: bool) -> Iterator[Question]:
    """Yield questions whose answer is the same by number and by share of common opinions."""
    views = {person: gold.views(person, makers=makers) for person in gold.parts_of}
    for person, mine in views.items():
        near = [other for other in views if other != person and len(views[other]) >= 3]
        if len(mine) < 3:
            continue
        both = list(combinations(near, 2))
        for pair in rng.sample(both, min(_PAIRS, len(both))):
            best, rest = sorted(pair, key=lambda other: -len(mine & views[other]))
            common, less = mine & views[best], mine & views[rest]
            if len(common) == len(less) or _share(mine, views[best]) <= _share(mine, views[rest]):
                continue
            one, other = _in_any_order(rng, best, rest)
            text = rng.choice(
                (
                    f"Whose opinions about {about} are most similar to {person}'s: {one}'s or "
                    f"{other}'s?",
                    f"Who has opinions about {about} more similar to {person}'s, {one} or {other}?",
                )
            )
            told = [
                each
                for speaker in (person, best)
                for each in gold.current(speaker)
                if (
                    gold.makers[each.device].value if makers else each.device,
                    each.aspect,
                    each.value,
                )
                in common
            ]
            yield Question(
                type=type,
                plan=plans.alike(person, one, other, makers=makers),
                text=text,
                label="first" if one == best else "second",
                items=one_item(best),
                evidence=evidence_of(told),
            )


def _share(mine: set[tuple[str, str, str]], yours: set[tuple[str, str, str]]) -> float:
    return len(mine & yours) / len(mine | yours)
