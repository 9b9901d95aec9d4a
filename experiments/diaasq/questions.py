"""Choose the questions: PersonalAI's ten types and five more, with exact answers.

A type's candidates are sorted into classes (the right polarity, yes or no, the position of the
right name) and drawn from the classes in turn, so that blind guessing does not pay. Two people in a
question come in random order, and no pair is asked twice. Disputable questions are left out: ties,
majorities of one, names whose order depends on how shared opinions are counted.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from experiments.diaasq import opinions, pairs
from experiments.diaasq.asked import Question
from experiments.diaasq.gold import Gold
from experiments.diaasq.world import Statement

__all__ = ["PER_TYPE", "TYPES", "make_questions"]

PER_TYPE = 30
TYPES: Mapping[str, Callable[[Gold, Random], Iterator[Question]]] = {
    "compare_questions": pairs.compare_questions,
    "device_sentiment": opinions.device_sentiment,
    "compare_sentiment": opinions.compare_sentiment,
    "same_devices": pairs.same_devices,
    "same_manufacturer": pairs.same_manufacturer,
    "similar_device_opinions": pairs.similar_device_opinions,
    "similar_manufacturer_opinions": pairs.similar_manufacturer_opinions,
    "which_people": opinions.which_people,
    "dominant_opinion": opinions.dominant_opinion,
    "last_opinion": opinions.last_opinion,
    "as_of": opinions.as_of,
    "changed": opinions.changed,
    "when": opinions.when,
    "count": opinions.count,
    "unanswerable": opinions.unanswerable,
}
"""The paper's ten in its order, then ours."""


def make_questions(
    statements: Sequence[Statement], seed: int, per_type: int = PER_TYPE
) -> list[Question]:
    """Return up to `per_type` questions of each type, in the order of `TYPES`.

    Adding a type does not change the questions of another.
    """
    gold = Gold(statements)
    found: list[Question] = []
    for name, candidates in TYPES.items():
        rng = Random(f"{seed} {name}")
        found += _balanced(rng, list(candidates(gold, rng)), per_type)
    return found


def _balanced(rng: Random, candidates: list[Question], most: int) -> list[Question]:
    """Return this many, as evenly from the classes as possible; no text and moment twice."""
    rng.shuffle(candidates)
    classes: dict[str, list[Question]] = {}
    seen: set[tuple[str, object]] = set()
    for one in candidates:
        if (one.text, one.at) not in seen:
            seen.add((one.text, one.at))
            classes.setdefault(one.label, []).append(one)
    found: list[Question] = []
    turn = 0
    while len(found) < most and any(turn < len(held) for held in classes.values()):
        row = [classes[label][turn] for label in sorted(classes) if turn < len(classes[label])]
        rng.shuffle(row)
        found += row[: most - len(found)]
        turn += 1
    return found
