"""The command `textworld`: what is shown beside finished runs, and the paper's games."""

import importlib.util
import json
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from shutil import copytree

import pytest

pytest.importorskip("gymnasium", reason="needs the extra textworld")
pytest.importorskip("textworld", reason="needs the extra textworld")

from clew.envs.games import from_blueprint
from clew.envs.treasure_hunt import treasure_hunt
from experiments.textworld.run import Ended, Run

BASE = ("textworld", "--memories", "graph,none")
HAS_CHARTS = importlib.util.find_spec("matplotlib") is not None


def played(out: Path, task: str, memory: str, seed: int, scores: tuple[float, ...]) -> None:
    """Leave the result of a run, as if it had been played."""
    won = scores[-1] == 5
    ended = Ended(
        run=Run(task=task, memory=memory, model="rules", seed=seed),
        won=won,
        lost=False,
        scores=scores,
        max_score=5.0,
        decisions=len(scores),
        moves=len(scores),
        sent=(100,) * len(scores),
        got=(10,) * len(scores),
        fallbacks=0,
        cost=0.0,
        seconds=1.0,
    )
    path = out / "runs" / task / memory / "rules" / f"{seed}.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(asdict(ended)), encoding="utf-8")


@pytest.fixture
def out(tmp_path):
    """A folder with a hunt and two levels that were played."""
    folder = tmp_path / "out"
    for memory, last in (("graph", 5.0), ("none", 2.0)):
        for task in ("hunt", "hunt-hard", "level-1", "cooking"):
            played(folder, task, memory, 1, (1.0, last))
    about = {"tools": "equal", "textworld": version("textworld")}
    (folder / "about.json").write_text(json.dumps(about), encoding="utf-8")
    return folder


def person(folder: Path, name: str, scores: list[int]) -> None:
    """Leave what `clew play --human --trajectory --json` leaves of a game that was won."""
    folder.mkdir(exist_ok=True)
    lines = [
        {"number": number, "moves": [["look", "a room"]], "score": score,
         "decision": {"usage": {}, "plan": []}, "terminated": number == len(scores)}
        for number, score in enumerate(scores, 1)
    ]  # fmt: skip
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    told = {"won": True, "lost": False, "max_score": 5, "moves": len(scores)}
    (folder / f"{name}.json").write_text(json.dumps(told), encoding="utf-8")


def test_people_and_others_scores_are_shown_beside_the_runs(experiment, out, tmp_path):
    person(tmp_path / "people", "anna", [1, 1, 5])
    given = tmp_path / "rl.json"
    given.write_text(json.dumps({"level-1": {"GATA": 0.75}}), encoding="utf-8")
    beside = ("--human", f"hunt={tmp_path / 'people'}", "--given", given)
    tasks = ("--tasks", "hunt,level-1", "--seeds", "1")
    ran = experiment(*BASE, *tasks, *beside, "--out", out, "--json")
    assert ran.code == 0, ran.err
    told = ran.json
    assert [row["decisions"] for row in told["humans"]] == [3.0]
    assert told["supplied"] == {"level-1": {"GATA": 0.75}}
    assert {(row["task"], row["memory"]): row["won"] for row in told["rows"]} == {
        ("hunt", "graph"): 1, ("hunt", "none"): 0, ("level-1", "graph"): 1, ("level-1", "none"): 0,
    }  # fmt: skip
    page = (out / "report.md").read_text(encoding="utf-8")
    assert "| GATA (given, not measured) | 0.75 |" in page
    assert "| people, all | 1.00 ± 0.00 |" in page
    assert json.loads((out / "report.json").read_text(encoding="utf-8")) == told


@pytest.mark.slow
@pytest.mark.skipif(not HAS_CHARTS, reason="needs the extra bench")
def test_charts_are_drawn_of_what_there_is(experiment, out, tmp_path):
    person(tmp_path / "people", "anna", [1, 1, 5])
    given = tmp_path / "rl.json"
    given.write_text(json.dumps({"level-1": {"GATA": 0.75}}), encoding="utf-8")
    beside = ("--human", f"hunt={tmp_path / 'people'}", "--given", given, "--charts")
    tasks = ("--tasks", "hunt,hunt-hard,cooking,level-1", "--seeds", "1")
    ran = experiment(*BASE, *tasks, *beside, "--out", out)
    assert ran.code == 0, ran.err
    names = sorted(path.name for path in out.glob("*.png"))
    assert names == sorted(
        f"{name}.png"
        for name in (
            *(f"{kind}-{task}" for kind in ("curve", "tokens")
              for task in ("hunt", "hunt-hard", "cooking", "level-1")),
            "hunt-and-hunt-hard", "success", "levels",
        )
    )  # fmt: skip
    drawn = {path.name: path.read_bytes() for path in out.glob("*.png")}
    # The same numbers give the same bytes; people are in the hunt's curve, others in the levels.
    assert experiment(*BASE, *tasks, "--charts", "--out", out).code == 0
    changed = {path.name for path in out.glob("*.png") if path.read_bytes() != drawn[path.name]}
    assert changed == {"curve-hunt.png", "levels.png"}


@pytest.mark.parametrize("human", ["hunt", "chess=people"])
def test_people_are_given_with_their_task(experiment, tmp_path, human):
    ran = experiment(*BASE, "--tasks", "hunt", "--human", human, "--out", tmp_path / "out")
    assert ran.code == 2
    assert "expected --human TASK=FOLDER" in ran.err


@pytest.mark.parametrize("text", ["{", "[]", '{"hunt": 3}', '{"hunt": {"GATA": "good"}}'])
def test_what_others_scored_is_a_table(experiment, tmp_path, text):
    given = tmp_path / "rl.json"
    given.write_text(text, encoding="utf-8")
    ran = experiment(*BASE, "--tasks", "hunt", "--given", given, "--out", tmp_path / "out")
    assert ran.code == 1
    assert "expected JSON, task to name to score" in ran.err
    assert not (tmp_path / "out").exists()


def test_the_papers_games_need_their_folder(experiment, tmp_path):
    ran = experiment(*BASE, "--tasks", "paper-hunt", "--out", tmp_path / "out")
    assert ran.code == 1
    assert "--games" in ran.err


@pytest.mark.slow
@pytest.mark.timeout(240)  # a game is compiled
def test_the_papers_games_are_played_from_their_folder_once(experiment, tmp_path, monkeypatch):
    monkeypatch.setenv("CLEW_CACHE", str(tmp_path / "cache"))
    game = from_blueprint(lambda seed: treasure_hunt(seed, rooms=3, keys=2)).game(1)
    folder = tmp_path / "games"
    copytree(game.path.parent, folder / "hunt")
    for path in (folder / "hunt").iterdir():
        path.rename(path.with_stem("hunt"))
    settings = {"FIRST_OBS": {"hunt": game.instructions}, "win_cond_clean_place": []}
    (folder / "envs_cfg_and_win_conditions.json").write_text(json.dumps(settings))
    given = ("--tasks", "paper-hunt", "--games", folder, "--seeds", "3", "--out", tmp_path / "out")
    ran = experiment(*BASE, *given, "--json")
    assert ran.code == 0, ran.err
    assert [(row["memory"], row["runs"], row["won"]) for row in ran.json["rows"]] == [
        ("graph", 1, 1), ("none", 1, 1),
    ]  # fmt: skip
    assert "2 of 2: paper-hunt 1, none, rules: won, 1.00 in" in ran.err
    page = (tmp_path / "out" / "report.md").read_text(encoding="utf-8")
    assert "the authors' logs end with" in page
    again = experiment(*BASE, *given)
    assert again.code == 0
    assert "of 2" not in again.err  # nothing is played twice
    assert again.out.rstrip() == page.rstrip()
