"""A file in which an unknown start had wiped out a known one gets its starts back."""

import sqlite3

from clew import Memory
from clew.learn.tasks import Extract
from clew.llm.scripted import ScriptedModel


def answer(task):
    if not isinstance(task, Extract):
        return {"pairs": []}
    start, end = task.text.split()
    fact = {"subject": "John", "relation": "works at", "object": "Arken", "valid_from": start}
    return {"facts": [fact | ({"valid_to": end, "ended": True} if end != "-" else {})]}


def test_a_file_of_version_2_gets_its_starts_back(tmp_path):
    path = tmp_path / "m.clew"
    with Memory.open(path, embedder=None, model=ScriptedModel(answer)) as memory:
        memory.remember("unknown 2019", at=2024)
        memory.remember("2015 -", at=2016)
        (fact,) = memory.history("John")
    old = sqlite3.connect(path)
    old.execute("UPDATE versions SET known_to = NULL WHERE item = ? AND known_to > 0", (fact.id,))
    old.execute("DELETE FROM versions WHERE item = ? AND valid_from > 0", (fact.id,))
    old.execute("PRAGMA user_version = 2")
    old.commit()
    old.close()
    with Memory.open(path, embedder=None, model=ScriptedModel(answer)) as memory:
        assert memory.history("John") == [fact]
        assert memory.check() == []
        with memory.as_of(known=1).view() as view:
            assert view.as_of.known == 1
        assert memory.as_of(2000, known=1).facts("John")[0].valid_from is None
        memory.remember("2022 -", at=2022)
        assert [one.valid_from for one in memory.history("John")] == [2015, 2022]
        assert memory.check() == []
