"""A run as a page: its steps, and the map of what was played; nothing in it is taken as HTML."""

import json
import re

import pytest
from starlette.testclient import TestClient

from clew import Memory
from clew.agents.graph_memory import GraphMemory
from clew.errors import UsageError
from clew.operations.scope import Scope
from clew.server.guarding import Limits
from clew.server.page_routes import RunShown
from clew.server.run_page import run_page
from clew.server.running import made_app
from clew.server.tickets import Tickets
from clew.wiring import mind_named
from tests.server.looking import browser, needs_browser, opened_page, viewed
from tests.server.shown_memory import HOSTILE
from tests.store.memories import day, opened

USAGE = {"calls": 2, "input_tokens": 1200, "output_tokens": 80, "seconds": 1.0, "cost": 0.0}


def step(number, seen, action, reply, location, **more):
    """Return a step as a trajectory has it."""
    decision = {
        "action": action, "moves": [{"action": action, "to": None}], "reason": "to see more",
        "plan": [["find the rose", "the goal asks for it"]], "facts": ["rose | is in | Garden"],
        "episodes": [], "unexplored": ["Yard: east"], "refused": [], "fallback": "",
        "thoughts": {}, "usage": USAGE
    }  # fmt: skip
    return {
        "number": number, "observation": seen, "location": location, "inventory": "a lamp",
        "decision": decision | more, "moves": [[action, reply]], "reward": float(number == 2),
        "score": number - 1, "terminated": number == 2, "truncated": False
    }  # fmt: skip


STEPS = [
    step(1, f"A yard. {HOSTILE}", "go north", "A garden. \ud800", "Yard", fallback=HOSTILE),
    step(2, "A garden.", "take rose", "Taken.", "Garden", thoughts={"critic": "</script>"}),
]


@pytest.fixture
def log(tmp_path):
    path = tmp_path / "walk.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in STEPS), encoding="utf-8")
    return path


def tell_walk(memory):
    """Play a game of two places into a memory."""
    game = GraphMemory(memory.using(mind_named("textworld"), None), run="Mill")
    game.learn(0, "-= Yard =-\nThere is an exit to the north.")
    game.learn(1, "-= Garden =-\nYou see a rose.", "go north")
    game.learn_way(1, "Yard", "north", "Garden")


@pytest.fixture
def walked():
    """A memory of a game of two places."""
    with Memory.open(":memory:", embedder=None) as memory:
        tell_walk(memory)
        yield memory


def test_a_run_is_held_as_data_that_closes_no_tag(log, walked):
    made = run_page(log, walked)
    assert (made.steps, made.places) == (2, 2)
    (kept,) = re.findall(r'id="kept-run">(.*?)</script>', made.html, re.DOTALL)
    assert json.loads(kept) == {"name": "walk", "steps": STEPS}
    assert not set("<>&") & set(kept)
    made.html.encode("utf-8")
    assert not re.findall(r'(?:src|href)="(?!data:|#)', made.html)
    assert ">Garden</text>" in made.html
    assert run_page(log).places == 0


def test_a_last_line_that_was_cut_off_is_left_out(log):
    log.write_bytes(log.read_bytes()[:-20])
    assert run_page(log).steps == 1


@pytest.mark.parametrize(
    ("text", "said"),
    [("", "came no complete step"), ('{"about": {}}\n', "line 1: expected a step"), (None, "read")],
)
def test_what_is_no_run_is_refused(tmp_path, text, said):
    path = tmp_path / "other.jsonl"
    if text is not None:
        path.write_text(text, encoding="utf-8")
    with pytest.raises(UsageError, match=said):
        run_page(path)


@needs_browser
@pytest.mark.slow
def test_a_run_is_stepped_through_with_keys_and_the_map_follows(log, walked, tmp_path):
    path = tmp_path / "walk.html"
    path.write_text(run_page(log, walked).html, encoding="utf-8")
    here = "document.querySelector('rect.here').parentNode.querySelector('title').textContent"
    with browser() as chromium, opened_page(chromium, path.as_uri()) as page:

        def title():
            return page.evaluate(here).split("\n")[0]

        assert title() == "Yard"
        assert HOSTILE in page.inner_text("#step p.said >> nth=0")
        assert "rose is in Garden" in page.inner_text("#meant")
        page.keyboard.press("ArrowRight")
        assert title() == "Garden"
        assert page.inner_text("#steps .here").split() == ["2", "take", "rose", "+1"]
        assert page.locator("#next").is_disabled()
        assert "2 model calls, 1,200 tokens in, 80 out" in page.inner_text("#step")
        page.locator("#steps button").first.click()
        assert page.inner_text("#place") == "1 of 2"
        page.keyboard.press("ArrowLeft")
        assert page.inner_text("#place") == "1 of 2"
        page.locator("#play").click()
        page.wait_for_selector("#place:has-text('2 of 2')")
        assert page.evaluate("[typeof window.hacked, document.images.length]") == ["undefined", 0]


@pytest.fixture
def growing(log, tmp_path):
    """A trajectory of one step, and the file of the memory of its game."""
    path = tmp_path / "walk.clew"
    with Memory.open(path, embedder=None) as memory:
        tell_walk(memory)
    *_, second, _ = text = log.read_text(encoding="utf-8").split("\n")
    log.write_text(text[0] + "\n", encoding="utf-8")
    return path, second + "\n"


def test_a_run_that_goes_on_is_served_to_who_may_read(log, walked):
    tickets = Tickets([Scope.READ], lambda _: None)
    app = made_app(walked, tickets, Limits(), only_here=True, run=RunShown(log))
    with TestClient(app, base_url="http://127.0.0.1:8321") as client:
        assert "img-src blob: 'self'" in client.get("/run").headers["content-security-policy"]
        for path in ("/page/run", "/page/run/map"):
            assert client.get(path).status_code == 401
        key = client.post("/page/enter", json={"ticket": tickets.ticket}).json()["token"]
        client.headers["Authorization"] = f"Bearer {key}"
        told = {"name": "walk", "logged": True, "steps": STEPS, "asked": None, "over": False}
        assert client.get("/page/run").json() == told
        assert client.get("/page/run?since=1").json()["steps"] == STEPS[1:]
        assert client.get("/page/run?since=9").json()["steps"] == []
        for asked, here in (("?here=yard", "Yard"), ("", "Garden"), ("?here=sea", "")):
            drawn = client.get(f"/page/run/map{asked}").json()
            assert drawn["here"] == here
            assert drawn["svg"].count('class="place here"') == bool(here)
        log.unlink()
        assert client.get("/page/run").json()["steps"] == []


@needs_browser
@pytest.mark.slow
def test_a_run_is_watched_while_it_is_played(log, growing):
    memory, second = growing
    with (
        viewed(memory, "--run", str(log), page="run") as addresses,
        browser() as chromium,
        opened_page(chromium, next(addresses)) as page,
    ):
        assert page.inner_text("#place") == "1 of 1"
        page.wait_for_selector("#map img[alt='Map; the player is at Garden']")
        with log.open("a", encoding="utf-8") as file:
            file.write(second)
        page.wait_for_selector("#place:has-text('2 of 2')")
        page.wait_for_selector("#map img[alt='Map; the player is at Garden']")
        page.keyboard.press("ArrowLeft")
        page.wait_for_selector("#map img[alt='Map; the player is at Yard']")
        page.evaluate("document.querySelector('#step').firstChild.read = true")
        with log.open("a", encoding="utf-8") as file:
            file.write(second)
        page.wait_for_selector("#place:has-text('1 of 3')")
        assert page.evaluate("document.querySelector('#step').firstChild.read")
        assert page.locator("#next").is_enabled()
        page.locator("#home").click()
        page.wait_for_selector("#graph canvas")


@needs_browser
@pytest.mark.slow
def test_a_memory_without_a_map_is_asked_for_it_once(log, tmp_path):
    path = tmp_path / "dated.clew"
    with opened(path) as memory:
        memory.remember("Anna lives in Oslo.", at=day(1))
    with (
        viewed(path, "--run", str(log), page="run") as addresses,
        browser() as chromium,
        opened_page(chromium, next(addresses), refused="422") as page,
    ):
        page.wait_for_selector(".toast.bad:has-text('a memory of a game')")
        page.keyboard.press("ArrowLeft")
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(500)
        assert page.locator(".toast").count() == 1
        assert not page.locator("#map").is_visible()


@needs_browser
@pytest.mark.slow
def test_a_log_that_cannot_be_shown_is_told(growing, tmp_path):
    team = tmp_path / "team.jsonl"
    team.write_text('{"about": {}}\n', encoding="utf-8")
    with (
        viewed(growing[0], "--run", str(team), page="run") as addresses,
        browser() as chromium,
        opened_page(chromium, next(addresses), refused="422") as page,
    ):
        assert "It cannot be shown" in page.inner_text("#step")
        assert "line 1: expected a step" in page.inner_text("#step")
        assert not page.locator("#sliders").is_visible()
