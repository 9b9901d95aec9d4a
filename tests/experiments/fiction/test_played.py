"""The experiment that plays: its errors; the mind in a real game where one is there."""

import json
from pathlib import Path

import pytest

pytest.importorskip("jericho", reason="needs the extra jericho")

from experiments.fiction.played import main
from experiments.fiction.visits import play

GAMES = Path(__file__).parents[3].parent / "shared" / "data" / "jericho-games"


def test_unknown_players_and_folders_without_games_are_told(tmp_path, capsys):
    assert main(["--games", str(tmp_path), "--player", "nobody"]) == 1
    assert "nobody" in capsys.readouterr().err
    assert main(["--games", str(tmp_path), "--seeds", "0,x"]) == 1
    assert "expected seeds" in capsys.readouterr().err
    assert main(["--games", str(tmp_path)]) == 1
    assert "story files" in capsys.readouterr().err


@pytest.mark.slow
@pytest.mark.skipif(not GAMES.is_dir(), reason="needs ../shared/data/jericho-games")
def test_the_mind_explores_a_game_without_being_told_what_can_be_done():
    found = play(GAMES / "detective.z5", "mind", steps=50).measured()
    assert found.best >= 0.4
    assert found.counted >= 0.88
    assert found.states >= 20
    assert found == play(GAMES / "detective.z5", "mind", steps=50).measured()


@pytest.mark.data
@pytest.mark.skipif(not GAMES.is_dir(), reason="needs ../shared/data/jericho-games")
def test_a_folder_keeps_each_game_and_belongs_to_one_measurement(tmp_path, capsys):
    games = tmp_path / "games"
    games.mkdir()
    for name in ("905.z5", "pentari.z5"):
        (games / name).symlink_to((GAMES / name).resolve())
    asked = ["--games", str(games), "--steps", "5", "--out", str(tmp_path / "out"), "--json"]
    assert main(asked) == 0
    first = capsys.readouterr()
    assert "1 of 2" in first.err
    assert main(asked) == 0
    again = capsys.readouterr()
    assert again.out == first.out
    assert again.err == "", "nothing is played again"
    rows = json.loads(again.out)
    assert [*rows] == ["905", "pentari", "mean", "low", "high"]
    assert rows["low"]["states"] <= rows["mean"]["states"] <= rows["high"]["states"]
    assert main([*asked, "--steps", "6"]) == 1
    assert "name another folder" in capsys.readouterr().err


@pytest.mark.data
@pytest.mark.skipif(not GAMES.is_dir(), reason="needs ../shared/data/jericho-games")
def test_what_the_second_visit_knew_is_listed(tmp_path, capsys):
    (tmp_path / "detective.z5").symlink_to((GAMES / "detective.z5").resolve())
    asked = ["--games", str(tmp_path), "--steps", "8", "--visits", "2"]
    assert main(asked) == 0
    printed = capsys.readouterr().out
    assert "led to points: Chief's office: take paper; Outside: west" in printed
    assert "killed: Outside (2): north" in printed
    assert "open threads: nothing" in printed
