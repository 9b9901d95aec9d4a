"""The report of agents in ScienceWorld: tables, readings, differences, figure."""

import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="needs the extra scienceworld")
pytest.importorskip("scienceworld", reason="needs the extra scienceworld")
pytest.importorskip("matplotlib", reason="needs the extra charts")

from clew.errors import UsageError
from experiments.scienceworld.paper import AGENTS, GUESSED, LENGTHS, MEANS, TABLE_1, TABLE_2
from experiments.scienceworld.play import Ended, Run
from experiments.scienceworld.statistics import anova, paired
from experiments.scienceworld.table import counted, experimented, groups_of

PLANE = "inclined-plane-determine-angle"


def ended(task: str, variation: int, *scores: float, **more: Any) -> Ended:
    plain: dict[str, Any] = {
        "won": scores[-1] == 100, "lost": False, "limit": 250, "gold": 9, "before": 10.0,
        "goals": (4, 4), "moves": len(scores), "calls": 2 * len(scores), "fallbacks": 1,
        "sent": (100,) * len(scores), "got": (10,) * len(scores), "deviated": 2, "repaired": 1,
        "cost": 0.5, "seconds": 1.0,
    }  # fmt: skip
    how = {**plain, **more}
    return Ended(run=Run(task, variation), scores=scores, decisions=len(scores), **how)


def folder(path: Path, agent: str, *runs: Ended, **more: Any) -> Path:
    """Write a folder as `play` does."""
    about = {"agent": agent, "model": "rules", "remember": "none", "trials": 1, "trained": "",
             "frozen": False, "options": {}}  # fmt: skip
    path.mkdir()
    (path / "about.json").write_text(json.dumps({**about, **more}))
    for one in runs:
        place = path / f"{one.run.task}-{one.run.variation}"
        place.mkdir()
        (place / "result.json").write_text(json.dumps(asdict(one)))
    return path


@pytest.fixture
def two(tmp_path):
    ours = folder(
        tmp_path / "ours", "reasonplanner",
        ended("boil", 14, 0, 50, 100), ended("boil", 15, 0, 50),
        ended(PLANE, 84, 10, 100, goals=(1, 4)), remember="graph", options={"ahead": 3},
    )  # fmt: skip
    theirs = folder(tmp_path / "theirs", "random", ended("boil", 14, 0, 20), ended("boil", 15, 10))
    return ours, theirs


def test_tables_stand_beside_the_papers(experiment, two):
    ran = experiment("scienceworld", "table", *two, "--out", "report", "--json", "--charts")
    assert ran.code == 0, ran.err
    page = Path("report/report.md").read_text(encoding="utf-8")
    assert "| boil | L | 1.67 ± 1.5 | 2.67 ± 2.5 | 27.67 ± 41.0 | 25.67 ± 19.6 " in page
    assert "| 75.00 ± 35.4 | 15.00 ± 7.1 |" in page
    assert f"| {PLANE} | 10.00 (0 of 1 with an experiment) | - |" in page
    assert "| mean of these |  | 3.33 | 1.33 | 32.17 | 51.17 | 87.50 | 15.00 |" in page
    assert "| mean of thirty |  | 22.54 | 25.51 | 35.42 | 65.06 | - | - |" in page
    assert "| melt | 3.00 | 70.00 | - | - |" in page
    ours, theirs = ran.json["groups"]
    assert (ours["name"], theirs["name"]) == ("reasonplanner, ahead 3", "random")
    assert (ours["score"], ours["counted"], ours["after_100"]) == (87.5, 42.5, 87.5)
    assert (ours["runs"], ours["won"], ours["calls"], ours["sent"]) == (3, 2, 2, 100)
    assert (ours["deviated"], ours["repaired"]) == (6 / 7, 0.5)
    assert ran.json["compared"]["minus"]["random"][0] == 60
    assert "F(1, 3) = " in page
    names = ("curve", "curve-boil", f"curve-{PLANE}")
    assert sorted(Path("report").glob("*.png")) == sorted(Path(f"report/{n}.png") for n in names)


def test_what_is_not_usual_names_a_group(tmp_path):
    run = ended("boil", 14, 0)
    more = {"model": "openai:gpt-4o", "remember": "none", "trials": 2, "trained": "t.clew"}
    one = folder(tmp_path / "one", "reflexion", run, **more, frozen=True)
    (group,) = groups_of([one])
    assert group.name == "reflexion, openai:gpt-4o, none, 2 trials, t.clew, frozen"
    with pytest.raises(UsageError, match="no finished run"):
        groups_of([folder(tmp_path / "two", "react")])


def test_an_answer_counts_after_an_experiment_only_where_it_may_be_guessed():
    assert len(GUESSED) == 5
    guessed, tried = (ended(PLANE, 84, 10, 100, goals=(n, 4)) for n in (2, 3))
    assert (experimented(guessed), counted(guessed)) == (False, 10)
    assert (experimented(tried), counted(tried)) == (True, 100)
    assert counted(ended("boil", 14, 10, 100, goals=(0, 4))) == 100


def test_the_papers_means_are_those_of_its_rows():
    assert len(TABLE_1) == len(LENGTHS) == 30
    assert set(TABLE_2) <= set(TABLE_1)
    for agent in AGENTS:
        mean = math.fsum(row[agent][0] for row in TABLE_1.values()) / 30
        assert mean == pytest.approx(MEANS[agent], abs=0.005)


def test_an_analysis_of_variance_is_that_of_the_tables():
    by_hand = anova([[1, 2, 3], [2, 3, 4], [5, 6, 7]])
    assert (by_hand.f, by_hand.between, by_hand.within) == (13, 2, 6)
    assert by_hand.p == pytest.approx(0.006592, abs=1e-6)  # (1 + 2 F / 6) ** -3
    assert anova([[1, 1], [1, 1]])[::3] == (0, 1)
    assert anova([[1, 1], [2, 2]])[::3] == (math.inf, 0)
    for wrong in ([[1, 2]], [[1], [2]], [[1, 2], []]):
        with pytest.raises(UsageError, match="needs two groups"):
            anova(wrong)


def test_a_paired_difference_is_over_what_both_have():
    assert paired({1: 5.0, 2: 7.0, 3: 0.0}, {1: 4.0, 2: 6.0}) == (1, 1, 1)
    assert paired({1: 5.0}, {2: 4.0}) is None


def test_a_wrong_part_or_folder_is_told(experiment, tmp_path):
    assert "choose from" in experiment("scienceworld", "plai").err
    ran = experiment("scienceworld", "table", tmp_path, "--out", "report")
    assert (ran.code, "expected a folder of `scienceworld play`" in ran.err) == (1, True)
