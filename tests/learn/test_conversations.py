"""Texts of one conversation are tied by its id, with their speakers, and read together."""

import sqlite3
from datetime import UTC, datetime, timedelta

import pytest

from clew.clock import FixedClock
from clew.errors import UsageError
from clew.graph.types import Kind
from clew.learn.conversation.chat_message import ChatMessage
from clew.learn.conversation.told_before import ended_whole
from clew.learn.observe import Input
from clew.learn.tasks import Extract
from clew.llm.base import Sampling
from clew.llm.scripted import ScriptedModel
from clew.memory import Memory

DAY = datetime(2024, 5, 6, tzinfo=UTC)


class Reader(ScriptedModel):
    """A language model that finds nothing, and keeps what it was asked."""

    def __init__(self):
        super().__init__(lambda _: {"facts": []})

    def sampling(self, task):
        return Sampling()

    def shown(self):
        """Return the earlier texts that each text was shown with."""
        return {one.text: one.context for one in self.asked if isinstance(one, Extract)}


def opened(model=None, path=":memory:"):
    return Memory.open(path, embedder=None, model=model or Reader(), clock=FixedClock(DAY))


def test_a_message_is_kept_with_its_speaker_role_and_conversation():
    said = [
        ChatMessage("user", "I live in Oslo.", name="Anna", at=DAY + timedelta(days=1)),
        {"role": "assistant", "content": "Noted.", "time": "2024-05-08"},
        "A line without a speaker.",
    ]
    with opened() as memory:
        receipts = memory.remember_many(said, conversation="chat 7", source="app")
        kept = [memory.episode(each.episode) for each in receipts]
        assert [(one.text, one.speaker, one.role) for one in kept] == [
            ("Anna: I live in Oslo.", "Anna", "user"),
            ("assistant: Noted.", "", "assistant"),
            ("A line without a speaker.", "", ""),
        ]
        assert [one.at for one in kept] == [DAY + timedelta(days=1), DAY + timedelta(days=2), DAY]
        assert {(one.conversation, one.source) for one in kept} == {("chat 7", "app")}
        assert memory.check() == []


@pytest.mark.parametrize(
    ("told", "at"),
    [
        ({"timestamp": 1715000400}, datetime(2024, 5, 6, 13, tzinfo=UTC)),
        ({"time": 1715000400.5}, datetime(2024, 5, 6, 13, 0, 0, 500_000, tzinfo=UTC)),
        ({"created_at": 1715000400000}, datetime(2024, 5, 6, 13, tzinfo=UTC)),
        ({"timestamp": "1715000400"}, datetime(2024, 5, 6, 13, tzinfo=UTC)),
        ({"at": 1715000400}, 1715000400),
        ({"time": 12}, 12),
        ({"timestamp": 90_000_000}, 90_000_000),
        ({"timestamp": None}, None),
    ],
)
def test_a_number_that_can_only_count_seconds_since_1970_is_a_date(told, at):
    assert ChatMessage.of({"role": "user", "content": "I am here."} | told).at == at


def test_a_time_that_is_neither_a_step_nor_a_date_is_refused():
    with opened() as memory, pytest.raises(UsageError, match="aware datetime or a step"):
        memory.remember({"role": "user", "content": "I am here.", "time": 12.5})


def test_an_input_keeps_its_own_source_and_conversation():
    with opened() as memory:
        own = Input("Anna is here.", DAY, "letter", conversation="letters")
        (receipt,) = memory.remember_many([own], conversation="chat", source="app")
        kept = memory.episode(receipt.episode)
        assert (kept.source, kept.conversation) == ("letter", "letters")


@pytest.mark.parametrize(
    ("message", "why"),
    [
        ({"role": "user"}, "`content`, a text, got one with role"),
        ({"role": "user", "content": None}, "`content`"),
        ({"role": 7, "content": "Hello."}, "a text as `role` of a message, got 7"),
        ({"content": "Hello.", "at": "soon"}, "a time is an ISO date"),
    ],
)
def test_what_is_no_message_is_refused(message, why):
    with opened() as memory, pytest.raises(UsageError, match=why):
        memory.remember(message, conversation="chat")


def test_the_conversation_ties_texts_and_their_source_does_not():
    reader = Reader()
    with opened(reader) as memory:
        for text, conversation in [
            ("Anna came.", "a"),
            ("Ben came.", "b"),
            ("She sat down.", "a"),
            ("Alone.", ""),
            ("He left.", "b"),
            ("And alone.", ""),
        ]:
            memory.remember(text, source="notes", conversation=conversation)
    assert reader.shown() == {
        "Anna came.": (),
        "Ben came.": (),
        "She sat down.": ("Anna came.",),
        "Alone.": (),
        "He left.": ("Ben came.",),
        "And alone.": (),
    }


def test_the_parts_of_a_long_text_are_read_after_each_other():
    reader = Reader()
    with opened(reader) as memory:
        memory.remember("Anna came. " + "She sang a song. " * 150)
    first, second = reader.shown().values()
    assert first == ()
    (before,) = second
    assert before.startswith("She sang")
    assert before.endswith("song. ")
    assert len(before) <= 1500


def test_what_was_told_later_is_not_shown():
    reader = Reader()
    with opened(reader) as memory:
        memory.remember("Late news.", at=DAY + timedelta(days=9), conversation="a")
        memory.remember("Early news.", at=DAY, conversation="a")
    assert reader.shown()["Early news."] == ()


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("One. Two! Three?", "Two! Three?"),
        ("一。二二二二二。三三三。", "二二二二二。三三三。"),
        ("no mark at all here", ""),
        ("short.", "short."),
    ],
)
def test_only_whole_sentences_are_shown(text, kept):
    assert ended_whole(text, 13 if text.isascii() else 11) == kept


def test_people_may_say_the_same_twice_and_a_repeated_call_adds_nothing():
    said = [
        {"name": "Anna", "content": "Yes.", "at": "2024-05-06"},
        {"name": "Anna", "content": "Yes.", "at": "2024-05-06"},
        {"name": "Anna", "content": "Yes.", "at": "2024-05-07"},
    ]
    with opened() as memory:
        first = memory.remember_many(said[:2], conversation="a", once=True)
        again = memory.remember_many(said, conversation="a", once=True)
        assert [one.already_known for one in (*first, *again)] == [False, False, True, True, False]
        assert [one.episode for one in again[:2]] == [one.episode for one in first]
        other = memory.remember_many(said[:1], conversation="b", once=True)
        assert not other[0].already_known


def test_conversations_survive_reopening_export_and_forgetting(tmp_path):
    path = tmp_path / "m.clew"
    with opened(path=path) as memory:
        memory.remember({"name": "Anna", "content": "Hello."}, conversation="chat 7")
        gone = memory.remember({"name": "Zelda", "content": "Bye."}, conversation="chat 7")
    with opened(path=path) as memory, opened() as other:
        other.import_(memory.export())
        for each in (memory, other):
            kept = each.episode(gone.episode)
            assert (kept.conversation, kept.speaker, kept.text) == (
                "chat 7",
                "Zelda",
                "Zelda: Bye.",
            )
        receipt = memory.forget(entity="Zelda")
        assert receipt.complete
        assert receipt.episodes == (gone.episode,)
        assert memory.check() == []
        with memory.view() as view:
            assert len(view.ids(Kind.EPISODE)) == 1
    assert b"Zelda" not in path.read_bytes()


def test_a_conversation_named_after_somebody_is_forgotten_with_them():
    with opened() as memory:
        memory.remember("A line.", conversation="chat with Zelda Fitz")
        memory.remember("Zelda Fitz came.")
        assert len(memory.forget(entity="Zelda Fitz").episodes) == 2


def test_an_older_file_gains_the_table(tmp_path):
    path = tmp_path / "m.clew"
    with opened(path=path) as memory:
        memory.remember("Anna lives in Oslo.")
    with sqlite3.connect(path) as file:
        file.execute("DROP TABLE turns")
        file.execute("PRAGMA user_version = 4")
    file.close()
    before = path.read_bytes()
    with Memory.open(path, embedder=None, read_only=True) as memory:
        assert memory.episode(1).conversation == ""
        assert memory.check() == []
    assert path.read_bytes() == before
    with opened(path=path) as memory:
        memory.remember("Hello.", conversation="a")
        assert memory.check() == []
