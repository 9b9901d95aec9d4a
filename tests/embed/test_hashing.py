import numpy as np

from clew.embed.base import TextKind
from clew.embed.hashing import Hashing


def rows(texts, dimension=256):
    return Hashing(dimension).embed(texts, kind=TextKind.PASSAGE)


def test_shared_spelling_is_nearer():
    anchor, near, far = rows(["golden keys", "the golden key", "soup and bread"])
    assert anchor @ near > anchor @ far + 0.2


def test_one_dimension_is_enough_for_a_direction():
    assert np.abs(rows(["a", "bc", "def"], 1)).tolist() == [[1], [1], [1]]


def test_the_vectors_are_the_same_in_every_process_and_version():
    assert np.flatnonzero(rows(["a"])[0]).tolist() == [23, 244]
