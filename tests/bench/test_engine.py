"""The engine benchmark measures what it says, and holds it against its bars."""

from clew.bench.engine import measure, rows_of


def test_a_small_memory_is_measured_and_held_against_the_bars(tmp_path):
    size = measure(50, tmp_path, writes=3, queries=3)
    assert size.facts_per_s > 0
    assert size.rows_per_write["text_1_fact"] == 1
    assert 0 < size.recall[0] <= size.recall[1] <= size.recall[2]
    assert size.open_s > 0 < size.rss_mb
    quick, slow = ({"import clew": each, "Memory": each} for each in (0.1, 9.0))
    met = {what: met for what, _, _, met in rows_of(size, quick)}
    assert met["Memory"]
    assert not {what: met for what, _, _, met in rows_of(size, slow)}["import clew"]
