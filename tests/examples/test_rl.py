"""The examples of reinforcement learning (`make rl`): that they learn, repeat and explain."""

import json
import subprocess
import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

import numpy as np
import pytest

from tests.examples.lamps import Lamps, picture

FOLDER = Path(__file__).parent.parent.parent / "examples" / "rl"
EXTRAS = ("torch", "stable_baselines3", "crafter", "pettingzoo", "matplotlib")
missing = [package for package in EXTRAS if find_spec(package) is None]
needs_torch = pytest.mark.skipif(bool(missing), reason=f"not installed: {missing}; run: make rl")


@pytest.fixture
def example(monkeypatch):
    """Import a module of the examples by name."""
    monkeypatch.syspath_prepend(str(FOLDER))
    return import_module


def run(script, *arguments):
    return subprocess.run(
        [sys.executable, str(FOLDER / f"{script}.py"), *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("script", ["ppo", "maddpg"])
def test_help_needs_no_extra_and_says_how_long_the_paper_trained(script):
    shown = run(script, "--help")
    assert shown.returncode == 0
    assert "350,000 steps (1,000 games)" in " ".join(shown.stdout.split())


@pytest.mark.parametrize("script", ["ppo", "maddpg"])
def test_an_impossible_number_is_explained(script, tmp_path):
    shown = run(script, "--steps", 0, "--out", tmp_path / "runs")
    assert shown.returncode == 2
    assert shown.stderr == "error: expected --steps of at least 1, got 0\n"
    assert not (tmp_path / "runs").exists()


@pytest.mark.skipif(not missing, reason="all extras are installed")
def test_a_missing_extra_is_named(tmp_path):
    shown = run("ppo", "--out", tmp_path)
    assert shown.returncode == 2
    assert "is not installed; run: pip install 'clew[" in shown.stderr


def ended(example, reward, step=0, tasks=()):
    return example("curves").Ended(step=step, reward=reward, length=8, tasks=tasks)


def test_the_gain_is_paired_by_world(example):
    curves = example("curves")
    curve = curves.Curve(
        learner="PPO",
        agents=1,
        seed=0,
        steps=35,
        training=(ended(example, 1.0, step=35, tasks=("collect_wood", "collect_drink")),),
        trained=(ended(example, 3.0), ended(example, 30.0)),
        random=(ended(example, 1.0), ended(example, 28.0)),
    )
    assert curve.gain() == (2.0, 2.0, 2.0)
    told = curves.summary(curve)
    assert "training, quarter 1" not in told
    assert "training, quarter 4: return 1.00, 1.00 of the 10 tasks, 1 games" in told
    assert "(0.0% of it here)" in told


def test_a_game_is_played_by_those_who_are_there(example):
    """The second agent leaves after the first step; the world checks who acts."""
    curves = example("curves")
    game = curves.play(Lamps(leaves="agent_1"), lambda seen: dict.fromkeys(seen, 0), seed=1)
    assert (game.length, game.reward, game.tasks) == (8, 0.0, ())
    always = curves.play(Lamps(agents=1), lambda seen: {"agent_0": lamp(seen["agent_0"])}, seed=1)
    assert (always.reward, always.tasks) == (8.0, ("lamp",))


def lamp(view):
    return 1 if view[0, 0, 0] else 2


def test_chance_depends_on_its_seed_alone(example):
    curves = example("curves")
    drawn = [
        [policy({"agent_0": None, "agent_1": None}) for _ in range(20)]
        for policy in (curves.random_policy(Lamps(), seed) for seed in (1, 1, 2))
    ]
    assert drawn[0] == drawn[1] != drawn[2]
    assert {action for one in drawn[0] for action in one.values()} == {0, 1, 2}


@pytest.mark.slow
@needs_torch
def test_a_replay_buffer_never_joins_two_games(example):
    """A view is as bright as its number, and numbers skip ten between two games."""
    replay = example("team").Replay(7, (1, 1, 1, 1))
    here, nobody = np.ones(1, np.float32), np.zeros(1, np.float32)
    rng = np.random.default_rng(0)
    seen = []

    def see(number):
        replay.see(np.full((1, 1, 1, 1), number, np.uint8), here)
        seen.append(number)

    for length in (3, 1, 5, 2, 4):
        see(seen[-1] + 10 if seen else 0)
        for _ in range(length):
            replay.did(np.array([seen[-1]]), here, nobody)
            see(seen[-1] + 1)
            batch = replay.draw(200, rng)
            drawn = (batch.views * 255).round().int().flatten().tolist()
            after = (batch.after * 255).round().int().flatten().tolist()
            assert after == [number + 1 for number in drawn]
            assert batch.actions.flatten().tolist() == drawn
            recent = seen[-7:]
            steps = {number for number in recent if number + 1 in recent}
            assert set(drawn) == steps
            assert len(replay) == len(steps)


def updated(example, present=(1, 1), ended=(0, 0), after=0.0):
    """Return both actors of a new team after two updates by the same batch, as lists."""
    import torch  # extra

    torch.manual_seed(0)
    learner = example("team")
    team = learner.Team(2, (20, 20, 3), 3, learner.Tuning(rate=1e-2))
    ones = torch.ones(4, 1)
    batch = learner.Batch(
        views=torch.rand(4, 2, 3, 20, 20),
        present=ones * torch.tensor(present),
        actions=torch.tensor([[0, 1], [1, 0], [2, 1], [1, 2]]),
        rewards=ones * torch.tensor([1.0, -1.0]),
        ended=ones * torch.tensor(ended),
        after=torch.full((4, 2, 3, 20, 20), after),
    )
    before = [actor.act.weight.tolist() for actor in team.actors]
    team.learn(batch)
    team.learn(batch)
    return before, [actor.act.weight.tolist() for actor in team.actors]


@pytest.mark.slow
@needs_torch
def test_maddpg_does_not_learn_for_who_did_not_play(example):
    before, actors = updated(example, present=(1, 0))
    assert actors[0] != before[0]
    assert actors[1] == before[1]


@pytest.mark.slow
@needs_torch
def test_maddpg_expects_nothing_after_an_end(example):
    dark, light = (updated(example, ended=(1, 1), after=after)[1] for after in (0.0, 1.0))
    assert dark == light
    dark, light = (updated(example, ended=(1, 0), after=after)[1] for after in (0.0, 1.0))
    assert dark[0] == light[0]
    assert dark[1] != light[1]


def taught(example, seed, steps, **world):
    import torch  # extra

    torch.set_num_threads(1)
    torch.manual_seed(seed)
    learner, maddpg = example("team"), example("maddpg")
    env = Lamps(**world)
    team = learner.Team(2, (20, 20, 3), 3, learner.Tuning(rate=1e-3, gamma=0.9))
    schedule = maddpg.Schedule(random=200, every=2, batch=32, capacity=500)
    games = maddpg.learn(env, team, schedule, steps, seed, lambda *_: None)
    return env, maddpg.choice(team, env.possible_agents), games


@pytest.mark.slow
@needs_torch
def test_maddpg_learns_what_only_a_team_is_paid_for(example):
    curves = example("curves")
    env, choose, games = taught(example, seed=0, steps=600)
    assert [one.step for one in games[:2]] == [8, 16]
    chance = curves.random_policy(env, 0)
    trained = np.mean([curves.play(env, choose, world).reward for world in range(50, 60)])
    drawn = np.mean([curves.play(env, chance, world).reward for world in range(50, 60)])
    assert trained >= 6
    assert drawn <= 2


@pytest.mark.slow
@needs_torch
def test_maddpg_goes_on_without_an_agent_that_left_and_repeats(example):
    first, again, other = (taught(example, seed, steps=260, leaves="agent_1") for seed in (3, 3, 4))
    assert first[2] == again[2] != other[2]
    assert set(first[1]({"agent_0": picture(1)})) == {"agent_0"}


@pytest.mark.slow
@pytest.mark.timeout(180)  # torch takes ten seconds to import on a busy machine
@needs_torch
@pytest.mark.parametrize(
    ("script", "agents", "weights"), [("ppo", 1, "ppo.zip"), ("maddpg", 2, "maddpg.pt")]
)
def test_a_script_leaves_the_same_curve_in_another_process(
    script, agents, weights, example, tmp_path, capsys
):
    options = ["--steps", "100", "--length", "20", "--games", "2", "--seed", "5", "--out"]
    module = example(script)
    arguments = [*options, str(tmp_path / "here")]
    assert example("script").main(module.train, module.ABOUT, module.DEFAULTS, arguments) == 0
    here = capsys.readouterr()
    there = run(script, *options, tmp_path / "there")
    assert there.returncode == 0, there.stderr
    for shown in (here.out, there.stdout):
        assert "random, same worlds" in shown
    for shown in (here.err, there.stderr):
        assert "step 100 of 100, 5 games" in shown
    kept = [(tmp_path / name / "returns.json").read_bytes() for name in ("here", "there")]
    assert kept[0] == kept[1]
    assert (tmp_path / "here" / weights).exists()
    assert (tmp_path / "here" / "returns.png").read_bytes().startswith(b"\x89PNG")
    curve = json.loads(kept[0])
    assert (curve["agents"], curve["steps"], len(curve["random"])) == (agents, 100, 2)
    assert [one["step"] for one in curve["training"]] == [20, 40, 60, 80, 100]
