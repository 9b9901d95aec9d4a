"""Closures in one array are those that were added, by either statement."""

from hypothesis import given
from hypothesis import strategies as st

from clew.projection.lookup.closures import Closures
from clew.projection.rows import ClosureRow, closure_numbers

IDS = st.integers(1, 9)
ROWS = st.lists(
    st.tuples(
        IDS, st.integers(-(1 << 60), 1 << 60), st.none() | IDS, st.none() | IDS,
        st.integers(1, 99), st.none() | st.integers(1, 99),
    ),
    max_size=20,
)  # fmt: skip


def rows_of(drawn):
    return [ClosureRow(number, *each) for number, each in enumerate(drawn, 1)]


@given(ROWS, ROWS)
def test_closures_are_found_by_both_statements_as_they_were_added(first, later):
    rows = rows_of([*first, *later])
    closures = Closures()
    closures.add(closure_numbers(rows[: len(first)]))
    closures.add(closure_numbers(rows[len(first) :]))
    for found, key in ((closures.of, "item"), (closures.by, "by")):
        expected: dict[int, list[ClosureRow]] = {}
        for row in rows:
            if getattr(row, key) is not None:
                expected.setdefault(getattr(row, key), []).append(row)
        assert dict(found) == expected
        assert list(found) == sorted(expected)
        assert len(found) == len(expected)
        assert found.get(1000, ()) == ()
        assert 1000 not in found


@given(ROWS, st.data())
def test_a_closure_that_no_longer_counts_says_so_on_both_sides(drawn, data):
    rows = rows_of(drawn)
    closures = Closures()
    closures.add(closure_numbers(rows))
    closed = data.draw(st.sets(st.sampled_from(rows))) if rows else set()
    closures.close((row.id, row.item, 7) for row in closed)
    for row in rows:
        now = row._replace(known_to=7) if row in closed else row
        assert now in closures.of[row.item]
        assert row.by is None or now in closures.by[row.by]
