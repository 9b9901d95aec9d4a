"""Story files under Jericho: the API, ends, what is read in text, valid actions, recorded runs."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="needs the extra jericho")
pytest.importorskip("jericho", reason="needs the extra jericho")
pytest.importorskip("textworld", reason="makes the game that is played here")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from clew.envs.fiction.jericho_game import JerichoGame  # noqa: E402
from clew.envs.games import from_blueprint  # noqa: E402
from clew.envs.registry import register  # noqa: E402
from clew.envs.treasure_hunt import treasure_hunt  # noqa: E402
from clew.errors import UsageError  # noqa: E402
from tests.envs.test_text_game import SMALL, SOLUTION  # noqa: E402

pytestmark = pytest.mark.timeout(240)  # a game is compiled
DATA = Path(os.environ.get("CLEW_DATA", Path(__file__).parents[3].parent / "shared" / "data"))
FAST = ("905", "adventureland", "awaken", "detective", "pentari", "reverb")
"""Games whose valid actions are found in seconds."""


@pytest.fixture(scope="module")
def story(games) -> Path:
    """A hunt that Jericho does not know, without TextWorld's description of it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLEW_CACHE", str(games))
        return from_blueprint(lambda seed: treasure_hunt(seed, **SMALL)).game(7).path


@pytest.fixture
def hunt(story: Path) -> Iterator[JerichoGame]:
    env = JerichoGame(story)
    yield env
    env.close()


def test_gymnasium_finds_no_fault(story):
    register()
    env = gymnasium.make("clew/Jericho-v0", path=story, render_mode="ansi")
    env.unwrapped.action_space.seed(7)
    check_env(env.unwrapped, skip_render_check=True)
    env.close()


def test_of_an_unknown_game_place_points_and_end_are_read_in_the_text(hunt):
    observation, info = hunt.reset()
    assert info["location"] == "Room A"
    assert "-= Room A =-" in observation
    assert "$$$" not in observation
    assert (info["score"], info["max_score"], info["moves"]) == (0, None, None)
    assert (info["world_hash"], info["supported"]) == (None, False)
    assert hunt.valid_actions() == hunt.walkthrough() == ()
    told = [hunt.step(action) for action in SOLUTION]
    assert [reward for _, reward, *_ in told if reward] == [1.0, 1.0, 1.0]
    info = told[-1][4]
    assert "key 1" in told[0][4]["inventory"]
    assert (info["won"], info["lost"], info["score"], info["deaths"]) == (True, False, 3, 0)
    assert info["steps"] == len(SOLUTION)
    assert [one[2] for one in told] == [False] * (len(SOLUTION) - 1) + [True]


def test_after_the_end_nothing_is_sent(hunt):
    hunt.reset()
    last = [hunt.step(action) for action in SOLUTION][-1]
    observation, reward, terminated, _, info = hunt.step("look")
    assert (observation, reward, terminated) == (last[0], 0.0, True)
    assert info == last[4]
    again, _ = hunt.reset()
    assert "-= Room A =-" in again
    assert not hunt.step("look")[2]


def test_one_can_go_back(hunt):
    hunt.reset()
    hunt.step(SOLUTION[0])
    kept = hunt.saved()
    ahead = [hunt.step(action) for action in SOLUTION[1:]]
    _, info = hunt.go_back(kept)
    assert (info["steps"], info["score"], info["won"]) == (1, 1, False)
    assert [hunt.step(action) for action in SOLUTION[1:]] == ahead


def test_commands_for_files_do_not_reach_the_interpreter(hunt, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    hunt.reset()
    for action in ("save", "RESTORE", "look. save", "script on", "recording", "look then restore"):
        observation, reward, terminated, _, _ = hunt.step(action)
        assert observation == "That is not a part of this world."
        assert (reward, terminated) == (0.0, False)
    assert list(tmp_path.iterdir()) == []
    assert "not a part" not in hunt.step("save the key")[0]


def test_instructions_follow_the_first_observation(story):
    env = JerichoGame(story, instructions="Find the treasure.")
    assert env.reset()[0].endswith("\n\nFind the treasure.")


def test_wrong_uses_are_told(hunt, tmp_path):
    with pytest.raises(UsageError, match=r"reset\(\) begins a run"):
        hunt.step("look")
    with pytest.raises(UsageError, match="no game file"):
        JerichoGame(tmp_path / "none.z5")
    with pytest.raises(UsageError, match="render_mode"):
        JerichoGame(tmp_path / "none.z5", render_mode="human")


# -- games that Jericho knows --------------------------------------------------------------------


def known_games() -> dict[str, Path]:
    found = sorted((DATA / "jericho-games").glob("*.z?"))
    if not found:
        pytest.skip(f"no story files at {DATA / 'jericho-games'}; set CLEW_DATA")
    return {path.stem: path for path in found}


@pytest.mark.data
def test_walkthroughs_win_with_the_games_own_seed():
    for name, path in known_games().items():
        env = JerichoGame(path)
        over, info = False, env.reset()[1]
        for action in env.walkthrough():
            _, _, over, _, info = env.step(action)
        assert (over, info["won"], info["lost"]) == (True, True, False), name
        assert info["score"] == info["max_score"], name
        env.close()


@pytest.mark.data
def test_valid_actions_change_the_world_and_looking_for_them_does_not():
    for name in FAST:
        env = JerichoGame(known_games()[name])
        _, before = env.reset()
        found = env.valid_actions()
        assert found == tuple(sorted(set(found)))
        kept = env.saved()
        assert kept.info["world_hash"] == before["world_hash"]
        assert env.valid_actions() is found  # kept for this state of the world
        changed = 0
        for action in found:
            env.go_back(kept)
            changed += env.step(action)[4]["world_hash"] != before["world_hash"]
        assert changed >= 0.6 * len(found), name  # some change only what the hash leaves out
        env.close()


@pytest.mark.data
def test_a_lost_game_goes_on_if_asked_to():
    """Who goes north there is shot; the game then waits for "restart"."""
    for restarts in (False, True):
        env = JerichoGame(known_games()["detective"], restarts=restarts)
        over, info = False, env.reset()[1]
        for action in ("north", "west", "north"):
            _, _, over, _, info = env.step(action)
        assert (over, info["lost"], info["deaths"]) == (not restarts, True, 1)
        observation, *_, info = env.step("restart")
        assert info["lost"] is not restarts
        assert ("Chief's office" in observation) is restarts
