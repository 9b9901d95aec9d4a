"""Retrievers by name."""

import pytest

from clew.errors import UnknownNameError
from clew.graph.types import Kind
from clew.recall.base import Limits, Query
from clew.recall.search.catalogue import RETRIEVERS
from clew.recall.search.hybrid import Hybrid
from clew.recall.selection import DEFAULT_RETRIEVER, retriever_named
from tests.recall.worlds import row, world


@pytest.mark.parametrize("name", RETRIEVERS)
def test_every_named_retriever_finds_the_one_thing_there_is(name):
    id = {"fact": 101, "episode": 301}
    view = world(
        ["Anna", "Oslo", "key"],
        [(0, "lives in", 1), (0, "has", 2), (1, "holds", 2)],
        episodes=[("Anna lives in Oslo and has a key.", [101, 102, 103])],
        vectors={number: row(1, 0) for number in (1, 2, 3, 101, 102, 103, 301)},
    )
    query = Query(text="Where is the key of Anna?", vector=row(1, 0), entities=((1,), (3,)))
    found = retriever_named(name).retrieve(view, query, Limits(k=5))
    assert {one.id for one in found} & {id["fact"] + 1, id["episode"]}
    assert all(one.kind in {Kind.FACT, Kind.EPISODE} for one in found)


def test_a_wrong_name_is_told_what_is_near():
    assert retriever_named(DEFAULT_RETRIEVER) == RETRIEVERS["hybrid"] == Hybrid()
    with pytest.raises(
        UnknownNameError, match="no retriever named 'hybird'; did you mean 'hybrid'"
    ):
        retriever_named("hybird")
