"""Lists: every entry once, in a stable order, whatever is written between two pages."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew import Filter
from clew.errors import UnknownNameError, UsageError
from clew.recall.listing import Listing
from tests.store.memories import actions, day, fill, opened, play


@pytest.fixture(scope="module")
def memory():
    with opened() as memory:
        yield fill(memory)


def pages(memory, what, **more):
    cursor = None
    while True:
        page = memory.browse(what, cursor=cursor, **more)
        yield page
        cursor = page.cursor
        if cursor is None:
            return


@pytest.mark.parametrize("what", list(Listing))
@pytest.mark.parametrize("newest", [False, True])
def test_pages_join_to_the_whole_list(memory, what, newest):
    (whole,) = pages(memory, what, limit=1000, newest=newest)
    assert whole.total == len(whole.items) >= 1
    for limit in (1, 3):
        parts = list(pages(memory, what, limit=limit, newest=newest))
        assert tuple(one for page in parts for one in page.items) == whole.items
        assert {page.total for page in parts} == {whole.total}
        assert [page.more for page in parts][-1] == 0
    reverse = memory.browse(what, limit=1000, newest=not newest)
    assert reverse.items == whole.items[::-1]


@settings(deadline=None)
@given(actions, actions, st.integers(1, 3))
def test_what_is_written_meanwhile_moves_nothing(before, after, limit):
    with opened() as memory:
        play(memory, before)
        first = memory.browse("episodes", limit=limit)
        play(memory, [deed for deed in after if deed[0] != "forget"])
        ids = [one.id for one in first.items]
        if first.cursor is not None:
            ids += [one.id for one in memory.browse("episodes", cursor=first.cursor).items]
        every = [one.id for one in memory.browse("episodes").items]
        assert ids == (every if first.cursor is not None else every[: len(ids)])


def test_sources_are_counted_and_dated(memory):
    found = {one.name: one for one in memory.browse("sources").items}
    assert found["diary"].episodes == 2
    assert (found["diary"].first, found["diary"].last) == (day(1), day(30))
    (only,) = memory.browse("sources", where=Filter(sources=("diary",))).items
    assert only == found["diary"]


def test_the_past_is_listed_when_asked_for(memory):
    now = memory.browse("facts").total
    past = memory.browse("facts", past=True)
    assert past.total > now
    assert any(one.rejected for one in past.items)
    assert not any(one.rejected for one in memory.browse("facts").items)


@pytest.mark.parametrize("limit", [0, 1001])
def test_a_limit_out_of_range_is_refused(memory, limit):
    with pytest.raises(UsageError, match="from 1 to 1000"):
        memory.browse("facts", limit=limit)


def test_a_cursor_of_another_list_is_refused(memory):
    cursor = memory.browse("facts", limit=1).cursor
    with pytest.raises(UsageError, match="a cursor of a list of entities"):
        memory.browse("entities", cursor=cursor)
    with pytest.raises(UsageError, match="in this order"):
        memory.browse("facts", cursor=cursor, newest=True)
    for broken in ("", "x", "ключ", "WzFd", "W10="):
        with pytest.raises(UsageError, match="a cursor"):
            memory.browse("facts", cursor=broken)
    with pytest.raises(UnknownNameError, match="did you mean 'facts'"):
        memory.browse("fact")
