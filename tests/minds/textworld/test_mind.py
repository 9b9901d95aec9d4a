from clew.agents.ariadne import tasks as ariadne
from clew.agents.graph_memory import GraphMemory
from clew.agents.memory_tasks import Importance, Rating
from clew.llm.base import Task
from clew.memory import Memory
from clew.minds.textworld import RULES
from clew.wiring import mind_named


def test_only_the_text_world_mind_rates_texts():
    task = Importance("Find the treasure.", "Nothing.")
    assert mind_named().run([task])[0].value is None
    assert mind_named("textworld").run([task])[0].value == Rating(importance=1)


def test_there_is_a_rule_for_every_task_of_ariadne():
    found = [
        value
        for value in vars(ariadne).values()
        if isinstance(value, type) and issubclass(value, Task) and value is not Task
    ]
    assert found
    assert all(task in RULES for task in found)


def test_a_note_by_itself_is_read_as_part_of_the_world():
    memory = GraphMemory(Memory.open(embedder="hashing", model=mind_named("textworld")))
    memory.learn(0, "Key 3 unlocks the azure locker.", "examine note 3")
    assert memory.recall([("Key 3", 1)], "", []).facts == (("Key 3", "unlocks", "azure locker"),)
