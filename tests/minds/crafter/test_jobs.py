"""Who of a team goes for what."""

from clew.agents.damcs.messages import Report
from clew.envs.crafter.tech_tree import PAPER
from clew.minds.crafter.jobs import Demand, assigned


def demand(name: str, *cells, count: int = 1, ready: bool = True) -> Demand:
    return Demand(recipe=PAPER.recipe(name), count=count, cells=cells, ready=ready)


def at(number: int, x: int, y: int = 0, **resources: int) -> Report:
    return Report(agent=f"agent_{number}", step=1, position=(x, y), resources=resources)


def who(team, *demands, opener: str = "") -> dict[str, str]:
    jobs = assigned(team, demands, opener)
    return {agent: f"{job.recipe.name} {job.cell[0]}" for agent, job in jobs.items()}


def test_the_nearest_goes_each_to_another_cell_and_the_rest_are_free():
    team = at(0, 0), at(1, 1), at(2, 9)
    got = who(team, demand("collect_wood", (2, 0), (3, 0), (8, 0), count=2))
    assert got == {"agent_1": "collect_wood 2", "agent_2": "collect_wood 8"}


def test_what_comes_first_is_served_first():
    team = at(0, 0), at(1, 5)
    iron, wood = demand("collect_iron", (1, 0)), demand("collect_wood", (1, 0), (2, 0))
    assert who(team, iron, wood) == {"agent_0": "collect_iron 1", "agent_1": "collect_wood 2"}


def test_ties_go_to_the_first_and_a_way_begun_counts_as_nearer():
    same = at(0, 0), at(1, 0)
    assert who(same, demand("collect_wood", (4, 0))) == {"agent_0": "collect_wood 4"}
    begun = Report(agent="agent_1", step=1, position=(0, 0), target=(4, 0))
    assert who((same[0], begun), demand("collect_wood", (4, 0))) == {"agent_1": "collect_wood 4"}


def test_what_lies_in_stone_is_for_who_can_cut_stone():
    team = at(0, 0), at(1, 5, wood_pickaxe=1)
    coal = demand("collect_coal", (-1, 0))
    assert list(who(team, coal, opener="wood_pickaxe")) == ["agent_1"]
    assert list(who(team, coal)) == ["agent_0"]  # nobody can yet


def test_the_tool_is_not_handed_over_for_a_step_or_two():
    near, has = at(0, 2), at(1, 0, iron_pickaxe=1)
    assert list(who((near, has), demand("collect_diamond", (9, 0)))) == ["agent_1"]
    assert list(who((at(0, 6), has), demand("collect_diamond", (9, 0)))) == ["agent_0"]
