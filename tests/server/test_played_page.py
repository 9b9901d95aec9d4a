"""A person who plays in a browser: what is asked, answered, logged and refused."""

import json
import re
import subprocess
import sys
from queue import SimpleQueue
from threading import Thread

import pytest
from starlette.testclient import TestClient

from clew.agents.person import Pick, picked
from clew.operations.scope import Scope
from clew.server.guarding import Limits
from clew.server.page_routes import RunShown
from clew.server.questions import Asked, Questions
from clew.server.running import made_app, played_in_page
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
    assert waits(questions) == Asked(1, "You see a door.\nfirst: ", ())
    assert not questions.answer(2, "too soon")
    assert questions.answer(1, "open door")
    while waits(questions).number == 1:
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
                asked = {"number": 1, "text": "You see a door.\naction: ", "choices": []}
                assert told == {
                    "name": "you",
                    "logged": False,
                    "steps": [],
                    "asked": asked,
                    "over": False,
                }
                assert client.post("/page/run/answer", json=answer).status_code == status
    thread.join(10)
    assert said == ["look"]


def test_the_end_of_a_game_waits_until_it_was_seen():
    questions = Questions()
    with opened() as memory:
        app = made_app(memory, None, Limits(), run=RunShown(None, questions))
        with TestClient(app, base_url="http://127.0.0.1:8321") as client:
            client.post("/page/run/seen")  # before the end, this means nothing
            ending = Thread(target=questions.finish, args=(600,))
            ending.start()
            while not client.get("/page/run").json()["over"]:
                pass
            assert ending.is_alive()
            client.post("/page/run/seen")
            ending.join(60)
            assert not ending.is_alive()


@needs_browser
@pytest.mark.slow
@pytest.mark.enable_socket
@pytest.mark.allow_hosts(["127.0.0.1"])
def test_only_what_can_be_done_is_a_button():
    addresses: SimpleQueue[str] = SimpleQueue()
    said: list[str] = []
    seen = "On the desk:\n  1 old lamp\n  2 coins"

    def play():
        with opened() as memory, played_in_page(memory, None, say=addresses.put) as person:
            said.append(picked(person, Pick(seen, "", ("go north", "look")))[0])

    game = Thread(target=play, daemon=True)
    game.start()
    addresses.get(timeout=60)
    with browser() as chromium, opened_page(chromium, addresses.get(timeout=60)) as page:
        assert page.locator("#asked .deeds button").all_inner_texts() == ["go north", "look"]
        assert seen in page.inner_text("#asked pre")
        nothing_to_step_through(page)
        page.locator("#asked button", has_text="look").click()
        the_game_is_over(page, "#step:has-text('The game is over')")
        game.join(60)
    assert said == ["look"]


def nothing_to_step_through(page):
    """See that keys that go from step to step do nothing where there is none, not even harm."""
    assert "Only what you are asked" in page.inner_text("#step")
    assert not page.locator("#sliders").is_visible()
    page.locator("#step").focus()
    for key in ("ArrowRight", "End", " "):
        page.keyboard.press(key)


def the_game_is_over(page, told):
    """See that the page tells the end and asks no more of a server that is gone."""
    page.wait_for_selector(told)
    page.wait_for_selector("#asked", state="hidden")
    page.wait_for_timeout(2500)
    assert page.locator(".toast.bad").count() == 0


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
    log = ("--trajectory", "run.jsonl") if agents == 2 else ()
    kept = ("--memory", "m.clew", "--max-steps", "2", "--embedder", "hashing")
    process, address = played(tmp_path, *world, *log, *kept)
    with browser() as chromium, opened_page(chromium, address) as page:
        nothing_to_step_through(page)
        page.locator("#asked button", has_text="move_left").click()
        page.wait_for_selector("#asked pre:has-text('step 1')")
        page.fill("#asked input", "move up")
        page.keyboard.press("Enter")
        the_game_is_over(page, "#step:has-text('The game is over')")
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, "in 2 steps" in out) == (0, True)
    if not log:
        return
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
        the_game_is_over(page, "#outcome:has-text('it ended here')")
    out, _ = process.communicate(timeout=60)
    assert (process.returncode, "2 decisions" in out) == (0, True)
