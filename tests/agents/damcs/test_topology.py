"""Who helps whom and who tells whom."""

import pytest

from clew.agents.damcs.topology import TOPOLOGIES, Role, alone, chain, everyone, given
from clew.envs.crafter.sight import agent_names
from clew.errors import UsageError


def test_the_papers_order():
    roles = chain(agent_names(4))
    assert [role.helps for role in roles.values()] == ["", "agent_0", "agent_1", "agent_2"]
    assert [role.crafts for role in roles.values()] == [True, False, False, False]
    assert [role.seeks for role in roles.values()] == [False, False, False, True]
    assert roles["agent_0"].tells == ("agent_1", "agent_2", "agent_3")
    assert roles["agent_2"].tells == ("agent_0", "agent_1", "agent_3")
    assert roles["agent_3"].tells == ("agent_0", "agent_2")


@pytest.mark.parametrize("name", TOPOLOGIES)
@pytest.mark.parametrize("left", [1, 2, 6])
def test_nobody_helps_or_tells_itself_or_the_dead(name, left):
    agents = agent_names(8)[-left:]
    roles = TOPOLOGIES[name](agents)
    assert tuple(roles) == agents
    for agent, role in roles.items():
        assert role.agent == agent
        assert set(role.tells) <= set(agents) - {agent}
        assert role.helps in {*agents, ""} - {agent}
    assert roles[agents[0]].crafts
    assert roles[agents[-1]].seeks


def test_all_hear_all_or_none():
    assert all(len(role.tells) == 5 for role in everyone(agent_names(6)).values())
    assert not any(role.tells for role in alone(agent_names(6)).values())


def test_a_topology_can_be_written_down_and_survives_the_dead():
    ring = given(
        {
            "agent_0": Role(agent="agent_0", tells=("agent_1",), crafts=True),
            "agent_1": Role(agent="agent_1", helps="agent_0", tells=("agent_0",)),
        }
    )
    assert ring(["agent_0", "agent_1"])["agent_1"].helps == "agent_0"
    assert ring(["agent_1"])["agent_1"] == Role(agent="agent_1")


def test_a_topology_that_names_strangers_is_refused():
    with pytest.raises(UsageError, match="naming others of agent_0"):
        given({"agent_0": Role(agent="agent_0", tells=("agent_7",))})
    with pytest.raises(UsageError, match="agent_1 has none"):
        given({"agent_0": Role(agent="agent_0")})(["agent_0", "agent_1"])


def test_a_role_says_what_it_is():
    roles = chain(agent_names(3))
    assert "You lead" in roles["agent_0"].words
    assert roles["agent_1"].words == "You help agent_0. You tell agent_0, agent_2."
    assert "on your own" in alone(["agent_0"])["agent_0"].words
