import pytest

from clew.agents.damcs.memory import TeamMemory
from clew.agents.graph_memory import GraphMemory
from clew.memory import Memory
from clew.wiring import mind_named
from tests.agents.damcs.lives import lived
from tests.agents.damcs.test_memory import Ticking


@pytest.fixture
def played(cli, tmp_path):
    """A command line in a folder whose memory.clew two agents have written."""
    with TeamMemory(tmp_path / "memory.clew", clock=Ticking()) as team:
        for step in range(2):
            team.of("agent_0").learn(lived(step))
        team.of("agent_1").learn(lived(0))
    return cli


def test_all_agents_are_drawn_by_one_command(played, tmp_path):
    ran = played("draw", "all.svg")
    assert (ran.code, ran.out) == (0, "all.svg: 7 nodes of 2 agents\n")
    assert (tmp_path / "all.svg").read_text(encoding="utf-8").count("<circle") == 7


def test_one_agent_is_drawn_with_its_newest_goal_and_step_open(played, tmp_path):
    ran = played("draw", "one.html", "--namespace", "agent_0", "--json")
    assert ran.json["nodes"] == {"agent_0": 4}
    assert len(ran.json["opened"]) == 2
    assert (tmp_path / "one.html").read_text(encoding="utf-8").count(" open>") == 2


def test_nodes_are_opened_by_id(played):
    opened = played("draw", "a.svg", "--namespace", "agent_0", "--json").json["opened"]
    number = opened[0].partition(":")[2]
    ran = played("draw", "b.svg", "--namespace", "agent_0", "--open", number, "--json")
    assert ran.json["opened"] == [f"agent_0:{number}"]
    assert played("draw", "c.svg", "--open", f"agent_0:{number}").code == 0
    ran = played("draw", "d.svg", "--open", number)
    assert (ran.code, "expected AGENT:ID" in ran.error) == (1, True)
    ran = played("draw", "d.svg", "--open", "agent_1:999")
    assert (ran.code, "no node named 'agent_1:999'" in ran.error) == (1, True)


def test_what_cannot_be_drawn_is_said(told, played):
    assert "ends in .svg or .html" in played("draw", "a.gif").error
    assert "no namespace named 'agent_7'" in played("draw", "a.svg", "--namespace", "agent_7").error


def test_any_memory_is_written_as_a_page(told, tmp_path):
    ran = told("draw", "out.html", "--page")
    assert ran.code == 0
    assert ran.out.startswith("out.html: ")
    assert "Anna lives in Oslo." in (tmp_path / "out.html").read_text(encoding="utf-8")
    assert "exists" in told("draw", "out.html", "--page").error
    assert "ends in .html" in told("draw", "out.svg", "--page").error
    assert told("draw", "b.html", "--page", "--map").code == 2


def test_a_memory_without_goals_is_said_to_have_none(told):
    ran = told("draw", "a.svg")
    assert (ran.code, "there are no goals" in ran.error) == (1, True)


def test_other_commands_work_on_the_file(played):
    ran = played("show", "agent_0", "--namespace", "agent_0")
    assert ran.code in (0, 3)
    assert played("recall", "wood", "--namespace", "agent_0").code == 0
    assert played("check").code == 1  # there is no default memory in it
    assert played("check", "--namespace", "agent_0").out == "sound\n"


@pytest.fixture
def walked(cli, tmp_path):
    """A command line in a folder whose memory.clew holds a game of two places."""
    with Memory.open(tmp_path / "memory.clew", embedder=None) as memory:
        game = GraphMemory(memory.using(mind_named("textworld"), None), run="Mill")
        game.learn(0, "-= Yard =-\nThere is an exit to the north. There is an exit to the east.")
        game.learn(1, "-= Garden =-\nYou see a rose.", "go north")
        game.learn_way(1, "Yard", "north", "Garden")
    return cli


def test_a_played_game_is_drawn_as_a_map(walked, tmp_path):
    ran = walked("draw", "map.svg", "--map")
    assert (ran.code, ran.out) == (0, "map.svg: 2 places, 1 way, 1 untried exit of Mill\n")
    drawn = (tmp_path / "map.svg").read_bytes()
    assert b">Garden</text>" in drawn
    ran = walked("draw", "run.svg", "--map", "--run", "Mill, run 1", "--json")
    assert [spot["name"] for spot in ran.json["spots"]] == ["Yard", "Garden"]
    assert ran.json["passages"][0]["direction"] == "north"
    assert (tmp_path / "run.svg").read_bytes().replace(b"Mill, run 1", b"Mill") == drawn
    assert "File exists" in walked("draw", "map.svg", "--map").error


@pytest.mark.parametrize(
    ("arguments", "said", "code"),
    [
        (("map.gif", "--map"), "expected a file that ends in .svg for a map", 1),
        (("map.svg", "--map", "--run", "Mill, run 2"), "did you mean 'Mill, run 1'", 1),
        (("map.svg", "--map", "--open", "3"), "--open is for goals", 2),
        (("map.svg", "--run", "Mill, run 1"), "--run is for --map", 2),
    ],
)
def test_what_no_map_can_be_drawn_of_is_said(walked, tmp_path, arguments, said, code):
    ran = walked("draw", *arguments)
    assert (ran.code, said in ran.error) == (code, True), ran.error
    assert not (tmp_path / arguments[0]).exists()


def test_a_memory_without_ways_is_said_to_have_none(cli, tmp_path):
    with Memory.open(tmp_path / "memory.clew", embedder=None) as memory:
        GraphMemory(memory, run="Mill")
    error = cli("draw", "map.svg", "--map").error
    assert (
        "expected a memory that holds ways between places; came one with none, of 'Mill'" in error
    )
    assert "play into it: clew play GAME --memory memory.clew" in error
