"""A person who plays in a browser: what is asked, answered, logged and refused."""

import json
import re
import subprocess
import sys
from threading import Thread

import pytest
from starlette.testclient import TestClient

from clew.operations.scope import Scope
from clew.server.guarding import Limits
from clew.server.page_routes import RunShown
from clew.server.questions import Questions
from clew.server.running import made_app
from clew.server.tickets import Tickets
from tests.server.looking import browser, needs_browser, opened_page
from tests.store.memories import opened


def asking(questions, *told):
    """Ask in a thread; return the thread and what it was answered."""
    said: list[str] = []

    def ask():
        for one in told:
            questions.show("You see a door.")
            try:
                said.append(questions.ask(one))
            except EOFError:
                said.append("nothing")

    thread = Thread(target=ask, daemon=True)
    thread.start()
    return thread, said


def waits(questions):
    while (asked := questions.asked()) is None:
        pass
    return asked


def test_a_question_waits_for_one_answer():
    questions = Questions()
    assert questions.asked() is None
    assert not questions.answer(0, "x")
    thread, said = asking(questions, "first: ", "second: ")
    assert waits(questions) == (1, "You see a door.\nfirst: ")
    assert not questions.answer(2, "too soon")
    assert questions.answer(1, "open door")
    while waits(questions)[0] == 1:
        pass
    assert not questions.answer(1, "too late")
    questions.close()
    thread.join(10)
    assert said == ["open door", "nothing"]
    with pytest.raises(EOFError):
        questions.ask("after the end: ")


def test_whoever_may_only_look_answers_nothing():
    questions = Questions()
    thread, said = asking(questions, "action: ")
    waits(questions)
    for scopes, status in (([Scope.READ], 403), ([Scope.READ, Scope.WRITE], 200)):
        tickets = Tickets(scopes, lambda _: None)
        with opened() as memory:
            app = made_app(memory, tickets, Limits(), only_here=True, run=RunShown(None, questions))
            with TestClient(app, base_url="http://127.0.0.1:8321") as client:
                answer = {"number": 1, "text": "look"}
                assert client.post("/page/run/answer", json=answer).status_code == 401
                key = client.post("/page/enter", json={"ticket": tickets.ticket}).json()["token"]
                client.headers["Authorization"] = f"Bearer {key}"
                told = client.get("/page/run").json()
                assert told == {
                    "name": "you",
                    "steps": [],
                    "asked": [1, "You see a door.\naction: "],
                }
                assert client.post("/page/run/answer", json=answer).status_code == status
    thread.join(10)
    assert said == ["look"]


def played(folder, *command):
    """Start a game in a folder; return the process and the address of its page."""
    process = subprocess.Popen(
        [sys.executable, "-m", "clew", "play", *command, "--human", "--page"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )  # fmt: skip
    assert process.stderr is not None
    for line in process.stderr:
        if found := re.search(r"http://127\.0\.0\.1:\d+/run#\S+", line):
            return process, found[0]
    raise AssertionError("no address was told")


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize("agents", [1, 2])
def test_a_person_plays_crafter_in_a_browser(tmp_path, agents):
    world = ("clew/Crafter-v0",) if agents == 1 else ("clew/MultiAgentCrafter-v0", "--agents", "2")
    log = ("--trajectory", "run.jsonl", "--memory", "m.clew", "--max-steps", "2")
    process, address = played(tmp_path, *world, *log, "--embedder", "hashing")
    with browser() as chromium, opened_page(chromium, address) as page:
        page.locator("#asked button", has_text="move_left").click()
        page.wait_for_selector("#asked pre:has-text('step 1')")
        page.fill("#asked input", "move up")
        page.keyboard.press("Enter")
        page.wait_for_selector("#asked", state="hidden")
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, "in 2 steps" in out) == (0, True)
    lines = [json.loads(line) for line in (tmp_path / "run.jsonl").read_text().splitlines()]
    acted = [line["agents"]["agent_0"]["action"] for line in lines[1:]]
    assert acted == ["move_left", "move_up"]


@needs_browser
@pytest.mark.slow
def test_a_person_plays_a_text_world_in_a_browser(games, tmp_path, monkeypatch):
    pytest.importorskip("textworld", reason="needs the extra textworld")
    monkeypatch.setenv("CLEW_CACHE", str(games))
    hunt = ("clew/TreasureHunt-v0", "--seed", "1", "--rooms", "4", "--keys", "2")
    log = ("--trajectory", "run.jsonl", "--memory", "m.clew", "--max-steps", "2")
    process, address = played(tmp_path, *hunt, *log, "--embedder", "hashing")
    with browser() as chromium, opened_page(chromium, address) as page:
        page.locator("#asked button", has_text="take key 1").click()
        page.wait_for_selector("#steps .here:has-text('take key 1')")
        page.wait_for_selector("#map img[alt='Map; the player is at Room A']")
        page.fill("#asked input", "dance")
        page.keyboard.press("Enter")
        page.wait_for_selector("#asked pre:has-text('That cannot be done: dance')")
        page.locator("#asked button", has_text="look").first.click()
        page.wait_for_selector("#place:has-text('2 of 2')")
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, "2 decisions" in out) == (0, True)
