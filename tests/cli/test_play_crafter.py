"""`clew play` in Crafter: small runs of a few steps."""

import json
import subprocess
import sys

import pytest

pytest.importorskip("crafter", reason="needs the extra crafter")
pytest.importorskip("pettingzoo", reason="needs the extra crafter")

from clew.agents.damcs.trajectory import read_trajectory, replay
from clew.envs.crafter.parallel import parallel_env
from clew.envs.crafter.tech_tree import TASKS
from tests.cli.running import spawn

TEAM = ("play", "clew/MultiAgentCrafter-v0", "--seed", "3", "--max-steps", "12")


def test_a_team_plays_and_every_agents_memory_is_kept(cli, tmp_path):
    ran = cli(*TEAM, "--agents", "3", "--json", "--trajectory", "run.jsonl")
    assert ran.code == 0, ran.err
    told = ran.json
    assert (told["env"], told["seed"], told["agents"]) == ("MultiAgentCrafter-v0", 3, 3)
    assert (told["setting"], told["steps"], told["won"]) == ("memcomm", 12, False)
    assert list(told["first_steps"]) == list(TASKS)
    assert told["first_steps"]["collect_wood"] in range(1, 13)
    assert told["first_steps"]["collect_diamond"] is None
    assert told["messages"] > 0
    assert told["message_tokens"] > told["messages"]
    assert told["usage"]["calls"] == 0
    assert told["trajectory"] == "run.jsonl"
    assert told["memory"] == "MultiAgentCrafter-3.clew"
    for agent in ("agent_0", "agent_1", "agent_2"):
        kept = cli("stats", "--namespace", agent, "--memory", told["memory"], "--json")
        assert kept.json["kinds"]["episode"] > 0
        assert kept.json["kinds"]["goal"] > 0
    steps = list(replay(parallel_env(3, observation="text"), tmp_path / "run.jsonl"))
    assert len(steps) == 12


def test_one_agent_plays_alone_and_without_memory_keeps_no_file(cli, tmp_path):
    ran = cli("play", "clew/Crafter-v0", "--max-steps", "4", "--setting", "basic", "--quiet")
    assert ran.code == 0
    assert ran.out.startswith("no diamond: ")
    assert "in 4 steps" in ran.out
    assert not list(tmp_path.iterdir())


def test_steps_are_shown_as_lines_where_there_is_no_terminal(cli):
    ran = cli(*TEAM, "--setting", "mem", "--memory", "kept.clew")
    lines = ran.out.splitlines()
    assert [line.split()[0] for line in lines[:12]] == [str(number) for number in range(1, 13)]
    assert "clew draw goals.html --memory kept.clew" in lines[-1]
    ran = cli(*TEAM, "--setting", "mem", "--memory", "kept.clew", "--quiet")
    assert len(ran.out.splitlines()) <= 3


def test_a_trajectory_tells_what_its_world_was_like(cli, tmp_path):
    few = ("play", "clew/Crafter-v0", "--max-steps", "1", "--setting", "basic", "--quiet")
    assert cli(*few, "--trajectory", "usual.jsonl").code == 0
    assert cli(*few, "--zombies", "--full-map", "--trajectory", "other.jsonl").code == 0
    for name, wanted in (("usual", False), ("other", True)):
        about = next(read_trajectory(tmp_path / f"{name}.jsonl"))["about"]
        assert about["world"]["zombies"] is about["world"]["skeletons"] is wanted
        assert about["setting"]["full_map"] is wanted
        assert about["world"]["length"] == 1


def test_the_whole_map_is_known_only_with_the_option_named_so(cli):
    alone = ("--agents", "1", "--max-steps", "60", "--quiet", "--json")
    local, full = (
        cli("play", "clew/MultiAgentCrafter-v0", *alone, *more).json
        for more in ((), ("--full-map",))
    )
    assert (local["agents"], local["setting"], full["setting"]) == (1, "mem", "mem")
    assert local["first_steps"] != full["first_steps"]


def test_a_video_is_written(cli, tmp_path):
    few = ("--max-steps", "3", "--video", "film", "--quiet", "--json")
    ran = cli("play", "clew/MultiAgentCrafter-v0", *few)
    assert ran.json["video"] == ["film/run.gif", "film/run.png"]
    assert (tmp_path / "film" / "run.gif").read_bytes().startswith(b"GIF")
    assert (tmp_path / "film" / "run.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.slow
def test_a_person_plays_beside_rules_and_is_logged_like_an_agent(tmp_path):
    told = ("--agents", "2", "--human", "--trajectory", "run.jsonl", "--memory", "m.clew")
    typed = b"move_left\n1\nfly\n"
    ran = spawn("play", "clew/MultiAgentCrafter-v0", *told, folder=tmp_path, stdin=typed)
    assert ran.code == 130
    assert "That cannot be done: fly" in ran.err
    _, first, *_ = map(json.loads, (tmp_path / "run.jsonl").read_text().splitlines())
    assert first["agents"]["agent_0"]["action"] == "move_left"
    assert first["agents"]["agent_1"]["response"]["goal"]["current"]
    kept = spawn("stats", "--namespace", "agent_0", "--memory", "m.clew", "--json", folder=tmp_path)
    assert kept.json["kinds"]["episode"] > 0


@pytest.mark.parametrize(
    ("arguments", "said", "code"),
    [
        (("clew/MultiAgentCraft-v0",), "did you mean 'clew/MultiAgentCrafter-v0'", 1),
        (("clew/Crafter-v0", "--agents", "2"), "several play clew/MultiAgentCrafter-v0", 2),
        (("clew/Crafter-v0", "--setting", "memo"), "did you mean 'mem'", 1),
        (("clew/Crafter-v0", "--setting", "basic", "--memory", "m.clew"), "remember nothing", 2),
        (("clew/Crafter-v0", "--show", "films"), "known: map, picture", 1),
        (("clew/Crafter-v0", "--rooms", "4"), "--rooms is not for clew/Crafter-v0", 2),
        (("clew/Crafter-v0", "--remember-with", "rag"), "--remember-with is not for", 2),
        (("clew/Crafter-v0", "--human", "--show", "map"), "--show is for watching agents", 2),
        (("clew/Crafter-v0", "--model", "person"), "a person plays with --human", 2),
        (("clew/Crafter-v0", "--video", "run.mp4"), "run.mp4", 1),
        (("clew/Cleaning-v0", "--full-map"), "--full-map is not for clew/Cleaning-v0", 2),
    ],
)
def test_what_cannot_be_played_is_told_in_one_line_and_leaves_no_file(
    cli, tmp_path, arguments, said, code
):
    ran = cli("play", *arguments)
    assert said in ran.error
    assert ran.code == code
    assert not list(tmp_path.iterdir())


def test_a_trajectory_that_is_there_is_not_written_over(cli, tmp_path):
    (tmp_path / "run.jsonl").write_text("mine\n")
    ran = cli(*TEAM, "--trajectory", "run.jsonl")
    assert ran.code == 1
    assert "expected a new file" in ran.error
    assert [path.name for path in tmp_path.iterdir()] == ["run.jsonl"]


def test_a_missing_extra_is_named(tmp_path):
    code = (
        "import sys; sys.modules['crafter'] = None; from clew.cli.main import main;"
        "sys.exit(main(['play', 'clew/Crafter-v0']))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 1
    assert ran.stderr == "clew: crafter is not installed; run: pip install 'clew[crafter]'\n"


def test_a_recorded_mind_plays_the_same_run_again(cli, tmp_path):
    names = []
    for name, mind in (("one", "--record"), ("two", "--replay")):
        log = ("--trajectory", f"{name}.jsonl", "--memory", f"{name}.clew", "--quiet")
        ran = cli(*TEAM, "--max-steps", "6", *log, mind, "cassette.jsonl")
        assert ran.code == 0, ran.err
        names.append(name)
    told = [
        [
            {agent: acted["action"] for agent, acted in line["agents"].items()}
            for line in list(read_trajectory(tmp_path / f"{name}.jsonl"))[1:]
        ]
        for name in names
    ]
    assert told[0] == told[1]
    assert len(told[0]) == 6


def test_pictures_go_along_where_they_are_wanted(cli, tmp_path):
    few = ("--max-steps", "2", "--setting", "basic", "--quiet")
    for name in ("--see", "--no-see"):
        ran = cli("play", "clew/Crafter-v0", *few, name, "--record", f"{name}.jsonl")
        assert ran.code == 0, ran.err
    seen, words = ((tmp_path / f"{name}.jsonl").read_text() for name in ("--see", "--no-see"))
    assert '"image":"sha256:' in seen
    assert '"image":null' in words


@pytest.mark.slow
def test_another_process_writes_the_same_trajectory(tmp_path):
    for seed in ("1", "2"):
        log = ("--trajectory", f"{seed}.jsonl", "--memory", f"{seed}.clew", "--quiet")
        ran = spawn(*TEAM, "--max-steps", "40", *log, folder=tmp_path, env={"PYTHONHASHSEED": seed})
        assert ran.code == 0, ran.err
    one, two = ((tmp_path / f"{seed}.jsonl").read_bytes() for seed in ("1", "2"))
    assert one == two
    assert len(json.loads(one.splitlines()[-1])["agents"]) == 2
