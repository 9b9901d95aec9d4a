"""What models cost: kept with the changes they led to, summed, and brought to old files."""

import sqlite3

from clew.memory import Memory
from clew.projection.rows import UsageRow
from tests.store.memories import opened

ONE = UsageRow(0, "AnswerQuestion", "openai:gpt-4o", 1, 900, 40, 1.5, 0.01)


def test_costs_are_summed_by_episode_task_and_model():
    with opened() as memory:
        memory.remember("Anna lives in Oslo.")
        store, name = memory.store, memory.namespace
        before = memory.revision
        store.record_usage(name, [ONE, ONE])
        store.record_usage(name, [ONE._replace(model="ollama:qwen3", cost=0.0)])
        assert store.usage(name) == [
            ONE._replace(model="ollama:qwen3", cost=0.0),
            ONE._replace(calls=2, input_tokens=1800, output_tokens=80, seconds=3.0, cost=0.02),
        ]
        assert memory.revision == before, "an answer is no revision"
        store.record_usage(name, [ONE._replace(episode=7)])
        both = ONE._replace(calls=3, input_tokens=2700, output_tokens=120, seconds=4.5, cost=0.03)
        assert store.usage(name, by_episode=False)[1] == both


def test_a_namespace_that_was_never_written_to_keeps_none():
    with opened() as memory:
        memory.store.record_usage("nobody", [ONE])
        assert memory.store.usage("nobody") == []


def test_a_file_opened_for_reading_keeps_none(tmp_path):
    path = tmp_path / "m.clew"
    with opened(path) as memory:
        memory.remember("Anna lives in Oslo.")
    with Memory.open(path, embedder=None, read_only=True) as memory:
        memory.store.record_usage(memory.namespace, [ONE])
        assert memory.store.usage(memory.namespace) == []


def test_a_file_of_version_1_gains_the_table(tmp_path):
    path = tmp_path / "m.clew"
    with opened(path) as memory:
        memory.remember("Anna lives in Oslo.")
    old = sqlite3.connect(path)
    old.execute("DROP TABLE usage")
    old.execute("PRAGMA user_version = 1")
    old.close()
    with opened(path) as memory:
        memory.store.record_usage(memory.namespace, [ONE])
        assert memory.store.usage(memory.namespace) == [ONE]
        assert memory.ask("Where does Anna live?").text == "Oslo"
        assert memory.check() == []
