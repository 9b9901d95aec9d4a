"""The table of operations: every row can be done, read as JSON, and told within a budget."""

import json

import pytest

from clew import Memory
from clew.errors import UnknownNameError, UsageError
from clew.operations.calling import Called, Calling, Preview
from clew.operations.confirming import Confirming
from clew.operations.every_operation import OPERATIONS, operation_named
from clew.operations.scope import Scope
from clew.operations.tool_definitions import Profile
from clew.operations.within_budget import tell
from clew.recall.pack import count_tokens
from tests.made import once
from tests.store.memories import day, fill, opened, write_filled

NOT_OPERATIONS = {
    "open", "close", "as_of", "using", "view", "model", "namespace", "store", "embedder", "clock",
    "revision", "remember_many", "write", "begin_run", "runs", "judge", "backup", "export",
    "in_namespace", "namespaces", "reading", "import_", "graphml", "jsonld", "reembed",
    "graph_stats", "watch",
}  # fmt: skip
"""What is no single answer, belongs to a program of its own, or moves whole files."""
ALSO = {"list": "browse", "decide": "trust", "item": "view"}


@pytest.fixture
def memory(tmp_path):
    once(write_filled, tmp_path)
    with opened(tmp_path / "x.clew") as memory:
        memory.remember("Cleo knows Dora.", at=day(101), source="chat")
        yield memory


@pytest.fixture(scope="module")
def filled():
    with opened() as memory:
        yield fill(memory)


def sensible(memory, name):
    """Return arguments that make sense in this memory."""
    fact, claims = memory.facts("Anna")[0].id, memory.conflicts()
    past = memory.browse("facts", past=True).items
    retired = next((one.id for one in past if one.rejected), fact)
    special = {
        "correct": {"item": fact, "object": "Lima", "at": "2026-01-01"},
        "retire": {"item": fact},
        "forget": {"episode": memory.browse("episodes").items[0].id},
        "merge": {"one": "Cleo", "other": "Dora"},
        "split": {"entity": "Nina"},
        "patch_metadata": {"episode": memory.browse("episodes").items[0].id, "patch": {"a": 1}},
        "item": {"item": fact},
        "episode": {"episode": memory.browse("episodes").items[0].id},
        "restore": {"item": retired},
        **({"decide": {"fact": claims[0].claim.id, "decision": "confirm"}} if claims else {}),
    }
    return special.get(name, dict(OPERATIONS[name].example))


def test_every_method_of_a_memory_is_an_operation_or_said_to_be_none():
    public = {name for name in dir(Memory) if not name.startswith("_")}
    done = {ALSO.get(name, name) for name in OPERATIONS}
    assert public - NOT_OPERATIONS - done == set()


READ = sorted(name for name, each in OPERATIONS.items() if each.read_only)


@pytest.mark.parametrize("name", READ)
def test_each_that_reads_changes_nothing_and_keeps_its_budget(filled, name):
    before = filled.revision
    json.dumps(OPERATIONS[name].answer(filled, sensible(filled, name)))
    told = tell(OPERATIONS[name], filled, sensible(filled, name), 200)
    assert told.lines
    assert count_tokens(told.text) <= 200
    assert filled.revision == before


@pytest.mark.parametrize("name", sorted(OPERATIONS.keys() - {*READ, "decide", "restore"}))
def test_each_that_writes_can_be_done_and_told(memory, name):
    operation = OPERATIONS[name]
    json.dumps(operation.answer(memory, sensible(memory, name)))
    if operation.idempotent:
        told = tell(operation, memory, sensible(memory, name), 200)
        assert told.lines
        assert count_tokens(told.text) <= 200


def test_what_a_person_decides_and_takes_back(memory):
    fact = memory.facts("Anna")[0].id
    operation_named("retire").answer(memory, {"item": fact})
    assert fact not in [one.id for one in memory.facts("Anna")]
    operation_named("restore").answer(memory, {"item": fact})
    assert fact in [one.id for one in memory.facts("Anna")]
    memory.trust.set("letter", 5)
    memory.remember("Anna lives in Lima.", at=day(200), source="rumour")
    claim = memory.conflicts()[0].claim.id
    operation_named("decide").answer(memory, {"fact": claim, "decision": "confirm"})
    assert memory.conflicts() == []


def parts_of(memory, name, arguments, budget):
    cursor = None
    while True:
        more = {"cursor": cursor} if name == "list" else {}
        told = tell(OPERATIONS[name], memory, arguments | more, budget, cursor)
        yield told
        cursor = told.cursor
        if cursor is None:
            return


@pytest.mark.parametrize("name", ["recall", "history", "list", "changes"])
@pytest.mark.parametrize("budget", [60, 120, 400])
def test_the_parts_of_an_answer_join_to_the_whole(filled, name, budget):
    arguments = {"entity": "Anna"} if name == "history" else dict(OPERATIONS[name].example)
    if name == "list":
        arguments = {"what": "episodes", "limit": 1000}
    whole = tell(OPERATIONS[name], filled, arguments, 100_000)
    assert whole.more == 0
    parts = list(parts_of(filled, name, arguments, budget))
    assert sum(len(told.lines) for told in parts) == len(whole.lines)
    for told in parts:
        assert count_tokens(told.text) <= budget + 40 * (name == "list")
        assert (told.more == 0) == (told.cursor is None)


def test_what_nothing_was_learned_from_says_so(memory):
    told = tell(OPERATIONS["remember"], memory, {"text": "Hm.", "at": "2025-01-01"}, 200)
    assert "No facts were found in it" in told.text
    known = tell(OPERATIONS["remember"], memory, {"text": "Hm.", "once": True, "at": "2025"}, 200)
    assert "known already" in known.text


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("recall", {}, "query: Field required"),
        ("recall", {"query": "x", "colour": "red"}, "colour: Extra inputs"),
        ("recall", {"query": "x", "k": 0}, "k: "),
        ("recall", {"query": "x", "since": "soon"}, "a time is an ISO date"),
        ("list", {"what": "poems"}, "what: Input should be"),
        ("forget", {}, "exactly one of episode, source, conversation and entity"),
    ],
)
def test_wrong_arguments_are_named(filled, name, arguments, said):
    with pytest.raises(UsageError, match=said):
        OPERATIONS[name].answer(filled, arguments)


def test_an_unknown_operation_suggests_the_nearest():
    with pytest.raises(UnknownNameError, match="did you mean 'recall'"):
        operation_named("recal")


def test_what_is_destructive_needs_the_scope_for_it():
    for operation in OPERATIONS.values():
        assert operation.destructive == (operation.scope is Scope.FORGET)
        assert not (operation.read_only and operation.destructive)


def test_what_is_agreed_to_in_one_namespace_erases_nothing_in_another(memory):
    calls = []
    for name in ("one", "other"):
        here = memory.in_namespace(name)
        told = here.remember("Anna lives in Oslo.", at=day(1))
        calls.append(({"episode": told.episode}, here))
    (arguments, one), (same, other) = calls
    assert arguments == same
    confirming = Confirming()
    shown = Calling(one, confirming=confirming).call("forget", arguments)
    assert isinstance(shown, Preview)
    agreed = arguments | {"token": shown.token}
    refused = Calling(other, confirming=confirming).call("forget", agreed)
    assert isinstance(refused, Called)
    assert refused.is_error
    assert other.ask("Where does Anna live?").text == "Oslo"
    done = Calling(one, confirming=confirming).call("forget", agreed)
    assert isinstance(done, Called)
    assert done.text.startswith("Erased: 1 episode,")


def test_a_token_is_used_up_however_it_is_written(memory):
    agreed = {"episode": memory.browse("episodes").items[0].id}
    preview = memory.forget(**agreed, dry_run=True)
    confirming = Confirming()
    token = confirming.token(agreed, preview)
    confirming.check(token, agreed, preview)
    for again in (token, "0" + token):
        with pytest.raises(UsageError, match="expected the token"):
            confirming.check(again, agreed, preview)


JUNK: tuple[object, ...] = (
    0,
    5,
    -1,
    10**30,
    0.5,
    True,
    "",
    "x",
    "9" * 5000,
    "٣",
    "1-é",
    [],
    ["a"],
    {"a": 1},
    b"x",
)


WITH_MORE = [name for name, one in OPERATIONS.items() if one.paged or one.destructive]


@pytest.mark.parametrize("name", WITH_MORE)
def test_no_cursor_and_no_token_makes_a_tool_raise(filled, name):
    calling, arguments = Calling(filled, Profile.ADMIN), sensible(filled, name)
    for key in ("cursor", "token"):
        for junk in JUNK:
            called = calling.call(name, arguments | {key: junk})
            assert isinstance(called, Called | Preview)


def test_a_cursor_may_be_written_as_a_number(filled):
    calling = Calling(filled, Profile.ADMIN, budget=200)
    first, second, same = (
        calling.call("changes", {"since": 0, **more})
        for more in ({}, {"cursor": "4"}, {"cursor": 4})
    )
    assert first != second == same
