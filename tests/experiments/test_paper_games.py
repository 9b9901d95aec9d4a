"""The paper's own games: their folder, and where things belong in the house to be tidied."""

import json
from pathlib import Path

import pytest

pytest.importorskip("gymnasium", reason="needs the extra textworld")
pytest.importorskip("textworld", reason="needs the extra textworld")

from clew.errors import UnknownNameError
from experiments.textworld.paper_games import homes_of, paper_game

GAMES = Path(__file__).parents[3] / "shared" / "data" / "arigraph-games"


def test_things_belong_where_the_list_says_in_the_names_of_the_world(tmp_path):
    world = tmp_path / "house.json"
    names = ("locker", "red locker", "mat", "rope", "pan", "span", None)
    infos = [[f"o_{number}", {"name": name}] for number, name in enumerate(names)]
    world.write_text(json.dumps({"infos": infos}), encoding="utf-8")
    told = {
        "win_cond_clean_place": [
            ["mat", "big sport locker", {}],
            ["piece of rope", "big red locker", {}],
            ["span", "shelf", {}],
            ["hat", "locker", {}],
            ["span", "locker", {}],
        ]
    }
    assert homes_of(world, told) == {"mat": "locker", "rope": "red locker", "span": "locker"}


def test_an_unknown_game_is_named(tmp_path):
    with pytest.raises(UnknownNameError, match="chess"):
        paper_game(tmp_path, "chess")


@pytest.mark.data
@pytest.mark.skipif(not GAMES.is_dir(), reason="needs ../shared/data")
def test_the_house_of_the_paper_has_eleven_things_out_of_place():
    told = json.loads((GAMES / "envs_cfg_and_win_conditions.json").read_text(encoding="utf-8"))
    found = homes_of(GAMES / "clean_3x3" / "clean_3x3_mess_2.json", told)
    assert found["yoga mat"] == found["jump rope"] == "locker"
    assert found["raw meat"] == "refrigerator"
    assert len(found) == 33  # of 34 lines one says the same of the raw meat again
    env = paper_game(GAMES, "clean")
    observation, info = env.reset()
    env.close()
    assert (info["score"], info["max_score"], info["won"]) == (0, 22, False)
    assert "clean the house" in observation
