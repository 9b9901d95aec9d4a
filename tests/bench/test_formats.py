"""Conversations and right answers are read right."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from clew.bench.datasets import read_datasets
from clew.bench.question_set import Wanted
from clew.errors import UsageError
from tests.bench.small_sets import CONVERSATION, read_dataset


def test_musiques_answers_aliases_and_unanswerable_questions(tmp_path):
    path = tmp_path / "data.json"
    paragraph = {"title": "A", "paragraph_text": "Text.", "is_supporting": True}
    record = {
        "id": "2hop__1_2",
        "question": "Who?",
        "paragraphs": [paragraph],
        "answer": "Ann",
        "answer_aliases": ["Anna"],
        "answerable": True,
    }
    bare = {"question": "?", "paragraphs": [paragraph | {"is_supporting": False}], "answer": 4}
    own = bare | {"id": "m_17"}
    path.write_text(json.dumps([record, record | {"answerable": False}, own]))
    found = read_dataset(path, "musique", answers=True)
    assert [one.answers for one in found.questions] == [("Ann", "Anna"), (), ("4",)]
    assert [one.kind for one in found.questions] == ["2hop", "2hop", ""]
    assert [one.supporting for one in found.questions] == [(0,), (0,), ()]
    path.write_text(json.dumps([{"question": "?", "paragraphs": [paragraph]}]))
    assert read_dataset(path, "musique").questions
    with pytest.raises(UsageError, match=r"record 0: expected field 'answer' \(object\), got none"):
        read_dataset(path, "musique", answers=True)


TALK: dict[str, Any] = {
    "sample_id": "conv-1",
    "conversation": CONVERSATION,
    "qa": [
        {"question": "When?", "evidence": ["D1:1"], "category": 2, "answer": 2023},
        {"question": "What?", "evidence": ["D2:1; D1:2", "D"], "category": 1, "answer": "a boat"},
        {"question": "Why?", "evidence": ["D1:1"], "category": 5, "adversarial_answer": "Fun"},
        {"question": "Two?", "evidence": ["D1:1"], "category": 5, "answer": "No"},
    ],
}  # fmt: skip


def test_locomo_is_a_dataset_a_conversation_and_adversarial_is_unanswerable(tmp_path):
    path = tmp_path / "locomo.json"
    path.write_text(json.dumps([TALK, TALK | {"sample_id": "conv-2"}]))
    one, two = read_datasets(tmp_path, "locomo", Wanted(answers=True))
    assert (one.name, two.name) == ("conv-1", "conv-2")
    assert one.passages[1] == "Ben: Nice! [shares a boat]"
    assert one.times[2] == datetime(2023, 6, 9, 9, tzinfo=UTC)
    assert [(q.answers, q.supporting, q.kind) for q in one.questions] == [
        (("2023",), (0,), "temporal"),
        (("a boat",), (1, 2), "multi-hop"),
        ((), (0,), "adversarial"),
        (("No",), (0,), "adversarial"),
    ]
    (searched,) = read_datasets(path, "locomo", Wanted(limit=1))
    assert [q.text for q in searched.questions] == ["When?", "What?"]


BROKEN = [
    ("locomo", TALK | {"conversation": {}}, r"conversation: expected field 'session_1'"),
    ("locomo", TALK | {"qa": [{"question": "?"}]}, r"record 0, qa\[0\]: expected field 'category'"),
    ("locomo", TALK | {"qa": [{"question": "?", "category": 1}]}, r"expected field 'answer'"),
    ("locomo", TALK | {"conversation": TALK["conversation"] | {"session_2_date_time": "May"}},
     r"expected field 'session_2_date_time' like '1:56 pm on 8 May, 2023', got 'May'"),
]  # fmt: skip


@pytest.mark.parametrize(("format", "record", "message"), BROKEN)
def test_a_broken_conversation_is_told(tmp_path, format, record, message):
    path = tmp_path / "data.json"
    path.write_text(json.dumps([record]))
    with pytest.raises(UsageError, match=message):
        read_datasets(path, format, Wanted(answers=True))
