"""The paper's agents over a folder of games: errors, resuming, what is kept."""

import json
from pathlib import Path

import pytest

pytest.importorskip("jericho", reason="needs the extra jericho")

from experiments.fiction.agents import main

GAMES = Path(__file__).parents[3].parent / "shared" / "data" / "jericho-games"


def test_what_cannot_be_compared_is_told(tmp_path, capsys):
    asked = ["--games", str(tmp_path), "--out", str(tmp_path / "out")]
    assert main(asked) == 1
    assert "story files" in capsys.readouterr().err
    assert main([*asked, "--agents", "raect"]) == 1
    assert "did you mean 'react'" in capsys.readouterr().err
    assert main([*asked, "--agents", " ,"]) == 1
    assert "expected names of agents" in capsys.readouterr().err


@pytest.mark.data
@pytest.mark.skipif(not GAMES.is_dir(), reason="needs ../shared/data/jericho-games")
def test_each_agent_plays_each_game_once_with_one_memory(tmp_path, capsys):
    games, out = tmp_path / "games", tmp_path / "out"
    games.mkdir()
    for name in ("905.z5", "pentari.z5"):
        (games / name).symlink_to((GAMES / name).resolve())
    asked = ["--games", str(games), "--out", str(out), "--steps", "4", "--json"]
    asked += ["--agents", "react,asv-p,graph-asv-p"]
    assert main(asked) == 0
    first = capsys.readouterr()
    table = json.loads(first.out)
    assert [*table] == ["react", "asv-p", "graph-asv-p"]
    assert table["react"]["mean"]["steps"] == 4
    assert table["asv-p"]["mean"]["prompts"] > table["react"]["mean"]["prompts"] > 100
    lines = (out / "talker" / "asv-p" / "pentari.jsonl").read_text().splitlines()
    assert len(lines) == 4
    (out / "talker" / "asv-p" / "pentari.json").unlink()  # as if it had been interrupted
    assert main(asked) == 0
    again = capsys.readouterr()
    assert again.out == first.out
    assert again.err.count("counted") == 1
    assert main([*asked, "--steps", "5"]) == 1
    assert "name another folder" in capsys.readouterr().err
