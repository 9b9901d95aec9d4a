"""ScienceWorld as an environment: the API, ends, choices, splits, and who may see solutions."""

import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="needs the extra scienceworld")
pytest.importorskip("scienceworld", reason="needs the extra scienceworld")
if shutil.which("java") is None:
    pytest.skip("needs Java: apt-get install default-jre-headless", allow_module_level=True)

from gymnasium.utils.env_checker import check_env  # noqa: E402

from clew.envs.registry import register  # noqa: E402
from clew.envs.scienceworld.curriculum import TASKS  # noqa: E402
from clew.envs.scienceworld.science_world import MAX_ACTION, ScienceWorld  # noqa: E402
from clew.errors import UsageError  # noqa: E402

pytestmark = [
    pytest.mark.slow,  # four seconds to start the simulator and load its first world
    pytest.mark.enable_socket,
    pytest.mark.allow_hosts(["127.0.0.1"]),
]
"""The simulator is reached through a port of this machine."""
BOIL, SHORT = {"task": "boil", "variation": 3}, {"task": "4-2", "variation": 0}
ANIMALS = {"task": "lifespan-longest-lived", "variation": 93}


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScienceWorld]:
    """One simulator for many tests."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLEW_CACHE", str(tmp_path_factory.mktemp("cache")))
        env = ScienceWorld()
        yield env
        env.close()


def begun(env: ScienceWorld, run: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    return env.reset(options=run)


def test_the_first_observation_tells_place_and_task(shared):
    observation, info = begun(shared, BOIL)
    assert observation.startswith("This outside location is called the outside. Here you see:")
    assert info["location"] == "outside"
    assert observation.endswith("\n\n" + info["task"])
    assert "Your task is to boil" in info["task"]
    assert (info["task_name"], info["variation"], info["split"]) == ("boil", 3, "train")
    assert (info["steps"], info["ticks"], info["score"], info["max_score"]) == (0, 0, 0, 100)
    assert info["inventory"] == "In your inventory, you see:\n\tan orange"
    assert {"agent", "air", "outside"} <= set(info["objects"])
    assert info["look"].startswith("This outside location is called the outside.")
    assert "move OBJ to OBJ" in info["templates"]
    assert "teleport to OBJ" not in info["templates"]
    assert ("focus on substance", False) in info["goal_progress"]
    assert "admissible_actions" not in info


def test_steps_are_counted_apart_from_the_simulators_time(shared):
    begun(shared, BOIL)
    counted = []
    for action in ("wait1", "inventory", "xyzzy", "wait"):
        info = shared.step(action)[4]
        counted.append((info["steps"], info["ticks"]))
    assert counted == [(1, 2), (2, 2), (3, 2), (4, 13)]


@pytest.mark.parametrize("action", ["", "  ", "xyzzy", "open", "look around.", "x" * MAX_ACTION])
def test_an_unknown_action_changes_nothing(shared, action):
    _, before = begun(shared, BOIL)
    observation, reward, terminated, truncated, info = shared.step(action)
    assert observation == "No known action matches that input."
    assert (reward, terminated, truncated) == (0.0, False, False)
    assert info == {**before, "steps": 1}


@pytest.mark.parametrize("action", ["look\naround", "say \\help", "x" * (MAX_ACTION + 1), "grüß"])
def test_what_cannot_be_typed_is_refused(shared, action):
    begun(shared, BOIL)
    with pytest.raises(UsageError, match="expected an action of at most 200"):
        shared.step(action)


def in_doubt(env: ScienceWorld) -> dict[str, Any]:
    begun(env, BOIL)
    observation, reward, _, _, info = env.step("open door")
    assert observation.startswith("Ambiguous request")
    assert reward == 0.0
    return info


def test_the_agent_answers_which_one_is_meant(shared):
    asked = in_doubt(shared)["choices"]
    assert len(asked) > 1
    assert all(choice.startswith("open ") for choice in asked)
    assert shared.valid_actions() == tuple(sorted(map(str, range(len(asked)))))
    observation, _, _, _, info = shared.step("1")
    assert observation == "The door is now open."
    assert info["choices"] == ()
    assert (info["steps"], info["ticks"]) == (2, 1)


@pytest.mark.parametrize("answer", ["", "999", "-1", "look around"])
def test_any_other_answer_cancels_and_is_not_done(shared, answer):
    in_doubt(shared)
    observation, _, _, _, info = shared.step(answer)
    assert observation.startswith("Unknown action.")
    assert (info["choices"], info["ticks"]) == ((), 1)
    assert shared.step("look around")[0].startswith("This")


def test_a_wrong_focus_ends_the_run_and_keeps_the_score_before(shared):
    _, before = begun(shared, ANIMALS)
    for action in ("open door to outside", "go to outside"):
        before = shared.step(action)[4]
    assert before["score"] > 0
    observation, reward, terminated, truncated, info = shared.step("focus on agent")
    assert observation == "You focus on the agent."
    assert (terminated, truncated, info["lost"], info["won"]) == (True, False, True, False)
    assert (info["score"], info["raw_score"]) == (before["score"], -100)
    assert reward == -100 - before["score"]
    for action in ("reset task", "look around", ""):  # nothing goes through any more
        assert shared.step(action) == (observation, 0.0, True, False, info)
    assert begun(shared, ANIMALS)[1]["raw_score"] == 0


def test_the_gold_path_of_a_training_variation_wins(shared):
    seen, info = begun(shared, SHORT)
    path = shared.gold_path()
    assert path == shared.gold_path()
    last, rewards = (seen, 0.0, False, False, info), []
    for action in path:
        assert not last[2]
        last = shared.step(action)
        rewards.append(last[1])
    assert last[2]
    assert (last[4]["won"], last[4]["lost"], last[4]["score"]) == (True, False, 100)
    assert sum(rewards) == 100
    assert shared.step("wait") == (last[0], 0.0, True, False, last[4])


@pytest.mark.parametrize("variation", [150, 225])
def test_no_agent_gets_a_gold_path_of_a_variation_not_for_training(shared, variation):
    run = {"task": "find-non-living-thing", "variation": variation}
    _, info = begun(shared, run)
    assert info["split"] in ("dev", "test")
    with pytest.raises(UsageError, match="gold paths of train variations only"):
        shared.gold_path()
    assert not shared._java.call("getGoldActionSequence")  # it was not even made


def test_the_gold_path_is_for_the_start_of_a_run(shared):
    with pytest.raises(UsageError, match="after reset"):
        ScienceWorld().gold_path()
    begun(shared, SHORT)
    shared.step("wait1")
    with pytest.raises(UsageError, match="before the first step"):
        shared.gold_path()


def test_a_seed_draws_a_variation_of_the_split(shared):
    drawn = [shared.reset(seed=seed)[1]["variation"] for seed in (1, 2, 3, 1)]
    assert drawn[0] == drawn[3]
    assert len(set(drawn)) > 1
    assert set(drawn) <= set(shared.variations("train"))


def test_a_run_may_be_of_another_split_or_task():
    dev = ScienceWorld("melt", split="dev")
    try:
        _, info = dev.reset(seed=1)
        assert info["variation"] in dev.variations("dev")
        assert info["split"] == "dev"
        _, info = dev.reset(options={"task": "freeze", "variation": 29})
        assert (info["task_name"], info["split"]) == ("freeze", "test")
    finally:
        dev.close()


SIZES = {"boil": (14, 7, 9), "5-1": (62, 31, 33), "8-2": (4, 2, 4), "9-2": (692, 346, 348)}
"""Measured with the simulator's own methods."""


@pytest.mark.parametrize("task", SIZES)
def test_splits_are_the_simulators(shared, task):
    numbers = [shared.variations(split, task) for split in ("train", "dev", "test")]
    assert tuple(map(len, numbers)) == SIZES[task]
    assert [each for split in numbers for each in split] == list(range(sum(SIZES[task])))


@pytest.mark.parametrize("variation", [-1, 30])
def test_a_variation_that_does_not_exist_is_refused(shared, variation):
    with pytest.raises(UsageError, match="from 0 to 29"):
        begun(shared, {"task": "boil", "variation": variation})


def test_there_are_thirty_tasks_each_with_a_key(shared):
    assert len(set(TASKS.values())) == 30
    assert TASKS["1-1"] == "boil"
    assert all(len(shared.variations("test", task)) >= 3 for task in TASKS)


class TestSimplifications:
    def test_they_change_the_world(self):
        env = ScienceWorld(simplifications="teleportAction, openDoors", admissible=True)
        _, info = begun(env, BOIL)
        assert any(form.startswith("teleport") for form in info["templates"])
        assert "teleport to kitchen" in info["admissible_actions"]
        assert "go to kitchen" in info["admissible_actions"]
        env.step("teleport to workshop")
        assert env.step("look around")[4]["location"] == "workshop"
        env.close()

    def test_easy_is_one(self):
        env = ScienceWorld("test-conductivity", simplifications="easy")
        _, info = env.reset(seed=1)
        assert "connect OBJ to OBJ" in info["templates"]  # an electrical task keeps its actions
        _, info = env.reset(options={"task": "boil"})
        assert "connect OBJ to OBJ" not in info["templates"]
        env.close()


@pytest.mark.filterwarnings("ignore:.*render_fps")
def test_gymnasium_finds_no_fault():
    register()
    env = gymnasium.make("clew/ScienceWorld-v0", task="4-2", render_mode="ansi")
    assert type(env.unwrapped) is ScienceWorld
    env.unwrapped.action_space.seed(7)
    check_env(env.unwrapped)
    env.close()


PLAYED = """
import json, sys
from clew.envs.scienceworld.science_world import ScienceWorld
env = ScienceWorld("test-conductivity", 10)
runs = []
for _ in range(2):
    seen = [env.reset()]
    seen += [env.step(action)[::4] for action in env.gold_path()]
    runs.append(seen)
env.close()
assert runs[0] == runs[1]
print(json.dumps(runs[0]))
"""


def test_the_same_actions_have_the_same_results_in_every_process():
    said = [
        subprocess.run([sys.executable, "-c", PLAYED], capture_output=True, text=True, check=True)
        for _ in range(2)
    ]
    assert said[0].stdout == said[1].stdout
    assert json.loads(said[0].stdout)[-1][1]["won"]


def test_two_worlds_at_once_do_not_disturb_each_other(shared):
    begun(shared, BOIL)
    with_other, alone = [], []
    other = ScienceWorld("grow-plant", 0)
    other.reset()
    for action in ("open door to hallway", "wait1", "look around"):
        with_other.append(shared.step(action)[::4])
        other.step("wait1")
    other.close()
    begun(shared, BOIL)
    alone = [
        shared.step(action)[::4] for action in ("open door to hallway", "wait1", "look around")
    ]
    assert with_other == alone


@pytest.mark.parametrize(
    ("task", "variation"),
    [
        ("find-non-living-thing", 225),
        ("lifespan-longest-lived", 93),
        ("chemistry-mix-paint-secondary-color", 27),
        ("use-thermometer", 405),
    ],
)
def test_gold_paths_reach_100(task, variation):
    env = ScienceWorld(task, variation, gold=True)
    try:
        assert env.reset()[1]["split"] == "test"
        scores = [env.step(action)[4]["score"] for action in env.gold_path()]
        assert scores[-1] == 100
    finally:
        env.close()
