"""Figures 7 to 9: the goals of one agent, a goal and a step opened, all agents side by side."""

import re
from xml.etree import ElementTree

import pytest

from clew import Memory, NewEdge, NewNode
from clew.agents.damcs.drawing import COLOURS, GoalGraph, Node, page, picture
from clew.agents.damcs.goal_graph import draw, goal_graph, newest
from clew.agents.damcs.memory import TeamMemory
from clew.agents.damcs.messages import Message
from clew.errors import UnknownNameError, UsageError
from clew.graph.types import Kind
from tests.agents.damcs.lives import lived
from tests.agents.damcs.test_memory import Ticking

NASTY = Message(sender="agent_1", to=("agent_0",), step=1, text="<script>alert('&')</script>\x00")
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture
def team():
    with TeamMemory(clock=Ticking()) as opened:
        own, other = opened.of("agent_0"), opened.of("agent_1")
        wood = {"inventory": {"wood": 1}, "achievements": {"collect_wood": 2}}
        for step in range(12):
            own.learn(lived(step, after=wood if step == 11 else None))
        own.learn(lived(12, "place_table", messages=(NASTY,), summary="Trees & <tables>."))
        other.learn(lived(0))
        yield opened


@pytest.fixture
def graph(team):
    return goal_graph(team.of("agent_0").memory)


def circles(svg):
    """How many nodes of each colour there are, and where all of them stand."""
    found = list(ElementTree.fromstring(svg).iter(f"{SVG}circle"))
    places = [(each.get("cx"), each.get("cy")) for each in found]
    fills = [each.get("fill") for each in found]
    return [fills.count(COLOURS[kind]) for kind in COLOURS], places


def test_a_graph_is_what_the_memory_holds(graph):
    assert graph.name == "agent_0"
    assert [node.title for node in graph.of(Kind.LONG_TERM_GOAL)] == ["place table"]
    assert [node.title for node in graph.of(Kind.GOAL)] == ["collect wood", "place table"]
    assert [node.title for node in graph.of(Kind.EPISODE)] == [str(step) for step in range(13)]
    titles = {node.id: node.title for node in graph.nodes}
    assert [titles[node.part_of] for node in graph.of(Kind.EPISODE)] == ["collect wood"] * 12 + [
        "place table"
    ]
    assert len(graph.sequences) == 11 + 1


def test_an_episode_of_a_goal_that_is_no_experience_is_shown_with_its_text():
    with Memory.open(embedder=None) as memory:
        goal = NewNode(kind=Kind.GOAL, text="win", valid_from=1)
        told = NewNode(kind=Kind.EPISODE, text="I played.", at=1)
        memory.write([goal, told], [NewEdge(kind=Kind.PART_OF, source=told, target=goal)])
        first, second = goal_graph(memory).nodes
    assert (first.title, second.part_of) == ("win", first.id)
    assert second.about == {"at": "1", "text": "I played."}


def test_every_node_is_drawn_once_at_a_place_of_its_own(graph):
    (blue, green, red), places = circles(picture([graph]))
    assert (blue, green, red) == (13, 2, 1)
    assert len(set(places)) == len(places)


def test_an_opened_goal_and_step_show_what_they_hold(graph):
    goal, step = graph.of(Kind.GOAL)[0], graph.of(Kind.EPISODE)[12]
    svg = picture([graph], [(graph.name, goal.id), (graph.name, step.id)])
    text = "\n".join(each.text or "" for each in ElementTree.fromstring(svg).iter(f"{SVG}text"))
    for part in (
        "agent_0, goal: collect wood", "why: collect_wood comes first", "step 0: do, 11 times",
        "achieved by then: collect_wood (step 12)", "agent_0, experience: 12",
        "goal: place_table, for place_table", "ready: collect_wood", "missing: place_table: 2",
        "summary: Trees & <tables>.", "agent_1, step 1",
    ):  # fmt: skip
        assert part.replace("missing: place_table: 2", "missing: place_table: missing 2") in text
    assert newest(graph) == [("agent_0", graph.of(Kind.GOAL)[1].id), ("agent_0", step.id)]


def test_all_agents_are_side_by_side(team, graph):
    svg = picture([graph, goal_graph(team.of("agent_1").memory)])
    assert circles(svg)[0] == [14, 3, 2]
    tree = ElementTree.fromstring(svg)
    names = [each for each in tree.iter(f"{SVG}text") if each.get("class") == "name"]
    assert [each.text for each in names] == ["agent_0", "agent_1"]
    assert len({each.get("x") for each in names}) == 2


def test_a_page_describes_every_node_runs_nothing_and_fetches_nothing(graph):
    html = page([graph], newest(graph))
    assert html.count("<details id=") == len(graph.nodes)
    assert html.count(" open>") == 2
    anchors = set(re.findall(r'href="#([^"]+)"', html))
    assert anchors == set(re.findall(r'<details id="([^"]+)"', html))
    for drawn in (html, picture([graph], newest(graph))):
        assert "<script" not in drawn
        assert "\x00" not in drawn
        assert not re.search(r'(?:src|href)="(?!#)', drawn)
    assert "&lt;script&gt;" in html


def test_the_same_memory_is_drawn_the_same(team, graph):
    again = goal_graph(team.of("agent_0").memory)
    assert picture([again]) == picture([graph])


def test_many_goals_go_to_new_bands_and_stay_apart():
    nodes = [Node(id=1, kind=Kind.LONG_TERM_GOAL, title="all")]
    for goal in range(60):
        nodes.append(Node(id=2 + 10 * goal, kind=Kind.GOAL, title="a goal", part_of=1))
        nodes += [
            Node(id=3 + 10 * goal + step, kind=Kind.EPISODE, title="1", part_of=2 + 10 * goal)
            for step in range(goal % 9)
        ]
    svg = picture([GoalGraph(name="busy", nodes=tuple(nodes))])
    _, places = circles(svg)
    assert len(set(places)) == len(nodes)
    assert float(ElementTree.fromstring(svg).get("width") or 0) < 1600


def test_it_is_written_to_a_new_file_of_a_known_kind(tmp_path, graph):
    draw([graph], tmp_path / "a.svg")
    assert (tmp_path / "a.svg").read_text(encoding="utf-8").startswith("<svg ")
    draw([graph], tmp_path / "a.html")
    assert (tmp_path / "a.html").read_text(encoding="utf-8").startswith("<!doctype html>")
    with pytest.raises(UsageError, match="File exists"):
        draw([graph], tmp_path / "a.svg")
    with pytest.raises(UsageError, match=r"ends in \.svg or \.html"):
        draw([graph], tmp_path / "a.png")
    with pytest.raises(UsageError, match="no goals"):
        draw([], tmp_path / "b.svg")
    with pytest.raises(UnknownNameError, match="no node named 'agent_0:999'"):
        draw([graph], tmp_path / "c.svg", [("agent_0", 999)])
    assert not (tmp_path / "c.svg").exists()
