"""Changes by revision: each is told once, by whichever process made it."""

from collections import Counter

import pytest
from hypothesis import given, settings

from clew import Correction
from clew.errors import UsageError
from clew.store.values import What
from tests.store.memories import actions, day, fill, opened, play


def told(memory, since=0):
    return [(one.what, one.kind, one.id) for one in memory.changes(since)]


def test_each_kind_of_change_is_told():
    with opened() as memory:
        fill(memory)
        memory.correct(memory.facts("Anna")[0].id, Correction(object="Lima"), at=day(100))
        memory.remember("Cleo knows Dora.", at=day(101))
        memory.remember("Cleo knows Dora.", at=day(102))
        memory.merge("Cleo", "Dora")
        memory.split("Dora")
        assert {one.what for one in memory.changes()} == set(What)
        revisions = [one.revision for one in memory.changes()]
        assert revisions == sorted(revisions)
        assert revisions[-1] == memory.revision


def test_what_a_fact_goes_through():
    with opened() as memory:
        memory.remember("Anna lives in Oslo.", at=day(1), source="a")
        fact = memory.facts("Anna")[0].id
        steps = [memory.revision]
        memory.remember("Anna lives in Oslo.", at=day(2), source="b")
        steps.append(memory.revision)
        memory.retire(fact)
        steps.append(memory.revision)
        memory.restore(fact)
        steps.append(memory.revision)
        memory.forget(source="a")
        steps.append(memory.revision)
        memory.forget(source="b")
        mine = [one for one in memory.changes() if one.id == fact]
    assert [one.what for one in mine] == ["forgotten"]  # nothing else of it is left
    assert mine[0].revision > steps[-1]


@settings(deadline=None)
@given(actions)
def test_pages_of_changes_join_and_no_revision_is_cut(deeds):
    with opened() as memory:
        memory.remember("Anna lives in Oslo.", at=day(0))
        play(memory, deeds)
        whole = memory.changes(limit=100_000)
        parts, since = [], 0
        while found := memory.changes(since, limit=3):
            parts += found
            since = found[-1].revision
        assert parts == whole
        assert max(Counter(whole).values()) == 1


def test_watching_sees_what_another_process_writes(tmp_path):
    path = tmp_path / "x.clew"
    with opened(path) as memory, opened(path) as other:
        memory.remember("Anna lives in Oslo.", at=day(1))
        changes = memory.watch(poll_s=0.01, quiet_s=5)
        other.remember("Ben lives in Rome.", at=day(2))
        first = next(changes)
        assert (first.what, first.kind) == ("added", "episode")
        assert list(memory.watch(poll_s=0.01, quiet_s=0)) == []
        assert list(memory.watch(0, poll_s=0.01, quiet_s=0)) == memory.changes()


def test_a_range_that_is_none_is_refused():
    with opened() as memory:
        assert memory.changes() == memory.changes(2**70) == []
        for wrong in ((-1, 10), (0, 0)):
            with pytest.raises(UsageError, match="a revision from 0 and a limit from 1"):
                memory.changes(wrong[0], limit=wrong[1])
