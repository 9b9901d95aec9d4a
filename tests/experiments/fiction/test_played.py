"""The experiment that plays: its errors; the mind in a real game where one is there."""

from pathlib import Path

import pytest

pytest.importorskip("jericho", reason="needs the extra jericho")

from experiments.fiction.played import main, play

GAMES = Path(__file__).parents[3].parent / "shared" / "data" / "jericho-games"


def test_unknown_players_and_folders_without_games_are_told(tmp_path, capsys):
    assert main(["--games", str(tmp_path), "--player", "nobody"]) == 1
    assert "nobody" in capsys.readouterr().err
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
