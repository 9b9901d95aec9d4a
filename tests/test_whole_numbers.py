"""Ids, counts and revisions may be NumPy's: what is kept and answered is as with Python's own."""

from datetime import UTC, datetime

import numpy as np
import pytest

from clew import Correction, Kind, Memory, NewEdge, NewNode
from clew.bench.piped_facts import piped_facts_model
from clew.errors import UsageError

DAY = datetime(2024, 1, 1, tzinfo=UTC)


@pytest.fixture
def memory():
    with Memory.open(model=piped_facts_model(), embedder=None) as memory:
        memory.remember("Anna|lives in|Oslo", at=DAY)
        memory.remember("Anna|lives in|Rome", at=DAY.replace(year=2025))
        memory.merge("Oslo", "Rome")
        yield memory


def facts(memory):
    return [fact.id for fact in memory.history("Anna")]


USES = {
    "episode": lambda memory, number: memory.episode(number(1)),
    "entity": lambda memory, number: memory.entity(number(memory.entity("Anna").id)),
    "facts": lambda memory, number: memory.facts(number(memory.entity("Anna").id)),
    "metadata": lambda memory, number: memory.patch_metadata(number(1), {"a": 1}),
    "retire": lambda memory, number: memory.retire(number(facts(memory)[0])),
    "correct": lambda memory, number: memory.correct(
        number(facts(memory)[0]), Correction(object="Lima"), at=DAY
    ),
    "forget": lambda memory, number: memory.forget(episode=number(1)),
    "forget an entity": lambda memory, number: memory.forget(
        entity=number(memory.entity("Anna").id)
    ),
    "split": lambda memory, number: memory.split(number(_alias(memory))),
    "jobs": lambda memory, number: memory.jobs([number(1)]),
    "changes": lambda memory, number: memory.changes(number(1), limit=number(2)),
    "known": lambda memory, number: memory.as_of(known=number(1)).history("Anna"),
    "recall": lambda memory, number: memory.recall("Anna", k=number(1)),
    "browse": lambda memory, number: memory.browse("facts", limit=number(1)),
    "write": lambda memory, number: memory.write(
        [NewNode(kind=Kind.ENTITY, text="cup", told_by=number(1))],
        [
            NewEdge(
                kind=Kind.FACT,
                source=number(memory.entity("Anna").id),
                target=number(memory.entity("Oslo").id),
                relation="likes",
                valid_from=DAY,
                replaces=(number(facts(memory)[0]),),
            )
        ],
    ),
}


def _alias(memory):
    with memory.store.projection("default") as rows:
        return rows.entity_called("Rome")


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_number_of_numpy_is_a_number(use, memory):
    with Memory.open(embedder=None, model=piped_facts_model()) as other:
        other.import_(memory.export())
        assert use(memory, np.int64) == use(other, int)
        assert memory.check() == []
        kept, wanted = (list(one.export())[1:-1] for one in (memory, other))
        assert kept == wanted


@pytest.mark.parametrize("use", USES.values(), ids=USES)
@pytest.mark.parametrize("number", [bool, float, str])
def test_what_is_no_whole_number_is_refused(use, number, memory):
    by_name = ("entity", "facts", "split", "forget an entity")
    if number is str and use in [USES[each] for each in by_name]:
        return
    with pytest.raises(UsageError, match="a whole number, got"):
        use(memory, number)


def test_as_many_rows_as_can_be_named_are_all_rows(memory):
    assert memory.recall("Anna", k=2**70) == memory.recall("Anna", k=1000)


def test_a_number_too_long_to_be_written_is_refused_as_metadata(memory):
    with pytest.raises(UsageError, match="too long to be written"):
        memory.remember("x", at=DAY, metadata={"n": 10**5000})
