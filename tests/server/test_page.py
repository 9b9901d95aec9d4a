"""The page: its files and its door; and, in a real browser, everything that can be done in it."""

import hashlib
import json
import re
from contextlib import contextmanager
from pathlib import Path
from time import monotonic
from urllib.request import urlopen

import pytest
from playwright.sync_api import Route

from clew.graph.times import parse_time
from clew.learn.tasks import Extract
from clew.llm.scripted import ScriptedModel
from clew.operations.scope import Scope
from clew.server.page_export import exported
from clew.server.page_files import HEADERS, MODULES, page_file, page_files
from clew.server.tickets import Tickets
from tests.server.looking import browser, needs_browser, opened_page, viewed
from tests.server.running_server import running
from tests.server.shown_memory import HOSTILE, fill_to_look_at
from tests.server.test_rest import bearer, served
from tests.store.memories import opened

DEMO = Path(__file__).parents[2] / "examples/demo"
VENDOR = Path(__file__).parents[2] / "src/clew/server/page/vendor"


def test_the_page_and_its_files_are_served_and_nothing_else():
    with opened() as memory, served(memory) as client:
        page = client.get("/")
        assert page.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
        named = re.findall(r'(?:href|src)="(page/[^"]+)"', page.text)
        assert len(named) > 5
        assert [client.get(f"/{name}").status_code for name in named] == [200] * len(named)
        assert {f"page/{name}.js" for name in MODULES} <= set(named)
        for other in ("page_files.py", "../page_files.py", "%2e%2e/rest.py", "vendor/README.md"):
            assert client.get(f"/page/{other}").status_code == 404


def test_the_page_of_the_routes_loads_nothing_from_elsewhere():
    with opened() as memory, served(memory) as client:
        page = client.get("/docs")
        assert page.headers["content-security-policy"] == HEADERS["Content-Security-Policy"]
        assert "//" not in page.text
        named = re.findall(r'(?:href|src)="(page/[^"]+)"', page.text)
        assert [client.get(f"/{name}").status_code for name in named] == [200] * len(named) != []
        assert client.get("/redoc").status_code == 404


def test_no_script_of_the_page_can_make_html_of_a_text():
    ours = {name for name in page_files() if name.endswith(".js") and "/" not in name}
    assert len(ours) > 10
    for name in ours:
        text = page_file(name)
        assert not re.search(r"innerHTML|outerHTML|insertAdjacent|document\.write|eval\(", text)
    for name in ("index.html", "routes.html"):
        assert "style=" not in page_file(name)
        assert "onclick" not in page_file(name)


def test_libraries_are_those_that_were_published():
    told = dict(
        re.findall(r"^\| `(.+?)` .*`([0-9a-f]{64})`", (VENDOR / "README.md").read_text(), re.M)
    )
    files = {path.name: path.read_bytes() for path in VENDOR.glob("*.js")}
    assert told == {name: hashlib.sha256(text).hexdigest() for name, text in files.items()}
    for name in told:
        assert (VENDOR / name.replace(".min.js", ".LICENSE")).exists()


def test_a_ticket_lets_one_window_in():
    told: list[str] = []
    tickets = Tickets([Scope.READ], told.append)
    first = tickets.ticket
    with opened() as memory, served(memory, tickets) as client:
        assert client.get("/page/about").json() == {"way": "ticket"}
        assert client.post("/v1/default/stats", json={}).status_code == 401
        assert client.post("/page/enter", json={"ticket": "x"}).status_code == 401
        key = client.post("/page/enter", json={"ticket": first}).json()["token"]
        assert client.post("/page/enter", json={"ticket": first}).status_code == 401
        assert told == [tickets.ticket] != [first]
        about = client.get("/page/about", headers=bearer(key)).json()
        assert (about["scopes"], about["namespace"]) == (["read"], "default")
        assert about["namespaces"] == ["default"]
        assert client.post("/v1/default/stats", json={}, headers=bearer(key)).status_code == 200
        retire = client.post("/v1/default/retire", json={"item": 1}, headers=bearer(key))
        assert retire.status_code == 403
        assert client.post("/v1/default/stats", json={}, headers=bearer(first)).status_code == 401


def test_a_page_to_send_holds_the_memory_as_data_that_closes_no_tag():
    with opened() as memory:
        fill_to_look_at(memory)
        made = exported(memory, 100)
        few = exported(memory, 3)
        memory.retire(memory.facts("Ben")[0].id)
        assert exported(memory, 100).facts == made.facts - 1
    kept = re.findall(r'id="kept-memory">(.*?)</script>', made.html, re.DOTALL)
    held = json.loads(kept[0])
    assert len(held["facts"]) == made.facts == 14
    assert (few.facts, few.left_out) == (3, 11)
    assert not set("<>&") & set(kept[0])
    assert any(HOSTILE in one["text"] for one in held["episodes"])
    assert not re.findall(r'(?:src|href)="(?!data:|#)', made.html)


@pytest.fixture(scope="module")
def chromium():
    with browser() as made:
        yield made


@pytest.fixture(scope="module")
def look(chromium, tmp_path_factory):
    """Return a function that opens a page of a namespace of a memory to look at."""
    path = tmp_path_factory.mktemp("looked") / "memory.clew"
    for name in ("default", "changed"):
        with opened(path, namespace=name) as memory:
            fill_to_look_at(memory)
    with viewed(path) as addresses:

        @contextmanager
        def look(namespace="default", **options):
            with opened_page(chromium, next(addresses), **options) as page:
                if namespace != "default":
                    page.select_option("#namespace", namespace)
                    page.wait_for_selector("body:not([data-ready])")
                    page.wait_for_selector("body[data-ready]")
                yield page

        yield look


def press_until(page, key, done, settled=lambda: None):
    """Press a key until something is so; after each press, wait until the page has answered."""
    for _ in range(60):
        if done():
            return
        page.keyboard.press(key)
        settled()
    raise AssertionError(f"{key} does not get there")


@needs_browser
@pytest.mark.slow
def test_what_is_found_is_explained_and_an_answer_lights_up(look):
    with look() as page:
        page.keyboard.press("/")
        page.keyboard.type("Where does Ben live?")
        page.keyboard.press("Control+Enter")
        page.wait_for_selector(".answer:has-text('Lima')")
        page.wait_for_selector("#results mark:has-text('Ben moved to Lima.')")
        lit = "clew.graph.cy.edges('.lit').map((one) => one.data('label'))"
        assert page.evaluate(lit) == ["lives in"]
        page.fill("#query", "<script>window.hacked</script> <img src=x onerror=1>")
        page.press("#query", "Enter")
        page.wait_for_selector(".result .fact, .result:has-text('onerror=')")
        page.locator(".why summary").first.click()
        assert page.locator(".why table").first.inner_text().startswith("Found by\tPlace\tScore")
        script_stays_a_text(page)


def script_stays_a_text(page):
    for what, title in (("Eve lives in Riga", "A text"), ("knows", "A fact")):
        page.fill("#query", what)
        page.press("#query", "Enter")
        page.wait_for_selector(".waiting", state="detached")
        page.locator(".result .says:has-text('<script>')").first.click()
        page.wait_for_selector(f"#card h2:has-text('{title}')")
    assert "<img src=x onerror='window.hacked=1'>" in page.locator("#card").inner_text()
    assert "Ben \\u202e<script>" in page.locator("#card").inner_text()
    assert page.locator("#graph").evaluate("(box) => box.querySelectorAll('script').length") == 0
    assert page.evaluate("[typeof window.hacked, document.images.length]") == ["undefined", 0]


@needs_browser
@pytest.mark.slow
def test_a_card_at_two_times_by_keys_alone(look):
    with look() as page:
        page.keyboard.press("g")
        press_until(page, "ArrowDown", lambda: "Ben" in page.locator("#status").inner_text())
        page.keyboard.press("Enter")
        page.wait_for_selector("#card h2:has-text('Ben')")
        holds = page.locator("#card .fact.now", has_text="lives in")
        assert "Lima" in holds.inner_text()
        holds.locator(".sources summary").press("Enter")
        holds.locator("mark", has_text="Ben moved to Lima.").wait_for()
        past = "clew.graph.cy.edges('.past').map((one) => one.target().data('label')).sort()"
        assert page.evaluate(past) == ["Bergen", "Rome"]
        page.keyboard.press("t")
        page.keyboard.press("Home")
        press_until(
            page, "ArrowRight", lambda: page.locator("#card .now:has-text('Bergen')").count()
        )
        assert page.evaluate("clew.graph.cy.edges('.ahead').length") > 3
        page.locator("#banner button").press("Enter")
        assert not page.locator("#banner").is_visible()
        page.locator("#known").focus()
        page.keyboard.press("Home")
        page.wait_for_selector("#card:has-text('did not know it yet')")

        def told():
            at = page.locator("#known").input_value()
            page.wait_for_selector(f"#status:has-text('Revision {at}:')")

        rome = page.locator("#card .now:has-text('Rome')")
        press_until(page, "ArrowRight", rome.count, told)
        assert page.evaluate("clew.graph.cy.edges('.now').map((one) => one.target().data('label'))")
        page.locator("#banner button").press("Enter")
        page.wait_for_selector("#card .now:has-text('Lima')")


def open_card(page, name):
    page.fill("#query", name)
    page.evaluate(
        f"clew.source.call('entity', {{entity: {name!r}}}).then((one) => clew.open(one.id))"
    )
    page.wait_for_selector(f"#card h2:has-text('{name}')")


def press_at(page, row, deed):
    found = page.locator("#card .fact", has_text=row).first
    found.locator("[aria-label='Change this']").click()
    found.locator(f"button:has-text('{deed}')").click()


SURE = "#dialog footer button:last-child"


def facts_are_corrected_retired_and_restored(page):
    open_card(page, "Ben")
    press_at(page, "lives in Lima", "Correct")
    page.fill("[name=object]", "Paris")
    assert "From now: Ben lives in Paris" in page.locator(".preview").inner_text()
    page.locator(SURE).click()
    page.wait_for_selector("#card:has-text('A fact'):has-text('Paris')")
    open_card(page, "Ben")
    press_at(page, "moved to Rome", "Retire")
    page.locator(SURE).click()
    page.wait_for_selector("#card .fact.retired", state="attached")
    page.locator("#card summary:has-text('Retired')").click()
    press_at(page, "moved to Rome", "Restore")
    page.locator(SURE).click()
    page.wait_for_selector("#card .fact.retired", state="detached")


def names_are_split_and_merged_and_a_conflict_is_settled(page):
    open_card(page, "Anna")
    page.locator(".chip button").click()
    page.locator(SURE).click()
    page.wait_for_selector(".chip", state="detached")
    page.locator("#card button:has-text('Merge')").click()
    page.fill("[name=other]", "Anne")
    page.locator(SURE).click()
    page.wait_for_selector(".preview:has-text('becomes another name of Anna')")
    page.locator(SURE).click()
    page.wait_for_selector(".chip:has-text('Anne')")
    page.locator("#tab-conflicts").click()
    claim = page.locator(".side", has_text="Anna lives in Lima").first
    claim.locator("button:has-text('This stands')").click()
    page.wait_for_selector(".side.won:has-text('Anna lives in Lima')")


def what_waits_is_learned_and_a_source_forgotten(page):
    page.locator("#tab-upkeep").click()
    page.locator("button:has-text('Learn from them now')").click()
    page.wait_for_selector("#upkeep:has-text('Every text was learned from.')")
    source = page.locator("#upkeep .fact", has_text="chat/1")
    source.locator("button").click()
    assert "Ben has a red boat" in page.locator(".receipt").inner_text()
    page.locator(SURE).click()
    page.wait_for_selector("#dialog h2:has-text('Forgotten')")
    page.keyboard.press("Escape")
    page.wait_for_selector("#upkeep .fact:has-text('chat/1')", state="detached")


@needs_browser
@pytest.mark.slow
def test_each_change_is_shown_before_it_is_made(look):
    with look("changed") as page:
        facts_are_corrected_retired_and_restored(page)
        names_are_split_and_merged_and_a_conflict_is_settled(page)
        what_waits_is_learned_and_a_source_forgotten(page)


def what_was_asked_last_is_shown(page):
    held: list[Route] = []

    def hold(route):
        first = route.request.post_data_json["query"] == "Oslo"
        (held.append if first else lambda one: one.continue_())(route)

    page.route("**/recall", hold)
    for query in ("Oslo", "Riga"):
        page.fill("#query", query)
        page.press("#query", "Enter")
    page.wait_for_selector("#results .result:has-text('Riga')")
    with page.expect_response("**/recall"):
        held[0].continue_()
    page.wait_for_timeout(300)
    assert page.locator("#results .result:has-text('Riga')").count()
    page.unroute("**/recall")


def an_error_of_a_click_is_told(page):
    page.locator("#home").click()
    page.wait_for_selector("#card .hubs")
    error = {"code": "unknown_name", "message": "no such thing", "retry": False}
    page.route("**/around", lambda route: route.fulfill(status=404, json=error))
    page.locator("#card .hubs .link").first.click()
    page.wait_for_selector(".toast.bad:has-text('no such thing')")
    page.unroute("**/around")


@contextmanager
def held_once(page, url, which):
    """Hold the first request for which `which` holds; yield all of them, to be let go on."""
    held: list[Route] = []

    def hold(route):
        mine = which(route.request.post_data_json)
        if mine:
            held.append(route)
        if not mine or len(held) > 1:
            route.continue_()

    page.route(url, hold)
    yield held
    page.unroute(url)


def until(page, done):
    for _ in range(300):
        if done():
            return
        page.wait_for_timeout(100)
    raise AssertionError("it did not come to that")


def tell(page, text):
    """Let somebody else tell the memory something."""
    page.evaluate("(text) => void clew.source.call('remember', { text })", text)


def id_of(page, name):
    return page.evaluate(
        "(entity) => clew.source.call('entity', { entity }).then((one) => one.id)", name
    )


def what_others_change_undoes_no_click(page):
    anna, ben = id_of(page, "Anna"), id_of(page, "Ben")
    open_card(page, "Ben")
    card = {"entity": f"id:{anna}", "skip": 0, "limit": 60}
    with held_once(page, "**/around", card.__eq__) as held:
        page.evaluate("(id) => void clew.open(id)", anna)
        until(page, lambda: held)
        tell(page, "Ben knows Fritz.")
        page.wait_for_selector("#card:has-text('Fritz')")
        held[0].continue_()
        page.wait_for_selector("#card h2:has-text('Anna')")
    open_card(page, "Ben")
    card["entity"] = f"id:{ben}"
    with held_once(page, "**/around", card.__eq__) as held:
        tell(page, "Ben knows Greta.")
        until(page, lambda: held)
        open_card(page, "Anna")
        held[0].continue_()
        page.wait_for_timeout(300)
        assert page.locator("#card h2").inner_text() == "Anna"


def one_renewal_ends_before_the_next_begins(page):
    open_card(page, "Ben")
    with held_once(page, "**/conflicts", {"decided": True}.__eq__) as held:
        tell(page, "Ben knows Hilda.")
        page.wait_for_selector("#card:has-text('Hilda')")
        tell(page, "Ben knows Ingrid.")
        page.wait_for_timeout(1500)
        assert len(held) == 1
        held[0].continue_()
        page.wait_for_selector("#card:has-text('Ingrid')")


WATCHED = """async () => {
  const [seen, told] = [[], []];
  clew.source.watch(0, (one) => seen.push(one.revision), (there) => told.push(there));
  while (!seen.includes(3)) await new Promise((go) => setTimeout(go, 50));
  return [seen, told];
}"""


CUTS = 4


def a_stream_that_ends_goes_on_where_it_was(page):
    asked = []

    def cut(route):
        asked.append((route.request.url.partition("since=")[2], monotonic()))
        if len(asked) > CUTS:
            route.continue_()
        else:
            route.fulfill(body='id: 1\nevent: change\ndata: {"revision": 1}\n\n')

    page.route("**/watch**", cut)
    seen, told = page.evaluate(WATCHED)
    since, times = zip(*asked, strict=True)
    assert since == ("0", *["1"] * CUTS)
    assert times[-1] - times[-2] < 5  # a second, while it always came back
    assert (seen[: CUTS + 1], told) == ([*[1] * CUTS, 2], [False, True] * CUTS)


def a_name_that_a_field_cannot_show_stays(page):
    page.evaluate(
        "clew.source.call('recall', {query: 'knows', k: 50}).then(({results}) => "
        "clew.show(results.find((one) => one.item.relation === '<b>knows</b>').item))"
    )
    press_at(page, "knows", "Correct")
    page.fill("[name=subject]", "Dora")
    with page.expect_request("**/correct") as sent:
        page.locator(SURE).click()
    assert set(sent.value.post_data_json) == {"item", "subject", "source"}
    page.wait_for_selector("#card:has-text('Dora')")


@needs_browser
@pytest.mark.slow
def test_it_is_right_when_answers_come_late_or_fail(look):
    with look("changed") as page:
        what_was_asked_last_is_shown(page)
        an_error_of_a_click_is_told(page)
        what_others_change_undoes_no_click(page)
        one_renewal_ends_before_the_next_begins(page)
        a_stream_that_ends_goes_on_where_it_was(page)
        a_name_that_a_field_cannot_show_stays(page)


@needs_browser
@pytest.mark.slow
def test_it_fits_a_phone_in_the_dark(look):
    phone = {"viewport": {"width": 390, "height": 800}, "has_touch": True, "is_mobile": True}
    with look(color_scheme="dark", **phone) as page:
        for tab in ("graph", "results", "card", "conflicts", "upkeep"):
            page.locator(f"#tab-{tab}").tap()
            assert page.locator("#stage" if tab == "graph" else f"#{tab}").is_visible()
            assert page.evaluate("document.documentElement.scrollWidth") == 390
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        assert paper == "rgb(20, 24, 26)"
        page.locator("#theme").tap()
        assert page.evaluate("getComputedStyle(document.body).backgroundColor") != paper


@needs_browser
@pytest.mark.slow
def test_a_page_to_send_works_without_a_server(chromium, tmp_path):
    with opened() as memory:
        path = tmp_path / "sent.html"
        path.write_text(exported(fill_to_look_at(memory), 100).html, encoding="utf-8")
    with opened_page(chromium, path.as_uri()) as page:
        assert not page.locator("#ask").is_visible()
        page.fill("#query", "Ben Lima script")
        page.press("#query", "Enter")
        page.locator(".result:has(.kind.fact) .says", has_text="moved to Lima").first.click()
        page.wait_for_selector("#card mark:has-text('Ben moved to Lima.')")
        page.locator("#card .link", has_text="Ben").click()
        page.wait_for_selector("#card .past:has-text('Bergen')")
        assert page.locator("#card button", has_text="Forget").count() == 0
        page.locator("#time").press("Home")
        assert page.locator("#banner").is_visible()
        assert page.evaluate("[typeof window.hacked, document.images.length]") == ["undefined", 0]


@needs_browser
@pytest.mark.slow
def test_at_first_nothing_lies_under_the_legend(chromium, tmp_path):
    path = tmp_path / "m.clew"
    with opened(path) as memory:
        for file in sorted(DEMO.glob("2024-*.txt")):
            memory.remember(
                file.read_text("utf-8"), source=file.name, at=parse_time(file.name[:10])
            )
    with viewed(path) as addresses:
        screen = {"width": 1280, "height": 800}
        with opened_page(chromium, next(addresses), viewport=screen) as page:
            low, high = page.evaluate(
                "[Math.max(...clew.graph.cy.nodes().map((one) => one.renderedBoundingBox().y2)),"
                " document.getElementById('graph').clientHeight]"
            )
            assert low <= high


@needs_browser
@pytest.mark.slow
def test_what_was_only_said_is_not_since_then(look):
    with look() as page:
        open_card(page, "Ben")
        times = {"the brother of": "said 2024-01-06", "lives in Rome": "said 2024-02-10, until"}
        for row, told in times.items():
            assert told in page.locator("#card .fact", has_text=row).first.inner_text()


@needs_browser
@pytest.mark.slow
@pytest.mark.parametrize("sent", [True, False])
def test_a_card_names_others_of_the_name(chromium, tmp_path, sent):
    def two_annas(task):
        if not isinstance(task, Extract):
            return {"pairs": []}
        name, does = task.text.rsplit(" ", 1)
        fact = {"subject": name, "relation": "likes", "object": does}
        return {"facts": [fact], "people": [name], "aliases": [[name, "Anna"]]}

    path, page_path = tmp_path / "m.clew", tmp_path / "sent.html"
    with opened(path, model=ScriptedModel(two_annas)) as memory:
        for text in ("Anna Weber sailing", "Anna Smith painting"):
            memory.remember(text, source=text)
        page_path.write_text(exported(memory, 100).html, encoding="utf-8")
    with viewed(path) as addresses:
        address = page_path.as_uri() if sent else next(addresses)
        with opened_page(chromium, address) as page:
            page.locator("#card .hubs .link", has_text="Anna Weber").click()
            page.locator("#card .namesakes button", has_text="Anna Smith (id:").click()
            page.wait_for_selector("#card h2:has-text('Anna Smith')")
            assert "Anna Weber" in page.locator("#card .namesakes").inner_text()


@needs_browser
@pytest.mark.slow
@pytest.mark.enable_socket
def test_the_routes_are_listed_with_examples_and_nothing_is_fetched_elsewhere(chromium, tmp_path):
    with running(tmp_path / "m.clew") as base, opened_page(chromium, f"{base}/docs") as page:
        with urlopen(f"{base}/openapi.json") as reply:
            described = json.load(reply)["paths"]
        listed = "all => all.map((one) => one.dataset.route)"
        assert {*page.eval_on_selector_all("[data-route]", listed)} == {*described}
        page.locator("summary", has_text="/v1/{namespace}/recall").click()
        told = page.locator("details[open]").inner_text()
        assert f"curl -s {base}/v1/default/recall --json" in told
        assert "How many." in told
        assert "`" not in page.inner_text("#routes")
        assert page.inner_text("#routes p code").startswith('{"code"')
