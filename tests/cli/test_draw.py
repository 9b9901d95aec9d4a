import pytest

from clew.agents.damcs.memory import TeamMemory
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


def test_a_memory_without_goals_is_said_to_have_none(told):
    ran = told("draw", "a.svg")
    assert (ran.code, "there are no goals" in ran.error) == (1, True)


def test_other_commands_work_on_the_file(played):
    ran = played("show", "agent_0", "--namespace", "agent_0")
    assert ran.code in (0, 3)
    assert played("recall", "wood", "--namespace", "agent_0").code == 0
    assert played("check").code == 1  # there is no default memory in it
    assert played("check", "--namespace", "agent_0").out == "sound\n"
