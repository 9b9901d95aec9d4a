"""Question sets are read as published, and a wrong record is told by number and field."""

import json

import pytest

from clew.bench.datasets import read_triples
from clew.errors import UsageError
from tests.bench.small_sets import read_dataset

PARAGRAPH = {"title": "Ana", "paragraph_text": "Ana is a pilot.", "is_supporting": True}
OTHER = {"title": "Porto", "paragraph_text": "Porto is  old.", "is_supporting": False}
MUSIQUE = [
    {"question": "Who?", "paragraphs": [OTHER, PARAGRAPH]},
    {"question": "Nobody?", "paragraphs": [OTHER]},
    {"question": "Where?", "paragraphs": [OTHER | {"is_supporting": True}, PARAGRAPH]},
]
TITLED = [
    {
        "question": "Who flies?",
        "context": [["Porto", ["Porto is old."]], ["Ana", ["Ana is a pilot.", " She flies."]]],
        "supporting_facts": [["Ana", 0], ["Ana", 1]],
    }
]


def written(tmp_path, value, *, lines=False):
    path = tmp_path / "data.json"
    rows = "\n".join(json.dumps(one) for one in value) if lines else json.dumps(value)
    path.write_text(rows, encoding="utf-8")
    return path


@pytest.mark.parametrize("lines", [False, True])
def test_musique_is_read_and_what_has_no_support_is_counted(tmp_path, lines):
    found = read_dataset(written(tmp_path, MUSIQUE, lines=lines), "musique")
    assert found.passages == ("Porto\nPorto is  old.", "Ana\nAna is a pilot.")
    assert [(one.text, one.supporting) for one in found.questions] == [
        ("Who?", (1,)),
        ("Where?", (0, 1)),
    ]
    assert found.left_out == 1


@pytest.mark.parametrize("format", ["2wiki", "hotpotqa"])
def test_sentences_are_joined_and_a_passage_supports_as_a_whole(tmp_path, format):
    found = read_dataset(written(tmp_path, TITLED), format)
    assert found.passages == ("Porto\nPorto is old.", "Ana\nAna is a pilot. She flies.")
    assert found.questions[0].supporting == (1,)


def test_a_corpus_comes_first_and_equal_passages_are_one(tmp_path):
    corpus = tmp_path / "corpus.json"
    rows = [{"title": "Lima", "text": "A port."}, {"title": "Porto", "text": "Porto is old."}]
    corpus.write_text(json.dumps(rows))
    found = read_dataset(written(tmp_path, MUSIQUE), "musique", limit=1, corpus=corpus)
    assert found.passages == ("Lima\nA port.", "Porto\nPorto is old.", "Ana\nAna is a pilot.")
    assert found.questions[0].supporting == (2,)
    with pytest.raises(UsageError, match="a corpus fits none of"):
        read_dataset(written(tmp_path, []), "locomo", corpus=corpus)


BAD = [
    ("hotpotqa", MUSIQUE, r"record 0: expected field 'context' \(list\), got none"),
    ("musique", [MUSIQUE[0], {"question": "?", "paragraphs": [{"title": 1}]}],
     r"record 1, paragraphs\[0\]: expected field 'title' \(str\), got int"),
    ("musique", [{"paragraphs": [PARAGRAPH]}], r"record 0: expected field 'question'"),
    ("musique", ["text"], r"record 0: expected field 'paragraphs' \(list\), got none"),
    ("musique", [MUSIQUE[1]], r"expected questions with supporting passages, got none"),
    ("2wiki", [TITLED[0] | {"supporting_facts": [["Rome", 0]]}],
     r"record 0, supporting_facts\[0\]: expected a title of the context, got 'Rome'"),
    ("2wiki", [TITLED[0] | {"supporting_facts": [["Ana"]]}],
     r"supporting_facts\[0\]: expected \[str, int\], got \"\['Ana'\]\""),
    ("2wiki", [TITLED[0] | {"context": [["Ana", [3]]]}], r"context\[0\]: expected a list of sent"),
    ("squad", TITLED,
     r"no format named 'squad'; known: 2wiki, hotpotqa, locomo, musique"),
]  # fmt: skip


@pytest.mark.parametrize(("format", "value", "message"), BAD)
def test_a_wrong_record_is_told(tmp_path, format, value, message):
    with pytest.raises(UsageError, match=message):
        read_dataset(written(tmp_path, value), format)


def test_a_file_that_cannot_be_read_is_told(tmp_path):
    path = tmp_path / "data.jsonl"
    with pytest.raises(UsageError, match=r"expected a readable UTF-8 file at .*data\.jsonl"):
        read_dataset(path, "musique")
    path.write_text(json.dumps(MUSIQUE[0]) + "\n{broken\n")
    with pytest.raises(UsageError, match=r"data\.jsonl, line 2: expected JSON"):
        read_dataset(path, "musique")
    path.write_text("[" * 100_000)
    with pytest.raises(UsageError, match=r"data\.jsonl: expected JSON"):
        read_dataset(path, "musique")


def test_a_byte_order_mark_is_no_part_of_a_file(tmp_path):
    path = tmp_path / "data.jsonl"
    path.write_text(json.dumps(MUSIQUE[0]), encoding="utf-8-sig")
    assert len(read_dataset(path, "musique").questions) == 1


def test_triples_are_found_by_text_whatever_its_spaces(tmp_path):
    triples = [["Porto", "is", "old"], ["Porto"]]
    docs = [{"passage": "Porto\nPorto is old.", "extracted_triples": triples}]
    found = read_triples(written(tmp_path, {"docs": docs, "mean": float("nan")}))
    assert found == {"PortoPortoisold.": triples}
    with pytest.raises(UsageError, match=r"docs\[0\]: expected field 'extracted_triples' \(list\)"):
        read_triples(written(tmp_path, {"docs": [{"passage": "Porto"}]}))
