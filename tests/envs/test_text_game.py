"""Text games as environments: the API, seeds, ends, what must not reach the interpreter."""

import subprocess
import sys
from functools import partial
from pathlib import Path
from typing import Any

import pytest

gymnasium = pytest.importorskip("gymnasium", reason="needs the extra textworld")
pytest.importorskip("textworld", reason="needs the extra textworld")

from gymnasium.utils.env_checker import check_env  # noqa: E402

from clew.envs.games import Source, from_blueprint, from_file  # noqa: E402
from clew.envs.parser_text import MAX_ACTION, shown  # noqa: E402
from clew.envs.registry import register  # noqa: E402
from clew.envs.text_game import TextGame  # noqa: E402
from clew.envs.treasure_hunt import treasure_hunt  # noqa: E402
from clew.errors import UnknownNameError, UsageError  # noqa: E402
from clew.plugins import ENVIRONMENTS  # noqa: E402

pytestmark = pytest.mark.timeout(240)  # games are compiled
SMALL: dict[str, Any] = {"rooms": 3, "keys": 2}
HUNTS = from_blueprint(partial(treasure_hunt, **SMALL))
SEEDS = (1, 7)
"""Of the hunts that other tests here play."""


def two_games(render_mode: str | None = None) -> TextGame:
    """Return two games, for a check that asks for many seeds: each other one is compiled."""
    return TextGame(Source(lambda seed: HUNTS.game(SEEDS[seed % 2])), render_mode)


@pytest.fixture(scope="module", autouse=True)
def kept(games):
    """One folder of compiled games."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CLEW_CACHE", str(games))
        register()
        yield


@pytest.fixture
def hunt():
    env = gymnasium.make("clew/TreasureHunt-v0", **SMALL)
    yield env
    env.close()


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:.*render_fps")
def test_gymnasium_finds_no_fault():  # what names make is this class too
    gymnasium.register("test/Two-v0", entry_point=two_games)
    env = gymnasium.make("test/Two-v0", render_mode="ansi")
    env.unwrapped.action_space.seed(7)
    check_env(env.unwrapped)
    env.close()
    del gymnasium.registry["test/Two-v0"]


@pytest.mark.parametrize("name", ["Cleaning-v0", "Cooking-v0", "TreasureHunt-v0"])
def test_names_make_text_games(name):
    env = gymnasium.make(f"clew/{name}")
    assert type(env.unwrapped) is TextGame
    assert env.spec.id == f"clew/{name}"


def test_every_name_is_registered():
    register()
    listed = ENVIRONMENTS.built_in.items()
    wanted = {f"clew/{name}" for name, at in listed if not at.team}
    assert {name for name in gymnasium.registry if name.startswith("clew/")} == wanted


def test_a_hunt_is_won_by_its_own_rules(hunt):
    observation, info = hunt.reset(seed=7)
    assert "$" not in observation
    assert "-= Room A =-" in observation
    assert "Find the treasure" in observation
    assert info["max_score"] == 3
    assert info["location"] == "Room A"
    scores, terminated = [], False
    for action in SOLUTION:
        observation, reward, terminated, truncated, info = hunt.step(action)
        scores.append(reward)
        assert not truncated
        assert ">" not in observation
    assert terminated
    assert info["won"]
    assert not info["lost"]
    assert sum(scores) == info["score"] == 3


def solution() -> list[str]:
    """Read the winning actions off the plan: three rooms, one locker in each."""
    plan = treasure_hunt(7, **SMALL)
    place = {thing.name: thing.place for thing in plan.things}
    locker = next(thing.opens for thing in plan.things if thing.name == "key 1")
    back = {"north": "south", "south": "north", "east": "west", "west": "east"}
    ways = {(one.room, one.other): one.direction for one in plan.links}
    ways |= {(there, here): back[direction] for (here, there), direction in ways.items()}
    paths: dict[tuple[str, ...], list[str]] = {("Room A",): []}
    while not any(path[-1] == place[locker] for path in paths):
        paths = {
            (*path, there): [*moves, direction]
            for path, moves in paths.items()
            for (here, there), direction in ways.items()
            if here == path[-1]
        }
    there = next(moves for path, moves in paths.items() if path[-1] == place[locker])
    return [
        "take key 1",
        *(f"go {direction}" for direction in there),
        f"unlock {locker} with key 1",
        f"open {locker}",
        f"take golden key from {locker}",
        *(f"go {back[direction]}" for direction in reversed(there)),
        "unlock golden locker with golden key",
        "open golden locker",
        "take treasure from golden locker",
    ]


SOLUTION = solution()


def test_after_the_end_nothing_moves(hunt):
    hunt.reset(seed=7)
    last = [hunt.step(action) for action in SOLUTION][-1]
    for action in ("look", "take key 1"):
        observation, reward, terminated, _, info = hunt.step(action)
        assert (observation, reward, terminated) == (last[0], 0.0, True)
        assert info["score"] == 3


@pytest.mark.slow
def test_another_seed_is_another_game_and_the_same_seed_the_same(hunt):
    one, other = SEEDS
    first, _ = hunt.reset(seed=one)
    second, _ = hunt.reset(seed=other)
    assert first != second
    assert hunt.reset(seed=one)[0] == first


@pytest.mark.slow
def test_without_a_seed_the_next_game_is_drawn_from_the_last_seed(hunt):
    hunt.reset(seed=1)
    drawn = hunt.reset()[0]
    hunt.reset(seed=1)
    assert hunt.reset()[0] == drawn


@pytest.mark.slow
def test_a_second_process_with_another_hash_seed_makes_the_same_games(games, tmp_path):
    code = (
        "import gymnasium, hashlib\n"
        "from clew.envs.registry import register\n"
        "register()\n"
        "env = gymnasium.make('clew/Cooking-v0', level='level-2')\n"
        "print(env.reset(seed=11)[0])\n"
        "game = env.unwrapped._game.path\n"
        "print(hashlib.sha256(game.read_bytes()).hexdigest())\n"
    )
    said = [
        subprocess.run(
            [sys.executable, "-c", code],
            env={"PATH": "/usr/bin:/bin", "PYTHONHASHSEED": seed, "CLEW_CACHE": str(folder)},
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed, folder in (("1", games), ("2", tmp_path))
    ]
    assert said[0] == said[1]


@pytest.mark.parametrize("action", ["", "look\n", "say \\help", "x" * (MAX_ACTION + 1), "grüß"])
def test_what_cannot_be_typed_is_refused(hunt, action):
    hunt.reset(seed=7)
    with pytest.raises(UsageError, match="expected an action"):
        hunt.step(action)


def test_the_longest_action_reaches_the_game_whole(hunt):
    """Jericho warns when it cuts one off, and a warning fails a test."""
    hunt.reset(seed=7)
    observation, *_ = hunt.step("x" * MAX_ACTION)
    assert observation


def test_words_for_the_interpreter_do_not_reach_it(hunt, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    _, before = hunt.reset(seed=7)
    chained = ("look. quit", "look.save", "look then restart", "look and quit", "look, then q.")
    for action in ("save", "RESTORE", "quit", " restart", "script on", *chained):
        observation, reward, terminated, _, info = hunt.step(action)
        assert observation == "That is not a part of this world."
        assert (reward, terminated, info) == (0.0, False, before)
    assert list(tmp_path.iterdir()) == []


def test_a_game_that_tells_no_places_cannot_be_tidied(tmp_path):
    path = tmp_path / "alone.z8"
    path.write_bytes(HUNTS.game(7).path.read_bytes())
    with pytest.raises(UsageError, match=r"expected TextWorld's \.json beside .*alone"):
        TextGame(from_file(path, homes={"key 1": "golden locker"})).reset(seed=7)


def test_a_step_needs_a_game():
    with pytest.raises(UsageError, match="reset"):
        TextGame(from_file(Path("none.z8"))).step("look")


@pytest.mark.parametrize("name", ["none.z8", "notes.txt"])
def test_a_file_that_is_no_game_is_named(tmp_path, name):
    (tmp_path / "notes.txt").write_text("no game")
    with pytest.raises(UsageError, match=name):
        gymnasium.make("clew/TextGame-v0", path=tmp_path / name).reset()


def test_a_level_that_is_not_there_is_named():
    with pytest.raises(UnknownNameError, match="hardest"):
        gymnasium.make("clew/Cooking-v0", level="hardes")
    with pytest.raises(UnknownNameError, match="hard"):
        gymnasium.make("clew/TreasureHunt-v0", level="hart")


@pytest.mark.slow
def test_a_game_is_made_again_from_the_description_beside_it(hunt, tmp_path):
    hunt.reset(seed=7)
    path = hunt.unwrapped._game.path.with_suffix(".json")
    other = gymnasium.make("clew/TextGame-v0", path=path, instructions="Find the treasure.")
    observation, info = other.reset()
    assert info["max_score"] == 3
    assert observation.endswith("Find the treasure.")


@pytest.mark.slow
def test_recipes_and_actions_use_the_same_words():
    env = gymnasium.make("clew/Cooking-v0", level="level-2")
    assert isinstance(env.unwrapped, TextGame)
    _, info = env.reset(seed=11)
    cookbook = env.step("examine cookbook")[0]
    assert "Directions" in cookbook
    taken = [one for one in info["admissible_actions"] if one.startswith("take ")]
    for action in taken:
        info = env.step(action)[-1]
    named = [
        one for one in info["admissible_actions"] if one.split()[0] in {"fry", "roast", "grill"}
    ]
    assert named
    assert not [one for one in info["admissible_actions"] if one.startswith("cook ")]
    raw = {one.split(" ", 1)[0] for one in env.unwrapped._info["admissible_actions"]}
    assert "cook" in raw
    before = env.step("inventory")[0]
    env.step(named[0])
    assert env.step("inventory")[0] != before


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", ""),
        ("Taken.", "Taken."),
        ("a\n\n\n\nb", "a\n\nb"),
        (" |$$ \\ >$$\n ___\n\nYou wake.\n\n>   -= Hall =-3/14", "You wake."),
        ("x > y is said\n>", "x > y is said"),
        ("snow \u2603", "snow \ufffd"),
    ],
)
def test_shown_keeps_what_is_told(text, told):
    assert shown(text) == told
