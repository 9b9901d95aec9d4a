import pytest

from clew.agents.graph_memory import GraphMemory
from clew.agents.memory import Brought, Outcome
from clew.errors import UsageError
from clew.graph.types import Kind
from clew.learn.tasks import Extract
from clew.llm.base import Usage
from clew.llm.rules import RuleModel
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from clew.minds.english import RULES
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


def test_a_room_that_looks_almost_as_it_does_now_is_not_shown_again():
    memory = graph()
    seen = f"{ROOM}\nThere is a door to the north."
    memory.learn(0, f"{seen} A moth flies by.")
    memory.learn(1, seen)
    assert len(memory.recall([("red locker", 1)], "", []).texts) == 1
    assert memory.recall([("red locker", 1)], "", [seen]).texts == ()


def test_a_way_told_from_both_ends_is_shown_once():
    memory = graph()
    memory.learn(0, ROOM)
    memory.learn(1, HALL, "go east")
    memory.learn_way(1, "Room A", "east", "Room B")
    memory.learn(2, ROOM, "go west")
    memory.learn_way(2, "Room B", "west", "Room A")
    facts = memory.recall([("Room A", 1), ("Room B", 1)], "", []).facts
    ways = {("Room B", "is east of", "Room A"), ("Room A", "is west of", "Room B")}
    assert len(ways.intersection(facts)) == 1


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


def test_a_world_that_says_nothing_teaches_nothing():
    memory = graph()
    memory.learn(0, " ")
    memory.learn_way(1, "Room A", "east", "Room B")
    memory.learn(1, "You take the key 2 from the ground.", "take key 2")
    memory.learn(2, "", "wait")
    assert memory.newest() == ()
    assert memory.memory.stats().kinds["episode"] == 2, "the run and one text"
    assert ("Room B", "is east of", "Room A") in memory.recall([("Room A", 1)], "", []).facts


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
        return extract_world(task.text)

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


NOTE = "The key 2 unlocks the red locker."
HALL = "-= Room B =-\nAn empty room."


def ended(**options) -> GraphMemory:
    """A second run of the same world; in the first the key was taken from Room A to Room B."""
    first = GraphMemory(Memory.open(embedder="hashing", model="rules:textworld"), run="hunt 1")
    first.learn(0, ROOM)
    first.learn(1, "You take the key 2 from the ground.", "take key 2")
    first.learn(2, NOTE, "read note")
    first.learn(3, HALL, "go east")
    first.learn_way(3, "Room A", "east", "Room B")
    return GraphMemory(first.memory, **{"run": "hunt 1", **options})


def test_a_second_run_does_not_believe_the_places_of_the_first():
    facts = ended().recall([("key 2", 2), ("red locker", 2), ("player", 1)], "", []).facts
    assert not [fact for fact in facts if fact[1] in ("is in", "is")]
    assert ("key 2", "unlocks", "red locker") in facts


def test_what_was_seen_first_is_kept_as_that_and_not_where_it_ended():
    memory = ended()
    facts = memory.recall([("key 2", 1), ("red locker", 1)], "", []).facts
    assert ("key 2", "was first in", "Room A") in facts
    assert ("red locker", "was first", "locked") in facts
    assert ("key 2", "was first in", "inventory") not in facts
    before = memory.memory.stats().kinds["fact"]
    GraphMemory(memory.memory, run="hunt 1")
    assert memory.memory.stats().kinds["fact"] == before, "a run that saw nothing teaches nothing"


def test_what_a_later_run_saw_first_replaces_what_an_earlier_one_saw():
    second = ended()
    second.learn(0, "-= Room B =-\nThere is a key 2 on the floor.")
    third = GraphMemory(second.memory, run="hunt 1")
    facts = third.recall([("key 2", 1)], "", []).facts
    assert ("key 2", "was first in", "Room B") in facts
    assert ("key 2", "was first in", "Room A") not in facts
    third.memory.forget(source="hunt 1, run 2")
    facts = third.recall([("key 2", 1)], "", []).facts
    assert ("key 2", "was first in", "Room A") in facts
    assert ("key 2", "was first in", "Room B") not in facts


def test_the_ways_of_earlier_runs_are_known_and_those_of_another_world_are_not():
    assert ended().known_ways() == (("Room A", "east", "Room B"),)
    assert ended(run="hunt 2").known_ways() == ()
    assert graph().known_ways() == ()


def test_a_way_that_leads_elsewhere_now_is_over():
    memory = ended()
    memory.learn(0, ROOM)
    memory.learn(1, "-= Room C =-\nAn empty room.", "go east")
    memory.learn_way(1, "Room A", "east", "Room C")
    third = GraphMemory(memory.memory, run="hunt 1")
    assert third.known_ways() == (("Room A", "east", "Room C"),)


def test_a_text_of_an_earlier_run_is_marked_as_one():
    texts = ended(episodes=9).recall([("red locker", 1), ("key 2", 1)], "", []).texts
    assert f"In an earlier run:\n{NOTE}" in texts
    assert all(text.startswith("In an earlier run:\n") for text in texts)
    assert not [text for text in texts if "run 1" in text], "what begins a run is no text of it"


def test_forgetting_a_run_forgets_its_ways_and_lessons():
    memory = ended()
    memory.learn(0, ROOM)
    memory.memory.forget(source="hunt 1, run 1")
    assert memory.memory.check() == []
    assert "Room B" not in "".join(memory.memory.export())
    assert memory.known_ways() == ()
    facts = memory.recall([("key 2", 1)], "", []).facts
    assert ("key 2", "is in", "Room A") in facts, "what the second run saw holds"
    assert not [fact for fact in facts if fact[1] in ("unlocks", "was first in")]


def test_a_run_that_goes_on_keeps_its_steps_and_its_own_texts_unmarked():
    memory = ended()
    memory.learn(0, ROOM)
    again = GraphMemory(memory.memory, run="hunt 1", resume=True)
    again.learn(0, ROOM)
    again.learn(1, HALL, "go east")
    again.learn_way(1, "Room A", "east", "Room B")
    assert [run.number for run in again.memory.runs()] == [1, 2]
    assert texts(again.memory)[4:] == [ROOM, HALL]
    with again.memory.view() as view:
        assert view.as_of.valid == 5, "four steps of the first run, the second of this one"
    assert ROOM in again.recall([("red locker", 1)], "", []).texts
    with pytest.raises(UsageError, match="hunt 1, run 1 is over"):
        GraphMemory(ended(run="hunt 2").memory, run="hunt 1", resume=True)


def test_a_memory_of_dates_takes_no_steps():
    memory = Memory.open(embedder="hashing")
    memory.remember("Anna lives in Oslo.")
    with pytest.raises(UsageError, match="name another namespace"):
        GraphMemory(memory).learn(0, ROOM)


def test_what_only_another_world_has_shown_is_not_recalled():
    other = ended(run="hunt 2")
    asked = [("key 2", 2), ("red locker", 2), ("Room A", 1)]
    assert other.recall(asked, "", []) == Brought()
    other.learn(0, ROOM)
    seen = other.recall([("key 2", 1)], "", [])
    assert ("key 2", "is in", "Room A") in seen.facts
    other.learn(1, NOTE, "read note")
    seen = other.recall([("key 2", 1)], "", [])
    assert ("key 2", "unlocks", "red locker") in seen.facts, "this world has shown it, too"
    back = GraphMemory(other.memory, run="hunt 1")
    facts = back.recall(asked, "", []).facts
    assert ("key 2", "unlocks", "red locker") in facts
    assert ("key 2", "was first in", "Room A") in facts
    assert back.known_ways() == (("Room A", "east", "Room B"),)


def test_what_came_of_commands_is_known_to_the_next_run():
    first = graph(run="cave")
    first.learn(0, "Cliff\nA path leads west.")
    first.learn(1, "You fall.")
    first.learn_outcome(1, "Cliff", "west", Outcome.DEATH)
    first.learn(2, "Taken.")
    first.learn_outcome(2, "Cliff", "take coin", Outcome.POINTS)
    assert first.known_outcomes() == ()
    second = GraphMemory(first.memory, run="cave")
    assert second.known_outcomes() == (
        ("Cliff", "west", Outcome.DEATH),
        ("Cliff", "take coin", Outcome.POINTS),
    )
    assert GraphMemory(first.memory, run="another").known_outcomes() == ()
    assert second.known_replies() == (
        ("Cliff", "west", "You fall."),
        ("Cliff", "take coin", "Taken."),
    )
    assert GraphMemory(first.memory, run="another").known_replies() == ()


def test_a_newer_outcome_of_a_command_replaces_the_older_one():
    first = graph(run="cave")
    first.learn(0, "Cliff\nA path leads west.")
    first.learn(1, "It is locked.")
    first.learn_outcome(1, "Cliff", "open gate", Outcome.REFUSED)
    first.learn_outcome(1, "Cave", "open gate", Outcome.REFUSED)
    first.learn(2, "It opens.")
    first.learn_outcome(2, "Cliff", "open gate", Outcome.DONE)
    first.learn_outcome(3, "Cliff", "open gate", Outcome.DONE)
    known = GraphMemory(first.memory, run="cave").known_outcomes()
    assert known == (("Cave", "open gate", Outcome.REFUSED), ("Cliff", "open gate", Outcome.DONE))


def test_the_texts_that_first_showed_the_places_of_earlier_runs_are_known():
    memory = ended()
    began, later = memory.known_scenes()
    assert began[0] == "Room A"
    assert began[1].startswith("-= Room A =-")
    assert later == ("Room B", HALL)
    assert graph().known_scenes() == ()
    other = GraphMemory(memory.memory, run="another")
    assert other.known_scenes() == ()


def test_a_place_that_the_first_text_only_mentions_is_not_where_a_run_began():
    first, hall = graph(run="hunt"), "Hall\nYou are in the hall. The kitchen door is north."
    first.learn(0, hall)
    for step, (place, way, room) in enumerate(
        [("Kitchen", "north", "Hall"), ("Hall", "south", "Kitchen"), ("Pantry", "north", "Hall")], 1
    ):
        first.learn(step, f"{place}\nIt is cold, for the {step}. time.", f"go {way}")
        first.learn_way(step, room, way, place)
    scenes = dict(GraphMemory(first.memory, run="hunt").known_scenes())
    assert scenes["Hall"] == hall
    assert "Kitchen" not in scenes
