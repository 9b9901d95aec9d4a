"""Recorded runs of the paper's agents, replayed: a slice; `fiction-recorded` replays all."""

import json
import os
from pathlib import Path

import pytest

pytest.importorskip("jericho", reason="needs the extra jericho")

from experiments.fiction.recorded import main

DATA = Path(os.environ.get("CLEW_DATA", Path(__file__).parents[3].parent / "shared" / "data"))
SLICE = ("reflexion", "walkthrough")
"""One whose observations follow the actions, one in which they come before."""


@pytest.mark.data
def test_recorded_runs_replay_exactly_and_are_measured(tmp_path, capsys):
    """The figures are those of the issue, computed there from the files alone."""
    games, logs = DATA / "jericho-games", DATA / "jericho-logs"
    if not games.exists():
        pytest.skip("needs Jericho's games and logs (CLEW_DATA or ../shared/data)")
    for name in SLICE:
        (tmp_path / f"{name}.jsonl").symlink_to(logs.resolve() / f"{name}.jsonl")
    assert main(["--games", str(games), "--logs", str(tmp_path), "--json"]) == 0
    printed = capsys.readouterr()
    assert "reflexion: 532 steps of 12 games replayed, 0 differ" in printed.err
    assert "walkthrough: 787 steps of 12 games replayed, 0 differ" in printed.err
    found = json.loads(printed.out)
    keys = ("changed", "counted", "states", "prefixes", "best")
    told = {name: [round(one[key], 3) for key in keys] for name, one in found.items()}
    assert told["walkthrough"] == pytest.approx([0.88, 0.98, 38.6, 0.0, 0.76], abs=0.05)
    assert told["reflexion"] == pytest.approx([0.19, 0.39, 6.4, 18.9, 0.005], abs=0.05)


def test_folders_without_games_or_runs_are_told(tmp_path, capsys):
    assert main(["--games", str(tmp_path), "--logs", str(tmp_path)]) == 1
    assert "expected story files" in capsys.readouterr().err
    (tmp_path / "one.z5").write_bytes(b"")
    assert main(["--games", str(tmp_path), "--logs", str(tmp_path)]) == 1
    assert "expected recorded runs" in capsys.readouterr().err
