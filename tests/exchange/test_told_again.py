"""Memories of other programs: the same words of another time are news, the same file is not."""

import pytest

from clew import Memory
from clew.clock import FixedClock
from clew.exchange.bring_in import bring, look
from clew.exchange.memory_files import OTHER_PAGES
from tests.exchange.files import NOW, written
from tests.store.memories import day, opened

STAYS = (
    ("1", "Anna lives in Oslo.", "2024-01-01T00:00:00Z"),
    ("2", "Anna moved to Rome.", "2024-02-01T00:00:00Z"),
    ("3", "Anna lives in Oslo.", "2024-03-01T00:00:00Z"),
)


def mem0(path, stays=STAYS, **more):
    rows = [
        {"id": key, "memory": text, "user_id": "anna", "updated_at": at} for key, text, at in stays
    ]
    return written(path, {"results": rows, **more})


def hindsight(path, stays=STAYS, **more):
    rows = [
        {"id": key, "text": text, "fact_type": "world", "document_id": "c", "mentioned_at": at}
        for key, text, at in stays
    ]
    return written(path, {"items": rows, **more})


@pytest.mark.parametrize(
    ("write", "source"),
    [(mem0, "mem0/anna"), (hindsight, "hindsight/c")],
    ids=["mem0", "hindsight"],
)
def test_who_comes_back_lives_there_again(tmp_path, write, source):
    path = write(tmp_path / "a.json")
    with opened() as memory:
        assert bring(memory, path).already_there == 0
        assert memory.ask("Where does Anna live?").text == "Oslo"
        held = memory.revision
        assert bring(memory, path).already_there == 3
        assert memory.revision == held
        assert [one.name for one in memory.browse("sources").items] == [source]
        memory.forget(source=source)
        assert memory.browse("episodes").total == 0


def test_what_has_changed_back_is_told_again(tmp_path):
    with opened() as memory:
        for stay in STAYS:
            _, text, at = stay
            bring(memory, mem0(tmp_path / "a.json", [("1", text, at)]))
        assert memory.ask("Where does Anna live?").text == "Oslo"


def claude(path, stays):
    messages = [{"sender": "human", "text": text, "created_at": at} for _, text, at in stays]
    return written(path, [{"uuid": "u", "chat_messages": messages}])


@pytest.mark.parametrize("write", [mem0, hindsight, claude])
def test_what_has_no_time_is_known_by_its_text_on_any_day(tmp_path, write):
    stays = [("1", "Anna lives in Oslo.", None), ("2", "Anna lives in Oslo.", None)]
    path = write(tmp_path / "a.json", stays)
    for number in (900, 901):
        clock = FixedClock(day(number))
        with Memory.open(tmp_path / "x.clew", embedder="hashing:16", clock=clock) as memory:
            assert bring(memory, path).already_there == (1 if number == 900 else 2)
            assert memory.browse("episodes").total == 1


def test_a_long_memory_is_known_again(tmp_path):
    long = "Anna has a boat. " * 300
    path = mem0(tmp_path / "a.json", [("1", long, STAYS[0][2])])
    with opened() as memory:
        bring(memory, path)
        parts = memory.browse("episodes").total
        assert bring(memory, path).already_there == 1
        assert memory.browse("episodes").total == parts > 1


def test_memories_on_other_pages_are_counted(tmp_path):
    path = tmp_path / "a.json"
    for given, missing in ((103, 100), (3, 0), (1, 0), (None, 0), ("103", 0)):
        for page in (
            hindsight(path, total=given, offset=0, limit=3),
            hindsight(path, total=given, offset=100, limit=3),
            mem0(path, count=given, next=None),
            mem0(path, total=given),
        ):
            dropped = look(page, None, NOW)[1].dropped
            assert dropped.get(OTHER_PAGES, 0) == missing
    assert look(hindsight(path), None, NOW)[1].dropped == {}
