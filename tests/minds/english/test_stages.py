"""A baby is no pensioner, the dead ring nobody, and what has hooves is no neighbour."""

from datetime import UTC, datetime

import pytest

from clew import Memory

NAMES = ("Otto", "Otto Brandis", "Thea", "Thea Lorm")


def meant(first, second):
    """The entities of the short and of the full name, after two notes ten days apart."""
    short, full = sorted((name for name in NAMES if name in first + second), key=len)
    with Memory.open(embedder=None) as memory:
        for day, text in ((1, first), (11, second)):
            memory.remember(text, at=datetime(2024, 1, day, tzinfo=UTC), source="notes")
        with memory.view() as view:
            return {*view.find(short)}, {*view.find(full)}


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Otto Brandis retired as stationmaster.", "Otto refused his bottle at two."),
        ("Otto got his school satchel today.", "Otto Brandis, a judge, saw the wall."),
        ("I was nursed by a midwife called Thea Lorm.", "Thea learned to walk on Sunday."),
        ("Thea Lorm died in 1992.", "Thea came to lunch today."),
        ("Thea Lorm phoned about the roof.", "Thea has shed her leaves. She stands too dark."),
        ("Otto Brandis asked for the key.", "Otto rolled in the mud. His hooves are long."),
        ("Thea Lorm asked for the key.", "Thea was all aphids by July, so out she came."),
        ("Thea Lorm asked for the key.", "We repotted Thea yesterday. She is happy now."),
    ],
)
def test_a_short_name_is_not_taken_for_whom_it_cannot_mean(first, second):
    short, full = meant(first, second)
    assert short
    assert full
    assert not short & full


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("Otto Brandis retired as stationmaster.", "Otto rang today about his pension."),
        ("Thea Lorm got her swimming badge.", "Thea learned to ride a bike."),
        ("Thea Lorm phoned about the roof.", "Thea asked for her ladder. She pruned the pear."),
    ],
)
def test_a_short_name_is_taken_for_whom_it_can_mean(first, second):
    short, full = meant(first, second)
    assert short == full != set()
