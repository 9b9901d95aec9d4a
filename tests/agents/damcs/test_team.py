"""The loop of a team: who is asked, what is delivered when, what is written, what replays."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("crafter", reason="needs the extra crafter")
pytest.importorskip("pettingzoo", reason="needs the extra crafter")

from clew.agents.damcs.experience import Experience
from clew.agents.damcs.memory import TeamMemory
from clew.agents.damcs.settings import SETTINGS
from clew.agents.damcs.team import made, rollout
from clew.agents.damcs.trajectory import Outcome, Step, read_trajectory, replay
from clew.agents.damcs.working import Retrospection
from clew.envs.crafter.parallel import CrafterParallel, parallel_env
from clew.envs.crafter.sight import Sight
from clew.errors import StorageFullError, UsageError
from clew.llm.base import Result, Task
from clew.llm.rules import RuleModel
from clew.llm.wrapper import Wrapper
from clew.minds.crafter.responding import RULES


class Heard(Wrapper):
    """Notes how many were asked at one time."""

    def __init__(self) -> None:
        super().__init__(RuleModel(RULES))
        self.asked: list[list[str]] = []

    def run(self, tasks: Sequence[Task[Any]]) -> list[Result[Any]]:
        self.asked.append([task.working.agent for task in tasks])  # type: ignore[attr-defined]
        return self._model.run(tasks)


class Noted:
    """An agent's memory that keeps experiences as they come."""

    def __init__(self) -> None:
        self.lived: list[Experience] = []

    def of(self, agent: str) -> "Noted":
        del agent
        return self

    def retrospect(self, sight: Sight) -> Retrospection:
        del sight
        return Retrospection(goal=f"after {len(self.lived)}")

    def learn(self, experience: Experience) -> None:
        self.lived.append(experience)


def world(agents: int = 2, **more: Any) -> CrafterParallel:
    return parallel_env(agents, observation="text", **more)


def played(
    env: CrafterParallel, setting: str = "memcomm", steps: int = 12, seed: int = 3, **more: Any
) -> Outcome:
    memory = more.pop("memory", None)
    team = made(
        env.game.settings,
        SETTINGS[setting],
        None if memory is None else memory.of,
        map=env.game.full_map,
    )
    model = more.pop("model", RuleModel(RULES))
    return rollout(env, team, model, seed=seed, max_steps=steps, **more)


def test_every_step_is_a_line_with_what_each_agent_saw_did_and_said(tmp_path):
    path = tmp_path / "run.jsonl"
    seen: list[Step] = []
    outcome = played(world(), path=path, watch=seen.append)
    head, *lines = read_trajectory(path)
    about = head["about"]
    assert (about["seed"], about["agents"]) == (3, ["agent_0", "agent_1"])
    assert about["reseeded"] == 0
    assert about["setting"]["name"] == "memcomm"
    assert about["world"]["area"] == [64, 64]
    assert [line["step"] for line in lines] == list(range(1, 13))
    assert lines == [json.loads(json.dumps(step.plain)) for step in seen]
    first = lines[0]["agents"]["agent_1"]
    assert first["observation"]["agent"] == "agent_1"
    assert first["observation"]["step"] == 0  # before it acted
    assert first["response"]["action"]["name"]
    assert lines[-1]["truncated"]
    assert not lines[-1]["terminated"]
    told = [each for line in lines for each in line["agents"].values()]
    assert outcome.decisions == sum(each["response"] is not None for each in told)
    assert outcome.messages == sum(each["message"] is not None for each in told) > 0
    assert outcome.message_tokens == sum(each["message_tokens"] for each in told) > 0
    assert outcome.output_tokens == sum(each["output_tokens"] for each in told) > 0
    assert (outcome.won, outcome.winner, outcome.steps) == (False, None, 12)


def test_first_steps_are_those_of_whoever_was_first():
    env = world()
    outcome = played(env, steps=25)
    assert outcome.firsts == env.game.firsts
    assert "collect_wood" in outcome.firsts
    assert outcome.score == env.game.score


def test_what_is_said_arrives_at_the_next_step_and_only_in_a_setting_that_talks():
    seen: list[Step] = []
    played(world(), steps=3, watch=seen.append)
    assert [m.sender for m in seen[0].agents["agent_0"].received] == []
    said = seen[0].agents["agent_1"].turn.message
    assert said is not None
    assert seen[1].agents["agent_0"].received == (said,)
    assert played(world(), "mem", steps=3).messages == 0


def test_agents_that_decide_are_asked_together():
    heard = Heard()
    played(world(3), model=heard, steps=2)
    assert heard.asked[0] == ["agent_0", "agent_1", "agent_2"]


def test_an_agent_on_its_way_is_not_asked():
    assert 0 < played(world(1), "mem", steps=60).decisions < 36


def test_memory_holds_every_action_the_last_too_and_what_it_brings_up_is_logged(tmp_path):
    path, noted = tmp_path / "run.jsonl", Noted()
    played(world(1), "mem", memory=noted, path=path)
    assert [one.outcome.step for one in noted.lived][-1] == 12
    lines = [line["agents"]["agent_0"] for line in read_trajectory(path) if "agents" in line]
    acted = [action for one in noted.lived for action in one.actions]
    assert acted == [line["action"] for line in lines]
    recalled = [line["recalled"]["goal"] for line in lines if line["recalled"]]
    # What was decided before is known at every decision.
    assert recalled == [f"after {number}" for number in range(len(recalled))]


def test_without_memory_nothing_is_kept():
    with TeamMemory() as memory:
        played(world(1), "basic", memory=memory)
        assert memory.of("agent_0").memory.stats().kinds["episode"] == 0


def test_a_trajectory_replays_exactly_and_in_its_world_alone(tmp_path):
    path, env = tmp_path / "run.jsonl", world()
    outcome = played(env, path=path, steps=30)
    again = world()
    steps = list(replay(again, path))
    assert len(steps) == 30
    assert again.game.firsts == outcome.firsts
    assert again.game.sight("agent_1") == env.game.sight("agent_1")
    with pytest.raises(UsageError, match="step 1: the world is not as it was then"):
        list(replay(world(3), path))
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace('"seed": 3', '"seed": 4'), encoding="utf-8")
    with pytest.raises(UsageError, match="the world is not as it was then"):
        list(replay(world(), path))


def test_a_trajectory_is_not_written_over(tmp_path):
    path = tmp_path / "run.jsonl"
    played(world(1), "mem", path=path, steps=2)
    before = path.read_bytes()
    with pytest.raises(UsageError, match="expected a new file"):
        played(world(1), "mem", path=path, steps=2)
    assert path.read_bytes() == before


def test_a_trajectory_without_room_is_one_line(tmp_path):
    path = tmp_path / "run.jsonl"
    path.symlink_to("/dev/full")
    with pytest.raises(
        StorageFullError, match=r"cannot write to .*run.jsonl: .*No space.*make room"
    ):
        played(world(1), "mem", path=path, steps=2)


def test_a_trajectory_needs_a_folder(tmp_path):
    with pytest.raises(UsageError, match="no folder"):
        played(world(1), "mem", path=tmp_path / "no" / "run.jsonl", steps=2)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "line 1: expected what was run"),
        ("{}\n", "line 1: expected what was run"),
        ('{"about": {"seed": 1}}\n{"step": 1}\n', "line 2: expected a step"),
        ('{"about": {"seed": 1}}\nmap\n', "line 2: expected a step"),
        ('{"about": {"seed": 1}}\n{"step": 1, "agents": []}\n', "line 2: expected a step"),
        ('{"about": {"seed": 1}}\n{"step": 1, "agents": {"a": {}}}\n', "line 2: expected a step"),
    ],
)
def test_what_is_no_trajectory_is_refused(tmp_path, text, said):
    path = tmp_path / "run.jsonl"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        list(read_trajectory(path))


def test_half_a_last_line_is_left_out(tmp_path: Path):
    path = tmp_path / "run.jsonl"
    played(world(1), "mem", path=path, steps=3)
    path.write_bytes(path.read_bytes()[:-20])
    assert [line.get("step") for line in read_trajectory(path)] == [None, 1, 2]


def test_a_setting_with_the_whole_map_needs_one():
    env = world(1)
    with pytest.raises(UsageError, match="whole map"):
        made(env.game.settings, SETTINGS["oracle"])
    env.reset(seed=3)
    team = made(env.game.settings, SETTINGS["oracle"], map=env.game.full_map)
    rollout(env, team, RuleModel(RULES), seed=3, max_steps=1)
    assert team.agents["agent_0"].known.where("diamond")


def test_no_step_is_no_run():
    with pytest.raises(UsageError, match="at least 1"):
        played(world(1), "mem", steps=0)
