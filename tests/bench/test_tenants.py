"""Many memories in one process do not mix, and no reader waits long."""

import pytest

from clew.bench.tenants import Load, run


def test_a_few_tenants_are_read_and_written_at_once(tmp_path):
    found = run(Load(3, 10, readers=3, writers=2, reads_per_s=20, seconds=0.5), tmp_path)
    assert (found.errors, found.foreign) == ([], 0)
    assert found.reads > 0 < found.alone_p95


@pytest.mark.slow
def test_readers_of_many_tenants_wait_little_for_writers(tmp_path):
    load = Load(namespaces=16, facts=500, writers=2, readers=8, writes_per_s=3, seconds=10)
    found = run(load, tmp_path)
    assert (found.errors, found.foreign) == ([], 0)
    assert found.writes > 10 < found.reads
    assert found.loaded_p95 < 10 * found.alone_p95
