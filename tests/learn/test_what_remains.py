"""Merges, splits, learning and forgetting, in any order of news, against a memory built anew.

The reference is a memory that was told only what remains: without the forgotten texts and without
the merges that were split again. Both must sort what remains by person in the same way, with times
told as exactly.
"""

import os
import random
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest

from clew import Fact, Kind, Memory
from clew.learn.tasks import Extract
from clew.llm.scripted import ScriptedModel

START = datetime(2024, 1, 1, tzinfo=UTC)
CASES = int(os.environ.get("CLEW_CASES", "150"))
PEOPLE = (
    "Anna",
    "Anna Weber",
    "Anna Smith",
    "Dr. Anna Weber",
    "A. Smith",
    "Nan",
    "Ben",
    "Ben Cole",
)
OTHERS = ("Carl Dorn", "Dana Eck", "Emil Fuchs")
"""Whom the user merges; no name of theirs is short for another."""
THINGS = ("boat Anna", "boat Nan", "boat Ben Cole")
"""Names of people that a text says are a boat's."""
ALIASES = ("Anna Weber = Nan", "Ben Cole = Benny", "Anna Smith = Annie", "Ben = Benny")
"""Limit: a name that two texts tell of two people goes along with who was told of first."""
ONCE = frozenset({"Anna", "Ben"})
"""Limit: two texts with one first name, learned before it had two owners, stay together."""


@dataclass
class Told:
    """One step: a text with its time, a text forgotten, or two names merged or split."""

    kind: str
    what: str
    at: int = 0
    undone: bool = field(default=False)
    """A later step has undone it."""


def read(task):
    """A text is "WHO likes NUMBER", or "WHO = OTHER likes NUMBER" for another name of theirs.

    WHO is a person, or "boat NAME".
    """
    if not isinstance(task, Extract):
        return {"pairs": []}
    who, number = task.text.split(" likes ")
    boat = who.startswith("boat ")
    who = who.removeprefix("boat ")
    name, _, other = who.partition(" = ")
    fact = {"subject": other or name, "relation": "likes", "object": f"thing {number}"}
    if int(number) % 3:
        fact["valid_from"] = ("2020", "2020-05")[int(number) % 3 - 1]
    return {
        "facts": [fact],
        "aliases": [[name, other]] if other else [],
        "people": [
            {"name": one, "title": "Dr." if one.startswith("Dr.") else ""}
            for one in (name, other)
            if one and not boat
        ],
        "things": [name] * boat,
    }


def drawn(chance):
    """Return steps in which texts come in no order of their times."""
    steps: list[Told] = []
    times = chance.sample(range(100), 12)
    for number, at in enumerate(times):
        told = {one.what.partition(" likes ")[0] for one in steps} & ONCE
        who = chance.choice(
            [one for one in (*PEOPLE, *THINGS, *ALIASES, *OTHERS) if one not in told]
        )
        steps.append(Told("learn", f"{who} likes {number}", at))
        texts = [one for one in steps if one.kind == "learn" and not one.undone]
        merged = [one for one in steps if one.kind == "merge" and not one.undone]
        kind = chance.choice(("forget", "merge", "split", "", ""))
        apart = [one for one in texts if not one.what.startswith(OTHERS)]
        if kind == "forget" and apart:
            gone = chance.choice(apart)
            gone.undone = True
            steps.append(Told("forget", gone.what))
        elif kind == "merge" and not merged:
            known = {one.what.split(" likes ")[0] for one in texts} & set(OTHERS)
            if len(known) > 1:
                steps.append(Told("merge", " and ".join(sorted(known)[:2])))
        elif kind == "split" and merged:
            merged[0].undone = True
            steps.append(Told("split", merged[0].what))
    return steps


def carried_out(steps):
    """Return how a memory sorts the texts that it holds after these steps."""
    episodes = {}
    with Memory.open(embedder=None, model=ScriptedModel(read)) as memory:
        for step in steps:
            first, _, second = step.what.partition(" and ")
            if step.kind == "learn":
                at = START + timedelta(days=step.at)
                episodes[step.what] = memory.remember(step.what, at=at).episode
            elif step.kind == "forget":
                memory.forget(episode=episodes[step.what])
            elif {first, second} <= named(memory):
                (memory.merge(first, second) if step.kind == "merge" else memory.split(second))
        assert memory.check() == []
        with memory.view() as view:
            facts = view.items(view.ids(Kind.FACT))
    people: dict[int, set[tuple[object, ...]]] = {}
    for one in facts:
        assert isinstance(one, Fact)
        people.setdefault(one.subject, set()).add((one.object_name, one.valid_from, one.told))
    return {frozenset(each) for each in people.values()}


def named(memory):
    """Return the names that entities have of their own."""
    with memory.view() as view:
        return {one.name for one in view.items(view.ids(Kind.ENTITY))} | {
            name for one in view.items(view.ids(Kind.ENTITY)) for name in one.aliases
        }


def differences(count, seed=13):
    """Return how many of so many random sequences leave another memory than what remains."""
    chance = random.Random(seed)
    found = []
    for _ in range(count):
        steps = drawn(chance)
        left = [one for one in steps if not one.undone and one.kind in {"learn", "merge"}]
        if carried_out(steps) != carried_out(left):
            found.append([(one.kind, one.what, one.at) for one in steps])
    return found


def test_what_remains_is_sorted_as_if_nothing_else_had_been_told():
    assert differences(12) == []


@pytest.mark.slow
def test_many_sequences():
    """`make bench` runs 2,000."""
    assert differences(CASES) == []
