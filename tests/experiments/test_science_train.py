"""Golden trajectories become runs of one memory."""

import json
from dataclasses import asdict

import pytest

from clew.agents.graph_memory import TEXT_WORLD
from clew.errors import UsageError
from clew.graph.types import Episode, Fact, Kind
from clew.memory import Memory
from clew.minds.scienceworld.cases import recalled

pytest.importorskip("scienceworld", reason="needs the extra scienceworld")

from experiments.scienceworld import train as training
from experiments.scienceworld.solutions import Solution, distinct, played
from tests.minds.scienceworld.small_world import APPLE, House, solved


@pytest.fixture
def solution():
    return solved(House("apple", {"apple": "attic", "red box": "cellar"}), APPLE)


def test_the_texts_that_differ_most_are_chosen():
    texts = {
        3: "boil water",
        5: "boil the water",
        8: "melt lead",
        9: "boil water",
        20: "boil water",
    }
    assert distinct(texts, 2) == (3, 8)
    assert distinct(texts, 4) == (3, 5, 8, 20)
    assert distinct(texts, 9) == (3, 5, 8, 9, 20)


def test_a_run_is_learned_as_a_case(solution):
    with Memory.open(model="rules:scienceworld", embedder=None) as memory:
        count, _ = training.learn(memory, solution)
        known = recalled(memory)
    (case,) = known.cases
    assert case.goal == solution.goal
    assert case.sort == "find"
    assert [step.action for step in case.steps] == [
        "focus on apple", "pick up apple", "move apple to red box",
    ]  # fmt: skip
    assert [step.room for step in case.steps] == ["attic", "attic", "cellar"]
    assert known.ways["hall"] == {"attic", "cellar"}
    assert known.seen["cellar"]["red box"] == 1
    assert count > len(solution.steps)  # what is seen anew is told, too


def test_a_run_that_was_cut_off_is_completed(solution):
    def told(memory):
        with memory.view() as view:
            items = view.items([*view.ids(Kind.EPISODE), *view.ids(Kind.FACT)])
        texts = [(one.text, one.at) for one in items if isinstance(one, Episode)]
        return texts, [(one.text, one.valid_from) for one in items if isinstance(one, Fact)]

    with Memory.open(model="rules:scienceworld", embedder=None) as memory:
        training.learn(memory, solution)
        whole = told(memory)
    with Memory.open(model="rules:scienceworld", embedder=None) as memory:
        learner = memory.using(memory.model, None, TEXT_WORLD)
        run = learner.begin_run(training.run_name(solution))
        learner.remember_many(training.texts_of(solution, run)[:4])
        assert told(memory) != whole
        training.learn(memory, solution)
        training.learn(memory, solution)
        assert told(memory) == whole


def test_a_trajectory_in_the_folder_is_not_played_again(tmp_path, solution):
    def simulator():
        raise AssertionError

    plain = {
        "task": "find", "variation": 0, "goal": solution.goal, "score": 100, "seconds": 1.0,
        "steps": [
            asdict(one) for one in solution.steps
        ],
    }  # fmt: skip
    path = tmp_path / "find-0.json"
    path.write_text(json.dumps(plain))
    assert played(simulator, "find", 0, tmp_path).steps == solution.steps
    path.write_text("{}")
    with pytest.raises(UsageError, match="expected a golden trajectory"):
        Solution.read(path)


def test_a_folder_is_for_one_training(tmp_path):
    assert list(training.train(tmp_path, [], 5)) == []
    with pytest.raises(UsageError, match="name another folder"):
        list(training.train(tmp_path, [], 4))
