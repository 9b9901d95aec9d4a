from dataclasses import dataclass, field
from typing import Any

import pytest

from clew.agents.ariadne.agent import Ariadne
from clew.agents.base import Decision, Move
from clew.agents.graph_memory import GraphMemory
from clew.agents.memory import History
from clew.agents.memory_kinds import memory_named
from clew.agents.rollout import read_trajectory, rollout
from clew.envs.treasure_hunt import treasure_hunt
from clew.errors import UsageError
from clew.graph.types import Episode, Kind
from clew.llm.base import Usage
from clew.memory import Memory
from clew.plugins import MEMORIES
from clew.wiring import mind_named
from tests.agents.worlds import SECRET, PlanWorld

MIND = mind_named("textworld")
HUNT = treasure_hunt(1, rooms=4, keys=2)
LONGER = treasure_hunt(1, rooms=7, keys=4)


def world() -> PlanWorld:
    return PlanWorld(HUNT)


@dataclass
class Scripted:
    """Makes the moves it is given, decision by decision, and keeps what it learns."""

    script: list[Any]
    learned: list[Any] = field(default_factory=list)
    asked: int = 0

    def begin(self, observation, info):
        self.learned.append(observation)

    def act(self, observation, info):
        moves = tuple(move if isinstance(move, Move) else Move(move) for move in self.script.pop(0))
        self.asked += 1
        return Decision(action=moves[0].action, moves=moves, usage=Usage(calls=2, cost=0.5))

    def again(self, observation, decision):
        self.learned.append((observation, decision["action"]))

    def learn(self, move, observation, info):
        self.learned.append((move.action, observation))


def start(plan) -> str:
    link = plan.links[0]
    return f"go {link.direction}"


def test_a_run_ends_when_the_world_ends():
    seen: list[Any] = []
    outcome = rollout(world(), Ariadne(MIND, History()), seed=0, max_steps=60, watch=seen.append)
    assert outcome.won
    assert outcome.score == outcome.max_score == SECRET + 3
    assert [step.number for step in seen] == list(range(1, outcome.decisions + 1))
    assert seen[-1].terminated
    assert sum(len(step.moves) for step in seen) == outcome.moves >= outcome.decisions
    assert sum(step.reward for step in seen) == 3


def test_a_run_ends_when_its_decisions_are_used_up():
    agent = Scripted([["look"]] * 5)
    outcome = rollout(world(), agent, seed=0, max_steps=3)
    assert (outcome.decisions, outcome.moves, outcome.won) == (3, 3, False)
    assert outcome.usage["calls"] == 6
    assert outcome.usage["cost"] == 1.5


def test_at_least_one_decision_is_made():
    with pytest.raises(UsageError, match="expected max_steps of at least 1, got 0"):
        rollout(world(), Scripted([]), seed=0, max_steps=0)


def test_what_is_left_of_a_decision_is_given_up_where_a_move_does_not_lead_where_it_should():
    there = start(HUNT)
    agent = Scripted([[Move(there, "Nowhere"), Move("look"), Move("look")]])
    steps: list[Any] = []
    outcome = rollout(world(), agent, seed=0, max_steps=1, watch=steps.append)
    assert outcome.moves == 1
    assert [action for action, _ in steps[0].moves] == [there]


def test_every_room_on_the_way_is_learned_from():
    plan = treasure_hunt(0, rooms=6, keys=2)
    env = PlanWorld(plan)
    graph = GraphMemory(Memory.open(embedder="hashing"))
    agent = Ariadne(MIND, graph)
    steps: list[Any] = []
    rollout(env, agent, seed=0, max_steps=60, watch=steps.append)
    walks = [step for step in steps if len(step.moves) > 1]
    assert walks
    with graph.memory.view() as view:
        items = view.items(list(view.ids(Kind.EPISODE)))
    known = {one.text for one in items if isinstance(one, Episode)}
    assert {seen for step in walks for _, seen in step.moves} <= known


def test_a_run_taken_up_again_goes_on_where_it_stood(tmp_path):
    path = tmp_path / "run.jsonl"
    there = start(HUNT)
    first = Scripted([["look"], [there]])
    rollout(world(), first, seed=0, max_steps=2, path=path)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"number": 3, "obser\xd1')  # killed while it wrote
    second = Scripted([["look"]])
    outcome = rollout(world(), second, seed=0, max_steps=3, path=path)
    assert second.asked == 1
    beginning, looked, went = first.learned
    assert second.learned[:5] == [
        beginning, (beginning, "look"), looked, (looked[1], there), went,
    ]  # fmt: skip
    assert (outcome.decisions, outcome.moves) == (3, 3)
    assert outcome.usage["calls"] == 6
    assert path.read_bytes().startswith(whole)
    lines = list(read_trajectory(path))
    assert [line["number"] for line in lines] == [1, 2, 3]
    assert lines[2]["observation"] == first.learned[-1][1]


@pytest.mark.parametrize("name", MEMORIES.names())
@pytest.mark.parametrize("cut", [1, 4, 8])
def test_the_offline_mind_goes_on_as_if_it_had_not_been_cut_off(tmp_path, cut, name):
    def run(path, steps):
        with Memory.open(embedder="hashing", model=MIND) as kept:
            memory = memory_named(name, memory=kept, model=MIND)
            repeated: list[Any] = []
            rollout(
                PlanWorld(LONGER),
                Ariadne(MIND, memory),
                seed=0,
                max_steps=steps,
                path=tmp_path / path,
                repeated=repeated.append,
            )
        told = list(read_trajectory(tmp_path / path))
        assert repeated == told[: len(repeated)]
        return (tmp_path / path).read_bytes(), len(repeated)

    whole, _ = run("whole", 12)
    begun, _ = run("cut", cut)
    assert whole.startswith(begun)
    assert run("cut", 12) == (whole, cut)


class Asked(History):
    """Keeps what it was asked for, and what it learned, in order."""

    def __init__(self):
        super().__init__()
        self.told: list[Any] = []

    def learn(self, step, text, action=""):
        super().learn(step, text, action)
        self.told.append((step, action))

    def recall(self, focus, plan, recent):
        self.told.append((plan, tuple(recent)))
        return super().recall(focus, plan, recent)


def test_a_memory_is_asked_again_with_the_plans_of_the_time(tmp_path):
    def run(path, steps):
        memory = Asked()
        rollout(world(), Ariadne(MIND, memory), seed=0, max_steps=steps, path=tmp_path / path)
        return memory.told

    whole = run("whole", 60)
    assert len({plan for plan, *_ in whole}) > 3
    run("cut", 5)
    assert run("cut", 60) == whole


def test_a_run_that_is_done_is_not_played_on(tmp_path):
    path = tmp_path / "run.jsonl"
    done = rollout(world(), Ariadne(MIND, History()), seed=0, max_steps=60, path=path)
    whole = path.read_bytes()
    again = rollout(world(), Scripted([]), seed=0, max_steps=60, path=path)
    assert again == done
    assert path.read_bytes() == whole


def test_a_file_of_another_world_is_refused(tmp_path):
    path = tmp_path / "run.jsonl"
    rollout(world(), Scripted([[start(HUNT)]]), seed=0, max_steps=1, path=path)
    other = PlanWorld(treasure_hunt(2, rooms=5, keys=3))
    with pytest.raises(UsageError, match=r"run.jsonl, step 1: the world does not answer"):
        rollout(other, Scripted([]), seed=0, max_steps=2, path=path)


@pytest.mark.parametrize("line", ["{}", "no step", '{"moves": [], "number": 1}'])
def test_a_line_that_is_no_step_is_named(tmp_path, line):
    path = tmp_path / "run.jsonl"
    path.write_text(line + "\n")
    with pytest.raises(UsageError, match=r"run\.jsonl, line 1: expected a step"):
        list(read_trajectory(path))


def test_a_line_may_hold_any_letter(tmp_path):
    path = tmp_path / "run.jsonl"
    rollout(world(), Scripted([["sing \u2028 la\u0085"]]), seed=0, max_steps=1, path=path)
    assert [line["number"] for line in read_trajectory(path)] == [1]


class Kept:
    """A model that keeps what it was asked."""

    def __init__(self, model):
        self._model, self.name, self.asked = model, model.name, []

    def sampling(self, task):
        return self._model.sampling(task)

    def run(self, tasks):
        self.asked += tasks
        return self._model.run(tasks)


def test_the_score_reaches_the_trajectory_and_no_task_and_no_memory(tmp_path):
    path = tmp_path / "run.jsonl"
    model = Kept(MIND)
    graph = GraphMemory(Memory.open(embedder="hashing", model=Kept(MIND)))
    agent = Ariadne(model, graph)
    outcome = rollout(world(), agent, seed=0, max_steps=60, path=path)
    assert outcome.won
    secret = str(SECRET)[:4]
    assert all(str(line["score"]).startswith(secret) for line in read_trajectory(path))
    assert model.asked
    for task in model.asked:
        assert secret not in repr(task)
        assert secret not in "".join(message.text for message in task.messages())
    with graph.memory.view() as view:
        for kind in (Kind.EPISODE, Kind.FACT, Kind.THESIS, Kind.ENTITY):
            assert secret not in repr(view.items(list(view.ids(kind))))
        texts = view.items(list(view.ids(Kind.EPISODE)))
        assert all(isinstance(one, Episode) for one in texts)


def test_the_same_run_twice_is_the_same_trajectory(tmp_path):
    def run(name):
        path = tmp_path / name
        memory = GraphMemory(Memory.open(embedder="hashing"))
        rollout(world(), Ariadne(MIND, memory), seed=0, max_steps=60, path=path)
        return path.read_bytes()

    assert run("one") == run("two")
