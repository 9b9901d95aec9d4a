"""The comparison of teams in Crafter: which runs, what is kept, what is made of it."""

import json
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("crafter", reason="needs the extra crafter")
pytest.importorskip("pettingzoo", reason="needs the extra crafter")

from clew.agents.damcs.trajectory import read_trajectory
from clew.bench.journal import held
from clew.envs.crafter.tech_tree import TASKS
from clew.errors import UnknownNameError, UsageError
from clew.settings import ModelSettings
from experiments.crafter.bars import bars_of
from experiments.crafter.page import of_runs
from experiments.crafter.paper import DIAMOND, FEWER, FIRSTS
from experiments.crafter.report import compared, curve, rows_of, saved
from experiments.crafter.run import Ended, Run, Trial, ended_of, measure, plan, seeds_named

LIMIT = 100


def ended(seed: int, diamond: int | None, setting: str = "mem", agents: int = 1) -> Ended:
    """Return a run that did a task every step, then the diamond at a step, or never."""
    firsts = {task: step for step, task in enumerate(TASKS[:-1], 1)}
    return Ended(
        run=Run(model="rules", setting=setting, agents=agents, seed=seed),
        won=diamond is not None,
        steps=diamond or LIMIT,
        alive=agents,
        firsts=firsts if diamond is None else {**firsts, TASKS[-1]: diamond},
        decisions=20,
        fallbacks=1,
        sent=1000,
        got=100,
        messages=4 * (agents - 1),
        said=40 * (agents - 1),
        stuck=seed == 3,
        reseeded=2 * (seed == 3),
        cost=0.5,
        seconds=1.0,
    )


def trial(out: Path, **more: Any) -> Trial:
    base = Trial(
        settings=("mem", "memcomm"),
        agents=(1, 2),
        models={"rules": ModelSettings()},
        seeds=(0, 12),
        out=out,
        limit=LIMIT,
    )
    return replace(base, **more)


def test_seeds_are_ranges_and_numbers_each_once():
    assert seeds_named("3-5,4, 10") == (3, 4, 5, 10)
    for wrong in ("", "a", "3-", "-3", "1;2"):
        with pytest.raises(UsageError, match="0-9"):
            seeds_named(wrong)


def test_one_agent_does_not_talk(tmp_path):
    told = [(run.setting, run.agents, run.seed) for run in plan(trial(tmp_path))]
    assert told == [
        ("mem", 1, 0), ("mem", 1, 12),
        ("mem", 2, 0), ("mem", 2, 12), ("memcomm", 2, 0), ("memcomm", 2, 12),
    ]  # fmt: skip
    arms = {(run.setting, run.agents) for run in plan(trial(tmp_path, settings=("mem", "basic:1")))}
    assert arms == {("mem", 1), ("mem", 2), ("basic", 1)}
    with pytest.raises(UsageError, match="oracle:1"):
        plan(trial(tmp_path, settings=("mem:one",)))
    with pytest.raises(UnknownNameError, match="memcomm"):
        plan(trial(tmp_path, settings=("memcom",)))


def test_a_measurement_without_a_run_says_what_was_expected(tmp_path):
    for settings, agents in (((), (1,)), (("memcomm",), (1,))):
        with pytest.raises(UsageError, match="there is nothing to run"):
            plan(trial(tmp_path, settings=settings, agents=agents))


def test_two_measurements_of_one_folder_are_told_apart(tmp_path):
    with held(tmp_path), pytest.raises(UsageError, match="in use by another measurement"):
        measure(trial(tmp_path))


def test_a_task_that_was_not_done_counts_as_done_at_the_limit():
    (row,) = rows_of([ended(0, 40), ended(1, None), ended(2, 70)], LIMIT)
    assert (row.runs, row.won, row.middle) == (3, 2, 70)
    mean, spread, share = row.firsts["collect_diamond"]
    assert mean == pytest.approx(70)
    assert share == pytest.approx(2 / 3)
    assert spread == pytest.approx(30)  # of the sample: (30² + 0 + 30²) / 2
    assert row.firsts["collect_wood"] == (1, 0, 1)


def test_costs_are_of_a_step():
    (row,) = rows_of([ended(0, 10, "memcomm", 2), ended(1, 40, "memcomm", 2)], LIMIT)
    assert (row.messages, row.said, row.sent, row.got) == (8 / 50, 80 / 50, 40, 4)
    assert row.asked == 40 / 100  # of an agent
    assert (row.fallbacks, row.cost, row.seconds) == (1, 0.5, 2 / 50)


def test_a_curve_counts_what_is_done_after_each_step():
    points = curve([ended(0, 12), ended(1, None)], 12)
    assert [mean for mean, _ in points] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9, 9.5]


def test_arms_are_compared_seed_by_seed_where_both_have_a_run():
    runs = [ended(seed, 50 + seed) for seed in range(4)]
    runs += [ended(seed, 25 + seed, "memcomm", 2) for seed in range(2)]
    runs += [ended(seed, 50 + seed, "mem", 2) for seed in range(1, 3)]
    pairs = {(pair.name, pair.base): pair for pair in compared(runs, LIMIT)}
    assert list(pairs) == [
        ("2 agents, memcomm", "1 agent, mem"),
        ("2 agents, memcomm", "2 agents, mem"),
        ("2 agents, mem", "1 agent, mem"),
    ]
    first = pairs["2 agents, memcomm", "1 agent, mem"]
    assert (first.seeds, first.sooner, first.later) == (2, 2, 0)
    assert first.difference == (-25, -25, -25)
    assert first.fewer.mean == pytest.approx(50 / 101)
    assert pairs["2 agents, mem", "1 agent, mem"].fewer == (0, 0, 0)
    failed = compared([ended(0, None), ended(1, 50), *runs[4:6]], LIMIT)[0]
    assert failed.fewer.mean == pytest.approx(1 - 51 / 150)
    assert (failed.both, failed.where_both) == (1, saved([26], [50]))
    assert pairs["2 agents, memcomm", "2 agents, mem"].seeds == 1


def test_what_is_saved_is_of_the_means_and_has_an_interval_over_pairs():
    estimate = saved([10, 30], [20, 60])
    assert estimate.mean == pytest.approx(0.5)
    assert estimate.low == pytest.approx(0.5) == estimate.high
    wide = saved([10, 90] * 10, [50, 50] * 10)
    assert wide.low < 0 < wide.high
    assert wide == saved([10, 90] * 10, [50, 50] * 10)
    for ours, base in (([], []), ([1.0], [1.0, 2.0]), ([1.0], [0.0])):
        with pytest.raises(UsageError):
            saved(ours, base)


@pytest.mark.parametrize(
    ("six", "met"),
    [({0: 20, 1: 20}, True), ({0: 30, 1: 30}, False), ({0: 5, 1: 35}, False)],
    ids=["surely fewer", "not half", "not surely"],
)
def test_bars_say_what_is_met(six: Mapping[int, int], met: bool):
    runs = [ended(seed, 50) for seed in range(2)]
    runs += [ended(seed, 40, "oracle") for seed in range(2)]
    runs += [ended(seed, step, "memcomm", 6) for seed, step in six.items()]
    rows, pairs = rows_of(runs, LIMIT), compared(runs, LIMIT)
    told = {bar.what: bar.met for bar in bars_of(rows, pairs)}
    assert told == {
        "1 agent, mem: diamonds": True,
        "1 agent, mem: median steps, to those with the whole map": True,
        "6 agents, memcomm: diamonds": True,
        "6 agents, memcomm: decisions of an agent in a step": True,
        "6 agents, memcomm: steps saved against 1 agent, mem": met,
        "all arms: runs in which an agent goes to and fro and gets nowhere": True,
    }
    assert not bars_of(rows_of([ended(0, None)], LIMIT), [])[0].met
    assert not bars_of(rows_of([ended(3, 50)], LIMIT), [])[-1].met


@pytest.mark.parametrize(
    ("agents", "talking", "met"),
    [(6, {0: 40, 1: 40}, True), (6, {0: 48, 1: 48}, False), (6, {0: 20, 1: 60}, False),
     (2, {0: 50, 1: 50}, True), (2, {0: 51, 1: 51}, False)],
)  # fmt: skip
def test_talking_must_save_six_surely_and_cost_two_nothing(agents, talking, met):
    runs = [ended(seed, 50, "mem", agents) for seed in range(2)]
    runs += [ended(seed, step, "memcomm", agents) for seed, step in talking.items()]
    bars = bars_of(rows_of(runs, LIMIT), compared(runs, LIMIT))
    (told,) = [bar.met for bar in bars if "what talking saves" in bar.what]
    assert told is met


def test_the_report_has_the_papers_values_beside_ours(tmp_path):
    runs = [ended(seed, 50, *arm) for arm in (("mem", 1), ("memcomm", 6)) for seed in (0, 112, 3)]
    runs[1] = ended(112, None)
    plain, page = of_runs(trial(tmp_path, agents=(1, 6), seeds=(0, 3, 112)), runs)
    assert "| 1 agent, mem | 3 | 2 | 2 of 2 | 0 of 1 | 66.7 ± 28.9 | 50.0 | 140 | 0 | 1 |" in page
    assert "1 agent, mem: DAMCS" in page
    assert "| 66.7 ± 28.9 (0.67) | 50.0 ± 0.0 | 140.0 ± 35.9 | 85.4 ± 18.0 |" in page
    assert "3 (2)" in page  # its first two maps were thrown away
    assert json.loads(json.dumps(plain))["rows"][1]["setting"] == "memcomm"


def test_the_papers_values_agree_with_each_other():
    assert set(FIRSTS["mem", 1]) == set(FIRSTS["memcomm", 6]) == set(TASKS)
    for arm, share in FEWER.items():
        assert 1 - DIAMOND[arm] / DIAMOND["mem", 1] == pytest.approx(share, abs=0.005)
    for arm, fewer in ((("memcomm", 2), 0.63), (("memcomm", 6), 0.74)):
        assert 1 - DIAMOND[arm] / DIAMOND["basic", 1] == pytest.approx(fewer, abs=0.005)


def test_runs_are_kept_read_from_their_lines_and_not_played_again(tmp_path):
    small = trial(tmp_path, settings=("memcomm",), agents=(2,), seeds=(1,), limit=8, area=(32, 32))
    told: list[Ended] = []
    found = measure(small, 1, lambda one, *_: told.append(one))
    assert told == found
    (one,) = found
    path = tmp_path / "runs" / "rules" / "memcomm" / "2" / "1.jsonl"
    assert len(list(read_trajectory(path))) == 1 + one.steps == 9
    assert ended_of(one.run, path, sent=one.sent, seconds=one.seconds) == one
    assert one.messages
    assert one.said
    assert one.sent > one.got > 0
    before = path.read_bytes()
    assert measure(small, 1, lambda one, *_: told.append(one)) == found
    assert len(told) == 1
    path.with_suffix(".json").unlink()  # as if it had been cut off
    (again,) = measure(small, 1)
    assert replace(again, seconds=0) == replace(one, seconds=0)
    assert path.read_bytes() == before
    with pytest.raises(UsageError, match="another folder"):
        measure(replace(small, zombies=True))


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_result_of_another_version_is_told(tmp_path):
    once = trial(tmp_path, settings=("mem",), agents=(1,), seeds=(0,), limit=3)
    measure(once)
    (path,) = tmp_path.rglob("0.json")
    told = json.loads(path.read_text())
    del told["stuck"]
    path.write_text(json.dumps(told))
    with pytest.raises(UsageError, match=r"another version of clew and lacks stuck: measure into"):
        measure(once)


def test_runs_over_processes_are_those_of_one(tmp_path):
    alone, pool = (
        trial(tmp_path / name, agents=(2,), seeds=(1,), limit=20, area=(32, 32))
        for name in ("alone", "pool")
    )
    found, again = measure(alone, 1), measure(pool, 2)
    assert [replace(one, seconds=0) for one in found] == [replace(one, seconds=0) for one in again]
    for run in ("mem", "memcomm"):
        texts = [
            (each.out / "runs" / "rules" / run / "2" / "1.jsonl").read_bytes()
            for each in (alone, pool)
        ]
        assert texts[0] == texts[1]


def test_charts_are_drawn_for_each_number_of_agents(tmp_path):
    pytest.importorskip("matplotlib", reason="needs the extra charts")
    from experiments.crafter.charts import write_all

    runs = [ended(0, 50), ended(0, 30, "memcomm", 2)]
    paths = write_all(tmp_path, runs, LIMIT)
    assert [path.name for path in paths] == ["tasks.png", "curves.png"]
    assert all(path.read_bytes().startswith(b"\x89PNG") for path in paths)
