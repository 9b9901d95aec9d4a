"""What fits a filter of metadata, and what is no filter."""

from datetime import UTC, datetime

import pytest

from clew import Filter, Kind
from clew.errors import UsageError
from clew.graph.filters import EVERYTHING, fits_metadata

HELD = {"user": "ann", "year": 2020, "done": True, "tags": ["red", 1], "team": {"a": 1, "b": 2}}
HELD["deep"] = [[1, {"b": [True]}]]


@pytest.mark.parametrize(
    "wanted",
    [
        {},
        {"user": "ann"},
        {"user": {"$eq": "ann"}},
        {"user": {"$ne": "bob"}},
        {"other": {"$ne": "bob"}},
        {"year": {"$gte": 2020, "$lt": 2021}},
        {"year": {"$gt": 2019.5}, "user": {"$lte": "ann"}},
        {"user": {"$in": ["bob", "ann"]}},
        {"tags": ["red", 1]},
        {"tags": {"$has": "red"}},
        {"team": {"a": 1}},
        {"team": {"b": {"$gt": 1}}},
        {"done": True},
        {"tags": ("red", 1)},
        {"deep": [[1, {"b": (True,)}]]},
        {"deep": {"$has": (1, {"b": [True]})}},
    ],
)
def test_what_fits(wanted):
    assert fits_metadata(wanted, HELD)


@pytest.mark.parametrize(
    "wanted",
    [
        {"user": "Ann"},
        {"user": None},
        {"other": "ann"},
        {"other": {"$eq": None}},
        {"year": {"$gt": 2020}},
        {"year": {"$gt": "2019"}},
        {"user": {"$gt": 5}},
        {"done": 1},
        {"done": {"$gte": 0}},
        {"user": {"$in": ["bob"]}},
        {"user": {"$has": "a"}},
        {"tags": {"$has": True}},
        {"tags": "red"},
        {"team": {"a": 1, "c": 3}},
        {"user": {"name": "ann"}},
        {"tags": ["red", True]},
        {"tags": ["red"]},
        {"team": {"$eq": {"a": True, "b": 2}}},
        {"deep": [[1, {"b": [1]}]]},
    ],
)
def test_what_does_not_fit(wanted):
    assert not fits_metadata(wanted, HELD)


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"sources": "mail"}, "a sequence of sources"),
        ({"kinds": ("poem",)}, "kinds of items"),
        ({"since": 3, "until": 3}, "`until` after 3"),
        ({"since": 3, "until": datetime(2024, 1, 1, tzinfo=UTC)}, "step"),
        ({"metadata": {"a": {"$near": 1}}}, "got '\\$near'"),
        ({"metadata": {"a": {"$gt": 1, "b": 2}}}, "got both"),
        ({"metadata": {"a": {"$in": "ann"}}}, "a list after \\$in"),
    ],
)
def test_what_is_no_filter_is_refused(given, said):
    with pytest.raises(UsageError, match=said):
        Filter(**given)


def test_sources_are_names_or_patterns():
    wanted = Filter(sources=("mail/*", "chat"))
    assert [wanted.fits_source(one) for one in ("mail/1", "chat", "chat/1", "")] == [1, 1, 0, 0]
    wanted = Filter(sources=("[a]", "b[1]*"))
    assert [wanted.fits_source(one) for one in ("[a]", "a", "b[1]/x", "b1/x")] == [1, 0, 1, 0]
    assert EVERYTHING.is_everything
    assert Filter(kinds=(Kind.FACT,)).is_everything
