"""Where an agent goes when others go there too, or when it has no map."""

from dataclasses import replace

from clew.agents.damcs.messages import Message, Report
from clew.agents.damcs.navigator import FAR
from clew.agents.damcs.own_map import OwnMap
from clew.agents.damcs.response import UNEXPLORED, World
from clew.agents.damcs.skills import Ways
from clew.envs.crafter.sight import Sight, apart

WORLD = World(agents=3)


def seen(*rows, agent="agent_1", other="", facing=(1, 0)):
    names = {".": "grass", "T": "tree", "#": "stone", "o": other}
    y = next(number for number, row in enumerate(rows) if "@" in row)
    return Sight(
        agent=agent,
        step=5,
        position=(20 + rows[y].index("@"), 20 + y),
        facing=facing,
        corner=(20, 20),
        view=tuple(tuple(names.get(c, agent) for c in row) for row in rows),
    )


def ways(sight, *reports, **more):
    known = OwnMap((64, 64), WORLD.names)
    known.see(sight)
    for report in reports:
        known.hear(Message(sender=report.agent, to=(sight.agent,), step=4, report=report))
    return Ways(WORLD, sight, known, **more)


def heading(agent, position, target):
    return Report(agent=agent, step=4, position=position, target=target)


ROWS = (".......", ".T.@..T", ".......")
LEFT, RIGHT = (21, 21), (26, 21)


def test_the_nearest_unless_another_is_nearer_to_it():
    sight = seen(*ROWS)
    assert ways(sight).to("tree") == LEFT
    assert ways(sight, heading("agent_2", (21, 20), LEFT)).to("tree") == RIGHT
    assert ways(sight, heading("agent_2", (40, 40), LEFT)).to("tree") == LEFT


def test_of_two_as_near_the_first_has_it():
    """The other's place is a step old: who was three steps away is two away now."""
    sight = seen(*ROWS)
    assert ways(sight, heading("agent_2", (24, 21), LEFT)).to("tree") == LEFT
    assert ways(sight, heading("agent_0", (24, 21), LEFT)).to("tree") == RIGHT


def test_another_agent_is_where_it_said_it_was():
    sight = seen(*ROWS)
    there = ways(sight, heading("agent_2", (30, 30), None))
    assert there.to("agent_2") == (30, 30)
    assert there.cost((30, 30)) < FAR
    assert ways(sight).to("diamond") is None
    assert ways(sight).cost(None) == FAR


def test_without_a_map_one_looks_ahead():
    for facing in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        rows = [["."] * 9 for _ in range(7)]
        rows[3][4] = "@"
        sight = seen(*("".join(row) for row in rows), facing=facing)
        cell = ways(sight, onward=True).target(UNEXPLORED, ())
        assert cell is not None
        ahead = (cell[0] - 24) * facing[0] + (cell[1] - 23) * facing[1]
        assert ahead > 0


def test_who_sees_farther_need_not_go_as_far():
    rows = ["." * 21] * 21
    rows[10] = "." * 10 + "@" + "." * 10
    wide = seen(*rows)
    view = tuple(row[6:15] for row in wide.view[7:14])
    narrow = replace(wide, corner=(26, 27), view=view)
    known = OwnMap((64, 64), WORLD.names)
    known.see(wide)
    near, far = (Ways(WORLD, sight, known).explore(("tree",)) for sight in (wide, narrow))
    assert near is not None
    assert far is not None
    assert apart(near, wide.position) < apart(far, wide.position)


def test_two_who_stand_in_each_other_s_way_do_not_step_aside_alike():
    rows = ["." * 9] * 7
    right = seen(*rows[:3], "....@o...", *rows[4:], agent="agent_0", other="agent_1")
    left = seen(*rows[:3], "....o@...", *rows[4:], agent="agent_1", other="agent_0")
    steps = {ways(right).step((27, 23)), ways(left).step((21, 23))}
    assert steps == {"move_up", "move_down"}
