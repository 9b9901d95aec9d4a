"""TriviaQA's official form, conversations and right answers are read right."""

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from clew.bench.datasets import read_datasets
from clew.bench.question_set import Wanted
from clew.bench.trivia import chunks
from clew.errors import UsageError
from tests.bench.small_sets import CONVERSATION, read_dataset

LONG = "The river runs through the old town and out to the sea, where the harbour was built. "


def trivia(folder, documents, records):
    """Write questions and documents as TriviaQA's archive has them."""
    (folder / "qa").mkdir()
    evidence = folder / "evidence" / "wikipedia"
    evidence.mkdir(parents=True)
    for name, text in documents.items():
        (evidence / name).write_text(text, encoding="utf-8")
    data = {"Data": records, "Domain": "Wikipedia", "Split": "dev", "Version": 1.0}
    (folder / "qa" / "wikipedia-dev.json").write_text(json.dumps(data), encoding="utf-8")
    return folder


def asked(question, value, *files, **more):
    return {
        "Answer": {
            "Aliases": [value, *more.get("also", [])],
            "NormalizedAliases": [value.lower()],
            "Type": "WikipediaEntity",
            "Value": value,
        },
        "EntityPages": [
            {"DocSource": "TagMe", "Filename": name, "Title": name[:-4]} for name in files
        ],
        "Question": question,
        "QuestionId": "tc_1",
        "QuestionSource": "http://www.example.org/",
    }


@pytest.fixture
def archive(tmp_path):
    documents = {
        "Porto.txt": f"{LONG}\n\nPorto lies on the Douro, and the Douro is long; {LONG}",
        "Short.txt": f"{LONG}\n\n" + "x" * 1025,
        "Lima.txt": f"Lima is the capital of Peru. {LONG}",
    }
    records = [
        asked("Which river passes Porto?", "Douro", "Porto.txt", also=["Duero"]),
        asked("What is short?", "x", "Short.txt"),
        asked("Of what is Lima the capital?", "Peru", "Lima.txt", "Porto.txt"),
    ]
    return trivia(tmp_path, documents, records)


def test_trivia_is_read_with_its_documents_and_distant_support(archive):
    found = read_dataset(archive, "triviaqa", answers=True)
    assert found.questions[0].text == "Which river passes Porto?"
    assert found.questions[0].answers == ("Douro", "Duero", "douro")
    assert found.questions[0].kind == "WikipediaEntity"
    first = found.questions[0]
    assert [found.passages[n].partition("\n")[0] for n in first.supporting] == ["Porto"]
    assert "Douro" in found.passages[first.supporting[0]]
    # The document of two questions is there once.
    assert sum(text.startswith("Porto\n") for text in found.passages) == 1
    assert len(read_dataset(archive, "triviaqa", limit=1).questions) == 1


def test_trivia_tells_what_is_missing_and_where(archive, tmp_path):
    (archive / "evidence" / "wikipedia" / "Lima.txt").unlink()
    with pytest.raises(
        UsageError, match=r"Data\[2\], EntityPages\[0\]: expected a document at .*L"
    ):
        read_dataset(archive, "triviaqa")
    path = archive / "qa" / "wikipedia-dev.json"
    path.write_text(json.dumps({"Data": [{"Question": "?", "Answer": {}}]}))
    with pytest.raises(UsageError, match=r"Data\[0\], Answer: expected field 'Value'"):
        read_dataset(path, "triviaqa")
    with pytest.raises(UsageError, match="found no such folder; name it: --corpus"):
        read_datasets(path, "triviaqa", Wanted(corpus=tmp_path / "none"))


def test_chunks_repeat_short_paragraphs_and_keep_long_ones_whole():
    assert chunks("one\n\n\n\ntwo") == ["one\n\ntwo"]
    assert chunks("") == []
    parts = [letter * 500 for letter in "abc"]
    assert chunks("\n\n".join(parts)) == ["\n\n".join(parts[:2]), parts[2]]
    told = ["a" * 1000, "b" * 60, "c" * 500]
    assert chunks("\n\n".join(told)) == [told[0], "\n\n".join(told[1:])]
    told = ["a" * 900, "b" * 60, "c" * 500]
    assert chunks("\n\n".join(told)) == ["\n\n".join(told[:2]), "\n\n".join(told[1:])]
    assert chunks("d" * 3000) == ["d" * 3000]


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
    path.write_text(json.dumps([record, record | {"answerable": False}, bare]))
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


WORLD: dict[str, Any] = {
    "name": "in-order",
    "turns": [
        {"id": "1", "at": "2021-03-04", "speaker": "Ana", "text": "I like the Lumo 4."},
        {"id": "2", "at": "2022-03-04T10:00:00+00:00", "speaker": "Ana", "text": "Not any more."},
    ],
    "questions": [
        {"question": "Last?", "answers": ["negative"], "type": "last", "evidence": ["2"],
         "at": "2023-01-01"},
        {"question": "Who?", "answers": [], "type": "unanswerable", "evidence": []},
    ],
}  # fmt: skip


def test_diaasq_in_time_is_a_dataset_a_world(tmp_path):
    path = tmp_path / "dialogues.json"
    path.write_text(json.dumps([WORLD]))
    (found,) = read_datasets(tmp_path, "diaasq", Wanted(answers=True))
    assert found.passages == ("Ana: I like the Lumo 4.", "Ana: Not any more.")
    second = datetime(2022, 3, 4, 10, tzinfo=UTC)
    assert found.times == (datetime(2021, 3, 4, tzinfo=UTC), second)
    assert found.questions[0].at == datetime(2023, 1, 1, tzinfo=UTC)
    assert [(q.answers, q.supporting) for q in found.questions] == [(("negative",), (1,)), ((), ())]


BROKEN = [
    ("locomo", TALK | {"conversation": {}}, r"conversation: expected field 'session_1'"),
    ("locomo", TALK | {"qa": [{"question": "?"}]}, r"record 0, qa\[0\]: expected field 'category'"),
    ("locomo", TALK | {"qa": [{"question": "?", "category": 1}]}, r"expected field 'answer'"),
    ("locomo", TALK | {"conversation": TALK["conversation"] | {"session_2_date_time": "May"}},
     r"expected field 'session_2_date_time' like '1:56 pm on 8 May, 2023', got 'May'"),
    ("diaasq", WORLD | {"turns": [{"id": "1"}]}, r"turns\[0\]: expected field 'speaker'"),
    ("diaasq", WORLD | {"questions": [WORLD["questions"][0] | {"evidence": ["9"]}]},
     r"questions\[0\]: expected the id of a turn as evidence, got '9'"),
    ("diaasq", WORLD | {"turns": [WORLD["turns"][0] | {"at": "soon"}]}, r"field 'at' like"),
]  # fmt: skip


@pytest.mark.parametrize(("format", "record", "message"), BROKEN)
def test_a_broken_conversation_is_told(tmp_path, format, record, message):
    path = tmp_path / "data.json"
    path.write_text(json.dumps([record]))
    with pytest.raises(UsageError, match=message):
        read_datasets(path, format, Wanted(answers=True))
