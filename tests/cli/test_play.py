"""`clew play`: small games, made once for all tests here."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.agents.fiction.cellar import GIVEN
from tests.cli.running import make_cli, spawn

pytest.importorskip("textworld", reason="needs the extra textworld")

pytestmark = pytest.mark.timeout(240)  # a game is compiled
HUNT = ("play", "clew/TreasureHunt-v0", "--seed", "1", "--rooms", "4", "--keys", "2")
HASHING = ("--embedder", "hashing")


@pytest.fixture
def cli(cache, tmp_path, capsys, monkeypatch, unset):
    monkeypatch.setenv("CLEW_CACHE", cache)
    return make_cli(tmp_path, capsys, monkeypatch)


def steps(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_a_hunt_is_won_and_the_memory_answers_afterwards(cli, tmp_path):
    ran = cli(*HUNT, *HASHING, "--json")
    assert ran.code == 0, ran.err
    told = ran.json
    assert (told["won"], told["score"], told["max_score"]) == (True, 3, 3)
    assert 0 < told["decisions"] <= told["moves"] < 30
    assert told["usage"]["calls"] == 0
    assert told["memory"] == "TreasureHunt-1.clew"
    ran = cli("ask", "Where was the golden key?", "--memory", told["memory"], "--json")
    assert (ran.code, ran.json["answer"]) == (0, "cyan locker")


def test_a_file_that_is_there_is_not_touched_unless_it_is_named(cli, tmp_path):
    (tmp_path / "TreasureHunt-1.clew").write_text("not a memory")
    ran = cli(*HUNT, *HASHING, "--max-steps", "1", "--json")
    assert (ran.code, ran.json["memory"]) == (0, "TreasureHunt-1-2.clew")
    named = ("--memory", "TreasureHunt-1-2.clew", "--max-steps", "1", "--quiet")
    ran = cli(*HUNT, *named)
    assert ran.code == 0
    assert "knows 2 texts already, of 1 run" in ran.err
    assert cli(*HUNT, "--memory", "TreasureHunt-1.clew").code == 1


def test_a_second_game_in_one_memory_knows_what_outlasts_the_first(cli, tmp_path):
    kept = ("--memory", "kept.clew", "--json")
    first, second = (cli(*HUNT, *more, *kept).json for more in (HASHING, ()))
    assert first["won"]
    assert second["won"]
    assert second["decisions"] <= first["decisions"]
    names = "TreasureHunt-v0 1, rooms 4, keys 2"
    ran = cli("forget", "--source", f"{names}, run 1", "--memory", "kept.clew", "--yes")
    assert ran.code == 0, ran.err
    assert cli("check", "--memory", "kept.clew").code == 0
    ran = cli("ask", "Where was the golden key?", "--memory", "kept.clew", "--json")
    assert (ran.code, ran.json["answer"]) == (0, "cyan locker")


def test_without_a_terminal_there_is_a_line_for_each_step_and_quiet_has_none(cli):
    ran = cli(*HUNT, *HASHING, "--max-steps", "2")
    first, _, ended, kept = ran.out.splitlines()
    assert first == "  1  Room A: take key 1  [1]  key 1 may be needed"
    assert ended == "not finished: score 1 of 3 in 2 decisions, 2 moves"
    assert "--memory TreasureHunt-1.clew" in kept
    assert len(cli(*HUNT, *HASHING, "--max-steps", "2", "--quiet").out.splitlines()) == 2


def test_a_run_that_was_cut_off_goes_on(cli, tmp_path):
    log = ("--trajectory", "run.jsonl", "--memory", "kept.clew", "--json")
    assert not cli(*HUNT, *HASHING, *log, "--max-steps", "3").json["won"]
    before = (tmp_path / "run.jsonl").read_bytes()
    ran = cli(*HUNT, *log)
    assert ran.json["won"]
    after = (tmp_path / "run.jsonl").read_bytes()
    assert after.startswith(before)
    assert len(steps(tmp_path / "run.jsonl")) == ran.json["decisions"]
    other = after.replace(b"You pick up", b"You picked up")  # as another world would answer
    (tmp_path / "run.jsonl").write_bytes(other)
    ran = cli(*HUNT, *log)
    assert ran.code == 1
    assert "does not answer as it did then" in ran.error


def test_an_agent_is_given_the_file_and_the_game_if_it_names_them(cli):
    log = ("--trajectory", "run.jsonl", "--quiet", "--agent", "tests.agents.fiction.cellar:noting")
    for steps in ("2", "3"):
        assert cli(*HUNT, *HASHING, *log, "--memory", "m.clew", "--max-steps", steps).code == 0
    game = "TreasureHunt-v0 1, rooms 4, keys 2"
    trial = (True, "trial", False)
    assert [trial, (True, game, False), trial, (True, game, True)] == GIVEN


@pytest.mark.parametrize(
    "name", ["history", "history-unlimited", "summary", "rag", "stream", "none"]
)
def test_every_memory_plays_and_leaves_no_file(cli, tmp_path, name):
    ran = cli(*HUNT, *HASHING, "--remember-with", name, "--max-steps", "4", "--json")
    assert (ran.code, ran.json["memory"], ran.json["decisions"]) == (0, None, 4)
    assert not list(tmp_path.glob("*.clew"))


def test_with_the_papers_tools_only_the_graph_has_a_map(cli, tmp_path):
    for memory, known in (("history", False), ("graph", True)):
        log = ("--trajectory", f"{memory}.jsonl", "--remember-with", memory, "--quiet")
        assert cli(*HUNT, *HASHING, *log, "--tools", "paper", "--max-steps", "6").code == 0
        told = steps(tmp_path / f"{memory}.jsonl")
        assert any(step["decision"]["unexplored"] for step in told) is known
        if not known:
            assert not any(step["decision"]["action"].startswith("go to") for step in told)


def test_the_ablations_bring_up_no_texts_and_show_no_exits(cli, tmp_path):
    log = ("--trajectory", "run.jsonl", "--quiet", "--max-steps", "4")
    assert cli(*HUNT, *HASHING, *log, "--episodes", "0", "--no-explore").code == 0
    for step in steps(tmp_path / "run.jsonl"):
        assert step["decision"]["episodes"] == step["decision"]["unexplored"] == []


@pytest.mark.parametrize(
    ("arguments", "said", "code"),
    [
        (("clew/Treasure-v0",), "did you mean 'clew/TreasureHunt-v0'", 1),
        (("clew/TextGame-v0",), "no environment", 1),
        (("missing.z8",), "no game file", 1),
        (("clew/TreasureHunt-v0", "--misplaced", "2"), "--misplaced is not for", 2),
        (("clew/TreasureHunt-v0", "--level", "hardly"), "did you mean 'hard'", 1),
        (("clew/TreasureHunt-v0", "--remember-with", "grap"), "did you mean 'graph'", 1),
        (("clew/TreasureHunt-v0", "--tools", "all"), "known: equal, paper", 1),
        (("clew/TreasureHunt-v0", "--agent", "ariadna"), "did you mean 'ariadne'", 1),
        (("clew/TreasureHunt-v0", "--page"), "--page is for --human", 2),
        (("clew/TreasureHunt-v0", "--human", "--page"), "--trajectory FILE", 2),
        (("clew/Crafter-v0", "--human", "--page", "--show", "map"), "--show is for watching", 2),
        (
            ("clew/TreasureHunt-v0", "--agent", "reasonplanner"),
            "rules has no rule for Imagine; name a model, such as --model openai:MODEL",
            1,
        ),
        (("clew/TreasureHunt-v0", "--resolver", "rule"), "did you mean 'rules'", 1),
        (("clew/TreasureHunt-v0", "--resolver", "rules"), "--resolver is not for agent", 2),
        (("clew/TreasureHunt-v0", "--resolver", "http://[x"), "expected an address", 1),
        (("clew/TreasureHunt-v0", "--agent", "react"), "rules has no rule for ThinkAndAct", 1),
        (("clew/TreasureHunt-v0", "--agent", "asv-p"), "rules has no rule for Suggest", 1),
        (("clew/TreasureHunt-v0", "--agent", "window"), "rules has no rule for Continue", 1),
        (("clew/TreasureHunt-v0", "--after-bad", "3"), "--after-bad is not for agent", 2),
        (("clew/TreasureHunt-v0", "--ahead", "3"), "--ahead is not for agent ariadne", 2),
        (("clew/TreasureHunt-v0", "--admissible"), "--admissible is not for", 2),
        (("clew/TreasureHunt-v0", "--model", "person"), "--human", 2),
        (("clew/TreasureHunt-v0", "--show", "maps"), "did you mean 'map'", 1),
        (("clew/TreasureHunt-v0", "--show", "map", "--quiet"), "not with --quiet", 2),
        (
            ("clew/TreasureHunt-v0", "--show", "map", "--remember-with", "rag"),
            "or another memory",
            2,
        ),
        (("clew/TreasureHunt-v0", "--trajectory", "no/run.jsonl"), "no folder 'no'", 1),
        (("clew/TreasureHunt-v0", "--trajectory", "."), "'.' is a folder", 1),
        (("no_such_module:World",), "cannot import 'no_such_module:World'", 1),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line_and_leaves_no_file(
    cli, tmp_path, arguments, said, code
):
    ran = cli("play", *arguments)
    assert ran.code == code
    assert said in ran.error
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("plan.json", b'{"rooms": 3}', "expected the .json that TextWorld writes"),
        ("torn.json", b"{", "expected the .json that TextWorld writes"),
        ("noise.z8", b"no story" * 100, "expected a story file for the Z-machine"),
        ("short.z5", b"", "expected a story file for the Z-machine"),
        ("torn.z8", b"\x08" + bytes(25) + b"\xff\xff" + bytes(100), "is cut off"),
        ("game.ulx", b"Glul", "expected a game file"),
    ],
)
def test_a_file_that_is_no_game_is_told(cli, tmp_path, name, content, said):
    (tmp_path / name).write_bytes(content)
    ran = cli("play", name)
    assert ran.code == 1
    assert said in ran.error
    assert [path.name for path in tmp_path.iterdir()] == [name]


def test_a_story_without_its_description_is_played_without_a_score(cli, cache, tmp_path):
    assert cli(*HUNT, *HASHING, "--max-steps", "1", "--quiet").code == 0
    story = next(Path(cache).rglob("*.z8"))
    (tmp_path / "alone.z8").write_bytes(story.read_bytes())
    ran = cli("play", "alone.z8", *HASHING, "--max-steps", "2", "--json")
    assert (ran.json["score"], ran.json["max_score"]) == (0, None)
    ran = cli("play", "alone.z8", *HASHING, "--max-steps", "2", "--quiet")
    assert ran.out.startswith("not finished: score 0 in 2 decisions")


def test_a_missing_extra_is_named(tmp_path):
    code = (
        "import sys; sys.modules['gymnasium'] = None; from clew.cli.main import main;"
        "sys.exit(main(['play', 'clew/TreasureHunt-v0']))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert ran.stderr == ("clew: gymnasium is not installed; run: pip install 'clew[textworld]'\n")


def test_map_inventory_and_memory_are_shown_as_they_grow(cli):
    ran = cli(*HUNT, *HASHING, "--show", "map,inventory,memory", "--max-steps", "2")
    assert ran.code == 0, ran.err
    first, second = ran.out.split("\n  2  ")
    assert "map:       Room A (here): untried: " in first
    assert "inventory: key 1\n" in first
    assert "new: key 1 is in inventory" in first
    assert " to Room A" in second.partition("(here): ")[2]
    ran = cli(*HUNT, *HASHING, "--show", "inventory", "--max-steps", "1")
    assert "map:" not in ran.out


def test_a_game_that_was_played_is_drawn(cli, tmp_path):
    assert cli(*HUNT, *HASHING, "--quiet").code == 0
    ran = cli("draw", "map.svg", "--map", "--memory", "TreasureHunt-1.clew", "--json")
    assert ran.code == 0, ran.err
    assert {spot["name"] for spot in ran.json["spots"]} >= {"Room A", "Room B"}
    assert sum(spot["here"] for spot in ran.json["spots"]) == 1
    assert (tmp_path / "map.svg").read_bytes().startswith(b"<svg")


def test_a_game_that_was_played_is_retraced(cli, tmp_path):
    told = ("--memory", "hunt.clew", "--trajectory", "hunt.jsonl")
    assert cli(*HUNT, *HASHING, *told, "--max-steps", "3", "--quiet").code == 0
    ran = cli("retrace", "hunt.jsonl", "hunt.html", "--memory", "hunt.clew", "--json")
    assert ran.json == {"file": "hunt.html", "steps": 3, "places": 2}
    assert "take key 1" in (tmp_path / "hunt.html").read_text(encoding="utf-8")
    ran = cli("retrace", "hunt.jsonl", "plain.html")
    assert (ran.code, ran.out) == (0, "plain.html: 3 steps; open it in a browser\n")
    for last, code, said in (
        (("hunt.jsonl", "hunt.html"), 1, "exists"),
        (("hunt.jsonl", "hunt.svg"), 1, "ends in .html"),
        (("other.jsonl", "b.html"), 1, "cannot read 'other.jsonl'"),
        (("hunt.jsonl", "b.html", "--run", "x"), 2, "--memory"),
        (("hunt.jsonl", "b.html", "--run", "x", "--memory", "hunt.clew"), 1, "no run named 'x'"),
    ):
        ran = cli("retrace", *last)
        assert (ran.code, said in ran.error) == (code, True), ran.err


@pytest.mark.slow
def test_a_persons_game_in_a_story_file_is_logged_like_an_agents(cache, tmp_path):
    env = {"CLEW_CACHE": cache}
    assert spawn(*HUNT, *HASHING, "--max-steps", "1", folder=tmp_path, env=env).code == 0
    story = next(Path(cache).rglob("*.z8"))
    (tmp_path / "alone.z8").write_bytes(story.read_bytes())
    kept = ("--memory", "kept.clew", "--show", "map")
    game = ("play", "alone.z8", *HASHING)
    ran = spawn(
        *game, "--human", *kept, "--trajectory", "person.jsonl",
        folder=tmp_path, stdin=b"take key 1\nn\ns\ne\nw\n", env=env,
    )  # fmt: skip
    assert ran.code == 130, ran.err
    log = ("--trajectory", "agent.jsonl", "--max-steps", "2", "--quiet")
    assert spawn(*game, *log, folder=tmp_path, env=env).code == 0
    mine, theirs = (steps(tmp_path / f"{name}.jsonl") for name in ("person", "agent"))
    assert [step["decision"]["action"] for step in mine] == ["take key 1", "n", "s", "e", "w"]
    assert {tuple(step) for step in mine} == {tuple(step) for step in theirs}
    assert {tuple(step["decision"]) for step in mine} == {
        tuple(step["decision"]) for step in theirs
    }
    assert "map:       Room A (here): untried: " in ran.err
    ran = spawn("draw", "map.svg", "--map", "--memory", "kept.clew", "--json", folder=tmp_path)
    assert len(ran.json["passages"]) >= 1


@pytest.mark.slow
def test_a_person_plays_and_goes_on_later(cache, tmp_path):
    human = (*HUNT, *HASHING, "--human", "--trajectory", "run.jsonl", "--memory", "kept.clew")
    env = {"CLEW_CACHE": cache}
    ran = spawn(*human, folder=tmp_path, stdin=b"take key 1\nfly\nlook\n", env=env)
    assert ran.code == 130
    assert "That cannot be done: fly" in ran.err
    assert "the same command goes on from run.jsonl" in ran.err
    assert [step["decision"]["action"] for step in steps(tmp_path / "run.jsonl")] == [
        "take key 1",
        "look",
    ]
    ran = spawn(*human, "--json", "--max-steps", "3", folder=tmp_path, stdin=b"look\n", env=env)
    # Three decisions, and the asking again after "fly".
    assert (ran.code, ran.json["decisions"], ran.json["usage"]["calls"]) == (0, 3, 4)
    ran = spawn("ask", "Where is key 1?", "--memory", "kept.clew", "--json", folder=tmp_path)
    assert ran.json["answer"] == "inventory"


def test_ctrl_c_ends_cleanly(cache, tmp_path):
    command = [sys.executable, "-m", "clew", *HUNT, *HASHING, "--human"]
    with subprocess.Popen(
        command,
        cwd=tmp_path,
        env={**os.environ, "CLEW_CACHE": cache},
        stdin=subprocess.PIPE,
        stderr=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stderr is not None
        while "1 examine" not in process.stderr.readline():
            pass
        process.send_signal(signal.SIGINT)
        _, rest = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Traceback" not in rest
    assert "no --trajectory was written" in rest


@pytest.mark.slow
def test_another_process_writes_the_same_trajectory(cache, tmp_path):
    for seed in ("1", "2"):
        env = {"CLEW_CACHE": cache, "PYTHONHASHSEED": seed}
        log = ("--trajectory", f"{seed}.jsonl", "--quiet")
        assert spawn(*HUNT, *HASHING, *log, folder=tmp_path, env=env).code == 0
    assert (tmp_path / "1.jsonl").read_bytes() == (tmp_path / "2.jsonl").read_bytes()


def test_chance_plays_by_the_seed_of_the_world(cli, tmp_path, monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parents[2] / "examples" / "extending"))
    plays = ("play", "environment:Corridor", "--agent", "random", "--remember-with", "none")
    for name, seed in (("a", "1"), ("b", "1"), ("c", "2")):
        log = ("--trajectory", f"{name}.jsonl", "--max-steps", "9", "--quiet")
        assert cli(*plays, "--seed", seed, *log).code == 0
    assert (tmp_path / "a.jsonl").read_bytes() == (tmp_path / "b.jsonl").read_bytes()
    a, c = (
        [step["decision"]["action"] for step in steps(tmp_path / f"{name}.jsonl")] for name in "ac"
    )
    assert a != c
