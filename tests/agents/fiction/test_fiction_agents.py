"""The paper's agents in a small parser game, with a scripted model."""

import json
from typing import Any

import pytest

from clew.agents.baselines.react import Reflections, Reflexion
from clew.agents.baselines.tasks import Reflect, ThinkAndAct
from clew.agents.fiction.paper_agents import (
    EVERY,
    GOAL,
    PAPER,
    Player,
    agent_named,
    asv_i,
    autoregressive,
    oracle,
    window,
)
from clew.agents.fiction.stream import StreamMemory
from clew.agents.fiction.tasks import Continue, Recollect, Suggest, WasAccepted
from clew.agents.memory import Nothing
from clew.agents.rollout import rollout
from clew.errors import UnknownNameError, UsageError
from clew.learn.tasks import Extract
from clew.llm.base import Failure, FailureKind, Task
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory
from tests.agents.fiction.cellar import UNKNOWN, Cellar

RIGHT = ("take lamp", "open door", "go down")


def playing(*commands: str, understood: bool = False) -> ScriptedModel:
    """Return a model that gives these commands in every way that it is asked; then looks."""
    given = iter(commands)

    def reply(task: Task[Any]) -> dict[str, Any]:
        match task:
            case Suggest():
                command = next(given, "look")
                return {"thought": f"I {command}.", "candidates": [command], "action": command}
            case ThinkAndAct() | Continue():
                return {"action": next(given, "look")}
            case Reflect():
                return {"lesson": f"Lesson after {len(task.deeds)}."}
            case WasAccepted():
                return {"accepted": understood}
            case Recollect():
                return {"new": f"Saw {len(task.memories)}.", "relevant": "A lamp."}
            case Extract():
                return {"facts": [], "theses": []}
        raise AssertionError(task)

    return ScriptedModel(reply)


def of(model: ScriptedModel, kind: type) -> list[Any]:
    return [task for task in model.asked if isinstance(task, kind)]


@pytest.mark.parametrize("name", PAPER)
def test_every_agent_of_the_paper_plays(name):
    model = playing(*RIGHT)
    with Memory.open(embedder="hashing", model=model) as file:
        agent = agent_named(name, Player(model=model, file=file, game="cellar"))
        outcome = rollout(Cellar(listed=name == "oracle"), agent, seed=0, max_steps=5)
    assert (outcome.won, outcome.decisions) == (True, 3)
    assert bool(of(model, Suggest)) == ("asv" in name)
    assert bool(of(model, Recollect)) == ("memory" in name)
    assert bool(of(model, Extract)) == ("graph" in name)


def test_an_unknown_agent_is_told(tmp_path):
    with Memory.open() as file, pytest.raises(UnknownNameError, match="did you mean 'asv-p'"):
        agent_named("asv-j", Player(model=playing(), file=file, game="cellar"))


def test_candidates_come_before_the_action_and_learn_from_the_replies():
    model = playing("use lamp", "look", *RIGHT)
    outcome = rollout(Cellar(), asv_i(model, Nothing()), seed=0, max_steps=9)
    assert outcome.won
    first, second, third = of(model, Suggest)[:3]
    assert (first.now.task, first.invalid, first.refused) == (GOAL, (), ())
    assert second.invalid == ("use x (0 of 1)",)
    assert second.refused == ("use lamp (refused)",)
    assert "look (2 of 2)" in third.valid
    text = second.messages()[1].text
    assert "Forms that it has refused:" in text
    assert "use x (0 of 1)" in text


def test_what_was_refused_here_is_not_given_again_and_another_candidate_is():
    def reply(task):
        assert isinstance(task, Suggest)
        return {"candidates": ["take lamp", "use lamp", "look"], "action": "use lamp"}

    agent = asv_i(ScriptedModel(reply), Nothing())
    world = Cellar()
    agent.begin(*world.reset())
    done = []
    for _ in range(2):
        decision = agent.act("", {})
        done.append(decision.action)
        said, _, _, _, info = world.step(decision.action)
        agent.learn(decision.moves[0], said, info)
    assert done == ["use lamp", "take lamp"]


class Dog(Cellar):
    """Refuses in words of its own."""

    def _do(self, action: str) -> str:
        said = super()._do(action)
        return "That's not a trick you know." if said == UNKNOWN else said


def test_what_a_game_says_again_and_again_is_its_refusal_in_whatever_words():
    agent = asv_i(playing("fly", "dance", "jump", "swim", *RIGHT), Nothing())
    assert rollout(Dog(), agent, seed=0, max_steps=9).won
    assert [agent.tried.refuses(verb, "Hall") for verb in ("fly", "jump", "swim")] == [
        False, True, True,
    ]  # fmt: skip


def test_when_nothing_is_left_to_try_a_step_is_lost_and_not_the_run(tmp_path):
    model = playing(*["use lamp"] * 9)
    path = tmp_path / "run.jsonl"
    rollout(Cellar(), asv_i(model, Nothing()), seed=0, max_steps=2, path=path)
    last = json.loads(path.read_text().splitlines()[1])["decision"]
    assert (last["action"], last["fallback"]) == ("look", "no candidate can be given")
    assert of(model, Suggest)[2].refused == ("use lamp (refused)", "use lamp")


def test_a_broken_reply_costs_a_step_and_not_the_run():
    model = ScriptedModel(lambda task: Failure(FailureKind.BAD_REPLY, "no"))
    for make in (asv_i, window):
        assert rollout(Cellar(), make(model, Nothing()), seed=0, max_steps=3).decisions == 3


@pytest.mark.parametrize("understood", [True, False])
def test_a_model_judges_only_what_the_rules_doubt_and_each_reply_once(understood):
    model = playing("sing", "sing a song", "take lamp", understood=understood)
    rollout(Cellar(), asv_i(model, Nothing()), seed=0, max_steps=4)
    assert [task.action for task in of(model, WasAccepted)] == ["sing"]
    last = of(model, Suggest)[-1]
    assert ("sing x (1 of 1)" in last.valid) is understood
    assert ("sing x (0 of 1)" in last.invalid) is not understood


def test_a_run_cut_off_goes_on_with_the_same_bytes(tmp_path):
    commands = ("sing", "use lamp", "take dragon", "sing loudly", *RIGHT)

    def run(path, steps, skip=0):
        model = playing(*commands[skip:])
        with Memory.open(tmp_path / f"{path}.clew", embedder=None, model=model) as file:
            log = tmp_path / path
            player = Player(model=model, file=file, game="cellar", resume=log.exists())
            rollout(Cellar(), agent_named("asv-p", player), seed=0, max_steps=steps, path=log)
        return log.read_bytes(), model

    whole, _ = run("whole", 7)
    run("cut", 4)
    rest, model = run("cut", 7, skip=4)
    assert rest == whole
    assert not of(model, WasAccepted)


def test_forms_of_one_game_help_in_another(tmp_path):
    path = tmp_path / "forms.clew"
    first, model = playing("use lamp"), playing("look")
    for game, one in (("one", first), ("two", model)):
        with Memory.open(path, embedder=None, model=one) as file:
            player = Player(model=one, file=file, game=game)
            rollout(Cellar(), agent_named("asv-p", player), seed=0, max_steps=2)
    assert of(model, Suggest)[0].invalid == ("use x (0 of 1)",)


def test_reflection_comes_every_five_steps_or_after_bad_commands():
    model = playing()
    rollout(Cellar(), asv_i(model, Nothing()), seed=0, max_steps=12)
    assert [len(task.deeds) for task in of(model, Reflect)] == [EVERY, 2 * EVERY]
    model = playing("use lamp", "use door", "look", "take dragon", "use x", "pray", "pray", "look")
    settings = Reflections(after_bad=2)
    rollout(Cellar(), Reflexion(model, settings=settings), seed=0, max_steps=8)
    assert [len(task.deeds) for task in of(model, Reflect)] == [2, 5, 7]
    with pytest.raises(UsageError, match="after_bad"):
        Reflections(after_bad=-1)


def test_the_oracle_gives_only_what_the_world_lists():
    model = playing("dance", "take lamp")
    agent = oracle(model, Nothing())
    with pytest.raises(UsageError, match="--admissible"):
        agent.begin(*Cellar().reset())
    agent.begin(*Cellar(listed=True).reset())
    decision = agent.act("", {})
    assert (decision.action, decision.refused) == ("take lamp", ("dance",))
    assert "go down" in of(model, ThinkAndAct)[0].messages()[1].text


def test_the_window_shows_ten_turns_and_the_continuation_a_thousand_characters():
    model = playing(*[f"go {number}" for number in range(12)])
    rollout(Cellar(), window(model, Nothing()), seed=0, max_steps=13)
    told = [task.transcript for task in of(model, Continue)]
    assert told[0] == "Hall\nA lamp is here. A door leads down.\n\n>"
    assert told[12].count("> go") == 10
    assert "> go 1\n" not in told[12]
    assert told[12].endswith("> go 11\n\nYou can't go that way.\n\n>")
    model = playing(*["look"] * 60)
    rollout(Cellar(), autoregressive(model, Nothing()), seed=0, max_steps=60)
    longest = of(model, Continue)[-1].transcript
    assert len(longest) == 1000
    assert longest.endswith("Nothing special.\n\n>")


def stream_of(*replies: Any) -> tuple[StreamMemory, ScriptedModel]:
    model = ScriptedModel(replies)
    return StreamMemory(model), model


def test_the_stream_writes_what_is_new_once_and_fetches_what_matters():
    memory, model = stream_of(
        {"new": "The lamp is in the hall.", "relevant": ""},
        {"new": "the lamp is  in the hall", "relevant": "The lamp is in the hall."},
        {"new": "None", "relevant": "none"},
    )
    assert memory.recall([], "", []).texts == ()
    shown = []
    for text in ("Hall", "Still the hall", "Dark"):
        memory.learn(0, text, "look")
        shown.append(memory.recall([], "", []).texts)
    assert shown == [(), ("The lamp is in the hall.",), ()]
    assert memory.memories == ("The lamp is in the hall.",)
    assert of(model, Recollect)[1].texts == ("> look\nStill the hall",)
    assert memory.spent().calls == 3
    assert memory.spent().calls == 0


def test_the_stream_is_bounded_and_a_failure_loses_no_text():
    def thing(task: Task[Any]) -> dict[str, Any]:
        assert isinstance(task, Recollect)
        return {"new": f"Thing {len(task.texts[0])} {'x ' * 99}"}

    model = ScriptedModel(thing)
    memory = StreamMemory(model, budget=200)
    for number in range(1, 20):
        memory.learn(number, "a" * number)
    assert 1 <= len(memory.memories) < 5
    assert memory.memories[-1].startswith("Thing 19 ")
    memory, model = stream_of(Failure(FailureKind.BAD_REPLY, "no"), {"new": "Both."})
    for text in ("one", "two"):
        memory.learn(0, text)
    assert of(model, Recollect)[1].texts == ("one", "two")
