"""The story mind in a text world that has rules of its own."""

import json

import pytest

pytest.importorskip("textworld", reason="needs the extra textworld")

from experiments.fiction.in_worlds import main


def test_unknown_tasks_are_told(capsys):
    assert main(["--tasks", "hunts"]) == 1
    assert "hunts" in capsys.readouterr().err


@pytest.mark.slow
def test_a_hunt_is_won_without_the_rules_for_hunts(capsys):
    assert main(["--tasks", "hunt", "--seeds", "1", "--first", "3", "--json"]) == 0
    (one,) = json.loads(capsys.readouterr().out)["hunt"]
    assert one["won"]
    assert one["score"] == 1
