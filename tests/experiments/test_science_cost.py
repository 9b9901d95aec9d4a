"""What agents would send to a model, and how long the world model takes."""

import json
import shutil
import sys
from pathlib import Path

import pytest

pytest.importorskip("gymnasium", reason="needs the extra scienceworld")
pytest.importorskip("scienceworld", reason="needs the extra scienceworld")

from experiments.scienceworld.cost import KINDS, Cost, _cost, _Counted, costs, knowing
from experiments.scienceworld.footprint import main as footprint
from experiments.scienceworld.speed import main, measure
from tests.experiments.test_science_play import Quays


def test_every_agent_does_the_solution_and_its_calls_are_counted():
    found = {one.agent: one for one in costs(Quays(), "find-plant")}
    assert len(found) == len(KINDS)
    assert all((one.steps, one.tens) == (4, ()) for one in found.values())
    react, none = found["react, none"], found["reasonplanner, none"]
    assert (react.by_task, react.calls) == ({"ThinkAndAct": 4}, 1)
    assert none.by_task == {"Imagine": 1, "Review": 3}
    fused, calls = found["reasonplanner, graph"], found["reasonplanner, plan calls, graph"]
    # The first question finds nothing, so that the first plan has one step.
    assert (fused.by_task["Imagine"], fused.by_task["TwoEntities"]) == (4, 1)
    assert calls.by_task["NextAction"] >= 4
    assert calls.calls > fused.calls > none.calls >= react.calls
    assert calls.sent > fused.sent > none.sent > 0
    assert found["react, graph"].by_task["ExtractSteps"] == 5  # the first text, too


def test_questions_are_those_that_are_asked_for():
    def asked(questions: int) -> Cost:
        return next(iter(costs(Quays(), "find-plant", questions)))

    assert "TwoEntities" not in asked(0).by_task
    assert asked(2).by_task["TwoEntities"] == 2


def test_a_step_of_the_world_model_is_timed(capsys):
    found = measure(runs=2)
    assert found.facts > 200
    assert 0 < found.learn < found.mean
    assert found.mean == pytest.approx(found.learn + found.query, abs=0.11)
    assert main(["--runs", "1", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["facts"] < found.facts


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="needs Linux's /proc")
def test_what_a_command_and_what_it_starts_have_resident_is_told(tmp_path, capfd, monkeypatch):
    shutil.copy(sys.executable, tmp_path / "java")
    heavy = "b = bytearray(60 << 20); import time; time.sleep(1.5)"
    begun = f"import subprocess as s; s.run(['./java', '-S', '-c', {heavy!r}]); raise SystemExit(3)"
    (tmp_path / "begun.py").write_text(begun, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert footprint(["begun"]) == 3
    told = json.loads(capfd.readouterr().out)
    assert (told["code"], 60 < told["java"] < 100) == (3, True)
    assert 5 < told["python"] < 60
    assert told["java"] < told["total"] <= told["java"] + told["python"] + 0.2  # three are rounded


def test_tokens_of_each_ten_steps_are_told():
    sent = [100] * 10 + [300] * 10 + [900] * 5
    found = _cost("boil", ("react", "none", {}), _Counted(knowing(["wait"], 0)), sent, [1] * 25)
    assert (found.tens, found.steps, found.first) == ((100, 300), 25, 100)
