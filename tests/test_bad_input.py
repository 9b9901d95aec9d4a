"""Whatever is asked: every named retriever and the answering pipeline give a result, soon."""

import time
from datetime import UTC, datetime

import pytest

from clew.ask.asking import Asking, Mode
from clew.clock import FixedClock
from clew.graph.types import Kind
from clew.memory import Memory
from clew.recall.search.catalogue import RETRIEVERS
from clew.recall.selection import retriever_named

NOW = datetime(2024, 3, 1, tzinfo=UTC)
LONG_S = 5.0
"""Far above what any takes on a busy machine, far below what reading all words would."""
BAD = {
    "blank": " \n\t ",
    "nothing": "",
    "no entity": "how does one ever get that done?",
    "russian": "Где живёт её сестра и почему она не приехала?",
    "arabic": "أين تعيش أختها؟",
    "chinese": "她的妹妹住在哪里？",
    "thai": "น้องสาวของเธออยู่ที่ไหน",
    "10,000 words": " ".join(f"word{n % 977} Anna" for n in range(5000)),
    "one long word": "x" * 50_000,
    "stop words": "what is the of and who was it not",
    "emoji": "🦊🦊 👩‍👩‍👧 🏳️‍🌈?",
    "surrogates": "where is \ud800 Anna \udfff?",
    "nul": "where\x00is\x00Anna\x00?",
    "marks": "\u202e\u200b\u0301\u0301\u0301 …‽",
    "operators": '"Anna" NEAR(Oslo, 3) OR NOT * ^col: AND -',
    "a date of no calendar": "in May 99999, on 31 February 2023, before 0000-00-00, step 999999999",
}


def filled(embedder="hashing"):
    memory = Memory.open(embedder=embedder, clock=FixedClock(NOW))
    memory.remember("Anna lives in Oslo. Her sister Ada works at Arken.", at=NOW)
    memory.remember("Ada moved to Rome. Анна живёт в Осло. 東京はきれいです。", at=NOW)
    return memory


@pytest.fixture(scope="module")
def memories():
    opened = [filled(), filled(None), Memory.open(embedder="hashing"), Memory.open(embedder=None)]
    yield opened
    for memory in opened:
        memory.close()


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
@pytest.mark.parametrize("name", RETRIEVERS)
def test_every_retriever_returns_rows_whatever_is_asked(memories, name, text):
    for memory in memories:
        begun = time.process_time()
        found = memory.recall(text, k=5, retriever=name, skip=[Kind.THESIS])
        assert time.process_time() - begun < LONG_S
        assert len(found) <= 5
        assert [each.why.rank for each in found] == list(range(1, len(found) + 1))


@pytest.mark.parametrize("text", BAD.values(), ids=BAD)
@pytest.mark.parametrize("mode", Mode)
def test_the_pipeline_answers_or_abstains_whatever_is_asked(memories, mode, text):
    for memory in memories:
        begun = time.process_time()
        answer = memory.ask(text, Asking(mode=mode))
        assert time.process_time() - begun < 4 * LONG_S
        assert answer.abstained is (answer.text is None)


@pytest.mark.parametrize("name", RETRIEVERS)
def test_an_empty_memory_has_nothing_to_recall_and_nothing_to_answer(name):
    with Memory.open(embedder="hashing") as memory:
        assert memory.recall("Where does Anna live?", retriever=name) == []
        how = Asking(retriever=retriever_named(name))
        assert memory.ask("Where does Anna live?", how).abstained
