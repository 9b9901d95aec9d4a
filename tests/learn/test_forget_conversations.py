"""Forgetting texts of public conversations leaves what the others tell."""

import json
import random
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from clew import Kind, Memory

DATA = Path(__file__).parents[3] / "shared" / "data" / "locomo"
FIRST = datetime(2023, 1, 1, tzinfo=UTC)


def turns():
    """Return the turns of three conversations, with their speakers."""
    said = []
    for file in sorted(DATA.glob("*.json"))[:3]:
        for one in json.loads(file.read_text(encoding="utf-8")):
            sessions = [each for each in one["conversation"].values() if isinstance(each, list)]
            said += [f"{turn['speaker']}: {turn['text']}" for each in sessions for turn in each]
    return said


def lines(memory):
    with memory.view() as view:
        entities = view.ids(Kind.ENTITY)
    return {
        (fact.text, fact.valid_from, fact.valid_to)
        for one in entities
        for fact in memory.history(one)
        if fact.valid_from != fact.valid_to
    }


@pytest.mark.slow
@pytest.mark.skipif(not DATA.is_dir(), reason="../shared/data/locomo is not here")
@pytest.mark.parametrize("seed", range(4))
def test_what_is_left_is_as_if_nothing_else_had_been_said(seed):
    """200 turns at random times, each a source of its own; 60 are forgotten in random order."""
    chance = random.Random(seed)
    said = turns()
    start = chance.randrange(len(said) - 200)
    told = [(text, FIRST + timedelta(days=chance.randrange(300))) for text in said[start:][:200]]
    gone = chance.sample(range(200), 60)
    with Memory.open(embedder=None) as memory, Memory.open(embedder=None) as other:
        receipts = [
            memory.remember(text, at=at, source=f"turn {number}")
            for number, (text, at) in enumerate(told)
        ]
        for number in gone:
            memory.forget(episode=receipts[number].episode)
        for number, (text, at) in enumerate(told):
            if number not in gone:
                other.remember(text, at=at, source=f"turn {number}")
        assert memory.check() == []
        assert lines(memory) == lines(other)
