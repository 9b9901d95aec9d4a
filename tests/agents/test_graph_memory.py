import pytest

from clew.agents.graph_memory import GraphMemory
from clew.graph.types import Kind
from clew.learn.tasks import Extract
from clew.llm.base import Usage
from clew.llm.rules import RuleModel
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.minds.english.learning import RULES
from clew.minds.textworld.world_reader import extract_world

ROOM = "-= Room A =-\nYou see a locked red locker. There is a key 2 on the floor."


def graph(**options) -> GraphMemory:
    return GraphMemory(Memory.open(embedder="hashing"), **options)


def texts(memory: Memory) -> list[str]:
    """The texts of all runs, without the episodes that begin them."""
    begin = {run.episode for run in memory.runs()}
    with memory.view() as view:
        items = view.items(view.ids(Kind.EPISODE))
    return [item.text for item in items if item.id not in begin]


def test_facts_around_a_name_come_with_the_text_they_are_from():
    memory = graph()
    memory.learn(0, ROOM)
    memory.learn(1, "-= Room B =-\nYou see a blue locker.", "go east")
    brought = memory.recall([("red locker", 1)], "unlock red locker", [])
    assert ("red locker", "is in", "Room A") in brought.facts
    assert ROOM in brought.texts


def test_without_episodes_there_are_only_facts():
    memory = graph(episodes=0)
    memory.learn(0, ROOM)
    brought = memory.recall([("red locker", 1)], "unlock red locker", [])
    assert brought.facts
    assert brought.texts == ()


def test_what_changed_is_brought_up_as_it_is_now():
    memory = graph()
    memory.learn(0, ROOM)
    memory.learn(1, "You take the key 2 from the ground.", "take key 2")
    facts = memory.recall([("key 2", 1)], "", []).facts
    assert ("key 2", "is in", "inventory") in facts
    assert ("key 2", "is in", "Room A") not in facts


def test_the_newest_facts_are_those_of_the_last_text_that_still_hold():
    memory = graph()
    memory.learn(0, ROOM)
    memory.learn(1, "You take the key 2 from the ground.", "take key 2")
    assert memory.newest() == (("key 2", "is in", "inventory"),)


def test_a_run_taken_up_again_learns_nothing_twice():
    opened = Memory.open(embedder="hashing")
    for resume in (False, True):
        memory = GraphMemory(opened, run="one", resume=resume)
        memory.learn(0, ROOM)
        memory.learn(0, ROOM)
    assert texts(opened) == [ROOM]


@pytest.mark.parametrize("again", [False, True])
def test_a_room_seen_again_is_an_episode_but_is_read_again_only_if_asked_for(again):
    asked: list[str] = []

    def read(task):
        asked.append(task.text)
        return extract_world(task.text, task.at)

    opened = Memory.open(embedder="hashing", model=RuleModel({**RULES, Extract: read}))
    memory = GraphMemory(opened, again=again)
    for step, text in enumerate((ROOM, "You take the key 2 from the ground.", ROOM)):
        memory.learn(step, text)
    assert asked == [ROOM, "You take the key 2 from the ground.", *[ROOM] * again]
    assert len(texts(opened)) == 3
    assert ("key 2", "is in", "Room A") in memory.recall([("key 2", 1)], "", []).facts


def test_a_way_walked_is_a_fact_between_rooms():
    memory = graph()
    memory.learn(0, ROOM)
    memory.learn(1, "-= Room B =-\nAn empty room.", "go east")
    memory.learn_way(1, "Room A", "east", "Room B")
    before = memory.memory.stats()
    memory.learn_way(3, "Room A", "east", "Room B")
    assert memory.memory.stats() == before
    facts = memory.recall([("Room B", 1)], "", []).facts
    assert ("Room B", "is east of", "Room A") in facts


def test_the_budget_holds_for_facts_and_texts_together():
    memory = graph(budget=8)
    memory.learn(0, ROOM)
    brought = memory.recall([("red locker", 2)], "", [])
    assert len(brought.facts) == 1
    assert brought.texts == ()


def test_what_learning_cost_is_told_once():
    said = {"facts": [{"subject": "key", "relation": "is in", "object": "Room A"}]}
    model = ScriptedModel(lambda task: said if "Extract" in type(task).__name__ else {"pairs": []})
    memory = GraphMemory(Memory.open(embedder="hashing", model=model))
    memory.learn(0, ROOM)
    assert memory.spent().calls == 1
    assert memory.spent() == Usage()
