from clew.agents.ariadne import tasks as ariadne
from clew.agents.graph_memory import GraphMemory
from clew.agents.memory_tasks import Importance, Rating
from clew.agents.minds import RULES, acting
from clew.llm.base import Task
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.offline import default_model


def test_rules_can_play_and_any_other_model_stays_as_it_is():
    task = Importance("Find the treasure.", "Nothing.")
    assert default_model().run([task])[0].value is None
    assert acting(default_model()).run([task])[0].value == Rating(importance=1)
    script = ScriptedModel([])
    assert acting(script) is script


def test_there_is_a_rule_for_every_task_of_ariadne():
    found = [
        value
        for value in vars(ariadne).values()
        if isinstance(value, type) and issubclass(value, Task) and value is not Task
    ]
    assert found
    assert all(task in RULES for task in found)


def test_a_note_by_itself_is_read_as_part_of_the_world():
    memory = GraphMemory(Memory.open(embedder="hashing", model=acting(default_model())))
    memory.learn(0, "Key 3 unlocks the azure locker.", "examine note 3")
    assert memory.recall([("Key 3", 1)], "", []).facts == (("Key 3", "unlocks", "azure locker"),)
