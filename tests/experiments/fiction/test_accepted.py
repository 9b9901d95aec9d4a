"""How well rules judge replies: the arithmetic, and the figures on a slice of recorded runs."""

import json
import os
from pathlib import Path

import pytest

pytest.importorskip("jericho", reason="needs the extra jericho")

from clew.envs.fiction.acceptance import Acceptance
from experiments.fiction.accepted import Case, Learning, judged, main

DATA = Path(os.environ.get("CLEW_DATA", Path(__file__).parents[3].parent / "shared" / "data"))


def test_precision_and_recall_are_of_accepted_with_doubt_on_either_side():
    verdicts = {
        "a": Acceptance.ACCEPTED,
        "r": Acceptance.REFUSED,
        "x": Acceptance.ABSENT,
        "d": Acceptance.DOUBTFUL,
    }
    cases = [Case("g", reply, True) for reply in "aaard"]
    cases += [Case("g", reply, False) for reply in "arxdd"]
    found = judged(cases, lambda one: verdicts[one.reply])
    assert (found.steps, found.accepted, found.doubtful) == (10, 0.5, 0.3)
    assert (found.precision, found.recall) == (4 / 7, 4 / 5)
    assert (found.strict_precision, found.strict_recall) == (3 / 4, 3 / 5)
    assert found.decided == 5 / 7


def test_what_a_game_says_again_and_again_is_learned_in_a_run_or_over_runs():
    said = [("a", "sing"), ("a", "dance"), ("b", "fly"), ("b", "sing")]
    cases = [Case("g", "Pah.", False, verb, run) for run, verb in said]
    alone, over = Learning(runs=True), Learning(runs=False)
    assert [alone(one).value for one in cases] == ["accepted"] * 4
    assert [over(one).value for one in cases] == ["accepted", "accepted", "refused", "refused"]


@pytest.mark.data
def test_the_rules_are_measured_on_games_in_view_and_kept_back(tmp_path, capsys):
    games, logs = DATA / "jericho-games", DATA / "jericho-logs"
    if not games.exists():
        pytest.skip("needs Jericho's games and logs (CLEW_DATA or ../shared/data)")
    (tmp_path / "react.jsonl").symlink_to((logs / "react.jsonl").resolve())
    assert main(["--games", str(games), "--logs", str(tmp_path), "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    for part in ("in view", "kept back"):
        assert found[f"{part}: clew"]["recall"] >= 0.95
        assert found[f"{part}: clew"]["precision"] > found[f"{part}: jericho"]["precision"]


def test_folders_without_runs_are_told(tmp_path, capsys):
    (tmp_path / "one.z5").write_bytes(b"")
    assert main(["--games", str(tmp_path), "--logs", str(tmp_path)]) == 1
    assert "expected recorded runs" in capsys.readouterr().err
