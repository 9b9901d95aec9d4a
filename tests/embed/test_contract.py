"""What every embedder promises (clew.embed.base.Embedder)."""

from concurrent.futures import ThreadPoolExecutor
from time import process_time

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.embed.base import Embedder, TextKind
from clew.errors import UsageError
from clew.graph.view import Float32
from tests.embed.embedders import opened

SLOW_E5 = pytest.param("e5", marks=pytest.mark.slow)
NAMES = ["minilm", SLOW_E5, "hashing", "openai", "cached", "recent"]
TEXTS = [
    "The golden key is in the red box.",
    "Anna",
    "Ключ лежит в ящике",
    "東京は日本の首都です",
    "مرحبا بالعالم",
    "नमस्ते दुनिया",
    "😀👩‍👩‍👧",
    "?!",
    "a\0b",
    "\0",
    "\ud800 lone surrogate",
    "e\u0301 \u200b \ufffd",
    "x" * 300,
    "Melanie painted a sunrise last year and hung it over the sofa. " * 6,
]


@pytest.fixture(params=NAMES)
def embedder(request: pytest.FixtureRequest) -> Embedder:
    return opened(request.param)


def passages(embedder: Embedder, texts: list[str]) -> Float32:
    return embedder.embed(texts, kind=TextKind.PASSAGE)


def test_rows_have_length_1_type_float32_and_the_dimension_told(embedder):
    for kind in TextKind:
        rows = embedder.embed(TEXTS, kind=kind)
        assert rows.dtype == np.float32
        assert rows.shape == (len(TEXTS), embedder.dimension)
        assert np.allclose(np.linalg.norm(rows, axis=1), 1, atol=1e-5)


def test_no_texts_give_no_rows_of_the_dimension(embedder):
    rows = passages(embedder, [])
    assert rows.shape == (0, embedder.dimension)
    assert rows.dtype == np.float32


def test_a_blank_text_has_a_row_of_zeros(embedder):
    rows = passages(embedder, ["", "word", " \n\t\u3000"])
    assert not rows[0].any()
    assert not rows[2].any()
    assert np.linalg.norm(rows[1]) == pytest.approx(1, abs=1e-5)


def test_a_row_does_not_depend_on_its_batch_mates(embedder):
    together = passages(embedder, TEXTS)
    alone = np.concatenate([passages(embedder, [text]) for text in TEXTS])
    assert np.abs(together - alone).max() <= 1e-6


def test_rows_come_in_the_order_of_the_texts_whatever_their_length(embedder):
    there, back = passages(embedder, TEXTS), passages(embedder, TEXTS[::-1])
    assert np.abs(there - back[::-1]).max() <= 1e-6


def test_equal_texts_have_equal_rows(embedder):
    rows = passages(embedder, ["red box", "key", "red box", "key"])
    assert np.array_equal(rows[:2], rows[2:])
    assert not np.array_equal(rows[0], rows[1])


def test_a_repeated_call_gives_the_same_bytes(embedder):
    assert passages(embedder, TEXTS).tobytes() == passages(embedder, TEXTS).tobytes()


@pytest.mark.parametrize(
    "text", ["word " * 200_000, "x" * 1_000_000, "語" * 333_333, " " * 10**6 + "x"]
)
def test_a_megabyte_takes_a_bounded_time(embedder, text):
    start = process_time()
    rows = passages(embedder, [text])
    assert process_time() - start < 5
    assert np.linalg.norm(rows[0]) == pytest.approx(1, abs=1e-5)


def test_one_text_in_place_of_a_list_is_refused(embedder):
    with pytest.raises(UsageError, match="put it in a list"):
        embedder.embed("golden key", kind=TextKind.PASSAGE)


def test_threads_may_share_one(embedder):
    expected = passages(embedder, TEXTS)
    with ThreadPoolExecutor(4) as pool:
        for rows in pool.map(lambda _: passages(embedder, TEXTS), range(8)):
            assert np.abs(rows - expected).max() <= 1e-6


@pytest.mark.parametrize("name", ["minilm", "hashing", "openai"])
@settings(max_examples=15, deadline=None)
@given(texts=st.lists(st.text(st.characters(), max_size=60), max_size=6))
def test_any_text_gets_a_finite_row_that_is_its_own(name, texts):
    embedder = opened(name)
    rows = passages(embedder, texts)
    assert np.isfinite(rows).all()
    for text, row in zip(texts, rows, strict=True):
        assert np.linalg.norm(row) == pytest.approx(1.0 if text.strip() else 0.0, abs=1e-5)
        assert np.abs(row - passages(embedder, [text])[0]).max() <= 1e-6


@pytest.mark.parametrize("name", ["minilm", SLOW_E5])
def test_a_paraphrase_is_nearer_than_another_subject(name):
    embedder = opened(name)
    query = embedder.embed(["Where does Anna live?"], kind=TextKind.QUERY)
    rows = passages(embedder, ["Anna has her home in Paris.", "The soup is boiling over."])
    near, far = (query @ rows.T)[0]
    assert near > far + 0.05
