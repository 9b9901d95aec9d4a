import json

import pytest

pytest.importorskip("crafter", reason="needs the extra crafter")

from experiments.crafter.cost import main, measure


def test_a_file_holds_what_was_measured(tmp_path):
    arm = measure("file", tmp_path / "a.clew", 12)
    assert 0 < arm.learn <= arm.learn_p95
    assert 0 < arm.retrospect <= arm.retrospect_p95
    assert arm.kib * 12 * 1024 == (tmp_path / "a.clew").stat().st_size


@pytest.mark.slow
def test_all_arms_are_printed(capsys):
    assert main(["--decisions", "4", "--json"]) == 0
    arms = json.loads(capsys.readouterr().out)
    assert [arm["name"] for arm in arms] == [
        "in the process", "file", "file, 3 similar", "file, vectors",
    ]  # fmt: skip
