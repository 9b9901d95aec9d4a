"""How runs get stuck: the arithmetic on made runs."""

import pytest

pytest.importorskip("jericho", reason="needs the extra jericho")

from experiments.fiction.stuck import Given, main, stuck


def test_repetition_streaks_and_length_are_counted():
    long = "try to take the old lamp very carefully"
    one = [
        Given("look", True, "hall"),
        *[Given(long, False, "hall")] * 3,
        Given("go", True, "cellar"),
    ]
    two = [Given("take lamp", False, "hall"), Given("Take Lamp now", False, "hall")]
    found = stuck([one, two])
    assert (found.steps, found.accepted, found.late) == (7, 2 / 7, 0)
    assert (found.streak, found.places) == (2.5, 1.5)
    assert found.again == 2 / 7
    assert found.rephrased == 3 / 4
    assert (found.long, found.long_accepted, found.short_accepted) == (3 / 7, 0, 2 / 4)


def test_folders_without_runs_are_told(tmp_path, capsys):
    (tmp_path / "one.z5").write_bytes(b"")
    assert main(["--games", str(tmp_path), "--logs", str(tmp_path)]) == 1
    assert "expected recorded runs" in capsys.readouterr().err
