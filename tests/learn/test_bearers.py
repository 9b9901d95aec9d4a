"""Texts with a name are looked at again and again, and read once."""

from itertools import islice

from clew.learn.who.bearers import Said


def test_texts_are_read_when_they_are_asked_for_and_each_once():
    read = []

    def texts():
        for number in range(4):
            read.append(number)
            yield number, f"Anna sings {number} songs."

    said = Said(texts())
    assert [at for at, _ in islice(said, 2)] == [0, 1]
    assert read == [0, 1]
    for _ in range(3):
        assert [at for at, _ in said] == [0, 1, 2, 3]
    assert read == [0, 1, 2, 3]
