"""Agents that play variations in a folder: results, resumption, memories, what the harness knows.

The worlds are small ones of ours; a chat server of ours thinks for the agents.
"""

import json
import shutil
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("gymnasium", reason="needs the extra scienceworld")
pytest.importorskip("scienceworld", reason="needs the extra scienceworld")

from clew.errors import ModelError, UnknownNameError, UsageError
from clew.memory import Memory
from clew.settings import ModelSettings
from experiments.scienceworld.command import main, planned
from experiments.scienceworld.play import Run, Trial, measure, read_runs
from experiments.scienceworld.variations import Reached, ScienceWorlds, Solved, numbers
from tests.agents.baselines.quay import Quay
from tests.llm.minds import good, put
from tests.llm.server import Answer, Asked, Server, says

RIGHT = ("go to loft", "take rope", "go to quay", "sail")
TASKS = ("find-plant", "find-animal")


class Told(Quay):
    """A quay that tells goals, as ScienceWorld does."""

    def _info(self) -> dict[str, Any]:
        goals = (("find the rope", self.rope == "inventory"), ("sail", self.sailed))
        return {**super()._info(), "goal_progress": goals}


@dataclass
class Quays:
    """Every variation is the same quay."""

    made_with: tuple[bool, ...] = ()
    solved_for: tuple[str, ...] = ()

    def made(self, task: str, variation: int, *, admissible: bool) -> Any:
        self.made_with += (admissible,)
        return Told(listed=admissible)

    def solved(self, task: str, variation: int) -> Solved:
        self.solved_for += (f"{task}-{variation}",)
        return Solved(RIGHT, 1)

    def variations(self, tasks: Sequence[str], split: str) -> dict[str, range]:
        every = {"train": range(4), "dev": range(4, 6), "test": range(6, 9)}[split]
        return dict.fromkeys(tasks, every)


def next_action(text: str) -> str:
    """Fetch the rope and sail."""
    place, carried = ("Place: loft" in text, "Inventory: a rope" in text)
    if carried:
        return "go to quay" if place else "sail"
    return "take rope" if place else "go to loft"


def sailor(asked: Asked) -> Answer:
    """Think for every agent; learn as `good` does."""
    text = put(asked)
    action = next_action(text)
    if "Your part: reflect" in text:
        return says(json.dumps({"lesson": "Take the rope first."}))
    if "Your part: think" in text:
        return says(json.dumps({"thought": "On.", "action": action}))
    if "Your part: propose" in text:
        return says(json.dumps({"actions": ["fly", action]}))
    if "Your part: look ahead" in text:
        step = {"action": action, "response": "All is well.", "state": "Well."}
        return says(json.dumps({"steps": [step]}))
    if "Your part: judge" in text:
        here = "You are in the loft." in text.rpartition("The world's response:")[2]
        return says(json.dumps({"deviation": "A loft!" if here else "", "replan": False}))
    if "You keep the log" in str(asked.body["messages"]):
        return says(json.dumps({"summary": "Player lives in Quay."}))
    return good(asked)


def trial(out: Path, agent: str, **more: Any) -> Trial:
    runs = tuple(Run(task, 4) for task in TASKS)
    return Trial(**{"agent": agent, "runs": runs, "out": out, "settings": ModelSettings(), **more})


@pytest.fixture
def thinking(monkeypatch, unset):
    monkeypatch.setenv("CLEW_API_KEY", "k")
    with Server(sailor) as server:
        yield ModelSettings(name="openai:test", base_url=server.url)


@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
@pytest.mark.parametrize(
    ("agent", "calls"), [("react", 4), ("saycan", 4), ("reflexion", 4), ("reasonplanner", 0)]
)
def test_every_agent_plays_in_a_folder_of_its_own(tmp_path, thinking, agent, calls):
    worlds = Quays()
    how = trial(tmp_path, agent, settings=thinking, embedder="hashing")
    seen: list[Any] = []
    ended = measure(how, 1, worlds, lambda lane, done, total: seen.append((done, total)))
    assert [one.run for one in ended] == list(how.runs)
    assert seen == [(1, 2), (2, 2)]
    for one in ended:
        assert (one.won, one.lost, one.score, one.scores) == (True, False, 100, (0, 50, 50, 100))
        assert (one.decisions, one.limit, one.gold, one.before, one.goals) == (
            4,
            250,
            4,
            50,
            (1, 1),
        )
        assert len(one.sent) == len(one.got) == 4
        assert all(one.sent)
        assert one.calls == calls or (agent == "reasonplanner" and one.calls > 8)
        if agent == "reasonplanner":
            assert (one.deviated, one.repaired) == (1, 1)
    about, kept = read_runs(tmp_path)
    assert about["agent"] == agent
    assert {one.run for one in kept} == {*how.runs}
    assert worlds.made_with == (agent == "saycan",) * 2
    again = measure(how, 1, worlds)
    assert again == ended
    assert len(worlds.made_with) == 2  # nothing was played again
    with pytest.raises(UsageError, match="name another folder"):
        measure(replace(how, trials=2), 1, worlds)


def told(path: Path) -> list[str]:
    """Return the lines of a trajectory without the seconds that requests took."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    for line in lines:
        assert line["decision"]["usage"].pop("seconds") >= 0
    return [json.dumps(line) for line in lines]


@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
@pytest.mark.parametrize("agent", ["react", "reflexion", "reasonplanner"])
@pytest.mark.parametrize("steps", [1, 3])
def test_a_run_that_was_cut_off_goes_on_with_the_same_bytes(tmp_path, thinking, agent, steps):
    whole, parts = tmp_path / "whole", tmp_path / "parts"
    how = trial(whole, agent, settings=thinking, runs=(Run("find-plant", 4),), embedder="hashing")
    (one,) = measure(how, 1, Quays())
    shutil.copytree(whole, parts)
    folder = parts / "find-plant-4"
    for left in (folder / "result.json", *folder.glob("*.clew*")):
        left.unlink()
    for name in ("run.jsonl", "run.taken"):
        lines = (folder / name).read_bytes().splitlines(keepends=True)
        (folder / name).write_bytes(b"".join(lines[:steps]) + b"{")
    (other,) = measure(replace(how, out=parts), 1, Quays())
    cut, kept = (told(path / "find-plant-4" / "run.jsonl") for path in (parts, whole))
    assert cut == kept
    assert other.scores == one.scores
    assert other.sent[:steps] == one.sent[:steps]


@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_a_spent_budget_stops_a_run_that_goes_on_later(tmp_path, thinking):
    how = trial(tmp_path, "react", settings=replace(thinking, max_calls=3))
    with pytest.raises(ModelError, match="the same command goes on from here"):
        measure(how, 1, Quays())
    folder = tmp_path / "find-plant-4"
    assert len(told(folder / "run.jsonl")) == 3
    assert not (folder / "result.json").exists()
    one, _ = measure(replace(how, settings=thinking), 1, Quays())
    assert (one.won, one.calls, one.fallbacks) == (True, 4, 0)


def test_reflexion_has_three_trials_of_the_whole_length(tmp_path):
    assert trial(tmp_path, "reflexion").seat.trials == 3
    assert trial(tmp_path, "reflexion", trials=1).seat.trials == 1
    assert Solved(("wait",) * 200, 1).limit == 300


def test_gold_is_the_ceiling_and_chance_differs_by_variation(tmp_path):
    worlds = Quays()
    ended = measure(trial(tmp_path / "gold", "gold"), 1, worlds)
    assert [one.score for one in ended] == [100, 100]
    runs = (Run("find-plant", 4), Run("find-plant", 5))
    measure(trial(tmp_path / "random", "random", runs=runs), 1, worlds)
    one, two = (
        (tmp_path / "random" / f"find-plant-{n}" / "run.jsonl").read_bytes() for n in (4, 5)
    )
    assert one != two


def trained(path: Path) -> Path:
    with Memory.open(path, embedder="hashing", model="rules:textworld") as memory:
        memory.remember("The rope is in the loft.", at=0)
    return path


def test_copies_of_a_trained_memory_learn_on_and_frozen_ones_begin_anew(tmp_path):
    file = trained(tmp_path / "trained.clew")
    before = file.read_bytes()
    runs = tuple(Run("find-plant", n) for n in range(5))
    more = {"remember": "graph", "memory": file, "runs": runs}
    shared = trial(tmp_path / "shared", "random", copies=2, **more)
    assert [lane.runs for lane in shared.lanes()] == [runs[0::2], runs[1::2]]
    assert len(measure(shared, 1, Quays())) == 5
    for number, names in ((0, (0, 2, 4)), (1, (1, 3))):
        with Memory.open(tmp_path / "shared" / f"memory-{number}.clew") as memory:
            assert [run.name for run in memory.runs()] == [
                f"find-plant, variation {n}" for n in names
            ]
            assert memory.view().__enter__().find("rope")
    frozen = trial(tmp_path / "frozen", "random", frozen=True, **more)
    assert len(frozen.lanes()) == 5
    measure(frozen, 1, Quays())
    assert not list((tmp_path / "frozen").rglob("memory*"))
    assert file.read_bytes() == before


@pytest.mark.parametrize(
    ("more", "error", "said"),
    [
        ({"agent": "raect"}, UnknownNameError, "did you mean 'react'"),
        ({"agent": "react"}, UsageError, "has no rule for ThinkAndAct"),
        ({"remember": "grap"}, UnknownNameError, "did you mean 'graph'"),
        ({"remember": "graph", "memory": Path("no.clew")}, UsageError, "no trained memory at"),
        ({"memory": Path(__file__)}, UsageError, "--remember-with graph"),
    ],
)
def test_what_cannot_be_played_is_refused_before_anything_is_written(tmp_path, more, error, said):
    with pytest.raises(error, match=said):
        measure(trial(tmp_path / "out", **{"agent": "random", **more}), 1, Quays())
    assert not (tmp_path / "out").exists()


def test_runs_are_named_by_their_places_in_a_split():
    assert planned(Quays(), "4-3, find-animal", "dev", "0-2") == (
        Run("find-plant", 4), Run("find-plant", 5), Run("find-animal", 4), Run("find-animal", 5),
    )  # fmt: skip
    assert len(planned(Quays(), None, "test", "2")) == 30
    for wrong in ("a", "1-", "-1", ""):
        with pytest.raises(UsageError, match="expected variations like 0-2"):
            numbers(wrong)
    with pytest.raises(UsageError, match="that the tasks have"):
        planned(Quays(), "boil", "dev", "7")
    with pytest.raises(UnknownNameError, match="known: "):
        planned(Quays(), "boil", "exam", "0")


def test_what_was_reached_before_the_answer_is_that_of_the_best_trial():
    env = Reached.of(Told())
    env.reset()
    assert env.before_answer() == (0, 0)
    for action in ("sail", "sail"):
        env.step(action)
    env.reset()
    for action in RIGHT:
        env.step(action)
    assert env.before_answer() == (50, 1)


def test_a_folder_without_runs_is_refused(tmp_path):
    with pytest.raises(UsageError, match=r"no about\.json"):
        read_runs(tmp_path)


@pytest.mark.slow
@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
@pytest.mark.skipif(shutil.which("java") is None, reason="needs Java: default-jre-headless")
def test_the_harness_knows_a_solution_that_the_world_of_an_agent_refuses(tmp_path, monkeypatch):
    monkeypatch.setenv("CLEW_CACHE", str(tmp_path / "cache"))
    worlds, task = ScienceWorlds(), "find-non-living-thing"
    first = worlds.variations([task], "dev")[task][0]
    env = worlds.made(task, first, admissible=False)
    env.reset()
    with pytest.raises(UsageError, match="agents get gold paths of train variations only"):
        env.gold_path()
    env.close()
    solved = worlds.solved(task, first)
    assert solved == worlds.solved(task, first)
    assert (solved.limit, solved.goals >= 1) == (250, True)
    (one,) = measure(trial(tmp_path / "gold", "gold", runs=(Run(task, first),)), 1, worlds)
    assert (one.won, one.gold) == (True, len(solved.actions))
    env = worlds.made(task, first, admissible=True)
    assert len(env.reset()[1]["admissible_actions"]) > 100
    env.close()


@pytest.mark.slow
@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
@pytest.mark.skipif(shutil.which("java") is None, reason="needs Java: default-jre-headless")
def test_the_command_plays_in_two_processes_and_goes_on(experiment, tmp_path, monkeypatch):
    monkeypatch.setenv("CLEW_CACHE", str(tmp_path / "cache"))
    which = ("--split", "train", "--variations", "0-1", "--tasks", "lifespan-longest-lived")
    plays = ("scienceworld", "play", "--agent", "gold", *which, "--out", "runs", "--jobs", "2")
    ran = experiment(*plays)
    assert ran.code == 0, ran.err
    assert ran.err.count("won, 100 in") == 2
    again = experiment(*plays)
    assert (again.code, again.err.count("won, 100 in")) == (0, 0)
    ran = experiment("scienceworld", "table", "runs", "--out", "report")
    assert "| lifespan-longest-lived | S |" in ran.out
    ran = experiment("scienceworld", "play", "--agent", "react", *which, "--out", "other")
    assert (ran.code, "has no rule for ThinkAndAct" in ran.err) == (1, True)


@pytest.mark.parametrize(
    ("agent", "option"),
    [("random", ["--no-world-model"]), ("react", ["--ahead", "3"]), ("gold", ["--every", "2"])],
)
def test_an_option_of_another_agent_is_refused_before_a_run(tmp_path, capsys, agent, option):
    out = tmp_path / "runs"
    assert main(["play", "--agent", agent, *option, "--out", str(out)]) == 2
    assert f"{option[0]} is not for agent {agent}" in capsys.readouterr().err
    assert not out.exists()
