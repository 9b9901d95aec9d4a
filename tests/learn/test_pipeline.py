"""The write path beside other writers: what was read before is only good if nobody wrote since."""

import pytest

from clew.bench.synthetic import RandomVectors
from clew.bench.telegraph import telegraph_model
from clew.learn.rules import revise
from clew.learn.tasks import Revise
from clew.memory import Memory


def opened(path, model):
    return Memory.open(path, model=model, embedder=RandomVectors(8))


@pytest.mark.parametrize("times", [1, 3])
def test_what_another_writer_commits_meanwhile_is_built_upon(tmp_path, times):
    """Each draft is made in vain, but for the last; after three, it is made inside the lock."""
    path = tmp_path / "a.clew"
    left = list(range(times))

    def interrupted(task):
        if left:
            left.pop()
            other.remember("Anna|lives in|Oslo", at=1)
        return revise(task)

    with (
        opened(path, telegraph_model()) as other,
        opened(path, telegraph_model().extended({Revise: interrupted})) as memory,
    ):
        memory.remember("Anna|lives in|Rome", at=2)
        lived = [
            (fact.object_name, fact.valid_from, fact.valid_to) for fact in memory.history("Anna")
        ]
        assert lived == [("Oslo", 1, 2), ("Rome", 2, None)]
        assert len(memory.entity("Anna").episodes) == times + 1
        assert not memory.check()


def test_what_is_kept_will_do_for_who_knows_no_more(tmp_path):
    path = tmp_path / "a.clew"
    with opened(path, telegraph_model()) as memory, opened(path, telegraph_model()) as other:
        memory.remember("Anna|lives in|Oslo", at=1)
        with memory.store.projection("default") as projection:
            last = projection.revision
        other.remember("Anna|lives in|Rome", at=2)
        for known, found in (
            (last, last),
            (last + 2, last + 2),
            (last, last + 2),
            (None, last + 2),
        ):
            with memory.store.projection("default", known) as projection:
                assert projection.revision == found
