"""A single changed bit of a file is harmless, reported by `check`, or one clear error."""

import os
from itertools import permutations
from random import Random

import pytest

from clew.errors import StoreError
from tests.store.memories import day, fill, opened

ASKED = ("Where does Anna live?", "Who is a friend of Ben?")

PEOPLE = ("Anna", "Ben", "Cleo", "Dora", "Emil")


def told(path):
    """Return everything a memory tells: its rows, what it finds and what it answers."""
    with opened(path) as memory:
        answers = [memory.ask(question) for question in ASKED]
        found = [memory.recall(question, k=5) for question in ASKED]
        facts = [memory.facts("Anna"), memory.history("Anna"), memory.theses("Anna")]
        more = facts, memory.stats(), memory.store.pending("default"), memory.store.names()
        return [*memory.export()], str(answers), str(found), str(more)


def outcome(path, before):
    """Return what became of a file: `same`, `refused` or `reported`; else what was not said."""
    try:
        after = told(path)
    except StoreError:
        return "refused"
    with opened(path, embedder=None) as memory:
        problems = memory.check()
    if problems:
        return "reported"
    return "same" if after == before else "SILENT"


CASES = int(os.environ.get("CLEW_CASES", "120"))
"""`make bench` flips 2,000."""


def flipped(tmp_path, count, seed):
    """Yield the outcome of each flip, with its place."""
    sound = tmp_path / "sound.clew"
    with opened(sound) as memory:
        fill(memory)
        for number, (one, other) in enumerate(permutations(PEOPLE, 2)):
            memory.remember(f"{one} lives near {other}. {other} likes {one}.", at=day(number))
        memory.store.keep_images(0)
    content, before, rng = sound.read_bytes(), told(sound), Random(seed)
    used = [place for place, byte in enumerate(content) if byte]  # most of a new file is empty
    for number in range(count):
        place, bit = rng.choice(used if number % 4 else range(len(content))), rng.randrange(8)
        path = tmp_path / f"{number}.clew"
        changed = bytearray(content)
        changed[place] ^= 1 << bit
        path.write_bytes(changed)
        yield outcome(path, before), place, bit
        for each in tmp_path.glob(f"{number}.clew*"):
            each.unlink()


@pytest.mark.parametrize(
    ("count", "seed"),
    [(15, 1), pytest.param(CASES, 2, marks=[pytest.mark.slow, pytest.mark.timeout(900)])],
)
def test_no_flipped_bit_is_silent(tmp_path, count, seed):
    outcomes = list(flipped(tmp_path, count, seed))
    assert len(outcomes) == count
    assert not [each for each in outcomes if each[0] == "SILENT"]
    assert {"refused", "reported"} <= {each[0] for each in outcomes}
