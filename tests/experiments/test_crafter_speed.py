"""The speed of Crafter: the report's shape, not the machine's pace."""

import json

import pytest

pytest.importorskip("crafter", reason="needs the extra crafter")
pytest.importorskip("pettingzoo", reason="needs the extra crafter")

from experiments.crafter.speed import AGENTS, Report, main


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_original_and_ours_are_measured_in_one_run(capsys):
    assert main(["--steps", "40", "--rounds", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["original"] > 0
    for rules in ("original_rules", "paper_rules"):
        assert set(told[rules]) == {str(agents) for agents in AGENTS}
        assert min(told[rules].values()) > 0
    assert 0 < told["agent_kib"] < told["world_kib"]
    assert 0 <= told["redrawn"] < 20


def test_an_agents_cost_is_beside_one_alone():
    report = Report(
        original=1,
        original_rules={1: 100.0, 6: 125.0},
        paper_rules={},
        original_reset_ms=1,
        reset_ms=1,
        again_ms=1,
        redrawn=0,
        world_kib=1,
        agent_kib=1,
    )
    assert report.cost(6) == 0.8
