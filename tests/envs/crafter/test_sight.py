"""What an agent perceives, and the actions by name and number."""

from clew.envs.crafter.sight import Sight, action_names, agent_names, share
from clew.envs.crafter.tech_tree import CRAFTER, PAPER

SIGHT = Sight(
    agent="agent_0",
    step=4,
    position=(5, 6),
    facing=(1, 0),
    corner=(4, 5),
    view=(("tree", "grass", ""), ("water", "agent_0", "stone"), ("sand", "cow", "")),
)


def test_cells_are_absolute_and_inside_the_world():
    cells = SIGHT.cells()
    assert cells[4, 5] == "tree"
    assert cells[5, 7] == "cow"
    assert (6, 5) not in cells


def test_the_faced_cell_is_one_step_on():
    assert SIGHT.faced() == "stone"


def test_near_are_the_eight_around_and_not_itself():
    assert SIGHT.near() == {"tree", "grass", "water", "stone", "sand", "cow"}


def test_one_agent_has_crafters_seventeen_actions():
    names = action_names(PAPER, 1)
    assert len(names) == len(set(names)) == 17
    assert names[:7] == (
        "noop", "move_left", "move_right", "move_up", "move_down", "do", "sleep",
    )  # fmt: skip
    assert action_names(CRAFTER, 1) == names


def test_several_agents_can_give_each_item_to_each_of_them():
    names = action_names(PAPER, 3)
    assert len(names) == 17 + 3 * len(PAPER.shareable)
    for agent in agent_names(3):
        assert share("wood", agent) in names
