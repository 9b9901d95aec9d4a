"""What an embedder gives is checked before a memory keeps it: one NaN would spoil every search."""

from datetime import UTC, datetime

import numpy as np
import pytest

from clew import Memory
from clew.bench.piped_facts import piped_facts_model
from clew.bench.random_world import RandomVectors
from clew.embed.base import TextKind, embed_soundly
from clew.errors import ModelError

DAY = datetime(2024, 1, 1, tzinfo=UTC)


class Spoilt(RandomVectors):
    """Gives something else for texts with "odd"."""

    def __init__(self, spoil):
        super().__init__(8)
        self.spoil = spoil

    def embed(self, texts, *, kind):
        rows = super().embed(texts, kind=kind)
        return self.spoil(rows) if any("odd" in text for text in texts) else rows


SPOILS = {
    "NaN": lambda rows: np.full_like(rows, np.nan),
    "infinity": lambda rows: np.full_like(rows, np.inf),
    "too large": lambda rows: rows.astype(np.float64) * 1e300,
    "too short": lambda rows: rows[:, :-1],
    "too few": lambda rows: rows[:-1],
    "of several lengths": lambda rows: [*rows.tolist(), [1.0]],
    "words": lambda rows: [["one"] * 8 for _ in rows],
    "not in rows": lambda rows: rows.ravel(),
}


@pytest.mark.parametrize("spoil", SPOILS.values(), ids=SPOILS)
def test_a_vector_that_is_none_is_an_error_of_the_model_and_nothing_is_kept_of_it(spoil):
    with Memory.open(model=piped_facts_model(), embedder=Spoilt(spoil)) as memory:
        memory.remember("Anna|lives in|Oslo", at=DAY)
        with pytest.raises(ModelError, match=r"bench-random:8 gave"):
            memory.remember("Ben|likes|odd tea", at=DAY)
        with pytest.raises(ModelError, match=r"bench-random:8 gave"):
            memory.recall("what is odd?")
        assert memory.browse("episodes").total == 1
        assert "Anna lives in Oslo" in [hit.item.text for hit in memory.recall("Anna")]
        assert memory.check() == []


@pytest.mark.parametrize("as_given", [np.ndarray.tolist, lambda rows: rows.astype(np.float64)])
def test_rows_of_another_type_are_rows(as_given):
    embedder = Spoilt(as_given)
    rows = embed_soundly(embedder, ["odd", "even"], kind=TextKind.QUERY)
    assert rows.dtype == np.float32
    assert np.array_equal(rows, RandomVectors(8).embed(["odd", "even"], kind=TextKind.QUERY))
