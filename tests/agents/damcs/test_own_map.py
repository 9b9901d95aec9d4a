"""An agent's own map: what it saw, what it was told, what moved."""

from clew.agents.damcs.messages import Message, Report
from clew.agents.damcs.own_map import OwnMap
from clew.envs.crafter.sight import Sight

AREA = (9, 9)


def sight(rows, *, step=0, position=(4, 4), agent="agent_0"):
    corner = position[0] - len(rows[0]) // 2, position[1] - len(rows) // 2
    view = tuple(tuple(row) for row in rows)
    return Sight(agent=agent, step=step, position=position, facing=(0, 1), corner=corner, view=view)


def grass(middle="agent_0", **cells):
    rows = [["grass"] * 3 for _ in range(3)]
    rows[1][1] = middle
    for place, name in cells.items():
        rows[{"n": 0, "s": 2}.get(place, 1)][{"w": 0, "e": 2}.get(place, 1)] = name
    return rows


def test_it_grows_by_what_is_seen_and_says_what_is_news():
    known = OwnMap(AREA, ["agent_0"])
    news = known.see(sight(grass(n="tree")))
    assert ("tree", (4, 3)) in news
    assert known.where("tree") == ((4, 3),)
    assert known.at((4, 4)) == "grass"
    assert known.at((0, 0)) == known.at((-1, 50)) == ""
    assert known.see(sight(grass(n="tree"), step=1)) == ()
    known.see(sight(grass(), step=2))
    assert known.where("tree") == ()


def test_beings_are_where_they_were_seen_last_until_they_are_not():
    known = OwnMap(AREA, ["agent_0", "agent_1"])
    known.see(sight(grass(e="cow", w="agent_1")))
    assert known.beings == {(3, 4): "agent_1", (5, 4): "cow"}
    assert known.where("cow") == ((5, 4),)
    known.see(sight(grass(), step=1))
    assert known.beings == {}


def test_what_another_stands_on_can_be_walked_on_whatever_was_there():
    known = OwnMap(AREA, ["agent_0", "agent_1"])
    known.see(sight(grass(e="tree")))
    known.see(sight(grass(e="agent_1"), step=1))
    assert known.at((5, 4)) == "grass"


def test_the_newer_word_counts_own_or_told():
    known = OwnMap(AREA, ["agent_0", "agent_1"])
    known.see(sight(grass(n="iron"), step=5))
    told = Message(sender="agent_1", to=("agent_0",), step=4, seen=(("path", (4, 3)),))
    known.hear(told)
    assert known.at((4, 3)) == "iron"
    later = Message(sender="agent_1", to=("agent_0",), step=6, seen=(("path", (4, 3)),))
    known.hear(later)
    assert known.at((4, 3)) == "path"
    assert known.where("iron") == ()


def test_where_another_stood_somebody_has_looked():
    known = OwnMap(AREA, ["agent_0", "agent_1"])
    report = Report(agent="agent_1", step=3, position=(1, 1), resources={"wood": 2})
    known.hear(Message(sender="agent_1", to=("agent_0",), step=3, report=report), view=(3, 3))
    assert known.watched[0:3, 0:3].all()
    assert known.watched.sum() == 9
    assert known.at((1, 1)) == ""
    assert known.mates["agent_1"].resources == {"wood": 2}


def test_an_older_report_replaces_no_newer_one_and_the_dead_are_forgotten():
    known = OwnMap(AREA, ["agent_0", "agent_1", "agent_2"])
    new = Report(agent="agent_1", step=3, position=(1, 1))
    old = Report(agent="agent_1", step=2, position=(7, 7))
    known.hear(Message(sender="agent_1", to=("agent_0",), step=3, report=new))
    known.hear(Message(sender="agent_1", to=("agent_0",), step=2, report=old))
    assert known.mates["agent_1"].position == (1, 1)
    known.keep_mates(["agent_2"])
    assert known.mates == {}


def test_ones_own_report_is_no_news_whoever_passes_it_on():
    known = OwnMap(AREA, ["agent_0", "agent_1", "agent_2"])
    known.see(sight(grass(), step=3))
    mine = Report(agent="agent_0", step=3, position=(4, 4), target=(4, 2))
    other = Report(agent="agent_2", step=3, position=(7, 7))
    told = Message(sender="agent_1", to=("agent_0",), step=4, passed_on=(mine, other))
    known.hear(told)
    assert list(known.mates) == ["agent_2"]
    late = OwnMap(AREA, ["agent_0", "agent_1", "agent_2"])
    late.hear(told)
    late.see(sight(grass(), step=5))
    assert list(late.mates) == ["agent_2"]


def test_what_was_told_is_news_where_it_was_not_known():
    known = OwnMap(AREA, ["agent_0", "agent_1"])
    known.see(sight(grass(n="iron")))
    told = Message(
        sender="agent_1", to=("agent_0",), step=4, seen=(("iron", (4, 3)), ("coal", (8, 8)))
    )
    assert known.hear(told) == (("coal", (8, 8)),)
