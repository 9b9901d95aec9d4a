"""The mind of ScienceWorld plays a house that it knows from one golden run."""

import json

import pytest

from clew.agents.graph_memory import GraphMemory
from clew.agents.memory import Nothing
from clew.agents.rollout import read_trajectory, rollout
from clew.errors import UsageError
from clew.memory import Memory
from clew.minds.scienceworld.agent import CaseBased
from tests.minds.scienceworld.small_world import House, trained


def play(house, memory, path=None, steps=30, resume=False):
    agent = CaseBased(memory.model, GraphMemory(memory, run="house", resume=resume))
    return rollout(house, agent, seed=0, max_steps=steps, path=path)


@pytest.mark.parametrize(
    "house",
    [
        House("apple", {"apple": "attic", "red box": "cellar"}),
        House("apple", {"apple": "attic", "red box": "cellar"}, start="cellar"),
        House("apple", {"apple": "cellar", "red box": "hall"}),
        House("pear", {"pear": "hall", "apple": "attic", "red box": "cellar"}),
        House("pear", {"pear": "cellar", "apple": "attic", "blue box": "attic"}, box="blue"),
        House("apple", {"apple": "attic", "red box": "cellar"}, ambiguous=True),
    ],
    ids=["the same", "start", "places", "thing", "thing and box", "asked back"],
)
def test_what_differs_from_the_golden_run_is_repaired(tmp_path, house):
    with trained(tmp_path / "m.clew") as memory:
        ended = play(house, memory)
    assert ended.won, ended


def test_a_thing_that_only_resembles_the_one_named_is_not_chosen(tmp_path):
    house = House("pear", {"pear tree": "attic", "red box": "cellar"})
    with trained(tmp_path / "m.clew") as memory:
        ended = play(house, memory, steps=40)
    assert not ended.lost


def test_what_cannot_be_done_does_not_stop_the_run(tmp_path):
    house = House("pear", {"apple": "attic", "red box": "cellar"})  # there is no pear
    with trained(tmp_path / "m.clew") as memory:
        ended = play(house, memory, steps=60)
    assert (ended.won, ended.lost, ended.decisions) == (False, False, 60)


def test_each_line_tells_plan_prediction_and_deviation(tmp_path):
    path = tmp_path / "run.jsonl"
    with trained(tmp_path / "m.clew") as memory:
        play(House("apple", {"apple": "cellar", "red box": "hall"}), memory, path)
    lines = [one["decision"] for one in read_trajectory(path)]
    planned = [action for one in lines for action, _ in one["plan"]]
    assert "move apple to red box" in planned
    expected = {one["thoughts"]["commands"][0]["response"] for one in lines}
    assert "You focus on the apple." in expected
    assert any("to find apple" in one["reason"] for one in lines)


def test_a_reply_that_the_golden_run_did_not_have_is_a_deviation(tmp_path):
    path = tmp_path / "run.jsonl"
    house = House("apple", {"apple": "attic", "red box": "cellar"}, ambiguous=True)
    with trained(tmp_path / "m.clew") as memory:
        play(house, memory, path)
    told = [one["decision"]["thoughts"]["deviation"] for one in read_trajectory(path)]
    assert any("expected 'You focus on the apple.', got 'Ambiguous" in one for one in told)


def test_a_run_that_was_cut_off_goes_on_with_the_same_bytes(tmp_path):
    house = House("pear", {"pear": "cellar", "red box": "attic"})
    with trained(tmp_path / "a.clew") as memory:
        play(house, memory, tmp_path / "a.jsonl")
    with trained(tmp_path / "b.clew") as memory:
        play(house, memory, tmp_path / "b.jsonl", steps=4)
        play(house, memory, tmp_path / "b.jsonl", resume=True)
        assert [run.name for run in memory.runs()].count("house") == 1
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()


def test_the_score_is_never_read(tmp_path):
    class Silent(House):
        def info(self, task=""):
            hidden = ("score", "won", "lost", "goal_progress", "admissible_actions", "raw_score")
            return {key: what for key, what in super().info(task).items() if key not in hidden}

    paths = tmp_path / "a.jsonl", tmp_path / "b.jsonl"
    for path, house in zip(paths, (House, Silent), strict=True):
        with trained(path.with_suffix(".clew")) as memory:
            play(house("pear", {"pear": "cellar", "red box": "attic"}), memory, path)
    one, other = ([json.dumps(line["decision"]) for line in read_trajectory(p)] for p in paths)
    assert one == other


def test_another_trajectory_is_refused(tmp_path):
    path = tmp_path / "run.jsonl"
    house = House("pear", {"pear": "cellar", "red box": "attic"})
    with trained(tmp_path / "a.clew") as memory:
        play(house, memory, path, steps=3)
    path.write_text(path.read_text().replace("open door to", "close door to"))
    with (
        trained(tmp_path / "b.clew") as memory,
        pytest.raises(UsageError, match="go on with the memory that it was begun with"),
    ):
        play(house, memory, path)


def test_what_the_mind_needs_is_told(tmp_path):
    with Memory.open(model="rules:scienceworld", embedder=None) as memory:
        with pytest.raises(UsageError, match="expected the memory 'graph', got Nothing"):
            CaseBased(memory.model, Nothing())
        with pytest.raises(UsageError, match=r"no golden run to plan by; train one"):
            play(House("apple", {"apple": "attic", "red box": "cellar"}), memory)


def test_what_is_seen_in_play_is_learned(tmp_path):
    with trained(tmp_path / "m.clew") as memory:
        play(House("pear", {"pear": "cellar", "red box": "attic"}), memory)
        facts = {(one.relation, one.object_name) for one in memory.facts("pear")}
    assert ("is in", "red box") in facts
