"""An environment that begins again."""

import pytest

from clew.agents.trials import Trials
from clew.errors import UsageError
from tests.agents.baselines.quay import Quay


def test_what_was_not_won_begins_again_and_keeps_the_best_score():
    env = Trials(Quay(), limit=3, trials=3)
    _, info = env.reset(seed=4)
    assert (info["trial"], info["score"]) == (1, 0)
    for action in ("go to loft", "take rope"):
        env.step(action)
    said, _, terminated, truncated, info = env.step("go to quay")
    assert said.startswith("You are in the quay.\n\nTrial 1 of 3 is over. The next begins:\n\n")
    assert (terminated, truncated) == (False, False)
    assert (info["trial"], info["score"], info["inventory"]) == (2, 50, "nothing")
    said, _, terminated, truncated, info = env.step("sail")
    assert "You drown.\n\nTrial 2 of 3 is over." in said
    assert (terminated, truncated, info["trial"], info["score"]) == (False, False, 3, 50)
    *_, terminated, truncated, info = env.step("sail")
    assert (terminated, truncated, info["trial"], info["won"]) == (True, False, 3, False)


def test_a_win_ends_the_run_and_a_limit_truncates_it():
    env = Trials(Quay(), trials=2)
    env.reset()
    for action in ("go to loft", "take rope", "go to quay"):
        env.step(action)
    *_, terminated, _, info = env.step("sail")
    assert (terminated, info["won"], info["trial"], info["score"]) == (True, True, 1, 100)
    world = Quay()
    env = Trials(world, limit=2)
    env.reset()
    assert env.step("go to loft")[2:4] == (False, False)
    assert env.step("go to quay")[2:4] == (False, True)
    env.close()
    assert world.closed == 1


def test_a_world_without_a_score_has_none():
    class Mute(Quay):
        def _info(self):
            return {"location": self.here}

    env = Trials(Mute(), trials=2)
    assert env.reset()[1] == {"location": "quay", "trial": 1}
    assert env.step("sail")[4]["trial"] == 2


@pytest.mark.parametrize("wrong", [{"limit": 0}, {"trials": 0}])
def test_numbers_below_one_are_refused(wrong):
    with pytest.raises(UsageError, match="of at least 1, got 0"):
        Trials(Quay(), **wrong)
