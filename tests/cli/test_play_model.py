"""`clew play` with a language model behind it: a chat server of ours on this computer."""

import json
from collections.abc import Mapping

import pytest

from clew.memory import Memory
from tests.cli.running import make_cli, spawn
from tests.llm.minds import good, put
from tests.llm.server import LOOPBACK, Answer, Asked, Server, says

pytest.importorskip("textworld", reason="needs the extra textworld")

pytestmark = [*LOOPBACK, pytest.mark.slow, pytest.mark.timeout(240)]
HUNT = ("play", "clew/TreasureHunt-v0", "--seed", "1", "--rooms", "3", "--keys", "2")
SHORT = (*HUNT, "--embedder", "hashing", "--max-steps", "3")
REPLIES: Mapping[str, object] = {
    "You plan for": {"steps": [{"sub_goal": "find the key"}]},
    "You are given the plan": {"explore": True},
    "You rate memories": {"importance": 7},
    "You keep the notes": {"summary": "Nothing yet."},
}
"""What each prompt begins with, and the reply."""


def player(asked: Asked) -> Answer:
    """Take what can be taken, else do the first thing that can be done; learn as `good` does."""
    rules = str(asked.body["messages"][0]["content"])
    if rules.startswith(("You choose", "You plan for an agent that acts in a text world, and")):
        actions = put(asked).rpartition("Possible actions:\n")[2].splitlines()[1:-1]  # fenced
        action = next((each for each in actions if each.startswith("take")), actions[0])
        plan = {"steps": [{"sub_goal": "find the key"}], "look_up": ["key 1"], "explore": True}
        return says(json.dumps({**plan, "reason": "why not", "action": action}))
    for start, reply in REPLIES.items():
        if rules.startswith(start):
            return says(json.dumps(reply))
    if '"depth"' in rules or "depth" in rules:
        return says(json.dumps({"entities": [{"name": "key 1", "depth": 1}]}))
    return good(asked)


@pytest.fixture
def cli(cache, tmp_path, capsys, monkeypatch, unset):
    monkeypatch.setenv("CLEW_CACHE", cache)
    monkeypatch.setenv("CLEW_API_KEY", "k")
    return make_cli(tmp_path, capsys, monkeypatch)


@pytest.mark.parametrize(
    ("memory", "asked"),
    [
        ("graph", "You keep a memory"),
        ("summary", "You keep the notes"),
        ("rag", "You rate memories"),
    ],
)
def test_a_model_plays_and_what_its_memory_cost_is_counted(cli, tmp_path, memory, asked):
    with Server(player) as server:
        at = ("--model", "openai:test", "--base-url", server.url, "--json")
        log = ("--trajectory", "run.jsonl", "--max-steps", "8")
        ran = cli(*SHORT, *at, *log, "--remember-with", memory, "--memory", "it.clew")
        calls = len(server.asked)
    paid = {
        row["task"]: row["calls"]
        for row in cli("stats", "--cost", "--memory", "it.clew", "--json").json["usage"]
    }
    assert paid.get("Decide") == (8 if memory == "graph" else None)  # others keep no file
    assert ran.code == 0, ran.err
    lines = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text().splitlines()]
    first = lines[0]["decision"]
    assert (first["action"], first["reason"]) == ("take key 1", "why not")
    assert first["plan"] == [["find the key", ""]]
    assert not any(line["decision"]["fallback"] for line in lines)
    told = ran.json["usage"]["calls"]
    assert 8 <= told <= calls <= told + 2  # what the last move taught comes after the last count
    prompts = [str(each.body["messages"]) for each in server.asked]
    assert any(asked in prompt for prompt in prompts)
    assert not any("max_score" in prompt for prompt in prompts)


def test_a_run_whose_model_may_not_be_asked_any_more_ends_with_an_error_and_goes_on(cli, tmp_path):
    with Server(player) as server:
        at = (*SHORT, "--model", "openai:test", "--base-url", server.url, "--memory", "it.clew")
        log = ("--trajectory", "run.jsonl", "--max-steps", "4")
        ran = cli(*at, *log, "--max-calls", "5")
        assert ran.code == 1
        assert "a budget is spent" in ran.err
        assert "--trajectory FILE, the same command goes on" in ran.err
        before = len((tmp_path / "run.jsonl").read_text().splitlines())
        assert cli(*at, *log, "--json").json["decisions"] == 4
    assert before < 4


def test_a_model_that_talks_nonsense_costs_steps_and_never_the_run(cli, tmp_path):
    with Server(lambda asked: says("no idea")) as server:
        at = ("--model", "openai:test", "--base-url", server.url, "--json")
        ran = cli(*SHORT, *at, "--trajectory", "run.jsonl", "--remember-with", "summary")
    assert (ran.code, ran.json["decisions"]) == (0, 3)
    for line in (tmp_path / "run.jsonl").read_text().splitlines():
        assert "no plan" in json.loads(line)["decision"]["fallback"]


def test_a_model_plays_while_rules_learn(cli, tmp_path):
    with Server(player) as server:
        at = ("--model", "openai:test", "--base-url", server.url, "--memory-model", "rules")
        assert cli(*SHORT, *at, "--memory", "kept.clew", "--quiet").code == 0
        prompts = [str(each.body["messages"]) for each in server.asked]
    assert any("choose its next action" in prompt for prompt in prompts)
    assert not any("You keep a memory" in prompt for prompt in prompts)
    with Memory.open(tmp_path / "kept.clew") as memory:
        assert memory.stats().kinds["fact"] > 3


IMAGINED = {"steps": [{"action": "get the key", "response": "It is mine.", "state": "Done."}]}


def planner(asked: Asked) -> Answer:
    """Ask the world model once, then plan to get the key; learn from the rooms as `good` does."""
    text = put(asked)
    if "Your part: look ahead" in text:
        question = {"question": "Where is the key?"}
        return says(json.dumps(IMAGINED if "Where is the key?" in text else question))
    if "Your part: act" in text:
        return says(json.dumps({"commands": [{"action": "take key 1", "response": "Taken."}]}))
    if "Your part: judge" in text:
        return says(json.dumps({"deviation": "Too long an answer.", "replan": False}))
    if "You keep the log" in str(asked.body["messages"]):
        return says(json.dumps({"summary": "Player lives in Attic."}))
    return good(asked)


def test_reasonplanner_plays_with_a_model_for_itself_and_one_for_its_memory(cli, tmp_path):
    with Server(planner) as server:
        at = ("--model", "openai:thinker", "--memory-model", "openai:learner", "--json")
        log = ("--trajectory", "run.jsonl", "--agent", "reasonplanner", "--base-url", server.url)
        ran = cli(*SHORT, *at, *log, "--max-steps", "2", "--resolver", "rules")
        asked = [(each.body["model"], str(each.body["messages"])) for each in server.asked]
    assert ran.code == 0, ran.err
    assert "pronouns are resolved by rules" in ran.err
    first, second = map(json.loads, (tmp_path / "run.jsonl").read_text().splitlines())
    assert first["decision"]["action"] == "take key 1"
    assert first["decision"]["thoughts"]["asked"][0]["question"] == "Where is the key?"
    assert second["decision"]["thoughts"]["deviation"] == "Too long an answer."
    assert {model for model, said in asked if "Your part: " in said} == {"thinker"}
    assert {model for model, said in asked if "Your part: " not in said} == {"learner"}
    assert any("You keep the log" in said for _, said in asked)
    ran = cli(*SHORT, *at, *log[2:], "--resolver", "rules", "--no-world-model")
    assert (ran.code, "a resolver reads what the graph learns" in ran.err) == (1, True)


def thinker(asked: Asked) -> Answer:
    """Wait as ReAct, Reflexion or SayCan; learn as `good` does."""
    text = put(asked)
    if "Your part: propose" in text:
        return says(json.dumps({"actions": ["fly", "look"]}))
    if "Your part: reflect" in text:
        return says(json.dumps({"lesson": "Do more than look."}))
    if "Your part: think" in text:
        return says(json.dumps({"thought": "I wait.", "action": "look"}))
    return good(asked)


@pytest.mark.parametrize("agent", ["react", "reflexion", "saycan"])
def test_baselines_play_with_any_memory_and_several_trials(cli, tmp_path, agent):
    with Server(thinker) as server:
        at = ("--model", "openai:test", "--base-url", server.url, "--agent", agent, "--json")
        log = ("--trajectory", "run.jsonl", "--trials", "2", "--max-steps", "2")
        ran = cli(*SHORT, *at, *log, "--remember-with", "history")
        parts = {
            str(each.body["messages"]).partition("Your part: ")[2][:4] for each in server.asked
        }
    assert ran.code == 0, ran.err
    lines = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text().splitlines()]
    assert [line["decision"]["action"] for line in lines] == ["look"] * 4
    assert "Trial 1 of 2 is over." in lines[1]["moves"][0][1]
    assert parts == {"react": {"thin"}, "reflexion": {"thin", "refl"}, "saycan": {"prop"}}[agent]


def test_reasonplanner_takes_its_options(cli, tmp_path):
    with Server(planner) as server:
        at = ("--model", "openai:test", "--base-url", server.url, "--agent", "reasonplanner")
        log = ("--trajectory", "run.jsonl", "--max-steps", "1", "--json")
        ran = cli(*SHORT, *at, *log, "--no-world-model", "--plan", "fused", "--ahead", "4")
        sent = [str(each.body["messages"]) for each in server.asked]
    assert ran.code == 0, ran.err
    assert ran.json["memory"] is None
    assert any("Steps to imagine: 4" in one and "Questions left: 0" in one for one in sent)
    assert not any("You keep the log" in one for one in sent)


def test_a_recorded_mind_takes_the_same_way_in_two_processes(cli, cache, tmp_path):
    with Server(player) as server:
        at = ("--model", "openai:test", "--base-url", server.url, "--record", "said.jsonl")
        assert cli(*SHORT, *at, "--quiet").code == 0
    for seed in ("1", "2"):
        again = ("--replay", "said.jsonl", "--trajectory", f"{seed}.jsonl", "--quiet")
        env = {"CLEW_CACHE": cache, "PYTHONHASHSEED": seed}
        assert spawn(*SHORT, *again, folder=tmp_path, env=env).code == 0
    one, two = ((tmp_path / f"{seed}.jsonl").read_bytes() for seed in ("1", "2"))
    assert one == two
    assert one.count(b"\n") == 3


def test_a_recorded_run_is_played_again_without_the_server(cli, tmp_path):
    with Server(player) as server:
        at = ("--model", "openai:test", "--base-url", server.url, "--record", "said.jsonl")
        assert cli(*SHORT, *at, "--trajectory", "one.jsonl", "--quiet").code == 0
    again = ("--replay", "said.jsonl", "--trajectory", "two.jsonl", "--quiet")
    assert cli(*SHORT, *again).code == 0
    one, two = (
        [json.loads(line) for line in (tmp_path / name).read_text().splitlines()]
        for name in ("one.jsonl", "two.jsonl")
    )
    for line in (*one, *two):
        del line["decision"]["usage"]
    assert one == two
