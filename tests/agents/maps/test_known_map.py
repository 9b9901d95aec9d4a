from datetime import UTC, datetime

import pytest

from clew.agents.graph_memory import GraphMemory
from clew.agents.maps.known_map import Door, KnownMap, Passage, Spot, known_map
from clew.agents.maps.map_telling import told_map
from clew.errors import UnknownNameError, UsageError
from clew.graph.types import Kind
from clew.learn.write import NewEdge, NewNode
from clew.memory import Memory
from clew.wiring import mind_named

YARD = (
    "-= Yard =-\nYou see a well. On the well is a bucket. There is a closed oak door leading "
    "east. There is an exit to the south. There is an exit to the north."
)
GARDEN = "-= Garden =-\nYou see a rose. There is an exit to the west."


class Game:
    """A game that is played into a memory."""

    def __init__(self, memory: Memory, run: str = "Mill") -> None:
        self.kept = GraphMemory(memory.using(mind_named("textworld"), None), run=run)
        self.step = 0
        self.at = ""

    def see(self, text: str, at: str = "", way: str = "") -> None:
        self.kept.learn(self.step, text, way)
        if self.at and at and way:
            self.kept.learn_way(self.step, self.at, way, at)
        self.at, self.step = at or self.at, self.step + 1


@pytest.fixture
def memory():
    with Memory.open(embedder=None) as opened:
        yield opened


def spot(known: KnownMap, name: str) -> Spot:
    return next(one for one in known.spots if one.name == name)


def test_a_played_game_has_places_ways_doors_things_and_untried_exits(memory):
    game = Game(memory)
    game.see(YARD, "Yard")
    game.see(GARDEN, "Garden", "north")
    known = known_map(memory)
    assert [one.name for one in known.spots] == ["Yard", "Garden"]
    assert known.passages == (Passage(place="Yard", direction="north", other="Garden", back=True),)
    yard = spot(known, "Yard")
    assert yard.untried == {"east": Door("oak door", "closed"), "south": None}
    assert yard.things == ("well", "bucket (on well)")
    assert (yard.here, spot(known, "Garden").here) == (False, True)
    assert told_map(known) == [
        "Yard: north to Garden; untried: east (oak door (closed)), south",
        "Garden (here): south to Yard; untried: west",
    ]


def test_a_way_whose_opposite_leads_elsewhere_leads_one_way(memory):
    game = Game(memory)
    game.see("-= A =-\nA.", "A")
    game.see("-= B =-\nB.", "B", "north")
    game.see("-= C =-\nC.", "C", "south")
    assert known_map(memory).passages == (
        Passage(place="A", direction="north", other="B", back=False),
        Passage(place="B", direction="south", other="C", back=True),
    )


def test_where_somebody_died_is_known(memory):
    game = Game(memory)
    game.see(YARD, "Yard")
    game.see(GARDEN, "Garden", "north")
    game.see("You fall into a pit.\n\n    *** You have died ***", way="jump")
    game.see(YARD, way="restart")
    known = known_map(memory)
    assert spot(known, "Garden").killed == ("You fall into a pit.\n\n    *** You have died ***",)
    assert spot(known, "Yard").killed == ()
    assert spot(known, "Yard").here


def test_attempts_at_one_world_share_a_map_and_other_worlds_do_not(memory):
    first = Game(memory)
    first.see(YARD, "Yard")
    first.see(GARDEN, "Garden", "north")
    second = Game(memory)
    second.see(YARD, "Yard")
    second.see("-= Mill =-\nYou see a wheel.", "Mill", "south")
    assert {one.name for one in known_map(memory).spots} == {"Yard", "Garden", "Mill"}
    assert spot(known_map(memory), "Mill").here
    one = known_map(memory, "Mill, run 1")
    assert {place.name for place in one.spots} == {"Yard", "Garden"}
    assert spot(one, "Garden").here
    assert spot(one, "Yard").things == ("well", "bucket (on well)")  # though that run is over
    other = Game(memory, run="Castle")
    other.see("-= Keep =-\nThere is an exit to the west.", "Keep")
    assert [place.name for place in known_map(memory).spots] == ["Keep"]
    with pytest.raises(UnknownNameError, match="no run named 'Mill, run 3'"):
        known_map(memory, "Mill, run 3")


def test_ways_without_a_direction_have_the_state_of_their_door(memory):
    def fact(subject: str, relation: str, thing: str) -> None:
        ends = [NewNode(kind=Kind.ENTITY, text=name) for name in (subject, thing)]
        edge = NewEdge(kind=Kind.FACT, source=ends[0], target=ends[1], relation=relation)
        memory.write(ends, [edge])

    fact("kitchen", "leads to", "hallway")
    fact("hallway", "leads to", "kitchen")
    fact("hallway", "leads to", "workshop")
    fact("workshop", "leads to", "cellar")
    fact("door from kitchen to hallway", "is", "closed")
    assert known_map(memory).passages == (
        Passage(
            place="kitchen", direction="", other="hallway", back=True, door=Door("door", "closed")
        ),
        Passage(place="hallway", direction="", other="workshop", back=False),
        Passage(place="workshop", direction="", other="cellar", back=True),
    )


def test_what_is_carried_is_nowhere_else(memory):
    game = Game(memory)
    game.see("-= Yard =-\nThere is an exit to the north. There is a lamp on the floor.", "Yard")
    assert spot(known_map(memory), "Yard").things == ("lamp",)
    game.see("You pick up the lamp from the ground.")
    known = known_map(memory)
    assert known.carried == ("lamp",)
    assert spot(known, "Yard").things == ()


def test_a_memory_without_ways_has_an_empty_map(memory):
    assert known_map(memory).spots == ()


def test_a_memory_of_dates_is_no_game(memory):
    memory.remember("Anna lives in Oslo.", at=datetime(2024, 5, 1, tzinfo=UTC))
    with pytest.raises(UsageError, match="expected a memory of a game, which counts moves"):
        known_map(memory)
