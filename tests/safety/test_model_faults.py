"""A language model that misbehaves in every way: nothing is lost, the graph is made whole later.

Real sockets to a server of ours on this computer; `Memory.remember` from end to end.
"""

from datetime import UTC, datetime

import pytest

from clew.errors import ModelError
from clew.graph.types import Kind
from clew.learn.observe import Input
from clew.llm.chat import ChatModel
from clew.llm.retry import Patience, Retried
from clew.memory import Memory
from tests.llm.minds import good, is_about, put
from tests.llm.server import (
    LOOPBACK,
    Asked,
    Server,
    breaks,
    calls,
    completion,
    fails,
    hangs,
    page,
    says,
)

pytestmark = [*LOOPBACK, pytest.mark.timeout(120)]

TEXTS = [
    "Anna lives in Oslo. Ben works at Fjord.",
    "Anna lives in Rome. Anna likes Tea.",
    "Anna lives in Lima. Ben works at Hav.",
    "Cleo likes Anna.",
]
INPUTS = [
    Input(text, datetime(2024, 1 + number, 1, tzinfo=UTC), f"text {number}")
    for number, text in enumerate(TEXTS)
]


def opened(server, path=":memory:", **options):
    model = ChatModel("openai:test", base_url=server.url, api_key="k", timeout=1.5, **options)
    patience = Patience(tries=2, first=0.0)
    return Memory.open(path, embedder=None, model=Retried(model, patience=patience))


def told(memory):
    """Everything that is or was true, by content: ids depend on the order of learning."""
    known = set()
    with memory.view() as view:
        for entity in view.ids(Kind.ENTITY):
            for fact in view.timeline([entity]):
                known.add((fact.text, fact.valid_from, fact.valid_to, len(fact.episodes)))
    return known


@pytest.fixture(scope="module")
def undisturbed():
    with Server(good) as server, opened(server) as memory:
        receipts = memory.remember_many(INPUTS)
        assert not any(receipt.pending for receipt in receipts)
        known = told(memory)
    texts = sorted(text for text, *_ in known)
    assert texts == [
        "Anna likes Tea",
        "Anna lives in Lima",
        "Anna lives in Oslo",
        "Anna lives in Rome",
        "Ben works at Fjord",
        "Ben works at Hav",
        "Cleo likes Anna",
    ]
    return known


FAULTS = {
    "times out": hangs(),
    "is busy": fails(429, Retry_After="0"),
    "breaks down": fails(503),
    "closes the line in the middle": breaks(says('{"theses": [], "facts": []}'), 40),
    "gives a page": page(),
    "gives a page with an error": page(502),
    "says nothing": says(""),
    "says null": says(None),
    "has no choices": completion({}, choices=[]),
    "talks": says("Certainly! Anna moved to Rome, as far as I can see."),
    "gives another object": says('{"weather": "fine"}'),
    "gives no JSON": says('{"facts": [{"subject" "Anna"'),
    "calls a tool without arguments": calls(""),
    "refuses": says("", refusal="I will not."),
    "runs on for ever": says("ab " * 20_000, finish="length"),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_that_stays_leaves_the_text_pending_and_learning_later_makes_it_whole(
    fault, undisturbed
):
    sick = True

    def script(asked):
        return FAULTS[fault] if sick and is_about(asked, "Rome") else good(asked)

    with Server(script) as server, opened(server) as memory:
        receipts = memory.remember_many(INPUTS)
        assert [receipt.pending for receipt in receipts] == [False, True, False, False]
        assert receipts[1].error
        assert memory.episode(receipts[1].episode).text == TEXTS[1]
        assert memory.check() == []
        sick = False
        (late,) = memory.learn_pending()
        assert not late.pending
        assert told(memory) == undisturbed
        assert memory.check() == []


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_that_passes_is_not_seen(fault, undisturbed):
    """Asked again, in the ladder or by the retries; only a refusal is taken for an answer."""
    met: list[Asked] = []

    def script(asked):
        if is_about(asked, "Rome") and not met:
            met.append(asked)
            return FAULTS[fault]
        return good(asked)

    with Server(script) as server, opened(server) as memory:
        receipts = memory.remember_many(INPUTS)
        assert met
        if fault == "refuses":
            assert receipts[1].pending
            memory.learn_pending()
        assert told(memory) == undisturbed


@pytest.mark.parametrize("fault", ["breaks down", "talks"])
def test_a_revision_that_fails_keeps_the_whole_text_waiting(fault, undisturbed):
    sick = True

    def script(asked):
        revises = "| Lima" in put(asked) and "\nnew 0" in put(asked)
        return FAULTS[fault] if sick and revises else good(asked)

    with Server(script) as server, opened(server) as memory:
        receipts = memory.remember_many(INPUTS)
        assert receipts[2].pending
        sick = False
        memory.learn_pending()
        assert told(memory) == undisturbed


def test_a_server_that_is_down_is_not_asked_for_every_text():
    inputs = [Input(f"Text {number}.", 1 + number, "") for number in range(200)]
    with Server(lambda _: fails(503)) as server, opened(server, workers=1) as memory:
        receipts = memory.remember_many(inputs)
        assert all(receipt.pending and receipt.error for receipt in receipts)
        assert len(server.asked) < 200, "two tries each would be 400"
        assert len(memory.store.pending(memory.namespace)) == 200


def test_a_server_that_is_down_for_revisions_is_not_asked_for_every_text():
    inputs = [Input(f"Anna lives in Town{number}.", 1 + number, "") for number in range(12)]

    def script(asked):
        return fails(503) if "\nnew 0" in put(asked) else good(asked)

    with Server(script) as server, opened(server, workers=1) as memory:
        first, *receipts = memory.remember_many(inputs)
        assert not first.pending, "it replaces nothing: nobody is asked"
        assert all(receipt.pending and receipt.error for receipt in receipts)
        assert sum("\nnew 0" in put(asked) for asked in server.asked) <= 6, "three texts, two tries"


def test_a_wrong_key_is_told_at_once_and_the_texts_are_kept():
    with Server(lambda _: fails(401, "bad key")) as server, opened(server) as memory:
        with pytest.raises(ModelError, match="key"):
            memory.remember_many(INPUTS)
        assert len(memory.store.pending(memory.namespace)) == len(INPUTS)


def test_calls_overlap_and_commits_keep_the_order():
    inputs = [Input(f"A{number} likes B.", 1 + number, "") for number in range(12)]

    def slow(asked):
        answer = good(asked)
        return type(answer)(answer.body, delay=0.05)

    done: list[int] = []
    with Server(slow) as server, opened(server, workers=6) as memory:
        receipts = memory.remember_many(inputs, progress=done.append)
        first = [memory.history(f"A{number}")[0].known_from for number in range(12)]
    assert first == sorted(first)
    assert len(set(first)) == 12, "each is a commit of its own"
    assert [receipt.episode for receipt in receipts] == sorted(each.episode for each in receipts)
    assert sum(done) == 12
    assert len(done) > 6, "progress is shown as texts are learned"


def test_what_was_paid_is_in_the_file():
    with Server(good) as server, opened(server) as memory:
        first, second = memory.remember_many(INPUTS[:2])
        assert memory.ask("Where does Anna live?").reason == "not told"
        rows = memory.usage()
    paid = [(row.episode, row.task) for row in rows]
    assert paid == [
        (0, "AnswerOrSearch"),
        (first.episode, "Extract"),
        (second.episode, "Extract"),
        (second.episode, "Revise"),
    ]
    assert sum(row.calls for row in rows) == len(server.asked) == 4
    assert sum(row.input_tokens for row in rows) == 400
