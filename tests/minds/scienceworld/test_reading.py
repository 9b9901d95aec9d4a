"""What ScienceWorld prints, read into facts."""

import pytest

from clew.agents.graph_memory import GraphMemory
from clew.learn.tasks import Extract
from clew.memory import Memory
from clew.minds.scienceworld.reading import extract

LOOK = """This room is called the kitchen. In it, you see: 
	the agent
	a substance called air
	a counter. On the counter is: a bowl (containing a red apple, a banana), a drawer.
	a fridge. The fridge door is closed. 
	a stove, which is turned off. On the stove is: nothing.
	a table. On the table is: a lamp, which is on, a cup (containing a substance called tea).
	a flower pot 2 (containing a apple tree in the adult stage, soil)
	a flower pot 3 (containing soil)
You also see:
	A door to the hallway (that is open)
"""  # noqa: W291  # as the world prints it


def read(text):
    return {(one.subject, one.relation, one.object) for one in extract(Extract(text, at=0)).facts}


def test_a_place_is_read_with_all_that_its_things_hold():
    found = read(LOOK)
    assert {
        ("player", "is in", "kitchen"),
        ("kitchen", "leads to", "hallway"),
        ("door from kitchen to hallway", "is", "open"),
        ("bowl", "is on", "counter"),
        ("red apple", "is in", "bowl"),
        ("banana", "is in", "bowl"),
        ("fridge", "is", "closed"),
        ("stove", "is", "switched off"),
        ("lamp", "is", "switched on"),
        ("tea", "is in", "cup"),
        ("apple tree", "is", "adult stage"),
    } <= found
    assert not {one for one in found if "nothing" in one or "agent" in one}


def test_of_things_with_one_name_it_is_told_who_holds_one():
    found = read(LOOK)
    assert {("flower pot 2", "contains", "soil"), ("flower pot 3", "contains", "soil")} <= found
    assert not {one for one in found if one[:2] == ("soil", "is in")}


@pytest.mark.parametrize(
    ("text", "facts"),
    [
        ("> move cup to sink\nYou move the cup to the sink.", {("cup", "is in", "sink")}),
        (
            "> use thermometer in inventory on tea\n"
            "the thermometer measures a temperature of -4 degrees celsius",
            {("tea", "has", "temperature of -4 degrees celsius")},
        ),
        (
            "> mix jug\nBlue and yellow paint mix to produce green paint.",
            {
                ("blue paint", "mixes to make", "green paint"),
                ("yellow paint", "mixes to make", "green paint"),
            },
        ),
        (
            "> mix bowl\npeanuts, almonds, and cashews mix to produce mixed nuts.",
            {(nut, "mixes to make", "mixed nuts") for nut in ("peanuts", "almonds", "cashews")},
        ),
        (
            "> activate stove\nThe stove appears broken, and can't be activated or deactivated.",
            {("stove", "is", "broken")},
        ),
        ("> activate stove\nThe stove is now activated.", {("stove", "is", "switched on")}),
        (
            "> read recipe\nThe recipe reads:\nTo make tea, you need to mix leaves, water.",
            {("recipe", "says", "To make tea, you need to mix leaves, water.")},
        ),
        (
            "> inventory\nIn your inventory, you see:\n\tan orange",
            {("orange", "is in", "inventory")},
        ),
        ("> wait\nYou decide to wait for 10 iterations.", set()),
    ],
)
def test_a_reply_is_read(text, facts):
    assert read(text) == facts


def test_what_was_state_ends_with_the_run_and_ways_last():
    with Memory.open(model="rules:scienceworld", embedder=None) as memory:
        first = GraphMemory(memory, run="one")
        first.learn(0, LOOK)
        first.learn(1, "> activate stove\nThe stove is now activated.")
        now = {(one.relation, one.object_name) for one in memory.facts("stove")}
        assert ("is", "switched on") in now
        assert ("is", "switched off") not in now
        GraphMemory(memory, run="two")
        assert not [one for one in memory.facts("stove") if one.relation in ("is", "is in")]
        assert [one.object_name for one in memory.facts("kitchen") if one.relation == "leads to"]
