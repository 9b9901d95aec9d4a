"""The command line with a language model behind it: a chat server of ours on this computer."""

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from tests.cli.running import spawn_several
from tests.llm.minds import good, is_about, put
from tests.llm.server import LOOPBACK, Answer, Asked, Server, fails, says

pytestmark = [*LOOPBACK, pytest.mark.timeout(120)]

NAME = ("--model", "openai:test")


@pytest.fixture
def texts(tmp_path, monkeypatch):
    """Two texts that only a language model of ours would read so."""
    monkeypatch.setenv("CLEW_API_KEY", "k")
    (tmp_path / "2023-05-01.txt").write_text("Anna lives in Oslo. Ben likes Anna.")
    (tmp_path / "2024-02-01.txt").write_text("Anna lives in Rome.")
    return ("2023-05-01.txt", "2024-02-01.txt", "--embedder", "none")


def homes(cli):
    facts = cli("history", "Anna", "--json").json["facts"]
    return [fact["object_name"] for fact in facts if fact["relation"] == "lives in"]


def answering(asked: Asked) -> Answer:
    """Answer questions too, citing the first line of the evidence, and mark any answer right."""
    if "right answer" in put(asked):
        return says(json.dumps({"reason": "the same", "score": 1}))
    if "\nQuestion" not in put(asked):
        return good(asked)
    reply = {"reasoning": "line 1", "abstain": False, "answer": "In Rome.", "citations": [1]}
    return says(json.dumps({**reply, "items": ["Rome"], "confidence": 0.9}))


def test_remember_ask_and_what_it_cost(cli, texts):
    with Server(answering) as server:
        at = (*NAME, "--base-url", server.url)
        ran = cli("remember", *texts, *at)
        assert ran.code == 0, ran.err
        assert "model: openai:test@127.0.0.1" in ran.err
        ran = cli("ask", "Where does Anna live?", *at, "--json", "--gold", "Rome")
        assert (ran.code, ran.json["answer"], ran.json["items"]) == (0, "In Rome.", ["Rome"])
        assert ran.json["verdict"] == {"score": 1, "reason": "the same", "failure": None}
        assert len(ran.json["facts"]) == 1
        assert "judged right: the same" in cli("ask", "Where is Anna?", *at, "--gold", "Rome").out
        headers = {
            value
            for each in server.asked
            for key, value in each.headers.items()
            if key.casefold() == "authorization"
        }
        assert headers == {"Bearer k"}
    assert homes(cli) == ["Oslo", "Rome"]
    shown = cli("stats", "--cost").out
    assert "Extract         2 calls, 200 tokens in, 40 out" in shown
    assert "AnswerOrSearch  2 calls" in shown


def test_settings_stand_in_a_file_and_roles_have_models_of_their_own(
    cli, texts, tmp_path, monkeypatch
):
    with Server(answering) as server:
        (tmp_path / "clew.toml").write_text(
            f'[model]\nname = "openai:big"\nmemory = "openai:small"\nbase_url = "{server.url}"\n'
            "[model.sampling]\ntemperature = 0.5\n[model.sampling.Extract]\nmax_tokens = 77\n"
        )
        monkeypatch.setenv("CLEW_BASE_URL", server.url)  # agrees that the key goes there
        ran = cli("remember", *texts)
        assert ran.code == 0
        assert ran.err.count("clew.toml in this folder sets name = 'openai:big'") == 1
        assert cli("ask", "Where does Anna live?").code == 0
        bodies = [each.body for each in server.asked]
    assert [body["model"] for body in bodies] == ["small"] * 3 + ["big"]
    limits = {body.get("max_tokens") or body.get("max_completion_tokens") for body in bodies}
    assert limits == {77, 4096}
    assert {body["temperature"] for body in bodies} == {0.5}


def test_a_token_count_that_no_file_can_hold_does_not_stop_learning(cli, texts):
    def script(asked):
        reply = json.loads(good(asked).body)
        reply["usage"] = dict.fromkeys(reply["usage"], 2**70)
        return Answer(json.dumps(reply).encode())

    with Server(script) as server:
        ran = cli("remember", *texts, *NAME, "--base-url", server.url)
        assert ran.code == 0, ran.err
    assert homes(cli) == ["Oslo", "Rome"]
    assert cli("stats", "--cost").code == 0


def test_a_file_that_lies_in_the_folder_gets_no_key(cli, texts, tmp_path):
    with Server(answering) as server:
        found = server.url.replace("//", "//anna:secretpass@") + "?key=othersecret"
        (tmp_path / "clew.toml").write_text(f'[model]\nname = "openai:a"\nbase_url = "{found}"\n')
        ran = cli("remember", *texts)
        assert ran.code == 1
        assert "CLEW_API_KEY is not sent to http://***@127.0.0.1" in ran.error
        assert "name it yourself with --base-url or CLEW_BASE_URL" in ran.error
        assert not server.asked
    with Server(lambda _: fails(503, "asleep", Retry_After="3600")) as server:  # too long to wait
        named = server.url.replace("//", "//anna:secretpass@") + "?key=othersecret"
        told = cli("remember", *texts, "--base-url", named)
        assert told.code == 5
        shown = cli("stats").out + cli("doctor", "--base-url", named).out + told.out + told.err
    assert "openai:a at http://***@127.0.0.1" in shown
    kept = (tmp_path / "memory.clew").read_bytes() + ran.err.encode() + shown.encode()
    assert b"secretpass" not in kept
    assert b"othersecret" not in kept


def test_what_a_model_could_not_learn_from_waits_and_the_code_says_so(cli, texts):
    sick = True

    def script(asked):
        return fails(400, "no") if sick and is_about(asked, "Rome") else good(asked)

    with Server(script) as server:
        at = (*NAME, "--base-url", server.url)
        ran = cli("remember", *texts, *at)
        assert ran.code == 5
        assert "1 episode kept but not learned from; run: clew learn --pending" in ran.err
        assert cli("learn", "--pending", *at).code == 5
        sick = False
        assert cli("learn", "--pending", *at).code == 0
    assert homes(cli) == ["Oslo", "Rome"]


def test_a_recording_answers_without_the_server(cli, texts, tmp_path):
    with Server(answering) as server:
        at = (*NAME, "--base-url", server.url, "--record", "replies.jsonl")
        assert cli("remember", *texts, *at).code == 0
    again = ("--memory", "again.clew", "--replay", "replies.jsonl")
    assert cli("remember", *texts, *again).code == 0
    told = [cli("show", "Anna", *place).out for place in ((), ("--memory", "again.clew"))]
    assert told[0] == told[1]
    (tmp_path / "new.txt").write_text("Anna likes Tea.")
    ran = cli("remember", "new.txt", *again)
    assert ran.code == 1
    assert "replies.jsonl has no reply for" in ran.error
    assert "with the same times (--at, --as-of)" in ran.error


def test_a_recorded_question_is_replayed_as_of_its_time(cli, texts):
    assert cli("remember", *texts).code == 0
    asked = ("ask", "Where does Anna live?", "--as-of", "2024-03-01")
    assert cli(*asked, "--record", "asked.jsonl").out.startswith("Rome")
    assert cli(*asked, "--replay", "asked.jsonl").out.startswith("Rome")
    ran = cli("ask", "Where does Anna live?", "--replay", "asked.jsonl")
    assert (ran.code, "differs in field 'now'" in ran.error) == (1, True)


def test_a_budget_ends_asking_and_nothing_is_lost(cli, texts):
    with Server(good) as server:
        at = (*NAME, "--base-url", server.url)
        ran = cli("remember", *texts, *at, "--max-calls", "1")
        assert ran.code == 5
        assert len(server.asked) <= 5
        assert cli("stats", "--json").json["pending"] >= 1
        assert cli("learn", "--pending", *at).code == 0
    assert homes(cli) == ["Oslo", "Rome"]


def test_the_doctor_tells_what_a_model_can_do(cli, texts):
    with Server(answering) as server:
        ran = cli("doctor", *NAME, "--base-url", server.url, "--json")
        assert ran.json["parsed"] + sum(x["outcome"] == "failed" for x in ran.json["lines"]) == 10
        assert {line["how"] for line in ran.json["lines"] if line["outcome"] == "parsed"} == {
            "json schema"
        }
        ran = cli("doctor", *NAME, "--base-url", server.url)
        assert "10 tasks: " in ran.out
        assert "json schema" in ran.out
    assert cli("doctor").code == 0, "the rules"


def test_a_model_out_of_reach_is_told_once(cli, texts):
    with Server(lambda _: fails(503, "asleep", Retry_After="3600")) as server:  # too long to wait
        why = f"the model could not be reached: openai:test at {server.url} answered 503: asleep"
        asleep = (*NAME, "--base-url", server.url)
        ran = cli("doctor", *asleep)
        assert ran.code == 4
        assert ran.out.count(why) == ran.out.count("503") == 1
        assert len(ran.out.splitlines()) == 4, "the model, why, tasks, calls"
        assert cli("remember", *texts).code == 0
        ran = cli("ask", "Where does Anna live?", *asleep)
    assert ran.code == 4
    assert ran.out.startswith(f"No answer: {why}")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--model", "opnai:x"), "no model provider named 'opnai'; did you mean 'openai'?"),
        (("--model", "local:none.gguf"), "none.gguf"),
        (("--model", "ollama"), "expected a model as PROVIDER:MODEL"),
        (("--replay", "none.jsonl"), "none.jsonl"),
        ((*NAME, "--base-url", "nowhere"), "expected an address such as"),
    ],
)
def test_a_model_that_cannot_be_opened_is_told_before_anything_is_kept(
    cli, texts, tmp_path, options, message
):
    ran = cli("remember", *texts, *options)
    assert ran.code == 1
    assert message in ran.error
    assert not (tmp_path / "memory.clew").exists()


def test_a_person_may_answer_on_the_terminal(cli, texts, tmp_path):
    assert cli("remember", *texts).code == 0
    typed = b"as it says\nn\nIn Rome\n\n1\n\n\n\n\n"
    ask = ("ask", "Where does Anna live?", "--model", "person")
    ran, silent = spawn_several((*ask, "--json"), ask, folder=tmp_path, stdin=typed)
    assert ran.code == 0, ran.err
    assert ran.json["answer"] == "In Rome"
    assert "Where does Anna live?" in ran.err, "the question is shown, and not on stdout"
    assert (silent.code, "the person gave no answer" in silent.out) == (4, True)
    assert (
        "a person answers and judges" in cli("remember", *texts, "--memory-model", "person").error
    )


def test_a_judge_needs_the_right_answer(cli, texts):
    ran = cli("ask", "Where?", "--judge", "rules")
    assert ran.code == 2
    assert "give that with --gold TEXT" in ran.error


def test_an_interrupt_keeps_what_was_learned(cli, texts, tmp_path):
    for number in range(200):
        (tmp_path / f"{number:03}.txt").write_text(f"A{number} likes B.")

    def slow(asked):
        answer = good(asked)
        return Answer(answer.body, delay=0.02)

    with Server(slow) as server:
        arguments = ["remember", ".", *NAME, "--base-url", server.url, "--embedder", "none"]
        process = subprocess.Popen(
            [sys.executable, "-m", "clew", *arguments],
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**os.environ, "CLEW_API_KEY": "k"},
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        deadline = time.monotonic() + 60
        while len(server.asked) < 70 and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130, err
    assert b"Traceback" not in err
    counted = cli("stats", "--json").json
    assert 0 < counted["pending"] < counted["kinds"]["episode"]
    assert counted["kinds"]["fact"] >= 1
    assert counted["kinds"]["episode"] in (64, 128, 192, 202)
