"""The command `crafter`: a few steps of a small world."""

import json

import pytest

pytest.importorskip("crafter", reason="needs the extra crafter")
pytest.importorskip("pettingzoo", reason="needs the extra crafter")

FEW = ("crafter", "--agents", "1,2", "--seeds", "1", "--max-steps", "4", "--area", "32")


def test_a_comparison_leaves_a_report_and_goes_on(experiment, tmp_path):
    ran = experiment(*FEW, "--settings", "mem,memcomm", "--out", "runs", "--json")
    assert ran.code == 0, ran.err
    assert [row["setting"] for row in ran.json["rows"]] == ["mem", "mem", "memcomm"]
    assert [row["agents"] for row in ran.json["rows"]] == [1, 2, 2]
    assert ran.err.count("no diamond after 4 steps") == 3
    page = (tmp_path / "runs" / "report.md").read_text(encoding="utf-8")
    assert "| 2 agents, memcomm | 1 | 0 |" in page
    assert json.loads((tmp_path / "runs" / "report.json").read_text()) == ran.json
    again = experiment(*FEW, "--settings", "mem,memcomm", "--out", "runs")
    assert again.out.strip() == page.strip()
    assert "no diamond" not in again.err  # nothing was played again


def test_zombies_are_another_measurement(experiment):
    assert experiment(*FEW, "--settings", "basic", "--out", "runs").code == 0
    ran = experiment(*FEW, "--settings", "basic", "--out", "runs", "--zombies")
    assert ran.code == 1
    assert "name another folder" in ran.err


@pytest.mark.parametrize(
    ("arguments", "said", "code"),
    [
        (("--agents", "1,two"), "expected --agents like 1,2,6", 2),
        (("--agents", "0"), "expected --agents like 1,2,6", 2),
        (("--seeds", "9-"), "expected seeds like 0-9", 1),
        (("--settings", "memcom"), "did you mean 'memcomm'", 1),
        (("--settings", ""), "got none with 1, 2, 6: there is nothing to run", 1),
    ],
)
def test_what_cannot_be_compared_is_told(experiment, tmp_path, arguments, said, code):
    ran = experiment("crafter", "--out", "runs", *arguments)
    assert (ran.code, said in ran.err) == (code, True)
    assert not list(tmp_path.iterdir())
