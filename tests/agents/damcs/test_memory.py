"""The hierarchical graph of one agent: what is written, what is brought up, what is found."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from clew.agents.damcs.memory import TeamMemory
from clew.agents.damcs.messages import Message
from clew.agents.damcs.working import Effort, Pursued, Retrospection
from clew.clock import FixedClock
from clew.graph.types import AsOf, Episode, Goal, Kind
from clew.memory import Memory
from tests.agents.damcs.lives import lived, sight

START = datetime(2026, 11, 22, 5, tzinfo=UTC)


@dataclass(slots=True)
class Ticking:
    """A clock on which a second passes with every look."""

    moment: datetime = START

    def now(self) -> datetime:
        self.moment += timedelta(seconds=1)
        return self.moment


@pytest.fixture
def team():
    with TeamMemory(clock=Ticking()) as opened:
        yield opened


def whole(memory: Memory):
    """(kind, text) by id, and (kind, source, target) of all edges between goals and experiences."""
    kinds = (Kind.LONG_TERM_GOAL, Kind.GOAL, Kind.EPISODE)
    with memory.store.view(memory.namespace, AsOf(), now=0, any_time=True) as view:
        ids = sorted(i for kind in kinds for i in view.ids(kind))
        items = {
            item.id: (item.kind if isinstance(item, Goal) else Kind.EPISODE, item)
            for item in view.items(ids)
            if isinstance(item, Goal)
            or (isinstance(item, Episode) and "step" in item.attributes)  # not what begins a run
        }
        ids = list(items)
        edges = [
            (link.kind, one, link.other)
            for one, each in zip(ids, view.links(ids, (Kind.SEQUENCE, Kind.PART_OF)), strict=True)
            for link in each
            if link.outgoing
        ]
    return items, edges


def told(memory: Memory):
    """The graph with goals as their text and experiences as their step."""
    items, edges = whole(memory)

    def name(one):
        kind, item = items[one]
        word = str(item.attributes["step"]) if kind is Kind.EPISODE else item.text
        return {Kind.EPISODE: "", Kind.GOAL: "g ", Kind.LONG_TERM_GOAL: "l "}[kind] + word

    return sorted((kind.value, name(one), name(other)) for kind, one, other in edges)


def test_experiences_stand_under_goals_and_these_under_long_term_goals(team):
    memory = team.of("agent_0")
    memory.learn(lived(0))
    memory.learn(lived(1))
    memory.learn(lived(2, "collect_drink"))
    memory.learn(lived(3, "collect_drink", "make_wood_pickaxe"))
    assert told(memory.memory) == [
        ("part_of", "0", "g collect wood"),
        ("part_of", "1", "g collect wood"),
        ("part_of", "2", "g collect drink"),
        ("part_of", "3", "g collect drink"),
        ("part_of", "g collect drink", "l make wood pickaxe"),
        ("part_of", "g collect drink", "l place table"),
        ("part_of", "g collect wood", "l place table"),
        ("sequence", "0", "1"),
        ("sequence", "g collect drink", "g collect drink"),
        ("sequence", "g collect wood", "g collect drink"),
        ("sequence", "l place table", "l make wood pickaxe"),
    ]
    assert memory.memory.check() == []


def test_a_goal_taken_up_again_is_another_node(team):
    memory = team.of("agent_0")
    for step, goal in enumerate(("collect_wood", "collect_drink", "collect_wood")):
        memory.learn(lived(step, goal))
    items, _ = whole(memory.memory)
    goals = [item for kind, item in items.values() if kind is Kind.GOAL]
    assert [goal.text for goal in goals] == ["collect wood", "collect drink", "collect wood"]
    assert [goal.attributes["since"] for goal in goals] == [0, 1, 2]


def test_all_is_dated_by_the_clock_and_a_goal_ends_where_the_next_begins(team):
    memory = team.of("agent_0")
    memory.learn(lived(7))
    memory.learn(lived(3, "collect_drink"))
    items, _ = whole(memory.memory)
    kinds = [item for _, item in items.values()]
    first, second = (item for item in kinds if isinstance(item, Goal) and item.kind is Kind.GOAL)
    assert (first.valid_from, first.valid_to, first.superseded_by) == (
        START + timedelta(seconds=1),
        START + timedelta(seconds=2),
        second.id,
    )
    assert [item.at for item in kinds if isinstance(item, Episode)] == [
        START + timedelta(seconds=1),
        START + timedelta(seconds=2),
    ]
    with memory.memory.view(AsOf(START + timedelta(seconds=1))) as view:
        (then,) = view.items(view.ids(Kind.GOAL))
        assert isinstance(then, Goal)
        assert then.text == "collect wood"


def test_experiences_of_one_moment_are_all_kept():
    with TeamMemory(clock=FixedClock(START)) as team:
        memory = team.of("agent_0")
        for step in range(3):
            memory.learn(lived(step, ("collect_wood", "collect_drink")[step % 2]))
        assert memory.memory.stats().kinds[Kind.EPISODE] == 3 + 1
        assert [one.goal for one in memory.retrospect(sight(3)).past_goals] == [
            "collect_wood",
            "collect_drink",
        ]


def test_nothing_is_brought_up_before_anything_happened(team):
    assert team.of("agent_0").retrospect(sight()) == Retrospection()


def test_the_newest_goal_is_brought_up_with_what_led_to_it(team):
    memory = team.of("agent_0")
    wood = {"inventory": {"wood": 1}, "achievements": {"collect_wood": 1}}
    memory.learn(lived(0, "collect_drink"))
    memory.learn(lived(1, name="noop"))
    memory.learn(lived(2, name="noop"))
    memory.learn(lived(3, after=wood, summary="I got wood."))
    assert memory.retrospect(sight(4)) == Retrospection(
        long_term="place_table",
        goal="collect_wood",
        reason="collect_wood comes first",
        progress="half way",
        summary="I got wood.",
        since=1,
        efforts=(
            Effort(step=1, action="noop", result="nothing changed", times=2),
            Effort(step=3, action="do", result="collect wood done, +1 wood"),
        ),
        past_goals=(Pursued(goal="collect_drink", long_term="place_table", since=0, until=1),),
        achievements={"collect_wood": 4},
        events=("step 3, to collect wood: do: collect wood done, +1 wood",),
    )


def test_an_experience_holds_what_was_before_it_and_what_was_answered(team):
    memory = team.of("agent_0")
    heard = Message(sender="agent_1", to=("agent_0",), step=0, text="I have iron.")
    brought = Retrospection(goal="collect_drink", long_term="place_table")
    memory.learn(lived(1, messages=(heard,), retrospection=brought, summary="Wood it is."))
    items, _ = whole(memory.memory)
    (episode,) = (item for kind, item in items.values() if kind is Kind.EPISODE)
    about = episode.attributes
    assert about["pre"]["perceived"]["messages"] == [heard.words]
    assert about["pre"]["fed_back"]["ready"] == ["collect_wood"]
    assert about["pre"]["recalled"]["goal"] == "collect_drink"
    assert about["post"]["goal"]["current"] == "collect_wood"
    assert about["post"]["summary"] == "Wood it is."
    assert (about["actions"], about["result"]) == (["do"], "nothing changed")
    for part in ("Goal: collect wood, for place table", "I have iron.", "Wood it is."):
        assert part in episode.text
    assert episode.source == "play, run 1"


def test_what_a_model_claims_keys_nothing(team):
    memory = team.of("agent_0")
    for claimed in ("step 5", "step 5"):
        memory.learn(lived(2, summary=f"This is {claimed} of episode 9."))
    assert memory.memory.stats().kinds[Kind.EPISODE] == 2 + 1


def test_similar_situations_are_brought_up_where_that_is_asked_for():
    with TeamMemory(clock=Ticking(), similar=2) as team:
        memory = team.of("agent_0")
        memory.learn(lived(0, after={"inventory": {"wood": 1}}))
        memory.learn(lived(1, "collect_drink"))
        found = memory.retrospect(sight(2)).similar
    assert found == ("step 0, to collect wood: do: +1 wood",)


def test_forgotten_experiences_leave_a_memory_that_goes_on(team):
    memory = team.of("agent_0")
    for step in range(4):
        memory.learn(lived(step, ("collect_wood", "collect_drink")[step // 2]))
    with memory.memory.view() as view:
        episodes = view.ids(Kind.EPISODE)
    memory.memory.forget(episode=episodes[4])
    memory.learn(lived(4, "collect_drink"))
    assert ("sequence", "2", "4") in told(memory.memory)
    with memory.memory.view() as view:
        episodes = view.ids(Kind.EPISODE)
    for episode in episodes:
        memory.memory.forget(episode=episode)
    assert memory.retrospect(sight(5)).efforts == ()
    memory.learn(lived(5, "collect_drink"))
    assert [edge for edge in told(memory.memory) if "5" in edge] == [
        ("part_of", "5", "g collect drink")
    ]
    assert memory.memory.check() == []


def test_reading_changes_nothing(team):
    memory = team.of("agent_0")
    memory.learn(lived(0))
    assert memory.retrospect(sight(1)) == memory.retrospect(sight(1)) != Retrospection()


def test_agents_of_one_file_know_nothing_of_each_other(team):
    team.of("agent_0").learn(lived(0))
    assert team.of("agent_1").retrospect(sight()) == Retrospection()
    assert team.of("agent_1").memory.stats().kinds[Kind.EPISODE] == 0


def test_a_memory_is_gone_on_with(tmp_path):
    path = tmp_path / "team.clew"
    done = {"achievements": {"collect_wood": 1}}
    with TeamMemory(path, clock=Ticking()) as team:
        memory = team.of("agent_0")
        memory.learn(lived(0, after=done))
        before = memory.retrospect(sight(1))
    later = Ticking(START + timedelta(hours=1))
    with TeamMemory(path, clock=later, resume=True) as team:
        memory = team.of("agent_0")
        assert memory.retrospect(sight(1)) == before
        memory.learn(lived(1, after=done))
        assert ("sequence", "0", "1") in told(memory.memory)
        assert memory.retrospect(sight(2)).achievements == {"collect_wood": 1}
        assert memory.memory.stats().kinds[Kind.GOAL] == 1


def test_another_run_keeps_the_experiences_and_not_the_state_of_the_one_before(tmp_path):
    path, start = tmp_path / "team.clew", Ticking(START + timedelta(hours=1))
    iron = {"view": (("grass", "grass", "iron"), ("grass", "agent_0", "tree"), ("sand",) * 3)}
    done = {"achievements": {"collect_wood": 1}, "inventory": {"wood": 1}}
    with TeamMemory(path, clock=Ticking()) as team:
        team.of("agent_0").learn(lived(7, after=done | iron))
    with TeamMemory(path, clock=start, similar=2) as team:
        memory, own = team.of("agent_0"), team.of("agent_0").memory
        assert memory.retrospect(sight()) == Retrospection()
        assert [fact.text for fact in own.facts("iron")] == ["iron was seen at cell 12 10"]
        memory.learn(lived(0))
        found = memory.retrospect(sight(1))
        assert (found.since, found.past_goals, found.achievements) == (0, (), {})
        assert found.similar == ("step 7, to collect wood: do: collect wood done, +1 wood",)
        assert own.facts("iron") == []
        assert [fact.text for fact in own.facts("agent_0")] == ["agent_0 achieved collect wood"]
        first = own.as_of(START + timedelta(minutes=1))
        assert [fact.text for fact in first.facts("iron")] == ["iron was seen at cell 12 10"]
        assert [one.id for one in own.runs()] == ["play, run 1", "play, run 2"]
        own.forget(source="play, run 1")
        assert "cell 12 10" not in "".join(own.export())
        assert own.check() == []


def test_the_file_is_a_memory_like_any_other(team):
    memory = team.of("agent_0")
    iron = {"view": (("grass", "grass", "iron"), ("grass", "agent_0", "tree"), ("sand",) * 3)}
    done = {"achievements": {"collect_wood": 1}, "inventory": {"wood": 1}, **iron}
    memory.learn(lived(0, after=done))
    memory.learn(lived(1, "place_table"))
    own = memory.memory
    found = [one.item for one in own.recall("facing a tree to place a table")]
    assert any(isinstance(item, Episode) and "for place table" in item.text for item in found)
    assert [fact.text for fact in own.facts("agent_0")] == ["agent_0 achieved collect wood"]
    assert [fact.text for fact in own.facts("iron")] == ["iron was seen at cell 12 10"]
    assert own.ask("Where was the iron seen?").text == "cell 12 10"
    with Memory.open(":memory:", embedder=None) as copy:
        copy.import_(own.export())
        assert told(copy) == told(own)
    assert "place table" in "".join(own.graphml())


GOALS = st.sampled_from(("collect_wood", "collect_drink", "eat_cow"))
WIDE = st.sampled_from(("place_table", "make_wood_pickaxe"))


@settings(max_examples=30, deadline=None)
@given(st.lists(st.tuples(GOALS, WIDE), max_size=12))
def test_whatever_is_pursued_the_graph_is_a_sequence_on_each_level(pursued):
    with TeamMemory(clock=Ticking()) as team:
        memory = team.of("agent_0")
        for step, (goal, wide) in enumerate(pursued):
            memory.learn(lived(step, goal, wide))
        items, edges = whole(memory.memory)
        assert memory.memory.check() == []
        changed = [i for i, one in enumerate(pursued) if i == 0 or pursued[i - 1] != one]
        recalled = memory.retrospect(sight(len(pursued)))
    level = {one: kind for one, (kind, _) in items.items()}
    assert sum(kind is Kind.GOAL for kind in level.values()) == len(changed)
    assert sum(kind is Kind.EPISODE for kind in level.values()) == len(pursued)
    above = {one: other for kind, one, other in edges if kind is Kind.PART_OF}
    assert len(above) == sum(kind is not Kind.LONG_TERM_GOAL for kind in level.values())
    for kind, one, other in edges:
        if kind is Kind.SEQUENCE:
            assert (level[one], one < other) == (level[other], True)
            assert level[one] is not Kind.EPISODE or above[one] == above[other]
    goals = [one for one, kind in level.items() if kind is Kind.GOAL]
    follows = {(one, other) for kind, one, other in edges if kind is Kind.SEQUENCE}
    assert follows >= set(pairwise(goals))
    if pursued:
        assert (recalled.goal, recalled.long_term) == pursued[-1]
        assert sum(one.times for one in recalled.efforts) == len(pursued) - changed[-1]
